"""What is kept, in a database: the store that tables and the page's requests are given."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from msgspec import Struct
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from taipao.errors import StoreAway, StoreFault
from taipao.game.events import Event
from taipao.server import database
from taipao.server.committer import Committer
from taipao.server.database import Item, NewGuest, Packed
from taipao.server.engines import Database, is_away, open_database, reason
from taipao.server.keeping import Guest, LiveTable, RoundInfo, Unit

_T = TypeVar("_T")
_ROUND_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


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

    async def commit(self, unit: Unit) -> None:
        """Keep a unit, in a group with others.

        Waits while the database is away. Raises `StoreFault` if this unit cannot be kept.
        """
        if unit.lines is not None and unit.lines.first == 1 and unit.number is None:
            raise StoreFault(f"table {unit.table_id} opens a round without its number")
        record = None if unit.ended is None else unit.ended.record
        packed = None if record is None else await asyncio.to_thread(database.pack, record)
        await self.committer.commit(Packed(unit, packed))

    async def open_tables(self) -> list[LiveTable]:
        """Return every open table, to be resumed. Raises `StoreAway`."""
        return await self._read(database.open_tables)

    async def record(self, round_id: str) -> bytes | None:
        """Return the record of a finished or frozen round, or None. Raises `StoreAway`."""
        packed = await self._read(lambda opened: database.packed_record(opened, round_id))
        return None if packed is None else await asyncio.to_thread(database.unpack, packed)

    async def rounds(
        self, table_id: str, *, before: int | None = None, limit: int = 50
    ) -> list[RoundInfo]:
        """Return a table's rounds, the latest first, those that began before `before`.

        Raises `StoreAway`.
        """
        return await self._read(lambda opened: database.rounds_of(opened, table_id, before, limit))

    async def add_guest(self, guest: Guest, token: bytes) -> None:
        """Keep a guest; `token` is the SHA-256 of what its cookie holds.

        Goes with the tables' units; raises as `commit` does.
        """
        await self.committer.commit(NewGuest(guest, token))

    async def guest(self, token: bytes) -> Guest | None:
        """Return the guest with this hashed token, or None. Raises `StoreAway`."""
        return await self._read(lambda opened: database.guest_of(opened, token))

    async def close(self) -> None:
        """Commit what is waiting and let go of the database."""
        try:
            await self.committer.close()
        finally:
            await self._database.close()

    async def _keep(self, items: Sequence[Item], doubt: bool) -> None:
        now = self._clock()

        def work(connection: Connection) -> None:
            wanted = database.missing(connection, items) if doubt else items
            database.write(connection, wanted, now)

        try:
            await self._database.write(work)
        except SQLAlchemyError as error:
            if is_away(error):
                raise
            raise StoreFault(f"cannot be kept: {reason(error)}") from error

    async def _read(self, work: Callable[[Connection], _T]) -> _T:
        try:
            return await self._database.read(work)
        except (SQLAlchemyError, OSError) as error:
            kind = StoreAway if is_away(error) else StoreFault
            raise kind(f"the database: {reason(error)}") from error


def _owner(item: Item) -> str:
    """Name the table whose unit it is, or the guest."""
    return item.guest.id if isinstance(item, NewGuest) else item.unit.table_id


class Numbered(Struct, frozen=True):
    """An event with its public number, or without where it is private as a whole."""

    number: int | None
    event: Event


class Store(Protocol):
    """What a table needs kept. Every method returns once the data is safe.

    A table calls `append` before it shows the events to anyone.
    """

    async def append(self, round_id: str, events: Sequence[Numbered]) -> None:
        """Add events to a running round, which the first call opens."""

    async def finish(self, round_id: str, record: bytes) -> None:
        """Keep a round's whole record; its running events are no longer needed."""

    async def freeze(self, round_id: str, record: bytes) -> None:
        """Keep what was recorded of a round that a fault has stopped."""

    async def drop(self, round_id: str) -> None:
        """Forget the events of a round that its players have abandoned."""

    async def record(self, round_id: str) -> bytes | None:
        """Return the record of a finished or frozen round, or None."""


class MemoryStore:
    """Keeps everything in this process, and finished records in `folder` too if there is one."""

    def __init__(self, folder: Path | None = None) -> None:
        self.running: dict[str, list[Numbered]] = {}
        self._records: dict[str, bytes] = {}
        self._folder = folder

    async def append(self, round_id: str, events: Sequence[Numbered]) -> None:
        """Add events to a running round, which the first call opens."""
        self.running.setdefault(round_id, []).extend(events)

    async def finish(self, round_id: str, record: bytes) -> None:
        """Keep a round's whole record, also as `ID.jsonl` in the folder."""
        self._keep(round_id, record, f"{round_id}.jsonl")

    async def freeze(self, round_id: str, record: bytes) -> None:
        """Keep a broken round's record so far, also as `ID.frozen.jsonl` in the folder."""
        self._keep(round_id, record, f"{round_id}.frozen.jsonl")

    async def drop(self, round_id: str) -> None:
        """Forget the events of a round that its players have abandoned."""
        self.running.pop(round_id, None)

    async def record(self, round_id: str) -> bytes | None:
        """Return the record of a finished or frozen round, or None."""
        return self._records.get(round_id)

    def _keep(self, round_id: str, record: bytes, name: str) -> None:
        if not _ROUND_ID.fullmatch(round_id):
            raise ValueError(f"not a round's id: {round_id!r}")
        self._records[round_id] = record
        self.running.pop(round_id, None)
        if self._folder is not None:
            # Under another name until it is whole, so that no reader meets half a record.
            part = self._folder / f".{name}.part"
            part.write_bytes(record)
            part.replace(self._folder / name)
