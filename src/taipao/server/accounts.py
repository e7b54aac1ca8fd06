"""Accounts and their sessions: names and passwords, signing in and out, deletion.

Tokens come in hashed. The statements are functions of a connection, as those of `database.py`
are; those that write find what they wrote if they are done a second time (`Store.write`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Connection

from taipao.errors import BadRequest
from taipao.server.entries import coins_of, post, sign_up
from taipao.server.journal import closing, is_played
from taipao.server.keeping import Account, Store
from taipao.server.naming import normal_name, skeleton
from taipao.server.owned import Owned, owned
from taipao.server.passwords import Passwords
from taipao.server.privacy import forget
from taipao.server.refusals import Objection
from taipao.server.schema import accounts, results, sessions
from taipao.server.store import utc_milliseconds

SESSION_DAYS: Final = 400
"""Browsers keep no cookie for longer."""

_DAY: Final = 24 * 3600 * 1000


class NameTaken(Objection):
    """Another account has this name, or one that looks like it."""


class Named(Objection):
    """The account has a name and a password already."""


class Ban(Struct, frozen=True):
    """Until when somebody may not play, in UTC milliseconds, and why."""

    until: int
    reason: str


class Session(Struct, frozen=True):
    """Who is calling, by which hashed token."""

    token: bytes
    account: Account
    ban: Ban | None = None


_ALIVE: Final = accounts.c.deleted.is_(None)
_SESSION: Final = (
    sa.select(
        accounts.c.id,
        accounts.c.name,
        accounts.c.kind,
        accounts.c.banned_until,
        accounts.c.ban_reason,
    )
    .join(sessions)
    .where(
        sessions.c.token == sa.bindparam("token"),
        sa.or_(sessions.c.kind == "api", sessions.c.made > sa.bindparam("since")),
        _ALIVE,
    )
)


def session_of(connection: Connection, token: bytes, now: int) -> Session | None:
    """Return the session with this hashed token, None if it has ended."""
    wanted = {"token": token, "since": now - SESSION_DAYS * _DAY}
    row = connection.execute(_SESSION, wanted).one_or_none()
    if row is None:
        return None
    banned = row.banned_until is not None and row.banned_until > now
    ban = Ban(row.banned_until, row.ban_reason or "") if banned else None
    return Session(token, Account(row.id, row.name, row.kind), ban)


def add_session(
    connection: Connection,
    account_id: str,
    token: bytes,
    now: int,
    kind: Literal["cookie", "api"] = "cookie",
) -> None:
    """Keep a new session."""
    row = {"token": token, "account_id": account_id, "kind": kind, "made": now, "seen": now}
    connection.execute(sa.insert(sessions), row)


def end_sessions(connection: Connection, account_id: str, *, only: bytes | None = None) -> None:
    """End an account's sessions, or only the one with this token."""
    ended = sa.delete(sessions).where(sessions.c.account_id == account_id)
    connection.execute(ended if only is None else ended.where(sessions.c.token == only))


def _has_session(connection: Connection, token: bytes) -> bool:
    wanted = sa.select(sessions.c.token).where(sessions.c.token == token)
    return connection.execute(wanted).one_or_none() is not None


def _password_of(connection: Connection, looks: str) -> tuple[Account, str] | None:
    wanted = sa.select(accounts.c.id, accounts.c.name, accounts.c.kind, accounts.c.password).where(
        accounts.c.skeleton == looks, accounts.c.password.is_not(None), _ALIVE
    )
    row = connection.execute(wanted).one_or_none()
    return None if row is None else (Account(row.id, row.name, row.kind), row.password)


def _claim(connection: Connection, name: str) -> str:
    """Return a name's skeleton if it is free. Raises `NameTaken`."""
    looks = skeleton(name)
    taken = sa.select(accounts.c.id).where(accounts.c.skeleton == looks)
    if connection.execute(taken).one_or_none() is not None:
        raise NameTaken("name_taken", "name: somebody has this one, or one that looks like it")
    return looks


def add_bot(connection: Connection, new: Account, token: bytes, now: int) -> None:
    """Keep a new bot, whose token is its session. Raises `NameTaken`."""
    if not _has_session(connection, token):
        looks = _claim(connection, new.name)
        row = {"id": new.id, "name": new.name, "skeleton": looks, "kind": new.kind}
        connection.execute(sa.insert(accounts), {**row, "made": now})
        sign_up(connection, [new.id], now)
        add_session(connection, new.id, token, now, "api")


