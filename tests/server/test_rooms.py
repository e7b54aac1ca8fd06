"""Waiting for a seat in a coin room, over HTTP and sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from taipao.bots import LEVELS
from taipao.errors import StoreFault
from taipao.server import queues
from taipao.server.keeping import Account, Store
from taipao.server.rooms import NoEntry
from taipao.server.settings import Settings
from taipao.server.store import open_store
from taipao.server.table import Table
from taipao.server.tablestate import Setup
from tests.server.chance import SeededChance
from tests.server.client import connected
from tests.server.purses import all_purses, endow
from tests.server.serving import Served, serving
from tests.server.visitors import JSON, Visitor

SETTINGS = Settings(address_rate=0, socket_rate=0, drain=0, bot_wait=3600)
AT_ONCE = Settings(address_rate=0, socket_rate=0, drain=0, bot_wait=0)
NOVICE = "/api/rooms/novice/standard/queue"
SEATED = "/api/queue?wait=25"


@asynccontextmanager
async def coming(served: Served, address: str) -> AsyncIterator[Visitor]:
    """Come as a guest from an address of this machine."""
    transport = httpx.AsyncHTTPTransport(local_address=address)
    async with httpx.AsyncClient(
        base_url=served.address, headers=JSON, transport=transport, timeout=30
    ) as http:
        visitor = Visitor(http, served)
        await visitor.post("/api/guest")
        yield visitor


@asynccontextmanager
async def house(
    *addresses: int, settings: Settings = SETTINGS, **options: Any
) -> AsyncIterator[tuple[Served, list[Visitor]]]:
    """Serve, and let guests come from addresses by their last number."""
    async with serving(settings, **options) as served, AsyncExitStack() as stack:
        yield (
            served,
            [
                await stack.enter_async_context(coming(served, f"127.0.0.{last}"))
                for last in addresses
            ],
        )


async def my_id(visitor: Visitor) -> str:
    told: str = (await visitor.get("/api/me"))["id"]
    return told


async def room_of(visitor: Visitor, room: str = "novice", ruleset: str = "standard") -> Any:
    rooms = await visitor.get("/api/rooms")
    (found,) = (one for one in rooms if (one["room"], one["ruleset"]) == (room, ruleset))
    return found


async def test_every_room_is_listed_with_each_rule_set() -> None:
    async with house(1) as (_, (visitor,)):
        rooms = await visitor.get("/api/rooms")
        assert [(one["room"], one["rate"], one["entry"]) for one in rooms[::2]] == [
            ("novice", 100, 20_000),
            ("intermediate", 300, 60_000),
            ("expert", 600, 120_000),
        ]
        assert [one["ruleset"] for one in rooms] == ["standard", "alternate"] * 3
        assert {one[field] for one in rooms for field in ("players", "tables", "waiting")} == {0}


async def test_four_who_wait_are_seated_together() -> None:
    async with house(1, 2, 3, 4) as (served, visitors):
        for place, visitor in enumerate(visitors[:3]):
            told = await visitor.post(NOVICE)
            assert (told["room"], told["ruleset"], told["table"]) == ("novice", "standard", None)
            assert told["waiting"] == place + 1
        assert (await room_of(visitors[0]))["waiting"] == 3
        polls = [asyncio.create_task(visitor.get(SEATED)) for visitor in visitors[:3]]
        await visitors[3].post(NOVICE)
        tables = {told["table"] for told in await asyncio.gather(*polls)}
        (table_id,) = tables
        assert (await visitors[3].get(SEATED))["table"] == table_id
        table = served.house.lobby.find(table_id)
        assert table is not None
        assert (table.setup.room, table.setup.ruleset, table.setup.length) == (
            "novice",
            "standard",
            None,
        )
        assert {chair.account for chair in table.setup.chairs} == {
            await my_id(visitor) for visitor in visitors
        }
        room = await room_of(visitors[0])
        assert (room["players"], room["tables"], room["waiting"]) == (4, 1, 0)
        async with connected(served.port, additional_headers=visitors[1].cookie) as client:
            welcome = await client.hello(table=table_id)
            assert welcome["room"] == "novice"
            assert [player["coins"] for player in welcome["players"]] == [30_000] * 4


class Lots(SeededChance):
    def order(self) -> tuple[int, int, int, int]:
        return 3, 1, 0, 2


async def test_seats_are_drawn_by_lot() -> None:
    async with house(1, 2, 3, 4, chance=Lots()) as (served, visitors):
        for visitor in visitors:
            await visitor.post(NOVICE)
        table = served.house.lobby.find((await visitors[0].get(SEATED))["table"])
        assert table is not None
        assert [table.seat_of(await my_id(visitor)) for visitor in visitors] == [2, 1, 3, 0]


async def test_a_seat_of_a_room_is_not_the_own_table() -> None:
    async with house(1, settings=AT_ONCE) as (served, (visitor,)):
        await visitor.post(NOVICE)
        coin_table = (await visitor.get(SEATED))["table"]
        async with connected(served.port, additional_headers=visitor.cookie) as client:
            assert (await client.hello())["table"] != coin_table


async def test_two_from_one_address_do_not_sit_together() -> None:
    async with house(1, 1, 2, 3, 4) as (served, visitors):
        for visitor in visitors[:4]:
            await visitor.post(NOVICE)
        assert (await room_of(visitors[0]))["waiting"] == 4
        await visitors[4].post(NOVICE)
        assert (await visitors[0].get(SEATED))["table"] is not None
        second = await visitors[1].get("/api/queue")
        assert (second["table"], second["waiting"]) == (None, 1)
        assert len(served.house.lobby) == 1


async def test_an_operator_may_let_one_address_sit_together() -> None:
    settings = Settings(address_rate=0, drain=0, bot_wait=3600, one_address=False)
    async with house(1, 1, 1, 1, settings=settings) as (_, visitors):
        for visitor in visitors:
            await visitor.post(NOVICE)
        tables = {(await visitor.get(SEATED))["table"] for visitor in visitors}
        assert len(tables) == 1


async def test_bots_have_the_free_seats_after_a_while() -> None:
    async with house(1, settings=AT_ONCE) as (served, (visitor,)):
        await visitor.post(NOVICE)
        table = served.house.lobby.find((await visitor.get(SEATED))["table"])
        assert table is not None
        assert sorted(chair.kind for chair in table.setup.chairs) == ["bot", "bot", "bot", "player"]
        assert {chair.name for chair in table.setup.chairs if chair.kind == "bot"} == {
            LEVELS["normal"]
        }


async def test_an_operator_says_how_strong_the_bots_are() -> None:
    settings = Settings(address_rate=0, drain=0, bot_wait=0, room_bots="hard")
    async with house(1, settings=settings) as (served, (visitor,)):
        await visitor.post(NOVICE)
        table = served.house.lobby.find((await visitor.get(SEATED))["table"])
        assert table is not None
        names = {chair.name for chair in table.setup.chairs if chair.kind == "bot"}
        assert names == {LEVELS["hard"]}


async def test_the_entry_sum_is_checked() -> None:
    async with house(1) as (served, (visitor,)):
        me, store = await my_id(visitor), served.house.store
        status, told = await visitor.refused("/api/rooms/intermediate/alternate/queue")
        assert (status, "60000 coins" in told, "too_few_coins" in told) == (409, True, True)
        await endow(store, me, 59_999)
        assert (await visitor.refused("/api/rooms/intermediate/alternate/queue"))[0] == 409
        await endow(store, me, 60_000)
        await visitor.post("/api/rooms/intermediate/alternate/queue")


async def test_there_are_no_other_rooms() -> None:
    async with house(1) as (_, (visitor,)):
        for path in ("/api/rooms/master/standard/queue", "/api/rooms/novice/own/queue"):
            assert (await visitor.refused(path))[0] == 404


async def test_nobody_waits_or_sits_in_two_rooms() -> None:
    async with house(1) as (served, (visitor,)):
        await visitor.post(NOVICE)
        other = "/api/rooms/novice/alternate/queue"
        status, told = await visitor.refused(other)
        assert (status, "waiting" in told) == (409, True)
        await visitor.delete("/api/queue")
        served.house.rooms._bot_wait = 0
        await visitor.post(NOVICE)
        table = (await visitor.get(SEATED))["table"]
        for path in (NOVICE, other):
            status, told = await visitor.refused(path)
            assert (status, "seated" in told) == (409, True)
        assert (await visitor.get("/api/queue"))["table"] == table


async def test_asking_twice_at_once_is_asking_once() -> None:
    async with house(1, 2, 3, 4) as (served, visitors):
        *first, last = visitors
        for visitor in first:
            one, other = await asyncio.gather(visitor.post(NOVICE), visitor.post(NOVICE))
            assert (one["room"], one["table"]) == (other["room"], None)
        # With the fourth all are seated, perhaps before the second time it asks is heard.
        both = await asyncio.gather(*(last.http.post(NOVICE) for _ in range(2)))
        assert sorted(one.status_code for one in both) in ([200, 200], [200, 409])
        told = await asyncio.gather(*(v.get(SEATED) for v in visitors for _ in range(2)))
        assert len({one["table"] for one in told}) == 1
        assert len(served.house.lobby) == 1
        tables = [served.house.lobby.of(await my_id(visitor)) for visitor in visitors]
        assert [len(mine) for mine in tables] == [1] * 4


async def test_a_queue_is_left() -> None:
    async with house(1, 2) as (_, (visitor, other)):
        assert (await visitor.refused("/api/queue", method="GET"))[0] == 404
        await visitor.post(NOVICE)
        poll = asyncio.create_task(visitor.refused(SEATED, method="GET"))
        await other.post(NOVICE)
        left = await visitor.http.request("DELETE", "/api/queue")
        assert left.json() == {"left": True, "table": None}
        assert (await poll)[0] == 404
        again = await visitor.http.request("DELETE", "/api/queue")
        assert again.json() == {"left": True, "table": None}
        assert (await room_of(other))["waiting"] == 1


async def test_who_takes_a_name_while_waiting_sits_down_by_it() -> None:
    async with house(1, 2, 3, 4) as (served, visitors):
        await visitors[0].post(NOVICE)
        await visitors[0].post("/api/account", {"name": "Alice", "password": "correct horse"})
        for visitor in visitors[1:]:
            await visitor.post(NOVICE)
        table = served.house.lobby.find((await visitors[0].get(SEATED))["table"])
        assert table is not None
        assert [chair.name for chair in table.setup.chairs].count("Alice") == 1


class Held:
    """Opens tables only when let."""

    def __init__(self, served: Served, patch: pytest.MonkeyPatch) -> None:
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()
        self.fault: Exception | None = None
        self._create = served.house.lobby.create
        patch.setattr(served.house.lobby, "create", self._hold)

    async def _hold(self, setup: Setup) -> Table:
        self.begun.set()
        await self.go_on.wait()
        if self.fault is not None:
            raise self.fault
        return await self._create(setup)


async def test_a_queue_left_at_the_moment_of_seating_is_left_or_seated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for fault in (None, StoreFault("the table cannot be kept")):
        async with house(1, 2, 3, 4) as (served, visitors):
            held = Held(served, monkeypatch)
            held.fault = fault
            for visitor in visitors:
                await visitor.post(NOVICE)
            await held.begun.wait()
            leaving = asyncio.create_task(visitors[0].http.request("DELETE", "/api/queue"))
            while not (found := served.house.rooms.waiting(await my_id(visitors[0]))):
                await asyncio.sleep(0)
            while not found.unwanted:
                await asyncio.sleep(0.005)
            # Who has asked to leave does not slip in again before that is known.
            assert (await visitors[0].refused(NOVICE))[0] == 409
            held.go_on.set()
            told = (await leaving).json()
            mine = served.house.lobby.of(await my_id(visitors[0]))
            if fault is None:
                assert told == {"left": False, "table": mine[0].id}
                assert (await visitors[0].get("/api/queue"))["table"] == mine[0].id
            else:
                assert (told, mine) == ({"left": True, "table": None}, ())
                assert (await visitors[1].get("/api/queue"))["waiting"] == 3
                assert len(served.house.lobby) == 0
        monkeypatch.undo()


class Slow:
    """A store that reads only when let."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()

    async def read(self, work: Any) -> Any:
        self.begun.set()
        await self.go_on.wait()
        return await self._store.read(work)


