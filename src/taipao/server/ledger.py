"""The ledger as the server uses it: refills, corrections, what an account reads (docs/ledger.md).

Rounds are booked by `journal.py`, with their end. The statements are functions of a connection;
those that write find what they wrote if they are done a second time (`Store.write`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Connection

from taipao.errors import BadRequest
from taipao.server.entries import (
    HOUSE,
    MINT,
    REFILL,
    Entry,
    EntryKind,
    Posting,
    china_day,
    coins_of,
    post,
)
from taipao.server.journal import is_played
from taipao.server.keeping import Store
from taipao.server.refusals import Objection
from taipao.server.schema import accounts, entries, postings, refills
from taipao.server.store import utc_milliseconds

MOST: Final = 10**12
"""Coins that one correction may move."""


class NoRefill(Objection):
    """A refill is not due: there are coins enough, one has been today, or a round is played."""


class LedgerLine(Struct, frozen=True):
    """One posting as its account reads it: `amount` came in, or went out if below zero.

    `id` is the entry's, `balance` what there was after it, `made` in UTC milliseconds; `round` is
    the id of the round that was booked, `note` the reason of a correction.
    """

    id: int
    kind: EntryKind
    amount: int
    balance: int
    made: int
    round: str | None
    note: str | None


class Ledger:
    """The coins of accounts in a store."""

    def __init__(self, store: Store, clock: Callable[[], int] = utc_milliseconds) -> None:
        """Work in a store, by a clock in UTC milliseconds."""
        self._store = store
        self._clock = clock

    async def coins(self, account_id: str) -> int:
        """Return an account's coins; 0 if there is none. Raises `StoreAway`."""
        found = await self._store.read(lambda connection: coins_of(connection, [account_id]))
        return found.get(account_id, 0)

    async def lines(
        self, purse: str, *, before: int | None = None, limit: int = 50
    ) -> list[LedgerLine]:
        """Return a purse's lines, the latest first, those of entries before `before`."""
        return await self._store.read(lambda connection: lines_of(connection, purse, before, limit))

    async def refillable(self, account_id: str, coin_tables: Sequence[str] = ()) -> bool:
        """Tell whether an account may be refilled now (C4)."""
        now = self._clock()
        return await self._store.read(
            lambda connection: _objection(connection, account_id, coin_tables, now) is None
        )

    async def refill(self, account_id: str, coin_tables: Sequence[str] = ()) -> int:
        """Refill an account to 20,000 coins, once a day in China (C4); return its coins.

        Raises `NoRefill`, also while a round is being played at one of the `coin_tables` at which
        it sits: nobody pays of more than they had before a round (C3).
        """
        now = self._clock()
        return await self._store.write(
            lambda connection: refill(connection, account_id, coin_tables, now), owner=account_id
        )


def refill(connection: Connection, account_id: str, coin_tables: Sequence[str], now: int) -> int:
    """Refill an account if that is due and return its coins; raises `NoRefill`."""
    coins = coins_of(connection, [account_id]).get(account_id, 0)
    if _latest(connection, account_id) == ("refill", now):
        return coins
    if objection := _objection(connection, account_id, coin_tables, now):
        raise objection
    row = {"account_id": account_id, "day": china_day(now)}
    connection.execute(sa.insert(refills), row)
    missing = Posting(MINT, coins - REFILL), Posting(account_id, REFILL - coins)
    post(connection, [Entry("refill", missing)], now)
    return REFILL


def _objection(
    connection: Connection, account_id: str, coin_tables: Sequence[str], now: int
) -> NoRefill | None:
    coins = coins_of(connection, [account_id]).get(account_id)
    if coins is None or not _is_alive(connection, account_id):
        return NoRefill("no_account", f"there is no account {account_id}")
    if coins >= REFILL:
        return NoRefill("coins_enough", f"a refill is for whoever has fewer than {REFILL} coins")
    today = sa.select(refills.c.day).where(
        refills.c.account_id == account_id, refills.c.day == china_day(now)
    )
    if connection.execute(today).one_or_none() is not None:
        return NoRefill("refilled", "there has been a refill today")
    if coin_tables and is_played(connection, coin_tables):
        return NoRefill("in_round", "there is no refill in a round: ask again once it is over")
    return None


def _is_alive(connection: Connection, account_id: str) -> bool:
    account = sa.select(accounts.c.id).where(accounts.c.id == account_id)
    return connection.execute(account.where(accounts.c.deleted.is_(None))).first() is not None


def correct(
    connection: Connection, account_id: str, amount: int, reason: str, operator: str, now: int
) -> int:
    """Move coins between the house and an account and return its coins; raises `BadRequest`.

    Whoever calls it keeps the operator's act with it, and tells whether that has been done already.
    """
    coins = coins_of(connection, [account_id]).get(account_id)
    if coins is None or not _is_alive(connection, account_id):
        raise BadRequest(f"there is no account {account_id}")
    if not 0 < abs(amount) <= MOST:
        raise BadRequest(f"a correction moves 1 to {MOST} coins")
    if coins + amount < 0:
        raise BadRequest(f"account {account_id} has only {coins} coins")
    moved = Posting(HOUSE, -amount), Posting(account_id, amount)
    post(connection, [Entry("correction", moved, note=reason, operator=operator)], now)
    return coins + amount


def _latest(connection: Connection, purse: str) -> tuple[object, ...]:
    """Return kind and time of a purse's latest entry, nothing if there is none."""
    latest = (
        sa.select(entries.c.kind, entries.c.made)
        .join(postings)
        .where(postings.c.purse == purse)
        .order_by(postings.c.entry_id.desc())
        .limit(1)
    )
    return tuple(connection.execute(latest).one_or_none() or ())


def lines_of(
    connection: Connection, purse: str, before: int | None, limit: int | None
) -> list[LedgerLine]:
    """Return a purse's lines, the latest first, those of entries before `before`."""
    wanted = (
        sa.select(
            entries.c.id,
            entries.c.kind,
            postings.c.amount,
            postings.c.balance,
            entries.c.made,
            entries.c.round_id,
            entries.c.note,
        )
        .join(postings)
        .where(postings.c.purse == purse)
        .order_by(postings.c.entry_id.desc(), postings.c.line.desc())
        .limit(limit)
    )
    if before is not None:
        wanted = wanted.where(postings.c.entry_id < before)
    return [LedgerLine(*row) for row in connection.execute(wanted)]
