"""The course of a table: its rounds, what comes between them, and how it ends."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from taipao.errors import RuleSetError
from taipao.rules.ruleset import load_ruleset
from taipao.server.audience import Audience, Seat
from taipao.server.dealing import Dealing
from taipao.server.finish import Finish
from taipao.server.gathering import Gathering
from taipao.server.hinting import Hinting
from taipao.server.keeper import Keeper
from taipao.server.keeping import Halted
from taipao.server.outbox import Outbox
from taipao.server.playing import Later, Playing, address
from taipao.server.protocol import (
    Act,
    Autopilot,
    Contribute,
    Dissolve,
    Draining,
    Fill,
    Frozen,
    Hint,
    Leave,
    Rematch,
    RuleSetSpec,
    Say,
    Start,
    TableMessage,
)
from taipao.server.seating import Seating
from taipao.server.succession import Succession, When
from taipao.server.supplies import Supplies

_log = logging.getLogger(__name__)

_FROZEN: Final = (
    "The table has met a fault of its own and stopped; what was played is kept. "
    "这桌遇到程序错误，已停止；已打的部分已保存。"
)
_HALTED: Final = (
    "An operator has stopped this table; what was played is kept. "
    "管理员已停止这桌；已打的部分已保存。"
)
_DRAINING: Final = (
    "The server restarts in a moment, and the round goes on then. "
    "服务器即将重启，稍后自动继续本局。"
)


class Course:
    """What goes on at one table; only its task calls anything here.

    `seating` is who sits where. `frozen` is what all are told once a fault has stopped the table.
    """

    def __init__(
        self,
        table_id: str,
        seats: Audience,
        keeper: Keeper,
        supplies: Supplies,
        later: Later,
        stop: Callable[[], Awaitable[None]],
    ) -> None:
        """Set it up as the keeper's state says.

        `later` queues something after so many seconds; `stop` ends the table's task, nobody being
        left. Raises `BadRequest` for a rule set or a kind of bot that does not exist (any more).
        """
        self._seats = seats
        self._keeper = keeper
        self._pace = supplies.pace
        self._later = later
        self._stop = stop
        self._dealing = Dealing(seats, keeper, supplies, later, self._ended)
        self._succession = Succession(table_id, seats, keeper, supplies)
        self.seating = Seating(table_id, seats, keeper, self._dealing, supplies)
        self._hinting = Hinting(table_id, supplies.thinkers)
        self._finish = Finish(seats, keeper, self._dealing, supplies.pace.absence)
        self._gathering = Gathering(
            seats,
            later,
            self._deal,
            patience=keeper.state.setup.patience,
            seal_seconds=supplies.pace.seal,
        )
        self._playing: Playing | None = None
        self.frozen: Frozen | None = None
        self._draining = False

    @property
    def playing(self) -> bool:
        """Whether a round is being played."""
        return self._keeper.live is not None

    @property
    def over(self) -> bool:
        """Whether the match is over, all rounds being played or the friends having agreed on it."""
        return self._finish.over

    # Beginning and stopping

    def take_up(self, round_id: str, lines: tuple[bytes, ...]) -> None:
        """Let a live round stand where its lines break off. Raises `RecordError`."""
        self._playing = self._dealing.take_up(round_id, lines)

    async def begin(self) -> None:
        """Ask what is open, and let go who gave a seat up when the server last stopped."""
        await self._succession.look_at_purses()
        if self._playing is not None:
            for seat in self._seats.persons:
                seat.expected = True
                self.note_absence(seat)
            self._later(self._pace.comeback, self._expect_no_more)
            await self._playing.ask()
        elif self.frozen is None:
            await self._turn_over("now")

    async def freeze(self, fault: Exception) -> None:
        """Stop for good after a fault, keeping what was recorded and telling all."""
        if self.frozen is not None:
            _log.error("another fault", exc_info=fault, extra={"table": self._keeper.table_id})
            return
        round_id = await self._keeper.freeze(fault)
        for seat in self._seats:
            seat.asked = None
        self._playing = None
        self._gathering.close()
        record = None if round_id is None else address(round_id)
        if isinstance(fault, Halted):
            self.frozen = Frozen(_HALTED, record, "operator")
        else:
            self.frozen = Frozen(_FROZEN, record)
        self._seats.post(self.frozen)

    async def drain(self) -> None:
        """Begin no round any more, and tell all."""
        self._draining = True
        self._gathering.close()
        self._seats.post(Draining(_DRAINING))

    # Showing

    async def greet(self, seat: Seat, round_id: str | None, last: int | None) -> None:
        """Show a person who has come (back) how things stand; the two say what it has seen."""
        seat.expected = False
        if seat.absence is not None:
            seat.absence.cancel()
            seat.absence = None
        await self._recall()
        playing = None if seat.chair.newcomer else self._playing
        seat.post(self.seating.welcome(seat, None if playing is None else playing.id))
        if self.frozen is not None:
            seat.post(self.frozen)
        elif playing is not None:
            await playing.greet(seat, round_id, last)
        if self.over and seat.outbox is not None:
            self._finish.tell(seat.outbox)
        self._gathering.remind(seat)
        if self._draining:
            seat.post(Draining(_DRAINING))

    async def greet_watcher(self, outbox: Outbox) -> None:
        """Show somebody who has come to watch how things stand."""
        watchers = self._seats.watchers
        await self._recall()
        # Who watches later is shown no round, but the records of those that are over.
        playing = self._playing if watchers.watch == "hidden" else None
        outbox.post(self.seating.welcome(None, None if playing is None else playing.id))
        watchers.add(outbox)
        if self.frozen is not None:
            outbox.post(self.frozen)
        elif self._playing is not None:
            self._playing.greet_watcher(outbox)
        if self.over:
            self._finish.tell(outbox)

    async def invite(self, rematch: Rematch) -> bool:
        """Tell all of the table that was opened for another match, this one being over.

        False if this one is frozen.
        """
        if self.frozen is not None:
            return False
        await self._finish.invite(rematch)
        return True

    async def _recall(self) -> None:
        if self._playing is None and self.frozen is None:
            self._playing = await self._dealing.recall()

    # Who is not there

    def note_absence(self, seat: Seat) -> None:
        """Let others at a table without a clock not wait for a seat for ever."""
        if not self._keeper.state.setup.clock.seconds and len(self._seats.persons) > 1:
            seat.absence = self._later(self._pace.absence, partial(self._miss, seat))

    async def _miss(self, seat: Seat) -> None:
        if self._playing is not None and self.playing and seat.outbox is None:
            seat.autopilot = True
            await self._playing.set_autopilot(seat)

    async def _expect_no_more(self) -> None:
        for seat in self._seats.persons:
            seat.expected = False
            if self._playing is not None:
                self._playing.let_time_run(seat)

    # What persons say

    async def hear(self, seat: Seat, message: TableMessage, at: float) -> None:
        """Deal with what a person has said, at a time of the loop's clock."""
        if isinstance(message, Act):
            await self._act(seat, message, at)
        elif isinstance(message, Start):
            await self._start(seat, message)
        elif isinstance(message, Contribute):
            await self._gathering.contribute(seat, bytes.fromhex(message.contribution))
        elif isinstance(message, Leave):
            await self.give_up(seat)
        elif isinstance(message, Dissolve):
            await self._vote(seat, message)
        elif isinstance(message, Fill):
            await self._fill(seat, message)
        elif isinstance(message, Say):
            self._seats.say(seat, message.phrase)
        elif isinstance(message, Hint):
            self._hint(seat, message)
        else:
            await self._set_autopilot(seat, message)

    async def give_up(self, seat: Seat) -> None:
        """Give a seat up where that can be: at once, or at the end of the round."""
        if self.seating.open:
            await self.seating.stand_up(seat)
        elif self._keeper.state.setup.room is None:
            seat.refuse("not_in_room", "this table is in no coin room: the seat stays yours")
        elif self.frozen is not None:
            seat.refuse("frozen", self.frozen.message)
        elif self._playing is not None and self.playing:
            seat.leaving = seat.autopilot = True
            await self._playing.set_autopilot(seat)
        else:
            seat.leaving = True
            if await self._turn_over("now"):
                await self.gather()

    async def _act(self, seat: Seat, message: Act, at: float) -> None:
        if self.frozen is not None:
            seat.refuse("frozen", self.frozen.message, message.decision)
        elif self._playing is None or (self._playing.over is not None and message.decision is None):
            seat.refuse("no_round", "no round is being played", message.decision)
        elif self._playing.over is not None:
            seat.refuse("stale_decision", "the round is over", message.decision)
        else:
            await self._playing.act(seat, message, at)

    def _hint(self, seat: Seat, message: Hint) -> None:
        decision = message.decision
        if self.frozen is not None:
            seat.refuse("frozen", self.frozen.message, decision)
        elif not self._keeper.state.setup.hints:
            seat.refuse("no_hints", "there are no hints at this table", decision)
        elif self._playing is not None and self.playing:
            self._hinting.ask(seat, message, self._playing.view(seat))
        elif decision is None:
            seat.refuse("no_round", "no round is being played")
        else:
            seat.refuse("stale_decision", "the round is over", decision)

    async def _set_autopilot(self, seat: Seat, message: Autopilot) -> None:
        if self.frozen is not None:
            seat.refuse("frozen", self.frozen.message)
        elif seat.leaving:
            seat.refuse("leaving", "you have left: the autopilot plays to the end of the round")
        elif seat.autopilot != message.on:
            seat.autopilot = message.on
            if self._playing is not None:
                await self._playing.set_autopilot(seat)
            else:
                await self._keeper.commit()
                self._seats.show_players()
            await self.gather()

    async def _vote(self, seat: Seat, message: Dissolve) -> None:
        if self.frozen is not None:
            seat.refuse("frozen", self.frozen.message)
        elif await self._finish.vote(seat, on=message.on):
            self._playing = None
            self._gathering.close()

    async def _fill(self, seat: Seat, message: Fill) -> None:
        setup = self._keeper.state.setup
        if self.frozen is not None:
            seat.refuse("frozen", self.frozen.message)
        elif setup.code is None:
            seat.refuse("not_friends", "bots come and go at a friends' table alone")
        elif seat.chair.account != setup.host:
            seat.refuse("not_host", "the host says where bots sit")
        elif self.over:
            seat.refuse("match_over", "the match is over already")
        elif not self.seating.open:
            seat.refuse("match_begun", "the match has begun: all stay where they sit")
        elif not await self.seating.fill(message.seat, on=message.on):
            seat.refuse("other_seat", "this seat is not free, or no bot sits there")
        else:
            # It may have been the one that those who are ready were waiting for.
            await self.gather()

    async def _start(self, seat: Seat, message: Start) -> None:
        fixed = self._keeper.state.setup.fixed
        alone = len(self._seats.persons) == 1 and self._gathering.complete and not fixed
        contribution = None if message.contribution is None else bytes.fromhex(message.contribution)
        if self._draining:
            seat.refuse("draining", _DRAINING)
        elif self.frozen is not None and self.frozen.why == "operator":
            # For good: another match may be begun at another table.
            seat.refuse("frozen", self.frozen.message)
        elif message.ruleset is not None and fixed:
            seat.refuse("fixed_ruleset", "the rule set of this table was agreed on before")
        elif message.ruleset is not None and not alone:
            seat.refuse("not_alone", "others play at this table: its rule set stays as it is")
        elif message.ruleset is not None:
            await self._start_match(seat, message.ruleset, contribution)
        elif self.frozen is not None:
            seat.refuse("frozen", self.frozen.message)
        elif self.over:
            seat.refuse("match_over", "the match is over: open a table for another")
        elif self.playing:
            seat.refuse("round_running", "the round is still being played")
        elif self._dealing.match is None and alone:
            seat.refuse("no_match", "there is no match to go on with: name a rule set")
        else:
            seat.autopilot = False
            self._gathering.ready(seat, contribution)
            await self.gather()
            self._seats.show_players()

    async def _start_match(self, seat: Seat, spec: RuleSetSpec, contribution: bytes | None) -> None:
        try:
            ruleset = load_ruleset(spec)
        except RuleSetError as error:
            seat.refuse("bad_ruleset", str(error))
            return
        self.frozen = self._playing = None
        self._dealing.new_match(ruleset)
        seat.autopilot = False
        self._gathering.ready(seat, contribution)
        await self._deal()

    # Rounds

    async def gather(self) -> None:
        """See whether the next round can begin."""
        if not (self.playing or self.frozen is not None or self._draining or self.over):
            await self._gathering.look(self._keeper.next_commitment)

    async def _deal(self) -> None:
        await self._turn_over("dealt")
        self._playing = None
        drawn = self.seating.draw()
        self._playing = await self._dealing.deal(self._gathering.take())
        self._playing.log("round %d begins", self._playing.match.round)
        if drawn:
            for seat in self._seats:
                seat.post(self.seating.welcome(seat, self._playing.id))
        self._playing.show_all()
        await self._playing.ask()

    async def _ended(self) -> None:
        if self.over:
            self._seats.post(self._finish.standings)
        if await self._turn_over("ended"):
            await self.gather()

    async def _turn_over(self, when: When) -> bool:
        """Let leavers of a coin room go; tell whether anybody did and somebody is left.

        A table of a coin room that nobody is left at is closed.
        """
        if await self._succession.look(when):
            self._dealing.change_bots()
            if self._seats.persons:
                return True
        if self._keeper.state.setup.room is None or self._seats.persons:
            return False
        await self._keeper.close()
        await self._stop()
        return False
