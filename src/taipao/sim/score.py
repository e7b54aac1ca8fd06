"""What a seat's tiles are worth: `rules/scoring.py`, compiled.

A seat's tiles are its counts by face; `Seat` says the rest. Figures go into a row as `ruledata.py`
describes it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from taipao.rules.counting import CHOW, HONOUR, NOT_GREEN, SUIT_SHIFT, TRIPLET
from taipao.rules.honours import KONG_SHIFT, TRIPLET_BITS
from taipao.sim.kernel import kernel
from taipao.sim.listed import list_plans
from taipao.sim.plans import MADE, PAIR, PATTERNS, SPARE, best_plan, counted
from taipao.sim.ruledata import (
    DOUBLE_FROM,
    KILL_PIG,
    PIG_ANY_FOUR,
    PIG_OFF,
    SPARE_PAYS,
    RuleData,
)
from taipao.sim.shape import SEASONS, Counts, Flags, Keys, missing, size_of
from taipao.sim.tables import Tables

Row = NDArray[np.int32]

PLAN = 8
"""Numbers that a plan needs room for."""

BONUS_KONG = 5
GREEN = 5
RED = 6
NO_WIN = -1


class Seat(NamedTuple):
    """What is known of a seat beside its concealed tiles.

    `wind` counts from East, 0. `first` and `second` are the indicators' kinds, `wild` tells of each
    face whether it is wild. A meld is its kind, by its place in `MELD_KINDS`, and its lowest tile.
    `aside` counts seasons, plants and whites set aside.
    """

    wind: int
    first: int
    second: int
    wild: Flags
    melds: int
    meld_kinds: Counts
    meld_tiles: Counts
    aside: Counts


@kernel
def held_of(counts: Counts, kind: int) -> int:
    """Count the tiles of a kind."""
    if kind < SEASONS:
        return int(counts[kind])
    start = 34 + 4 * (kind - SEASONS)
    total = 0
    for face in range(start, start + 4):
        total += counts[face]
    return total


@kernel
def _flags_of(kind: int, tile: int) -> int:
    """Flag a meld as `rules/counting.py` does."""
    if kind == BONUS_KONG:
        return TRIPLET
    flags = CHOW if kind == 0 else TRIPLET
    # Of the chows only 2 3 4 of bamboo is green.
    green = tile == 19 if kind == 0 else tile in (19, 20, 21, 23, 25, 32)
    if not green:
        flags |= NOT_GREEN
    if tile < 27:
        return flags | 1 << SUIT_SHIFT + tile // 9
    bit = 1 << tile - 27
    return flags | HONOUR | bit | (bit << KONG_SHIFT if kind >= 2 else 0)


@kernel
def kill_pig_allowed(data: RuleData, seat: Seat, held: int, wilds: int) -> bool:
    """Tell whether the wild tiles allow a win without the shape (V15); `held` of the first kind."""
    mode = data.fields[KILL_PIG]
    if wilds < 2 or mode == PIG_OFF:
        return False
    if seat.first == seat.second:
        return bool(data.fields[SPARE_PAYS]) and wilds == 2
    if mode == PIG_ANY_FOUR:
        return wilds >= 4
    other = wilds - held
    return max(held, other) == 3 and min(held, other) >= 1


@kernel
def total_of(data: RuleData, tai: int) -> int:
    """Apply S1."""
    limit = data.fields[DOUBLE_FROM]
    return 2 * tai if 0 < limit <= tai else tai


@kernel
def _add(row: Row, part: NDArray[np.int16]) -> None:
    for column in range(row.shape[0]):
        row[column] += part[column]


@kernel
def _laid(data: RuleData, seat: Seat, row: Row) -> int:
    """Add what lies on the table to a row; return the flags of the melds."""
    flags = 0
    for kind in range(3):
        if seat.aside[kind]:
            _add(row, data.aside[kind, seat.aside[kind]])
    for meld in range(seat.melds):
        kind, tile = seat.meld_kinds[meld], int(seat.meld_tiles[meld])
        if kind >= 2:
            _add(row, data.meld[seat.wind, kind, tile])
        flags |= _flags_of(kind, tile)
    return flags


@kernel
def score_winner(
    tables: Tables,
    data: RuleData,
    seat: Seat,
    counts: Counts,
    keys: Keys,
    wilds: int,
    won: int,
    on_turn: bool,
    plan: Keys,
    row: Row,
) -> int:
    """Write a winner's figures in the best reading (V19) into `row`; return the total after S1.

    The hand holds the winning tile, `won` is the key of the way it was won, and `on_turn` tells
    whether that was a self-draw. `NO_WIN` if the tiles do not win. `plan` is room to work in.
    """
    row[:] = 0
    held = held_of(counts, seat.first) if wilds else 0
    other = wilds - held
    equal = seat.first == seat.second and data.fields[SPARE_PAYS]
    if size_of(counts) != 17 - 3 * seat.melds:
        return NO_WIN
    if missing(tables, keys, seat.melds) > wilds:
        if not (on_turn and kill_pig_allowed(data, seat, held, wilds)):
            return NO_WIN
        if seat.first == seat.second:
            _add(row, data.equal[held])
        else:
            _add(row, data.many[wilds])
            _add(row, data.pig)
        return total_of(data, row[0])
    flags = _laid(data, seat, row)
    first = data.equal[held] if equal else data.wild[seat.wind, seat.first, held]
    second = data.wild[seat.wind, seat.second, 0 if equal else other]
    base = first[0] + second[0]
    base_is_zero = row[0] + base == 0
    spare_tai = 0
    pig = data.pig[0] > 0 and max(held, other) == 3 and min(held, other) >= 1
    pig = pig and data.pig[0] >= base
    spare_part = equal and held == 2
    if spare_part:
        spare_tai = data.spare[0] - first[0]
    if spare_tai < 0:
        list_plans(
            data, seat.wind, seat.first, counts, seat.melds, flags, spare_tai, base_is_zero, plan
        )
    else:
        best_plan(
            tables,
            data,
            seat.wind,
            seat.first,
            seat.second,
            counts,
            keys,
            wilds,
            flags,
            spare_tai,
            base_is_zero,
            plan,
        )
    if spare_part and plan[SPARE]:
        _add(row, data.spare)
    elif pig:
        _add(row, data.pig)
    elif wilds:
        _add(row, first)
        _add(row, second)
    triplets, pairs = counted(data, seat.wind, flags, plan[MADE], plan[PAIR])
    for _ in range(triplets):
        _add(row, data.triplet)
    if pairs:
        _add(row, data.pair)
    _add(row, data.won[won])
    _add(row, data.by_number[wilds])
    if seat.melds == 0:
        if wilds == 0 and not (seat.aside[0] or seat.aside[1] or seat.aside[2]):
            _add(row, data.clean)
    elif seat.melds == 5:
        _add(row, data.single)
    patterns = plan[PATTERNS]
    for bit in range(7):
        if patterns >> bit & 1:
            _add(row, data.patterns[bit])
    return total_of(data, row[0])


@kernel
def score_other(data: RuleData, seat: Seat, counts: Counts, wilds: int, row: Row) -> int:
    """Write the figures of a player who has not won (B9) into `row`; return the total."""
    row[:] = 0
    flags = _laid(data, seat, row)
    held = held_of(counts, seat.first) if wilds else 0
    if seat.first == seat.second and data.fields[SPARE_PAYS]:
        _add(row, data.equal[held])
    else:
        _add(row, data.wild[seat.wind, seat.first, held])
        _add(row, data.wild[seat.wind, seat.second, wilds - held])
    triplets, pairs = _best_honours(data, seat, counts, wilds, flags)
    for _ in range(triplets):
        _add(row, data.triplet)
    if pairs:
        _add(row, data.pair)
    return int(row[0])


@kernel
def base_tai(data: RuleData, seat: Seat, counts: Counts, wilds: int) -> int:
    """Return the total that `score_other` gives, without its items."""
    tai, flags = 0, 0
    for kind in range(3):
        tai += data.aside[kind, seat.aside[kind], 0]
    for meld in range(seat.melds):
        kind, tile = seat.meld_kinds[meld], int(seat.meld_tiles[meld])
        if kind >= 2:
            tai += data.meld[seat.wind, kind, tile, 0]
        flags |= _flags_of(kind, tile)
    if wilds:
        held = held_of(counts, seat.first)
        if seat.first == seat.second and data.fields[SPARE_PAYS]:
            tai += data.equal[held, 0]
        else:
            tai += data.wild[seat.wind, seat.first, held, 0]
            tai += data.wild[seat.wind, seat.second, wilds - held, 0]
    triplets, pairs = _best_honours(data, seat, counts, wilds, flags)
    return int(tai + triplets * data.triplet[0] + pairs * data.pair[0])


@kernel
def _best_honours(
    data: RuleData, seat: Seat, counts: Counts, wilds: int, flags: int
) -> tuple[int, int]:
    """Return the triplets and pairs that wild tiles, each used once, make most of (B9)."""
    melded = flags & TRIPLET_BITS
    triplet, pair = int(data.triplet[0]), int(data.pair[0])
    triplets, pairs = counted(data, seat.wind, flags, melded, -1)
    if not (counts[27 + seat.wind] or counts[27 + GREEN] or counts[27 + RED]):
        return triplets, pairs
    most, made_most = triplets * triplet + pairs * pair, 0
    # What each of own wind, 发 and 中 becomes: nothing, a triplet, or (own wind) the pair.
    for choice in range(12):
        own, made, place, needed, allowed = choice // 4, 0, -1, 0, True
        for index in range(3):
            kind = seat.wind if index == 0 else GREEN if index == 1 else RED
            becomes = own if index == 0 else choice >> index - 1 & 1
            if not becomes:
                continue
            # Beside a pung of own wind a pair of it may still be the one that pays.
            if not counts[27 + kind] or (index and flags >> kind & 1):
                allowed = False
                break
            real = 0 if seat.wild[27 + kind] else int(counts[27 + kind])
            if becomes == 1:
                made |= 1 << kind
                needed += max(0, 3 - real)
            else:
                place = kind
                needed += max(0, 2 - real)
        if not allowed or needed > wilds:
            continue
        some, two = counted(data, seat.wind, flags, melded | made, place)
        tai = some * triplet + two * pair
        number = (made & 1) + (made >> 1 & 1) + (made >> 2 & 1) + (made >> 3 & 1)
        number += (made >> GREEN & 1) + (made >> RED & 1)
        # On a tie triplets go before the pair.
        if tai > most or (tai == most and number > made_most):
            most, made_most, triplets, pairs = tai, number, some, two
    return triplets, pairs
