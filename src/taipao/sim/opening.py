"""The deal, and what is replaced before anybody acts (P2): compiled."""

from __future__ import annotations

import numpy as np

from taipao.sim.drawing import is_bonus, lay, set_aside, take
from taipao.sim.ending import limit_of
from taipao.sim.kernel import kernel
from taipao.sim.ruledata import OPENING_KONG, RuleData
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
    NUMBER,
    NUMBERS,
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
from taipao.sim.tables import Tables


@kernel
def deal(tables: Tables, data: RuleData, table: Table, dealer: int) -> None:
    """Deal a round from the wall of the table and play its opening (P2)."""
    numbers, wall = table.numbers, table.wall
    for place in range(NUMBERS):
        numbers[place] = 0
    table.counts[:] = 0
    table.melds[:] = 0
    table.meld_kinds[:] = 0
    table.meld_tiles[:] = 0
    table.aside[:] = 0
    table.bonus[:] = 0
    table.discards[:] = 0
    table.drawn[:] = NO_TILE
    table.ready[:] = False
    table.wild[:] = False
    table.answers[:] = NOT_ASKED
    table.totals[:] = 0
    table.points[:] = 0
    numbers[DEALER] = numbers[TURN] = dealer
    numbers[WINNER] = NOBODY
    numbers[KONG_TILE] = numbers[OFFER_TILE] = NO_TILE
    numbers[FIRST], numbers[SECOND] = KIND_OF[wall[143]], KIND_OF[wall[142]]
    for face in range(42):
        kind = KIND_OF[face]
        table.wild[face] = kind in (numbers[FIRST], numbers[SECOND])
    for place in range(64):
        table.counts[(dealer + place // 4) % 4, wall[place]] += 1
    table.counts[dealer, wall[64]] += 1
    numbers[HEAD] = 65
    numbers[LIMIT] = limit_of(data, table)
    numbers[NUMBER] = 1
    _open(data, table)
    numbers[NUMBER] += 1
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
            if _replace_once(data, table, seat, first and data.fields[OPENING_KONG] != 0):
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
                counts[start if kind == 0 else start + step] -= 1
            lay(table, seat, BONUS_KONG, start)
            numbers[CONCEALED] += 1
            numbers[LIMIT] = limit_of(data, table)
            numbers[NUMBER] += 1
            take(table, seat, False, True)
    aside = 0
    for face in range(42):
        if counts[face] and is_bonus(data, table, face):
            aside += set_aside(table, seat, face, int(counts[face]))
    if aside:
        numbers[NUMBER] += 1
        for _ in range(aside):
            take(table, seat, False, True)
    return did or aside > 0
