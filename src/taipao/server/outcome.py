"""What a round in a coin room came to, as its seats are told."""

from __future__ import annotations

from collections.abc import Sequence

from taipao.game.record import Seat
from taipao.game.state import SEATS
from taipao.rules.settlement import ROOMS, claims, rank
from taipao.server.journal import Names, limits
from taipao.server.keeping import Booked, Booking
from taipao.server.protocol import SeatResult


def results_of(
    booking: Booking, booked: Booked, seats: Sequence[Seat], names: Names
) -> tuple[SeatResult, ...] | None:
    """Write down what a round in a coin room came to, seat by seat, and for whom.

    `seats` are those of its record, which names no persons. None where no coins move.
    """
    if booking.room is None:
        return None
    rate = ROOMS[booking.room].rate
    settled = booking.totals, booking.winner, booking.dealer
    owed = claims(*settled, rate, limits(booked.had))
    short = [any(claim.paid < claim.owed for claim in row) for row in owed]
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
            rate,
            booking.points[seat] * rate,
            booked.had[seat] if short[seat] else None,
            owed[seat] if short[seat] else (),
        )
        for seat in range(SEATS)
    )


def _rank(points: int | None) -> str | None:
    return None if points is None else rank(points)
