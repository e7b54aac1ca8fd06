"""Tables behind real sockets and nothing else: no pages, no cookies, the path says who comes.

`/SEAT` is the person in that seat of the room's table, `/ws` the one in the seat of a lone person,
`/SEAT/TABLE` a person at another table.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from taipao.errors import BadRequest
from taipao.server.chance import Chance
from taipao.server.entries import SIGNUP
from taipao.server.keeping import Account
from taipao.server.lobby import Lobby
from taipao.server.outbox import CLOSE_HELLO_EXPECTED, CLOSE_WRONG_PROTOCOL, Outbox
from taipao.server.protocol import MAX_MESSAGE_BYTES, PROTOCOL, Hello, Refused, decode
from taipao.server.store import DatabaseStore, open_store
from taipao.server.supplies import AT_ONCE, Pace, Supplies
from taipao.server.table import Table
from taipao.server.tablestate import NO_CLOCK, Chair, Clock, Setup, bot, person
from tests.server.client import Client, connected, seated
from tests.server.purses import enrol


def guest(seat: int) -> Account:
    return Account(f"guest-{seat}", f"name {seat}")


def chairs(persons: Sequence[int], kind: str = "random") -> tuple[Chair, Chair, Chair, Chair]:
    """Persons in some seats, bots of a kind in the others."""
    first, second, third, fourth = (
        person(guest(seat)) if seat in persons else bot(kind) for seat in range(4)
    )
    return first, second, third, fourth


@dataclass
class Room:
    """One table behind sockets, and its store and lobby to look into."""

    store: DatabaseStore
    supplies: Supplies
    lobby: Lobby
    table: Table
    port: int = 0
    _outboxes: list[Outbox] = field(default_factory=list)

    def come(
        self, seat: int, at: Table | None = None, **hello: Any
    ) -> AbstractAsyncContextManager[Client]:
        """Connect as the person in a seat and say hello."""
        path = f"/{seat}" if at is None else f"/{seat}/{at.id}"
        return seated(self.port, path, **hello)

    def connect(self, seat: int) -> AbstractAsyncContextManager[Client]:
        return connected(self.port, f"/{seat}")

    async def another(self) -> Table:
        """Open one more table like this one in the lobby."""
        return await self.lobby.create(self.table.setup)

    async def crash(self) -> None:
        """Let everything go that is not in the store, and take it up from there."""
        for task in self.lobby._tasks.values():
            task.cancel()
        for outbox in self._outboxes:
            outbox.close(1012)
        await self.take_up()

    async def take_up(self) -> None:
        self.lobby = Lobby(self.supplies)
        await self.lobby.resume()
        table = self.lobby.find(self.table.id)
        if table is not None:
            self.table = table

    async def record(self, round_id: str) -> bytes:
        record = await self.store.record(round_id)
        assert record is not None
        return record

    async def handle(self, socket: ServerConnection) -> None:
        assert socket.request is not None
        place, _, other = socket.request.path.removeprefix("/").partition("/")
        table = self.lobby.find(other) if other else self.table
        assert table is not None
        seats = [i for i, chair in enumerate(table.setup.chairs) if chair.kind == "player"]
        seat = seats[0] if place == "ws" else int(place)
        outbox = Outbox()
        self._outboxes.append(outbox)
        listening = asyncio.create_task(self._listen(socket, table, seat, outbox))
        sending = asyncio.create_task(outbox.drain(socket.send))
        with suppress(ConnectionClosed):
            await asyncio.wait((listening, sending), return_when=asyncio.FIRST_COMPLETED)
            if listening.done():
                listening.result()
            else:
                await socket.close(sending.result())
        table.leave(outbox)
        listening.cancel()
        sending.cancel()
        await asyncio.gather(listening, sending, return_exceptions=True)

    async def _listen(
        self, socket: ServerConnection, table: Table, seat: int, outbox: Outbox
    ) -> None:
        greeted = False
        async for text in socket:
            try:
                if isinstance(text, bytes):
                    raise BadRequest("a text message is expected, not a binary one")
                message = decode(text)
            except BadRequest as error:
                outbox.post(Refused("bad_message", str(error)))
                continue
            if not isinstance(message, Hello):
                if greeted:
                    await table.say(outbox, message)
                else:
                    outbox.post(Refused("hello_expected", "say hello first"))
                    outbox.close(CLOSE_HELLO_EXPECTED)
            elif greeted:
                outbox.post(Refused("already_greeted", "hello is said once"))
            elif message.protocol != PROTOCOL:
                outbox.post(Refused("wrong_protocol", "please reload 请刷新"))
                outbox.close(CLOSE_WRONG_PROTOCOL)
            else:
                greeted = True
                table.join(outbox, seat, round_id=message.round, last=message.last)


@asynccontextmanager
async def room(
    *,
    persons: Sequence[int] = (0,),
    bots: str = "random",
    ruleset: Any = "standard",
    clock: Clock = NO_CLOCK,
    patience: float = 30.0,
    pace: Pace = AT_ONCE,
    chance: Chance,
    seats: tuple[Chair, Chair, Chair, Chair] | None = None,
    coin_room: str | None = None,
    coins: Mapping[int, int] = MappingProxyType({}),
    database_url: str = "sqlite://",
) -> AsyncIterator[Room]:
    """Open a table behind sockets of this machine, in a store in memory unless one is named.

    In a coin room the persons have the coins that they signed up with, or so many by seat.
    """
    store = await open_store(database_url)
    if coin_room is not None:
        for seat in persons:
            await enrol(store, guest(seat), coins.get(seat, SIGNUP))
    supplies = Supplies(store, chance, pace)
    lobby = Lobby(supplies)
    setup = Setup(seats or chairs(persons, bots), ruleset, clock, patience, coin_room)
    opened = Room(store, supplies, lobby, await lobby.create(setup))
    try:
        async with serve(
            opened.handle, "127.0.0.1", 0, compression=None, max_size=MAX_MESSAGE_BYTES
        ) as server:
            opened.port = next(iter(server.sockets)).getsockname()[1]
            yield opened
            server.close(close_connections=True)
    finally:
        await opened.lobby.close()
        await store.close()
