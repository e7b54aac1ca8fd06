"""The tables that are open: make, find, sit down, resume after a stop, drain before one."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Coroutine, Iterator
from functools import partial
from typing import Any, Final, TypeVar

import msgspec

from taipao.errors import BadRequest
from taipao.server.keeping import EndedRound, Guest, LiveTable, Unit
from taipao.server.metrics import Figures
from taipao.server.supplies import Supplies
from taipao.server.table import Table
from taipao.server.tablestate import Setup

_log = logging.getLogger(__name__)

_T = TypeVar("_T")

_LOOK_SECONDS: Final = 0.05
"""How often draining looks whether rounds are still being played."""

_TELL_SECONDS: Final = 2.0
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
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._seated: dict[str, list[Table]] = {}
        # What is not kept yet, but counts already: tables, and seats by their guest.
        self._opening = 0
        self._sitting: Counter[str] = Counter()
        self._unfinished: set[asyncio.Task[Any]] = set()
        self._frozen = 0
        """Frozen tables that only the store still has."""
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
        self._frozen = await self._supplies.store.frozen_tables()
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
        if self.full:
            raise BadRequest(f"there are {self._limit} tables already, and no more are opened")
        guests = Counter(chair.guest for chair in setup.chairs if chair.guest is not None)
        self._opening += 1
        self._sitting += guests
        return await self._finish(self._open(setup, guests))

    @property
    def full(self) -> bool:
        """Whether there are as many tables as there may be."""
        return self._limit is not None and len(self._tables) + self._opening >= self._limit

    def find(self, table_id: str) -> Table | None:
        """Return the open table of that id."""
        return self._tables.get(table_id)

    def of(self, guest_id: str) -> tuple[Table, ...]:
        """Return the tables at which a guest sits, where it sat down last being the last.

        After a restart that is the one that has changed last.
        """
        return tuple(self._seated.get(guest_id, ()))

    def seats_of(self, guest_id: str) -> int:
        """Return at how many tables a guest sits or is about to."""
        return len(self.of(guest_id)) + self._sitting[guest_id]

    async def sit(self, table_id: str, guest: Guest) -> tuple[Table, int]:
        """Give a guest its seat at a table, or a free one. Raises `NoSeat`."""
        table = self.find(table_id)
        if table is None:
            raise NoSeat("there is no such table")
        new = Counter([guest.id] if table.seat_of(guest.id) is None else [])
        self._sitting += new
        return table, await self._finish(self._sit(table, guest, new))

    async def close_table(self, table: Table) -> bool:
        """Close a table for good, a round still live being let go; False if somebody is there."""
        if not await table.close():
            return False
        await self._tasks.pop(table.id)
        del self._tables[table.id]
        self._frozen += table.frozen
        for guest_id in {chair.guest for chair in table.setup.chairs if chair.guest is not None}:
            self._seated[guest_id].remove(table)
            if not self._seated[guest_id]:
                del self._seated[guest_id]
        return True

    def figures(self) -> Figures:
        """Return how the tables stand at this moment."""
        tables = tuple(self)
        waiting = [table.waiting for table in tables]
        return Figures(
            tables=len(tables),
            frozen=sum(table.frozen for table in tables) + self._frozen,
            sockets=sum(table.sockets for table in tables),
            autopilots=sum(table.autopilots for table in tables),
            waiting=sum(waiting),
            longest=max(waiting, default=0),
        )

    async def drain(self, seconds: float = 0.0) -> None:
        """Begin no round any more, tell all clients, and wait until those running are over.

        They are waited for `seconds` at most; those that still run go on after the restart. A table
        that waits for a store that is away is told once that is back, and not waited for.
        """
        self._draining = True
        telling = [asyncio.create_task(table.drain()) for table in self]
        if telling:
            _, waiting = await asyncio.wait(telling, timeout=_TELL_SECONDS)
            for task in waiting:
                task.cancel()
            await asyncio.gather(*telling, return_exceptions=True)
        until = asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < until and any(table.playing for table in self):
            await asyncio.sleep(_LOOK_SECONDS)

    async def close(self) -> None:
        """Let every table finish what it is at, close its sockets and end its task.

        A table that waits for a store that is away is not waited for: what it handed over is the
        store's by now.
        """
        self._draining = True
        for unfinished in self._unfinished:
            unfinished.cancel()
        tasks = set(self._tasks.values())
        stopping = [asyncio.create_task(table.stop()) for table in self]
        if tasks:
            _, waiting = await asyncio.wait(tasks, timeout=_CLOSE_SECONDS)
            for task in (*waiting, *stopping):
                task.cancel()
        await asyncio.gather(*tasks, *stopping, return_exceptions=True)

    async def _finish(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Do something to its end though whoever asked for it may go: it may be kept already."""
        task = asyncio.create_task(work)
        self._unfinished.add(task)
        task.add_done_callback(self._unfinished.discard)
        return await asyncio.shield(task)

    async def _open(self, setup: Setup, guests: Counter[str]) -> Table:
        try:
            table = await Table.new(self._supplies.chance.table_id(), setup, self._supplies)
        finally:
            self._opening -= 1
            self._sitting -= guests
        self._run(table)
        if self._draining:
            # It was not there when the others were told.
            await table.drain()
        return table

    async def _sit(self, table: Table, guest: Guest, new: Counter[str]) -> int:
        try:
            seat = await table.sit(guest)
        finally:
            self._sitting -= new
        if seat is None:
            raise NoSeat("no seat at this table is free")
        self._note(table, guest.id)
        return seat

    def _run(self, table: Table) -> None:
        self._tables[table.id] = table
        task = asyncio.create_task(table.run(), name=f"table {table.id}")
        task.add_done_callback(partial(_look_at_end, table.id))
        self._tasks[table.id] = task
        for chair in table.setup.chairs:
            if chair.guest is not None:
                self._note(table, chair.guest)

    def _note(self, table: Table, guest_id: str) -> None:
        """Remember that a guest sits at a table, so that nobody has to look through all."""
        tables = self._seated.setdefault(guest_id, [])
        if table in tables:
            tables.remove(table)
        tables.append(table)

    async def _give_up(self, live: LiveTable, fault: Exception) -> None:
        """Freeze a table whose state cannot be read, its round's lines being kept."""
        about = {"table": live.id, "round": live.round_id}
        _log.error("a table cannot be read", exc_info=fault, extra=about)
        ended = None
        if live.round_id is not None:
            ended = EndedRound(live.round_id, "frozen", b"".join(live.lines))
        await self._supplies.store.commit(Unit(live.id, status="frozen", ended=ended))
        self._frozen += 1


def _look_at_end(table_id: str, task: asyncio.Task[None]) -> None:
    """Log a table's task that ended by a fault: nobody else waits for it while it runs."""
    if not task.cancelled() and (fault := task.exception()) is not None:
        _log.error("the table's task has ended", exc_info=fault, extra={"table": table_id})
