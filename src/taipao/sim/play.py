"""A round from the deal to its end: `game/engine.py` and `game/claims.py`, compiled.

`deal` opens a round. Then, until its phase is `ENDED`: `ask` opens the decision that it stands at
and says how many seats are asked (those without `NOT_ASKED` in `answers`), `answer` takes what
they choose, and `go_on` does what comes of it.
"""

from __future__ import annotations

from taipao.sim.drawing import draw, lay, share
from taipao.sim.ending import end_round, limit_of, way_won
from taipao.sim.kernel import kernel
from taipao.sim.legal import legal
from taipao.sim.ruledata import LOCKED, RuleData
from taipao.sim.table import (
    ACTIONS,
    ADDED_KONG,
    AFTER,
    AFTER_CONCEALED,
    AFTER_EXPOSED,
    CANCEL,
    CHOW,
    CLAIM,
    CLAIM_CHOW,
    CLAIM_PUNG,
    CLAIMS,
    CONCEALED,
    CONCEALED_KONG,
    DECLARE,
    DISCARD_OFFER,
    EXPOSED,
    EXPOSED_KONG,
    KONG,
    KONG_OFFER,
    KONG_TILE,
    LIMIT,
    NO_ANSWER,
    NO_OFFER,
    NO_TILE,
    NOBODY,
    NOT_ASKED,
    NUMBER,
    OFFER_KIND,
    OFFER_SOURCE,
    OFFER_TILE,
    PASS,
    PHASE,
    PUNG,
    SHARE_OUT,
    SINCE,
    TURN,
    TURN_PHASE,
    WIN,
    WON,
    Table,
)
from taipao.sim.tables import Tables


@kernel
def _win(tables: Tables, data: RuleData, table: Table, seat: int) -> None:
    numbers = table.numbers
    numbers[WON] = way_won(data, table, seat)
    if numbers[OFFER_KIND] != NO_OFFER:
        table.counts[seat, numbers[OFFER_TILE]] += 1
    numbers[NUMBER] += 1
    numbers[TURN] = seat
    end_round(tables, data, table, seat)


@kernel
def _discard(table: Table, seat: int, face: int) -> None:
    numbers = table.numbers
    table.counts[seat, face] -= 1
    table.rivers[seat, table.discards[seat]] = face
    table.discards[seat] += 1
    table.drawn[seat] = NO_TILE
    numbers[NUMBER] += 1
    numbers[PHASE] = CLAIMS
    numbers[OFFER_TILE], numbers[OFFER_SOURCE] = face, seat
    numbers[OFFER_KIND] = DISCARD_OFFER


@kernel
def _claim(table: Table, seat: int) -> None:
    """Let a seat have the offered discard: it is about to act."""
    numbers = table.numbers
    numbers[NUMBER] += 1
    numbers[PHASE], numbers[TURN], numbers[SINCE] = TURN_PHASE, seat, CLAIM
    numbers[AFTER], numbers[KONG_TILE], numbers[OFFER_KIND] = 0, NO_TILE, NO_OFFER


@kernel
def _make_kong(
    tables: Tables, data: RuleData, table: Table, seat: int, kind: int, tile: int
) -> None:
    """Count a kong and draw from the tail (P3); its own count may end the wall (P9, P11)."""
    numbers = table.numbers
    if kind == EXPOSED_KONG:
        _claim(table, seat)
        table.counts[seat, tile] -= 3
        lay(table, seat, kind, tile)
    else:
        numbers[NUMBER] += 1
        if kind == CONCEALED_KONG:
            table.counts[seat, tile] -= 4
            lay(table, seat, kind, tile)
        else:
            for meld in range(table.melds[seat]):
                if table.meld_kinds[seat, meld] == PUNG and table.meld_tiles[seat, meld] == tile:
                    table.meld_kinds[seat, meld] = ADDED_KONG
        numbers[PHASE], numbers[TURN], numbers[OFFER_KIND] = TURN_PHASE, seat, NO_OFFER
    table.drawn[seat] = NO_TILE
    if kind == CONCEALED_KONG:
        numbers[CONCEALED] += 1
    else:
        numbers[EXPOSED] += 1
    numbers[LIMIT] = limit_of(data, table)
    after = AFTER_CONCEALED if kind == CONCEALED_KONG else AFTER_EXPOSED
    draw(tables, data, table, seat, False, after, tile)


