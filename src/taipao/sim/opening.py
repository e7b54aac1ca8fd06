"""The deal, and what is replaced before anybody acts (P2): compiled."""

from __future__ import annotations

import numpy as np

from taipao.sim.drawing import take
from taipao.sim.ending import limit_of
from taipao.sim.holding import clear, gain, is_bonus, lay, set_aside
from taipao.sim.kernel import kernel
from taipao.sim.log import DEALT, IN_OPENING, OPENING_KONG, PLAY_BEGAN, note
from taipao.sim.ruledata import OPENING_KONG as OPENING_KONG_FIELD
from taipao.sim.ruledata import RuleData
from taipao.sim.shape import KIND_OF, WHITE
from taipao.sim.table import (
    BONUS_KONG,
    CONCEALED,
    DEALER,
    FIRST,
    HEAD,
    KONG_TILE,
    LIMIT,
    NO_TILE,
    NOBODY,
    NOT_ASKED,
    OFFER_TILE,
    PHASE,
    SECOND,
    SINCE,
    START,
    TURN,
    TURN_PHASE,
    WINNER,
    Table,
)


@kernel
def deal(data: RuleData, table: Table, dealer: int) -> None:
    """Deal a round from the wall of the table and play its opening (P2)."""
    numbers, wall = table.numbers, table.wall
    clear(table)
    table.drawn[:] = NO_TILE
    table.answers[:] = NOT_ASKED
    numbers[DEALER] = numbers[TURN] = dealer
    numbers[WINNER] = NOBODY
    numbers[KONG_TILE] = numbers[OFFER_TILE] = NO_TILE
    numbers[FIRST], numbers[SECOND] = KIND_OF[wall[143]], KIND_OF[wall[142]]
    for kind in (numbers[FIRST], numbers[SECOND]):
        table.seen[kind] += 1
        for face in range(42):
            if KIND_OF[face] == kind:
                table.wild[face] = 1
    for place in range(64):
        gain(table, (dealer + place // 4) % 4, wall[place], 1)
    gain(table, dealer, wall[64], 1)
    numbers[HEAD] = 65
    numbers[LIMIT] = limit_of(data, table)
    note(table, DEALT, dealer, numbers[LIMIT], 0, 0, 0)
    _open(data, table)
    note(table, PLAY_BEGAN, dealer, 0, 0, 0, 0)
    numbers[PHASE], numbers[SINCE] = TURN_PHASE, START
    numbers[TURN] = dealer


@kernel
def _open(data: RuleData, table: Table) -> None:
    """Replace bonus tiles around the table until a whole round replaces nothing (P2)."""
    numbers = table.numbers
    first, replaced = True, True
    while replaced:
        replaced = False
        for turn in range(4):
            seat = (numbers[DEALER] + turn) % 4
            if _replace_once(data, table, seat, first and data.fields[OPENING_KONG_FIELD] != 0):
                replaced = True
        first = False


@kernel
def _replace_once(data: RuleData, table: Table, seat: int, kongs: bool) -> bool:
    counts, numbers = table.counts[seat], table.numbers
    made = np.zeros(3, np.bool_)
    if kongs:
        made[0] = is_bonus(data, table, WHITE) and counts[WHITE] == 4
        for flowers in range(2):
            able = True
            for face in range(34 + 4 * flowers, 38 + 4 * flowers):
                able = able and is_bonus(data, table, face) and counts[face] == 1
            made[1 + flowers] = able
    did = False
    for kind in range(3):
        if made[kind]:
            did = True
            start = WHITE if kind == 0 else 34 if kind == 1 else 38
            for step in range(4):
                gain(table, seat, start if kind == 0 else start + step, -1)
            lay(table, seat, BONUS_KONG, start)
            numbers[CONCEALED] += 1
            numbers[LIMIT] = limit_of(data, table)
            note(table, OPENING_KONG, seat, start, numbers[LIMIT], 0, 0)
            take(table, seat, IN_OPENING, 0, NO_TILE)
    aside = 0
    for face in range(WHITE, 42):
        if counts[face] and is_bonus(data, table, face):
            number = int(counts[face])
            set_aside(table, seat, face, number, aside > 0)
            aside += number
    for _ in range(aside):
        take(table, seat, IN_OPENING, 0, NO_TILE)
    return did or aside > 0
