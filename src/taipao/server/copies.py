"""A store that also writes each record to a folder, for people who want files."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

from taipao.errors import StoreFault
from taipao.server.keeping import EndedRound, Guest, LiveTable, RoundInfo, Store, Unit

_log = logging.getLogger(__name__)


class CopyingStore:
    """Keeps everything in another store, and copies of records as `ID.jsonl` in a folder.

    The record of a round that a fault has stopped is called `ID.frozen.jsonl`. What counts is in
    the store: a copy that cannot be written is logged and harms nothing.
    """

    def __init__(self, store: Store, folder: Path) -> None:
        self._store = store
        self._folder = folder

    async def commit(self, unit: Unit) -> None:
        """Keep a unit, then copy the record of the round that it ends."""
        await self._store.commit(unit)
        ended = unit.ended
        if ended is None or ended.how == "dropped":
            return
        try:
            record = await self._store.record(ended.round_id)
            if record is not None:
                await asyncio.to_thread(self._copy, ended, record)
        except (OSError, StoreFault) as error:
            about = {"table": unit.table_id, "round": ended.round_id}
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

    async def add_guest(self, guest: Guest, token: bytes) -> None:
        """Keep a guest; `token` is the SHA-256 of what its cookie holds."""
        await self._store.add_guest(guest, token)

    async def guest(self, token: bytes) -> Guest | None:
        """Return the guest with this hashed token, or None."""
        return await self._store.guest(token)

    async def close(self) -> None:
        """Commit what is waiting and let go of the database."""
        await self._store.close()

    def _copy(self, ended: EndedRound, record: bytes) -> None:
        name = f"{ended.round_id}{'.frozen' if ended.how == 'frozen' else ''}.jsonl"
        # Under another name until it is whole, so that no reader meets half a record.
        part = self._folder / f".{name}.part"
        part.write_bytes(record)
        part.replace(self._folder / name)
