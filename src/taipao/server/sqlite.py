"""SQLite as a database of tables: one thread writes, one reads."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import URL, Connection, Engine, event

from taipao.errors import StoreFault
from taipao.server.migrations import migrate
from taipao.server.urls import shown

_T = TypeVar("_T")

BUSY_SECONDS: Final = 5.0
"""How long SQLite waits for the lock of whoever else has opened the file."""


class Sqlite:
    """A file, or a database in memory. A call is one hop to a thread, however much it does."""

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
        """Take the right to write, and bring the schema up to date."""
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
        """Do work that writes; one at a time."""
        return await self._writer.run(work)

    async def read(self, work: Callable[[Connection], _T]) -> _T:
        """Do work that only reads."""
        return await self._reader.run(work)

    async def close(self) -> None:
        """Let go of the database, and of the right to write to it."""
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


def look_into(url: URL, work: Callable[[Connection], _T]) -> _T:
    """Do work on one state of a file that somebody else may be writing to."""
    if not url.database or not Path(url.database).is_file():
        raise StoreFault(f"{shown(url)}: there is no such file")
    _check_sqlite(Path(url.database))
    engine = _sqlite_engine(url, "DEFERRED", "query_only = ON")
    try:
        with engine.begin() as connection:
            return work(connection)
    finally:
        engine.dispose()
