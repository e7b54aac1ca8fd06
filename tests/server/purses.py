"""Coins for tests: accounts that have so many, and what all purses hold."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import sqlalchemy as sa
from sqlalchemy import Connection

from taipao.server.keeping import Account, Store
from taipao.server.ledger import Ledger
from taipao.server.operators import Operators
from taipao.server.schema import purses
from taipao.server.store import DatabaseStore, utc_milliseconds


async def enrol(store: DatabaseStore, account: Account, coins: int) -> None:
    """Keep an account with so many coins."""
    await store.add_account(account, account.id.encode())
    await endow(store, account.id, coins)


async def endow(store: Store, account_id: str, coins: int) -> None:
    """Let an account have so many coins, by an operator's correction."""
    if amount := coins - await Ledger(store).coins(account_id):
        await correct(store, account_id, amount)


async def correct(
    store: Store,
    account_id: str,
    amount: int,
    reason: str = "for a test",
    operator: str = "test",
    clock: Callable[[], int] = utc_milliseconds,
) -> int:
    """Correct an account's coins by a request of its own; return its coins."""
    acts = Operators(store, clock)
    return await acts.correct(account_id, amount, reason, operator, request=uuid4().hex)


async def all_purses(store: DatabaseStore) -> dict[str, int]:
    """Return the coins in every purse."""

    def look(connection: Connection) -> dict[str, int]:
        return {row.id: row.coins for row in connection.execute(sa.select(purses))}

    return await store.read(look)
