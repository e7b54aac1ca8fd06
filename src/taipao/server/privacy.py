"""Takes the names and addresses of deleted accounts out of what tables have kept.

A table that is open does so by itself, and one that closes keeps none of anybody; one that a fault
or an operator has stopped keeps its state for good. The account's id stays: the operator can still
tell who sat there, by what the ledger calls them too.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from taipao.server.schema import accounts, tables
from taipao.server.tablestate import forgetting, known_persons

_CHUNK: Final = 500
"""Tables that are looked at at a time; none has more than four persons."""

_KEPT: Final = sa.select(tables.c.id, tables.c.state).order_by(tables.c.id)


def forget(connection: Connection, account_id: str) -> None:
    """Forget who an account was at all tables that have stopped for good."""
    frozen = _KEPT.where(tables.c.status == "frozen")
    sat = frozen.where(tables.c.state.contains(account_id, autoescape=True))
    for table_id, state in connection.execute(sat).all():
        _forget(connection, table_id, state, {account_id})


def forget_deleted(connection: Connection) -> None:
    """Forget who deleted accounts were at all tables that are not closed.

    A server that was killed may have left that there. Done again, it finds nothing to do.
    """
    kept, last = _KEPT.where(tables.c.status != "closed").limit(_CHUNK), ""
    while rows := connection.execute(kept.where(tables.c.id > last)).all():
        last = rows[-1].id
        persons = {one for row in rows for one in known_persons(row.state)}
        gone = sa.select(accounts.c.id).where(accounts.c.deleted.is_not(None))
        deleted = connection.execute(gone.where(accounts.c.id.in_(sorted(persons)))).scalars()
        if found := set(deleted):
            for table_id, state in rows:
                _forget(connection, table_id, state, found)


def _forget(
    connection: Connection, table_id: str, state: str, account_ids: AbstractSet[str]
) -> None:
    if not account_ids.isdisjoint(known_persons(state)):
        changed = sa.update(tables).where(tables.c.id == table_id)
        connection.execute(changed.values(state=forgetting(state, account_ids)))
