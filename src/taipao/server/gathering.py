"""Between two rounds: who is ready for the next, and what goes into its wall."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from taipao.server.audience import Audience, Seat
from taipao.server.protocol import Seal

Later = Callable[[float, Callable[[], Awaitable[object]]], asyncio.TimerHandle]


class Gathering:
    """Waits until a round can be dealt, and then for contributions to its wall.

    The round is decided on when every person is ready or on autopilot, or `patience` seconds after
    the first was. Who has not contributed by then is sent a `seal` and has `seal_seconds` for it. A
    table with one person deals at once. Nothing is dealt at a table that nobody is at, or where a
    seat is free.
    """

    def __init__(
        self,
        seats: Audience,
        later: Later,
        deal: Callable[[], Awaitable[None]],
        *,
        patience: float,
        seal_seconds: float,
    ) -> None:
        """Set it up; `later` queues something after so many seconds, `deal` deals."""
        self._seats = seats
        self._later = later
        self._deal = deal
        self._patience = patience
        self._seal_seconds = seal_seconds
        self._gathered = 0
        self._patient = False
        self._sealed: Seal | None = None

    @property
    def complete(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.chair.kind != "free" for seat in self._seats)

    def ready(self, seat: Seat, contribution: bytes | None) -> None:
        """Note that a person is ready; a first contribution stays."""
        seat.ready = True
        if seat.contribution is None:
            seat.contribution = contribution

    async def look(self, commitment: str) -> None:
        """See whether the round can be decided on, or dealt."""
        if self._sealed is not None:
            if not self._missing():
                await self._finish()
            return
        persons = self._seats.persons
        if not self.complete or not self._somebody_waits():
            return
        if all(seat.ready or seat.autopilot for seat in persons):
            await self._decide(commitment)
        elif not self._patient:
            self._patient = True
            self._later(self._patience, partial(self._lose_patience, self._gathered, commitment))

    async def contribute(self, seat: Seat, contribution: bytes) -> None:
        """Take a contribution asked for by `seal`; a late one is refused."""
        if self._sealed is None:
            seat.refuse("too_late", "the wall is made already, or not asked for yet")
        elif seat.contribution is not None:
            seat.refuse("already_answered", "a contribution has been taken already")
        else:
            seat.contribution = contribution
            await self.look(self._sealed.commitment)

    def remind(self, seat: Seat) -> None:
        """Ask a seat that has come back for the contribution that is still waited for."""
        if self._sealed is not None and seat.contribution is None:
            seat.post(self._sealed)

    def take(self) -> list[bytes | None]:
        """Return the contributions, a seat's or None, and begin to gather for the round after."""
        contributions = [seat.contribution for seat in self._seats]
        for seat in self._seats:
            seat.ready, seat.contribution = False, None
        self._gathered += 1
        self._patient, self._sealed = False, None
        return contributions

    def close(self) -> None:
        """Begin no round any more."""
        self._gathered += 1
        self._sealed = None

    def _somebody_waits(self) -> bool:
        return any(seat.ready and seat.outbox is not None for seat in self._seats.persons)

    def _missing(self) -> list[Seat]:
        return [
            seat
            for seat in self._seats.persons
            if seat.outbox is not None and seat.contribution is None
        ]

    async def _decide(self, commitment: str) -> None:
        missing = self._missing()
        if len(self._seats.persons) == 1 or not missing:
            await self._deal()
            return
        self._sealed = Seal(commitment)
        for seat in missing:
            seat.post(self._sealed)
        self._later(self._seal_seconds, partial(self._unseal, self._gathered))

    async def _lose_patience(self, gathered: int, commitment: str) -> None:
        if gathered != self._gathered or self._sealed is not None:
            return
        self._patient = False
        if self.complete and self._somebody_waits():
            await self._decide(commitment)

    async def _unseal(self, gathered: int) -> None:
        if gathered == self._gathered and self._sealed is not None:
            await self._finish()

    async def _finish(self) -> None:
        self._sealed = None
        # Whoever comes back is asked for nothing again: who was ready still is. A friend may have
        # got up meanwhile, or the host have taken a bot out.
        if self.complete and self._somebody_waits():
            await self._deal()
