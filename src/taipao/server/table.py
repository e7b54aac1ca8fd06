"""A table: one task that owns the match, the round and what its four seats are told.

Everything that happens to a table comes through its one queue: sockets that come and go, what a
client says, steps that fall due and times that are up. So nothing here runs twice at a time, and
whichever of two things is queued first is first. Nothing is shown before the store has kept it.
"""

from __future__ import annotations

import logging
import time
from functools import partial

from taipao.server.audience import Audience
from taipao.server.course import Course
from taipao.server.inbox import Inbox
from taipao.server.keeper import Keeper
from taipao.server.keeping import Account, Halted, LiveTable, NewAct
from taipao.server.outbox import CLOSE_LATER, CLOSE_REPLACED, CLOSE_RESTARTING, Outbox
from taipao.server.playing import address
from taipao.server.protocol import Refused, Rematch, TableMessage
from taipao.server.supplies import AT_ONCE, Pace, Supplies
from taipao.server.tablestate import Setup, TableState, decode_state

_log = logging.getLogger(__name__)

__all__ = ["AT_ONCE", "Pace", "Table", "address"]


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
        self._seats = Audience(state.setup.chairs, state.setup.clock, state.setup.watch)
        for seat, reserve, autopilot, leaving in zip(
            self._seats, state.reserves, state.autopilots, state.leaving, strict=True
        ):
            seat.thinking.reserve = reserve
            seat.autopilot, seat.leaving = autopilot, leaving
        self._keeper = Keeper(table_id, state, supplies.store, self._seats)
        self._inbox = Inbox(self._freeze)
        self._course = Course(
            table_id, self._seats, self._keeper, supplies, self._inbox.later, self._stop
        )

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
                table._course.take_up(live.round_id, live.lines)
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
        return self._course.playing

    @property
    def frozen(self) -> bool:
        """Whether a fault has stopped the table."""
        return self._course.frozen is not None

    @property
    def over(self) -> bool:
        """Whether its match is over, all rounds being played or the friends having agreed on it."""
        return self._course.over

    @property
    def rematch(self) -> Rematch | None:
        """The table that was opened for another match of who sits here, if one was."""
        return self._keeper.state.rematch

    @property
    def unused(self) -> bool:
        """Whether it is a friends' table whose match has not begun, or is over."""
        return self._course.seating.open or self.over

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
        seat = self._course.seating.of(account_id)
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
        await self._inbox.do(partial(self._said, outbox, message, time.monotonic()))

    async def sit(self, account: Account, wanted: int | None = None) -> int | None:
        """Give an account a seat, its own again or a free one; None if there is none.

        Before the match of a friends' table who sits there may change to the seat that is wanted.
        """
        seat = await self._inbox.do(partial(self._course.seating.sit, account, wanted))
        return seat if isinstance(seat, int) else None

    def rename(self, account: Account) -> None:
        """Show an account that sits here by the name that it has now."""
        self._inbox.put(partial(self._course.seating.rename, account))

    def forget(self, account_id: str) -> None:
        """Show and keep of a deleted account that sits here neither name nor address."""
        self._inbox.put(partial(self._course.seating.forget, account_id))

    def vacate(self, account_id: str) -> None:
        """Give an account's seat in a coin room up for it, as if it had said so itself."""
        self._inbox.put(partial(self._vacate, account_id))

    async def halt(self, act: NewAct) -> bool:
        """Freeze the table by an operator's act, as a fault of its own would.

        The act is kept in one transaction with the table's end. False, and nothing is kept, if the
        table has stopped or closed before.
        """
        return await self._inbox.do(partial(self._halt, act)) is True

    async def invite(self, rematch: Rematch) -> bool:
        """Tell all, and keep, which table was opened for another match; False if it is not kept."""
        return await self._inbox.do(partial(self._course.invite, rematch)) is True

    async def drain(self) -> None:
        """Tell all that the server stops, and begin no round any more."""
        await self._inbox.do(self._course.drain)

    async def stop(self) -> None:
        """End the task once everything queued before is dealt with, and close the sockets."""
        await self._inbox.do(self._stop)

    async def close(self) -> bool:
        """Close the table for good, its round being let go; False if somebody is there."""
        return await self._inbox.do(self._close) is True

    async def run(self) -> None:
        """Deal with what comes, until `stop`."""
        await self._inbox.run(self._course.begin)

    # The task

    async def _join(
        self, outbox: Outbox, owner: str | None, round_id: str | None, last: int | None
    ) -> None:
        seat = None if owner is None else self._course.seating.of(owner)
        if seat is None:
            outbox.post(Refused("no_table", "the seat is somebody else's by now"))
            return
        if seat.outbox is not None:
            seat.refuse("replaced", "the seat has been taken by a newer window")
            seat.outbox.close(CLOSE_REPLACED)
        seat.outbox = outbox
        await self._course.greet(seat, round_id, last)
        self._seats.show_players(but=seat)
        await self._course.gather()

    async def _watch(self, outbox: Outbox) -> None:
        watchers = self._seats.watchers
        if watchers.watch == "no" or watchers.full:
            outbox.post(Refused("not_watched", "this table may not be watched, or too many do"))
            return
        await self._course.greet_watcher(outbox)

    async def _leave(self, outbox: Outbox) -> None:
        self._seats.watchers.remove(outbox)
        seat = self._seats.of(outbox)
        if seat is not None:
            # Who comes back shall not find the match ended by an old vote.
            seat.outbox, seat.dissolving = None, False
            seat.gone = time.monotonic()
            self._course.note_absence(seat)
            self._seats.show_players()
            await self._course.gather()

    async def _said(self, outbox: Outbox, message: TableMessage, at: float) -> None:
        seat = self._seats.of(outbox)
        if seat is not None:
            await self._course.hear(seat, message, at)
        elif self._seats.watchers.holds(outbox):
            outbox.post(Refused("watching", "you only watch this table"))

    async def _vacate(self, account_id: str) -> None:
        seat = self._course.seating.of(account_id)
        if seat is not None:
            await self._course.give_up(seat)

    async def _freeze(self, fault: Exception) -> None:
        await self._course.freeze(fault)

    async def _halt(self, act: NewAct) -> bool:
        if self.frozen:
            return False
        await self._freeze(Halted(act))
        return True

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
