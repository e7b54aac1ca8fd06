"""What a database's errors say: that it is away for now, or that something is wrong."""

from __future__ import annotations

import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from taipao.errors import StoreAway

# SQLite's primary result codes that say nothing against the data: busy, locked, out of memory,
# read-only, I/O error, disk full, cannot open, locking protocol.
_SQLITE_AWAY: Final = frozenset({5, 6, 7, 8, 10, 13, 14, 15})
# PostgreSQL's classes of SQLSTATE likewise: connection, transaction rolled back, resources,
# operator intervention, system error.
_POSTGRES_AWAY: Final = frozenset({"08", "40", "53", "57", "58"})
_READ_ONLY: Final = "25006"


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
