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

from msgspec.structs import replace

import taipao
from taipao.bots import Bot, make
from taipao.errors import RecordError, RuleSetError, TaipaoError
from taipao.game.match import Match
from taipao.game.play import Play
from taipao.game.record import Recorder, header
from taipao.game.record import Seat as RecordSeat
from taipao.rules.ruleset import NAMES, load_ruleset
from taipao.server.audience import Audience, Seat
from taipao.server.gathering import Gathering
from taipao.server.inbox import Inbox
from taipao.server.keeper import Keeper
from taipao.server.keeping import Guest, LiveTable
from taipao.server.outbox import CLOSE_LATER, CLOSE_REPLACED, CLOSE_RESTARTING, Outbox
from taipao.server.playing import Playing, address
from taipao.server.protocol import (
    Act,
    Autopilot,
    Contribute,
    Draining,
    Frozen,
    RuleSetSpec,
    Start,
    TableMessage,
    Welcome,
)
from taipao.server.sitting import Sitting
from taipao.server.supplies import AT_ONCE, Pace, Supplies
from taipao.server.tablestate import Setup, TableState, decode_state, load_match, person

_log = logging.getLogger(__name__)

__all__ = ["AT_ONCE", "Pace", "Table", "address"]

_PERSON: Final = "player"
"""What a person is called in records, which anybody may be shown."""
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

    `run` is its task. `join`, `leave`, `say` and `sit` are what sockets and requests call; they
    queue. A fault in the rules, in the store or any other freezes the table, and it alone: what
    was recorded is kept, and all are told.
    """

    def __init__(self, table_id: str, state: TableState, supplies: Supplies) -> None:
        """Set a table up as `state` says; `Table.new` and `Table.resumed` make whole ones.

        Raises `BadRequest` for a rule set or a kind of bot that does not exist (any more).
        """
        self.id = table_id
        self._supplies = supplies
        self._offered = load_ruleset(state.setup.ruleset)
        self._match = None if state.match is None else load_match(state.match)
        self._seats = Audience(state.setup.chairs, state.setup.clock)
        for seat, reserve, autopilot in zip(
            self._seats, state.reserves, state.autopilots, strict=True
        ):
            seat.thinking.reserve = reserve
            seat.autopilot = autopilot
        # Made here and not used, so that a kind that does not exist is refused at once.
        self._bots = self._new_bots()
        self._keeper = Keeper(table_id, state, supplies.store, self._seats)
        self._inbox = Inbox(self._freeze)
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
                table._take_up(live.round_id, live.lines)
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
    def waiting(self) -> int:
        """How much has come to the table and is not dealt with."""
        return len(self._inbox)

    @property
    def sockets(self) -> int:
        """How many seats have a socket."""
        return sum(seat.outbox is not None for seat in self._seats)

    @property
    def autopilots(self) -> int:
        """How many seats the autopilot plays for."""
        return sum(seat.autopilot for seat in self._seats)

    def seat_of(self, guest_id: str) -> int | None:
        """Return the seat of a guest who sits here."""
        owned = (seat.index for seat in self._seats.persons if seat.chair.guest == guest_id)
        return next(owned, None)

    # The queue

    def join(
        self, outbox: Outbox, seat: int, *, round_id: str | None = None, last: int | None = None
    ) -> None:
        """Give a person's seat to a socket; the one that had it is told and closed.

        `round_id` and `last` say what a client that comes back has seen. A table that has been
        closed in the meantime closes the socket, which may come again.
        """
        work = partial(self._join, outbox, seat, round_id, last)
        self._inbox.put(work, partial(outbox.close, CLOSE_LATER))

    def leave(self, outbox: Outbox) -> None:
        """Take the seat from a socket that is gone, if it still has it."""
        self._inbox.put(partial(self._leave, outbox))

    async def say(self, outbox: Outbox, message: TableMessage) -> None:
        """Hand over what a socket's client said, and wait until the table has dealt with it."""
        await self._inbox.do(
            partial(self._said, outbox, message, asyncio.get_running_loop().time())
        )

    async def sit(self, guest: Guest) -> int | None:
        """Give a guest a seat, its own again or a free one; None if there is none."""
        seat = await self._inbox.do(partial(self._sit, guest))
        return seat if isinstance(seat, int) else None

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
        if self._playing is not None:
            for seat in self._seats.persons:
                seat.expected = True
                self._note_absence(seat)
            self._inbox.later(self._supplies.pace.comeback, self._expect_no_more)
            await self._playing.ask()

    async def _expect_no_more(self) -> None:
        for seat in self._seats.persons:
            seat.expected = False
            if self._playing is not None:
                self._playing.let_time_run(seat)

    async def _join(
        self, outbox: Outbox, index: int, round_id: str | None, last: int | None
    ) -> None:
        seat = self._seats[index]
        if seat.outbox is not None:
            seat.refuse("replaced", "the seat has been taken by a newer window")
            seat.outbox.close(CLOSE_REPLACED)
        seat.outbox, seat.expected = outbox, False
        if seat.absence is not None:
            seat.absence.cancel()
            seat.absence = None
        if self._playing is None and self._frozen is None:
            await self._recall()
        seat.post(
            Welcome(
                taipao.__version__,
                seat.index,
                NAMES,
                self._offered.spec(),
                self._keeper.next_commitment,
                self.id,
                self._seats.players_for(seat),
            )
        )
        if self._frozen is not None:
            seat.post(self._frozen)
        elif self._playing is not None:
            self._playing.greet(seat, round_id, last)
        self._gathering.remind(seat)
        if self._draining:
            seat.post(Draining(_DRAINING))
        self._seats.show_players(but=seat)
        await self._gather()

    async def _leave(self, outbox: Outbox) -> None:
        seat = self._seats.of(outbox)
        if seat is not None:
            seat.outbox = None
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

    async def _sit(self, guest: Guest) -> int | None:
        index = self.seat_of(guest.id)
        free = next((seat for seat in self._seats if seat.chair.kind == "free"), None)
        if index is not None or free is None:
            return index
        free.chair = person(guest)
        first, second, third, fourth = (seat.chair for seat in self._seats)
        state = self._keeper.state
        setup = replace(state.setup, chairs=(first, second, third, fourth))
        self._keeper.state = replace(state, setup=setup)
        await self._keeper.commit()
        self._seats.show_players()
        return free.index

    # What persons say

    async def _said(self, outbox: Outbox, message: TableMessage, at: float) -> None:
        seat = self._seats.of(outbox)
        if seat is None:
            return
        if isinstance(message, Act):
            await self._act(seat, message, at)
        elif isinstance(message, Start):
            await self._start(seat, message)
        elif isinstance(message, Contribute):
            await self._gathering.contribute(seat, bytes.fromhex(message.contribution))
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
        elif seat.autopilot != message.on:
            seat.autopilot = message.on
            if self._playing is not None:
                await self._playing.set_autopilot(seat)
            else:
                await self._keeper.commit()
                self._seats.show_players()
            await self._gather()

    async def _start(self, seat: Seat, message: Start) -> None:
        alone = len(self._seats.persons) == 1 and self._gathering.complete
        contribution = None if message.contribution is None else bytes.fromhex(message.contribution)
        if self._draining:
            seat.refuse("draining", _DRAINING)
        elif message.ruleset is not None and not alone:
            seat.refuse("not_alone", "others play at this table: its rule set stays as it is")
        elif message.ruleset is not None:
            await self._start_match(seat, message.ruleset, contribution)
        elif self._frozen is not None:
            seat.refuse("frozen", self._frozen.message)
        elif self.playing:
            seat.refuse("round_running", "the round is still being played")
        elif self._match is None and alone:
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
        self._match = Match(ruleset, self._supplies.chance.first_dealer())
        self._bots = self._new_bots()
        seat.autopilot = False
        self._gathering.ready(seat, contribution)
        await self._deal()

    async def _gather(self) -> None:
        """See whether the next round can begin."""
        if not (self.playing or self._frozen is not None or self._draining):
            await self._gathering.look(self._keeper.next_commitment)

    # Match and round

    def _new_bots(self) -> dict[int, Bot]:
        return {
            seat.index: make(seat.chair.name, self._supplies.chance.bot_seed())
            for seat in self._seats
            if seat.chair.kind == "bot"
        }

    async def _deal(self) -> None:
        match = self._next_match()
        first = header(
            match.ruleset,
            [_on_record(seat) for seat in self._seats],
            number=match.round,
            dealer=match.dealer,
            secret=self._keeper.secret,
            contributions=self._gathering.take(),
        )
        for seat in self._seats:
            seat.thinking.fill()
            # Who has not come back for a new round shall not keep the others waiting in it.
            seat.autopilot |= seat.is_person and seat.outbox is None
        chance, round_id = self._supplies.chance, self._supplies.chance.round_id()
        self._playing, self._match = None, match
        self._keeper.open_round(round_id, match, Recorder(first).lines, chance.secret())
        play = Play(first, ruleset=match.ruleset, wall=chance.wall())
        self._keeper.go_on(play.lines)
        await self._keeper.commit("open")
        self._playing = self._play(round_id, play, match)
        self._playing.log("round %d begins", match.round)
        self._playing.show_all()
        await self._playing.ask()

    def _next_match(self) -> Match:
        """Return the match as it stands, which begins with its first round."""
        if self._playing is not None and self._playing.after is not None:
            return self._playing.after
        return self._match or Match(self._offered, self._supplies.chance.first_dealer())

    def _play(self, round_id: str, play: Play, match: Match) -> Playing:
        sitting = Sitting(play, self._bots)
        return Playing(
            round_id, sitting, match, self._seats, self._keeper, self._supplies, self._inbox.later
        )

    def _take_up(self, round_id: str, lines: tuple[bytes, ...]) -> None:
        """Let a live round stand where its lines break off. Raises `RecordError`."""
        self._keeper.take_up(round_id, lambda after: lines[after:], len(lines))
        shown = self._keeper.state.shown
        if shown is None or shown.id != round_id:
            raise RecordError("the table's state is not of this round", 1)
        play = Play.resume(lines)
        if play.over:
            raise RecordError("the round is over and was not ended", len(lines))
        self._keeper.go_on(play.lines)
        self._playing = self._play(round_id, play, load_match(shown.before))

    async def _recall(self) -> None:
        """Show the round again that was over when the server last stopped."""
        shown = self._keeper.state.shown
        if shown is None:
            return
        try:
            record = await self._supplies.store.record(shown.id)
            if record is not None:
                play = Play.resume(record.splitlines(keepends=True)[:-1])
                self._playing = self._play(shown.id, play, load_match(shown.before))
                self._playing.after = self._match
        except TaipaoError as fault:
            # The match goes on all the same; only its last round is not seen again.
            about = {"table": self.id, "round": shown.id}
            _log.warning("the last round cannot be shown again: %s", fault, extra=about)

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
        for seat in self._seats:
            if seat.outbox is not None:
                seat.outbox.close(CLOSE_RESTARTING)


def _on_record(seat: Seat) -> RecordSeat:
    name = seat.chair.name
    return RecordSeat(name, name) if seat.chair.kind == "bot" else RecordSeat(_PERSON)
