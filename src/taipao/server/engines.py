"""The two databases, and how work is done in them: SQLite in a thread, PostgreSQL by asyncpg.

Work is a function of a SQLAlchemy connection, the same for both. It runs in one transaction:
kept if it returns, undone if it raises. Only one process at a time may write to a database.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, Protocol, TypeVar

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import URL, Connection, Engine, NullPool, event
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from taipao.errors import BadRequest, StoreAway, StoreFault
from taipao.server.epoch import epoch_of, raise_epoch
from taipao.server.migrations import check_version, migrate

_T = TypeVar("_T")

BUSY_SECONDS: Final = 5.0
"""How long SQLite waits for the lock of whoever else has opened the file."""

OWNER_SECONDS = 5.0
"""How long a starter waits for PostgreSQL to notice that the server before it has died."""

# SQLite's primary result codes that say nothing against the data: busy, locked, out of memory,
# read-only, I/O error, disk full, cannot open, locking protocol.
_SQLITE_AWAY: Final = frozenset({5, 6, 7, 8, 10, 13, 14, 15})
# PostgreSQL's classes of SQLSTATE likewise: connection, transaction rolled back, resources,
# operator intervention, system error.
_POSTGRES_AWAY: Final = frozenset({"08", "40", "53", "57", "58"})
_READ_ONLY: Final = "25006"

# Two keys of our own among PostgreSQL's advisory locks.
_OWNER_LOCK: Final = 0x7461_6970_616F_0001
_MIGRATION_LOCK: Final = 0x7461_6970_616F_0002


class Database(Protocol):
    """Where work is done. Close it at the end."""

    async def write(self, work: Callable[[Connection], _T]) -> _T:
        """Do work that writes; one at a time."""

    async def read(self, work: Callable[[Connection], _T]) -> _T:
        """Do work that only reads."""

    async def close(self) -> None:
        """Let go of the database, and of the right to write to it."""


async def open_database(url: str) -> Database:
    """Open a database and bring its schema up to date.

    `url` is `sqlite:///FILE` (the folder must exist), `sqlite://` for one in memory, or
    `postgresql://USER:PASSWORD@HOST/NAME`.

    Raises `BadRequest` for another URL, `StoreAway` where PostgreSQL cannot be reached, and
    `StoreFault` if another process writes to it, a newer version has, or it is none of ours.
    """
    parsed = parse_url(url)
    try:
        database = _Sqlite(parsed) if parsed.drivername == "sqlite" else _Postgres(parsed)
        try:
            await database.start()
        except BaseException:
            await database.close()
            raise
    except (ArgumentError, ValueError, OverflowError) as error:
        raise BadRequest(f"the database URL: {error}") from error
    except (SQLAlchemyError, OSError) as error:
        away = parsed.drivername != "sqlite" and is_away(error)
        kind = StoreAway if away else StoreFault
        raise kind(f"{shown(parsed)}: {reason(error)}") from error
    return database


async def look_into(url: str, work: Callable[[Connection], _T]) -> _T:
    """Do work that only reads on one state of a database, while a server may be writing to it.

    Raises as `open_database` does, except that it needs no right to write, and `StoreFault` if
    the database is not there or has another schema.
    """
    parsed = parse_url(url)

    def checked(connection: Connection) -> _T:
        check_version(connection)
        return work(connection)

    try:
        if parsed.drivername == "sqlite":
            return await asyncio.to_thread(_look_into_sqlite, parsed, checked)
        return await _look_into_postgres(parsed, checked)
    except (SQLAlchemyError, OSError) as error:
        away = parsed.drivername != "sqlite" and is_away(error)
        kind = StoreAway if away else StoreFault
        raise kind(f"{shown(parsed)}: {reason(error)}") from error


def _look_into_sqlite(url: URL, work: Callable[[Connection], _T]) -> _T:
    if not url.database or not Path(url.database).is_file():
        raise StoreFault(f"{shown(url)}: there is no such file")
    _check_sqlite(Path(url.database))
    engine = _sqlite_engine(url, "DEFERRED", "query_only = ON")
    try:
        with engine.begin() as connection:
            return work(connection)
    finally:
        engine.dispose()


async def _look_into_postgres(url: URL, work: Callable[[Connection], _T]) -> _T:
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


def parse_url(url: str) -> URL:
    """Read a database's URL; the driver is ours to choose.

    Raises `BadRequest`, never with the password.
    """
    try:
        parsed = sa.make_url(url)
    except (ArgumentError, ValueError):
        raise BadRequest(
            "the database URL cannot be read: want sqlite:///FILE or postgresql://USER@HOST/NAME"
        ) from None
    name = parsed.get_backend_name()
    if name == "sqlite":
        return sa.make_url("sqlite://").set(database=parsed.database)
    if name not in {"postgresql", "postgres"}:
        raise BadRequest(f"the database URL begins with {name}: want sqlite or postgresql")
    if not parsed.database:
        # Not whatever the environment or the user's name would choose.
        raise BadRequest("the database URL names no database: want postgresql://USER@HOST/NAME")
    query = dict(parsed.query)
    if unknown := sorted(set(query) - {"host", "port", "sslmode", "passfile"}):
        raise BadRequest(
            f"the database URL has {unknown[0]}=: want host, port, sslmode or passfile after the ?"
        )
    # libpq's word, which everybody knows, for asyncpg's.
    if (mode := query.pop("sslmode", None)) is not None:
        query["ssl"] = mode
    return parsed.set(drivername="postgresql+asyncpg", query=query)


def shown(url: URL) -> str:
    """Write a database's URL for people, without its password."""
    if url.drivername == "sqlite":
        return url.database or "the database in memory"
    return f"postgresql://{url.host or ''}/{url.database or ''}"