class Accounts:
    """Accounts in a store. Whoever tells something by a password is told no more than whether.

    `token` is always a new one, hashed, and `Session.token` the one that the call came with: no
    token that was there before a password was given is good after it.
    """

    def __init__(
        self, store: Store, passwords: Passwords, clock: Callable[[], int] = utc_milliseconds
    ) -> None:
        self._store = store
        self._passwords = passwords
        self._clock = clock

    async def session(self, token: bytes) -> Session | None:
        """Return the session with this hashed token, or None. Raises `StoreAway`."""
        now = self._clock()
        return await self._store.read(lambda connection: session_of(connection, token, now))

    async def owned(self, account_id: str) -> Owned:
        """Return the coins and rank points of an account."""
        found = await self._store.read(lambda connection: owned(connection, [account_id]))
        return found[account_id]

    async def add_guest(self, account: Account, token: bytes) -> None:
        """Keep a new guest and its session."""
        await self._store.add_account(account, token)

    async def upgrade(self, session: Session, name: str, password: str, token: bytes) -> Account:
        """Make a member of a guest, who keeps its id and all that goes with it.

        The session goes on by `token`. Raises `Named`, `NameTaken`, `TooBusy`, or `BadRequest`
        for a name that nobody may have.
        """
        guest = session.account
        if guest.kind != "guest":
            raise Named("named", "this account has a name already")
        member = Account(guest.id, normal_name(name), "member")
        # Looked up first, since a password takes long, and last, since somebody may be faster.
        await self._store.read(lambda connection: _claim(connection, member.name))
        kept = await self._passwords.hash(password)
        now = self._clock()

        def work(connection: Connection) -> None:
            if _has_session(connection, token):
                return
            changed = (
                sa.update(accounts)
                .where(accounts.c.id == guest.id, accounts.c.kind == "guest", _ALIVE)
                .values(
                    name=member.name,
                    skeleton=_claim(connection, member.name),
                    kind=member.kind,
                    password=kept,
                )
            )
            if connection.execute(changed).rowcount != 1:
                raise Named("named", "this account has a name already")
            end_sessions(connection, guest.id)
            add_session(connection, guest.id, token, now)

        await self._store.write(work, owner=guest.id)
        return member

    async def sign_in(
        self, name: str, password: str, token: bytes, *, instead_of: Session | None
    ) -> Account | None:
        """Begin a session and end the one it comes instead of; None if name or password is wrong.

        A name that nobody has takes as long. Raises `TooBusy`.
        """
        try:
            looks = skeleton(normal_name(name))
        except BadRequest:
            looks = ""
        found = await self._store.read(lambda connection: _password_of(connection, looks))
        kept = None if found is None else found[1]
        if not await self._passwords.verify(kept, password) or found is None:
            return None
        account = found[0]
        now = self._clock()

        def work(connection: Connection) -> bool:
            if not _has_session(connection, token):
                # The password may have been changed, or the account deleted, in the meantime.
                if _password_of(connection, looks) != found:
                    return False
                add_session(connection, account.id, token, now)
            if instead_of is not None:
                end_sessions(connection, instead_of.account.id, only=instead_of.token)
            return True

        return account if await self._store.write(work, owner=account.id) else None

    async def sign_out(self, session: Session) -> None:
        """End a session."""
        account_id = session.account.id
        await self._store.write(
            lambda connection: end_sessions(connection, account_id, only=session.token),
            owner=account_id,
        )

    async def sign_out_everywhere(self, account_id: str) -> None:
        """End all sessions of an account."""
        await self._store.write(
            lambda connection: end_sessions(connection, account_id), owner=account_id
        )

    async def change_password(self, session: Session, old: str, new: str, token: bytes) -> bool:
        """Change a password; False if the old one is wrong.

        All other sessions end, and this one goes on by `token`. Raises `TooBusy`.
        """
        account_id = session.account.id
        before = await self._kept_password(account_id)
        if not await self._passwords.verify(before, old):
            return False
        after = await self._passwords.hash(new)
        now = self._clock()

        def work(connection: Connection) -> bool:
            if _has_session(connection, token):
                return True
            changed = (
                sa.update(accounts)
                .where(accounts.c.id == account_id, accounts.c.password == before, _ALIVE)
                .values(password=after)
            )
            if connection.execute(changed).rowcount != 1:
                return False
            end_sessions(connection, account_id)
            add_session(connection, account_id, token, now)
            return True

        return await self._store.write(work, owner=account_id)

    async def delete(
        self, account: Account, password: str, coin_tables: Callable[[], Sequence[str]]
    ) -> bool:
        """Delete an account; False if the password is wrong. A guest has none.

        Its coins go to the house: where a round is being played at one of the `coin_tables` at
        which it sits then, with the end of that, since it may have to pay first. Its results stay,
        as nobody's. Raises `TooBusy`.
        """
        if account.kind != "guest":
            kept = await self._kept_password(account.id)
            if not await self._passwords.verify(kept, password):
                return False
        now = self._clock()
        # A password takes long: somebody may have been seated meanwhile.
        tables = coin_tables()
        await self._store.write(
            lambda connection: _delete(connection, account.id, tables, now),
            owner=account.id,
        )
        return True

    async def _kept_password(self, account_id: str) -> str | None:
        wanted = sa.select(accounts.c.password).where(accounts.c.id == account_id)
        return await self._store.read(lambda connection: connection.execute(wanted).scalar())


def _delete(connection: Connection, account_id: str, coin_tables: Sequence[str], now: int) -> None:
    gone = (
        sa.update(accounts)
        .where(accounts.c.id == account_id, _ALIVE)
        .values(name="", skeleton=None, password=None, address=None, deleted=now)
    )
    if connection.execute(gone).rowcount != 1:
        return
    end_sessions(connection, account_id)
    forget(connection, account_id)
    connection.execute(
        sa.update(results).where(results.c.account_id == account_id).values(account_id=None)
    )
    coins = coins_of(connection, [account_id])[account_id]
    # The end of a round leaves the house what it leaves a deleted account.
    if coins and not is_played(connection, coin_tables):
        post(connection, [closing(account_id, coins)], now)
