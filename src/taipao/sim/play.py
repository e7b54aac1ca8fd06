"""A round from the deal to its end: `game/engine.py` and `game/claims.py`, compiled.

`deal` opens a round. Then, until its phase is `ENDED`: `ask` opens the decision that it stands at
and says how many seats are asked (those without `NOT_ASKED` in `answers`), `answer` takes what
they choose, and `go_on` does what comes of it.
"""

from __future__ import annotations

import numpy as np

from taipao.sim.kernel import kernel
from taipao.sim.legal import legal, seat_at
from taipao.sim.ruledata import (
    BLOOM_THROUGH,
    EARTHLY_DISCARD,
    EARTHLY_DRAW,
    LOCKED,
    OPENING_KONG,
    RESERVE,
    RESERVE_EACH,
    STAYS_ON_DRAW,
    STAYS_ON_WIN,
    WHITE_IS_BONUS,
    RuleData,
)
from taipao.sim.ruledata import SHARE_OUT as SHARE_OUT_FIELD
from taipao.sim.score import score_other, score_winner
from taipao.sim.shape import KIND_OF, WHITE
from taipao.sim.table import (
    ACTIONS,
    ADDED_KONG,
    AFTER,
    AFTER_BONUS,
    AFTER_CONCEALED,
    AFTER_EXPOSED,
    BONUS_KONG,
    CALLED,
    CANCEL,
    CHOW,
    CLAIM,
    CLAIM_CHOW,
    CLAIM_PUNG,
    CLAIMS,
    CONCEALED,
    CONCEALED_KONG,
    DEALER,
    DECLARE,
    DISCARD_OFFER,
    DRAW,
    ENDED,
    EXPOSED,
    EXPOSED_KONG,
    FIRST,
    HEAD,
    KONG,
    KONG_OFFER,
    KONG_TILE,
    LIMIT,
    NEXT_DEALER,
    NO_ANSWER,
    NO_OFFER,
    NO_TILE,
    NOBODY,
    NOT_ASKED,
    NUMBER,
    NUMBERS,
    OFFER_KIND,
    OFFER_SOURCE,
    OFFER_TILE,
    PASS,
    PHASE,
    PUNG,
    SECOND,
    SHARE_OUT,
    SHARED,
    SINCE,
    START,
    TAIL,
    TURN,
    TURN_PHASE,
    WIN,
    WINNER,
    WON,
    Table,
)
from taipao.sim.tables import Tables

DRAWABLE = 142
GREEN, RED = 32, 33


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
    numbers[LIMIT] = _limit(data, table)
    numbers[NUMBER] = 1
    _open(data, table)
    numbers[NUMBER] += 1
    numbers[PHASE], numbers[SINCE] = TURN_PHASE, START
    numbers[TURN] = dealer


