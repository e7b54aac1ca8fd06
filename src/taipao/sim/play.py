"""A round from the deal to its end: `game/engine.py` and `game/claims.py`, compiled.

`deal` opens a round. Then, until its phase is `ENDED`: `ask` opens the decision that it stands at
and says how many seats are asked (those without `NOT_ASKED` in `answers`), `answer` takes what
they choose, and `go_on` does what comes of it.
"""

from __future__ import annotations

from taipao.sim.drawing import draw, share
from taipao.sim.ending import end_round, limit_of, way_won
from taipao.sim.holding import gain, lay
from taipao.sim.kernel import kernel
from taipao.sim.legal import legal
from taipao.sim.log import (
    ACTED,
    AFTER_KONG,
    CANCELLED,
    CHOW_MADE,
    DECLARED,
    DISCARDED,
    FROM_HEAD,
    IN_TURN,
    KONG_DECLARED,
    KONG_MADE,
    NOTED,
    PUNG_MADE,
    WON_BY,
    note,
)
from taipao.sim.ruledata import LOCKED, RuleData
from taipao.sim.shape import KIND_OF
from taipao.sim.table import (
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
        tile, source, kong_tile = numbers[OFFER_TILE], numbers[OFFER_SOURCE], NO_TILE
        gain(table, seat, tile, 1)
    else:
        tile, source, kong_tile = table.drawn[seat], NOBODY, numbers[KONG_TILE]
        if tile == NO_TILE:
            tile = 0
            while not table.counts[seat, tile]:
                tile += 1
    note(table, WON_BY, seat, numbers[WON], tile, source, kong_tile)
    numbers[TURN] = seat
    end_round(tables, data, table, seat)


@kernel
def _discard(table: Table, seat: int, face: int) -> None:
    numbers = table.numbers
    note(table, DISCARDED, seat, face, 1 if face == table.drawn[seat] else 0, 0, 0)
    gain(table, seat, face, -1)
    table.seen[KIND_OF[face]] += 1
    table.rivers[seat, table.discards[seat]] = face
    table.discards[seat] += 1
    table.drawn[seat] = NO_TILE
    numbers[PHASE] = CLAIMS
    numbers[OFFER_TILE], numbers[OFFER_SOURCE] = face, seat
    numbers[OFFER_KIND] = DISCARD_OFFER


@kernel
def _claim(table: Table, seat: int) -> None:
    """Let a seat have the offered discard: it is about to act."""
    numbers = table.numbers
    numbers[PHASE], numbers[TURN], numbers[SINCE] = TURN_PHASE, seat, CLAIM
    numbers[AFTER], numbers[KONG_TILE], numbers[OFFER_KIND] = 0, NO_TILE, NO_OFFER


@kernel
def _lay_own(table: Table, seat: int, tile: int, number: int) -> None:
    """Move tiles from a hand to where all see them."""
    gain(table, seat, tile, -number)
    table.seen[tile] += number


@kernel
def _make_kong(
    tables: Tables, data: RuleData, table: Table, seat: int, kind: int, tile: int
) -> None:
    """Count a kong and draw from the tail (P3); its own count may end the wall (P9, P11)."""
    numbers = table.numbers
    source = NOBODY
    if kind == EXPOSED_KONG:
        source = numbers[OFFER_SOURCE]
        _claim(table, seat)
        _lay_own(table, seat, tile, 3)
        lay(table, seat, kind, tile)
    else:
        if kind == CONCEALED_KONG:
            _lay_own(table, seat, tile, 4)
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
    note(table, KONG_MADE, seat, kind, tile, source, numbers[LIMIT])
    after = AFTER_CONCEALED if kind == CONCEALED_KONG else AFTER_EXPOSED
    draw(tables, data, table, seat, AFTER_KONG, after, tile)


@kernel
def ask(tables: Tables, data: RuleData, table: Table) -> int:
    """Open the decision that the round stands at; return how many seats are asked.

    Answers of a decision that was open before, some seat having cancelled, stay if they still can.
    """
    asked = 0
    for seat in range(4):
        if legal(tables, data, table, seat):
            asked += 1
            if not _still_offered(table, seat, table.answers[seat]):
                table.answers[seat] = NO_ANSWER
        else:
            table.answers[seat] = NOT_ASKED
    return asked


@kernel
def _still_offered(table: Table, seat: int, action: int) -> bool:
    if action >= 0:
        for place in range(table.offered[seat]):
            if table.choices[seat, place] == action:
                return True
    return False


@kernel
def is_automatic(table: Table) -> bool:
    """Tell whether a ready seat passes on its turn by itself, having no choice (P7)."""
    seat = table.numbers[TURN]
    if table.numbers[PHASE] != TURN_PHASE or not table.ready[seat]:
        return False
    return bool(table.offered[seat] > 0 and table.choices[seat, 0] == PASS)


@kernel
def cancel_ready(table: Table, seat: int) -> None:
    """Take back a declaration (P7); the decision is to be asked anew."""
    table.ready[seat] = 0
    note(table, ACTED, seat, CANCEL, 0, 0, 0)
    note(table, CANCELLED, seat, 0, 0, 0, 0)


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
    by_itself = 0
    if numbers[PHASE] == TURN_PHASE:
        taker = int(numbers[TURN])
        if is_automatic(table):
            action, by_itself = PASS, 1
        else:
            action = int(table.answers[taker])
    else:
        taker, best = NOBODY, 0
        for seat in range(4):
            rank = _rank(table, seat)
            if rank > best:
                taker, best = seat, rank
        action = PASS if taker == NOBODY else int(table.answers[taker])
    table.answers[:] = NOT_ASKED
    if taker == NOBODY:
        _proceed(tables, data, table)
    else:
        note(table, ACTED, taker, action, by_itself, 0, 0)
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
        seat = (numbers[OFFER_SOURCE] + 1) % 4
        draw(tables, data, table, seat, IN_TURN | FROM_HEAD, 0, NO_TILE)


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
        table.ready[seat] = 1
        note(table, DECLARED if data.fields[LOCKED] else NOTED, seat, 0, 0, 0, 0)
        _discard(table, seat, action - DECLARE)
    elif action == CLAIM_PUNG:
        tile = numbers[OFFER_TILE]
        note(table, PUNG_MADE, seat, numbers[OFFER_SOURCE], tile, 0, 0)
        _claim(table, seat)
        _lay_own(table, seat, tile, 2)
        lay(table, seat, PUNG, tile)
    elif action >= CLAIM_CHOW:
        tile, chow = numbers[OFFER_TILE], action - CLAIM_CHOW
        note(table, CHOW_MADE, seat, numbers[OFFER_SOURCE], tile, tile - 2 + chow, 0)
        _claim(table, seat)
        for other in range(tile - 2 + chow, tile + 1 + chow):
            if other != tile:
                _lay_own(table, seat, other, 1)
        lay(table, seat, CHOW, tile - 2 + chow)
    else:
        tile = action - KONG
        if numbers[PHASE] == CLAIMS:
            _make_kong(tables, data, table, seat, EXPOSED_KONG, tile)
        elif table.counts[seat, tile] == 4:
            _make_kong(tables, data, table, seat, CONCEALED_KONG, tile)
        else:
            _lay_own(table, seat, tile, 1)
            table.drawn[seat] = NO_TILE
            note(table, KONG_DECLARED, seat, tile, 0, 0, 0)
            numbers[PHASE] = CLAIMS
            numbers[OFFER_TILE], numbers[OFFER_SOURCE] = tile, seat
            numbers[OFFER_KIND] = KONG_OFFER
