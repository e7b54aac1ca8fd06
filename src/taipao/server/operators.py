"""What operators do to accounts and tables, each act kept with who did it and why.

An act and what it changes are one transaction. The statements find what they wrote if they are
done a second time (`Store.write`).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Connection

from taipao.errors import BadRequest
from taipao.server.accounts import add_bot, add_session, end_sessions
from taipao.server.acts import OperatorAct, acts_of, keep_act, keep_requested, requested
from taipao.server.entries import coins_of
from taipao.server.keeping import Account, AccountKind, NewAct, Store, TableStatus
from taipao.server.ledger import correct
from taipao.server.naming import normal_name
from taipao.server.schema import accounts, purses, tables
from taipao.server.store import utc_milliseconds
from taipao.server.tablestate import Sketch, sketch

_NEVER: Final = 253_402_300_800_000
"""The end of the year 9999, where dates end."""


class AccountRow(Struct, frozen=True):
    """An account as operators see it; times in UTC milliseconds."""

    id: str
    name: str
    kind: AccountKind
    made: int
    coins: int
    rank_points: int
    banned_until: int | None
    ban_reason: str | None
    deleted: int | None


class KeptTable(Struct, frozen=True):
    """A table as it is kept, and what can be read of its state."""

    status: TableStatus
    setup: Sketch


class Operators:
    """What operators see and do in a store."""

    def __init__(self, store: Store, clock: Callable[[], int] = utc_milliseconds) -> None:
        """Work in a store, by a clock in UTC milliseconds."""
        self._store = store
        self._clock = clock

    async def ban(self, account_id: str, until: int, reason: str, operator: str) -> None:
        """Ban an account from playing until a time in UTC milliseconds.

        What is so already is no act. Raises `BadRequest` if there is no such account, the time is
        past, or nobody says why.
        """
        if not self._clock() < until < _NEVER:
            raise BadRequest("a ban ends some time from now, and before the year 10000")

        def work(connection: Connection) -> bool:
            return _ban(connection, account_id, until, reason)

        act = f"ban until {datetime.fromtimestamp(until / 1000, UTC):%Y-%m-%d %H:%M}"
        await self._act(operator, act, account_id, reason, work)

    async def unban(self, account_id: str, reason: str, operator: str) -> None:
        """Lift a ban. Raises `BadRequest` if there is no such account, or nobody says why.

        What is so already is no act.
        """

        def work(connection: Connection) -> bool:
            return _ban(connection, account_id, None, None)

        await self._act(operator, "unban", account_id, reason, work)

    async def correct(
        self, account_id: str, amount: int, reason: str, operator: str, *, request: str
    ) -> int:
        """Move coins between the house and an account, which gets `amount`; return its coins.

        It is done once however often it is asked for with the same `request`, the asker's id of it.
        Raises `BadRequest` where it cannot be done, or nobody says why.
        """
        act = self.act(f"correct {amount:+}", account_id, reason, operator)

        def work(connection: Connection) -> int:
            if (known := requested(connection, request)) is not None:
                if known != (operator, act.act, account_id, reason):
                    raise BadRequest("id: something else has been done by this one")
                return coins_of(connection, [account_id])[account_id]
            done = correct(connection, account_id, amount, reason, operator, act.made)
            keep_requested(connection, act, request)
            return done

        return await self._store.write(work, owner=account_id)

    async def add_bot(
        self, account_id: str, name: str, token: bytes, reason: str, operator: str
    ) -> Account:
        """Keep a program's new account, whose token, hashed, is its session.

        Raises `NameTaken`, or `BadRequest` for a name that nobody may have, or if nobody says why.
        """
        new, now = Account(account_id, normal_name(name), "bot"), self._clock()

        def work(connection: Connection) -> bool:
            add_bot(connection, new, token, now)
            return True

        await self._act(operator, "bot", new.id, reason, work)
        return new

    async def give_token(self, account_id: str, token: bytes, reason: str, operator: str) -> None:
        """Give a program's account a new token, hashed; those that it had end.

        Raises `BadRequest` if there is no such account of a program, or nobody says why.
        """
        now = self._clock()

        def work(connection: Connection) -> bool:
            if not _is_program(connection, account_id):
                raise BadRequest(f"there is no account {account_id} of a program")
            end_sessions(connection, account_id)
            add_session(connection, account_id, token, now, "api")
            return True

        await self._act(operator, "token", account_id, reason, work)

    def act(self, act: str, target: str, reason: str, operator: str) -> NewAct:
        """Return an act that is done now, to be kept. Raises `BadRequest` if nobody says why."""
        if not (reason.strip() and operator.strip()):
            raise BadRequest("an operator says who they are, and why they do something")
        return NewAct(operator, act, target, reason, self._clock())

    async def note(self, act: NewAct) -> None:
        """Keep an act that changes nothing in the database by itself, unless it is kept."""
        await self._store.write(lambda connection: keep_act(connection, act), owner=act.target)

    async def acts(
        self, *, target: str | None = None, before: int | None = None, limit: int = 50
    ) -> list[OperatorAct]:
        """Return acts, on one target or all, the latest first, those before a number."""
        return await self._store.read(lambda opened: acts_of(opened, target, before, limit))

    async def accounts(self, search: str = "", limit: int = 50) -> list[AccountRow]:
        """Return accounts, the newest first: those with that id, or with that in their name."""
        return await self._store.read(lambda opened: _accounts(opened, search, limit))

    async def account(self, account_id: str) -> AccountRow | None:
        """Return the account with that id, or None."""
        wanted = _ACCOUNTS.where(accounts.c.id == account_id)
        row = await self._store.read(lambda opened: opened.execute(wanted).one_or_none())
        return None if row is None else AccountRow(*row)

    async def table(self, table_id: str) -> KeptTable | None:
        """Return a table as it is kept, whatever has become of it, or None."""
        wanted = sa.select(tables.c.status, tables.c.state).where(tables.c.id == table_id)
        row = await self._store.read(lambda opened: opened.execute(wanted).one_or_none())
        return None if row is None else KeptTable(row.status, sketch(row.state) or Sketch())

    async def _act(
        self, operator: str, act: str, target: str, reason: str, do: Callable[[Connection], bool]
    ) -> None:
        """Do something and keep the act with it, unless it tells that it has changed nothing."""
        made = self.act(act, target, reason, operator)

        def work(connection: Connection) -> None:
            if do(connection):
                keep_act(connection, made)

        await self._store.write(work, owner=target)


_ACCOUNTS = sa.select(
    accounts.c.id,
    accounts.c.name,
    accounts.c.kind,
    accounts.c.made,
    sa.func.coalesce(purses.c.coins, 0),
    accounts.c.rank_points,
    accounts.c.banned_until,
    accounts.c.ban_reason,
    accounts.c.deleted,
).outerjoin_from(accounts, purses, purses.c.id == accounts.c.id)


def _accounts(connection: Connection, search: str, limit: int) -> list[AccountRow]:
    named = accounts.c.name.icontains(search, autoescape=True)
    wanted = _ACCOUNTS.where(sa.or_(accounts.c.id == search, named)).limit(limit)
    newest = accounts.c.made.desc(), accounts.c.id
    return [AccountRow(*row) for row in connection.execute(wanted.order_by(*newest))]


def _is_program(connection: Connection, account_id: str) -> bool:
    wanted = sa.select(accounts.c.id).where(
        accounts.c.id == account_id, accounts.c.kind == "bot", accounts.c.deleted.is_(None)
    )
    return connection.execute(wanted).one_or_none() is not None


def _ban(connection: Connection, account_id: str, until: int | None, reason: str | None) -> bool:
    """Ban somebody, or nobody longer; tell whether that was not so already."""
    alive = accounts.c.id == account_id, accounts.c.deleted.is_(None)
    wanted = sa.select(accounts.c.banned_until, accounts.c.ban_reason).where(*alive)
    before = connection.execute(wanted).one_or_none()
    if before is None:
        raise BadRequest(f"there is no account {account_id}")
    connection.execute(
        sa.update(accounts).where(*alive).values(banned_until=until, ban_reason=reason)
    )
    return tuple(before) != (until, reason)
