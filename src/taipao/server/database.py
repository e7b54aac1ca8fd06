"""What tables have kept, as statements (docs/server.md, "What is kept").

Everything here is a function of a SQLAlchemy connection: how it is called, on which database and
in which thread, is `engines.py`. A function runs within one transaction and does not end it.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from taipao.errors import RecordError, StoreFault
from taipao.server.absence import is_away, reason
from taipao.server.acts import keep_act
from taipao.server.entries import many, sign_up
from taipao.server.journal import book, booked_of, collect
from taipao.server.keeping import Account, EndedRound, LiveTable, RoundInfo, Unit
from taipao.server.schema import accounts, lines, rounds, sessions, tables

_LEVEL: Final = 3
"""How much records are compressed: by 12 % less than by zlib's 6, in two thirds of its time."""


class Packed(Struct):
    """A unit, and the record of the round that it ends, once that is compressed."""

    unit: Unit
    record: bytes | None = None


class NewAccount(Struct, frozen=True):
    """An account to keep, with the SHA-256 of what its cookie holds."""

    account: Account
    token: bytes


class Work(Struct, frozen=True):
    """Anything else that writes, and whose it is; done in a savepoint of its own."""

    do: Callable[[Connection], Any]
    owner: Hashable


Item = Packed | NewAccount | Work


def pack(record: bytes) -> bytes:
    """Compress a record, as it is kept."""
    return zlib.compress(record, _LEVEL)


def pack_all(items: Sequence[Packed]) -> None:
    """Compress the records that are not compressed yet."""
    for item in items:
        ended = item.unit.ended
        if item.record is None and ended is not None and ended.record is not None:
            item.record = pack(ended.record)


def unpack(kept: bytes) -> bytes:
    """Return the record that was compressed. Raises `RecordError` where it is damaged."""
    try:
        return zlib.decompress(kept)
    except zlib.error as error:
        raise RecordError(f"it is damaged: {error}") from None


def _upserts(
    insert: Callable[[sa.Table], sqlite.Insert] | Callable[[sa.Table], postgresql.Insert],
) -> tuple[sa.Insert, sa.Insert]:
    """Return how a table is kept: its state alone, and its state and status."""
    row = insert(tables)
    new = row.excluded
    state = {"state": new.state, "changed": new.changed}
    return (
        row.on_conflict_do_update(index_elements=["id"], set_=state),
        row.on_conflict_do_update(index_elements=["id"], set_={**state, "status": new.status}),
    )


_KEEP_TABLE: Final = {
    "sqlite": _upserts(sqlite.insert),
    "postgresql": _upserts(postgresql.insert),
}
_KEEP_STATUS: Final = (
    sa.update(tables)
    .where(tables.c.id == sa.bindparam("table"))
    .values(status=sa.bindparam("new"), changed=sa.bindparam("now"))
)
_ADD_ACCOUNT: Final = sa.insert(accounts)
_ADD_SESSION: Final = sa.insert(sessions)
_OPEN_ROUND: Final = sa.insert(rounds).values(
    {name: sa.bindparam(name) for name in ("id", "table_id", "number", "status", "began")}
)
_ADD_LINE: Final = sa.insert(lines)
_END_ROUND: Final = (
    sa.update(rounds)
    .where(rounds.c.id == sa.bindparam("round"))
    .values(status=sa.bindparam("how"), record=sa.bindparam("packed"), ended=sa.bindparam("now"))
)
# Rounds that are live, and their lines in order.
_LIVE: Final = (
    sa.select(rounds.c.id, lines.c.data)
    .outerjoin(lines)
    .where(rounds.c.id.in_(sa.bindparam("ids", expanding=True)), rounds.c.status == "live")
    .order_by(rounds.c.id, lines.c.line)
)
_DROP_LINES: Final = sa.delete(lines).where(lines.c.round_id == sa.bindparam("round"))
_LINES: Final = (
    sa.select(lines.c.data)
    .where(lines.c.round_id == sa.bindparam("round"), lines.c.line >= sa.bindparam("first"))
    .order_by(lines.c.line)
)
_ROUND_STATUS: Final = sa.select(rounds.c.status).where(rounds.c.id == sa.bindparam("round"))


