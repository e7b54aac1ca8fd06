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
from taipao.server.keeping import Account, EndedRound, LiveTable, Unit
from taipao.server.metrics import Figures
from taipao.server.refusals import Objection
from taipao.server.supplies import Supplies
from taipao.server.table import Table
from taipao.server.tablestate import Setup

_log = logging.getLogger(__name__)

_T = TypeVar("_T")

_LOOK_SECONDS: Final = 0.05
"""How often draining looks whether rounds are still being played."""

_TELL_SECONDS: Final = 2.0
_CLOSE_SECONDS: Final = 5.0


class NoSeat(Objection):
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
        # What is not kept yet, but counts already: tables, and seats by their account.
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
            raise Objection(
                "no_more_tables", "the server is about to stop: no table is opened any more"
            )
        if self.full:
            raise Objection(
                "no_more_tables",
                f"there are {self._limit} tables already, and no more are opened",
            )
        persons = Counter(chair.account for chair in setup.chairs if chair.account is not None)
        self._opening += 1
        self._sitting += persons
        return await self._finish(self._open(setup, persons))

    @property
    def full(self) -> bool:
        """Whether there are as many tables as there may be."""
        return self._limit is not None and len(self._tables) + self._opening >= self._limit

    def find(self, table_id: str) -> Table | None:
        """Return the open table of that id."""
        return self._tables.get(table_id)

    def coded(self, code: str) -> Table | None:
        """Return the open friends' table of that code."""
        return self._coded.get(code)

    def of(self, account_id: str) -> tuple[Table, ...]:
        """Return the tables at which an account sits, where it sat down last being the last.

        After a restart that is the one that has changed last.
        """
        tables = map(self.find, self._supplies.places.of(account_id))
        # A table may note who sits down as it closes.
        return tuple(table for table in tables if table is not None)

    def seats_of(self, account_id: str) -> int:
        """Return at how many tables an account sits or is about to."""
        return len(self._supplies.places.of(account_id)) + self._sitting[account_id]

    async def sit(
        self, table_id: str, account: Account, wanted: int | None = None
    ) -> tuple[Table, int]:
        """Give an account its seat at a table, a free one, or the one wanted. Raises `NoSeat`."""
        table = self.find(table_id)
        if table is None:
            raise NoSeat("no_table", "there is no such table")
        new = Counter([account.id] if table.seat_of(account.id) is None else [])
        self._sitting += new
        return table, await self._finish(self._sit(table, account, wanted, new))

    async def close_table(self, table: Table) -> bool:
        """Close a table for good, a round still live being let go; False if somebody is there."""
        task = self._tasks[table.id]
        if not await table.close():
            return False
        await asyncio.wait((task,))
        self._frozen += table.frozen
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
        self._supplies.queues.close()
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
        self._supplies.queues.close()
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

    async def _open(self, setup: Setup, persons: Counter[str]) -> Table:
        try:
            table = await Table.new(self._supplies.chance.table_id(), setup, self._supplies)
        finally:
            self._opening -= 1
            self._sitting -= persons
        self._run(table)
        if self._draining:
            # It was not there when the others were told.
            await table.drain()
        return table

    async def _sit(
        self, table: Table, account: Account, wanted: int | None, new: Counter[str]
    ) -> int:
        try:
            seat = await table.sit(account, wanted)
        finally:
            self._sitting -= new
        if seat is None:
            raise NoSeat(
                "no_seat",
                "no seat at this table is free"
                if wanted is None
                else "this seat is not free, or seats do not change any more",
            )
        return seat

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

    def _forget(self, table: Table, task: asyncio.Task[None]) -> None:
        """Let go of a table that has closed; log it if a fault has ended it."""
        if not task.cancelled() and (fault := task.exception()) is not None:
            _log.error("the table's task has ended", exc_info=fault, extra={"table": table.id})
            return
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
        self._frozen += 1
