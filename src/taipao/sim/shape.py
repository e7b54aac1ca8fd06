"""How far hands are from winning, and which tiles help: `rules/waits.py`, compiled.

A hand is its counts, 42 of them by face, the four base-5 `keys` of those that are not wild, and how
many wild tiles it holds. `melds` counts the sets already made outside it. Flags are bytes, 0 or 1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from taipao.sim.kernel import kernel
from taipao.sim.tables import Tables

Counts = NDArray[np.int8]
Keys = NDArray[np.int64]
Flags = NDArray[np.uint8]

KIND_OF = np.array([*range(34), 34, 34, 34, 34, 35, 35, 35, 35])
SHARE = np.array([*(5 ** (tile % 9) for tile in range(34)), *[0] * 8])
"""What one tile of a face adds to the key of its group; flowers have none."""

WHITE = 31
SEASONS = 34


@kernel
def read_keys(counts: Counts, first: int, second: int, keys: Keys) -> int:
    """Write the keys of the tiles that are not wild into `keys`; return the wild tiles held.

    `first` and `second` are the kinds of the indicators. A flower that is held is wild (W4).
    """
    for group in range(3):
        key = 0
        for place in range(9 * group + 8, 9 * group - 1, -1):
            key = 5 * key + counts[place]
        keys[group] = key
    key = 0
    for place in range(33, 26, -1):
        key = 5 * key + counts[place]
    keys[3] = key
    wilds = 0
    for flower in range(34, 42):
        wilds += int(counts[flower])
    if first < SEASONS:
        held = int(counts[first])
        wilds += held
        keys[first // 9] -= held * SHARE[first]
    if second < SEASONS and second != first:
        held = int(counts[second])
        wilds += held
        keys[second // 9] -= held * SHARE[second]
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
def missing_with(tables: Tables, keys: Keys, melds: int, tile: int, by: int) -> int:
    """Return `missing` with so many real tiles of a kind more, or fewer."""
    keys[tile // 9] += by * SHARE[tile]
    found = missing(tables, keys, melds)
    keys[tile // 9] -= by * SHARE[tile]
    return found


@kernel
def is_complete(
    tables: Tables, counts: Counts, first: int, second: int, melds: int, keys: Keys
) -> bool:
    """Tell whether counts have the winning shape (P6); `keys` is room to work in."""
    wilds = read_keys(counts, first, second, keys)
    return size_of(counts) == 17 - 3 * melds and missing(tables, keys, melds) <= wilds


@kernel
def distance(
    tables: Tables, counts: Counts, first: int, second: int, melds: int, keys: Keys
) -> int:
    """Return how many tiles counts lack to be ready: -1 complete, 0 ready; `keys` is room."""
    wilds = read_keys(counts, first, second, keys)
    return max(missing(tables, keys, melds) - wilds, 0) - 1


@kernel
def missing_with_each(
    tables: Tables, counts: Counts, wild: Flags, keys: Keys, melds: int, found: Keys
) -> int:
    """Write `missing` after adding each of the 34 kinds as a real tile; return it as it is now.

    A wild kind, and one of which all four are held, has the number of now.
    """
    sets, suits, honours = 5 - melds, tables.suit_classes, tables.honour_classes
    wide = tables.honour_pairs
    man, pin = int(tables.suit_class[keys[0]]), int(tables.suit_class[keys[1]])
    sou, winds = int(tables.suit_class[keys[2]]), int(tables.honour_class[keys[3]])
    left = int(tables.two_suits[man * suits + pin]) * wide
    right = int(tables.with_honours[sou * honours + winds])
    now = int(tables.missing[sets, left + right])
    for tile in range(34):
        if wild[tile] or counts[tile] > 3:
            found[tile] = now
            continue
        share = SHARE[tile]
        if tile < 9:
            row = int(tables.suit_class[keys[0] + share]) * suits + pin
            at = int(tables.two_suits[row]) * wide + right
        elif tile < 18:
            row = man * suits + tables.suit_class[keys[1] + share]
            at = int(tables.two_suits[row]) * wide + right
        elif tile < 27:
            row = int(tables.suit_class[keys[2] + share]) * honours + winds
            at = left + tables.with_honours[row]
        else:
            row = sou * honours + tables.honour_class[keys[3] + share]
            at = left + tables.with_honours[row]
        found[tile] = tables.missing[sets, at]
    return now


@kernel
def useful(
    tables: Tables,
    counts: Counts,
    wild: Flags,
    keys: Keys,
    wilds: int,
    melds: int,
    white_is_bonus: bool,
    found: Keys,
    kinds: Flags,
) -> int:
    """Tell of each of the 36 kinds whether one tile of it lowers the distance; return how many do.

    `found` (34) is room to work in.
    """
    now = missing_with_each(tables, counts, wild, keys, melds, found)
    number = 0
    if now <= wilds:
        kinds[:] = 0
        return 0
    for kind in range(36):
        if kind >= SEASONS:
            helps = wild[34 if kind == SEASONS else 38] != 0
        else:
            helps = wild[kind] != 0 or (
                found[kind] < now and not (kind == WHITE and white_is_bonus)
            )
        kinds[kind] = helps
        number += helps
    return number


@kernel
def waits(
    tables: Tables,
    counts: Counts,
    wild: Flags,
    keys: Keys,
    wilds: int,
    melds: int,
    taken: Counts,
    white_is_bonus: bool,
    found: Keys,
    kinds: Flags,
) -> int:
    """Tell of each of the 36 kinds whether a hand of ``3n + 1`` waits for it (P7); return how many.

    `taken` counts by kind the tiles in the hand, its melds and the indicators.
    """
    kinds[:] = 0
    if missing(tables, keys, melds) > wilds + 1:
        return 0
    missing_with_each(tables, counts, wild, keys, melds, found)
    number = 0
    for kind in range(36):
        if taken[kind] >= 4:
            continue
        if kind >= SEASONS:
            done = wild[34 if kind == SEASONS else 38] != 0
        elif wild[kind]:
            # Now is low enough: a wild tile does whenever any tile does.
            done = True
        else:
            done = found[kind] <= wilds and not (kind == WHITE and white_is_bonus)
        kinds[kind] = done
        number += done
    return number
