"""PostgreSQL as a database of tables, by asyncpg: one process holds the right to write."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from sqlalchemy import URL, Connection, NullPool
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from taipao.errors import StoreAway, StoreFault
from taipao.server.absence import is_away
from taipao.server.epoch import epoch_of, raise_epoch
from taipao.server.migrations import migrate
from taipao.server.urls import shown

_T = TypeVar("_T")

OWNER_SECONDS = 5.0
"""How long a starter waits for PostgreSQL to notice that the server before it has died."""

# Two keys of our own among PostgreSQL's advisory locks.
_OWNER_LOCK: Final = 0x7461_6970_616F_0001
_MIGRATION_LOCK: Final = 0x7461_6970_616F_0002


class Postgres:
    """One connection writes and holds the right to; a few read."""

    def __init__(self, url: URL) -> None:
        self._url = url
        arguments = _postgres_arguments()
        self._engine = create_async_engine(url, poolclass=NullPool, **arguments)
        self._readers = create_async_engine(
            url, pool_size=8, max_overflow=0, pool_pre_ping=True, pool_timeout=10, **arguments
        )
        self._writer: AsyncConnection | None = None
        self._epoch: int | None = None
        self._ended: str | None = None
        """Why nothing is done here any more."""

    async def start(self) -> None:
        """Take the right to write, and bring the schema up to date."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + OWNER_SECONDS
        while True:
            try:
                await self._owned()
            except StoreAway:
                # An owner that was killed is still there until the server has noticed.
                if loop.time() > deadline:
                    raise StoreFault(
                        f"{shown(self._url)} is in use by another taipao server; stop that one, "
                        "or name another database"
                    ) from None
                await asyncio.sleep(0.1)
            else:
                break
        # In a thread with an event loop of its own: steps may take long.
        await asyncio.to_thread(asyncio.run, migrated(self._url))
        self._epoch = await self.write(raise_epoch)

    async def _owned(self) -> AsyncConnection:
        """Return the connection that holds the right to write, a new one where there is none.

        A connection that was lost may still be at work in the server. It holds the lock until it
        has ended, so nothing can be in doubt while this one writes. Another server that started
        in between has raised the epoch: what this one remembers is old, and it writes no more.
        """
        if self._writer is None:
            writer = await self._engine.connect()
            try:
                query = sa.text("select pg_try_advisory_lock(:key)")
                owned = (await writer.execute(query, {"key": _OWNER_LOCK})).scalar_one()
                if self._epoch is not None and self._epoch != await writer.run_sync(epoch_of):
                    self._ended = f"{shown(self._url)} has been taken over by another taipao server"
                    raise StoreFault(self._ended)
                await writer.commit()
                if not owned:
                    raise StoreAway(f"{shown(self._url)} is in use by another taipao server")
            except BaseException:
                await _drop(writer)
                raise
            self._writer = writer
        return self._writer

    async def write(self, work: Callable[[Connection], _T]) -> _T:
        """Do work that writes; one at a time."""
        self._check()
        writer = await self._owned()
        try:
            async with writer.begin():
                return await writer.run_sync(work)
        except BaseException as error:
            if not isinstance(error, Exception) or is_away(error):
                self._writer = None
                await _drop(writer)
            raise

    async def read(self, work: Callable[[Connection], _T]) -> _T:
        """Do work that only reads."""
        self._check()
        async with self._readers.connect() as connection:
            return await connection.run_sync(work)

    def _check(self) -> None:
        if self._ended is not None:
            raise StoreFault(self._ended)

    async def close(self) -> None:
        """Let go of the database, and of the right to write to it."""
        self._ended = "the store is closed"
        if self._writer is not None:
            await self._writer.close()
        await self._engine.dispose()
        await self._readers.dispose()


def _postgres_arguments() -> dict[str, Any]:
    return {
        "hide_parameters": True,
        "connect_args": {
            "timeout": 10,
            "command_timeout": 60,
            "server_settings": {
                "application_name": "taipao",
                # Whatever the server's default: a commit means that the data is safe.
                "synchronous_commit": "on",
                # So that the lock of a machine that vanished is free again in a minute.
                "tcp_keepalives_idle": "30",
                "tcp_keepalives_interval": "10",
                "tcp_keepalives_count": "3",
            },
        },
    }


async def migrated(url: URL) -> None:
    """Bring the schema up to date; of several at once the others wait."""
    engine = create_async_engine(url, poolclass=NullPool, **_postgres_arguments())
    try:
        async with engine.begin() as connection:
            await connection.execute(
                sa.text("select pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK}
            )
            await connection.run_sync(migrate)
    finally:
        await engine.dispose()


async def _drop(connection: AsyncConnection) -> None:
    """Close a connection in whatever state it is."""
    try:
        await connection.invalidate()
    finally:
        await connection.close()


async def look_into(url: URL, work: Callable[[Connection], _T]) -> _T:
    """Do work on one state of a database that somebody else may be writing to."""
    # Repeatable read: every statement sees the state that the first one saw.
    options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    engine = create_async_engine(
        url, poolclass=NullPool, execution_options=options, **_postgres_arguments()
    )
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(work)
    finally:
        await engine.dispose()