async def test_who_is_banned_while_entering_does_not_wait() -> None:
    async with house(1, 2) as (served, (visitor, other)):
        rooms = served.house.rooms
        slow = Slow(served.house.store)
        rooms._supplies = replace(rooms._supplies, store=slow)
        entering = [asyncio.create_task(one.http.post(NOVICE)) for one in (visitor, other)]
        await slow.begun.wait()
        me = await my_id(visitor)
        await served.house.ban(me, 2**47, "collusion", "test")
        slow.go_on.set()
        assert [(await one).status_code for one in entering] == [403, 200]
        assert rooms.waiting(me) is None
        assert (await other.get("/api/queue"))["waiting"] == 1


async def test_leaving_and_entering_cross_at_any_moment() -> None:
    async with house(1, 2, 3, 4) as (served, visitors):
        for _ in range(5):
            for visitor in visitors[:3]:
                await visitor.post(NOVICE)
            left, _ = await asyncio.gather(
                visitors[0].http.request("DELETE", "/api/queue"), visitors[3].post(NOVICE)
            )
            told, me = left.json(), await my_id(visitors[0])
            assert told["left"] == (served.house.lobby.of(me) == ())
            if not told["left"]:
                assert served.house.lobby.of(me)[0].id == told["table"]
                return
            assert served.house.rooms.waiting(me) is None
            for visitor in visitors[1:]:
                await visitor.delete("/api/queue")


