"""Tiles from the wall: in a turn, after a kong, for bonus tiles, and in the share-out: compiled."""

from __future__ import annotations

from taipao.sim.ending import end_round
from taipao.sim.holding import gain, is_bonus, set_aside
from taipao.sim.kernel import kernel
from taipao.sim.log import (
    DRAWN,
    FOR_BONUS,
    FROM_HEAD,
    IN_OPENING,
    IN_SHARE_OUT,
    SHARED_OUT,
    note,
)
from taipao.sim.ruledata import BLOOM_THROUGH, RuleData
from taipao.sim.ruledata import SHARE_OUT as SHARE_OUT_FIELD
from taipao.sim.table import (
    AFTER,
    AFTER_BONUS,
    DRAW,
    HEAD,
    KONG_TILE,
    LIMIT,
    NO_OFFER,
    NO_TILE,
    NOBODY,
    OFFER_KIND,
    PHASE,
    SHARE_OUT,
    SHARED,
    SINCE,
    TAIL,
    TURN,
    TURN_PHASE,
    Table,
)
from taipao.sim.tables import Tables

DRAWABLE = 142


@kernel
def take(table: Table, seat: int, why: int, after: int, kong_tile: int) -> int:
    """Move one tile from the wall to a hand; return its face. `why` tells from which end, too."""
    numbers = table.numbers
    if why & FROM_HEAD:
        face = table.wall[numbers[HEAD]]
        numbers[HEAD] += 1
    else:
        face = table.wall[141 - numbers[TAIL]]
        numbers[TAIL] += 1
    gain(table, seat, face, 1)
    note(table, DRAWN, seat, face, why, after, kong_tile)
    if why != IN_OPENING:
        table.drawn[seat] = face
        numbers[TURN], numbers[OFFER_KIND], numbers[SINCE] = seat, NO_OFFER, DRAW
        numbers[AFTER], numbers[KONG_TILE] = after, kong_tile
    return int(face)


@kernel
def draw(
    tables: Tables,
    data: RuleData,
    table: Table,
    seat: int,
    why: int,
    after: int,
    kong_tile: int,
) -> None:
    """Draw in play, replacing bonus tiles, or come to the wall's end first (P3, P9, P11)."""
    numbers = table.numbers
    while DRAWABLE - numbers[HEAD] - numbers[TAIL] > numbers[LIMIT]:
        face = take(table, seat, why, after, kong_tile)
        numbers[PHASE] = TURN_PHASE
        if not is_bonus(data, table, face):
            return
        set_aside(table, seat, face, 1, False)
        table.drawn[seat] = NO_TILE
        why = FOR_BONUS
        if kong_tile == NO_TILE or not data.fields[BLOOM_THROUGH]:
            after, kong_tile = AFTER_BONUS, NO_TILE
    if data.fields[SHARE_OUT_FIELD]:
        note(table, SHARED_OUT, seat, 0, 0, 0, 0)
        numbers[PHASE], numbers[TURN], numbers[OFFER_KIND] = SHARE_OUT, seat, NO_OFFER
        share(tables, data, table, seat)
    else:
        end_round(tables, data, table, NOBODY)


@kernel
def share(tables: Tables, data: RuleData, table: Table, seat: int) -> None:
    """Deal share-out tiles up to the next that may be won with, or end the round (P9)."""
    numbers = table.numbers
    while numbers[SHARED] < 4:
        face = take(table, seat, IN_SHARE_OUT | FROM_HEAD, 0, NO_TILE)
        numbers[SHARED] += 1
        if not is_bonus(data, table, face):
            return
        set_aside(table, seat, face, 1, False)
        table.drawn[seat] = NO_TILE
        seat = (seat + 1) % 4
    end_round(tables, data, table, NOBODY)
