"""What a finished round comes to, read from its board (docs/rules.md, section 8)."""

from __future__ import annotations

from taipao.errors import RecordError
from taipao.game.state import Board
from taipao.server.keeping import Booking

Accounts = tuple[str | None, str | None, str | None, str | None]


def booking_of(board: Board, room: str | None, accounts: Accounts) -> Booking:
    """Return what is booked of a round that is over, whose seats were those accounts'.

    Raises `RecordError` if it is not over.
    """
    result, won = board.result, board.won
    if result is None:
        raise RecordError("the round is not over", board.number)
    about = room, board.ruleset.name, accounts
    first, second, third, fourth = result.points
    points = first, second, third, fourth
    if result.winner is None or result.sheets is None or won is None:
        return Booking(*about, (0, 0, 0, 0), None, board.dealer, points)
    first, second, third, fourth = (sheet.total for sheet in result.sheets)
    best = result.sheets[result.winner]
    return Booking(
        *about,
        (first, second, third, fourth),
        result.winner,
        board.dealer,
        points,
        won.by,
        best.tai,
        tuple((item.rule, item.tai) for item in best.items),
        won.source,
    )
