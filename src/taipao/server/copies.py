"""A store that also writes each record to a folder, for people who want files."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from taipao.errors import StoreFault
from taipao.server.keeping import Account, Booked, EndedRound, LiveTable, RoundInfo, Store, Unit

_log = logging.getLogger(__name__)

_T = TypeVar("_T")


class CopyingStore:
    """Keeps everything in another store, and copies of records as `ID.jsonl` in a folder.

    The record of a round that a fault has stopped is called `ID.frozen.jsonl`. What counts is in
    the store: a copy that cannot be written is logged and harms nothing.
    """

    def __init__(self, store: Store, folder: Path) -> None:
        self._store = store
        self._folder = folder

    async def commit(self, unit: Unit) -> Booked | None:
        """Keep a unit, then copy the record of the round that it ends."""
        booked = await self._store.commit(unit)
        if unit.ended is not None and unit.ended.how != "dropped":
            await self._copy_record(unit.table_id, unit.ended)
        return booked

    async def _copy_record(self, table_id: str, ended: EndedRound) -> None:
        try:
            record = await self._store.record(ended.round_id)
            if record is not None:
                await asyncio.to_thread(self._copy, ended, record)
        except (OSError, StoreFault) as error:
            about = {"table": table_id, "round": ended.round_id}
            _log.error("the record could not be copied: %s", error, extra=about)

    async def open_tables(self) -> list[LiveTable]:
        """Return every open table, to be resumed; the one changed last is the last."""
        return await self._store.open_tables()

    async def frozen_tables(self) -> int:
        """Return how many tables a fault has stopped for good."""
        return await self._store.frozen_tables()

    async def record(self, round_id: str) -> bytes | None:
        """Return the record of a finished or frozen round, or None."""
        return await self._store.record(round_id)

    async def rounds(
        self, table_id: str, *, before: int | None = None, limit: int = 50
    ) -> list[RoundInfo]:
        """Return a table's rounds, the latest first, those that began before `before`."""
        return await self._store.rounds(table_id, before=before, limit=limit)

    async def add_account(self, account: Account, token: bytes) -> None:
        """Keep a new account; `token` is the SHA-256 of what its cookie holds."""
        await self._store.add_account(account, token)

    async def account(self, token: bytes) -> Account | None:
        """Return the account that has a session with this hashed token, or None."""
        return await self._store.account(token)

    async def read(self, work: Callable[[Connection], _T]) -> _T:
        """Return what work that only reads returns."""
        return await self._store.read(work)

    async def write(self, work: Callable[[Connection], _T], *, owner: Hashable = None) -> _T:
        """Return what work returns, once what it wrote is kept."""
        return await self._store.write(work, owner=owner)

    async def close(self) -> None:
        """Commit what is waiting and let go of the database."""
        await self._store.close()

    def _copy(self, ended: EndedRound, record: bytes) -> None:
        name = f"{ended.round_id}{'.frozen' if ended.how == 'frozen' else ''}.jsonl"
        # Under another name until it is whole, so that no reader meets half a record.
        part = self._folder / f".{name}.part"
        part.write_bytes(record)
        part.replace(self._folder / name)
