"""The ledger's own statements: entries are written and balances follow, nothing is changed.

Functions of a connection, as those of `database.py` are. One process writes, one transaction
after the other: what is read here is what will be there when it is written.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Connection

from taipao.errors import StoreFault
from taipao.server.schema import entries, postings, purses

HOUSE: Final = "house"
"""The purse that bots play out of and that deleted accounts leave their coins to."""

MINT: Final = "mint"
"""The purse that sign-up coins and refills come from."""

SIGNUP: Final = 30_000
"""Coins of a new account (C4)."""

REFILL: Final = 20_000
"""Coins that an account has after a refill, which is for those that have fewer (C4)."""

CHINA: Final = 8 * 3600 * 1000
"""By how much China's clocks are ahead of UTC, in milliseconds."""

DAY: Final = 24 * 3600 * 1000
"""A day in milliseconds."""

EntryKind = Literal["signup", "refill", "round", "correction", "deletion"]


class Posting(Struct, frozen=True):
    """Coins that go into a purse, or out of it; a round's are in seat order."""

    purse: str
    amount: int
    seat: int | None = None


class Entry(Struct, frozen=True):
    """One movement: two or more postings that add to zero."""

    kind: EntryKind
    postings: tuple[Posting, ...]
    round_id: str | None = None
    note: str | None = None
    operator: str | None = None


_COINS: Final = sa.select(purses.c.id, purses.c.coins).where(
    purses.c.id.in_(sa.bindparam("wanted", expanding=True))
)
_OPEN: Final = sa.insert(purses)
_KEEP: Final = (
    sa.update(purses)
    .where(purses.c.id == sa.bindparam("purse"))
    .values(coins=sa.bindparam("balance"))
)
_LAST: Final = sa.select(sa.func.coalesce(sa.func.max(entries.c.id), 0))
_ADD_ENTRY: Final = sa.insert(entries)
_ADD_POSTING: Final = sa.insert(postings)


def many(
    connection: Connection, statement: sa.Insert | sa.Update | sa.Delete, rows: Sequence[Any]
) -> None:
    """Execute a statement for rows of values, which stand in the order of the statement's text.

    As the driver takes it: SQLAlchemy would spend more time on it than SQLite does.
    """
    if rows:
        connection.exec_driver_sql(_text(connection.dialect, statement), rows)


@cache
def _text(dialect: sa.Dialect, statement: sa.Insert | sa.Update | sa.Delete) -> str:
    return str(statement.compile(dialect=dialect))


def china_day(now: int) -> int:
    """Return the date in China (UTC+8) as days since 1970; `now` in UTC milliseconds."""
    return (now + CHINA) // DAY


def coins_of(connection: Connection, wanted: Collection[str]) -> dict[str, int]:
    """Return the coins in each of the purses that there are."""
    if not wanted:
        return {}
    return {row.id: row.coins for row in connection.execute(_COINS, {"wanted": sorted(wanted)})}


def post(
    connection: Connection, new: Sequence[Entry], now: int, held: Mapping[str, int] | None = None
) -> list[tuple[int, ...]]:
    """Write entries in their order; return the balance after each posting. `now` in milliseconds.

    `held` are the coins of the purses concerned where this transaction has read them already.

    Raises `StoreFault` for an entry that does not add to zero, a purse that does not exist, or
    one other than the house's and the mint's that would hold less than nothing.
    """
    if not new:
        return []
    if held is None:
        held = coins_of(connection, {part.purse for entry in new for part in entry.postings})
    balances = dict(held)
    first = connection.execute(_LAST).scalar_one() + 1
    heads: list[tuple[object, ...]] = []
    lines: list[tuple[object, ...]] = []
    after: list[tuple[int, ...]] = []
    for number, entry in enumerate(new, first):
        if sum(part.amount for part in entry.postings) != 0:
            raise StoreFault(f"the postings of entry {number} do not add to zero")
        heads.append((number, entry.kind, entry.round_id, entry.note, entry.operator, now))
        kept = []
        for line, part in enumerate(entry.postings, 1):
            if part.purse not in balances:
                raise StoreFault(f"there is no purse {part.purse}")
            balance = balances[part.purse] = balances[part.purse] + part.amount
            if balance < 0 and part.purse not in {HOUSE, MINT}:
                raise StoreFault(f"purse {part.purse} has not so many coins")
            kept.append(balance)
            lines.append((number, line, part.purse, part.seat, part.amount, balance))
        after.append(tuple(kept))
    many(connection, _ADD_ENTRY, heads)
    many(connection, _ADD_POSTING, lines)
    moved = [(coins, purse) for purse, coins in balances.items() if coins != held[purse]]
    many(connection, _KEEP, moved)
    return after


def sign_up(connection: Connection, account_ids: Sequence[str], now: int) -> None:
    """Give new accounts their purses, with the coins that everybody begins with (C4)."""
    if account_ids:
        connection.execute(_OPEN, [{"id": account_id, "coins": 0} for account_id in account_ids])
        coins = [(Posting(MINT, -SIGNUP), Posting(new, SIGNUP)) for new in account_ids]
        post(connection, [Entry("signup", pair) for pair in coins], now)
