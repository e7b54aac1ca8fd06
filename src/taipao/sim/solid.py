"""The bot `solid` of `bots/solid.py`, compiled: it chooses the same of every choice.

A hand is looked at by changing the table and changing it back.
"""

from __future__ import annotations

from taipao.sim.chance import below
from taipao.sim.ending import SELF_DRAWN, way_won
from taipao.sim.greedy import lay_meld, mark_discards, mark_held, take_own
from taipao.sim.holding import gain
from taipao.sim.kernel import kernel
from taipao.sim.legal import seat_at
from taipao.sim.outlook import look_around, worth
from taipao.sim.progress import Weights
from taipao.sim.ruledata import READY_TAI, RuleData
from taipao.sim.score import score_winner
from taipao.sim.table import (
    ADDED_KONG,
    CANCEL,
    CHOW,
    CLAIM_CHOW,
    CLAIM_PUNG,
    CLAIMS,
    CONCEALED_KONG,
    DECLARE,
    EXPOSED_KONG,
    KONG,
    NO_OFFER,
    NO_TILE,
    OFFER_KIND,
    OFFER_TILE,
    PASS,
    PHASE,
    PUNG,
    SHARE_OUT,
    WIN,
    Table,
)
from taipao.sim.tables import Tables
from taipao.sim.weights import CLAIMING, KONGING, MISTAKEN, PAID, SPARED, WINNING

LOTS = 1 << 20
"""So many lots there are, for what a weaker player mistakes."""


@kernel
def choose_solid(tables: Tables, data: RuleData, weights: Weights, table: Table, seat: int) -> int:
    """Return what the bot chooses for a seat that is asked."""
    look_around(data, weights, table, seat)
    wins = table.choices[seat, 0] == WIN
    if table.numbers[PHASE] == SHARE_OUT:
        return WIN if wins else PASS
    sure = -1.0
    if wins:
        sure = _won(tables, data, table, seat) + weights[SPARED]
        sure *= table.facts[PAID] * weights[WINNING]
    if table.numbers[PHASE] == CLAIMS:
        return _claim(tables, data, weights, table, seat, sure)
    return _turn(tables, data, weights, table, seat, sure)


@kernel
def _won(tables: Tables, data: RuleData, table: Table, seat: int) -> int:
    """Return the total of winning now."""
    numbers = table.numbers
    key = way_won(data, table, seat)
    offered = numbers[OFFER_KIND] != NO_OFFER
    if offered:
        gain(table, seat, numbers[OFFER_TILE], 1)
    total = score_winner(
        tables,
        data,
        seat_at(table, seat),
        table.counts[seat],
        table.keys[seat],
        table.wilds[seat],
        key,
        key < SELF_DRAWN,
        table.plan[:],
        table.row[:],
    )
    if offered:
        gain(table, seat, numbers[OFFER_TILE], -1)
    return total


@kernel
def _seen(tables: Tables, data: RuleData, weights: Weights, table: Table, seat: int) -> float:
    """Return the worth of a hand as the bot sees it: a weaker one is mistaken by lot."""
    value = worth(tables, data, weights, table, seat)
    if weights[MISTAKEN] > 0.0:
        lot = below(table.chance, LOTS) / LOTS
        value *= 1.0 + weights[MISTAKEN] * (2.0 * lot - 1.0)
    return value


@kernel
def _best_discard(
    tables: Tables, data: RuleData, weights: Weights, table: Table, seat: int
) -> tuple[int, float]:
    """Return the best of the tiles that `able` marks, and what the hand is worth without it."""
    best, most = NO_TILE, -1.0
    for face in range(42):
        if table.able[face]:
            gain(table, seat, face, -1)
            value = _seen(tables, data, weights, table, seat)
            gain(table, seat, face, 1)
            if value > most:
                best, most = face, value
    return best, most


@kernel
def _turn(
    tables: Tables, data: RuleData, weights: Weights, table: Table, seat: int, sure: float
) -> int:
    """Choose on an own turn: to win, a kong, or the best discard."""
    best, most = PASS, 0.0
    if mark_discards(table, seat):
        best, most = _best_discard(tables, data, weights, table, seat)
    elif table.drawn[seat] != NO_TILE:
        # Declared ready: the tile drawn goes.
        gain(table, seat, table.drawn[seat], -1)
        most = _seen(tables, data, weights, table, seat)
        gain(table, seat, table.drawn[seat], 1)
    discard, passes = best, False
    for place in range(table.offered[seat]):
        action = int(table.choices[seat, place])
        if action == PASS:
            passes = True
        elif KONG <= action < CLAIM_CHOW:
            value = _with_own_kong(tables, data, weights, table, seat, action - KONG)
            value *= weights[KONGING]
            if value > most:
                best, most = action, value
        elif data.fields[READY_TAI] > 0 and action == discard + DECLARE and best == discard:
            best = action
    if sure >= most or (best == PASS and not passes):
        return WIN
    return best


@kernel
def _with_own_kong(
    tables: Tables, data: RuleData, weights: Weights, table: Table, seat: int, tile: int
) -> float:
    """Return what the hand is worth after a concealed or an added kong, nothing drawn yet."""
    if table.counts[seat, tile] == 4:
        gain(table, seat, tile, -4)
        lay_meld(table, seat, CONCEALED_KONG, tile)
        value = _seen(tables, data, weights, table, seat)
        table.melds[seat] -= 1
        gain(table, seat, tile, 4)
        return value
    place = 0
    while table.meld_kinds[seat, place] != PUNG or table.meld_tiles[seat, place] != tile:
        place += 1
    gain(table, seat, tile, -1)
    table.meld_kinds[seat, place] = ADDED_KONG
    value = _seen(tables, data, weights, table, seat)
    table.meld_kinds[seat, place] = PUNG
    gain(table, seat, tile, 1)
    return value


@kernel
def _claim(
    tables: Tables, data: RuleData, weights: Weights, table: Table, seat: int, sure: float
) -> int:
    """Choose what to do with an offered tile: to win, to claim it, or to pass."""
    tile = table.numbers[OFFER_TILE]
    best, most = PASS, _seen(tables, data, weights, table, seat)
    for place in range(table.offered[seat]):
        action = int(table.choices[seat, place])
        if action in (WIN, PASS, CANCEL):
            continue
        kind, lowest, own = PUNG, tile, 2
        if action >= CLAIM_CHOW:
            kind, lowest, own = CHOW, tile - 2 + action - CLAIM_CHOW, 0
        elif action != CLAIM_PUNG:
            kind, own = EXPOSED_KONG, 3
        take_own(table, seat, lowest, tile, own, -1)
        lay_meld(table, seat, kind, lowest)
        if kind == EXPOSED_KONG:
            value = _seen(tables, data, weights, table, seat) * weights[KONGING]
        else:
            mark_held(table, seat)
            _, value = _best_discard(tables, data, weights, table, seat)
            value *= weights[CLAIMING]
        table.melds[seat] -= 1
        take_own(table, seat, lowest, tile, own, 1)
        if value > most:
            best, most = action, value
    return WIN if sure >= most else best
