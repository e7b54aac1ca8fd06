"""The best plan for a winning hand (V19): the search of `rules/plans.py`, compiled.

Every use of the honours that can earn anything is tried; the suit tables tell whether the rest of
the hand can be read in the form that it wants.
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
    REUNION,
    SUIT_SHIFT,
    TRIPLET,
    TRIPLETS,
    WINDS,
)
from taipao.rules.honours import KONG_SHIFT, TRIPLET_BITS
from taipao.sim.kernel import kernel
from taipao.sim.ruledata import FOUR_WINDS_PAIR, SPARE_PAYS, WHITE_IS_BONUS, RuleData
from taipao.sim.shape import SEASONS, SHARE, WHITE, Counts, Keys
from taipao.sim.tables import Tables

# Places in the row that holds a plan.
TAI = 0
PATTERNS = 1
MADE = 2
"""Bits of all triplets of honours, melded ones too."""
PAIR = 3
"""Place of the honours' pair, East being 0, or -1."""
SPARE = 4

GREEN = 5
RED = 6
NEVER = 99

# Where each form has its byte in `Tables.forms`.
ANY_SETS = 0
ALL_TRIPLETS = 8
ALL_CHOWS = 16

NUMBER_OF_BITS = np.array([number.bit_count() for number in range(128)])

FIVES = np.array([5**place for place in range(9)])
GREEN_PLACES = np.array([1, 2, 3, 5, 7])


@kernel
def green_key(sou: int) -> int:
    """Return the key of the counts of 2 3 4 6 8 of bamboo, or -1 where another is there."""
    for place in (0, 4, 6, 8):
        if sou // FIVES[place] % 5:
            return -1
    key = 0
    for index in range(5):
        key += sou // FIVES[GREEN_PLACES[index]] % 5 * FIVES[index]
    return key


@kernel
def counted(data: RuleData, wind: int, flags: int, made: int, pair: int) -> tuple[int, int]:
    """Return how many triplets of 中, 发 or own wind count, and whether the pair does (B6-B8)."""
    kongs = flags >> KONG_SHIFT & TRIPLET_BITS
    paired = pair == wind and not kongs >> wind & 1
    if paired and made >> wind & 1:
        paired = data.pair[0] > data.triplet[0]
    counts = made & ~kongs
    number = (counts >> GREEN & 1) + (counts >> RED & 1)
    if not paired:
        number += counts >> wind & 1
    return number, 1 if paired else 0


@kernel
def _fewest(words: tuple[int, int, int], form: int) -> tuple[int, int]:
    """Return the fewest wild tiles that use up three suits in one form, bare and with the pair."""
    bare, more = 0, NEVER
    for suit in range(3):
        both = words[suit] >> form & 255
        bare += both & 15
        more = min(more, (both >> 4) - (both & 15))
    return bare, bare + more


@kernel
def _for_winds(data: RuleData, key: int, winds: int) -> int:
    """Return how many wild tiles four winds need beside what is there."""
    if not data.patterns[5, 0]:
        return NEVER
    lacking, spared = 0, 0
    for place in range(4):
        if not winds >> place & 1:
            count = key // FIVES[place] % 5
            if count < 3:
                lacking += 3 - count
                spared = 1
    return lacking - spared if data.fields[FOUR_WINDS_PAIR] else lacking


@kernel
def best_plan(
    tables: Tables,
    data: RuleData,
    wind: int,
    first: int,
    second: int,
    counts: Counts,
    keys: Keys,
    wilds: int,
    flags: int,
    spare_tai: int,
    base_is_zero: bool,
    plan: Keys,
) -> None:
    """Write the plan with the most tai into `plan`; the hand has the shape.

    `first` and `second` are the indicators' kinds, `keys` those of the hand and changed for a
    while, `flags` those of the melds, `spare_tai` what A19 gives more for two spare tiles.
    """
    plan[TAI] = -1
    _search(tables, data, wind, keys, wilds, flags, False, base_is_zero, 0, 0, 0, plan)
    if wilds < 2:
        return
    if first == second:
        if wilds == 2 and data.fields[SPARE_PAYS]:
            _pinned(tables, data, wind, first, 2, keys, wilds, flags, spare_tai, base_is_zero, plan)
        return
    reunion = int(data.patterns[6, 0])
    if not reunion:
        return
    for place in range(2):
        kind = first if place == 0 else second
        held = 0
        if kind < SEASONS:
            held = int(counts[kind])
        else:
            for face in range(34 + 4 * (kind - SEASONS), 38 + 4 * (kind - SEASONS)):
                held += counts[face]
        if held == 3:
            _pinned(tables, data, wind, kind, 3, keys, wilds, flags, reunion, base_is_zero, plan)


