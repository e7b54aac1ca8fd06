"""What is kept, in a database: the store that tables and the page's requests are given."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar, cast

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from taipao.errors import RecordError, StoreAway, StoreFault
from taipao.server import database
from taipao.server.absence import is_away, reason
from taipao.server.committer import Committer
from taipao.server.database import Item, NewAccount, Packed, Work
from taipao.server.engines import Database, open_database
from taipao.server.keeping import Account, Booked, LiveTable, RoundInfo, Unit

_log = logging.getLogger(__name__)

_T = TypeVar("_T")


def utc_milliseconds() -> int:
    """Return the time, as it is kept."""
    return time.time_ns() // 1_000_000


async def open_store(
    url: str = "sqlite://", *, clock: Callable[[], int] = utc_milliseconds
) -> DatabaseStore:
    """Open a store, its schema brought up to date; `url` as `open_database` takes it.

    Raises `BadRequest`, `StoreAway` or `StoreFault` as `open_database` does.
    """
    return DatabaseStore(await open_database(url), clock)


class DatabaseStore:
    """A `Store` in a database. `committer` has the figures for whoever measures."""

    def __init__(self, opened: Database, clock: Callable[[], int]) -> None:
        """Take over an opened database."""
        self._database = opened
        self._clock = clock
        self.committer: Committer[Item] = Committer(self._keep, owner=_owner, is_away=is_away)

    async def commit(self, unit: Unit) -> Booked | None:
        """Keep a unit, in a group with others; return what its booking came to, if it has one.

        Waits while the database is away. Raises `StoreFault` if this unit cannot be kept.
        """
        if unit.lines is not None and unit.lines.first == 1 and unit.number is None:
            raise StoreFault(f"table {unit.table_id} opens a round without its number")
        ends = unit.ended is not None and unit.ended.how == "finished"
        if unit.booking is not None and not ends:
            raise StoreFault(f"table {unit.table_id} books a round that it does not finish")
        return cast("Booked | None", await self.committer.commit(Packed(unit)))

    async def open_tables(self) -> list[LiveTable]:
        """Return every open table, to be resumed; the one changed last is the last.

        Raises `StoreAway`.
        """
        return await self.read(database.open_tables)

    async def frozen_tables(self) -> int:
        """Return how many tables a fault has stopped for good. Raises `StoreAway`."""
        return await self.read(database.frozen_tables)

    async def record(self, round_id: str) -> bytes | None:
        """Return the record of a finished or frozen round, or None.

        Raises `StoreAway`, or `StoreFault` where it is damaged, which is an operator's to know.
        """
        packed = await self.read(lambda opened: database.packed_record(opened, round_id))
        if packed is None:
            return None
        try:
            return await asyncio.to_thread(database.unpack, packed)
        except RecordError as error:
            _log.error("a record cannot be read: %s", error, extra={"round": round_id})
            raise StoreFault(f"the record of round {round_id} cannot be read: {error}") from None

    async def rounds(
        self, table_id: str, *, before: int | None = None, limit: int = 50
    ) -> list[RoundInfo]:
        """Return a table's rounds, the latest first, those that began before `before`.

        Raises `StoreAway`.
        """
        return await self.read(lambda opened: database.rounds_of(opened, table_id, before, limit))

    async def add_account(self, account: Account, token: bytes) -> None:
        """Keep a new account, its sign-up coins (C4) and its first session.

        `token` is the SHA-256 of what its cookie holds. Goes with the tables' units; raises as
        `commit` does.
        """
        await self.committer.commit(NewAccount(account, token))

    async def account(self, token: bytes) -> Account | None:
        """Return the account that has a session with this hashed token. Raises `StoreAway`."""
        return await self.read(lambda opened: database.account_of(opened, token))

    async def read(self, work: Callable[[Connection], _T]) -> _T:
        """Return what work that only reads returns. Raises `StoreAway` or what the work raises."""
        try:
            return await self._database.read(work)
        except (SQLAlchemyError, OSError) as error:
            kind = StoreAway if is_away(error) else StoreFault
            raise kind(f"the database: {reason(error)}") from error

    async def write(self, work: Callable[[Connection], _T], *, owner: Hashable = None) -> _T:
        """Return what work returns, once what it wrote is kept, in a group with others.

        What it raises undoes it alone and is raised: a `TaipaoError` as it is, anything else as a
        `StoreFault`. Works of one `owner` are done in their order. Where the answer to a commit is
        lost, the work is done again: it has to find what it wrote the first time.
        """
        return cast("_T", await self.committer.commit(Work(work, owner or object())))

    async def close(self) -> None:
        """Commit what is waiting and let go of the database."""
        try:
            await self.committer.close()
        finally:
            await self._database.close()

    async def _keep(self, items: Sequence[Item], doubt: bool) -> Sequence[object]:
        now = self._clock()
        # One hop for a group: for each record it cost as much as compressing.
        if ending := [item for item in items if isinstance(item, Packed) and item.unit.ended]:
            await asyncio.to_thread(database.pack_all, ending)

        def work(connection: Connection) -> list[object]:
            return database.write(connection, items, now, doubt=doubt)

        try:
            return await self._database.write(work)
        except SQLAlchemyError as error:
            if is_away(error):
                raise
            raise StoreFault(f"cannot be kept: {reason(error)}") from error


def _owner(item: Item) -> Hashable:
    """Name the table whose unit it is, or the account, or whose work it is."""
    if isinstance(item, Work):
        return item.owner
    return item.account.id if isinstance(item, NewAccount) else item.unit.table_id
