"""What an account owns, over HTTP and at a coin table: refills, its ledger, deletion, bans."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import msgspec

from taipao.server.outbox import CLOSE_BANNED, CLOSE_SIGNED_OUT
from tests.server.chance import SeededChance
from tests.server.client import Client, connected
from tests.server.purses import all_purses, endow
from tests.server.serving import UNLIMITED, Served, serving
from tests.server.test_coin_table import WON
from tests.server.visitors import Visitor, member, visiting

TOGETHER = msgspec.structs.replace(UNLIMITED, one_address=False, bot_wait=3600.0)
PASSWORD = "correct horse"


async def test_a_refill_is_had_once_however_often_it_is_asked_for() -> None:
    async with serving() as served, visiting(served) as visitor:
        me = await visitor.get("/api/me")
        assert await visitor.refused("/api/refill") == (
            409,
            "a refill is for whoever has fewer than 20000 coins {'reason': 'coins_enough'}",
        )
        await endow(served.house.store, me["id"], 19_999)
        assert (await visitor.get("/api/me"))["refill"]
        answers = await asyncio.gather(*(visitor.http.post("/api/refill") for _ in range(8)))
        # Asked twice within a millisecond counts as asked once: both are told what it came to.
        had = [answer.json() for answer in answers if answer.status_code == 200]
        assert had
        assert all(told == {"coins": 20_000} for told in had)
        assert {answer.status_code for answer in answers} <= {200, 409}
        lines = (await visitor.get("/api/ledger"))["lines"]
        assert [line["amount"] for line in lines if line["kind"] == "refill"] == [1]
        me = await visitor.get("/api/me")
        assert (me["coins"], me["refill"]) == (20_000, False)
        await endow(served.house.store, me["id"], 0)
        assert not (await visitor.get("/api/me"))["refill"], "once a day"
        assert (await visitor.refused("/api/refill"))[0] == 409
        assert sum((await all_purses(served.house.store)).values()) == 0


async def test_everybody_reads_the_own_ledger_and_no_other() -> None:
    async with serving() as served, visiting(served) as one, visiting(served) as other:
        mine = (await one.get("/api/me"))["id"]
        await endow(served.house.store, mine, 10_000)
        await one.post("/api/refill")
        told = await one.get("/api/ledger")
        lines = told["lines"]
        assert told["before"] is None
        assert [(line["kind"], line["amount"], line["balance"]) for line in lines] == [
            ("refill", 10_000, 20_000),
            ("correction", -20_000, 10_000),
            ("signup", 30_000, 30_000),
        ]
        assert lines[1]["note"] == "for a test"
        assert {(line["round"], line["record"]) for line in lines} == {(None, None)}
        for query in ("", f"?account={mine}", f"?purse={mine}", f"?id={mine}", "?purse=house"):
            assert len((await other.get(f"/api/ledger{query}"))["lines"]) == 1
        older = await one.get(f"/api/ledger?before={lines[0]['id']}")
        assert older["lines"] == lines[1:]
        for before in ("-1", "x", "1 OR 1=1", "99999999999999999999"):
            assert (await one.http.get("/api/ledger", params={"before": before})).status_code == 400
        async with visiting(served, guest=False) as nobody:
            assert (await nobody.http.get("/api/ledger")).status_code == 401


async def test_a_long_ledger_is_read_page_by_page() -> None:
    async with serving() as served, visiting(served) as visitor:
        me = (await visitor.get("/api/me"))["id"]
        for coins in range(120):
            await endow(served.house.store, me, coins)
        read, before = [], ""
        while True:
            told = await visitor.get(f"/api/ledger{before}")
            read += told["lines"]
            if told["before"] is None:
                break
            before = f"?before={told['before']}"
        assert [line["balance"] for line in read] == [*reversed(range(120)), 30_000]


@asynccontextmanager
async def four_at_a_coin_table() -> AsyncIterator[tuple[Served, list[Visitor], list[Client]]]:
    """Four members in a round of the novice room; in seat order, and the first may win."""
    async with serving(TOGETHER, chance=SeededChance(walls=[WON])) as served, AsyncExitStack() as s:
        visitors = [await s.enter_async_context(member(served, f"Anna {n}")) for n in "abcd"]
        for visitor in visitors:
            await visitor.post("/api/rooms/novice/standard/queue")
        table_id = (await visitors[0].get("/api/queue?wait=25"))["table"]
        table = served.house.lobby.find(table_id)
        assert table is not None
        owners = [chair.account for chair in table.setup.chairs]
        seated = {(await visitor.get("/api/me"))["id"]: visitor for visitor in visitors}
        visitors = [seated[str(owner)] for owner in owners]
        clients = []
        for visitor in visitors:
            socket = connected(served.port, additional_headers=visitor.cookie)
            client = await s.enter_async_context(socket)
            await client.hello(table=table_id)
            await client.send({"type": "start", "contribution": "00"})
            clients.append(client)
        yield served, visitors, clients


async def win(client: Client) -> list[dict[str, object]]:
    """Win as the dealer; return each seat's results."""
    decision = await client.until("decision")
    await client.act(decision["id"], {"type": "win"})
    over = await client.until("round_over")
    results: list[dict[str, object]] = over["results"]
    return results


