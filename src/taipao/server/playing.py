"""The round at a table: who is asked what and for how long, and what is shown of what happens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from time import monotonic
from typing import Final

from msgspec.structs import replace

from taipao.errors import IllegalAction, StoreFault
from taipao.game.actions import Action, CancelReady, Discard, Win
from taipao.game.events import AddedKongDeclared, ChowMade, Discarded, KongMade, PungMade
from taipao.game.legal import can_cancel
from taipao.game.match import Match
from taipao.game.state import empty_own
from taipao.game.view import View, wire
from taipao.server.advice import prize_of
from taipao.server.audience import NO_WAITS, Audience, Seat
from taipao.server.booking import booking_of
from taipao.server.choosing import Forethought
from taipao.server.hints import OwnWaits, discard_waits
from taipao.server.journal import Names, names_of
from taipao.server.keeper import Keeper
from taipao.server.keeping import Booked
from taipao.server.outbox import Outbox
from taipao.server.outcome import results_of
from taipao.server.protocol import (
    Act,
    Decision,
    ErrorCode,
    MatchState,
    Player,
    Resumed,
    RoundOver,
    SeatResult,
    Waits,
    Whole,
)
from taipao.server.sitting import Numbered, Sitting
from taipao.server.supplies import Supplies
from taipao.server.watchers import NOBODY

_log = logging.getLogger(__name__)

LONGEST_GAP: Final = 128
"""The most events that a client coming back is sent instead of a whole view."""

_REASONS: Final[dict[str, ErrorCode]] = {
    "stale": "stale_decision",
    "not_asked": "stale_decision",
    "answered": "already_answered",
}

_DONE: Final = (Discarded, ChowMade, PungMade, KongMade, AddedKongDeclared)
"""What a seat does, as all see."""

Later = Callable[[float, Callable[[], Awaitable[object]]], asyncio.TimerHandle]


class Playing:
    """A round and its persons, also after its end.

    Every method that changes something keeps it, shows it, and then asks what is open. `match` is
    as it stood before the round, `after` as it stands after it, None before its end; `booked` is
    what it came to where it counts.
    """

    def __init__(
        self,
        round_id: str,
        sitting: Sitting,
        match: Match,
        seats: Audience,
        keeper: Keeper,
        supplies: Supplies,
        later: Later,
        ended: Callable[[Match], Awaitable[None]],
    ) -> None:
        """Set it up; `later` queues something to be done after so many seconds.

        `ended` is called with the match after the round once all have been shown its end.
        """
        self.id = round_id
        self.match = match
        self.after: Match | None = None
        self.booked: Booked | None = None
        self._sitting = sitting
        self._seats = seats
        self._keeper = keeper
        self._supplies = supplies
        self._later = later
        self._ended = ended
        self._due = 0
        self._forethought = Forethought(
            sitting,
            supplies.choosing,
            supplies.metrics,
            {"table": keeper.table_id, "round": round_id},
        )
        self._names: Names = (None, None, None, None)
        for seat in seats.persons:
            seat.asked, seat.waits, seat.own_waits = None, NO_WAITS, OwnWaits()
            seat.veiled = False
            sitting.set_autopilot(seat.index, on=seat.autopilot)

    @property
    def over(self) -> RoundOver | None:
        """What is told of the round once it has ended."""
        if self.after is None:
            return None
        return RoundOver(
            state_of(self.after), address(self.id), self._keeper.next_commitment, self._results
        )

    @property
    def _results(self) -> tuple[SeatResult, ...] | None:
        if self.booked is None:
            return None
        play, room = self._sitting.play, self._keeper.state.setup.room
        booking = booking_of(play.round.board, room, self._seats.accounts)
        return results_of(booking, self.booked, play.header.seats, self._names)

    @property
    def _is_live(self) -> bool:
        """Whether the round has not ended, been let go, or frozen: a timer may outlive it."""
        return self._keeper.live == self.id

    def view(self, seat: Seat) -> View:
        """Return what a seat sees of the round."""
        return self._sitting.view(seat.index)

    def log(self, message: str, *arguments: object) -> None:
        """Write something about the round to the log."""
        number = self._sitting.round.board.number
        about = {"table": self._keeper.table_id, "round": self.id, "number": number}
        _log.info(message, *arguments, extra=about)

    # What persons and time bring about

    async def act(self, seat: Seat, message: Act, at: float) -> None:
        """Take a person's action, which came at a time of the loop's clock."""
        sitting = self._sitting
        happened: Sequence[Numbered]
        try:
            if isinstance(message.action, CancelReady):
                happened = sitting.cancel_ready(seat.index)
            elif message.decision is None:
                seat.refuse("bad_message", "the action answers a decision: `decision` is missing")
                return
            else:
                sitting.answer(seat.index, message.decision, message.action)
                self._close(seat, at)
                happened = sitting.resolve()
        except IllegalAction as error:
            seat.refuse(_REASONS.get(error.reason, "illegal"), str(error), message.decision)
            return
        await self._happened(happened, at)

    async def set_autopilot(self, seat: Seat) -> None:
        """Let the autopilot play the seat from now on, or the person again, as the seat says.

        A decision that the person has no time left for is not given back.
        """
        sitting, now = self._sitting, monotonic()
        sitting.set_autopilot(seat.index, on=seat.autopilot)
        seat.veiled = False
        if seat.autopilot:
            self._close(seat, now)
        elif seat.index in sitting.asked and seat.thinking.is_up(now, sitting.play.decision.id):
            await self._time_out(seat)
            return
        # Who answered while a step was due may leave nothing to wait for.
        await self._happened(sitting.resolve())

    def let_time_run(self, seat: Seat) -> None:
        """Begin the time of what a seat is asked, if that has not begun."""
        if seat.asked is not None and not seat.thinking.running:
            self._start(seat, seat.asked)

    async def ask(self) -> None:
        """Ask every person what is open for it, and let what is due fall due."""
        _show_waits(self._changed_waits())
        await self._ask_all(self._pause())

    async def _ask_all(self, pause: float | None) -> None:
        asked = self._sitting.asked
        for seat in self._seats.persons:
            if seat.index in asked:
                await self._ask(seat, asked[seat.index])
            elif seat.asked is not None:
                self._close(seat, monotonic())
        if pause is not None:
            self._later(pause, partial(self._fall_due, self._due))

    def _pause(self) -> float | None:
        """Return in how many seconds what is due falls due; None if it is known already."""
        sitting, known = self._sitting, self._due
        self._due = sitting.due_number
        if sitting.due is None or sitting.due_number == known:
            return None
        self._forethought.begin()
        shortest, longest = self._supplies.pace.before(sitting.due, sitting.round.board)
        return self._supplies.chance.pause(shortest, longest)

    async def _go_on(self) -> tuple[Numbered, ...]:
        """Let the programs answer, what was due having passed, and return what comes of it."""
        happened = self._sitting.go_on(await self._forethought.take())
        while self._sitting.asks_again:
            happened += self._sitting.go_on(await self._forethought.take())
        return happened

    async def _fall_due(self, due_number: int) -> None:
        if self._is_live and self._sitting.due and self._sitting.due_number == due_number:
            await self._happened(await self._go_on())

    async def _time_is_up(self, seat: Seat, asking: int) -> None:
        """Let the autopilot answer for a person who has not, and play on for it."""
        if self._is_live and seat.asked is not None and seat.asking == asking:
            await self._time_out(seat)

    async def _time_out(self, seat: Seat) -> None:
        self._close(seat, monotonic())
        seat.autopilot = True
        # Others know of its turns, but not of what it can claim.
        seat.veiled = self._sitting.round.board.phase != "turn"
        self._sitting.time_out(seat.index)
        self._sitting.set_autopilot(seat.index, on=True)
        await self._happened(self._sitting.resolve())

    async def _happened(self, happened: Sequence[Numbered], at: float | None = None) -> None:
        """Keep what happened, then show it, then ask and wait for what is next.

        `at` is when the person's action came of which it happened. What then falls due at once, as
        it does where tables do not pause, is kept and shown with it.
        """
        sitting, steps = self._sitting, [(happened, self._changed_waits())]
        pause = self._pause()
        if at is not None and pause == 0:
            steps.append((await self._go_on(), self._changed_waits()))
            pause = self._pause()
        result, after = sitting.round.board.result, None
        if result is not None and self.after is None:
            after = self.match.after(result)
            await self._end(after)
        else:
            await self._keeper.commit()
        self._supplies.metrics.decisions.inc(sitting.take_answers())
        for events, waits in steps:
            self._seats.show(events)
            self._unveil(events)
            _show_waits(waits)
        self._seats.show_players()
        if at is not None:
            self._supplies.metrics.action_seconds.observe(monotonic() - at)
        await self._ask_all(pause)
        if self.over is not None and any(events for events, _ in steps):
            self._seats.post(self.over)
        if after is not None:
            await self._ended(after)

    async def _end(self, after: Match) -> None:
        play, setup = self._sitting.play, self._keeper.state.setup
        booking = (
            booking_of(play.round.board, setup.room, self._seats.accounts) if setup.fixed else None
        )
        booked = await self._keeper.end_round(after, play.record(), booking)
        self.after = after
        if booked is not None and setup.room is not None:
            self.booked = booked
            first, second, third, fourth = (seat.chair.known_name for seat in self._seats)
            self._names = first, second, third, fourth
            for seat in self._seats:
                seat.coins = booked.balances[seat.index]
                seat.rank_points = booked.rank_after[seat.index]
        self._supplies.metrics.rounds.inc()
        self.log("round %d is over", self.match.round)

    def _unveil(self, happened: Sequence[Numbered]) -> None:
        """Let all know of the autopilot of a seat once it has done something that all see."""
        if veiled := [seat for seat in self._seats if seat.veiled]:
            did = {one.event.seat for one in happened if isinstance(one.event, _DONE)}
            for seat in veiled:
                seat.veiled = self.after is None and seat.index not in did

    # Asking

    async def _ask(self, seat: Seat, offers: tuple[Action, ...]) -> None:
        """Ask a seat, unless it has been asked the same already."""
        number, open_ = self._sitting.play.decision.id, seat.asked
        if open_ is not None and open_.id == number and open_.actions == offers:
            return
        view = self._sitting.view(seat.index)
        # Declarations are the last in the list, where there are any.
        declares = isinstance(offers[-1], Discard) and offers[-1].ready
        # Up to 17 discards with 34 waits each: too long for the event loop.
        hints = self._keeper.state.setup.hints
        after = await asyncio.to_thread(discard_waits, view, offers) if hints and declares else ()
        # If there is a win, it comes first.
        win = prize_of(view) if hints and isinstance(offers[0], Win) else None
        opened = open_ is None or open_.id != number
        if opened:
            self._close(seat, monotonic())
            seat.asking += 1
        seat.asked = Decision(number, offers, after, win=win)
        if opened and not seat.expected:
            self._start(seat, seat.asked)
        seat.post(_timed(seat, seat.asked))

    def _start(self, seat: Seat, asked: Decision) -> None:
        now = monotonic()
        until = seat.thinking.start(now, asked.id)
        if until is not None:
            seat.timer = self._later(until - now, partial(self._time_is_up, seat, seat.asking))

    def _close(self, seat: Seat, at: float) -> None:
        seat.thinking.stop(at)
        seat.asked = None
        if seat.timer is not None:
            seat.timer.cancel()
            seat.timer = None

    def _changed_waits(self) -> list[tuple[Seat, Waits]]:
        """Look at what all hands wait for; return the waits that are not what they were."""
        return [(seat, seat.waits) for seat in self._seats.persons if self._look_at_waits(seat)]

    def _look_at_waits(self, seat: Seat) -> bool:
        round_, before = self._sitting.round, seat.waits
        own, open_tiles = round_.owns[seat.index], round_.board.seats[seat.index]
        if before is NO_WAITS and not own.ready and seat.own_waits.none_of(own, open_tiles):
            return False
        view = self._sitting.view(seat.index)
        waits = seat.own_waits.of(view) if self._keeper.state.setup.hints else ()
        cancel = can_cancel(view.board, view.own)
        if waits == before.waits and cancel == before.can_cancel_ready:
            return False
        seat.waits = Waits(waits, cancel) if waits or cancel else NO_WAITS
        return True

    # Showing

    def show_all(self) -> None:
        """Show every person the round as it stands."""
        self._seats.note_shown()
        for seat in self._seats.persons:
            self._show_whole(seat)
        if self._seats.watchers.shown:
            self._seats.watchers.show_whole(self._whole(self._watched(), self._seats.players))

    async def greet(self, seat: Seat, round_id: str | None, last: int | None) -> None:
        """Show a person who has come (back) how the round stands, and ask again what is open.

        `round_id` and `last` say what the client has seen.
        """
        self.let_time_run(seat)
        self._look_at_waits(seat)
        if not self._show_gap(seat, round_id, last):
            self._show_whole(seat)
            if seat.waits != NO_WAITS:
                seat.post(seat.waits)
        if seat.asked is not None:
            seat.post(_timed(seat, seat.asked))
        await self._look_at_names()
        if self.over is not None:
            seat.post(self.over)

    def greet_watcher(self, outbox: Outbox) -> None:
        """Show somebody who has come to watch the round, or what was the last that is over."""
        watchers = self._seats.watchers
        if watchers.watch == "hidden":
            outbox.post(self._whole(self._watched(), self._seats.players))
        over = self.over if watchers.watch == "hidden" else self.over or watchers.over
        if over is not None:
            outbox.post(over)

    async def _look_at_names(self) -> None:
        """Read what those are called now who played: one may have gone, and been deleted since."""
        if self.booked is None:
            return
        try:
            self._names = await self._supplies.store.read(partial(names_of, round_id=self.id))
        except StoreFault as fault:
            self._names = None, None, None, None
            about = {"table": self._keeper.table_id, "round": self.id}
            _log.warning("who played the last round cannot be told: %s", fault, extra=about)

    def _show_whole(self, seat: Seat) -> None:
        view = self._sitting.view(seat.index)
        seat.post(self._whole(view, self._seats.players_for(seat)))

    def _watched(self) -> View:
        return View(self._sitting.round.board, NOBODY, empty_own())

    def _whole(self, view: View, players: tuple[Player, ...]) -> Whole:
        return Whole(
            wire(view),
            players,
            state_of(self.match),
            self._sitting.play.header.commitment,
            self._keeper.next_commitment,
            self.id,
        )

    def _show_gap(self, seat: Seat, round_id: str | None, last: int | None) -> bool:
        """Send what a client that comes back has missed, if that is known and not too much."""
        number, opened = self._sitting.round.board.number, len(self._sitting.play.opening)
        if self.after is not None or round_id != self.id or last is None:
            return False
        if not max(opened, number - LONGEST_GAP) <= last <= number:
            return False
        seat.post(Resumed(self.id, last))
        self._seats.show(self._sitting.happened_since(last), [seat])
        seat.post(seat.waits)
        return True


def _show_waits(changed: Sequence[tuple[Seat, Waits]]) -> None:
    for seat, waits in changed:
        seat.post(waits)


def _timed(seat: Seat, decision: Decision) -> Decision:
    seconds, reserve = seat.thinking.left(monotonic())
    return replace(decision, seconds=seconds, reserve=reserve)


def state_of(match: Match) -> MatchState:
    """Write down how a match stands."""
    return MatchState(match.ruleset.spec(), match.round, match.circle, match.dealer, match.points)


def address(round_id: str) -> str:
    """Return where the record of a round can be fetched."""
    return f"/records/{round_id}"
