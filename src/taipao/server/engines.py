"""The two databases: which one a URL names, opened to write to or only looked into.

Work is a function of a SQLAlchemy connection, the same for both. It runs in one transaction:
kept if it returns, undone if it raises. Only one process at a time may write to a database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from taipao.errors import BadRequest, StoreAway, StoreFault
from taipao.server import postgres, sqlite
from taipao.server.absence import is_away, reason
from taipao.server.migrations import check_version
from taipao.server.urls import parse_url, shown

_T = TypeVar("_T")


class Database(Protocol):
    """Where work is done. Close it at the end."""

    async def write(self, work: Callable[[Connection], _T]) -> _T:
        """Do work that writes; one at a time."""

    async def read(self, work: Callable[[Connection], _T]) -> _T:
        """Do work that only reads."""

    async def close(self) -> None:
        """Let go of the database, and of the right to write to it."""


_KINDS: Final[dict[str, type[sqlite.Sqlite] | type[postgres.Postgres]]] = {
    "sqlite": sqlite.Sqlite,
    "postgresql": postgres.Postgres,
}


async def open_database(url: str) -> Database:
    """Open a database and bring its schema up to date.

    `url` is `sqlite:///FILE` (the folder must exist), `sqlite://` for one in memory, or
    `postgresql://USER:PASSWORD@HOST/NAME`.

    Raises `BadRequest` for another URL, `StoreAway` where PostgreSQL cannot be reached, and
    `StoreFault` if another process writes to it, a newer version has, or it is none of ours.
    """
    parsed = parse_url(url)
    try:
        database = _KINDS[parsed.get_backend_name()](parsed)
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
            return await asyncio.to_thread(sqlite.look_into, parsed, checked)
        return await postgres.look_into(parsed, checked)
    except (SQLAlchemyError, OSError) as error:
        away = parsed.drivername != "sqlite" and is_away(error)
        kind = StoreAway if away else StoreFault
        raise kind(f"{shown(parsed)}: {reason(error)}") from error