def write(
    connection: Connection, items: Sequence[Item], now: int, *, doubt: bool = False
) -> list[object]:
    """Keep items, of which no two are of one owner; `now` in UTC milliseconds.

    With `doubt`, some may have been kept already. Returns what each came to: a unit what was
    booked for it, work what it returned, or the exception that undid it.

    Raises `StoreFault` or SQLAlchemy's errors for items that cannot be kept.
    """
    wanted = missing(connection, items) if doubt else items
    _add_accounts(connection, [item for item in wanted if isinstance(item, NewAccount)], now)
    units = [item for item in wanted if isinstance(item, Packed)]
    _keep_units(connection, units, now)
    bookings = {
        item.unit.ended.round_id: item.unit.booking
        for item in units
        if item.unit.ended is not None and item.unit.booking is not None
    }
    booked = book(connection, bookings, now)
    collect(connection, [item.unit.table_id for item in units if _ends_unbooked(item.unit)], now)

    def outcome(item: Item) -> object:
        if isinstance(item, Work):
            return _done(connection, item)
        if isinstance(item, NewAccount) or item.unit.booking is None:
            return None
        ended = item.unit.ended
        assert ended is not None, "only the end of a round is booked"
        return booked.get(ended.round_id) or booked_of(connection, ended.round_id)

    return [outcome(item) for item in items]


def _done(connection: Connection, work: Work) -> object:
    try:
        with connection.begin_nested():
            return work.do(connection)
    except Exception as error:
        if is_away(error):
            raise
        if not isinstance(error, SQLAlchemyError):
            return error
        fault = StoreFault(f"cannot be kept: {reason(error)}")
        fault.__cause__ = error
        return fault


def _add_accounts(connection: Connection, new: Sequence[NewAccount], now: int) -> None:
    if not new:
        return
    new_accounts = [item.account for item in new]
    connection.execute(
        _ADD_ACCOUNT,
        [{"id": one.id, "name": one.name, "kind": one.kind, "made": now} for one in new_accounts],
    )
    connection.execute(
        _ADD_SESSION,
        [
            {
                "token": item.token,
                "account_id": item.account.id,
                "kind": "cookie",
                "made": now,
                "seen": now,
            }
            for item in new
        ],
    )
    sign_up(connection, [account.id for account in new_accounts], now)


def _keep_units(connection: Connection, units: Sequence[Packed], now: int) -> None:
    _keep_tables(connection, [item.unit for item in units], now)
    # A unit may let one round go and open the next, or add a round's last lines and end it.
    ending = [item for item in units if item.unit.ended is not None]
    _end_rounds(connection, [item for item in ending if not _ends_its_lines(item.unit)], now)
    _add_lines(connection, [item.unit for item in units], now)
    _end_rounds(connection, [item for item in ending if _ends_its_lines(item.unit)], now)
    for item in units:
        if item.unit.act is not None:
            keep_act(connection, item.unit.act)


def _keep_tables(connection: Connection, units: Iterable[Unit], now: int) -> None:
    alone: list[tuple[object, ...]] = []
    both: list[tuple[object, ...]] = []
    for unit in units:
        if unit.state is not None:
            rows = alone if unit.status is None else both
            rows.append((unit.table_id, unit.state.decode(), unit.status or "open", now))
        elif unit.status is not None:
            values = {"table": unit.table_id, "new": unit.status, "now": now}
            if connection.execute(_KEEP_STATUS, values).rowcount != 1:
                raise StoreFault(f"there is no table {unit.table_id}")
    for statement, rows in zip(_KEEP_TABLE[connection.dialect.name], (alone, both), strict=True):
        many(connection, statement, rows)


def _ends_unbooked(unit: Unit) -> bool:
    return unit.ended is not None and unit.ended.how != "finished"


def _ends_its_lines(unit: Unit) -> bool:
    return (
        unit.lines is not None
        and unit.ended is not None
        and unit.lines.round_id == unit.ended.round_id
    )


def _add_lines(connection: Connection, units: Iterable[Unit], now: int) -> None:
    opened: list[tuple[object, ...]] = []
    added: list[tuple[str, int, bytes]] = []
    for unit in units:
        new = unit.lines
        if new is None:
            continue
        if new.first == 1:
            opened.append((new.round_id, unit.table_id, unit.number, "live", now))
        added += [(new.round_id, number, line) for number, line in enumerate(new.lines, new.first)]
    many(connection, _OPEN_ROUND, opened)
    many(connection, _ADD_LINE, added)


def _end_rounds(connection: Connection, ending: Sequence[Packed], now: int) -> None:
    """Fold live rounds' lines into their records, or let them go."""
    ends = [(item.unit.ended, item.record) for item in ending if item.unit.ended is not None]
    if not ends:
        return
    live = _live(connection, [ended.round_id for ended, _ in ends])
    rows: list[tuple[object, ...]] = []
    for ended, packed in ends:
        kept = live.pop(ended.round_id, None)
        if kept is None:
            raise StoreFault(f"there is no live round {ended.round_id} to end")
        rows.append((ended.how, _fold(ended, kept, packed), now, ended.round_id))
    many(connection, _END_ROUND, rows)
    many(connection, _DROP_LINES, [(ended.round_id,) for ended, _ in ends])


