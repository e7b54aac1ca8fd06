"""Accounts in both databases: what is kept of them, and that all is done once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Hashable
from typing import TypeVar

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from taipao.errors import BadRequest
from taipao.server.accounts import SESSION_DAYS, Accounts, Named, NameTaken, Session
from taipao.server.audit import Sound, audit
from taipao.server.keeping import Account, NewLines, Unit
from taipao.server.operators import Operators
from taipao.server.passwords import Passwords
from taipao.server.schema import accounts as table
from taipao.server.schema import results, sessions
from taipao.server.store import DatabaseStore, open_store
from tests.server.coins import join, played, token
from tests.server.purses import all_purses

_T = TypeVar("_T")

PASSWORD = "correct horse"
DAY = 24 * 3600 * 1000


class Doubtful:
    """A store that does everything twice, as where the answer to a commit is lost."""

    def __init__(self, store: DatabaseStore) -> None:
        self._store = store
        self.read = store.read
        self.add_account = store.add_account

    async def write(self, work: Callable[[Connection], _T], *, owner: Hashable = None) -> _T:
        first = await self._store.write(work, owner=owner)
        again = await self._store.write(work, owner=owner)
        assert again == first
        return again


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[DatabaseStore]:
    opened = await open_store(database_url)
    yield opened
    await opened.close()


class Now:
    def __init__(self) -> None:
        self.at = 1000 * DAY

    def __call__(self) -> int:
        return self.at


@pytest.fixture
async def now() -> Now:
    return Now()


@pytest.fixture
async def accounts(store: DatabaseStore, now: Now) -> AsyncIterator[Accounts]:
    passwords = Passwords()
    yield Accounts(Doubtful(store), passwords, now)  # type: ignore[arg-type]
    passwords.close()


async def member(store: DatabaseStore, accounts: Accounts, account_id: str, name: str) -> Session:
    """Make a member, whose session is by the token of the name."""
    await join(store, account_id)
    guest = Session(token(account_id), Account(account_id, f"name of {account_id}"))
    account = await accounts.upgrade(guest, name, PASSWORD, token(name))
    return Session(token(name), account)


async def tokens(store: DatabaseStore) -> set[bytes]:
    wanted = sa.select(sessions.c.token)
    return await store.read(lambda connection: set(connection.execute(wanted).scalars()))


async def test_a_name_is_taken_once_and_the_token_renewed(
    store: DatabaseStore, accounts: Accounts
) -> None:
    alice = await member(store, accounts, "a", "Alice")
    assert alice.account == Account("a", "Alice", "member")
    assert await accounts.session(token("Alice")) == alice
    assert await accounts.session(token("a")) is None
    await join(store, "b")
    bob = Session(token("b"), Account("b", "name of b"))
    with pytest.raises(NameTaken):
        await accounts.upgrade(bob, "A1ICE", PASSWORD, token("x"))
    with pytest.raises(Named):
        await accounts.upgrade(alice, "Alicia", PASSWORD, token("x"))
    # As two browsers of one guest do at once.
    with pytest.raises(Named):
        await accounts.upgrade(
            Session(token("a"), Account("a", "guest")), "Al", PASSWORD, token("x")
        )
    assert await tokens(store) == {token("Alice"), token("b")}


async def test_what_is_kept_of_a_password_is_not_it(
    store: DatabaseStore, accounts: Accounts
) -> None:
    await member(store, accounts, "a", "Alice")
    wanted = sa.select(table)
    row = await store.read(lambda connection: connection.execute(wanted).one())
    assert row.password.startswith("$argon2id$")
    assert PASSWORD not in str(row)
    assert row.address is None


async def test_signing_in_comes_instead_of_another_session(
    store: DatabaseStore, accounts: Accounts
) -> None:
    alice = await member(store, accounts, "a", "Alice")
    await join(store, "g")
    guest = await accounts.session(token("g"))
    signed_in = await accounts.sign_in("alice", PASSWORD, token("new"), instead_of=guest)
    assert signed_in == alice.account
    assert await tokens(store) == {token("Alice"), token("new")}
    for name, password in (("Alice", "wrong"), ("Bob", PASSWORD), ("", ""), ("a\0", PASSWORD)):
        assert await accounts.sign_in(name, password, token("x"), instead_of=None) is None
    await accounts.sign_out(alice)
    assert await tokens(store) == {token("new")}
    await accounts.sign_out_everywhere("a")
    assert await tokens(store) == set()


async def test_a_password_that_changes_meanwhile_lets_nobody_in(
    store: DatabaseStore, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = await member(store, accounts, "a", "Alice")
    verify = Passwords.verify

    async def slow(self: Passwords, kept: str | None, password: str) -> bool:
        known = await verify(self, kept, password)
        monkeypatch.undo()
        assert await accounts.change_password(alice, PASSWORD, "battery staple", token("mine"))
        return known

    monkeypatch.setattr(Passwords, "verify", slow)
    assert await accounts.sign_in("Alice", PASSWORD, token("x"), instead_of=None) is None
    assert await tokens(store) == {token("mine")}


async def test_a_changed_password_leaves_one_session(
    store: DatabaseStore, accounts: Accounts
) -> None:
    alice = await member(store, accounts, "a", "Alice")
    await accounts.sign_in("Alice", PASSWORD, token("phone"), instead_of=None)
    assert not await accounts.change_password(alice, "wrong", "battery staple", token("x"))
    assert await accounts.change_password(alice, PASSWORD, "battery staple", token("mine"))
    assert await tokens(store) == {token("mine")}
    assert await accounts.sign_in("Alice", PASSWORD, token("x"), instead_of=None) is None


async def test_sessions_end_by_themselves_and_tokens_of_bots_do_not(
    accounts: Accounts, now: Now, store: DatabaseStore
) -> None:
    await member(store, accounts, "a", "Alice")
    operators = Operators(store, now)
    bot = await operators.add_bot("b", "Deep Taipao", token("b"), "why", "Ann")
    assert bot.kind == "bot"
    with pytest.raises(NameTaken):
        await operators.add_bot("c", "deep taipao", token("c"), "why", "Ann")
    now.at += SESSION_DAYS * DAY - 1
    assert await accounts.session(token("Alice")) is not None
    now.at += 1
    assert await accounts.session(token("Alice")) is None
    assert await accounts.session(token("b")) == Session(token("b"), bot)


async def test_a_ban_lasts_until_its_end(
    store: DatabaseStore, accounts: Accounts, now: Now
) -> None:
    await member(store, accounts, "a", "Alice")
    operators = Operators(store, now)
    await operators.ban("a", now.at + DAY, "collusion", "test")
    session = await accounts.session(token("Alice"))
    assert session is not None
    assert session.ban is not None
    assert (session.ban.until, session.ban.reason) == (now.at + DAY, "collusion")
    now.at += DAY
    session = await accounts.session(token("Alice"))
    assert session is not None
    assert session.ban is None
    with pytest.raises(BadRequest, match="there is no account nobody"):
        await operators.ban("nobody", now.at + 1, "collusion", "test")


async def test_deletion_leaves_results_to_nobody_and_coins_to_the_house(
    store: DatabaseStore, accounts: Accounts
) -> None:
    alice = await member(store, accounts, "a", "Alice")
    await join(store, "b", "c", "d")
    (round_,) = played(1)
    await store.commit(round_.unit("t", "r", round_.booking("novice", ("a", "b", "c", "d"))))
    assert not await accounts.delete(alice.account, "wrong", list)
    assert await accounts.delete(alice.account, PASSWORD, lambda: ["t"])
    assert await accounts.session(token("Alice")) is None
    assert await accounts.sign_in("Alice", PASSWORD, token("x"), instead_of=None) is None
    purses = await all_purses(store)
    assert purses["a"] == 0
    assert sum(purses.values()) == 0
    wanted = sa.select(results.c.account_id).order_by(results.c.seat)
    owners = await store.read(lambda connection: connection.execute(wanted).scalars().all())
    assert owners == [None, "b", "c", "d"]
    assert await store.read(audit) == Sound(entries=6, rounds=1, purses=6)
    await member(store, accounts, "e", "Alice")


async def test_the_tables_of_who_is_deleted_are_those_once_the_password_is_verified(
    store: DatabaseStore, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = await member(store, accounts, "a", "Alice")
    steps = []

    async def verify(kept: str | None, password: str) -> bool:
        steps.append("password")
        return True

    def coin_tables() -> list[str]:
        steps.append("tables")
        return []

    monkeypatch.setattr(accounts._passwords, "verify", verify)
    assert await accounts.delete(alice.account, PASSWORD, coin_tables)
    assert steps == ["password", "tables"]


async def test_who_is_deleted_in_a_round_pays_what_it_comes_to(
    store: DatabaseStore, accounts: Accounts
) -> None:
    await join(store, "a", "b", "c", "d")
    (round_,) = played(1)
    unit = round_.unit("t", "r", round_.booking("novice", ("a", "b", "c", "d")))
    assert unit.lines is not None
    opening = NewLines("r", 1, unit.lines.lines[:1])
    await store.commit(Unit("t", b"{}", lines=opening, number=1))
    assert await accounts.delete(Account("a", "a guest"), "", lambda: ["t"])
    assert (await all_purses(store))["a"] == 30_000
    rest = NewLines("r", 2, unit.lines.lines[1:])
    await store.commit(Unit("t", lines=rest, ended=unit.ended, booking=unit.booking))
    purses = await all_purses(store)
    assert purses["a"] == 0
    assert sum(purses.values()) == 0
    assert (await store.read(audit)).rounds == 1