async def test_who_does_not_ask_again_is_not_seated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "_SILENCE", -1.0)
    async with house(1, 2, 3, 4) as (served, visitors):
        await visitors[0].post(NOVICE)
        poll = asyncio.create_task(visitors[1].get(SEATED))
        for visitor in visitors[2:]:
            await visitor.post(NOVICE)
        assert len(served.house.lobby) == 0
        assert (await visitors[0].refused("/api/queue", method="GET"))[0] == 404
        poll.cancel()


async def test_bots_accounts_come_in_where_the_operator_lets_them() -> None:
    async with house(1) as (served, (visitor,)):
        rooms = served.house.rooms
        program = Account(await my_id(visitor), "Program", "bot")
        with pytest.raises(NoEntry, match="bots' accounts") as refused:
            await rooms.enter(program, "192.0.2.1", ("novice", "standard"))
        assert refused.value.reason == "bot"
        rooms._bots, rooms._bot_wait = True, 0
        waiting = await rooms.enter(program, "192.0.2.1", ("novice", "standard"))
        assert waiting is not None
        assert await waiting.wait(20) is not None
        (table,) = served.house.lobby.of(program.id)
        async with connected(served.port, additional_headers=visitor.cookie) as client:
            welcome = await client.hello(table=table.id)
            assert [player["program"] for player in welcome["players"]].count(True) == 1


