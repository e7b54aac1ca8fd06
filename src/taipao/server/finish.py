"""How the match of a friends' table ends: after its last round, or by the vote of all there."""

from __future__ import annotations

import time
from collections.abc import Sequence

from taipao.server.audience import Audience, Seat
from taipao.server.dealing import Dealing
from taipao.server.keeper import Keeper
from taipao.server.outbox import Outbox
from taipao.server.protocol import Place, Rematch, Standings


class Finish:
    """Says whether a match is over, and how it came out."""

    def __init__(self, seats: Audience, keeper: Keeper, dealing: Dealing, absence: float) -> None:
        """Set it up; who has been away for less than `absence` seconds still has a vote."""
        self._seats = seats
        self._keeper = keeper
        self._dealing = dealing
        self._absence = absence

    @property
    def over(self) -> bool:
        """Whether no round is dealt any more."""
        match = self._dealing.match
        return self._keeper.state.dissolved or (match is not None and match.over)

    async def vote(self, seat: Seat, *, on: bool) -> bool:
        """Take a person's vote for ending the match; tell whether that has ended it.

        It has where all persons who are there want it, and none of the others has just gone: only a
        vote ends a match, so that nobody loses it because a connection is lost. A round that is
        being played is let go. Programs have no vote: they would have to know that there is one.
        """
        if self._keeper.state.setup.code is None:
            seat.refuse("not_friends", "only a friends' table is ended by a vote")
        elif self.over:
            seat.refuse("match_over", "the match is over already")
        else:
            seat.dissolving = on and not seat.chair.program
            if seat.dissolving and self._agreed:
                await self._dissolve()
                return True
            self._seats.show_players()
        return False

    async def _dissolve(self) -> None:
        self._keeper.dissolve()
        await self._keeper.commit()
        for seat in self._seats:
            seat.asked, seat.dissolving = None, False
        self._seats.post(self.standings)
        self._seats.show_players()

    @property
    def _agreed(self) -> bool:
        """Whether all persons want to end the match who are there, or may be back in a moment."""
        return all(seat.dissolving for seat in self._seats.persons if self._counts(seat))

    def _counts(self, seat: Seat) -> bool:
        away = seat.outbox is None and time.monotonic() - seat.gone >= self._absence
        return not (away or seat.chair.program)

    def tell(self, outbox: Outbox) -> None:
        """Tell a socket that has come how the match came out, and of the next if there is one."""
        outbox.post(self.standings)
        rematch = self._keeper.state.rematch
        if rematch is not None:
            outbox.post(rematch)

    async def invite(self, rematch: Rematch) -> None:
        """Tell all, now and whenever they come back, of the table for another match."""
        self._keeper.note_rematch(rematch)
        await self._keeper.commit()
        self._seats.post(rematch)

    @property
    def standings(self) -> Standings:
        """The final standings; a match that has not begun leaves all at 0 points."""
        match = self._dealing.match
        points = (0,) * len(self._seats.players) if match is None else match.points
        return Standings(
            "dissolved" if self._keeper.state.dissolved else "played",
            0 if match is None else match.round - 1,
            places(points),
        )


def places(points: Sequence[int]) -> tuple[Place, ...]:
    """Return the seats in their order, the most points first; equal points share a place."""
    order = sorted(range(len(points)), key=lambda seat: -points[seat])
    return tuple(
        Place(seat, 1 + sum(other > points[seat] for other in points), points[seat])
        for seat in order
    )
