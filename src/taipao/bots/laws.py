"""What holds for every round, whatever happened in it: the checks of a simulation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from taipao.errors import RecordError, RoundFault, VerifyError
from taipao.game.events import Event, RoundEnded, redact
from taipao.game.replay import replay, verify
from taipao.game.state import SEATS, Round
from taipao.game.view import fold, initial, project
from taipao.tiles import COPIES, NAMES, NUMBER, TileName

_WHOLE = Counter(dict(zip(NAMES, COPIES, strict=True)))


def check(round_: Round, events: Sequence[Event], record: bytes) -> None:
    """Check an ended round, all its events and its record; raise `RoundFault` naming what is wrong.

    The 144 tiles are all there, each once; the results add to zero and are what the payments come
    to; the record replays to this very round and its wall verifies; and each seat, told only what
    it may know, sees in the end what the round shows it.
    """
    if round_.board.result is None:
        raise RoundFault("the round has ended without a result")
    _check_tiles(round_)
    _check_payments(round_.board.result)
    _check_record(round_, record)
    for seat in range(SEATS):
        _check_view(round_, seat, events)


def _check_tiles(round_: Round) -> None:
    board = round_.board
    found: Counter[TileName] = Counter(board.indicators)
    found.update(round_.wall[board.head : board.head + board.left])
    for seat, own in zip(board.seats, round_.owns, strict=True):
        found.update(NAMES[tile] for tile in own.hand.tiles())
        found.update(thrown.tile for thrown in seat.river if not thrown.taken)
        found.update(seat.bonus)
        for meld in seat.melds:
            found.update(meld.tiles)
    if found != _WHOLE:
        odd = sorted(found.keys() | _WHOLE.keys(), key=NUMBER.__getitem__)
        counts = [f"{found[name]} of {name}" for name in odd if found[name] != _WHOLE[name]]
        raise RoundFault(f"tiles: there are {', '.join(counts)}")


def _check_payments(result: RoundEnded) -> None:
    points, payments = result.points, result.payments
    if sum(points):
        raise RoundFault(f"results: {points} do not add to zero")
    net = tuple(
        sum(payer[seat] for payer in payments) - sum(payments[seat]) for seat in range(SEATS)
    )
    if net != points:
        raise RoundFault(f"results: the payments come to {net}, the results are {points}")
    owed = [[0] * SEATS for _ in range(SEATS)]
    for due in result.dues or ():
        owed[due.payer][due.receiver] = due.points * due.factor
    if tuple(tuple(row) for row in owed) != payments:
        raise RoundFault(f"results: what is due comes to {owed}, the payments are {payments}")


def _check_record(round_: Round, record: bytes) -> None:
    try:
        replayed = replay(record)
        verify(record)
    except (RecordError, VerifyError) as error:
        raise RoundFault(f"record: {error}") from error
    if replayed != round_:
        raise RoundFault("record: it replays to another round than was played")


def _check_view(round_: Round, seat: int, events: Sequence[Event]) -> None:
    view = initial(round_.board.ruleset, seat)
    for event in events:
        seen = redact(event, seat)
        if seen is not None:
            view = fold(view, seen)
    if view != project(round_, seat):
        raise RoundFault(f"views: what seat {seat} was told does not come to what it sees")
