"""Friends' tables: opened and found, played to the final standings, ended by a vote."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from taipao.server.schema import results
from taipao.server.store import open_store
from taipao.server.supplies import AT_ONCE
from tests.server.chance import SeededChance
from tests.server.client import Client, Message, connected
from tests.server.friendly import Lasting, Party, party
from tests.server.serving import Served, serving
from tests.server.visitors import Visitor, visiting
from tests.server.walls import wall_of

CHANGED = {
    "base": "alternate",
    "set": {"double_from": 8, "share_out": True, "tai.A17": 3, "tai.A5": [2, 4, 6]},
}


@asynccontextmanager
async def back(served: Served, friends: Party, visitor: Visitor) -> AsyncIterator[Client]:
    """Come back to a table after the server's restart."""
    async with connected(served.port, additional_headers=visitor.cookie) as client:
        await client.hello(table=friends.id)
        yield client


async def booked(served: Served) -> list[Any]:
    def read(connection: sa.Connection) -> list[Any]:
        return list(connection.execute(sa.select(results).order_by(results.c.seat)))

    return await served.house.store.read(read)


async def standings(clients: Sequence[Client]) -> Message:
    """Wait until all are told the same final standings."""
    told = [await client.until("standings") for client in clients]
    assert all(one == told[0] for one in told)
    return told[0]


async def refusal(client: Client) -> str:
    code: str = (await client.until("error"))["code"]
    return code


async def test_friends_play_four_rounds_with_changed_fields_to_the_final_standings() -> None:
    store = await open_store()
    async with (
        serving(store=Lasting(store), chance=SeededChance(3)) as served,
        party(served, 4, ruleset=CHANGED, watch="no") as friends,
    ):
        clients = friends.clients
        welcome = clients[0].told("welcome")[0]
        assert welcome["ruleset"] == CHANGED
        assert welcome["room"] is None
        me = await friends.visitors[0].get("/api/me")
        assert welcome["friends"] == {
            "code": friends.code,
            "host": me["id"],
            "rounds": 4,
            "drawn": False,
            "hints": True,
            "watch": "no",
        }
        sums = [0, 0, 0, 0]
        for number in range(4):
            assert clients[0].told("standings") == []
            over = (await friends.play(number))[0]
            view = clients[0].told("view")[-1]
            assert view["match"]["ruleset"] == view["view"]["ruleset"] == CHANGED
            [ended] = [
                message["event"]
                for message in clients[0].told("event")[-1:]
                if message["event"]["type"] == "round_ended"
            ]
            sums = [a + b for a, b in zip(sums, ended["points"], strict=True)]
            assert over["match"]["points"] == sums
            assert over["match"]["round"] == number + 2, "the dealer's repeats are rounds as well"
        told = await standings(clients)
        assert (told["why"], told["rounds"]) == ("played", 4)
        assert [place["points"] for place in told["places"]] == sorted(sums, reverse=True)
        assert {place["seat"]: place["points"] for place in told["places"]} == dict(enumerate(sums))
        for place in told["places"]:
            assert place["place"] == 1 + sum(other > place["points"] for other in sums)

        await clients[2].send({"type": "start"})
        assert await refusal(clients[2]) == "match_over"
        await clients[2].send({"type": "dissolve", "on": True})
        assert await refusal(clients[2]) == "match_over"
        assert (await friends.visitors[0].get(friends.path))["status"] == "over"
        assert (await friends.visitors[0].get("/api/me"))["table"] is None, "nothing goes on there"
        again = await friends.come(friends.visitors[1])
        assert (await again.until("round_over"))["match"]["points"] == sums
        assert await again.until("standings") == told

        rows = await booked(served)
        assert len(rows) == 16
        assert {(row.room, row.ruleset, row.coins, row.rank_points) for row in rows} == {
            (None, "alternate", 0, 0)
        }
        for seat, visitor in enumerate(friends.visitors):
            mine = [row for row in rows if row.account_id == (await visitor.get("/api/me"))["id"]]
            assert {row.seat for row in mine} == {seat}
            assert sum(row.points for row in mine) == sums[seat]
    async with (
        serving(store=store) as served,
        back(served, friends, friends.visitors[3]) as client,
    ):
        assert await client.until("standings") == told
        await client.send({"type": "start"})
        assert await refusal(client) == "match_over"


