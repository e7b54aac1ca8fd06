"""A server for one person: what goes on, and what is let go."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from taipao.bots import LEVELS
from taipao.errors import BadRequest, RuleSetError
from taipao.server.alone import OneTable
from taipao.server.keeping import LiveTable, NewLines, Unit
from taipao.server.store import DatabaseStore, open_store
from taipao.server.tablestate import TableState, encode_state

WHAT = OneTable(bots=("greedy", "random", "greedy"), ruleset="alternate")


@pytest.fixture
async def store() -> AsyncIterator[DatabaseStore]:
    opened = await open_store()
    yield opened
    await opened.close()


async def keep(store: DatabaseStore, *, live: bool) -> None:
    """Keep a table as `WHAT` has it, with or without a round in progress."""
    state = encode_state(TableState(WHAT.setup(), "00" * 32))
    lines = NewLines("r1", 1, (b"{}\n",)) if live else None
    await store.commit(Unit("t1", state, "open", lines, number=1 if live else None))


async def kept(store: DatabaseStore) -> list[LiveTable]:
    return await store.open_tables()


@pytest.mark.parametrize(
    "wanted",
    [
        OneTable(),
        WHAT,
        OneTable(ruleset="alternate"),
        OneTable(ruleset={"base": "alternate", "set": {}}),
        OneTable(bots=("greedy", "random", "greedy")),
    ],
)
async def test_what_was_begun_goes_on(store: DatabaseStore, wanted: OneTable) -> None:
    await keep(store, live=True)
    await wanted.prepare(store)
    assert [one.round_id for one in await kept(store)] == ["r1"]


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        (OneTable(bots=("greedy",) * 3), "with the bots greedy,random,greedy: .* --fresh"),
        (OneTable(ruleset="standard"), "with the rule set alternate: .* --fresh"),
    ],
)
async def test_a_round_is_not_lost_unasked(
    store: DatabaseStore, wanted: OneTable, told: str
) -> None:
    await keep(store, live=True)
    with pytest.raises(BadRequest, match=told):
        await wanted.prepare(store)
    assert len(await kept(store)) == 1


async def test_between_rounds_something_else_may_begin(store: DatabaseStore) -> None:
    await keep(store, live=False)
    await OneTable(ruleset="standard").prepare(store)
    assert await kept(store) == []


async def test_fresh_lets_go_and_drops_the_round(store: DatabaseStore) -> None:
    await keep(store, live=True)
    await OneTable(fresh=True).prepare(store)
    assert await kept(store) == []
    assert [one.status for one in await store.rounds("t1")] == ["dropped"]


async def test_a_table_that_cannot_be_read_is_let_go_only_if_asked(store: DatabaseStore) -> None:
    await store.commit(Unit("t1", b'{"setup": 1}', "open"))
    with pytest.raises(BadRequest, match=r"cannot be read: .*--fresh"):
        await OneTable().prepare(store)
    await OneTable(fresh=True).prepare(store)
    assert await kept(store) == []


def test_what_does_not_exist_is_refused_at_once() -> None:
    with pytest.raises(BadRequest, match="oracle"):
        OneTable(bots=("greedy", "oracle", "greedy")).setup()
    with pytest.raises(RuleSetError, match="classic"):
        OneTable(ruleset="classic").setup()


async def test_bots_are_named_by_their_level_as_well(store: DatabaseStore) -> None:
    wanted = OneTable(bots=("easy", "normal", "hard"))
    chairs = wanted.setup().chairs[1:]
    assert [chair.name for chair in chairs] == [LEVELS["easy"], LEVELS["normal"], LEVELS["hard"]]
    state = encode_state(TableState(wanted.setup(), "00" * 32))
    await store.commit(Unit("t1", state, "open", NewLines("r1", 1, (b"{}\n",)), number=1))
    await wanted.prepare(store)
    assert [one.round_id for one in await kept(store)] == ["r1"], "it is the same as was kept"
