"""Tiles that change hands: compiled. The keys of a hand and what is seen follow its tiles."""

from __future__ import annotations

from taipao.sim.kernel import kernel
from taipao.sim.log import MORE_ASIDE, SET_ASIDE, note
from taipao.sim.ruledata import WHITE_IS_BONUS, RuleData
from taipao.sim.shape import KIND_OF, SHARE, WHITE
from taipao.sim.table import BONUS_KONG, CALLED, NUMBERS, Table


@kernel
def gain(table: Table, seat: int, face: int, by: int) -> None:
    """Put so many tiles of a face into a hand; fewer than none takes them away."""
    table.counts[seat, face] += by
    if table.wild[face]:
        table.wilds[seat] += by
    elif face < 34:
        table.keys[seat, face // 9] += by * SHARE[face]


@kernel
def is_bonus(data: RuleData, table: Table, face: int) -> bool:
    """Tell whether a tile is set aside and replaced when drawn (T3, W4)."""
    bonus = face >= 34 or (face == WHITE and data.fields[WHITE_IS_BONUS] != 0)
    return bonus and not table.wild[face]


@kernel
def set_aside(table: Table, seat: int, face: int, number: int, more: bool) -> None:
    """Set tiles of one face aside, face up; `more` of those that go together."""
    gain(table, seat, face, -number)
    table.bonus[seat, face] += number
    place = 2 if face == WHITE else 0 if face < 38 else 1
    table.aside[seat, place] += number
    table.seen[KIND_OF[face]] += number
    note(table, MORE_ASIDE if more else SET_ASIDE, seat, face, number, 0, 0)


@kernel
def lay(table: Table, seat: int, kind: int, tile: int) -> None:
    """Lay a meld down; its tiles have been taken from where they were."""
    place = table.melds[seat]
    table.meld_kinds[seat, place], table.meld_tiles[seat, place] = kind, tile
    table.melds[seat] += 1
    if kind != BONUS_KONG:
        table.numbers[CALLED] = 1


@kernel
def clear(table: Table) -> None:
    """Take everything off the table but the wall."""
    for place in range(NUMBERS):
        table.numbers[place] = 0
    table.counts[:] = 0
    table.keys[:] = 0
    table.wilds[:] = 0
    table.melds[:] = 0
    table.meld_kinds[:] = 0
    table.meld_tiles[:] = 0
    table.aside[:] = 0
    table.bonus[:] = 0
    table.discards[:] = 0
    table.ready[:] = 0
    table.wild[:] = 0
    table.seen[:] = 0
    table.offered[:] = 0
    table.totals[:] = 0
    table.payments[:] = 0
    table.points[:] = 0
    table.rows[:] = 0
