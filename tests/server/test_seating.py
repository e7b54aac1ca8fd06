"""Places at a friends' table before its first round: bots put in and taken out, seats changed."""

from __future__ import annotations

from contextlib import AsyncExitStack

from msgspec.structs import replace

from taipao.bots import LEVELS
from taipao.server.keeping import Account
from taipao.server.store import open_store
from taipao.server.supplies import AT_ONCE
from taipao.server.tablestate import FREE, Setup, bot, person
from tests.server.chance import SeededChance
from tests.server.client import Client, Message, connected
from tests.server.friendly import Lasting, party
from tests.server.serving import serving
from tests.server.visitors import visiting


async def fill(client: Client, seat: int, *, on: bool = True) -> None:
    await client.send({"type": "fill", "seat": seat, "on": on})


async def refusal(client: Client) -> str:
    code: str = (await client.until("error"))["code"]
    return code


async def kinds(client: Client, *wanted: str) -> Message:
    """Wait until the seats are seen to be of these kinds."""
    message = await client.until("seats")
    while [one["kind"] for one in message["players"]] != [*wanted]:
        message = await client.until("seats")
    return message


async def test_the_host_puts_bots_into_free_seats_and_the_round_begins_with_them() -> None:
    async with (
        serving(chance=SeededChance(3)) as served,
        party(served, 2, bots=0, level="hard") as friends,
    ):
        host, friend = friends.clients
        await friends.start()
        await fill(host, 3)
        shown = await kinds(friend, "player", "player", "free", "bot")
        assert shown["players"][3]["name"] == LEVELS["hard"]
        assert friend.told("view") == [], "a seat is free still"
        await fill(host, 2)
        for client in friends.clients:
            view = await client.until("view")
            assert [one["kind"] for one in view["players"]] == ["player", "player", "bot", "bot"]
        await fill(host, 2, on=False)
        assert await refusal(host) == "match_begun"


async def test_a_bot_that_is_taken_out_leaves_its_seat_to_a_friend_and_is_kept_so() -> None:
    store = await open_store()
    async with AsyncExitStack() as stack:
        async with (
            serving(store=Lasting(store)) as served,
            party(served, 2, bots=2) as friends,
        ):
            host, friend = friends.clients
            await fill(host, 2, on=False)
            await kinds(friend, "player", "player", "free", "bot")
            third = await stack.enter_async_context(visiting(served))
            sit = f"/api/tables/{friends.id}/sit"
            assert (await third.refused(f"{sit}/3"))[0] == 409, "a bot still sits there"
            assert (await third.post(sit))["seat"] == 2
            await fill(host, 2, on=False)
            assert await refusal(host) == "other_seat", "a friend is no bot"
            await fill(host, 2)
            assert await refusal(host) == "other_seat", "somebody sits there"
            await fill(host, 3, on=False)
            await kinds(friend, "player", "player", "player", "free")
        async with serving(store=store) as served:
            info = await third.http.get(f"{served.address}{friends.path}")
            assert [one["kind"] for one in info.json()["seats"]] == ["player"] * 3 + ["free"]


async def test_only_the_host_of_a_friends_table_says_where_bots_sit() -> None:
    async with serving() as served, party(served, 2, bots=0) as friends:
        host, friend = friends.clients
        await fill(friend, 2)
        assert await refusal(friend) == "not_host"
        await host.send({"type": "fill", "seat": 4, "on": True})
        assert await refusal(host) == "bad_message"
        onlooker = await friends.watch()
        assert (await onlooker.until("error"))["code"] == "not_watched"
        await host.send({"type": "dissolve", "on": True})
        await friend.send({"type": "dissolve", "on": True})
        await host.until("standings")
        await fill(host, 2)
        assert await refusal(host) == "match_over"

        own = await friends.stack.enter_async_context(visiting(served))
        table = await own.post("/api/tables", {"seats": ["me", "free", "greedy", "greedy"]})
        async with connected(served.port, additional_headers=own.cookie) as client:
            await client.hello(table=table["id"])
            await fill(client, 1)
            assert await refusal(client) == "not_friends"