@kernel
def _limit(data: RuleData, table: Table) -> int:
    """Return the tiles left at which play stops (P9, P11)."""
    fields, exposed, concealed = data.fields, table.numbers[EXPOSED], table.numbers[CONCEALED]
    if fields[RESERVE_EACH]:
        extra = 2 * (exposed + concealed)
    else:
        extra = 2 * (concealed // 2) + 2 * (exposed // 2)
    return fields[RESERVE] + (4 if fields[SHARE_OUT_FIELD] else 0) + extra


@kernel
def is_bonus(data: RuleData, table: Table, face: int) -> bool:
    """Tell whether a tile is set aside and replaced when drawn (T3, W4)."""
    bonus = face >= 34 or (face == WHITE and data.fields[WHITE_IS_BONUS] != 0)
    return bonus and not table.wild[face]


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
            _lay(table, seat, BONUS_KONG, start)
            numbers[CONCEALED] += 1
            numbers[LIMIT] = _limit(data, table)
            numbers[NUMBER] += 1
            _take(table, seat, False, True)
    aside = 0
    for face in range(42):
        if counts[face] and is_bonus(data, table, face):
            aside += _set_aside(table, seat, face, np.int64(counts[face]))
    if aside:
        numbers[NUMBER] += 1
        for _ in range(aside):
            _take(table, seat, False, True)
    return did or aside > 0


@kernel
def _set_aside(table: Table, seat: int, face: int, number: int) -> int:
    table.counts[seat, face] -= number
    table.bonus[seat, face] += number
    place = 2 if face == WHITE else 0 if face < 38 else 1
    table.aside[seat, place] += number
    return number


@kernel
def _lay(table: Table, seat: int, kind: int, tile: int) -> None:
    place = table.melds[seat]
    table.meld_kinds[seat, place], table.meld_tiles[seat, place] = kind, tile
    table.melds[seat] += 1
    if kind != BONUS_KONG:
        table.numbers[CALLED] = 1


@kernel
def _take(table: Table, seat: int, from_head: bool, opening: bool) -> int:
    """Move one tile from the wall to a hand; return its face."""
    numbers = table.numbers
    if from_head:
        face = np.int64(table.wall[numbers[HEAD]])
        numbers[HEAD] += 1
    else:
        face = np.int64(table.wall[141 - numbers[TAIL]])
        numbers[TAIL] += 1
    table.counts[seat, face] += 1
    numbers[NUMBER] += 1
    if not opening:
        table.drawn[seat] = face
        numbers[TURN], numbers[OFFER_KIND], numbers[SINCE] = seat, NO_OFFER, DRAW
    return face


@kernel
def _draw(
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
        face = _take(table, seat, from_head, False)
        numbers[AFTER], numbers[KONG_TILE] = after, kong_tile
        numbers[PHASE] = TURN_PHASE
        if not is_bonus(data, table, face):
            return
        _set_aside(table, seat, face, 1)
        table.drawn[seat] = NO_TILE
        numbers[NUMBER] += 1
        from_head = False
        if kong_tile == NO_TILE or not data.fields[BLOOM_THROUGH]:
            after, kong_tile = AFTER_BONUS, NO_TILE
    if data.fields[SHARE_OUT_FIELD]:
        numbers[NUMBER] += 1
        numbers[PHASE], numbers[TURN], numbers[OFFER_KIND] = SHARE_OUT, seat, NO_OFFER
        _share(tables, data, table, seat)
    else:
        _end(tables, data, table, NOBODY)


@kernel
def _share(tables: Tables, data: RuleData, table: Table, seat: int) -> None:
    """Deal share-out tiles up to the next that may be won with, or end the round (P9)."""
    numbers = table.numbers
    while numbers[SHARED] < 4:
        face = _take(table, seat, True, False)
        numbers[AFTER], numbers[KONG_TILE] = 0, NO_TILE
        numbers[SHARED] += 1
        if not is_bonus(data, table, face):
            return
        _set_aside(table, seat, face, 1)
        table.drawn[seat] = NO_TILE
        numbers[NUMBER] += 1
        seat = (seat + 1) % 4
    _end(tables, data, table, NOBODY)


@kernel
def _end(tables: Tables, data: RuleData, table: Table, winner: int) -> None:
    """Settle the round (S1 to S4); nobody wins: nothing moves (P10)."""
    numbers, fields, dealer = table.numbers, data.fields, table.numbers[DEALER]
    numbers[PHASE], numbers[WINNER], numbers[OFFER_KIND] = ENDED, winner, NO_OFFER
    numbers[NUMBER] += 1
    if winner == NOBODY:
        stays = fields[STAYS_ON_DRAW] != 0
    else:
        stays = winner == dealer and fields[STAYS_ON_WIN] != 0
        # 0 is a self-draw.
        on_turn = numbers[WON] < 1 * 4 * 2 * 3 * 2 * 2
        for seat in range(4):
            counts, row = table.counts[seat], table.rows[seat]
            if seat == winner:
                total = score_winner(
                    tables,
                    data,
                    seat_at(table, seat),
                    counts,
                    numbers[WON],
                    on_turn,
                    table.room,
                    row,
                )
            else:
                total = score_other(data, seat_at(table, seat), counts, table.room, row)
            table.totals[seat] = total
        for payer in range(4):
            for receiver in range(4):
                if payer in (receiver, winner):
                    continue
                owed = table.totals[receiver]
                if receiver != winner:
                    owed = max(0, owed - table.totals[payer])
                if dealer in (payer, receiver):
                    owed *= 2
                table.points[payer] -= owed
                table.points[receiver] += owed
    numbers[NEXT_DEALER] = dealer if stays else (dealer + 1) % 4


@kernel
def _won(data: RuleData, table: Table, seat: int) -> int:
    """Return the key of the way in which a seat wins now."""
    numbers = table.numbers
    by, after, own, opening, share_out = 0, 0, 0, 0, 0
    if numbers[OFFER_KIND] != NO_OFFER:
        by = 1 if numbers[OFFER_KIND] == DISCARD_OFFER else 2
        source = numbers[OFFER_SOURCE]
        if (
            data.fields[EARTHLY_DISCARD]
            and source == numbers[DEALER]
            and table.discards[source] == 1
            and not numbers[CALLED]
        ):
            opening = 2
    elif numbers[PHASE] == SHARE_OUT:
        share_out = 1
    else:
        after = numbers[AFTER]
        wind = 27 + (seat - numbers[DEALER]) % 4
        own = 1 if numbers[KONG_TILE] in (RED, wind) else 0
        if seat == numbers[DEALER]:
            opening = 1 if numbers[SINCE] == START else 0
        elif data.fields[EARTHLY_DRAW] and not table.discards[seat] and not numbers[CALLED]:
            opening = 2
    ready = 1 if table.ready[seat] else 0
    return ((((by * 4 + after) * 2 + own) * 3 + opening) * 2 + share_out) * 2 + ready


@kernel
def _win(tables: Tables, data: RuleData, table: Table, seat: int) -> None:
    numbers = table.numbers
    numbers[WON] = _won(data, table, seat)
    if numbers[OFFER_KIND] != NO_OFFER:
        table.counts[seat, numbers[OFFER_TILE]] += 1
    numbers[NUMBER] += 1
    numbers[TURN] = seat
    _end(tables, data, table, seat)


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
        _lay(table, seat, kind, tile)
    else:
        numbers[NUMBER] += 1
        if kind == CONCEALED_KONG:
            table.counts[seat, tile] -= 4
            _lay(table, seat, kind, tile)
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
    numbers[LIMIT] = _limit(data, table)
    after = AFTER_CONCEALED if kind == CONCEALED_KONG else AFTER_EXPOSED
    _draw(tables, data, table, seat, False, after, tile)


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
    return 8 * kind + 4 - (seat - table.numbers[TURN]) % 4


@kernel
def go_on(tables: Tables, data: RuleData, table: Table) -> int:
    """Do what all answers come to; return the seat whose answer counted, or `NOBODY`."""
    numbers = table.numbers
    if numbers[PHASE] == TURN_PHASE:
        taker = numbers[TURN]
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
    return taker


@kernel
def _proceed(tables: Tables, data: RuleData, table: Table) -> None:
    """Go on where nobody takes the offered tile or wins in the share-out."""
    numbers = table.numbers
    if numbers[PHASE] == SHARE_OUT:
        _share(tables, data, table, (numbers[TURN] + 1) % 4)
    elif numbers[OFFER_KIND] == KONG_OFFER:
        seat, tile = numbers[OFFER_SOURCE], numbers[OFFER_TILE]
        _make_kong(tables, data, table, seat, ADDED_KONG, tile)
    else:
        _draw(tables, data, table, (numbers[OFFER_SOURCE] + 1) % 4, True, 0, NO_TILE)


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
        _lay(table, seat, PUNG, tile)
    elif action >= CLAIM_CHOW:
        tile, chow = numbers[OFFER_TILE], action - CLAIM_CHOW
        _claim(table, seat)
        table.counts[seat, tile + (-2 if chow == 0 else -1 if chow == 1 else 1)] -= 1
        table.counts[seat, tile + (-1 if chow == 0 else 1 if chow == 1 else 2)] -= 1
        _lay(table, seat, CHOW, tile - 2 + chow)
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