def _live(connection: Connection, round_ids: Sequence[str]) -> dict[str, bytes]:
    """Return what is kept of those rounds that are live."""
    rows = connection.execute(_LIVE, {"ids": round_ids}).all()
    return {
        round_id: b"".join([data for _, data in group if data is not None])
        for round_id, group in groupby(rows, key=itemgetter(0))
    }


def _fold(ended: EndedRound, kept: bytes, packed: bytes | None) -> bytes | None:
    if ended.how == "dropped":
        return None
    if ended.record is None:
        return pack(kept)
    if ended.record.startswith(kept):
        return packed or pack(ended.record)
    # What resumes has to be what replays. Of a round that is frozen, what was kept counts.
    if ended.how == "finished":
        raise StoreFault(f"the record of round {ended.round_id} is not made of its lines")
    return pack(kept)


def missing(connection: Connection, items: Sequence[Item]) -> list[Item]:
    """Return the items that have not been kept yet, for when a commit is in doubt.

    A unit's identity is the end of its round, else its lines and their numbers. A unit that is
    only a state counts as missing, and so does work: doing it twice changes nothing.
    """
    return [item for item in items if not _is_kept(connection, item)]


def _is_kept(connection: Connection, item: Item) -> bool:
    if isinstance(item, Work):
        return False
    if isinstance(item, NewAccount):
        return account_of(connection, item.token) == item.account
    unit = item.unit
    if unit.ended is not None:
        status = connection.execute(_ROUND_STATUS, {"round": unit.ended.round_id}).scalar()
        return status == unit.ended.how
    if unit.lines is not None and unit.lines.lines:
        wanted = {"round": unit.lines.round_id, "first": unit.lines.first}
        kept = list(connection.execute(_LINES, wanted).scalars())
        return kept[: len(unit.lines.lines)] == list(unit.lines.lines)
    return False


def open_tables(connection: Connection) -> list[LiveTable]:
    """Return every open table with its live round's lines, the one changed last being the last."""
    live = rounds.c.status == "live"
    ordered = sa.select(lines.c.round_id, lines.c.data).join(rounds).where(live)
    rows = connection.execute(ordered.order_by(lines.c.round_id, lines.c.line))
    logs = {
        round_id: tuple(data for _, data in group)
        for round_id, group in groupby(rows, key=itemgetter(0))
    }
    opened = (
        sa.select(tables.c.id, tables.c.state, rounds.c.id)
        .outerjoin(rounds, sa.and_(rounds.c.table_id == tables.c.id, live))
        .where(tables.c.status == "open")
        .order_by(tables.c.changed, tables.c.id)
    )
    return [
        LiveTable(table_id, state.encode(), round_id, logs.get(round_id, ()))
        for table_id, state, round_id in connection.execute(opened)
    ]


def frozen_tables(connection: Connection) -> int:
    """Return how many tables a fault has stopped for good."""
    counted = sa.select(sa.func.count()).where(tables.c.status == "frozen")
    number: int = connection.execute(counted).scalar_one()
    return number


def packed_record(connection: Connection, round_id: str) -> bytes | None:
    """Return a round's compressed record, None where there is none."""
    return connection.execute(
        sa.select(rounds.c.record).where(rounds.c.id == round_id)
    ).scalar_one_or_none()


def rounds_of(
    connection: Connection, table_id: str, before: int | None, limit: int
) -> list[RoundInfo]:
    """Return a table's rounds, the latest first, those that began before `before`."""
    wanted = (
        sa.select(
            rounds.c.id,
            rounds.c.table_id,
            rounds.c.number,
            rounds.c.status,
            rounds.c.began,
            rounds.c.ended,
        )
        .where(rounds.c.table_id == table_id)
        .order_by(rounds.c.began.desc(), rounds.c.number.desc())
        .limit(limit)
    )
    if before is not None:
        wanted = wanted.where(rounds.c.began < before)
    return [RoundInfo(*row) for row in connection.execute(wanted)]


def account_of(connection: Connection, token: bytes) -> Account | None:
    """Return the account that has a session with this hashed token, or None."""
    wanted = (
        sa.select(accounts.c.id, accounts.c.name, accounts.c.kind)
        .join(sessions)
        .where(sessions.c.token == token, accounts.c.deleted.is_(None))
    )
    row = connection.execute(wanted).one_or_none()
    return None if row is None else Account(*row)
