"""Refills, corrections, and what an account reads of its own coins."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa

from taipao.errors import BadRequest, StoreFault
from taipao.server.audit import audit
from taipao.server.ledger import Ledger, LedgerLine, NoRefill
from taipao.server.schema import accounts
from taipao.server.store import DatabaseStore, open_store
from tests.server.coins import hold, join, played
from tests.server.purses import correct
from tests.server.test_store_crash import lose_one_answer

HOUR = 3600 * 1000
MIDNIGHT = 20_000 * 24 * HOUR - 8 * HOUR
"""Midnight in China, four in the afternoon UTC."""


class Clock:
    def __init__(self) -> None:
        self.now = MIDNIGHT + 12 * HOUR

    def __call__(self) -> int:
        return self.now


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[DatabaseStore]:
    opened = await open_store(database_url, clock=lambda: 1_000)
    await join(opened, "a", "b")
    yield opened
    await opened.read(audit)
    await opened.close()


async def test_an_account_begins_with_30_000_coins_from_the_mint(store: DatabaseStore) -> None:
    ledger = Ledger(store)
    assert [await ledger.coins(purse) for purse in ("a", "mint", "house")] == [30_000, -60_000, 0]
    assert await ledger.coins("nobody") == 0
    assert await ledger.lines("a") == [LedgerLine(1, "signup", 30_000, 30_000, 1_000, None, None)]


async def test_who_has_fewer_than_20_000_is_refilled_to_20_000(store: DatabaseStore) -> None:
    ledger = Ledger(store, Clock())
    await hold(store, a=19_999, b=20_000)
    assert await ledger.refillable("a")
    assert await ledger.refill("a") == 20_000
    assert not await ledger.refillable("b")
    with pytest.raises(NoRefill, match="fewer than 20000"):
        await ledger.refill("b")
    with pytest.raises(NoRefill, match="no account x"):
        await ledger.refill("x")
    with pytest.raises(NoRefill, match="no account house"):
        await ledger.refill("house")
    assert [await ledger.coins(purse) for purse in ("a", "b", "mint")] == [20_000, 20_000, -60_001]


async def test_a_deleted_account_is_neither_refilled_nor_corrected(store: DatabaseStore) -> None:
    await hold(store, a=0)
    gone = sa.update(accounts).where(accounts.c.id == "a").values(deleted=1)
    await store.write(lambda connection: connection.execute(gone).rowcount)
    assert not await Ledger(store).refillable("a")
    with pytest.raises(BadRequest, match="no account a"):
        await correct(store, "a", 5)
    assert await Ledger(store).coins("a") == 0


async def test_two_refills_at_once_give_coins_once(store: DatabaseStore) -> None:
    clock = Clock()
    await hold(store, a=5)
    windows = [Ledger(store, clock) for _ in range(4)]

    async def refill(ledger: Ledger) -> int:
        clock.now += 1
        return await ledger.refill("a")

    outcomes = await asyncio.gather(*map(refill, windows), return_exceptions=True)
    assert outcomes[0] == 20_000
    assert [type(one) for one in outcomes[1:]] == [NoRefill] * 3
    # In the same millisecond too: both are told of the one refill.
    await hold(store, b=5)
    assert await asyncio.gather(*(Ledger(store, clock).refill("b") for _ in range(2))) == [
        20_000,
        20_000,
    ]
    assert await Ledger(store).coins("mint") == -60_000 - 2 * 19_995


async def test_the_day_of_a_refill_ends_at_midnight_in_china(store: DatabaseStore) -> None:
    clock = Clock()
    ledger = Ledger(store, clock)
    for moment, due in (
        (MIDNIGHT - 1, True),
        # Another day in China, though not in UTC.
        (MIDNIGHT, True),
        (MIDNIGHT + 8 * HOUR - 1, False),
        # Another day in UTC, though not in China.
        (MIDNIGHT + 8 * HOUR, False),
        (MIDNIGHT + 24 * HOUR - 1, False),
        (MIDNIGHT + 24 * HOUR, True),
    ):
        await hold(store, a=0)
        clock.now = moment
        assert await ledger.refillable("a") == due
        if due:
            assert await ledger.refill("a") == 20_000
        else:
            with pytest.raises(NoRefill, match="today"):
                await ledger.refill("a")


async def test_two_refills_at_once_around_midnight_are_of_two_days(store: DatabaseStore) -> None:
    before, after = Clock(), Clock()
    before.now, after.now = MIDNIGHT - 1, MIDNIGHT
    await hold(store, a=0)
    outcomes = await asyncio.gather(
        Ledger(store, before).refill("a"), Ledger(store, after).refill("a"), return_exceptions=True
    )
    # The later finds 20,000 coins, which is enough; the new day's refill is still there.
    assert outcomes[0] == 20_000
    assert isinstance(outcomes[1], NoRefill)
    await hold(store, a=1)
    assert await Ledger(store, after).refill("a") == 20_000


@pytest.mark.parametrize("happened", [True, False])
async def test_a_refill_or_correction_in_doubt_is_done_once(
    store: DatabaseStore, monkeypatch: pytest.MonkeyPatch, happened: bool
) -> None:
    ledger = Ledger(store, Clock())
    await hold(store, a=5)
    lose_one_answer(monkeypatch, store, happened)
    assert await ledger.refill("a") == 20_000
    lose_one_answer(monkeypatch, store, happened)
    assert await correct(store, "a", 7) == 20_007
    assert [line.amount for line in await ledger.lines("a")] == [7, 19_995, -29_995, 30_000]


async def test_a_correction_is_told_with_its_reason(store: DatabaseStore) -> None:
    ledger = Ledger(store, Clock())
    assert await correct(store, "a", -10_000, "won by a fault", clock=Clock()) == 20_000
    assert await ledger.lines("a", limit=1) == [
        LedgerLine(3, "correction", -10_000, 20_000, Clock().now, None, "won by a fault")
    ]
    assert await ledger.coins("house") == 10_000


@pytest.mark.parametrize(
    ("account", "amount", "reason", "operator"),
    [
        ("a", -30_001, "reason", "operator"),
        ("a", 0, "reason", "operator"),
        ("a", 10**30, "reason", "operator"),
        ("a", 1, " ", "operator"),
        ("a", 1, "reason", ""),
        ("x", 1, "reason", "operator"),
        ("mint", 1, "reason", "operator"),
    ],
)
async def test_a_correction_that_cannot_be_is_refused(
    store: DatabaseStore, account: str, amount: int, reason: str, operator: str
) -> None:
    with pytest.raises(BadRequest):
        await correct(store, account, amount, reason, operator)
    assert await Ledger(store).coins("a") == 30_000


async def test_a_refusal_undoes_its_own_work_and_nobody_else_s(store: DatabaseStore) -> None:
    tasks = [correct(store, "a", 1), correct(store, "b", -(10**9))]
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert outcomes[0] == 30_001
    assert isinstance(outcomes[1], BadRequest)
    assert store.committer.faults == 0

    def half(connection: sa.Connection) -> None:
        connection.execute(sa.update(accounts).values(name="changed"))
        raise KeyError("a fault of the program")

    with pytest.raises(StoreFault, match="a fault of the program"):
        await store.write(half)
    names = await store.read(lambda opened: opened.execute(sa.select(accounts.c.name)).scalars())
    assert "changed" not in set(names)


async def test_lines_come_page_by_page_and_only_one_s_own(store: DatabaseStore) -> None:
    ledger = Ledger(store)
    for amount in (1, 2, 3):
        await correct(store, "a", amount, str(amount))
    first = await ledger.lines("a", limit=2)
    assert [line.note for line in first] == ["3", "2"]
    rest = await ledger.lines("a", before=first[-1].id)
    assert [(line.kind, line.balance) for line in rest] == [
        ("correction", 30_001),
        ("signup", 30_000),
    ]
    assert len(await ledger.lines("b")) == 1


@pytest.mark.parametrize("table", ["entries", "postings"])
@pytest.mark.parametrize("statement", ["update {} set entry_id = 9", "delete from {}"])
async def test_the_database_refuses_to_change_what_is_written(
    store: DatabaseStore, table: str, statement: str
) -> None:
    column = "id" if table == "entries" else "entry_id"
    text = statement.format(table).replace("entry_id", column)
    with pytest.raises(StoreFault, match=f"{table} are only ever added"):
        await store.write(lambda connection: connection.exec_driver_sql(text))


@pytest.mark.parametrize(
    "row",
    [
        "entries (id, kind, made) values (1, 'signup', 1)",
        "entries (id, kind, round_id, made) values (99, 'round', 'r', 1)",
        "postings (entry_id, line, purse, amount, balance) values (1, 2, 'a', 1, 1)",
        "postings (entry_id, line, purse, seat, amount, balance) values (3, 5, 'a', 0, 1, 1)",
    ],
)
async def test_the_database_refuses_to_replace_what_is_written(
    store: DatabaseStore, row: str
) -> None:
    one = played(1)[0]
    await store.commit(one.unit("t", "r", one.booking("novice", ("a", None, "b", None))))
    sqlite = await store.read(lambda connection: connection.dialect.name == "sqlite")
    # PostgreSQL has no such statement.
    words = "insert or replace into" if sqlite else "insert into"
    table = row.split(maxsplit=1)[0]
    with pytest.raises(StoreFault, match=f"{table} are only ever added" if sqlite else "duplicate"):
        await store.write(lambda connection: connection.exec_driver_sql(f"{words} {row}"))


@pytest.mark.parametrize(
    "statement",
    [
        "update purses set coins = -1 where id = 'a'",
        "insert into entries (id, kind, made) values (99, 'round', 1)",
        "insert into entries (id, kind, made) values (99, 'gift', 1)",
        "insert into entries (id, kind, made) values (1, 'signup', 1)",
        "insert into postings (entry_id, line, purse, amount, balance) values (1, 3, 'a', 1, -1)",
        "insert into postings (entry_id, line, purse, amount, balance) values (1, 3, 'x', 1, 1)",
        "insert into postings (entry_id, line, purse, amount, balance) values (9, 1, 'a', 1, 1)",
    ],
)
async def test_the_database_itself_refuses_what_is_no_ledger(
    store: DatabaseStore, statement: str
) -> None:
    with pytest.raises(StoreFault):
        await store.write(lambda connection: connection.exec_driver_sql(statement))
