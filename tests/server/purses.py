"""Coins for tests: accounts that have so many, and what all purses hold."""

from __future__ import annotations

from functools import partial

import sqlalchemy as sa
from sqlalchemy import Connection

from taipao.server.entries import HOUSE, Entry, Posting, coins_of, post
from taipao.server.keeping import Account
from taipao.server.schema import purses
from taipao.server.store import DatabaseStore, utc_milliseconds


async def enrol(store: DatabaseStore, account: Account, coins: int) -> None:
    """Keep an account with so many coins."""
    await store.add_account(account, account.id.encode())
    await endow(store, account.id, coins)


async def endow(store: DatabaseStore, account_id: str, coins: int) -> None:
    """Let an account have so many coins, by an operator's correction."""
    await store.write(partial(_endow, account_id=account_id, coins=coins))


def _endow(connection: Connection, *, account_id: str, coins: int) -> None:
    amount = coins - coins_of(connection, [account_id])[account_id]
    if amount:
        parts = Posting(account_id, amount), Posting(HOUSE, -amount)
        entry = Entry("correction", parts, note="for a test", operator="test")
        post(connection, [entry], utc_milliseconds())


async def all_purses(store: DatabaseStore) -> dict[str, int]:
    """Return the coins in every purse."""

    def look(connection: Connection) -> dict[str, int]:
        return {row.id: row.coins for row in connection.execute(sa.select(purses))}

    return await store.read(look)
