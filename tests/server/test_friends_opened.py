"""Friends' tables as they are opened: how many at once, and what is remembered of a request."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections import Counter

import pytest

from taipao.errors import StoreAway
from taipao.rules.ruleset import load_ruleset
from taipao.server.friends import Wishes
from taipao.server.keeping import Account
from taipao.server.rest import Conflict, may_open
from taipao.server.table import Table
from taipao.server.tablestate import NO_CLOCK
from tests.server.serving import serving
from tests.server.visitors import visiting

WISHES = Wishes(load_ruleset("standard"), 4, NO_CLOCK, bots=3)


async def nothing_opens(*_: object) -> Table:
    raise StoreAway("away")


async def test_each_table_counts_before_the_next_is_asked_for() -> None:
    async with serving() as served, visiting(served) as visitor:
        host = Account((await visitor.get("/api/me"))["id"], "host")

        async def ask(request: str | None) -> Table:
            may_open(served.house, host)
            return await served.house.friends.open(host, WISHES, request)

        requests = [None if number % 2 else str(number) for number in range(40)]
        answers = await asyncio.gather(*map(ask, requests), return_exceptions=True)
        assert Counter(map(type, answers)) == {Table: 16, Conflict: 24}
        assert served.house.lobby.seats_of(host.id) == 16
        body = {"bots": 3, "rounds": 4, "seconds": 0, "reserve": 0}
        for request in requests[0:16:2]:
            await visitor.post("/api/friends", {**body, "id": request})
        assert (await visitor.refused("/api/friends", {**body, "id": "more"}))[0] == 409


async def test_nothing_is_kept_of_tables_that_have_closed_or_could_not_be_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving() as served, visiting(served) as visitor:
        friends, lobby = served.house.friends, served.house.lobby
        host = Account((await visitor.get("/api/me"))["id"], "host")
        tables = weakref.WeakSet(
            [await friends.open(host, WISHES, str(number)) for number in range(3)]
        )
        for table in lobby:
            assert await lobby.close_table(table)
        del table
        await visitor.get("/api/me")
        gc.collect()
        assert not tables
        assert not friends.asked(host, "0")

        with monkeypatch.context() as patched:
            patched.setattr(Table, "new", nothing_opens)
            for _ in range(2):
                with pytest.raises(StoreAway):
                    await friends.open(host, WISHES, "3")
            assert not friends.asked(host, "3")
        assert await friends.open(host, WISHES, "3") is await friends.open(host, WISHES, "3")
        assert friends.asked(host, "3")
        assert len(friends._asked) == 1, "those of tables that have closed are forgotten"
