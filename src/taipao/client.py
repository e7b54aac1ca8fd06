"""Plays at a server: a guest, a table, and its decisions with a view that is always up to date.

    guest = await Guest.enter("http://127.0.0.1:8000")
    async with guest.at(await guest.open_table()) as table:
        await table.start()
        async for decision in table.decisions():
            await table.answer(decision, decision.actions[-1])

The server says what is legal (docs/protocol.md); what is here folds events, comes back after a lost
connection, and gives this player's share of every wall. docs/bots.md tells how to write a bot.
"""

from __future__ import annotations

import asyncio
import secrets
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Final, Self

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from taipao.errors import CallRefused, MessageRefused, SeatLost, ServerLost, TableFrozen
from taipao.game.actions import Action, CancelReady
from taipao.game.state import DRAWABLE, Board, Own
from taipao.game.view import View, WireView, fold
from taipao.hand import Hand
from taipao.rules.ruleset import load_ruleset
from taipao.server.protocol import (
    PROTOCOL,
    Act,
    Autopilot,
    Banned,
    ClientMessage,
    Contribute,
    Decision,
    Frozen,
    Happened,
    Hello,
    Hint,
    Hints,
    MatchState,
    Player,
    Refused,
    RoundOver,
    RuleSetSpec,
    Seal,
    Seats,
    ServerMessage,
    Standings,
    Start,
    Waits,
    Welcome,
    Whole,
)
from taipao.tiles import NUMBER

_HARMLESS: Final = frozenset({"stale_decision", "already_answered", "too_late", "round_running"})
"""What comes of two things crossing on their way: nothing has to be done about it."""

NEVER_AGAIN: Final = frozenset({4000, 4001, 4002, 4004, 4005, 4006})
"""Close codes after which coming back would end in the same way."""

_FIRST_PAUSE: Final = 0.1
_LONGEST_PAUSE: Final = 5.0

_decoder: Final = msgspec.json.Decoder(ServerMessage)

Contributor = Callable[[], bytes]


def random_contribution() -> bytes:
    """Draw 32 bytes to put into a wall."""
    return secrets.token_bytes(32)


