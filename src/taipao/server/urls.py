"""A database's URL: which there are, and how one is shown."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import URL
from sqlalchemy.exc import ArgumentError

from taipao.errors import BadRequest


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
