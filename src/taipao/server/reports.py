"""Reports: what one player says of another, for the operator to read."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Connection

from taipao.server.keeping import Store
from taipao.server.refusals import Objection
from taipao.server.schema import accounts, reports, rounds, tables
from taipao.server.store import utc_milliseconds


class Report(Struct, frozen=True):
    """What `reporter` says of `account`, both by id; `made` in UTC milliseconds."""

    id: int
    reporter: str
    account: str
    table: str
    round: str | None
    text: str
    made: int


class Reports:
    """The reports in a store."""

    def __init__(self, store: Store, clock: Callable[[], int] = utc_milliseconds) -> None:
        self._store = store
        self._clock = clock

    async def add(
        self, reporter: str, account: str, table: str, round_id: str | None, text: str
    ) -> None:
        """Keep a report. Raises `BadRequest` for an account, table or round there is not."""
        row: dict[str, object] = {
            "reporter": reporter,
            "account_id": account,
            "table_id": table,
            "round_id": round_id,
            "text": text,
            "made": self._clock(),
        }
        await self._store.write(lambda connection: _add(connection, row), owner=reporter)

    async def latest(
        self, *, account: str | None = None, before: int | None = None, limit: int = 50
    ) -> list[Report]:
        """Return reports, of one account or all, the latest first, those before a number."""
        return await self._store.read(
            lambda connection: reports_of(connection, account, before, limit)
        )


def _add(connection: Connection, row: dict[str, object]) -> None:
    account, table, round_id = row["account_id"], row["table_id"], row["round_id"]
    if account == row["reporter"]:
        raise Objection("not_reportable", "account: nobody reports themselves")
    alive = sa.select(accounts.c.id).where(accounts.c.id == account, accounts.c.deleted.is_(None))
    if connection.execute(alive).one_or_none() is None:
        raise Objection("not_reportable", "account: there is no such account")
    known = sa.select(tables.c.id).where(tables.c.id == table)
    if round_id is not None:
        played = rounds.c.table_id == table, rounds.c.id == round_id
        known = sa.select(rounds.c.id).where(*played)
    if connection.execute(known).one_or_none() is None:
        raise Objection("not_reportable", "table: there is no such table, or no such round there")
    # Said twice in the same words, or written a second time, it is one report.
    words = (reports.c[name] == value for name, value in row.items() if name != "made")
    same = sa.select(reports.c.id).where(*words)
    if connection.execute(same).first() is None:
        connection.execute(sa.insert(reports), row)


def reports_of(
    connection: Connection, account: str | None, before: int | None, limit: int
) -> list[Report]:
    """Return reports, of one account or all, the latest first."""
    wanted = sa.select(reports).order_by(reports.c.id.desc()).limit(limit)
    if account is not None:
        wanted = wanted.where(reports.c.account_id == account)
    if before is not None:
        wanted = wanted.where(reports.c.id < before)
    return [Report(*row) for row in connection.execute(wanted)]