@kernel
def _pinned(
    tables: Tables,
    data: RuleData,
    wind: int,
    kind: int,
    held: int,
    keys: Keys,
    wilds: int,
    flags: int,
    extra: int,
    base_is_zero: bool,
    plan: Keys,
) -> None:
    """Search with wild tiles of a kind standing for themselves: three (V13), or two spare (A19)."""
    apart = kind >= SEASONS or (kind == WHITE and data.fields[WHITE_IS_BONUS] != 0)
    if not apart:
        keys[kind // 9] += held * SHARE[kind]
    elif kind == WHITE:
        flags |= HONOUR | NOT_GREEN
    if apart and held == 3:
        flags |= TRIPLET
    patterns, spare = (REUNION, 0) if held == 3 else (0, 1)
    pair = apart and held == 2
    _search(
        tables,
        data,
        wind,
        keys,
        wilds - held,
        flags,
        pair,
        base_is_zero,
        extra,
        patterns,
        spare,
        plan,
    )
    if not apart:
        keys[kind // 9] -= held * SHARE[kind]


@kernel
def _search(
    tables: Tables,
    data: RuleData,
    wind: int,
    keys: Keys,
    wilds: int,
    flags: int,
    has_pair: bool,
    base_is_zero: bool,
    extra: int,
    extra_patterns: int,
    spare: int,
    plan: Keys,
) -> None:
    """Write the best plan with more tai than `plan` has, if there is one, into it."""
    weights = data.patterns
    words = (int(tables.forms[keys[0]]), int(tables.forms[keys[1]]), int(tables.forms[keys[2]]))
    any_bare, any_paired = _fewest(words, ANY_SETS)
    if min(any_bare, any_paired) > wilds:
        return
    suits = flags >> SUIT_SHIFT & 7
    for suit in range(3):
        if keys[suit]:
            suits |= 1 << suit
    one_suit = suits in (0, 1, 2, 4)
    triplets_bare = triplets_paired = NEVER
    if weights[4, 0] and not flags & CHOW:
        triplets_bare, triplets_paired = _fewest(words, ALL_TRIPLETS)
    chows_bare = chows_paired = NEVER
    if weights[0, 0] and base_is_zero and not flags & TRIPLET:
        chows_bare, chows_paired = _fewest(words, ALL_CHOWS)
    green_bare = green_paired = green_chows_bare = green_chows_paired = NEVER
    if weights[1, 0] and suits in (0, 4) and not flags & NOT_GREEN:
        green = green_key(keys[2])
        if green >= 0:
            green_bare = int(tables.green_sets[green] & 15)
            green_paired = int(tables.green_sets[green] >> 4)
            green_chows_bare = int(tables.green_chows[green] & 15)
            green_chows_paired = int(tables.green_chows[green] >> 4)
    key = keys[3]
    melded = flags & TRIPLET_BITS
    winds = _for_winds(data, key, flags & 15) <= wilds
    worth_making = 1 << wind | 1 << GREEN | (15 if winds else 0)
    pair_first = data.pair[0] > data.triplet[0]
    # With no pair among them: every kind that is there becomes a triplet.
    spare_wilds, there = wilds, 0
    for place in range(7):
        count = key // FIVES[place] % 5
        if count:
            there |= 1 << place
            spare_wilds -= 2 if count == 4 else 3 - count
    makeable = (worth_making | 1 << RED) & ~there
    for pair in range(-1, 0 if has_pair else 7):
        left, made, optional = spare_wilds, there, makeable
        if pair >= 0:
            count = key // FIVES[pair] % 5
            optional &= ~(1 << pair)
            if count == 0:
                if not worth_making >> pair & 1:
                    continue
                left -= 2
            elif count == 3:
                if not (pair == wind and pair_first):
                    continue
                left -= 2
            else:
                left += 1
                if count < 3:
                    made &= ~(1 << pair)
        paired = pair < 0 and not has_pair
        left -= any_paired if paired else any_bare
        if left < 0:
            continue
        chosen = optional if left >= 3 else 0
        while True:
            spare_now = left - 3 * NUMBER_OF_BITS[chosen]
            if spare_now >= 0:
                rest = spare_now + (any_paired if paired else any_bare)
                own = made | chosen
                all_made = melded | own
                some, two = counted(data, wind, flags, all_made, pair)
                tai = some * int(data.triplet[0]) + two * int(data.pair[0])
                patterns = 0
                blown = all_made & 15
                if data.fields[FOUR_WINDS_PAIR] and 0 <= pair < 4:
                    blown |= 1 << pair
                if blown == 15:
                    tai += weights[5, 0]
                    patterns |= WINDS
                plain = not own and not tai
                if one_suit:
                    if flags & HONOUR or own or pair >= 0:
                        if suits or rest > 0:
                            tai += weights[3, 0]
                            patterns |= HALF_FLUSH
                    else:
                        tai += weights[2, 0]
                        patterns |= FULL_FLUSH
                green = (
                    pair in (-1, GREEN)
                    and not own & ~(1 << GREEN)
                    and (green_paired if paired else green_bare) <= rest
                )
                form_tai, form = 0, 0
                if green:
                    form_tai, form = int(weights[1, 0]), ALL_GREEN
                if (triplets_paired if paired else triplets_bare) <= rest:
                    # Triplets of green tiles need no other tile.
                    form_tai, form = form_tai + int(weights[4, 0]), form | TRIPLETS
                if plain and (chows_paired if paired else chows_bare) <= rest:
                    chow_tai, chow_form = int(weights[0, 0]), PLAIN
                    if green and (green_chows_paired if paired else green_chows_bare) <= rest:
                        chow_tai, chow_form = chow_tai + int(weights[1, 0]), PLAIN | ALL_GREEN
                    if chow_tai > form_tai:
                        form_tai, form = chow_tai, chow_form
                if tai + form_tai + extra > plan[TAI]:
                    plan[TAI] = tai + form_tai + extra
                    plan[PATTERNS] = patterns | form | extra_patterns
                    plan[MADE] = all_made
                    plan[PAIR] = pair
                    plan[SPARE] = spare
            if not chosen:
                break
            chosen = (chosen - 1) & optional