async def test_a_table_is_found_by_its_code_however_written_and_after_a_restart() -> None:
    store = await open_store()
    async with serving(store=Lasting(store)) as served, party(served, 2, bots=1) as friends:
        assert re.fullmatch("[A-HJ-NP-Z]{6}", friends.code)
        info = await friends.visitors[0].get(friends.path)
        assert info["friends"]["code"] == friends.code
        assert [seat["kind"] for seat in info["seats"]] == ["player", "player", "free", "bot"]
    async with serving(store=store) as served, visiting(served) as stranger:
        found = await stranger.get(f"/api/friends/{friends.code.lower()}")
        assert found["id"] == friends.id
        assert found["seat"] is None
        assert (await stranger.post(f"/api/tables/{found['id']}/sit"))["seat"] == 2
        answer = await stranger.http.get(f"/t/{friends.code}")
        assert (answer.status_code, answer.headers["location"]) == (302, f"../?code={friends.code}")


class SameCodes(SeededChance):
    """Draws a code that is taken, the first time."""

    codes = ("ABCDEF", "ABCDEF", "BCDEFG", "ABCDEF")

    def __init__(self) -> None:
        super().__init__()
        self._codes = iter(self.codes)

    def code(self) -> str:
        return next(self._codes)


async def test_open_tables_have_different_codes() -> None:
    async with (
        serving(chance=SameCodes()) as served,
        party(served, 1) as first,
        party(served, 1) as second,
    ):
        assert (first.code, second.code) == ("ABCDEF", "BCDEFG")
        table = served.house.lobby.find(first.id)
        assert table is not None
        await first.clients[0].socket.close()
        while table.sockets:
            await second.visitors[0].get("/api/me")
        assert await served.house.lobby.close_table(table)
        assert (await first.visitors[0].refused(first.path, method="GET"))[0] == 404
        again = await first.visitors[0].post("/api/friends", {})
        assert again["code"] == "ABCDEF", "a code is free once its table is closed"


async def test_who_guesses_codes_is_soon_refused() -> None:
    async with serving() as served, visiting(served) as visitor, party(served, 1) as friends:
        assert (await visitor.get(friends.path))["id"] == friends.id
        tries, status = 0, 404
        while status == 404 and tries < 400:
            tries += 1
            status = (await visitor.http.get("/api/friends/QQQQQQ")).status_code
        # 240 an hour, the first right one among them; one more for each quarter of a minute.
        assert status == 429
        assert 240 <= tries < 300
        assert (await visitor.refused(friends.path, method="GET"))[0] == 429, "right or wrong"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"rounds": 5}, "Invalid enum value 5"),
        ({"bots": 4}, "<= 3"),
        ({"seats": "mine"}, "Invalid enum value 'mine'"),
        ({"watch": "always"}, "Invalid enum value 'always'"),
        ({"hints": "maybe"}, "Expected `bool`"),
        ({"hints": 0}, "Expected `bool`"),
        ({"seconds": -1}, ">= 0"),
        ({"ruleset": {"base": "standard", "set": {"tai.B1": 3}}}, "list of 3 numbers"),
        ({"ruleset": {"base": "alternate", "set": {"earthly": []}}}, "no field"),
        ({"code": "ABCDEF"}, "unknown field `code`"),
    ],
)
async def test_what_cannot_be_is_refused(body: object, told: str) -> None:
    async with serving() as served, visiting(served) as visitor:
        status, detail = await visitor.refused("/api/friends", body)
        assert status == 400
        assert told in detail
        assert len(served.house.lobby) == 0


async def test_a_host_opens_no_more_tables_than_anybody() -> None:
    async with serving() as served, visiting(served) as visitor:
        answers = await asyncio.gather(
            *(visitor.http.post("/api/friends", json={}) for _ in range(40))
        )
        statuses = Counter(answer.status_code for answer in answers)
        assert statuses == {201: 16, 409: 24}, "however many are asked for at once"
        codes = {answer.json()["code"] for answer in answers if answer.is_success}
        assert len(codes) == 16


async def test_nobody_takes_a_seat_at_one_more_table_by_choosing_it() -> None:
    async with (
        serving() as served,
        visiting(served) as visitor,
        party(served, 1, bots=0) as friends,
    ):
        own = [(await visitor.post("/api/friends", {"bots": 0}))["id"] for _ in range(16)]
        assert (await visitor.refused(f"/api/tables/{friends.id}/sit/1"))[0] == 409
        assert (await visitor.post(f"/api/tables/{own[0]}/sit/1"))["seat"] == 1, "it sits there"


