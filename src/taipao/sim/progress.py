"""How far a hand is from one shape, and which tiles help it there: `bots/progress.py`, compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from taipao.sim.kernel import kernel
from taipao.sim.shape import SHARE, missing
from taipao.sim.table import Table
from taipao.sim.tables import Tables
from taipao.sim.weights import CHOWED, PUNGED

Weights = NDArray[np.float64]


@kernel
def helping(
    tables: Tables, weights: Weights, table: Table, seat: int, suit: int, full: bool
) -> tuple[int, float, float]:
    """Return how far a hand is from ready, how many tiles help it, and what others add to that.

    `suit` is the one of a flush, or fewer than none for any hand; `masked` are the keys.
    """
    keys, counts, unseen = table.masked, table.counts[seat], table.unseen
    melds = table.melds[seat]
    for group in range(4):
        out = suit >= 0 and group != suit and (full or group < 3)
        keys[group] = 0 if out else table.keys[seat, group]
    now = missing(tables, keys, melds)
    drawn, claimed = 0.0, 0.0
    for tile in range(34):
        left, group = unseen[tile], tile // 9
        if left == 0 or (suit >= 0 and group != suit and (full or group < 3)):
            continue
        keys[group] += SHARE[tile]
        helps = missing(tables, keys, melds) < now
        keys[group] -= SHARE[tile]
        if not helps:
            continue
        drawn += left
        if counts[tile] >= 2:
            claimed += 3.0 * weights[PUNGED] * left
        elif tile < 27:
            place = tile % 9
            below = place > 0 and counts[tile - 1] > 0
            above = place < 8 and counts[tile + 1] > 0
            if (
                (below and above)
                or (below and place > 1 and counts[tile - 2] > 0)
                or (above and place < 7 and counts[tile + 2] > 0)
            ):
                claimed += weights[CHOWED] * left
    return now - table.wilds[seat] - 1, drawn, claimed


@kernel
def lacking_triplets(sets: int, ones: int, twos: int, threes: int) -> int:
    """Return the least tiles to add for so many triplets and a pair.

    So many kinds are held once, twice, and three times or more.
    """
    taken = min(sets, threes)
    sets, threes = sets - taken, threes - taken
    taken = min(sets, twos)
    sets, twos = sets - taken, twos - taken
    lacking = taken
    taken = min(sets, ones)
    sets, ones = sets - taken, ones - taken
    lacking += 2 * taken + 3 * sets
    if threes + twos:
        return lacking
    return lacking + 1 if ones else lacking + 2


@kernel
def making_triplets(
    weights: Weights, table: Table, seat: int, suit: int, ones: int, twos: int, threes: int
) -> tuple[float, float]:
    """Return how many tiles help a hand to triplets and a pair, and what others add to that.

    `suit` is the one of a half flush, or fewer than none for any triplets; so many kinds are held
    once, twice, and three times or more.
    """
    sets, unseen = 5 - table.melds[seat], table.unseen
    now = lacking_triplets(sets, ones, twos, threes)
    third = twos > 0 and lacking_triplets(sets, ones, twos - 1, threes + 1) < now
    second = ones > 0 and lacking_triplets(sets, ones - 1, twos + 1, threes) < now
    first = lacking_triplets(sets, ones + 1, twos, threes) < now
    drawn, claimed = 0.0, 0.0
    for tile in range(34):
        left, held = unseen[tile], table.counts[seat, tile]
        if left == 0 or (suit >= 0 and tile < 27 and tile // 9 != suit):
            continue
        if (held == 2 and third) or (held == 1 and second) or (held == 0 and first):
            drawn += left
            if held == 2:
                claimed += 3.0 * weights[PUNGED] * left
    return drawn, claimed
