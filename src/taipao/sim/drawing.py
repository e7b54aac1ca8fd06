"""Tiles from the wall: in a turn, after a kong, for bonus tiles, and in the share-out: compiled."""

from __future__ import annotations

from taipao.sim.ending import end_round
from taipao.sim.kernel import kernel
from taipao.sim.ruledata import BLOOM_THROUGH, WHITE_IS_BONUS, RuleData
from taipao.sim.ruledata import SHARE_OUT as SHARE_OUT_FIELD
from taipao.sim.shape import WHITE
from taipao.sim.table import (
    AFTER,
    AFTER_BONUS,
    BONUS_KONG,
    CALLED,
    DRAW,
    HEAD,
    KONG_TILE,
    LIMIT,
    NO_OFFER,
    NO_TILE,
    NOBODY,
    NUMBER,
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
def is_bonus(data: RuleData, table: Table, face: int) -> bool:
    """Tell whether a tile is set aside and replaced when drawn (T3, W4)."""
    bonus = face >= 34 or (face == WHITE and data.fields[WHITE_IS_BONUS] != 0)
    return bonus and not table.wild[face]


@kernel
def set_aside(table: Table, seat: int, face: int, number: int) -> int:
    """Set tiles of one face aside, face up; return how many."""
    table.counts[seat, face] -= number
    table.bonus[seat, face] += number
    place = 2 if face == WHITE else 0 if face < 38 else 1
    table.aside[seat, place] += number
    return number


@kernel
def lay(table: Table, seat: int, kind: int, tile: int) -> None:
    """Lay a meld down; its tiles have been taken from where they were."""
    place = table.melds[seat]
    table.meld_kinds[seat, place], table.meld_tiles[seat, place] = kind, tile
    table.melds[seat] += 1
    if kind != BONUS_KONG:
        table.numbers[CALLED] = 1


@kernel
def take(table: Table, seat: int, from_head: bool, opening: bool) -> int:
    """Move one tile from the wall to a hand; return its face."""
    numbers = table.numbers
    if from_head:
        face = int(table.wall[numbers[HEAD]])
        numbers[HEAD] += 1
    else:
        face = int(table.wall[141 - numbers[TAIL]])
        numbers[TAIL] += 1
    table.counts[seat, face] += 1
    numbers[NUMBER] += 1
    if not opening:
        table.drawn[seat] = face
        numbers[TURN], numbers[OFFER_KIND], numbers[SINCE] = seat, NO_OFFER, DRAW
    return face


@kernel
def draw(
    tables: Tables,
    data: RuleData,
    table: Table,
    seat: int,
    from_head: bool,
    after: int,
    kong_tile: int,
) -> None:
    """Draw in play, replacing bonus tiles, or come to the wall's end first (P3, P9, P11)."""
    numbers = table.numbers
    while DRAWABLE - numbers[HEAD] - numbers[TAIL] > numbers[LIMIT]:
        face = take(table, seat, from_head, False)
        numbers[AFTER], numbers[KONG_TILE] = after, kong_tile
        numbers[PHASE] = TURN_PHASE
        if not is_bonus(data, table, face):
            return
        set_aside(table, seat, face, 1)
        table.drawn[seat] = NO_TILE
        numbers[NUMBER] += 1
        from_head = False
        if kong_tile == NO_TILE or not data.fields[BLOOM_THROUGH]:
            after, kong_tile = AFTER_BONUS, NO_TILE
    if data.fields[SHARE_OUT_FIELD]:
        numbers[NUMBER] += 1
        numbers[PHASE], numbers[TURN], numbers[OFFER_KIND] = SHARE_OUT, seat, NO_OFFER
        share(tables, data, table, seat)
    else:
        end_round(tables, data, table, NOBODY)


@kernel
def share(tables: Tables, data: RuleData, table: Table, seat: int) -> None:
    """Deal share-out tiles up to the next that may be won with, or end the round (P9)."""
    numbers = table.numbers
    while numbers[SHARED] < 4:
        face = take(table, seat, True, False)
        numbers[AFTER], numbers[KONG_TILE] = 0, NO_TILE
        numbers[SHARED] += 1
        if not is_bonus(data, table, face):
            return
        set_aside(table, seat, face, 1)
        table.drawn[seat] = NO_TILE
        numbers[NUMBER] += 1
        seat = (seat + 1) % 4
    end_round(tables, data, table, NOBODY)
