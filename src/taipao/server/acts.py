"""The log of what operators do: statements that add to it and read it.

Functions of a connection, as those of `database.py` are: an act is kept in the transaction of what
it changes.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection

from taipao.server.keeping import NewAct
from taipao.server.schema import operator_acts

_COLUMNS: Final = operator_acts.c


class OperatorAct(Struct, frozen=True):
    """What an operator did, to which account or table, and why; `made` in UTC milliseconds."""

    id: int
    operator: str
    act: str
    target: str
    reason: str
    made: int


def keep_act(connection: Connection, act: NewAct) -> None:
    """Add an act, unless that has been done already."""
    row = asdict(act)
    same = sa.select(_COLUMNS.id).where(*(_COLUMNS[name] == value for name, value in row.items()))
    if connection.execute(same).first() is None:
        connection.execute(sa.insert(operator_acts), row)


def keep_requested(connection: Connection, act: NewAct, request: str) -> None:
    """Add an act that is done once for a request, the asker's id of it."""
    connection.execute(sa.insert(operator_acts), {**asdict(act), "request": request})


def requested(connection: Connection, request: str) -> tuple[str, ...] | None:
    """Return operator, act, target and reason of what has been done by a request."""
    wanted = sa.select(_COLUMNS.operator, _COLUMNS.act, _COLUMNS.target, _COLUMNS.reason)
    row = connection.execute(wanted.where(_COLUMNS.request == request)).one_or_none()
    return None if row is None else tuple(row)


def acts_of(
    connection: Connection, target: str | None, before: int | None, limit: int
) -> list[OperatorAct]:
    """Return acts, on one target or all, the latest first, those before a number."""
    columns = [_COLUMNS[name] for name in OperatorAct.__struct_fields__]
    wanted = sa.select(*columns).order_by(_COLUMNS.id.desc()).limit(limit)
    if target is not None:
        wanted = wanted.where(_COLUMNS.target == target)
    if before is not None:
        wanted = wanted.where(_COLUMNS.id < before)
    return [OperatorAct(*row) for row in connection.execute(wanted)]