async def test_seats_are_chosen_changed_and_given_up_until_the_first_round() -> None:
    async with serving() as served, party(served, 2, bots=1) as friends:
        host, friend = friends.visitors
        sit = f"/api/tables/{friends.id}/sit"
        assert (await friend.refused(f"{sit}/0"))[0] == 409, "somebody sits there"
        assert (await friend.refused(f"{sit}/3"))[0] == 409, "a bot sits there"
        assert (await friend.post(f"{sit}/1"))["seat"] == 1
        assert (await friend.refused(f"{sit}/4"))[0] == 400
        assert (await friend.post(f"{sit}/2"))["seat"] == 2
        assert (await friends.clients[1].until("welcome"))["seat"] == 2
        seats = await friends.clients[0].until("seats")
        while seats["players"][2]["kind"] != "player":
            seats = await friends.clients[0].until("seats")
        assert [one["kind"] for one in seats["players"]] == ["player", "free", "player", "bot"]

        await friends.clients[1].send({"type": "leave"})
        assert (await friends.clients[1].until("freed"))["why"] == "left"
        assert await friends.clients[1].closed() == 4005
        assert [one["kind"] for one in (await host.get(friends.path))["seats"]] == [
            *("player", "free", "free", "bot")
        ]
        async with visiting(served) as third:
            assert (await third.post(f"{sit}/2"))["seat"] == 2
            assert (await friend.post(f"{sit}/1"))["seat"] == 1
            friends.clients[1] = await friends.come(friend)
            friends.clients.append(await friends.come(third))
            await friends.start()
            await friends.clients[1].until("view")
            assert (await friend.refused(f"{sit}/2"))[0] == 409
            await friends.clients[1].send({"type": "leave"})
            assert await refusal(friends.clients[1]) == "not_in_room"


class Turned(SeededChance):
    """Lots by which each sits one place further on."""

    def order(self) -> tuple[int, int, int, int]:
        return 3, 0, 1, 2


async def test_seats_are_drawn_by_lot_at_the_first_round() -> None:
    store = await open_store()
    async with (
        serving(store=Lasting(store), chance=Turned(5)) as served,
        party(served, 3, seats="drawn") as friends,
    ):
        assert [client.told("welcome")[0]["seat"] for client in friends.clients] == [0, 1, 2]
        ids = [(await visitor.get("/api/me"))["id"] for visitor in friends.visitors]
        await friends.play()
        for client, seat in zip(friends.clients, (1, 2, 3), strict=True):
            assert client.told("welcome")[-1]["seat"] == seat
            [view] = client.told("view")
            assert view["view"]["seat"] == seat
            assert [one["kind"] for one in view["players"]] == ["bot", *["player"] * 3]
            assert [one["account"] for one in view["players"]] == [None, *ids]
        await friends.play(1)
        assert [client.told("view")[-1]["view"]["seat"] for client in friends.clients] == [1, 2, 3]
    async with (
        serving(store=store) as served,
        back(served, friends, friends.visitors[0]) as client,
    ):
        assert client.told("welcome")[0]["seat"] == 1


@pytest.mark.parametrize("hints", [True, False])
async def test_without_hints_nobody_is_told_what_a_hand_waits_for(*, hints: bool) -> None:
    wall = wall_of({0: "123456789m123456p7s1z"})
    async with (
        serving(chance=SeededChance(walls=[wall])) as served,
        party(served, 1, hints=hints) as friends,
    ):
        [client] = friends.clients
        await friends.start()
        asked = await client.until("decision")
        assert {"type": "discard", "tile": "1z", "ready": True} in asked["actions"]
        assert bool(asked["waits"]) is hints
        await client.act(asked["id"], {"type": "discard", "tile": "1z", "ready": True})
        told = await client.until("waits")
        assert told["can_cancel_ready"]
        assert bool(told["waits"]) is hints


@pytest.mark.parametrize("hints", [True, False])
async def test_without_hints_nobody_is_told_what_a_win_would_score(*, hints: bool) -> None:
    wall = wall_of({0: "123456789m123456p77s"})
    async with (
        serving(chance=SeededChance(walls=[wall])) as served,
        party(served, 1, hints=hints) as friends,
    ):
        [client] = friends.clients
        await friends.start()
        asked = await client.until("decision")
        assert {"type": "win"} in asked["actions"]
        assert (asked["win_total"] is not None) is hints


async def voted(client: Client, *seats: int) -> None:
    """Wait until just these seats are seen to vote for the end."""
    message = await client.until("seats")
    while [i for i, one in enumerate(message["players"]) if one["dissolving"]] != [*seats]:
        message = await client.until("seats")


