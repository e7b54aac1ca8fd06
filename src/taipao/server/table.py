"""A table: one task that owns the match, the round and what its four seats are told.

Everything that happens to a table comes through its one queue: sockets that come and go, what a
client says, steps that fall due and times that are up. So nothing here runs twice at a time, and
whichever of two things is queued first is first. Nothing is shown before the store has kept it.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Final

from taipao.errors import RuleSetError
from taipao.rules.ruleset import load_ruleset
from taipao.server.audience import Audience, Seat
from taipao.server.dealing import Dealing
from taipao.server.finish import Finish
from taipao.server.gathering import Gathering
from taipao.server.inbox import Inbox
from taipao.server.keeper import Keeper
from taipao.server.keeping import Account, LiveTable
from taipao.server.outbox import CLOSE_LATER, CLOSE_REPLACED, CLOSE_RESTARTING, Outbox
from taipao.server.playing import Playing, address
from taipao.server.protocol import (
    Act,
    Autopilot,
    Contribute,
    Dissolve,
    Draining,
    Frozen,
    Leave,
    Refused,
    RuleSetSpec,
    Start,
    TableMessage,
)
from taipao.server.seating import Seating
from taipao.server.succession import Succession, When
from taipao.server.supplies import AT_ONCE, Pace, Supplies
from taipao.server.tablestate import Setup, TableState, decode_state

_log = logging.getLogger(__name__)

__all__ = ["AT_ONCE", "Pace", "Table", "address"]

_FROZEN: Final = (
    "The table has met a fault of its own and stopped; what was played is kept. "
    "这桌遇到程序错误，已停止；已打的部分已保存。"
)
_DRAINING: Final = (
    "The server restarts in a moment, and the round goes on then. "
    "服务器即将重启，稍后自动继续本局。"
)


class Table:
    """One table: persons in some seats, bots in the others.

    `run` is its task. `join`, `watch`, `leave`, `say` and `sit` are what sockets and requests call;
    they queue. A fault in the rules, in the store or any other freezes the table, and it alone:
    what was recorded is kept, and all are told.
    """

    def __init__(self, table_id: str, state: TableState, supplies: Supplies) -> None:
        """Set a table up as `state` says; `Table.new` and `Table.resumed` make whole ones.

        Raises `BadRequest` for a rule set or a kind of bot that does not exist (any more).
        """
        self.id = table_id
        self._supplies = supplies
        self._seats = Audience(state.setup.chairs, state.setup.clock, state.setup.watch)
        for seat, reserve, autopilot, leaving in zip(
            self._seats, state.reserves, state.autopilots, state.leaving, strict=True
        ):
            seat.thinking.reserve = reserve
            seat.autopilot, seat.leaving = autopilot, leaving
        self._keeper = Keeper(table_id, state, supplies.store, self._seats)
        self._inbox = Inbox(self._freeze)
        self._dealing = Dealing(self._seats, self._keeper, supplies, self._inbox.later, self._ended)
        self._succession = Succession(table_id, self._seats, self._keeper, supplies)
        self._seating = Seating(table_id, self._seats, self._keeper, self._dealing, supplies)
        self._finish = Finish(self._seats, self._keeper, self._dealing)
        self._gathering = Gathering(
            self._seats,
            self._inbox.later,
            self._deal,
            patience=state.setup.patience,
            seal_seconds=supplies.pace.seal,
        )
        self._playing: Playing | None = None
        self._frozen: Frozen | None = None
        self._draining = False

    @classmethod
    async def new(cls, table_id: str, setup: Setup, supplies: Supplies) -> Table:
        """Open a table and keep it. Raises as `__init__` does, or `StoreFault`."""
        table = cls(table_id, TableState(setup, supplies.chance.secret().hex()), supplies)
        await table._keeper.commit("open")
        _log.info("the table is opened", extra={"table": table_id})
        return table

    @classmethod
    async def resumed(cls, live: LiveTable, supplies: Supplies) -> Table:
        """Take up a table as it was last committed; `run` then asks again what is open.

        A table whose lines do not replay comes back frozen. Raises `msgspec.DecodeError` or
        `BadRequest` if its state cannot be read.
        """
        table = cls(live.id, decode_state(live.state), supplies)
        if live.round_id is not None:
            try:
                table._playing = table._dealing.take_up(live.round_id, live.lines)
            except Exception as fault:
                await table._freeze(fault)
        return table

    # What others see of the table

    @property
    def setup(self) -> Setup:
        """What the table was opened with, and who sits there now."""
        return self._keeper.state.setup

    @property
    def playing(self) -> bool:
        """Whether a round is being played."""
        return self._keeper.live is not None

    @property
    def frozen(self) -> bool:
        """Whether a fault has stopped the table."""
        return self._frozen is not None

    @property
    def over(self) -> bool:
        """Whether its match is over, all rounds being played or the friends having agreed on it."""
        return self._finish.over

    @property
    def unused(self) -> bool:
        """Whether it is a friends' table whose match has not begun, or is over."""
        return self._seating.open or self.over

    @property
    def waiting(self) -> int:
        """How much has come to the table and is not dealt with."""
        return len(self._inbox)

    @property
    def sockets(self) -> int:
        """How many seats have a socket."""
        return sum(seat.outbox is not None for seat in self._seats)

    @property
    def persons(self) -> int:
        """How many persons sit there."""
        return len(self._seats.persons)

    @property
    def autopilots(self) -> int:
        """How many seats the autopilot plays for."""
        return sum(seat.autopilot for seat in self._seats)

    def seat_of(self, account_id: str) -> int | None:
        """Return the seat of an account that sits here."""
        seat = self._seating.of(account_id)
        return None if seat is None else seat.index

    # The queue

    def join(
        self, outbox: Outbox, seat: int, *, round_id: str | None = None, last: int | None = None
    ) -> None:
        """Give a person's seat to a socket; the one that had it is told and closed.

        `round_id` and `last` say what a client that comes back has seen. A table that has been
        closed in the meantime closes the socket, which may come again.
        """
        owner = self._seats[seat].chair.account
        self._inbox.put(
            partial(self._join, outbox, owner, round_id, last), partial(outbox.close, CLOSE_LATER)
        )

    def watch(self, outbox: Outbox) -> None:
        """Let a socket watch the table, if it may be watched."""
        self._inbox.put(partial(self._watch, outbox), partial(outbox.close, CLOSE_LATER))

    def leave(self, outbox: Outbox) -> None:
        """Take the seat from a socket that is gone, if it still has it, or let it watch no more."""
        self._inbox.put(partial(self._leave, outbox))

    async def say(self, outbox: Outbox, message: TableMessage) -> None:
        """Hand over what a socket's client said, and wait until the table has dealt with it."""
        await self._inbox.do(
            partial(self._said, outbox, message, asyncio.get_running_loop().time())
        )

    async def sit(self, account: Account, wanted: int | None = None) -> int | None:
        """Give an account a seat, its own again or a free one; None if there is none.

        Before the match of a friends' table who sits there may change to the seat that is wanted.
        """
        seat = await self._inbox.do(partial(self._seating.sit, account, wanted))
        return seat if isinstance(seat, int) else None

    def vacate(self, account_id: str) -> None:
        """Give an account's seat in a coin room up for it, as if it had said so itself."""
        self._inbox.put(partial(self._vacate, account_id))

    async def drain(self) -> None:
        """Tell all that the server stops, and begin no round any more."""
        await self._inbox.do(self._drain)

    async def stop(self) -> None:
        """End the task once everything queued before is dealt with, and close the sockets."""
        await self._inbox.do(self._stop)

    async def close(self) -> bool:
        """Close the table for good, its round being let go; False if somebody is there."""
        return await self._inbox.do(self._close) is True

    async def run(self) -> None:
        """Deal with what comes, until `stop`."""
        await self._inbox.run(self._begin)

    # Sockets and seats

    async def _begin(self) -> None:
        await self._succession.look_at_purses()
        if self._playing is not None:
            for seat in self._seats.persons:
                seat.expected = True
                self._note_absence(seat)
            self._inbox.later(self._supplies.pace.comeback, self._expect_no_more)
            await self._playing.ask()
        elif self._frozen is None:
            await self._turn_over("now")

    async def _expect_no_more(self) -> None:
        for seat in self._seats.persons:
            seat.expected = False
            if self._playing is not None:
                self._playing.let_time_run(seat)

    async def _join(
        self,
        outbox: Outbox,
        owner: str | None,
        round_id: str | None,
        last: int | None,
    ) -> None:
        seat = None if owner is None else self._seating.of(owner)
        if seat is None:
            outbox.post(Refused("no_table", "the seat is somebody else's by now"))
            return
        if seat.outbox is not None:
            seat.refuse("replaced", "the seat has been taken by a newer window")
            seat.outbox.close(CLOSE_REPLACED)
        seat.outbox, seat.expected = outbox, False
        if seat.absence is not None:
            seat.absence.cancel()
            seat.absence = None
        await self._recall()
        seat.post(self._seating.welcome(seat))
        if self._frozen is not None:
            seat.post(self._frozen)
        elif self._playing is not None:
            self._playing.greet(seat, round_id, last)
        if self.over:
            seat.post(self._finish.standings)
        self._gathering.remind(seat)
        if self._draining:
            seat.post(Draining(_DRAINING))
        self._seats.show_players(but=seat)
        await self._gather()

    async def _recall(self) -> None:
        if self._playing is None and self._frozen is None:
            self._playing = await self._dealing.recall()

    async def _watch(self, outbox: Outbox) -> None:
        watchers = self._seats.watchers
        if watchers.watch == "no" or watchers.full:
            outbox.post(Refused("not_watched", "this table may not be watched, or too many do"))
            return
        await self._recall()
        outbox.post(self._seating.welcome(None))
        watchers.add(outbox)
        if self._frozen is not None:
            outbox.post(self._frozen)
        elif self._playing is not None and watchers.watch == "hidden":
            self._playing.greet_watcher(outbox)
        if self.over:
            outbox.post(self._finish.standings)

    async def _leave(self, outbox: Outbox) -> None:
        self._seats.watchers.remove(outbox)
        seat = self._seats.of(outbox)
        if seat is not None:
            # Who comes back shall not find the match ended by an old vote.
            seat.outbox, seat.dissolving = None, False
            self._note_absence(seat)
            self._seats.show_players()
            await self._gather()

    def _note_absence(self, seat: Seat) -> None:
        """Let others at a table without a clock not wait for a seat for ever."""
        if not self.setup.clock.seconds and len(self._seats.persons) > 1:
            seconds = self._supplies.pace.absence
            seat.absence = self._inbox.later(seconds, partial(self._miss, seat))

    async def _miss(self, seat: Seat) -> None:
        if self._playing is not None and self.playing and seat.outbox is None:
            seat.autopilot = True
            await self._playing.set_autopilot(seat)

    async def _vacate(self, account_id: str) -> None:
        index = self.seat_of(account_id)
        if index is not None:
            await self._give_up(self._seats[index])

    # What persons say

    async def _said(self, outbox: Outbox, message: TableMessage, at: float) -> None:
        seat = self._seats.of(outbox)
        if seat is None:
            if self._seats.watchers.holds(outbox):
                outbox.post(Refused("watching", "you only watch this table"))
            return
        if isinstance(message, Act):
            await self._act(seat, message, at)
        elif isinstance(message, Start):
            await self._start(seat, message)
        elif isinstance(message, Contribute):
            await self._gathering.contribute(seat, bytes.fromhex(message.contribution))
        elif isinstance(message, Leave):
            await self._give_up(seat)
        elif isinstance(message, Dissolve):
            await self._vote(seat, message)
        else:
            await self._set_autopilot(seat, message)

    async def _act(self, seat: Seat, message: Act, at: float) -> None:
        if self._frozen is not None:
            seat.refuse("frozen", self._frozen.message, message.decision)
        elif self._playing is None or (self._playing.over is not None and message.decision is None):
            seat.refuse("no_round", "no round is being played", message.decision)
        elif self._playing.over is not None:
            seat.refuse("stale_decision", "the round is over", message.decision)
        else:
            await self._playing.act(seat, message, at)

    async def _set_autopilot(self, seat: Seat, message: Autopilot) -> None:
        if self._frozen is not None:
            seat.refuse("frozen", self._frozen.message)
        elif seat.leaving:
            seat.refuse("leaving", "you have left: the autopilot plays to the end of the round")
        elif seat.autopilot != message.on:
            seat.autopilot = message.on
            if self._playing is not None:
                await self._playing.set_autopilot(seat)
            else:
                await self._keeper.commit()
                self._seats.show_players()
            await self._gather()

    async def _give_up(self, seat: Seat) -> None:
        if self._seating.open:
            await self._seating.stand_up(seat)
        elif self.setup.room is None:
            seat.refuse("not_in_room", "this table is in no coin room: the seat stays yours")
        elif self._frozen is not None:
            seat.refuse("frozen", self._frozen.message)
        elif self._playing is not None and self.playing:
            seat.leaving = seat.autopilot = True
            await self._playing.set_autopilot(seat)
        else:
            seat.leaving = True
            if await self._turn_over("now"):
                await self._gather()

    async def _vote(self, seat: Seat, message: Dissolve) -> None:
        if self.setup.code is None:
            seat.refuse("not_friends", "only a friends' table is ended by a vote")
        elif self._frozen is not None:
            seat.refuse("frozen", self._frozen.message)
        elif self.over:
            seat.refuse("match_over", "the match is over already")
        else:
            seat.dissolving = message.on
            if message.on and self._finish.agreed:
                await self._dissolve()
            self._seats.show_players()

    async def _dissolve(self) -> None:
        """End the match; a round that is being played is let go."""
        self._keeper.dissolve()
        await self._keeper.commit()
        for seat in self._seats:
            seat.asked, seat.dissolving = None, False
        self._playing = None
        self._gathering.close()
        self._seats.post(self._finish.standings)

    async def _start(self, seat: Seat, message: Start) -> None:
        fixed = self.setup.fixed
        alone = len(self._seats.persons) == 1 and self._gathering.complete and not fixed
        contribution = None if message.contribution is None else bytes.fromhex(message.contribution)
        if self._draining:
            seat.refuse("draining", _DRAINING)
        elif message.ruleset is not None and fixed:
            seat.refuse("fixed_ruleset", "the rule set of this table was agreed on before")
        elif message.ruleset is not None and not alone:
            seat.refuse("not_alone", "others play at this table: its rule set stays as it is")
        elif message.ruleset is not None:
            await self._start_match(seat, message.ruleset, contribution)
        elif self._frozen is not None:
            seat.refuse("frozen", self._frozen.message)
        elif self.over:
            seat.refuse("match_over", "the match is over: open a table for another")
        elif self.playing:
            seat.refuse("round_running", "the round is still being played")
        elif self._dealing.match is None and alone:
            seat.refuse("no_match", "there is no match to go on with: name a rule set")
        else:
            seat.autopilot = False
            self._gathering.ready(seat, contribution)
            await self._gather()
            self._seats.show_players()

    async def _start_match(self, seat: Seat, spec: RuleSetSpec, contribution: bytes | None) -> None:
        try:
            ruleset = load_ruleset(spec)
        except RuleSetError as error:
            seat.refuse("bad_ruleset", str(error))
            return
        self._frozen = self._playing = None
        self._dealing.new_match(ruleset)
        seat.autopilot = False
        self._gathering.ready(seat, contribution)
        await self._deal()

    async def _gather(self) -> None:
        """See whether the next round can begin."""
        if not (self.playing or self._frozen is not None or self._draining or self.over):
            await self._gathering.look(self._keeper.next_commitment)

    # Rounds

    async def _deal(self) -> None:
        await self._turn_over("dealt")
        self._playing = None
        drawn = self._seating.draw()
        self._playing = await self._dealing.deal(self._gathering.take())
        self._playing.log("round %d begins", self._playing.match.round)
        if drawn:
            for seat in self._seats:
                seat.post(self._seating.welcome(seat))
        self._playing.show_all()
        await self._playing.ask()

    async def _ended(self) -> None:
        if self.over:
            self._seats.post(self._finish.standings)
        if await self._turn_over("ended"):
            await self._gather()

    async def _turn_over(self, when: When) -> bool:
        """Let leavers of a coin room go; tell whether anybody did and somebody is left."""
        if not await self._succession.look(when):
            return False
        self._dealing.change_bots()
        if self._seats.persons:
            return True
        await self._keeper.close()
        await self._stop()
        return False

    async def _freeze(self, fault: Exception) -> None:
        """Stop for good after a fault, keeping what was recorded and telling all."""
        if self._frozen is not None:
            _log.error("another fault", exc_info=fault, extra={"table": self.id})
            return
        round_id = await self._keeper.freeze(fault)
        for seat in self._seats:
            seat.asked = None
        self._playing = None
        self._gathering.close()
        self._frozen = Frozen(_FROZEN, None if round_id is None else address(round_id))
        self._seats.post(self._frozen)

    # Stopping

    async def _drain(self) -> None:
        self._draining = True
        self._gathering.close()
        self._seats.post(Draining(_DRAINING))

    async def _close(self) -> bool:
        if self.sockets:
            return False
        if not self.frozen:
            await self._keeper.close()
        await self._stop()
        return True

    async def _stop(self) -> None:
        self._inbox.close()
        self._seats.watchers.close(CLOSE_RESTARTING)
        for seat in self._seats:
            if seat.outbox is not None:
                seat.outbox.close(CLOSE_RESTARTING)
