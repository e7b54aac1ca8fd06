"""A client of the table for tests: real sockets, a fold of what it is sent, nothing hidden."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from taipao.game.events import Event
from taipao.game.view import View, fold, initial, wire
from taipao.rules.ruleset import load_ruleset
from taipao.server.protocol import PROTOCOL

Message = dict[str, Any]


class Client:
    """One socket to a table and everything that came through it, in order: read, and as it came."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.log: list[Message] = []
        self.texts: list[str] = []

    @property
    def seat(self) -> int:
        """The seat that it was welcomed to."""
        return int(self.log[0]["seat"])

    def forget(self) -> None:
        """Forget what has come so far."""
        self.log.clear()
        self.texts.clear()

    async def send(self, message: Message | str | bytes) -> None:
        await self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def receive(self) -> Message:
        async with asyncio.timeout(20):
            text = await self.socket.recv(decode=True)
        return self._note(text)

    def _note(self, text: str) -> Message:
        message: Message = json.loads(text)
        self.texts.append(text)
        self.log.append(message)
        return message

    async def silent(self, seconds: float) -> None:
        """Make sure that nothing arrives for a while."""
        try:
            async with asyncio.timeout(seconds):
                text = await self.socket.recv()
        except TimeoutError:
            return
        raise AssertionError(f"something arrived: {text[:300]!r}")

    async def until(self, *types: str) -> Message:
        """Receive up to the next message of one of the types."""
        while True:
            message = await self.receive()
            if message["type"] in types:
                return message

    async def hello(self, **more: Any) -> Message:
        await self.send({"type": "hello", "protocol": PROTOCOL, **more})
        return await self.until("welcome")

    def told(self, *types: str) -> list[Message]:
        """Return what has come so far of some types."""
        return [message for message in self.log if message["type"] in types]

    async def start(self, ruleset: Any = "standard", contribution: str | None = None) -> None:
        await self.send({"type": "start", "ruleset": ruleset, "contribution": contribution})

    async def act(self, decision: int | None, action: Message) -> None:
        await self.send({"type": "act", "decision": decision, "action": action})

    async def closed(self) -> int:
        """Read until the server closes the socket; return its code."""
        async with asyncio.timeout(20):
            with suppress(ConnectionClosed):
                while True:
                    self._note(await self.socket.recv(decode=True))
        assert self.socket.close_code is not None
        return self.socket.close_code

    async def play_round(self, rng: random.Random) -> Message:
        """Answer every decision by a random legal action until the round is over."""
        while True:
            message = await self.until("decision", "round_over", "frozen", "error")
            if message.get("code") == "stale_decision":
                # A bot's better claim closed the window while the answer was on its way.
                continue
            if message["type"] != "decision":
                return message
            answers = [a for a in message["actions"] if a["type"] != "cancel_ready"]
            await self.act(message["id"], rng.choice(answers))


@asynccontextmanager
async def connected(port: int, path: str = "/ws", **options: Any) -> AsyncIterator[Client]:
    # Whoever reads no more can still say goodbye.
    address, options = f"ws://127.0.0.1:{port}{path}", {"max_queue": None, **options}
    async with connect(address, compression=None, **options) as socket:
        yield Client(socket)


@asynccontextmanager
async def seated(port: int, path: str = "/ws", **hello: Any) -> AsyncIterator[Client]:
    """Connect and say hello."""
    async with connected(port, path) as client:
        await client.hello(**hello)
        yield client


def plain(value: object) -> Any:
    """Write a value as it looks on the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))


def decode_event(event: Message) -> Event:
    return msgspec.convert(event, Event)


def folded(ruleset: Any, seat: int, events: list[Event]) -> View:
    """Fold events from before the deal."""
    view = initial(load_ruleset(ruleset), seat)
    for event in events:
        view = fold(view, event)
    return view


def wired(view: View) -> Any:
    return plain(wire(view))
