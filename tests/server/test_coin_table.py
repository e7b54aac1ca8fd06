"""A table of a coin room: coins move at a round's end, and seats pass on between rounds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from taipao.errors import StoreAway, StoreFault
from taipao.server.audit import audit
from taipao.server.keeping import Account, Booked, NewAct, Unit
from taipao.server.outbox import CLOSE_FREED
from taipao.server.queues import Waiting
from taipao.server.tablestate import bot
from tests.server.chance import SeededChance
from tests.server.client import Client, Message
from tests.server.conftest import Open
from tests.server.purses import all_purses, endow, enrol
from tests.server.room import Room, guest
from tests.server.walls import wall_of

ALL = (0, 1, 2, 3)
WON = wall_of({0: "123m456m789m123p456s5p5p", 1: "2468m2468p1177s2256z"})
"""The dealer has won as soon as it says so: 68, and seat 1 has 5. Everybody pays the dealer 136
points, and seats 2 and 3 pay 5 to seat 1."""
KEY = ("novice", "standard")


@asynccontextmanager
async def coin_table(
    open_room: Open, *there: int, persons: tuple[int, ...] = ALL, **options: Any
) -> AsyncIterator[tuple[Room, list[Client]]]:
    """Open a table of the novice room where the dealer in seat 0 wins; some are there and ready."""
    options = {"chance": SeededChance(walls=[WON, WON]), "coin_room": "novice", **options}
    async with (
        open_room(persons=persons, **options) as room,
        AsyncExitStack() as stack,
    ):
        clients = [await stack.enter_async_context(room.come(seat)) for seat in there]
        for client in clients:
            await client.start(None, "00")
        yield room, clients


async def win(client: Client) -> Message:
    """Win as the dealer; return what the round came to."""
    await client.act((await client.until("decision"))["id"], {"type": "win"})
    return await client.until("round_over")


async def waiting(room: Room, name: str, address: str = "192.0.2.1") -> Waiting:
    """Let somebody wait for a seat in the room."""
    account = Account(name, name)
    await enrol(room.store, account, 50_000)
    one = Waiting(account, address, KEY, 50_000, 250)
    room.supplies.queues.enter(one)
    return one


def chairs(room: Room) -> list[str]:
    return [chair.account or chair.kind for chair in room.table.setup.chairs]


def of_seats(message: Message, field: str) -> list[Any]:
    return [player[field] for player in message["players"]]


async def until_seats(client: Client, field: str, seat: int, value: object) -> Message:
    """Receive until something about a seat is so."""
    while of_seats(message := await client.until("seats"), field)[seat] != value:
        pass
    return message


async def closed(room: Room) -> None:
    async with asyncio.timeout(20):
        while len(room.lobby):
            await asyncio.sleep(0.005)


async def test_seats_tell_coins_and_ranks(open_room: Open) -> None:
    async with coin_table(open_room, 0, 1, persons=(0, 1)) as (_, (client, _)):
        welcome = client.log[0]
        assert welcome["room"] == "novice"
        assert of_seats(welcome, "coins") == [30_000, 30_000, None, None]
        assert of_seats(welcome, "rank") == ["白板", "白板", None, None]
        assert of_seats(welcome, "rank_points") == [0, 0, None, None]
        assert of_seats(welcome, "account") == ["guest-0", "guest-1", None, None]


async def test_a_round_moves_coins_as_far_as_they_go(open_room: Open) -> None:
    # C3 by hand, 100 coins a point: seat 1 pays 13,600. Seat 2 pays 13,600 and has 200 left for
    # the 500 that seat 1 claims. Seat 3 has 9,000, all for the winner.
    coins = {2: 13_800, 3: 9_000}
    async with coin_table(open_room, *ALL, coins=coins) as (room, clients):
        over = await win(clients[0])
        results = over["results"]
        assert [one["coins"] for one in results] == [36_200, -13_400, -13_800, -9_000]
        assert [one["balance"] for one in results] == [66_200, 16_600, 0, 0]
        # C1 is what was won and lost without that; who could not pay it is told of, claim by claim.
        assert [(one["rate"], one["due"]) for one in results] == [
            (100, 40_800), (100, -12_600), (100, -14_100), (100, -14_100),
        ]  # fmt: skip
        assert [one["had"] for one in results] == [None, None, 13_800, 9_000]
        assert [one["short"] for one in results] == [
            [],
            [],
            [{"to": 0, "owed": 13_600, "paid": 13_600}, {"to": 1, "owed": 500, "paid": 200}],
            [{"to": 0, "owed": 13_600, "paid": 9_000}, {"to": 1, "owed": 500, "paid": 0}],
        ]
        # C2: what was won in points, also what nobody could pay.
        assert [one["gained"] for one in results] == [408, 0, 0, 0]
        assert [one["rank_points"] for one in results] == [408, 0, 0, 0]
        assert [one["rank_before"] for one in results] == ["白板"] * 4
        assert [one["rank"] for one in results] == ["二万", "白板", "白板", "白板"]
        assert over["match"]["points"] == [408, -126, -141, -141]

        for broke in clients[2:]:
            assert (await broke.until("freed"))["why"] == "broke"
            assert await broke.closed() == CLOSE_FREED
            assert broke.told("round_over")[0]["results"] == results
        seats = await clients[0].until("seats")
        assert of_seats(seats, "kind") == ["player", "player", "bot", "bot"]
        assert of_seats(seats, "coins") == [66_200, 16_600, None, None]
        assert chairs(room) == ["guest-0", "guest-1", "bot", "bot"]
        assert room.table.setup.chairs[3] == bot("normal")
        assert room.lobby.of("guest-2") == ()
        purses = await all_purses(room.store)
        assert sum(purses.values()) == 0
        assert [purses[f"guest-{seat}"] for seat in ALL] == [66_200, 16_600, 0, 0]


async def test_bots_play_out_of_the_house(open_room: Open) -> None:
    async with coin_table(open_room, 0, persons=(0,)) as (room, (client,)):
        results = (await win(client))["results"]
        # A person alone needs nobody else to be ready, and names no rule set.
        assert [one["balance"] for one in results] == [70_800, None, None, None]
        purses = await all_purses(room.store)
        assert (purses["guest-0"], purses["house"], purses["mint"]) == (70_800, -40_800, -30_000)
        await client.start(None)
        assert of_seats(await client.until("view"), "coins") == [70_800, None, None, None]


async def test_the_rule_set_of_a_room_is_not_changed(open_room: Open) -> None:
    async with coin_table(open_room, 0, persons=(0,)) as (room, (client,)):
        decision = await client.until("decision")
        await client.start("alternate")
        assert (await client.until("error"))["code"] == "fixed_ruleset"
        await client.act(decision["id"], {"type": "win"})
        await client.until("round_over")
        await client.start("alternate")
        assert (await client.until("error"))["code"] == "fixed_ruleset"
        assert room.lobby.of("guest-0") == (room.table,)


async def test_a_match_in_a_room_has_no_end(open_room: Open) -> None:
    async with coin_table(open_room, 0, persons=(0,)) as (room, (client,)):
        await win(client)
        await client.start(None)
        assert (await client.until("view"))["match"]["round"] == 2
        assert room.table.setup.length is None


async def test_who_leaves_in_mid_round_stays_on_autopilot_to_its_end(open_room: Open) -> None:
    async with coin_table(open_room, *ALL) as (room, clients):
        winner, leaver = clients[0], clients[2]
        await winner.until("decision")
        await leaver.send({"type": "leave"})
        seats = await until_seats(leaver, "leaving", 2, value=True)
        assert of_seats(seats, "autopilot")[2]
        await leaver.send({"type": "autopilot", "on": False})
        assert (await leaver.until("error"))["code"] == "leaving"
        assert chairs(room)[2] == "guest-2"
        assert room.lobby.of("guest-2") == (room.table,), "still seated there"

        decision = winner.told("decision")[-1]
        await winner.act(decision["id"], {"type": "win"})
        assert (await leaver.until("freed"))["why"] == "left"
        assert await leaver.closed() == CLOSE_FREED
        # It has paid like the others: the round was its own.
        assert leaver.told("round_over")[0]["results"][2]["balance"] == 30_000 - 14_100
        assert chairs(room) == ["guest-0", "guest-1", "bot", "guest-3"]
        assert room.lobby.of("guest-2") == ()


async def test_who_leaves_between_rounds_goes_at_once_and_holds_nobody_up(open_room: Open) -> None:
    async with coin_table(open_room, *ALL) as (room, clients):
        await win(clients[0])
        for client in clients[:3]:
            await client.start(None, "00")
        await clients[3].until("round_over")
        await clients[3].send({"type": "leave"})
        assert (await clients[3].until("freed"))["why"] == "left"
        # All others were ready: the next round begins with a bot.
        assert of_seats(await clients[0].until("view"), "kind")[3] == "bot"
        assert chairs(room)[3] == "bot"


async def test_who_waits_takes_the_leavers_place_and_its_deal(open_room: Open) -> None:
    async with coin_table(open_room, *ALL) as (room, clients):
        newcomer = await waiting(room, "newcomer")
        dealer, other = clients[0], clients[1]
        decision = await dealer.until("decision")
        await dealer.send({"type": "leave"})
        # It leaves and its autopilot wins.
        assert decision["actions"][0] == {"type": "win"}
        over = await other.until("round_over")
        assert over["match"]["dealer"] == 0, "a dealer who wins stays dealer"
        assert await dealer.closed() == CLOSE_FREED
        assert await newcomer.wait(20) == "table"
        assert chairs(room) == ["newcomer", "guest-1", "guest-2", "guest-3"]
        assert room.supplies.queues.of("newcomer") is None
        seats = await other.until("seats")
        assert of_seats(seats, "coins")[0] == 50_000
        assert of_seats(seats, "rank")[0] == "二万"
        async with room.come("newcomer") as client:
            assert client.log[0]["seat"] == 0
            for one in (client, *clients[1:]):
                await one.start(None, "00")
            view = await client.until("view")
            assert (view["match"]["dealer"], view["match"]["round"]) == (0, 2)
            async with room.come("newcomer") as again:
                assert (await again.until("view"))["round"] == view["round"]


async def test_who_follows_somebody_is_not_shown_the_round_before(open_room: Open) -> None:
    async with coin_table(open_room, *ALL, chance=SeededChance()) as (room, clients):
        newcomer = await waiting(room, "newcomer")
        await clients[3].send({"type": "leave"})
        for client in clients[:3]:
            await client.send({"type": "autopilot", "on": True})
        assert await newcomer.wait(20) == "table"
        for crashed in (False, True):
            if crashed:
                await room.crash()
            async with room.come("newcomer") as client, room.come(1) as other:
                assert (client.log[0]["seat"], client.log[0]["round"]) == (3, None)
                await other.until("round_over")
                assert other.log[0]["round"] == other.told("view")[0]["round"]
                await client.start("alternate")
                await client.until("error")
                assert client.told("view", "waits", "round_over") == []


def who_played(over: Message) -> list[tuple[str | None, bool]]:
    """Return whose a round's results are: names, and whether those are bots."""
    return [(one["name"], one["bot"]) for one in over["results"]]


