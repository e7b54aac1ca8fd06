"""The tables that are open: make, find, sit down, resume after a stop, drain before one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from functools import partial
from typing import Final

import msgspec

from taipao.errors import BadRequest
from taipao.server.keeping import Account, EndedRound, LiveTable, Unit
from taipao.server.metrics import Figures
from taipao.server.supplies import Supplies
from taipao.server.table import Table
from taipao.server.tablestate import Setup

_log = logging.getLogger(__name__)

_LOOK_SECONDS: Final = 0.05
"""How often draining looks whether rounds are still being played."""

_CLOSE_SECONDS: Final = 5.0


class NoSeat(BadRequest):
    """There is no such table, or no seat there for this guest."""


class Lobby:
    """Every open table of a server, each with its task."""

    def __init__(self, supplies: Supplies, *, limit: int | None = None) -> None:
        """Set an empty lobby up, for so many tables at most."""
        self._supplies = supplies
        self._limit = limit
        self._tables: dict[str, Table] = {}
        self._coded: dict[str, Table] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._unreadable = 0
        self._draining = False

    def __iter__(self) -> Iterator[Table]:
        return iter(tuple(self._tables.values()))

    def __len__(self) -> int:
        return len(self._tables)

    @property
    def draining(self) -> bool:
        """Whether no round begins any more."""
        return self._draining

    async def resume(self) -> None:
        """Take up every open table of the store, then let all of them run.

        A table that cannot be taken up is frozen in the store, alone. Raises `StoreAway` if the
        store cannot be read.
        """
        tables = []
        for live in await self._supplies.store.open_tables():
            try:
                tables.append(await Table.resumed(live, self._supplies))
            except (msgspec.DecodeError, BadRequest) as fault:
                await self._give_up(live, fault)
            # Rounds are replayed on the event loop, which has other things to do as well.
            await asyncio.sleep(0)
        for table in tables:
            self._run(table)

    async def create(self, setup: Setup) -> Table:
        """Open a table, kept and running when this returns.

        Raises `BadRequest` for a rule set or a bot that does not exist, if there are too many
        tables or the server is about to stop; `StoreFault` if it cannot be kept.
        """
        if self._draining:
            raise BadRequest("the server is about to stop: no table is opened any more")
        if self._limit is not None and len(self._tables) >= self._limit:
            raise BadRequest(f"there are {self._limit} tables already, and no more are opened")
        table = await Table.new(self._supplies.chance.table_id(), setup, self._supplies)
        self._run(table)
        return table

    def find(self, table_id: str) -> Table | None:
        """Return the open table of that id."""
        return self._tables.get(table_id)

    def coded(self, code: str) -> Table | None:
        """Return the open friends' table of that code."""
        return self._coded.get(code)

    def of(self, account_id: str) -> tuple[Table, ...]:
        """Return the tables at which an account sits, the one opened last being the last."""
        return tuple(self._tables[table_id] for table_id in self._supplies.places.of(account_id))

    async def sit(
        self, table_id: str, guest: Account, wanted: int | None = None
    ) -> tuple[Table, int]:
        """Give a guest its seat at a table, or a free one, or the one wanted. Raises `NoSeat`."""
        table = self.find(table_id)
        if table is None:
            raise NoSeat("there is no such table")
        seat = await table.sit(guest, wanted)
        if seat is None:
            raise NoSeat(
                "no seat at this table is free"
                if wanted is None
                else "this seat is not free, or seats do not change any more"
            )
        return table, seat

    async def close_table(self, table: Table) -> bool:
        """Close a table for good, a round still live being let go; False if somebody is there."""
        task = self._tasks[table.id]
        if not await table.close():
            return False
        await asyncio.wait((task,))
        return True

    def figures(self) -> Figures:
        """Return how the tables stand at this moment."""
        tables = tuple(self)
        waiting = [table.waiting for table in tables]
        return Figures(
            tables=len(tables),
            frozen=sum(table.frozen for table in tables) + self._unreadable,
            sockets=sum(table.sockets for table in tables),
            autopilots=sum(table.autopilots for table in tables),
            waiting=sum(waiting),
            longest=max(waiting, default=0),
        )

    async def drain(self, seconds: float = 0.0) -> None:
        """Begin no round any more, tell all clients, and wait until those running are over.

        They are waited for `seconds` at most; those that still run go on after the restart.
        """
        self._draining = True
        self._supplies.queues.close()
        await asyncio.gather(*(table.drain() for table in self))
        until = asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < until and any(table.playing for table in self):
            await asyncio.sleep(_LOOK_SECONDS)

    async def close(self) -> None:
        """Let every table finish what it is at, close its sockets and end its task.

        A table that waits for a store that is away is not waited for: what it handed over is the
        store's by now.
        """
        self._draining = True
        self._supplies.queues.close()
        tasks = set(self._tasks.values())
        stopping = [asyncio.create_task(table.stop()) for table in self]
        if tasks:
            _, waiting = await asyncio.wait(tasks, timeout=_CLOSE_SECONDS)
            for task in (*waiting, *stopping):
                task.cancel()
        await asyncio.gather(*tasks, *stopping, return_exceptions=True)

    def _run(self, table: Table) -> None:
        self._tables[table.id] = table
        if table.setup.code is not None:
            self._coded[table.setup.code] = table
        task = asyncio.create_task(table.run(), name=f"table {table.id}")
        self._tasks[table.id] = task
        task.add_done_callback(partial(self._forget, table))
        for chair in table.setup.chairs:
            if chair.account is not None:
                self._supplies.places.note(chair.account, table.id)

    def _forget(self, table: Table, _: asyncio.Task[None]) -> None:
        """Let go of a table that has closed."""
        del self._tables[table.id], self._tasks[table.id]
        if table.setup.code is not None:
            del self._coded[table.setup.code]
        for chair in table.setup.chairs:
            if chair.account is not None:
                self._supplies.places.forget(chair.account, table.id)

    async def _give_up(self, live: LiveTable, fault: Exception) -> None:
        """Freeze a table whose state cannot be read, its round's lines being kept."""
        about = {"table": live.id, "round": live.round_id}
        _log.error("a table cannot be read", exc_info=fault, extra=about)
        ended = None
        if live.round_id is not None:
            ended = EndedRound(live.round_id, "frozen", b"".join(live.lines))
        await self._supplies.store.commit(Unit(live.id, status="frozen", ended=ended))
        self._unreadable += 1