async def vote(client: Client, *, on: bool = True) -> None:
    await client.send({"type": "dissolve", "on": on})


async def mid_round(friends: Party) -> None:
    await friends.start()
    for client in friends.clients:
        await client.until("view")


async def test_all_who_are_there_end_the_match_by_a_vote_and_the_round_is_let_go() -> None:
    async with serving(chance=SeededChance(3)) as served, party(served, 4) as friends:
        first, second, third, fourth = friends.clients
        over = (await friends.play())[0]
        await mid_round(friends)
        await vote(first)
        await voted(fourth, 0)
        await vote(second)
        await voted(fourth, 0, 1)
        await vote(first, on=False)
        await voted(fourth, 1)
        await vote(third)
        await vote(fourth)
        await voted(second, 1, 2, 3)
        assert second.told("standings") == [], "one has withdrawn the vote"
        assert served.house.lobby.coded(friends.code) is not None
        await vote(first)
        told = await standings(friends.clients)
        assert (told["why"], told["rounds"]) == ("dissolved", 1)
        points = {place["seat"]: place["points"] for place in told["places"]}
        assert points == dict(enumerate(over["match"]["points"]))
        listed = await friends.visitors[0].get(f"/api/tables/{friends.id}/rounds")
        assert [one["status"] for one in listed["rounds"]] == ["dropped", "finished"]
        await first.send({"type": "start"})
        assert await refusal(first) == "match_over"
        assert (await friends.visitors[0].get(friends.path))["status"] == "over"
        assert len(await booked(served)) == 4, "the round that was let go counts for nobody"


NO_ABSENCE = replace(AT_ONCE, absence=0.0)


async def test_who_is_away_has_no_vote_and_finds_the_standings() -> None:
    store = await open_store()
    async with (
        serving(store=Lasting(store), chance=SeededChance(3), pace=NO_ABSENCE) as served,
        party(served, 3) as friends,
    ):
        first, second, third = friends.clients
        await mid_round(friends)
        await vote(third)
        await voted(first, 2)
        await third.socket.close()
        await voted(first)
        await vote(first)
        await voted(second, 0)
        assert first.told("standings") == []
        await vote(second)
        told = await standings((first, second))
        assert told["why"] == "dissolved"
        assert told["rounds"] == 0
        assert [(one["place"], one["points"]) for one in told["places"]] == [(1, 0)] * 4
        again = await friends.come(friends.visitors[2])
        assert await again.until("standings") == told
    async with (
        serving(store=store) as served,
        back(served, friends, friends.visitors[2]) as client,
    ):
        assert await client.until("standings", "view") == told, "after a restart too"


async def test_a_match_that_has_not_begun_ends_by_a_vote() -> None:
    async with serving() as served, party(served, 2, bots=0) as friends:
        await vote(friends.clients[0])
        await vote(friends.clients[1])
        assert (await standings(friends.clients))["rounds"] == 0
        async with visiting(served) as late:
            assert (await late.refused(f"/api/tables/{friends.id}/sit"))[0] == 409


async def test_tables_of_no_friends_are_not_voted_on() -> None:
    async with serving() as served, party(served, 1) as friends:
        own = await friends.stack.enter_async_context(visiting(served))
        table = await own.post("/api/tables", {})
        friends.id = table["id"]
        client = await friends.come(own)
        await vote(client)
        assert await refusal(client) == "not_friends"


async def test_the_rule_sets_say_what_may_be_changed() -> None:
    async with serving() as served, visiting(served, guest=False) as visitor:
        told = await visitor.get("/api/rulesets")
        assert set(told["rulesets"]) == {"standard", "alternate"}
        assert told["rulesets"]["standard"]["tai.V4"] == 7
        fields = {field["name"]: field for field in told["fields"]}
        assert set(fields) == {name for one in told["rulesets"].values() for name in one}
        assert fields["kill_pig"] == {
            "name": "kill_pig",
            "type": "choice",
            "rule": "V15",
            "zh": "不看牌型的杀猪",
            "en": "Kill-pig without the shape",
            "min": None,
            "max": None,
            "options": ["three_and_one", "any_four", "off"],
            "parts": [
                {"zh": "三张相同财神带一张", "en": "three equal wild tiles and another"},
                {"zh": "任意四张财神", "en": "any four wild tiles"},
                {"zh": "不许", "en": "not allowed"},
            ],
        }
        assert (fields["tai.V4"]["min"], fields["tai.V4"]["max"]) == (0, 1000)
