"""Readings one by one, for the one case in which a search cannot tell (A19).

Where two spare wild tiles pay less than two others, a plan would have to say that they are not both
spare, which the suit tables do not know. There are two of them at most, so every reading is looked
at: what each wild tile stands for, then every way to make sets.
"""

from __future__ import annotations

import numpy as np

from taipao.rules.counting import (
    ALL_GREEN,
    CHOW,
    FULL_FLUSH,
    HALF_FLUSH,
    HONOUR,
    NOT_GREEN,
    PLAIN,
    SUIT_SHIFT,
    TRIPLET,
    TRIPLETS,
    WINDS,
)
from taipao.rules.honours import TRIPLET_BITS
from taipao.sim.kernel import kernel
from taipao.sim.plans import MADE, PAIR, PATTERNS, SPARE, TAI, counted
from taipao.sim.ruledata import FOUR_WINDS_PAIR, WHITE_IS_BONUS, RuleData
from taipao.sim.shape import SEASONS, WHITE, Counts, Keys

EAST = 27
PIECES = 6
AS_TRIPLET = 0
AS_CHOW = 1
AS_PAIR = 2
CHOICES = 3


@kernel
def list_plans(
    data: RuleData,
    wind: int,
    kind: int,
    counts: Counts,
    melds: int,
    flags: int,
    spare_tai: int,
    base_is_zero: bool,
    plan: Keys,
) -> None:
    """Write the best plan for two wild tiles of one kind into `plan`, as `best_plan` does."""
    plan[TAI] = -1
    white_is_bonus = data.fields[WHITE_IS_BONUS] != 0
    apart = kind >= SEASONS or (kind == WHITE and white_is_bonus)
    real = np.zeros(34, np.int64)
    for tile in range(34):
        if tile != kind:
            real[tile] = counts[tile]
    if apart:
        neutral = flags | (HONOUR | NOT_GREEN if kind == WHITE else 0)
        _make_sets(
            data, wind, real, 5 - melds, True, neutral, flags, spare_tai, 1, base_is_zero, plan
        )
    for first in range(34):
        if first == WHITE and white_is_bonus:
            continue
        real[first] += 1
        for second in range(first, 34):
            if second == WHITE and white_is_bonus:
                continue
            real[second] += 1
            spare = 1 if first == second == kind else 0
            extra = spare_tai if spare else 0
            _make_sets(
                data, wind, real, 5 - melds, False, flags, flags, extra, spare, base_is_zero, plan
            )
            real[second] -= 1
        real[first] -= 1


@kernel
def _make_sets(
    data: RuleData,
    wind: int,
    real: Keys,
    sets: int,
    paired: bool,
    flags: int,
    melded: int,
    extra: int,
    spare: int,
    base_is_zero: bool,
    plan: Keys,
) -> None:
    """Judge every way to make so many sets, and a pair if there is none, of all real tiles."""
    pieces = sets if paired else sets + 1
    choice = np.zeros(PIECES + 1, np.int64)
    lowest = np.zeros(PIECES + 1, np.int64)
    shown = np.zeros(PIECES + 1, np.int64)
    shown[0] = flags
    pair_at, pair_tile, depth = -1, -1, 0
    while depth >= 0:
        if depth == pieces:
            _judge(data, wind, shown[depth], melded, pair_tile, extra, spare, base_is_zero, plan)
        else:
            if choice[depth] == 0:
                tile = 0
                while tile < 34 and not real[tile]:
                    tile += 1
                lowest[depth] = tile
            tile = lowest[depth]
            made = -1
            while choice[depth] < CHOICES and made < 0 and tile < 34:
                if choice[depth] == AS_TRIPLET:
                    fits = real[tile] >= 3
                elif choice[depth] == AS_CHOW:
                    fits = (
                        tile < EAST and tile % 9 < 7 and real[tile + 1] > 0 and real[tile + 2] > 0
                    )
                else:
                    fits = not paired and pair_at < 0 and real[tile] >= 2
                if fits:
                    made = choice[depth]
                else:
                    choice[depth] += 1
            if made >= 0:
                _take(real, tile, made, -1)
                if made == AS_PAIR:
                    pair_at, pair_tile = depth, tile
                shown[depth + 1] = shown[depth] | _flags_of(tile, made)
                depth += 1
                choice[depth] = 0
                continue
        depth -= 1
        if depth >= 0:
            _take(real, lowest[depth], choice[depth], 1)
            if depth == pair_at:
                pair_at, pair_tile = -1, -1
            choice[depth] += 1


@kernel
def _take(real: Keys, tile: int, made: int, by: int) -> None:
    if made == AS_CHOW:
        for place in range(tile, tile + 3):
            real[place] += by
    else:
        real[tile] += by * (3 if made == AS_TRIPLET else 2)


@kernel
def _flags_of(tile: int, made: int) -> int:
    flags = TRIPLET if made == AS_TRIPLET else CHOW if made == AS_CHOW else 0
    # Of the chows only 2 3 4 of bamboo is green.
    green = tile == 19 if made == AS_CHOW else tile in (19, 20, 21, 23, 25, 32)
    if not green:
        flags |= NOT_GREEN
    if tile < EAST:
        return flags | 1 << SUIT_SHIFT + tile // 9
    return flags | HONOUR | (1 << tile - EAST if made == AS_TRIPLET else 0)


@kernel
def _judge(
    data: RuleData,
    wind: int,
    flags: int,
    melded: int,
    pair_tile: int,
    extra: int,
    spare: int,
    base_is_zero: bool,
    plan: Keys,
) -> None:
    """Count a reading as `rules/judging.py` does, and keep it if it is the best."""
    weights = data.patterns
    pair = pair_tile - EAST if pair_tile >= EAST else -1
    made = flags & TRIPLET_BITS
    some, two = counted(data, wind, melded, made, pair)
    honours = some * int(data.triplet[0]) + two * int(data.pair[0])
    patterns = 0
    if not flags & TRIPLET and base_is_zero and not honours:
        patterns |= PLAIN
    if not flags & NOT_GREEN:
        patterns |= ALL_GREEN
    if flags >> SUIT_SHIFT & 7 in (1, 2, 4):
        patterns |= HALF_FLUSH if flags & HONOUR else FULL_FLUSH
    if not flags & CHOW:
        patterns |= TRIPLETS
    blown = made & 15
    if data.fields[FOUR_WINDS_PAIR] and 0 <= pair < 4:
        blown |= 1 << pair
    if blown == 15:
        patterns |= WINDS
    tai = honours + extra
    for bit in range(6):
        if patterns >> bit & 1:
            tai += weights[bit, 0]
    if tai > plan[TAI]:
        plan[TAI], plan[PATTERNS], plan[MADE] = tai, patterns, made
        plan[PAIR], plan[SPARE] = pair, spare