async def test_nothing_is_dealt_to_a_seat_that_was_freed_at_the_last_moment() -> None:
    """All were ready, and the wall was asked for, when a bot was taken out, or a friend got up."""
    pace = replace(AT_ONCE, seal=0.05)
    async with serving(pace=pace, chance=SeededChance(3)) as served, party(served, 3) as friends:
        host, second, third = friends.clients
        await friends.start()
        seal = await host.until("seal")
        await fill(host, 3, on=False)
        await kinds(second, "player", "player", "player", "free")
        await second.silent(0.15)
        await fill(host, 3)
        assert (await host.until("seal"))["commitment"] == seal["commitment"]
        await third.send({"type": "leave"})
        await third.until("freed")
        await kinds(host, "player", "player", "free", "bot")
        await host.silent(0.15)
        assert second.told("view") == []
        await fill(host, 2)
        view = await second.until("view")
        assert [one["kind"] for one in view["players"]] == ["player", "player", "bot", "bot"]


async def contribute(*clients: Client) -> None:
    for client in clients:
        await client.send({"type": "contribute", "contribution": "00"})


PATIENT = replace(AT_ONCE, seal=3600)


async def test_who_sits_down_as_the_wall_is_made_is_waited_for_until_ready() -> None:
    """All were ready, and the wall was asked for, when a bot was taken out for one more friend."""
    async with (
        serving(pace=PATIENT, chance=SeededChance(3)) as served,
        party(served, 2) as friends,
        visiting(served) as third,
    ):
        host, friend = friends.clients
        await friends.start()
        for client in (host, friend):
            await client.until("seal")
        await fill(host, 3, on=False)
        await kinds(friend, "player", "player", "bot", "free")
        await third.post(f"/api/tables/{friends.id}/sit")
        await kinds(friend, "player", "player", "bot", "player")
        await contribute(host, friend)
        await friend.silent(0.1)
        late = await friends.come(third)
        await friend.until("seats")
        await friend.silent(0.1)
        await late.send({"type": "start"})
        await late.until("seal")
        await contribute(late)
        for client in (host, friend, late):
            view = await client.until("view")
            assert [one["kind"] for one in view["players"]] == ["player", "player", "bot", "player"]


async def test_who_gets_up_and_sits_down_again_says_ready_again() -> None:
    async with (
        serving(pace=PATIENT, chance=SeededChance(3)) as served,
        party(served, 2) as friends,
    ):
        host, friend = friends.clients
        await friends.start()
        await host.until("seal")
        await friend.send({"type": "leave"})
        await friend.until("freed")
        await friends.visitors[1].post(f"/api/tables/{friends.id}/sit")
        await contribute(host)
        back = await friends.come(friends.visitors[1])
        await back.silent(0.1)
        await back.send({"type": "start", "contribution": "00"})
        for client in (back, host):
            await client.until("view")


async def test_who_does_not_get_ready_in_time_is_dealt_in_once_the_wall_is_made() -> None:
    async with (
        serving(pace=PATIENT, chance=SeededChance(3)) as served,
        party(served, 2) as friends,
    ):
        host_id = (await friends.visitors[0].get("/api/me"))["id"]
        chairs = (person(Account(host_id, "host")), FREE, bot("greedy"), bot("greedy"))
        setup = Setup(chairs, patience=0.1, code="QQQQQQ", host=host_id, length=4)
        friends.id = (await served.house.lobby.create(setup)).id
        await friends.visitors[1].post(f"/api/tables/{friends.id}/sit")
        host, friend = [await friends.come(visitor) for visitor in friends.visitors]
        await host.send({"type": "start"})
        for client in (host, friend):
            await client.until("seal")
        await contribute(host, friend)
        for client in (host, friend):
            await client.until("view")


async def test_who_is_waited_for_may_get_up_without_a_round_being_dealt() -> None:
    """The patience with the others ends while a seat is free."""
    async with serving() as served, party(served, 2, bots=2) as friends:
        host_id = (await friends.visitors[0].get("/api/me"))["id"]
        chairs = (person(Account(host_id, "host")), FREE, bot("greedy"), bot("greedy"))
        setup = Setup(chairs, patience=0.3, code="QQQQQQ", host=host_id, length=4)
        friends.id = (await served.house.lobby.create(setup)).id
        await friends.visitors[1].post(f"/api/tables/{friends.id}/sit")
        host, friend = [await friends.come(visitor) for visitor in friends.visitors]
        await host.send({"type": "start"})
        await friend.send({"type": "leave"})
        await kinds(host, "player", "free", "bot", "bot")
        await host.silent(0.5)