async def test_results_say_who_played_whoever_has_the_seat_since(open_room: Open) -> None:
    persons = (0, 1, 3)
    options: dict[str, Any] = {"persons": persons, "chance": SeededChance()}
    async with coin_table(open_room, *persons, **options) as (room, clients):
        newcomer = await waiting(room, "newcomer")
        await clients[2].send({"type": "leave"})
        for client in clients[:2]:
            await client.send({"type": "autopilot", "on": True})
        over = await clients[0].until("round_over")
        played = [("name 0", False), ("name 1", False), ("random", True), ("name 3", False)]
        assert who_played(over) == played
        assert await newcomer.wait(20) == "table"
        assert chairs(room)[3] == "newcomer"
        # Who follows may have just as much.
        await endow(room.store, "newcomer", over["results"][3]["balance"])
        for crashed in (False, True):
            if crashed:
                await room.crash()
            async with room.come(1) as again:
                assert who_played(await again.until("round_over")) == played


async def test_results_are_told_without_names_while_those_cannot_be_read(
    open_room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with coin_table(open_room, 0, persons=(0,)) as (room, (client,)):
        over = await win(client)

        async def away(work: object) -> None:
            raise StoreAway("the database is away")

        monkeypatch.setattr(room.store, "read", away)
        async with room.come(0) as again:
            late = await again.until("round_over")
        assert who_played(late) == [(None, False), *[("random", True)] * 3]
        assert late["results"][0] == over["results"][0] | {"name": None}


async def test_nobody_of_an_address_at_the_table_takes_a_place(open_room: Open) -> None:
    # Those at the table of a test come from nowhere.
    async with coin_table(open_room, *ALL) as (room, clients):
        same, other = await waiting(room, "same", ""), await waiting(room, "other")
        await clients[3].send({"type": "leave"})
        await until_seats(clients[3], "leaving", 3, value=True)
        await win(clients[0])
        assert await other.wait(20) == "table"
        assert not same.done.done()


async def test_a_table_that_the_last_person_leaves_is_closed(open_room: Open) -> None:
    async with coin_table(open_room, 0, persons=(0,)) as (room, (client,)):
        newcomer = await waiting(room, "newcomer")
        await client.until("decision")
        await client.send({"type": "leave"})
        assert (await client.until("freed"))["why"] == "left"
        assert await client.closed() == CLOSE_FREED
        await closed(room)
        assert await room.store.open_tables() == []
        assert room.lobby.of("guest-0") == ()
        assert not newcomer.done.done(), "nobody is sent to a table of bots"
        # The round was played to its end.
        assert (await all_purses(room.store))["guest-0"] != 30_000


async def test_a_table_of_bots_alone_is_closed_also_after_a_crash(open_room: Open) -> None:
    bots = (bot("greedy"),) * 4
    async with open_room(persons=(), seats=bots, coin_room="novice") as room:
        await closed(room)
        assert await room.store.open_tables() == []


async def test_who_is_away_when_a_round_is_dealt_has_gone(open_room: Open) -> None:
    async with coin_table(open_room, 0, 1, patience=0.05) as (room, clients):
        # Seats 2 and 3 never came: they are waited for, and neither play nor pay.
        view = await clients[0].until("view")
        assert of_seats(view, "kind") == ["player", "player", "bot", "bot"]
        assert chairs(room) == ["guest-0", "guest-1", "bot", "bot"]
        assert (await all_purses(room.store))["guest-3"] == 30_000


async def test_who_went_away_in_a_round_has_gone_at_its_end(open_room: Open) -> None:
    async with coin_table(open_room, *ALL) as (room, clients):
        await clients[0].until("decision")
        await clients[1].send({"type": "autopilot", "on": True})
        await until_seats(clients[1], "autopilot", 1, value=True)
        for gone in clients[1:3]:
            await gone.socket.close()
        while of_seats(await clients[0].until("seats"), "connected") != [True, False, False, True]:
            pass
        decision = clients[0].told("decision")[-1]
        await clients[0].act(decision["id"], {"type": "win"})
        await clients[0].until("round_over")
        await until_seats(clients[0], "kind", 1, "bot")
        assert chairs(room) == ["guest-0", "bot", "guest-2", "guest-3"], "2 may be back soon"


async def test_a_seat_is_not_joined_that_was_given_to_somebody_else(open_room: Open) -> None:
    async with coin_table(open_room, *ALL) as (room, clients):
        await win(clients[0])
        await clients[3].until("round_over")
        await clients[3].send({"type": "leave"})
        async with room.connect(3) as late:
            # Both have come to the table before it looks at either.
            await late.send({"type": "hello", "protocol": 1})
            message = await late.receive()
            assert (message["type"], message.get("code")) in {
                ("welcome", None),
                ("error", "no_table"),
            }


async def test_an_operator_or_a_deletion_vacates_a_seat(open_room: Open) -> None:
    async with coin_table(open_room, *ALL) as (room, clients):
        await clients[0].until("decision")
        room.table.vacate("guest-1")
        room.table.vacate("nobody")
        seats = await until_seats(clients[1], "leaving", 1, value=True)
        assert of_seats(seats, "leaving") == [False, True, False, False]
        decision = clients[0].told("decision")[-1]
        await clients[0].act(decision["id"], {"type": "win"})
        assert (await clients[1].until("freed"))["why"] == "left"


async def test_only_seats_of_rooms_are_left(open_room: Open) -> None:
    async with open_room() as room, room.come(0) as client:
        await client.send({"type": "leave"})
        assert (await client.until("error"))["code"] == "not_in_room"
        assert client.log[0]["room"] is None
        await client.start()
        await client.until("decision")
        await client.send({"type": "leave"})
        assert (await client.until("error"))["code"] == "not_in_room"
        assert room.table.setup.chairs[0].account == guest(0).id


async def test_leaving_and_coins_outlive_the_server(open_room: Open) -> None:
    async with coin_table(open_room, *ALL, chance=SeededChance()) as (room, clients):
        await clients[0].until("decision")
        await clients[2].send({"type": "leave"})
        await until_seats(clients[2], "leaving", 2, value=True)
        await room.crash()
        async with room.come(0) as client, room.come(2) as leaver:
            welcome = client.log[0]
            assert welcome["room"] == "novice"
            assert of_seats(welcome, "leaving") == [False, False, True, False]
            assert of_seats(welcome, "coins") == [30_000] * 4
            for seat in (1, 3):
                async with room.come(seat) as other:
                    await other.send({"type": "autopilot", "on": True})
                    await until_seats(client, "autopilot", seat, value=True)
            await client.send({"type": "autopilot", "on": True})
            over = await client.until("round_over")
            assert (await leaver.until("freed"))["why"] == "left"
        coins = [one["balance"] for one in over["results"]]
        assert sum(coins) == 120_000
        await room.crash()
        async with room.come(0) as client:
            again = await client.until("round_over")
            assert again["results"] == over["results"]
            assert of_seats(client.log[0], "coins") == [coins[0], None, None, None]
        assert chairs(room) == ["guest-0", "bot", "bot", "bot"], "who was away has gone"
        assert sum((await all_purses(room.store)).values()) == 0


async def test_a_succession_that_cannot_be_kept_is_none(
    open_room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with coin_table(open_room, *ALL) as (room, clients):
        newcomer = await waiting(room, "newcomer")
        commit = room.store.commit

        async def commit_no_succession(unit: Unit) -> Booked | None:
            if unit.state is not None and b'"guest":"newcomer"' in unit.state:
                raise StoreFault("this cannot be kept")
            return await commit(unit)

        monkeypatch.setattr(room.store, "commit", commit_no_succession)
        await clients[3].send({"type": "leave"})
        await until_seats(clients[3], "leaving", 3, value=True)
        await win(clients[0])
        for client in clients:
            await client.until("frozen")
        assert room.supplies.queues.holds(newcomer)
        assert [room.table.seat_of(f"guest-{seat}") for seat in ALL] == [0, 1, 2, 3]


async def test_purses_are_looked_at_before_a_round_is_dealt(open_room: Open) -> None:
    async with coin_table(open_room, *ALL, coins={2: 9_000}) as (room, clients):
        await win(clients[0])
        await endow(room.store, "guest-3", 0)
        for client in clients[:2]:
            await client.start(None, "00")
        await clients[3].start(None, "00")
        assert (await clients[3].until("freed"))["why"] == "broke"
        assert chairs(room)[3] == "bot"


async def test_who_is_broke_is_freed_also_after_a_crash(open_room: Open) -> None:
    async with coin_table(open_room, *ALL, coins={3: 9_000}) as (room, clients):
        commit = room.store.commit

        async def commit_ends_only(unit: Unit) -> Booked | None:
            booked = await commit(unit)
            if unit.ended is not None:
                # The server is killed before it has kept who follows.
                await asyncio.Event().wait()
            return booked

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(room.store, "commit", commit_ends_only)
            decision = await clients[0].until("decision")
            await clients[0].act(decision["id"], {"type": "win"})
            async with asyncio.timeout(20):
                while (await all_purses(room.store))["guest-3"]:
                    await asyncio.sleep(0.005)
        await room.crash()
        async with room.come(0) as client:
            assert of_seats(client.log[0], "coins") == [66_200, 16_900, 15_900, None]
        assert chairs(room) == ["guest-0", "guest-1", "guest-2", "bot"]


@pytest.mark.parametrize("end", ["frozen", "swept", "given up after a restart"])
async def test_a_deleted_account_keeps_nothing_of_a_round_that_is_not_booked(
    open_kept_room: Open, end: str
) -> None:
    async with coin_table(open_kept_room, *ALL) as (room, clients):
        await clients[0].until("decision")
        accounts = room.house.accounts
        assert accounts is not None
        assert await accounts.delete(guest(1), "", lambda: [room.table.id])
        assert (await all_purses(room.store))["guest-1"] == 30_000, "it may have to pay"
        if end == "frozen":
            await room.table.halt(NewAct("Ann", "freeze", room.table.id, "a test", 1))
            assert (await clients[0].until("frozen"))["why"] == "operator"
        elif end == "swept":
            for client in clients:
                await client.socket.close()
            async with asyncio.timeout(20):
                while not await room.lobby.close_table(room.table):
                    await asyncio.sleep(0.005)
        else:
            unknown = "update tables set state = replace(state, 'standard', 'unknown')"
            await room.store.write(lambda opened: opened.exec_driver_sql(unknown).rowcount)
            await room.crash()
        purses = await all_purses(room.store)
        assert (purses["guest-1"], purses["house"], purses["guest-0"]) == (0, 30_000, 30_000)
        await room.store.read(audit)