@kernel
def ask(tables: Tables, data: RuleData, table: Table) -> int:
    """Open the decision that the round stands at; return how many seats are asked.

    Answers of a decision that was open before, some seat having cancelled, stay if they still can.
    """
    asked = 0
    for seat in range(4):
        number = legal(tables, data, table, seat, table.offers[seat])
        if number:
            asked += 1
            kept = table.answers[seat]
            if kept < 0 or not table.offers[seat, kept]:
                table.answers[seat] = NO_ANSWER
        else:
            table.answers[seat] = NOT_ASKED
    return asked


@kernel
def is_automatic(table: Table) -> bool:
    """Tell whether a ready seat passes on its turn by itself, having no choice (P7)."""
    seat = table.numbers[TURN]
    if table.numbers[PHASE] != TURN_PHASE or not table.ready[seat]:
        return False
    for action in range(ACTIONS):
        if table.offers[seat, action] and action not in (PASS, CANCEL):
            return False
    return bool(table.offers[seat, PASS])


@kernel
def cancel_ready(table: Table, seat: int) -> None:
    """Take back a declaration (P7); the decision is to be asked anew."""
    table.ready[seat] = False


@kernel
def _rank(table: Table, seat: int) -> int:
    """Rank a claim by kind, then by nearness after the source (P4); 0 for a pass."""
    action = table.answers[seat]
    if action in (PASS, NOT_ASKED, NO_ANSWER):
        return 0
    kind = 3 if action == WIN else 1 if action >= CLAIM_CHOW else 2
    return int(8 * kind + 4 - (seat - table.numbers[TURN]) % 4)


@kernel
def go_on(tables: Tables, data: RuleData, table: Table) -> int:
    """Do what all answers come to; return the seat whose answer counted, or `NOBODY`."""
    numbers = table.numbers
    if numbers[PHASE] == TURN_PHASE:
        taker = int(numbers[TURN])
        action = PASS if is_automatic(table) else table.answers[taker]
    else:
        taker, best = NOBODY, 0
        for seat in range(4):
            rank = _rank(table, seat)
            if rank > best:
                taker, best = seat, rank
        action = PASS if taker == NOBODY else table.answers[taker]
    table.answers[:] = NOT_ASKED
    if taker == NOBODY:
        _proceed(tables, data, table)
    else:
        _do(tables, data, table, taker, action)
    return int(taker)


@kernel
def _proceed(tables: Tables, data: RuleData, table: Table) -> None:
    """Go on where nobody takes the offered tile or wins in the share-out."""
    numbers = table.numbers
    if numbers[PHASE] == SHARE_OUT:
        share(tables, data, table, (numbers[TURN] + 1) % 4)
    elif numbers[OFFER_KIND] == KONG_OFFER:
        seat, tile = numbers[OFFER_SOURCE], numbers[OFFER_TILE]
        _make_kong(tables, data, table, seat, ADDED_KONG, tile)
    else:
        draw(tables, data, table, (numbers[OFFER_SOURCE] + 1) % 4, True, 0, NO_TILE)


@kernel
def _do(tables: Tables, data: RuleData, table: Table, seat: int, action: int) -> None:
    """Do what a seat has chosen."""
    numbers = table.numbers
    if action == WIN:
        _win(tables, data, table, seat)
    elif action == PASS:
        # Only a ready seat passes on its turn: it discards what it drew.
        _discard(table, seat, table.drawn[seat])
    elif action < DECLARE:
        _discard(table, seat, action)
    elif action < PASS:
        table.ready[seat] = True
        if data.fields[LOCKED]:
            numbers[NUMBER] += 1
        _discard(table, seat, action - DECLARE)
    elif action == CLAIM_PUNG:
        tile = numbers[OFFER_TILE]
        _claim(table, seat)
        table.counts[seat, tile] -= 2
        lay(table, seat, PUNG, tile)
    elif action >= CLAIM_CHOW:
        tile, chow = numbers[OFFER_TILE], action - CLAIM_CHOW
        _claim(table, seat)
        table.counts[seat, tile + (-2 if chow == 0 else -1 if chow == 1 else 1)] -= 1
        table.counts[seat, tile + (-1 if chow == 0 else 1 if chow == 1 else 2)] -= 1
        lay(table, seat, CHOW, tile - 2 + chow)
    else:
        tile = action - KONG
        if numbers[PHASE] == CLAIMS:
            _make_kong(tables, data, table, seat, EXPOSED_KONG, tile)
        elif table.counts[seat, tile] == 4:
            _make_kong(tables, data, table, seat, CONCEALED_KONG, tile)
        else:
            table.counts[seat, tile] -= 1
            table.drawn[seat] = NO_TILE
            numbers[NUMBER] += 1
            numbers[PHASE] = CLAIMS
            numbers[OFFER_TILE], numbers[OFFER_SOURCE] = tile, seat
            numbers[OFFER_KIND] = KONG_OFFER
