"""What a round in a coin room came to, as its seats are told."""

from __future__ import annotations

from collections.abc import Sequence

from taipao.game.record import Seat
from taipao.game.state import SEATS
from taipao.rules.settlement import rank
from taipao.server.journal import Names
from taipao.server.keeping import Booked
from taipao.server.protocol import SeatResult


def results_of(booked: Booked, seats: Sequence[Seat], names: Names) -> tuple[SeatResult, ...]:
    """Write down what a round in a coin room came to, seat by seat, and for whom.

    `seats` are those of its record, which names no persons.
    """
    return tuple(
        SeatResult(
            booked.coins[seat],
            booked.balances[seat],
            booked.rank_points[seat],
            booked.rank_after[seat],
            _rank(booked.rank_before[seat]),
            _rank(booked.rank_after[seat]),
            names[seat] if seats[seat].bot is None else seats[seat].bot,
            seats[seat].bot is not None,
        )
        for seat in range(SEATS)
    )


def _rank(points: int | None) -> str | None:
    return None if points is None else rank(points)
