"""How far counts are from winning, and which tiles help: `rules/waits.py`, compiled.

A hand is `keys`, the four base-5 keys of its tiles that are not wild, and how many wild tiles it
holds; or its counts, 42 of them by face. `melds` counts the sets already made outside it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from taipao.sim.kernel import kernel
from taipao.sim.tables import Tables

Counts = NDArray[np.int8]
Keys = NDArray[np.int64]
Flags = NDArray[np.bool_]

KIND_OF = np.array([*range(34), 34, 34, 34, 34, 35, 35, 35, 35], np.int8)
SHARE = np.array([5 ** (tile % 9) for tile in range(34)])
"""What one tile of a kind adds to the key of its group."""

WHITE = 31
SEASONS = 34


@kernel
def read_keys(counts: Counts, wild: Flags, keys: Keys) -> int:
    """Write the keys of the tiles that are not wild into `keys`; return the wild tiles held.

    `wild` tells of each of the 42 faces whether it is wild; a flower that is held is (W4).
    """
    wilds = 0
    for group in range(4):
        key, start = 0, 9 * group
        for place in range(9 if group < 3 else 7):
            held = int(counts[start + place])
            if wild[start + place]:
                wilds += held
            else:
                key += held * SHARE[place]
        keys[group] = key
    for flower in range(34, 42):
        wilds += int(counts[flower])
    return wilds


@kernel
def size_of(counts: Counts) -> int:
    """Count all tiles."""
    size = 0
    for tile in range(42):
        size += int(counts[tile])
    return size


@kernel
def missing(tables: Tables, keys: Keys, melds: int) -> int:
    """Return the least tiles to add until those that are not wild hold the sets and the pair."""
    left = tables.two_suits[
        int(tables.suit_class[keys[0]]) * tables.suit_classes + tables.suit_class[keys[1]]
    ]
    right = tables.with_honours[
        int(tables.suit_class[keys[2]]) * tables.honour_classes + tables.honour_class[keys[3]]
    ]
    return int(tables.missing[5 - melds, int(left) * tables.honour_pairs + right])


@kernel
def is_complete(tables: Tables, counts: Counts, wild: Flags, melds: int, keys: Keys) -> bool:
    """Tell whether counts have the winning shape (P6); `keys` is room to work in."""
    wilds = read_keys(counts, wild, keys)
    return size_of(counts) == 17 - 3 * melds and missing(tables, keys, melds) <= wilds


@kernel
def distance(tables: Tables, counts: Counts, wild: Flags, melds: int, keys: Keys) -> int:
    """Return how many tiles counts lack to be ready: -1 complete, 0 ready; `keys` is room."""
    wilds = read_keys(counts, wild, keys)
    return max(missing(tables, keys, melds) - wilds, 0) - 1


@kernel
def missing_with_each(
    tables: Tables, counts: Counts, wild: Flags, keys: Keys, melds: int, found: Keys
) -> int:
    """Write `missing` after adding each of the 34 kinds as a real tile; return it as it is now.

    `keys` are those of the counts. A wild kind, and one of which all four are held, has the number
    of now.
    """
    now = missing(tables, keys, melds)
    for tile in range(34):
        if wild[tile] or counts[tile] > 3:
            found[tile] = now
        else:
            group = tile // 9
            keys[group] += SHARE[tile]
            found[tile] = missing(tables, keys, melds)
            keys[group] -= SHARE[tile]
    return now


@kernel
def useful(
    tables: Tables,
    counts: Counts,
    wild: Flags,
    melds: int,
    white_is_bonus: bool,
    keys: Keys,
    found: Keys,
    kinds: Flags,
) -> int:
    """Tell of each of the 36 kinds whether one tile of it lowers the distance; return how many do.

    `keys` (4) and `found` (34) are room to work in.
    """
    wilds = read_keys(counts, wild, keys)
    now = missing_with_each(tables, counts, wild, keys, melds, found)
    number = 0
    for kind in range(36):
        kinds[kind] = False
    if now <= wilds:
        return 0
    for kind in range(36):
        if kind >= SEASONS:
            helps = wild[34 if kind == SEASONS else 38]
        else:
            helps = wild[kind] or (found[kind] < now and not (kind == WHITE and white_is_bonus))
        kinds[kind] = helps
        number += helps
    return number


@kernel
def waits(
    tables: Tables,
    counts: Counts,
    wild: Flags,
    melds: int,
    taken: Counts,
    white_is_bonus: bool,
    keys: Keys,
    found: Keys,
    kinds: Flags,
) -> int:
    """Tell of each of the 36 kinds whether a waiting hand waits for it (P7); return how many.

    `taken` counts by kind the tiles in the hand, its melds and the indicators.
    """
    for kind in range(36):
        kinds[kind] = False
    wilds = read_keys(counts, wild, keys)
    now = missing(tables, keys, melds)
    if size_of(counts) != 16 - 3 * melds or now > wilds + 1:
        return 0
    missing_with_each(tables, counts, wild, keys, melds, found)
    number = 0
    for kind in range(36):
        if taken[kind] >= 4:
            continue
        if kind >= SEASONS:
            done = wild[34 if kind == SEASONS else 38]
        elif wild[kind]:
            # Now is low enough: a wild tile does whenever any tile does.
            done = True
        else:
            done = found[kind] <= wilds and not (kind == WHITE and white_is_bonus)
        kinds[kind] = done
        number += done
    return number