def is_away(error: BaseException) -> bool:
    """Tell whether an error says only that the database cannot be reached or used just now."""
    if isinstance(error, DBAPIError):
        cause = error.orig
        if error.connection_invalidated:
            return True
        if isinstance(cause, sqlite3.Error):
            return getattr(cause, "sqlite_errorcode", 0) & 0xFF in _SQLITE_AWAY
        state = getattr(cause, "sqlstate", None) or ""
        return state[:2] in _POSTGRES_AWAY or state == _READ_ONLY
    # The last: all connections for reading are in use.
    return isinstance(error, (OSError, TimeoutError, StoreAway, PoolTimeout))


def reason(error: BaseException) -> str:
    """Say what a database's error says, without the statement."""
    cause = error.orig if isinstance(error, DBAPIError) else None
    text = str(error if cause is None else cause) or type(error).__name__
    # SQLAlchemy puts the driver's class in front: "<class '...'>: what happened".
    return text.removeprefix("<class ").partition("'>: ")[2] or text


class _Sqlite:
    """SQLite: one thread writes, one reads. A call is one hop to a thread, however much it does."""

    def __init__(self, url: URL) -> None:
        in_memory = url.database in {None, "", ":memory:"}
        self._path = None if in_memory else Path(str(url.database))
        self._url = url
        self._lock: sqlite3.Connection | None = None
        self._writer = _Thread("store-writer", _sqlite_engine(url, "IMMEDIATE"))
        # A database in memory is its connection's own.
        self._reader = (
            self._writer
            if in_memory
            else _Thread("store-reader", _sqlite_engine(url, "DEFERRED", "query_only = ON"))
        )

    async def start(self) -> None:
        if self._path is not None:
            if not self._path.parent.is_dir():
                raise StoreFault(f"{self._path}: there is no folder {self._path.parent}")
            _check_sqlite(self._path)
            self._own(self._path)
        await self._writer.run(migrate)

    def _own(self, path: Path) -> None:
        # A lock on a database beside ours, since one on ours would shut out backups. It needs no
        # platform's own calls and ends with the process, however that ends.
        name = f"{path}.lock"
        self._lock = sqlite3.connect(name, timeout=0, isolation_level=None)
        try:
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise StoreFault(f"{name}: {error}") from error
            raise StoreFault(
                f"{path} is in use by another taipao server; stop that one, or name another file"
            ) from None

    async def write(self, work: Callable[[Connection], _T]) -> _T:
        return await self._writer.run(work)

    async def read(self, work: Callable[[Connection], _T]) -> _T:
        return await self._reader.run(work)

    async def close(self) -> None:
        await self._reader.close()
        await self._writer.close()
        if self._lock is not None:
            self._lock.close()