class Guest:
    """Somebody the server knows by a cookie, who can open tables, sit down and play."""

    def __init__(self, address: str, cookie: str) -> None:
        """Be the guest that `cookie`, `NAME=VALUE`, names; `enter` makes a new one."""
        self.address = address.rstrip("/")
        self.cookie = cookie

    @classmethod
    async def enter(cls, address: str) -> Guest:
        """Become a guest of the server at `http://…`. Raises `CallRefused` or `ServerLost`."""
        guest = cls(address, "")
        await guest.call("POST", "/api/guest")
        return guest

    async def open_table(
        self,
        seats: Sequence[str] = ("me", "greedy", "greedy", "greedy"),
        ruleset: RuleSetSpec = "standard",
        seconds: int | None = None,
        reserve: int | None = None,
    ) -> str:
        """Open a table and return its id.

        `seats` are four of `me` (once), `free` and bots' names; the times are in seconds, the
        server's own if None. Raises `CallRefused` or `ServerLost`.
        """
        wanted = {"seats": seats, "ruleset": ruleset, "seconds": seconds, "reserve": reserve}
        opened = msgspec.json.decode(await self.call("POST", "/api/tables", wanted), type=_Named)
        return opened.id

    async def sit(self, table: str) -> None:
        """Take the first free seat of a table, or keep one's own.

        Raises `CallRefused`, with `status` 409 if no seat is free, or `ServerLost`.
        """
        await self.call("POST", f"/api/tables/{table}/sit")

    def at(
        self,
        table: str | None = None,
        *,
        contribute: Contributor = random_contribution,
        patience: float = 60.0,
    ) -> Table:
        """Return the table with that id, or the guest's own, to be entered by `async with`.

        `contribute` chooses 1 to 64 bytes for each wall. A server that is lost is tried again for
        `patience` seconds.
        """
        return Table(self, table, contribute, patience)

    async def call(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> bytes:
        """Make a request and return the body of the answer. Raises `CallRefused`, `ServerLost`."""
        return await asyncio.to_thread(self._call, method, path, body)

    def _call(self, method: str, path: str, body: Mapping[str, Any] | None) -> bytes:
        headers = {"Content-Type": "application/json"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        data = None if body is None else msgspec.json.encode(body)
        request = urllib.request.Request(
            self.address + path, data=data, headers=headers, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                self.cookie = answer.headers.get("set-cookie", self.cookie).partition(";")[0]
                content: bytes = answer.read()
                return content
        except urllib.error.HTTPError as error:
            with error:
                raise CallRefused(f"{method} {path}: {_detail(error)}", error.code) from None
        except OSError as error:
            raise ServerLost(f"{self.address} does not answer: {error}") from None


class Table:
    """A seat at a table; as long as it is entered it comes back by itself.

    `view` is what the seat sees, None before the first round; `seat`, `players`, `match`, `waits`
    and `contribution`, this player's share of the wall, go with it. `over` is what was told of the
    round at its end, None until then; `standings` are told once the match of a friends' table is
    over; `hints` are those asked for last, None until they have come.
    """

    def __init__(
        self, guest: Guest, table: str | None, contribute: Contributor, patience: float
    ) -> None:
        self.guest = guest
        self.id = table
        self.seat = 0
        self.round: str | None = None
        self.view: View | None = None
        self.players: tuple[Player, ...] = ()
        self.match: MatchState | None = None
        self.waits = Waits((), can_cancel_ready=False)
        self.over: RoundOver | None = None
        self.standings: Standings | None = None
        self.hints: Hints | None = None
        self.contribution: bytes | None = None
        self._contribute = contribute
        self._patience = patience
        self._socket: ClientConnection | None = None
        self._welcome: Welcome | None = None
        self._next_commitment = ""
        self._starting: Start | None = None
        self._awaited = ""

    async def __aenter__(self) -> Self:
        """Connect and greet. Raises `MessageRefused` or `ServerLost`."""
        await self._connect()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the socket; the seat stays the guest's."""
        if self._socket is not None:
            await self._socket.close()

    async def start(self, ruleset: RuleSetSpec | None = None) -> None:
        """Be ready for the next round, with a fresh share of its wall.

        With `ruleset`, or where a lone player has no match yet, a new match begins.
        """
        self.over = None
        self.contribution = self._contribute()
        self._starting = Start(ruleset, self.contribution.hex())
        self._awaited = self._next_commitment
        await self._send(self._starting)

    async def decisions(self) -> AsyncIterator[Decision]:
        """Yield what the seat is asked, until round or match is over; `view` is then as it stands.

        A decision that has not been answered when the connection is lost is yielded again. Raises
        `MessageRefused`, `TableFrozen`, `SeatLost` or `ServerLost`.
        """
        while self.over is None and self.standings is None:
            message = await self.receive()
            if isinstance(message, Decision):
                yield message

    async def answer(self, decision: Decision, action: Action) -> None:
        """Answer a decision by one of its actions.

        An answer that comes too late does nothing; where it cannot be sent, the decision is yielded
        again once the server is back.
        """
        takes_back = isinstance(action, CancelReady)
        await self._send(Act(action, None if takes_back else decision.id))

    async def ask_hints(self, decision: Decision | None = None) -> None:
        """Ask what the actions of a decision would leave, or how the own hand stands.

        `receive` returns the answer, and `hints` is then that. A decision that is closed by then
        has none.
        """
        self.hints = None
        await self._send(Hint(None if decision is None else decision.id))

    async def autopilot(self, *, on: bool) -> None:
        """Leave the seat to the server's autopilot, or take it back."""
        await self._send(Autopilot(on))

    async def record(self) -> bytes:
        """Return the record of the round that is over, as JSON Lines. Raises `CallRefused`."""
        if self.over is None:
            raise CallRefused("the round is not over: it has no record yet", 404)
        return await self.guest.call("GET", self.over.record)

    async def receive(self) -> ServerMessage:
        """Return the server's next message, what it changes being changed already."""
        while True:
            assert self._socket is not None, "a table is entered by `async with`"
            try:
                message = _decoder.decode(await self._socket.recv())
            except ConnectionClosed as closed:
                code = None if closed.rcvd is None else closed.rcvd.code
                if code in NEVER_AGAIN:
                    raise SeatLost(f"the server closed the socket for good, code {code}") from None
                await self._connect()
                continue
            await self._take(message)
            return message

    async def _take(self, message: ServerMessage) -> None:
        if isinstance(message, Happened):
            self._fold(message)
        elif isinstance(message, Welcome):
            self._welcome, self.id, self.seat = message, message.table, message.seat
            self.players, self._next_commitment = message.players, message.next_commitment
            if self._starting is not None and self._awaited == message.next_commitment:
                # It was lost on its way, or the server forgot it: no round has begun since.
                await self._send(self._starting)
        elif isinstance(message, Whole):
            self._look(message)
        elif isinstance(message, Waits):
            self.waits = message
        elif isinstance(message, Seats):
            self.players = message.players
        elif isinstance(message, Seal):
            self.contribution = self.contribution or self._contribute()
            await self._send(Contribute(self.contribution.hex()))
        elif isinstance(message, RoundOver):
            self._next_commitment = message.next_commitment
            if self._starting is None:
                self.over, self.match = message, message.match
        elif isinstance(message, Standings):
            self.standings = message
        elif isinstance(message, Hints):
            self.hints = message
        elif isinstance(message, Banned):
            until = datetime.fromtimestamp(message.until / 1000, UTC)
            raise SeatLost(f"banned until {until:%Y-%m-%d %H:%M} UTC: {message.reason}")
        elif isinstance(message, Frozen):
            raise TableFrozen(message.message, message.record)
        elif isinstance(message, Refused):
            await self._refused(message)

    def _fold(self, message: Happened) -> None:
        assert self.view is not None, "a view comes before its events"
        if message.number is None or message.number > self.view.board.number:
            self.view = fold(self.view, message.event)

    def _look(self, message: Whole) -> None:
        if self._starting is not None and message.commitment == self._awaited:
            self._starting = None
        self.view, self.round = view_of(message.view), message.round
        self.players, self.match = message.players, message.match
        self.waits = Waits((), can_cancel_ready=False)
        self._next_commitment = message.next_commitment

    async def _refused(self, message: Refused) -> None:
        if message.code == "no_match" and self._starting is not None and self._welcome is not None:
            self._starting = Start(self._welcome.ruleset, self._starting.contribution)
            await self._send(self._starting)
            return
        if message.code == "round_running":
            self._starting = None
        elif message.code == "replaced":
            raise SeatLost(message.message)
        elif message.code not in _HARMLESS and message.code != "draining":
            raise MessageRefused(message.message, message.code)

    async def _connect(self) -> None:
        """Connect (again) and greet, naming what has been seen; wait for a server that is away."""
        loop = asyncio.get_running_loop()
        until, pause = loop.time() + self._patience, _FIRST_PAUSE
        while True:
            try:
                await self._greet()
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError) as error:
                if loop.time() + pause > until:
                    address = self.guest.address
                    raise ServerLost(f"{address} does not answer: {error}") from None
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
            else:
                return

    async def _greet(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        self._socket = await connect(
            f"ws{self.guest.address.removeprefix('http')}/ws",
            additional_headers={"Cookie": self.guest.cookie} if self.guest.cookie else None,
            compression=None,
            max_size=None,
        )
        last = None if self.view is None else self.view.board.number
        await self._socket.send(_text(Hello(PROTOCOL, self.id, self.round, last)))
        await self._take(_decoder.decode(await self._socket.recv()))

    async def _send(self, message: ClientMessage) -> None:
        assert self._socket is not None, "a table is entered by `async with`"
        try:
            await self._socket.send(_text(message))
        except ConnectionClosed:
            # `receive` finds the same, comes back, and is asked again what is still open.
            return


def view_of(wired: WireView) -> View:
    """Make a view of its wire form, to fold later events into.

    Only what the wire form holds is known: which end of the wall tiles were taken from, and what
    the last draw came of, are not, so `View.legal` is the server's to say.
    """
    first = frozenset(NUMBER[name] for name in wired.wild)
    board = Board(
        load_ruleset(wired.ruleset),
        number=wired.number,
        dealer=wired.dealer,
        indicators=wired.indicators,
        wild=first,
        limit=wired.limit,
        head=DRAWABLE - wired.left,
        phase=wired.phase,
        turn=wired.turn,
        offer=wired.offer,
        seats=wired.seats,
        result=wired.result,
    )
    hand = Hand.of((NUMBER[name] for name in wired.hand), first)
    return View(board, wired.seat, Own(hand, wired.drawn, wired.hidden, wired.ready))


class _Named(Struct, frozen=True):
    id: str


class _Refusal(Struct, frozen=True):
    detail: str


def _detail(error: urllib.error.HTTPError) -> str:
    text = error.read()
    try:
        return msgspec.json.decode(text, type=_Refusal).detail
    except msgspec.DecodeError:
        return text.decode(errors="replace").strip()[:200] or str(error.reason)


def _text(message: ClientMessage) -> str:
    return msgspec.json.encode(message).decode()
