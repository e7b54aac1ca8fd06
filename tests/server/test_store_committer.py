"""The group committer by itself, over a keeper that can be held, be away or refuse."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taipao.errors import BadRequest, StoreFault
from taipao.server import committer as module
from taipao.server.committer import Committer

Item = tuple[str, int]
"""Whose it is, and which one."""


class DatabaseAwayError(Exception):
    pass


class Keeper:
    """Keeps items as a database would: a batch whole or not at all, none twice.

    `before` and `after` are called in each batch, before it is kept and after; they may raise.
    """

    def __init__(self) -> None:
        self.kept: list[Item] = []
        self.tried: list[list[Item]] = []
        self.bad: set[Item] = set()
        self.before: Callable[[], None] = lambda: None
        self.after: Callable[[], None] = lambda: None
        self.open = asyncio.Event()
        self.open.set()

    async def keep(self, items: Sequence[Item], doubt: bool) -> list[None]:
        self.tried.append(list(items))
        await self.open.wait()
        self.before()
        wanted = [item for item in items if not (doubt and item in self.kept)]
        for item in wanted:
            if item in self.bad or item in self.kept:
                raise ValueError(f"refused {item}")
        self.kept += wanted
        self.after()
        return [None for _ in items]


@pytest.fixture
def keeper() -> Keeper:
    return Keeper()


@pytest.fixture
def committer(keeper: Keeper) -> Committer[Item]:
    return made(keeper)


def made(keeper: Keeper, limit: int = 8) -> Committer[Item]:
    return Committer(
        keeper.keep,
        owner=lambda item: item[0],
        is_away=lambda error: isinstance(error, DatabaseAwayError),
        limit=limit,
        gather=0,
    )


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let no time pass in the committer's pauses, and return them as they come."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await real(0)

    real = asyncio.sleep
    monkeypatch.setattr(module.asyncio, "sleep", sleep)
    return slept


def some(count: int) -> list[Item]:
    return [(f"table-{i}", 1) for i in range(count)]


async def outcomes(committer: Committer[Item], items: Sequence[Item]) -> list[object]:
    return await asyncio.gather(*map(committer.commit, items), return_exceptions=True)


async def test_while_one_batch_is_kept_the_next_gathers_up_to_the_limit(
    committer: Committer[Item], keeper: Keeper
) -> None:
    keeper.open.clear()
    first = asyncio.create_task(committer.commit(("first", 1)))
    while not keeper.tried:
        await asyncio.sleep(0)
    rest = [asyncio.create_task(committer.commit(item)) for item in some(11)]
    await asyncio.sleep(0)
    assert committer.waiting == 11
    assert not first.done()
    keeper.open.set()
    await asyncio.gather(first, *rest)
    assert list(map(len, keeper.tried)) == [1, 8, 3]
    assert keeper.kept == [("first", 1), *some(11)]
    await committer.close()


async def test_several_owners_gather_for_a_moment_and_a_lone_one_waits_for_nobody(
    keeper: Keeper, pauses: list[float]
) -> None:
    committer = Committer(
        keeper.keep, owner=lambda item: item[0], is_away=lambda _: False, gather=7
    )
    for number in range(3):
        await committer.commit(("a", number))
    assert pauses == [7], "the first of anybody's"
    await committer.commit(("b", 0))
    await outcomes(committer, [("b", 1), ("c", 0)])
    await committer.commit(("b", 2))
    assert pauses == [7] * 4
    assert list(map(len, keeper.tried)) == [1, 1, 1, 1, 2, 1]
    await committer.close()


async def test_the_units_of_a_table_stay_in_order_and_never_share_a_batch(
    committer: Committer[Item], keeper: Keeper
) -> None:
    items = [("a", 1), ("b", 1), ("a", 2), ("c", 1), ("a", 3)]
    assert await outcomes(committer, items) == [None] * 5
    assert keeper.tried == [items[:2], items[2:4], items[4:]]
    await committer.close()


@pytest.mark.parametrize("bad", range(8))
async def test_a_poisoned_unit_in_a_full_batch_fails_alone(
    committer: Committer[Item], keeper: Keeper, bad: int
) -> None:
    items = some(8)
    keeper.bad = {items[bad]}
    found = await outcomes(committer, items)
    faults = {index: fault for index, fault in enumerate(found) if fault is not None}
    assert list(faults) == [bad]
    assert isinstance(faults[bad], StoreFault)
    assert str(faults[bad]) == f"cannot be kept: refused {items[bad]}"
    assert sorted(keeper.kept) == sorted(set(items) - keeper.bad)
    assert committer.faults == 1
    await committer.close()


async def test_the_culprit_is_found_without_trying_every_unit_alone(keeper: Keeper) -> None:
    items = some(512)
    keeper.bad = {items[200]}
    committer = made(keeper, limit=512)
    await outcomes(committer, items)
    assert len(keeper.kept) == 511
    assert len(keeper.tried) < 25
    await committer.close()


async def test_while_the_database_is_away_units_wait_and_then_go_on(
    committer: Committer[Item],
    keeper: Keeper,
    pauses: list[float],
    caplog: pytest.LogCaptureFixture,
) -> None:
    failures = 9
    seen: list[bool] = []

    def away() -> None:
        seen.append(committer.away)
        if len(seen) <= failures:
            raise DatabaseAwayError("no route\nwith details")

    keeper.before = away
    with caplog.at_level(logging.WARNING):
        assert await outcomes(committer, some(3)) == [None] * 3
    assert pauses == [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0, 2.0]
    assert seen == [False] + [True] * failures
    assert not committer.away
    assert [record.getMessage() for record in caplog.records] == [
        "the database is away, waiting for it: no route",
        "the database is back",
    ]
    assert committer.faults == 0
    await committer.close()


async def test_a_commit_whose_answer_was_lost_is_not_made_twice(
    committer: Committer[Item], keeper: Keeper, pauses: list[float]
) -> None:
    lost = iter([True])

    def lose() -> None:
        if next(lost, False):
            raise DatabaseAwayError("the connection was closed while committing")

    keeper.after = lose
    assert await outcomes(committer, some(5)) == [None] * 5
    assert keeper.kept == some(5)
    assert len(keeper.tried) == 2
    await committer.close()


async def test_a_commit_that_ends_after_it_was_looked_for_is_no_fault(
    committer: Committer[Item], keeper: Keeper, pauses: list[float]
) -> None:
    """The second try does not see what the first one did, and meets it."""
    steps = iter(["lost", "met"])

    def step() -> None:
        match next(steps, None):
            case "lost":
                raise DatabaseAwayError("the connection was closed while committing")
            case "met":
                keeper.kept.append(("t", 1))
                raise ValueError("duplicate key")

    keeper.before = step
    await committer.commit(("t", 1))
    assert keeper.kept == [("t", 1)]
    assert committer.faults == 0
    await committer.close()


async def test_a_waiter_that_is_cancelled_loses_nothing_and_disturbs_nobody(
    committer: Committer[Item], keeper: Keeper
) -> None:
    keeper.open.clear()
    tasks = [asyncio.create_task(committer.commit(item)) for item in some(4)]
    while not keeper.tried:
        await asyncio.sleep(0)
    late = [asyncio.create_task(committer.commit((f"late-{i}", 1))) for i in range(3)]
    await asyncio.sleep(0)
    for task in (tasks[1], late[1]):
        task.cancel()
    keeper.open.set()
    await asyncio.gather(*tasks, *late, return_exceptions=True)
    assert tasks[1].cancelled() and late[1].cancelled()
    assert [task.exception() for task in (tasks[0], *tasks[2:], late[0], late[2])] == [None] * 5
    await committer.close()
    assert keeper.kept == [*some(4), *((f"late-{i}", 1) for i in range(3))]


async def test_a_fault_that_nobody_waits_for_is_logged(
    committer: Committer[Item], keeper: Keeper, caplog: pytest.LogCaptureFixture
) -> None:
    keeper.bad = {("t", 1)}
    keeper.open.clear()
    task = asyncio.create_task(committer.commit(("t", 1)))
    while not keeper.tried:
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    keeper.open.set()
    await committer.close()
    (logged,) = caplog.records
    assert logged.message == "not kept, and nobody waits for it"
    assert logged.table == "t"  # type: ignore[attr-defined]


async def test_closing_keeps_what_waits_and_refuses_what_comes_after(
    committer: Committer[Item], keeper: Keeper
) -> None:
    tasks = [asyncio.create_task(committer.commit(item)) for item in some(20)]
    await asyncio.sleep(0)
    await committer.close()
    await asyncio.gather(*tasks)
    assert keeper.kept == some(20)
    with pytest.raises(StoreFault, match="the store is closed"):
        await committer.commit(("late", 1))
    await committer.close()


async def test_one_that_kept_nothing_closes_too(committer: Committer[Item]) -> None:
    await committer.close()


async def test_closing_gives_up_when_the_database_stays_away(
    committer: Committer[Item], keeper: Keeper, caplog: pytest.LogCaptureFixture
) -> None:
    def away() -> None:
        raise DatabaseAwayError("gone")

    keeper.before = away
    tasks = [asyncio.create_task(committer.commit(item)) for item in some(12)]
    await asyncio.sleep(0)
    await committer.close(patience=0.1)
    found = await asyncio.gather(*tasks, return_exceptions=True)
    assert {str(fault) for fault in found} == {"the store has stopped"}
    assert "12 units are given up" in caplog.text


async def test_whoever_measures_can_read_what_was_done(
    committer: Committer[Item], keeper: Keeper
) -> None:
    told: list[tuple[int, float]] = []
    committer.on_batch = lambda items, seconds: told.append((items, seconds))
    await outcomes(committer, some(10))
    await committer.close()
    assert [items for items, _ in told] == [8, 2]
    assert (committer.batches, committer.items) == (2, 10)
    assert committer.seconds == sum(seconds for _, seconds in told) > 0
    assert (committer.waiting, committer.faults) == (0, 0)


async def test_a_measure_that_fails_stops_nothing(
    committer: Committer[Item], keeper: Keeper, caplog: pytest.LogCaptureFixture
) -> None:
    committer.on_batch = lambda items, seconds: print(items // 0)
    assert await outcomes(committer, some(10)) == [None] * 10
    await committer.close()
    assert "a batch could not be measured" in caplog.text


async def test_nobody_waits_for_a_committer_whose_task_was_ended(
    committer: Committer[Item], keeper: Keeper
) -> None:
    keeper.open.clear()
    tasks = [asyncio.create_task(committer.commit(item)) for item in some(12)]
    while not keeper.tried:
        await asyncio.sleep(0)
    [running] = [task for task in asyncio.all_tasks() if task.get_name() == "committer"]
    running.cancel()
    found = await asyncio.gather(*tasks, return_exceptions=True)
    assert {str(fault) for fault in found} == {"the store has stopped"}
    with pytest.raises(StoreFault, match="the store is closed"):
        await committer.commit(("late", 1))


@given(st.integers(0, 2**32), st.integers(1, 9), st.integers(1, 60))
def test_whatever_happens_each_unit_is_kept_once_or_refused(
    seed: int, limit: int, count: int
) -> None:
    chance = random.Random(seed)

    async def main() -> None:
        keeper = Keeper()
        committer = made(keeper, limit)
        items = [(f"table-{chance.randrange(12)}", i) for i in range(count)]
        keeper.bad = {item for item in items if chance.random() < 0.1}

        def trouble() -> None:
            if chance.random() < 0.2:
                raise DatabaseAwayError("gone")

        keeper.before = keeper.after = trouble
        tasks = [asyncio.create_task(committer.commit(item)) for item in items]
        cancelled = {i for i in range(count) if chance.random() < 0.1}
        await real(0)
        for i in cancelled:
            tasks[i].cancel()
        found = await asyncio.gather(*tasks, return_exceptions=True)
        await committer.close()

        assert sorted(keeper.kept) == sorted(set(items) - keeper.bad)
        for i, (item, outcome) in enumerate(zip(items, found, strict=True)):
            if i not in cancelled:
                assert isinstance(outcome, StoreFault) == (item in keeper.bad)
        by_table: dict[str, list[int]] = {}
        for name, number in keeper.kept:
            by_table.setdefault(name, []).append(number)
        assert all(numbers == sorted(numbers) for numbers in by_table.values())

    async def at_once(_: float) -> None:
        await real(0)

    real = asyncio.sleep
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module.asyncio, "sleep", at_once)
        asyncio.run(main())


async def test_each_item_gets_what_it_came_to(caplog: pytest.LogCaptureFixture) -> None:
    """Of a batch that is kept, some items may have been refused by themselves."""
    refusal, fault = BadRequest("not today"), KeyError("a fault")
    came_to = {"a": 1, "b": refusal, "c": None, "d": fault, "e": "kept"}

    async def keep(items: Sequence[Item], doubt: bool) -> list[object]:
        return [came_to[owner] for owner, _ in items]

    committer: Committer[Item] = Committer(
        keep, owner=lambda item: item[0], is_away=lambda error: False
    )
    items = [committer.commit((owner, 1)) for owner in came_to]
    a, b, c, d, e = await asyncio.gather(*items, return_exceptions=True)
    assert (a, b, c, e) == (1, refusal, None, "kept")
    assert isinstance(d, StoreFault)
    assert d.__cause__ is fault
    # To be refused is no fault of the store.
    assert (committer.batches, committer.faults) == (1, 1)
    cancelled = asyncio.create_task(committer.commit(("b", 2)))
    await asyncio.sleep(0)
    cancelled.cancel()
    await committer.close()
    assert caplog.text == ""
