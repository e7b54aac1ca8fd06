"""One table of a whole server, in which the path says who comes: `/ws?guest=SEAT`.

Who says nothing is the first person at the room's table.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from taipao.server.accounts import Session
from taipao.server.chance import Chance
from taipao.server.entries import SIGNUP
from taipao.server.house import House
from taipao.server.keeping import Account
from taipao.server.lobby import Lobby
from taipao.server.sessions import Connection
from taipao.server.store import DatabaseStore, open_store
from taipao.server.supplies import AT_ONCE, Pace, Supplies
from taipao.server.table import Table
from taipao.server.tablestate import NO_CLOCK, Chair, Clock, Setup, bot, person
from tests.server.client import Client, connected, seated
from tests.server.purses import enrol
from tests.server.serving import serving

A_MOMENT = Pace((0.0, 0.0), (0.002, 0.002))
"""Pauses after discards, as tables that people play at have them, but short."""


def guest(seat: int) -> Account:
    return Account(f"guest-{seat}", f"name {seat}")


def chairs(persons: Sequence[int], kind: str = "random") -> tuple[Chair, Chair, Chair, Chair]:
    """Persons in some seats, bots of a kind in the others."""
    first, second, third, fourth = (
        person(guest(seat)) if seat in persons else bot(kind) for seat in range(4)
    )
    return first, second, third, fourth


class ByPath:
    """Takes everybody for the guest that the path names, without a cookie."""

    def __init__(self, first: str) -> None:
        """Take whoever names none for the guest of the `first` seat."""
        self._first = first

    async def session(self, connection: Connection) -> Session:
        return Session(b"", await self.known(connection))

    async def known(self, connection: Connection) -> Account:
        name = connection.query_params.get("guest", self._first)
        return guest(int(name)) if name.isdigit() else Account(name, name)

    async def greet(self, connection: Connection) -> tuple[Session, None]:
        return await self.session(connection), None


@dataclass
class Room:
    """One table of a server, and its store and lobby to look into."""

    store: DatabaseStore
    supplies: Supplies
    house: House
    table: Table
    port: int

    @property
    def lobby(self) -> Lobby:
        return self.house.lobby

    def come(
        self, who: int | str, at: Table | None = None, **hello: Any
    ) -> AbstractAsyncContextManager[Client]:
        """Connect as the first person in a seat, or as an account, and say hello."""
        table = self.table if at is None else at
        return seated(self.port, _path(who), **{"table": table.id, **hello})

    def connect(self, seat: int) -> AbstractAsyncContextManager[Client]:
        return connected(self.port, _path(seat))

    async def another(self) -> Table:
        """Open one more table like this one in the lobby."""
        return await self.lobby.create(self.table.setup)

    async def crash(self) -> None:
        """Let everything go that is not in the store, and take it up from there."""
        for task in self.lobby._tasks.values():
            task.cancel()
        for table in self.lobby:
            for seat in table._seats:
                if seat.outbox is not None:
                    seat.outbox.close(1012)
        await self.take_up()

    async def take_up(self) -> None:
        self.house.lobby = Lobby(self.supplies)
        await self.lobby.resume()
        table = self.lobby.find(self.table.id)
        if table is not None:
            self.table = table

    async def record(self, round_id: str) -> bytes:
        record = await self.store.record(round_id)
        assert record is not None
        return record


def _path(who: int | str) -> str:
    return f"/ws?guest={who}"


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
    """Open a table at a server of its own, in a store in memory unless one is named.

    In a coin room the persons have the coins that they signed up with, or so many by seat.
    """
    store = await open_store(database_url)
    if coin_room is not None:
        for seat in persons:
            await enrol(store, guest(seat), coins.get(seat, SIGNUP))
    setup = Setup(seats or chairs(persons, bots), ruleset, clock, patience, coin_room)
    async with serving(store=store, chance=chance, pace=pace) as served:
        house = served.house
        house.sessions = ByPath(str(next(iter(persons), 0)))
        table = await house.lobby.create(setup)
        try:
            yield Room(store, house.lobby._supplies, house, table, served.port)
        finally:
            await house.lobby.close()