async def test_nobody_waits_at_a_server_that_stops() -> None:
    async with house(1, 2) as (served, (visitor, other)):
        await visitor.post(NOVICE)
        poll = asyncio.create_task(visitor.refused(SEATED, method="GET"))
        while not (waiting := served.house.rooms.waiting(await my_id(visitor))):
            await asyncio.sleep(0.005)
        while not waiting._polls:
            await asyncio.sleep(0.005)
        await served.house.lobby.drain()
        assert (await poll)[0] == 404
        assert (await other.refused(NOVICE))[0] == 503


async def test_after_a_restart_tables_go_on_and_queues_are_empty(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'taipao.db'}"
    async with house(1, 2, settings=AT_ONCE, store=await open_store(url)) as (
        served,
        (seated, waiting),
    ):
        await seated.post(NOVICE)
        table = (await seated.get(SEATED))["table"]
        served.house.rooms._bot_wait = 3600
        await waiting.post(NOVICE)
        cookies = [dict(visitor.http.cookies) for visitor in (seated, waiting)]
    async with house(1, 2, store=await open_store(url)) as (served, visitors):
        for visitor, kept in zip(visitors, cookies, strict=True):
            visitor.http.cookies.update(kept)
        seated, waiting = visitors
        assert (await seated.get("/api/queue"))["table"] == table
        assert (await waiting.refused("/api/queue", method="GET"))[0] == 404
        room = await room_of(seated)
        assert (room["players"], room["tables"], room["waiting"]) == (1, 1, 0)
        assert (await seated.refused(NOVICE))[0] == 409
        assert (await waiting.post(NOVICE))["waiting"] == 1
        assert sum((await all_purses(served.house.store)).values()) == 0
