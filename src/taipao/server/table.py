"""A table: one task that owns the match, the round and the person's socket.

Everything that happens to a table comes through its one queue: sockets that come and go, what a
client sends, and the steps that fall due. So nothing here runs twice at a time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

import taipao
from taipao.bots import Bot, make
from taipao.errors import IllegalAction, RuleSetError
from taipao.game.actions import CancelReady
from taipao.game.events import RoundEnded, redact
from taipao.game.match import Match
from taipao.game.play import Play
from taipao.game.record import Recorder, Seat, header
from taipao.game.state import SEATS
from taipao.game.view import wire
from taipao.game.wall import commitment
from taipao.rules.ruleset import NAMES, RuleSet, load_ruleset
from taipao.server.chance import Chance, SystemChance
from taipao.server.hints import discard_waits, own_waits
from taipao.server.outbox import CLOSE_REPLACED, Outbox
from taipao.server.protocol import (
    Act,
    Decision,
    ErrorCode,
    Frozen,
    Happened,
    MatchState,
    Player,
    Refused,
    RoundOver,
    ServerMessage,
    Start,
    Waits,
    Welcome,
    Whole,
)
from taipao.server.sitting import Sitting, number
from taipao.server.store import Numbered, Store

_log = logging.getLogger(__name__)

BOTS: Final = ("greedy", "greedy", "greedy")
PERSON: Final = "player"

_REASONS: Final[dict[str, ErrorCode]] = {
    "stale": "stale_decision",
    "not_asked": "stale_decision",
    "answered": "already_answered",
}
_NO_WAITS: Final = Waits((), can_cancel_ready=False)


class Pace(Struct, frozen=True):
    """How long things take, in seconds: a shortest and a longest, drawn anew each time.

    `thought` is before a bot acts on its turn, `pause` after every discard and added kong.
    """

    thought: tuple[float, float] = (0.2, 0.7)
    pause: tuple[float, float] = (0.3, 1.0)


AT_ONCE: Final = Pace((0.0, 0.0), (0.0, 0.0))


class _Joined(Struct, frozen=True):
    outbox: Outbox


class _Left(Struct, frozen=True):
    outbox: Outbox


class _Said(Struct, frozen=True):
    outbox: Outbox
    message: Start | Act
    done: asyncio.Future[None]


class _Due(Struct, frozen=True):
    step: int


class _Kept(Struct, frozen=True):
    """What is known of the round being played, from before its first tile is dealt."""

    id: str
    so_far: Callable[[], bytes]


class _Running(Struct):
    """The round at this table, also after its end; `match` as it stood before it."""

    id: str
    sitting: Sitting
    match: Match
    commitment: str
    over: RoundOver | None = None


class Table:
    """One person's table: the person in `seat`, bots in the other three.

    `run` is its task. `join`, `leave` and `say` are what a socket calls; they only queue. A fault
    in the rules, or any other, freezes the table: what was recorded is kept and the person told.
    """

    def __init__(
        self,
        store: Store,
        *,
        ruleset: RuleSet,
        bots: Sequence[str] = BOTS,
        chance: Chance | None = None,
        pace: Pace | None = None,
        seat: int = 0,
    ) -> None:
        """Set a table up; `bots` names three kinds, in the order of the seats after the person.

        `ruleset` is only what a client is told to offer first.

        Raises `BadRequest` for a kind of bot that does not exist.
        """
        self._store = store
        self._offered = ruleset.spec()
        self._chance = chance or SystemChance()
        self._pace = pace or Pace()
        self._seat = seat
        self._kinds = {(seat + 1 + i) % SEATS: kind for i, kind in enumerate(bots)}
        # Made here and not used, so that a kind that does not exist is refused at once.
        self._bots = self._new_bots()
        self._secret = self._chance.secret()
        self._queue: asyncio.Queue[_Joined | _Left | _Said | _Due] = asyncio.Queue()
        self._outbox: Outbox | None = None
        self._match: Match | None = None
        self._kept: _Kept | None = None
        self._running: _Running | None = None
        self._frozen: Frozen | None = None
        self._waits = _NO_WAITS
        self._asked: Decision | None = None
        self._steps = 0

    def join(self, outbox: Outbox) -> None:
        """Give the seat to a socket; the one that had it is told and closed."""
        self._queue.put_nowait(_Joined(outbox))

    def leave(self, outbox: Outbox) -> None:
        """Take the seat from a socket that is gone, if it still has it. The table waits."""
        self._queue.put_nowait(_Left(outbox))

    async def say(self, outbox: Outbox, message: Start | Act) -> None:
        """Hand over what a socket's client said, and wait until the table has dealt with it."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Said(outbox, message, done))
        await done

    async def run(self) -> None:
        """Deal with what comes, for ever."""
        while True:
            item = await self._queue.get()
            try:
                await self._handle(item)
            except Exception as fault:
                await self._freeze(fault)
            finally:
                if isinstance(item, _Said) and not item.done.done():
                    item.done.set_result(None)

    async def _handle(self, item: _Joined | _Left | _Said | _Due) -> None:
        match item:
            case _Joined(outbox):
                self._take_seat(outbox)
                self._show_all()
            case _Left(outbox):
                if self._outbox is outbox:
                    self._outbox = None
            case _Said(outbox, message):
                if self._outbox is not outbox:
                    return
                if isinstance(message, Start):
                    await self._start(message)
                else:
                    await self._act(message)
            case _Due(step):
                if step == self._steps and self._frozen is None and self._running is not None:
                    await self._happened(self._running, self._running.sitting.go_on())

    # The socket

    def _post(self, message: ServerMessage) -> None:
        if self._outbox is not None:
            self._outbox.post(message)

    def _refuse(self, code: ErrorCode, message: str, decision: int | None = None) -> None:
        self._post(Refused(code, message, decision))

    def _take_seat(self, outbox: Outbox) -> None:
        if self._outbox is not None:
            self._refuse("replaced", "the seat has been taken by a newer window")
            self._outbox.close(CLOSE_REPLACED)
        self._outbox = outbox

    def _show_all(self) -> None:
        """Send everything the seat may know, and ask again what is open."""
        self._post(
            Welcome(taipao.__version__, self._seat, NAMES, self._offered, self._next_commitment())
        )
        if self._frozen is not None:
            self._post(self._frozen)
        elif self._running is not None:
            self._show_round(self._running)
            if self._waits != _NO_WAITS:
                self._post(self._waits)
            if self._asked is not None:
                self._post(self._asked)
            if self._running.over is not None:
                self._post(self._running.over)

    def _show_round(self, running: _Running) -> None:
        self._post(
            Whole(
                wire(running.sitting.view(self._seat)),
                self._players(),
                state_of(running.match),
                running.commitment,
                self._next_commitment(),
            )
        )

    def _players(self) -> tuple[Player, ...]:
        return tuple(
            Player("bot", self._kinds[seat]) if seat in self._kinds else Player("player", PERSON)
            for seat in range(SEATS)
        )

    def _next_commitment(self) -> str:
        return commitment(self._secret).hex()

    # Match and round

    def _new_bots(self) -> dict[int, Bot]:
        return {seat: make(kind, self._chance.bot_seed()) for seat, kind in self._kinds.items()}

    async def _start(self, message: Start) -> None:
        contribution = None if message.contribution is None else bytes.fromhex(message.contribution)
        playing = self._running is not None and self._running.over is None
        if message.ruleset is not None:
            try:
                ruleset = load_ruleset(message.ruleset)
            except RuleSetError as error:
                self._refuse("bad_ruleset", str(error))
                return
            if self._kept is not None:
                await self._store.drop(self._kept.id)
            self._frozen = None
            self._match = Match(ruleset, self._chance.first_dealer())
            self._bots = self._new_bots()
        elif self._frozen is not None:
            self._refuse("frozen", self._frozen.message)
            return
        elif self._match is None:
            self._refuse("no_match", "there is no match to go on with: name a rule set")
            return
        elif playing:
            self._refuse("round_running", "the round is still being played")
            return
        await self._deal(self._match, contribution)

    async def _deal(self, match: Match, contribution: bytes | None) -> None:
        secret, self._secret = self._secret, self._chance.secret()
        contributions = [contribution if seat == self._seat else None for seat in range(SEATS)]
        seats = [
            Seat(player.name, player.name if player.kind == "bot" else None)
            for player in self._players()
        ]
        first = header(
            match.ruleset,
            seats,
            number=match.round,
            dealer=match.dealer,
            secret=secret,
            contributions=contributions,
        )
        round_id = self._chance.round_id()
        self._running, self._asked, self._waits = None, None, _NO_WAITS
        self._kept = _Kept(round_id, Recorder(first).unfinished)
        play = Play(first, ruleset=match.ruleset, wall=self._chance.wall())
        self._kept = _Kept(round_id, play.unfinished)
        await self._store.append(round_id, number(play.opening))
        self._running = _Running(
            round_id, Sitting(play, self._bots), match, commitment(secret).hex()
        )
        self._show_round(self._running)
        await self._follow(self._running)

    async def _act(self, message: Act) -> None:
        if self._frozen is not None:
            self._refuse("frozen", self._frozen.message, message.decision)
            return
        running = self._running
        if running is None or running.over is not None:
            self._refuse("no_round", "no round is being played", message.decision)
            return
        sitting = running.sitting
        try:
            if isinstance(message.action, CancelReady):
                happened = sitting.cancel_ready(self._seat)
            elif message.decision is None:
                self._refuse("bad_message", "the action answers a decision: `decision` is missing")
                return
            else:
                sitting.answer(self._seat, message.decision, message.action)
                happened = ()
        except IllegalAction as error:
            self._refuse(_REASONS.get(error.reason, "illegal"), str(error), message.decision)
            return
        if not happened:
            self._asked = None
            happened = sitting.resolve()
        await self._happened(running, happened)

    async def _happened(self, running: _Running, happened: Sequence[Numbered]) -> None:
        """Keep what happened, then show it, then ask and wait for what is next."""
        if not happened:
            return
        await self._store.append(running.id, happened)
        for one in happened:
            event = redact(one.event, self._seat)
            if event is not None:
                self._post(Happened(one.number, event))
        await self._follow(running)

    async def _follow(self, running: _Running) -> None:
        sitting = running.sitting
        view = sitting.view(self._seat)
        waits = Waits(own_waits(view), CancelReady() in view.legal())
        if waits != self._waits:
            self._waits = waits
            self._post(waits)
        self._asked = None
        if offers := sitting.offers(self._seat):
            # Up to 17 discards with 34 waits each: too long for the event loop.
            after = await asyncio.to_thread(discard_waits, view, offers)
            self._asked = Decision(sitting.play.decision.id, offers, after)
            self._post(self._asked)
        result = view.board.result
        if result is not None:
            await self._end(running, result)
        else:
            self._schedule(sitting)

    def _schedule(self, sitting: Sitting) -> None:
        """Let the next step fall due; a step that was to come before is no longer."""
        self._steps += 1
        if sitting.due is not None:
            shortest, longest = self._pace.thought if sitting.due == "thought" else self._pace.pause
            asyncio.get_running_loop().call_later(
                self._chance.pause(shortest, longest), self._queue.put_nowait, _Due(self._steps)
            )

    async def _end(self, running: _Running, result: RoundEnded) -> None:
        await self._store.finish(running.id, running.sitting.play.record())
        self._kept = None
        self._match = running.match.after(result)
        running.over = RoundOver(
            state_of(self._match), address(running.id), self._next_commitment()
        )
        self._post(running.over)

    async def _freeze(self, fault: Exception) -> None:
        """Stop for good after a fault, keeping what was recorded and telling the person."""
        _log.error("the table has stopped", exc_info=fault)
        record = None
        if self._kept is not None:
            try:
                await self._store.freeze(self._kept.id, self._kept.so_far())
                record = address(self._kept.id)
            except Exception:
                _log.exception("the record so far could not be kept")
            self._kept = None
        self._steps += 1
        self._asked = None
        self._frozen = Frozen(
            "The table has met a fault of its own and stopped; what was played is kept. "
            "这桌遇到程序错误，已停止；已打的部分已保存。",
            record,
        )
        self._post(self._frozen)


def state_of(match: Match) -> MatchState:
    """Write down how a match stands."""
    return MatchState(match.ruleset.spec(), match.round, match.circle, match.dealer, match.points)


def address(round_id: str) -> str:
    """Return where the record of a round can be fetched."""
    return f"/records/{round_id}"
