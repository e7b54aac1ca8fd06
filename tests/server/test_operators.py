"""Operators' acts and players' reports are kept once, with what they change, or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from taipao.errors import BadRequest
from taipao.server.audit import audit
from taipao.server.keeping import Unit
from taipao.server.ledger import Ledger
from taipao.server.operators import Operators
from taipao.server.reports import Reports
from taipao.server.store import DatabaseStore, open_store
from tests.server.coins import join
from tests.server.test_store_crash import lose_one_answer


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[DatabaseStore]:
    opened = await open_store(database_url)
    await join(opened, "a", "b")
    await opened.commit(Unit("t", state=b"{}", status="open"))
    yield opened
    await opened.read(audit)
    await opened.close()


@pytest.mark.parametrize("happened", [True, False])
async def test_what_is_in_doubt_is_kept_once(
    store: DatabaseStore, monkeypatch: pytest.MonkeyPatch, happened: bool
) -> None:
    operators, reports = Operators(store), Reports(store)
    lose_one_answer(monkeypatch, store, happened)
    await operators.ban("a", 2**45, "why", "Ann")
    lose_one_answer(monkeypatch, store, happened)
    assert await operators.correct("a", -5, "why", "Ann", request="1") == 29_995
    lose_one_answer(monkeypatch, store, happened)
    await operators.note(operators.act("freeze", "t", "why", "Ann"))
    lose_one_answer(monkeypatch, store, happened)
    await operators.unban("a", "why", "Ann")
    lose_one_answer(monkeypatch, store, happened)
    await operators.add_bot("c", "Deep Taipao", b"token", "why", "Ann")
    lose_one_answer(monkeypatch, store, happened)
    await reports.add("b", "a", "t", None, "slow")
    acts = [one.act for one in await operators.acts()]
    assert acts == ["bot", "unban", "freeze", "correct -5", "ban until 3084-12-12 12:41"]
    assert await Ledger(store).coins("a") == 29_995
    assert len(await reports.latest(account="a")) == 1
    assert await reports.latest(account="b") == []


async def test_what_cannot_be_done_is_no_act(store: DatabaseStore) -> None:
    operators = Operators(store)
    for refused in (
        operators.ban("x", 2**45, "why", "Ann"),
        operators.ban("a", 2**45, " ", "Ann"),
        operators.unban("x", "why", "Ann"),
        operators.correct("a", -30_001, "why", "Ann", request="1"),
        operators.add_bot("c", "Deep Taipao", b"token", " ", "Ann"),
    ):
        with pytest.raises(BadRequest):
            await refused
    with pytest.raises(BadRequest, match="an operator says who they are"):
        operators.act("freeze", "t", "why", "")
    assert await operators.acts() == []
    assert await operators.account("c") is None
    found = await operators.account("a")
    assert found is not None
    assert (found.coins, found.banned_until) == (30_000, None)


async def test_a_correction_that_is_asked_for_again_is_not_done_again(store: DatabaseStore) -> None:
    operators = Operators(store)
    both = (operators.correct("a", 5, "why", "Ann", request="1") for _ in range(2))
    assert await asyncio.gather(*both) == [30_005, 30_005]
    assert await operators.correct("a", 5, "why", "Ann", request="2") == 30_010
    assert await operators.correct("a", 5, "why", "Ann", request="1") == 30_010
    for other in (("a", 6, "why", "Ann"), ("b", 5, "why", "Ann"), ("a", 5, "why", "Ben")):
        with pytest.raises(BadRequest, match="something else"):
            await operators.correct(*other, request="1")
    assert [one.act for one in await operators.acts()] == ["correct +5"] * 2


async def test_acts_go_on_where_they_end(store: DatabaseStore) -> None:
    operators = Operators(store)
    for number in range(5):
        target = "t" if number % 2 else "a"
        await operators.note(operators.act(f"act {number}", target, "why", "Ann"))
    first = await operators.acts(limit=2)
    assert [one.act for one in first] == ["act 4", "act 3"]
    rest = await operators.acts(before=first[-1].id)
    assert [one.act for one in rest] == ["act 2", "act 1", "act 0"]
    assert [one.act for one in await operators.acts(target="t")] == ["act 3", "act 1"]
    assert len(await operators.accounts(limit=1)) == 1
