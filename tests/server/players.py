"""Players at a server of many tables that may be lost at any moment, and all they were shown."""

from __future__ import annotations

import asyncio
import random
import signal
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from taipao.client import Guest
from taipao.server.protocol import PROTOCOL
from tests.cli.processes import Process, started

Message = dict[str, Any]

QUICK = {
    # Some, as tables have it: without, what follows a discard would be kept with it.
    "TAIPAO_PAUSE": "0.001,0.005",
    "TAIPAO_THOUGHT": "0,0",
    "TAIPAO_DRAIN": "0",
    "TAIPAO_ADDRESS_RATE": "0",
    "TAIPAO_GUEST_RATE": "0",
    "TAIPAO_SOCKET_RATE": "0",
    # What is an error is a fault of the server's own, and there shall be none.
    "TAIPAO_LOG_LEVEL": "error",
}
SEATS = (
    ("me", "greedy", "random", "greedy"),
    ("me", "free", "greedy", "random"),
    ("me", "free", "free", "free"),
)
"""One person, two, four: by turns."""
RULESETS = ("standard", "alternate")

CROSSED = {"stale_decision", "already_answered", "too_late", "round_running", "no_round"}
"""Refusals that come of two things crossing on their way."""
PATIENCE = 120
"""Seconds after which a test that waits for something gives it up."""


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not happened():
            await asyncio.sleep(0.01)


class Site:
    """A server at one database, which is somewhere else each time it is started."""

    def __init__(self, url: str, **settings: str) -> None:
        self._environment = QUICK | {"TAIPAO_DATABASE_URL": url, **settings}
        self._process: Process | None = None
        self._stack = ExitStack()
        self.up = asyncio.Event()
        self.starts = 0

    @property
    def address(self) -> str:
        assert self._process is not None
        return self._process.address

    def start(self) -> None:
        server = started("serve", "--port", "0", **self._environment)
        self._process = self._stack.enter_context(server)
        self.starts += 1
        self.up.set()

    async def end(self, sent: signal.Signals) -> None:
        """Send a signal that ends the server, and see that it had nothing to complain of."""
        assert await self.end_complaining(sent) == ""

    async def end_complaining(self, sent: signal.Signals) -> str:
        """Send a signal that ends the server; return what it had to complain of."""
        assert self._process is not None
        self.up.clear()
        status, complaints = await asyncio.to_thread(self._process.end, sent)
        assert status == (-sent if sent == signal.SIGKILL else 0)
        return complaints

    def close(self) -> None:
        self.up.clear()
        self._stack.close()

    async def readiness(self) -> int:
        """Return the status with which the server answers whether it is ready."""

        def ask() -> int:
            try:
                with urllib.request.urlopen(f"{self.address}readyz", timeout=PATIENCE) as answer:
                    status: int = answer.status
                    return status
            except urllib.error.HTTPError as refused:
                with refused:
                    return refused.code

        return await asyncio.to_thread(ask)


class Shown:
    """All that one player was shown of one round, events and the like as JSON by their number."""

    def __init__(self, commitment: str) -> None:
        self.commitment = commitment
        self.events: dict[int, bytes] = {}
        self.private: set[tuple[int, bytes]] = set()
        """Events without a number, and that of the last public one before them."""
        self.views: set[tuple[int, bytes]] = set()
        self.decisions: set[tuple[int, bytes]] = set()
        self.over = False