async def test_deletion_at_a_table_pays_first_and_leaves_the_rest_to_the_house() -> None:
    async with four_at_a_coin_table() as (served, visitors, clients):
        winner, leaver = visitors[0], visitors[1]
        before = await clients[0].until("decision")
        clients[0].log.clear()
        gone = (await leaver.get("/api/me"))["id"]
        await leaver.delete("/api/account", {"password": PASSWORD})
        assert await clients[1].closed() == CLOSE_SIGNED_OUT
        assert (await all_purses(served.house.store))[gone] == 30_000, "it may have to pay"
        while (await clients[0].until("seats"))["players"][1]["name"] != "guest":
            pass
        await clients[0].act(before["id"], {"type": "win"})
        over = await clients[0].until("round_over")
        # By hand in test_coin_table.py: 136 points of 100 coins paid, and 2 x 5 had.
        assert [one["coins"] for one in over["results"]] == [40_800, -12_600, -14_100, -14_100]
        purses = await all_purses(served.house.store)
        assert (purses[gone], purses["house"]) == (0, 17_400)
        assert sum(purses.values()) == 0
        lines = (await winner.get("/api/ledger"))["lines"]
        assert (lines[0]["kind"], lines[0]["amount"]) == ("round", 40_800)
        assert lines[0]["record"] == over["record"] == f"/records/{lines[0]['round']}"
        record = (await winner.http.get(over["record"])).text
        for secret in (gone, "Anna"):
            assert secret not in record
        seats = await clients[0].until("seats")
        while seats["players"][1]["kind"] != "bot":
            seats = await clients[0].until("seats")
        assert served.house.lobby.of(gone) == ()


async def test_nobody_is_refilled_in_a_round() -> None:
    async with four_at_a_coin_table() as (served, visitors, clients):
        loser = visitors[1]
        decision = await clients[0].until("decision")
        await endow(served.house.store, (await loser.get("/api/me"))["id"], 100)
        assert not (await loser.get("/api/me"))["refill"]
        status, why = await loser.refused("/api/refill")
        assert (status, "in a round" in why) == (409, True)
        await clients[0].act(decision["id"], {"type": "win"})
        await clients[0].until("round_over")
        assert (await loser.get("/api/me"))["refill"]
        assert await loser.post("/api/refill") == {"coins": 20_000}


async def test_nobody_is_refilled_who_waits_for_a_seat() -> None:
    async with serving(TOGETHER) as served, visiting(served) as visitor:
        await visitor.post("/api/rooms/novice/standard/queue")
        await endow(served.house.store, (await visitor.get("/api/me"))["id"], 100)
        assert not (await visitor.get("/api/me"))["refill"]
        status, why = await visitor.refused("/api/refill")
        assert (status, "while you wait for a seat" in why) == (409, True)
        await visitor.delete("/api/queue")
        assert (await visitor.get("/api/me"))["refill"]
        assert await visitor.post("/api/refill") == {"coins": 20_000}


async def test_deletion_between_rounds_leaves_all_to_the_house() -> None:
    async with serving() as served, member(served, "Alice") as alice:
        gone = (await alice.get("/api/me"))["id"]
        await alice.delete("/api/account", {"password": PASSWORD})
        purses = await all_purses(served.house.store)
        assert (purses[gone], purses["house"], purses["mint"]) == (0, 30_000, -30_000)


async def test_a_ban_in_mid_round() -> None:
    async with four_at_a_coin_table() as (served, visitors, clients):
        banned = (await visitors[1].get("/api/me"))["id"]
        await clients[0].until("decision")
        await served.house.ban(banned, 2**47, "collusion", "test")
        assert await clients[1].closed() == CLOSE_BANNED
        told = {"type": "banned", "until": 2**47, "reason": "collusion"}
        assert clients[1].log[-1] == told
        again = connected(served.port, additional_headers=visitors[1].cookie)
        async with again as client:
            assert await client.closed() == CLOSE_BANNED
            assert client.log == [told]
        status, told = await visitors[1].refused("/api/rooms/novice/standard/queue")
        assert (status, "collusion" in told) == (403, True)
        decision = clients[0].told("decision")[-1]
        await clients[0].act(decision["id"], {"type": "win"})
        over = await clients[0].until("round_over")
        assert over["results"][1]["coins"] == -12_600, "what was lost is paid"
        me = await visitors[1].get("/api/me")
        assert (me["coins"], me["table"]) == (17_400, None)
        assert me["banned"] == {"until": 2**47, "reason": "collusion"}


async def test_signing_out_everywhere_in_a_queue_leaves_it() -> None:
    async with serving(TOGETHER) as served, visiting(served) as visitor:
        await visitor.post("/api/rooms/novice/standard/queue")
        await visitor.delete("/api/sessions")
        assert served.house.rooms.length(("novice", "standard")) == 0
