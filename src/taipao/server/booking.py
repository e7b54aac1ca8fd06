"""What a finished round comes to, read from how it was played (docs/rules.md, section 8)."""

from __future__ import annotations

from taipao.errors import RecordError
from taipao.game.events import Won
from taipao.game.play import Play
from taipao.server.keeping import Booking

Accounts = tuple[str | None, str | None, str | None, str | None]


def booking_of(play: Play, room: str | None, accounts: Accounts) -> Booking:
    """Return what is booked of a round that is over, whose seats were those accounts'.

    Raises `RecordError` if it is not over.
    """
    result = play.round.board.result
    if result is None:
        raise RecordError("the round is not over", len(play.events))
    about = room, play.ruleset.name, accounts
    first, second, third, fourth = result.points
    points = first, second, third, fourth
    if result.winner is None or result.sheets is None:
        return Booking(*about, (0, 0, 0, 0), None, play.header.dealer, points)
    first, second, third, fourth = (sheet.total for sheet in result.sheets)
    best = result.sheets[result.winner]
    won = next(event for event in reversed(play.events) if isinstance(event, Won))
    return Booking(
        *about,
        (first, second, third, fourth),
        result.winner,
        play.header.dealer,
        points,
        won.by,
        best.tai,
        tuple((item.rule, item.tai) for item in best.items),
        won.source,
    )