class _Thread:
    """A thread with one connection, where work is done in turn.

    Not an executor of the standard library: handing work over took it 6 % of the event loop's time
    at 500 tables, since it lets go of the interpreter's lock while the loop has more to do.
    """

    def __init__(self, name: str, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._orders: SimpleQueue[_Order | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name=name, daemon=True)
        self._closed = False

    async def run(self, work: Callable[[Connection], _T]) -> _T:
        if self._closed:
            raise StoreFault("the store is closed")
        if self._thread.ident is None:
            self._thread.start()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[_T] = loop.create_future()
        self._orders.put(_Order(loop, done, work))
        return await done

    def _serve(self) -> None:
        while (order := self._orders.get()) is not None:
            result, error = None, None
            try:
                result = self._do(order.work)
            except BaseException as raised:
                error = raised
            # A loop that has ended has nobody left who waits.
            with suppress(RuntimeError):
                order.loop.call_soon_threadsafe(_settle, order.done, result, error)
            del order, result, error
        self._drop()
        self._engine.dispose()

    def _do(self, work: Callable[[Connection], _T]) -> _T:
        # Kept: to take it from the pool and give it back costs as much as a small transaction.
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            with self._connection.begin():
                return work(self._connection)
        except BaseException:
            self._drop()
            raise

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._orders.put(None)
            if self._thread.ident is not None:
                await asyncio.to_thread(self._thread.join)


class _Order(Struct, frozen=True):
    """Work for a thread, and where what it came to is waited for."""

    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Any]
    work: Callable[[Connection], Any]


def _settle(done: asyncio.Future[_T], result: _T, error: BaseException | None) -> None:
    # Whoever waited may have gone.
    if done.done():
        return
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)


def _check_sqlite(path: Path) -> None:
    """Refuse a file that is no database before anything is written beside it."""
    try:
        with path.open("rb") as file:
            start = file.read(16)
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreFault(f"{path}: {error.strerror}") from error
    if start not in {b"", b"SQLite format 3\0"}:
        raise StoreFault(f"{path}: is no SQLite database")


def _sqlite_engine(url: URL, begin: str, *pragmas: str) -> Engine:
    engine = sa.create_engine(
        url,
        hide_parameters=True,
        poolclass=sa.QueuePool,
        pool_size=1,
        max_overflow=0,
        connect_args={"check_same_thread": False, "timeout": BUSY_SECONDS},
    )

    @event.listens_for(engine, "connect")
    def connect(connection: sqlite3.Connection, _: object) -> None:
        # The driver shall not begin transactions of its own; that is done below.
        connection.isolation_level = None
        for pragma in (
            f"busy_timeout = {BUSY_SECONDS * 1000:.0f}",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            # 64 MB of pages at most, for those that live rounds are written to: the 2 MB it comes
            # with are as many as 500 tables write to, which then were read again and again.
            "cache_size = -65536",
            # 32 MB: a page that is written to all the time goes to its place but now and then.
            "wal_autocheckpoint = 8192",
            "journal_size_limit = 67108864",
            *pragmas,
        ):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        # Not through SQLAlchemy, for which this is a statement like any other: half as expensive.
        connection.connection.cursor().execute(f"BEGIN {begin}")

    return engine


class _Postgres:
    """PostgreSQL: one connection writes and holds the right to; a few read."""

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
        await asyncio.to_thread(asyncio.run, _migrate_postgres(self._url))
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
        self._check()
        async with self._readers.connect() as connection:
            return await connection.run_sync(work)

    def _check(self) -> None:
        if self._ended is not None:
            raise StoreFault(self._ended)

    async def close(self) -> None:
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


async def _migrate_postgres(url: URL) -> None:
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