class Player:
    """A guest at a table who answers anything legal, and comes back as long as it is let."""

    def __init__(self, site: Site, guest: Guest, table: str, ruleset: str, seed: int) -> None:
        self.table = table
        self.seat = 0
        self.round: str | None = None
        self.last: int | None = None
        self.shown: dict[str, Shown] = {}
        self.closed: Counter[int | None] = Counter()
        """How often a socket was closed, by code."""
        self._site = site
        self._cookie = guest.cookie
        self._ruleset = ruleset
        self._random = random.Random(seed)
        self._socket: ClientConnection | None = None
        self._greeted = 0

    @property
    def back(self) -> bool:
        """Whether the server that runs now has greeted it, and it has not lost it since."""
        return self._greeted == self._site.starts

    @property
    def place(self) -> tuple[str | None, int | None]:
        """How far it has been shown its table."""
        return self.round, self.last

    async def play(self) -> None:
        """Play until cancelled."""
        while True:
            await self._site.up.wait()
            try:
                await self._sit()
            except (OSError, InvalidHandshake):
                await asyncio.sleep(0.05)

    async def leave(self) -> None:
        """Close the socket: `play` comes back at once."""
        assert self._socket is not None
        await self._socket.close()

    async def _sit(self) -> None:
        """Take the seat, and play until the socket is closed."""
        start = self._site.starts
        async with connect(
            f"ws{self._site.address.removeprefix('http')}ws",
            additional_headers={"Cookie": self._cookie},
            compression=None,
            max_size=None,
        ) as socket:
            self._socket = socket
            try:
                await self._send(
                    type="hello",
                    protocol=PROTOCOL,
                    table=self.table,
                    round=self.round,
                    last=self.last,
                )
                while True:
                    message: Message = msgspec.json.decode(await socket.recv())
                    if message["type"] == "welcome":
                        self._greeted = start
                    await self._hear(message)
            except ConnectionClosed:
                self._greeted = 0
        self.closed[socket.close_code] += 1

    async def _send(self, **message: Any) -> None:
        assert self._socket is not None
        await self._socket.send(msgspec.json.encode(message).decode())

    async def _hear(self, message: Message) -> None:
        match message["type"]:
            case "welcome":
                self.seat = message["seat"]
                if self.round is None:
                    await self._start()
            case "view":
                self._look(message)
            case "resumed":
                assert (message["round"], message["last"]) == self.place
            case "event":
                self._note(message["number"], msgspec.json.encode(message["event"]))
            case "decision":
                await self._decide(message)
            case "round_over":
                self._now.over = True
                await self._start()
            case "seal":
                await self._send(type="contribute", contribution=self._contribution())
            case "error" if message["code"] == "no_match":
                await self._start(self._ruleset)
            case "error":
                assert message["code"] in {*CROSSED, "draining"}, message
            case other:
                assert other in {"waits", "seats", "draining"}, message
        if "players" in message and message["players"][self.seat]["autopilot"]:
            await self._send(type="autopilot", on=False)

    @property
    def _now(self) -> Shown:
        assert self.round is not None
        return self.shown[self.round]

    def _look(self, message: Message) -> None:
        view, commitment = message["view"], message["commitment"]
        if message["round"] != self.round:
            assert message["round"] not in self.shown, "a round is not gone back to"
            self.round, self.last = message["round"], None
            self.shown[message["round"]] = Shown(commitment)
        assert self._now.commitment == commitment
        # What was shown once has been kept: nobody is taken back.
        assert self.last is None or self.last <= view["number"]
        self.last = view["number"]
        self._now.views.add((view["number"], msgspec.json.encode(view)))

    def _note(self, number: int | None, event: bytes) -> None:
        assert self.last is not None, "an event comes after a view"
        if number is None:
            self._now.private.add((self.last, event))
            return
        assert number == self.last + 1, "no event is left out, and none comes twice"
        self._now.events[number], self.last = event, number

    async def _decide(self, message: Message) -> None:
        actions = message["actions"]
        self._now.decisions.add((message["id"], msgspec.json.encode(actions)))
        await asyncio.sleep(self._random.uniform(0, 0.05))
        if self._random.random() < 0.02:
            # It takes the seat back as soon as it is told.
            await self._send(type="autopilot", on=True)
            return
        action = self._random.choice(actions)
        takes_back = action["type"] == "cancel_ready"
        await self._send(type="act", decision=None if takes_back else message["id"], action=action)

    async def _start(self, ruleset: str | None = None) -> None:
        # Who brings none is asked for it, where several persons play.
        contribution = self._contribution() if self._random.random() < 0.5 else None
        await self._send(type="start", ruleset=ruleset, contribution=contribution)

    def _contribution(self) -> str:
        return self._random.randbytes(8).hex()


@asynccontextmanager
async def playing(url: str, tables: int) -> AsyncIterator[tuple[Site, list[Player]]]:
    """Start a server, and players at so many tables; they play until this is left."""
    site = Site(url)
    try:
        site.start()
        players = [player for number in range(tables) for player in await _table(site, number)]
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(player.play()) for player in players]
            yield site, players
            for task in tasks:
                task.cancel()
    finally:
        site.close()


async def _table(site: Site, number: int) -> list[Player]:
    seats, ruleset = SEATS[number % len(SEATS)], RULESETS[number % len(RULESETS)]
    guests = [await Guest.enter(site.address) for seat in seats if seat in {"me", "free"}]
    table = await guests[0].open_table(seats, ruleset)
    for guest in guests[1:]:
        await guest.sit(table)
    return [Player(site, guest, table, ruleset, 4 * number + i) for i, guest in enumerate(guests)]


async def all_back(players: Sequence[Player]) -> None:
    """Wait until the server has greeted everybody again."""
    await until(lambda: all(player.back for player in players))


async def all_go_on(players: Sequence[Player]) -> None:
    """Wait until every player has been shown something new."""
    places = [player.place for player in players]
    await until(
        lambda: all(player.place != place for player, place in zip(players, places, strict=True))
    )
