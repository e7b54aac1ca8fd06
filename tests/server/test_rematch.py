"""Another match of the same people: asked for by one of them, joined by the others."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from taipao.errors import StoreFault
from taipao.server.finish import Finish
from taipao.server.store import open_store
from tests.server.chance import SeededChance
from tests.server.client import Client, connected
from tests.server.friendly import Lasting, Party, party
from tests.server.serving import serving
from tests.server.visitors import visiting

CHANGED = {"base": "standard", "set": {"double_from": 8}}


async def end(friends: Party) -> None:
    """End the match by the vote of all."""
    for client in friends.clients:
        await client.send({"type": "dissolve", "on": True})
    for client in friends.clients:
        await client.until("standings")


def path_of(friends: Party) -> str:
    return f"/api/tables/{friends.id}/rematch"


async def told(client: Client) -> dict[str, Any]:
    message = await client.until("rematch")
    return {key: message[key] for key in ("table", "code", "seat")}


async def test_whoever_asks_opens_the_same_again_and_the_others_join() -> None:
    store = await open_store()
    async with (
        serving(store=Lasting(store), chance=SeededChance(3)) as served,
        party(served, 3, ruleset=CHANGED, rounds=8, hints=False, watch="hidden") as friends,
    ):
        host, second, third = friends.visitors
        watcher = await friends.watch()
        await watcher.until("welcome")
        before = await host.get(friends.path)
        await end(friends)
        opened = await second.post(path_of(friends))
        assert opened["code"] != friends.code
        expected = {"table": opened["id"], "code": opened["code"], "seat": 1}
        for client in (*friends.clients, watcher):
            assert await told(client) == expected
        assert await host.post(path_of(friends)) == opened, "whoever asks again gets the same"

        info = await host.get(f"/api/tables/{opened['id']}")
        assert [one["kind"] for one in info["seats"]] == ["free", "player", "free", "bot"]
        me = await second.get("/api/me")
        assert info["friends"] == before["friends"] | {"code": opened["code"], "host": me["id"]}
        assert {key: info[key] for key in ("ruleset", "seconds", "reserve", "status")} == {
            key: before[key] for key in ("ruleset", "seconds", "reserve", "status")
        }

        again = Party(served, opened["id"], opened["code"], friends.visitors, [], friends.stack)
        assert (await host.post(f"/api/tables/{again.id}/sit/0"))["seat"] == 0
        assert (await third.post(f"/api/tables/{again.id}/sit/2"))["seat"] == 2
        again.clients = [await again.come(visitor) for visitor in again.visitors]
        await again.start()
        for seat, client in enumerate(again.clients):
            view = await client.until("view")
            assert (view["view"]["seat"], view["match"]["round"]) == (seat, 1)

        late = await friends.come(third)
        await late.until("standings")
        assert await told(late) == expected
    async with (
        serving(store=store) as served,
        connected(served.port, additional_headers=third.cookie) as client,
    ):
        await client.hello(table=friends.id)
        assert await told(client) == expected


async def test_all_who_ask_at_once_get_one_table() -> None:
    async with serving() as served, party(served, 3) as friends:
        await end(friends)
        opened = await asyncio.gather(
            *(visitor.post(path_of(friends)) for visitor in friends.visitors)
        )
        assert opened[0] == opened[1] == opened[2]
        assert len(served.house.lobby) == 2


async def test_another_is_opened_once_that_has_closed() -> None:
    async with serving() as served, party(served, 2) as friends:
        await end(friends)
        first = await friends.visitors[0].post(path_of(friends))
        table = served.house.lobby.find(first["id"])
        assert table is not None
        assert await served.house.lobby.close_table(table)
        second = await friends.visitors[1].post(path_of(friends))
        assert second["id"] != first["id"]
        await told(friends.clients[0])
        assert (await told(friends.clients[0]))["table"] == second["id"]


async def test_a_table_that_the_others_cannot_be_told_of_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fail(*_: object) -> None:
        raise StoreFault("the disk is full")

    async with serving() as served, party(served, 2) as friends:
        await end(friends)
        monkeypatch.setattr(Finish, "invite", fail)
        assert (await friends.visitors[1].refused(path_of(friends)))[0] == 503
        assert [table.id for table in served.house.lobby] == [friends.id]
        table = served.house.lobby.find(friends.id)
        assert table is not None
        assert table.frozen


async def test_there_is_no_rematch_before_the_end_or_for_others() -> None:
    async with serving() as served, party(served, 2) as friends, visiting(served) as stranger:
        host = friends.visitors[0]
        status, why = await host.refused(path_of(friends))
        assert (status, "not_over" in why) == (409, True)
        await end(friends)
        status, why = await stranger.refused(path_of(friends))
        assert (status, "not_there" in why) == (409, True)
        assert (await host.refused("/api/tables/nosuch/rematch"))[0] == 404
        alone = await host.post("/api/tables", {})
        status, why = await host.refused(f"/api/tables/{alone['id']}/rematch")
        assert (status, "not_there" in why) == (409, True)
        assert len(served.house.lobby) == 2
