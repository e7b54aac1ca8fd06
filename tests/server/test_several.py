"""Several persons at one table: getting ready, the wall they make together, what each is told."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import AsyncExitStack

import pytest

from taipao.game.events import Event, is_numbered, redact
from taipao.game.record import EventLine, read
from taipao.game.replay import replay, verify
from taipao.server.supplies import Pace
from taipao.server.tablestate import FREE, NO_CLOCK, bot, person
from tests.server import passive
from tests.server.chance import SeededChance
from tests.server.client import Client, Message, folded, plain, wired
from tests.server.conftest import Open
from tests.server.room import Room, guest
from tests.server.walls import wall_of

ALL = (0, 1, 2, 3)
HURRIED = Pace((0, 0), (0, 0), seal=0.05)
PATIENT = Pace((0, 0), (0, 0), seal=3600)


async def come(stack: AsyncExitStack, room: Room, *seats: int) -> list[Client]:
    return [await stack.enter_async_context(room.come(seat)) for seat in seats]


async def ready(client: Client, contribution: str | None = None) -> None:
    await client.start(None, contribution)


async def play_out(clients: list[Client], seed: int = 0) -> list[Message]:
    """Let everybody answer at random until the round is over."""
    return await asyncio.gather(
        *(client.play_round(random.Random(seed + i)) for i, client in enumerate(clients))
    )


def events_of(record: bytes) -> list[Event]:
    return [line.event for line in read(record).lines if isinstance(line, EventLine)]


def kinds(client: Client) -> list[str]:
    return [message["type"] for message in client.log]


@pytest.mark.parametrize("persons", [ALL, (0, 1, 2), (1, 3)])
async def test_everybody_is_told_what_is_theirs_to_know_and_no_more(
    open_room: Open, persons: tuple[int, ...]
) -> None:
    ruleset = {"base": "alternate", "set": {"ready": "locked"}}
    async with open_room(persons=persons, ruleset=ruleset) as room, AsyncExitStack() as stack:
        clients = await come(stack, room, *persons)
        for client, byte in zip(clients, ("00", "11", "22", "33"), strict=False):
            await ready(client, byte)
        overs = await play_out(clients)
        assert all(over == overs[0] for over in overs)
        record = await room.record("round-1")
    events = events_of(record)
    for seat, client in zip(persons, clients, strict=True):
        (view,) = client.told("view")
        seen = [event for event in (redact(event, seat) for event in events) if event is not None]
        opened = view["view"]["number"]
        assert view["view"] == wired(folded(ruleset, seat, seen[:opened]))
        number, expected = opened, []
        for event in seen[opened:]:
            number += is_numbered(event)
            expected.append((number if is_numbered(event) else None, plain(event)))
        assert [(m["number"], m["event"]) for m in client.told("event")] == expected
        assert [m for m in client.told("decision") if m["seconds"] is not None] == []
    assert verify(record) > 0
    points = replay(record).board.result
    assert points is not None
    assert overs[0]["match"]["points"] == list(points.points)
    header = json.loads(record.splitlines()[0])
    assert header["contributions"] == [
        ("00", "11", "22", "33")[persons.index(seat)] if seat in persons else None for seat in ALL
    ]
    # Anybody may be shown a record: nobody's name or id is in it.
    assert {seat["name"] for seat in header["seats"]} <= {"player", "random"}
    assert b"guest-" not in record


async def test_a_round_begins_once_all_are_ready(open_kept_room: Open) -> None:
    async with open_kept_room(persons=(0, 2)) as room, AsyncExitStack() as stack:
        first, second = await come(stack, room, 0, 2)
        await ready(first, "aa")
        assert [p["ready"] for p in (await second.until("seats"))["players"]] == [
            True,
            False,
            False,
            False,
        ]
        await second.silent(0.05)
        await ready(second, "bb")
        view = await second.until("view")
        assert [p["ready"] for p in view["players"]] == [False] * 4
        assert [p["kind"] for p in view["players"]] == ["player", "bot", "player", "bot"]
        assert [p["name"] for p in view["players"]] == ["name 0", "random", "name 2", "random"]
        await first.start(None)
        assert (await first.until("error"))["code"] == "round_running"
        await first.start("alternate")
        assert (await first.until("error"))["code"] == "not_alone"
        # A new window is asked again what went by unread.
        (first,) = await come(stack, room, 0)
        overs = await play_out([first, second])
        assert overs[0]["match"]["round"] == 2
        await ready(first, "aa")
        await ready(second, "bb")
        assert (await first.until("view"))["match"]["round"] == 2


async def test_who_is_not_there_is_not_waited_for_for_long(open_room: Open) -> None:
    async with open_room(persons=(0, 1), patience=0.1) as room, AsyncExitStack() as stack:
        (client,) = await come(stack, room, 0)
        await ready(client, "aa")
        view = await client.until("view")
        assert [p["connected"] for p in view["players"]] == [True, False, True, True]
        # Nor in the round: the autopilot plays for it until it comes.
        assert [p["autopilot"] for p in view["players"]] == [False, True, False, False]


async def until_gone(client: Client, seat: int) -> Message:
    """Wait until a client is told that a seat has no socket; return what it is told of it."""
    while True:
        told: Message = (await client.until("seats"))["players"][seat]
        if not told["connected"]:
            return told


async def test_who_leaves_is_played_for_after_a_while_without_a_clock_too(open_room: Open) -> None:
    pace = Pace((0, 0), (0, 0), absence=0.3)
    async with open_room(persons=(0, 1), pace=pace) as room, AsyncExitStack() as stack:
        staying, leaving = await come(stack, room, 1, 0)
        for client in (staying, leaving):
            await ready(client, "00")
        await leaving.until("decision")
        await leaving.socket.close()
        assert not (await until_gone(staying, 0))["autopilot"]
        assert (await staying.until("seats"))["players"][0]["autopilot"]
        assert (await staying.play_round(random.Random(0)))["type"] == "round_over"


async def test_who_comes_back_in_time_is_not_played_for(open_room: Open) -> None:
    pace = Pace((0, 0), (0, 0), absence=1)
    async with open_room(persons=(0, 1), pace=pace) as room, AsyncExitStack() as stack:
        staying, leaving = await come(stack, room, 1, 0)
        for client in (staying, leaving):
            await ready(client, "00")
        decision = await leaving.until("decision")
        await leaving.socket.close()
        await until_gone(staying, 0)
        (back,) = await come(stack, room, 0)
        await asyncio.sleep(1.2)
        assert room.table.autopilots == 0
        assert await back.until("decision") == decision


async def test_without_a_clock_all_may_leave_and_the_round_ends(open_room: Open) -> None:
    pace = Pace((0, 0), (0, 0), absence=0.05)
    async with open_room(persons=ALL, pace=pace) as room:
        async with AsyncExitStack() as stack:
            for client in await come(stack, room, *ALL):
                await ready(client, "00")
            await client.until("view")
        # A restart in the meantime changes nothing.
        await room.crash()
        async with asyncio.timeout(20):
            while room.table.playing:
                await asyncio.sleep(0.01)
        replay(await room.record("round-1"))


async def test_a_person_alone_is_waited_for_without_end(open_room: Open) -> None:
    async with open_room(pace=Pace((0, 0), (0, 0), absence=0)) as room:
        async with room.come(0) as client:
            await client.start()
            decision = await client.until("decision")
        await room.crash()
        await asyncio.sleep(0.1)
        async with room.come(0) as back:
            assert await back.until("decision") == decision


async def test_nothing_begins_at_a_table_that_nobody_is_at(open_room: Open) -> None:
    async with open_room(persons=(0, 1), patience=0.1) as room:
        async with room.come(0) as client:
            await ready(client, "aa")
            await client.until("seats")
        await asyncio.sleep(0.2)
        assert not room.table.playing
        async with room.come(0) as client:
            # Still ready, so the other one is waited for anew.
            assert (await client.until("view"))["match"]["round"] == 1


async def test_a_free_seat_is_taken_by_a_guest_and_kept_for_it(open_kept_room: Open) -> None:
    seats = person(guest(0)), FREE, bot("random"), bot("random")
    async with open_kept_room(seats=seats) as room, room.come(0) as first:
        assert [p["kind"] for p in first.log[0]["players"]] == ["player", "free", "bot", "bot"]
        await ready(first, "aa")
        await first.until("seats")
        await first.silent(0.05)
        table, seat = await room.lobby.sit("table", guest(1))
        assert (table, seat) == (room.table, 1)
        assert (await room.lobby.sit("table", guest(1)))[1] == 1
        assert (await room.lobby.sit("table", guest(0)))[1] == 0
        assert await room.table.sit(guest(3)) is None
        players = (await first.until("seats"))["players"]
        assert (players[1]["kind"], players[1]["connected"]) == ("player", False)
        await room.crash()
        assert room.table.setup.chairs[1] == person(guest(1))


async def test_contributions_are_asked_for_once_the_round_is_decided_on(open_room: Open) -> None:
    async with open_room(persons=ALL, pace=PATIENT) as room, AsyncExitStack() as stack:
        clients = await come(stack, room, *ALL)
        published = clients[0].log[0]["next_commitment"]
        await clients[0].send({"type": "contribute", "contribution": "00"})
        assert (await clients[0].until("error"))["code"] == "too_late"
        for client, byte in zip(clients, ("a0", None, "a2", None), strict=True):
            await ready(client, byte)
        for client in (clients[1], clients[3]):
            assert (await client.until("seal"))["commitment"] == published
        await clients[0].send({"type": "contribute", "contribution": "00"})
        assert (await clients[0].until("error"))["code"] == "already_answered"
        await clients[1].send({"type": "contribute", "contribution": "a1"})
        await clients[1].send({"type": "contribute", "contribution": "ff"})
        assert (await clients[1].until("error"))["code"] == "already_answered"
        assert "view" not in kinds(clients[1])
        await clients[3].send({"type": "contribute", "contribution": "a3"})
        for client in clients:
            assert (await client.until("view"))["commitment"] == published
        await clients[3].send({"type": "contribute", "contribution": "a3"})
        assert (await clients[3].until("error"))["code"] == "too_late"
        assert "seal" not in kinds(clients[0]) + kinds(clients[2])
        await play_out(clients)
        header = json.loads((await room.record("round-1")).splitlines()[0])
        assert header["contributions"] == ["a0", "a1", "a2", "a3"]


async def test_a_contribution_is_not_waited_for_for_long(open_room: Open) -> None:
    async with open_room(persons=(0, 1), pace=HURRIED) as room, AsyncExitStack() as stack:
        first, second = await come(stack, room, 0, 1)
        await ready(first, "aa")
        await ready(second)
        await second.until("seal")
        await second.until("view")
        await second.send({"type": "contribute", "contribution": "bb"})
        assert (await second.until("error"))["code"] == "too_late"
        await play_out([first, second])
        header = json.loads((await room.record("round-1")).splitlines()[0])
        assert header["contributions"] == ["aa", None, None, None]


async def test_who_leaves_before_contributing_is_not_waited_for(open_room: Open) -> None:
    async with open_room(persons=(0, 1), pace=PATIENT) as room, room.come(0) as first:
        async with room.come(1) as second:
            await ready(first, "aa")
            await ready(second)
            await second.until("seal")
        await first.until("view")


async def test_who_comes_back_is_asked_for_its_contribution_again(open_room: Open) -> None:
    async with (
        open_room(persons=(0, 1), pace=PATIENT) as room,
        room.come(0) as first,
        room.come(1) as second,
    ):
        await ready(first)
        await ready(second)
        await second.until("seal")
        async with room.come(1) as again:
            await again.until("seal")
            await again.send({"type": "contribute", "contribution": "bb"})
            await first.until("seal")
            await first.send({"type": "contribute", "contribution": "aa"})
            await again.until("view")


HANDS = {
    0: "13579m13579p1579s467z",
    1: "2468m2468p2468s226z1z",
    2: "246m246p246s88m88p8s77z",
    3: "2468m2468p2468s333z1z",
}


async def test_an_exhaustive_draw_with_four_persons(open_room: Open) -> None:
    # Nobody wins by passing on, so the wall runs out and the last four tiles are shared.
    async with (
        open_room(persons=ALL, chance=SeededChance(walls=[wall_of(HANDS)])) as room,
        AsyncExitStack() as stack,
    ):
        clients = await come(stack, room, *ALL)
        for client in clients:
            await ready(client, "00")
        await asyncio.gather(*map(passive.play, clients))
        for client in clients:
            ended = client.told("event")[-1]["event"]
            assert (ended["type"], ended["winner"]) == ("round_ended", None)
            assert ended["points"] == [0] * 4
            over = client.log[-1]
            assert (over["type"], over["match"]["dealer"], over["match"]["round"]) == (
                "round_over",
                1,
                2,
            )
        types = [m["event"]["type"] for m in clients[0].told("event")]
        assert types.count("share_out_began") == 1
        for client in clients:
            await ready(client, "00")
        assert (await clients[0].until("view"))["view"]["dealer"] == 1


async def test_two_windows_of_one_person_and_the_others_not_disturbed(open_room: Open) -> None:
    async with open_room(persons=(0, 1), clock=NO_CLOCK) as room, AsyncExitStack() as stack:
        first, second = await come(stack, room, 0, 1)
        await ready(first, "00")
        await ready(second, "11")
        decision = await first.until("decision")
        await second.until("view")
        (window,) = await come(stack, room, 0)
        assert await window.until("decision") == decision
        assert await first.closed() == 4000
        assert first.log[-1]["code"] == "replaced"
        await second.silent(0.05)
        await window.act(decision["id"], decision["actions"][-1])
        overs = await play_out([window, second])
        assert overs[0]["type"] == "round_over"
        assert "error" not in kinds(second) or {m["code"] for m in second.told("error")} == {
            "stale_decision"
        }


async def test_double_clicks_of_all_four_happen_once(open_room: Open) -> None:
    async def play(client: Client, rng: random.Random) -> None:
        while True:
            message = await client.until("decision", "round_over")
            if message["type"] == "round_over":
                return
            answers = [a for a in message["actions"] if a["type"] != "cancel_ready"]
            chosen = rng.choice(answers)
            for _ in range(3):
                await client.act(message["id"], chosen)

    async with open_room(persons=ALL) as room, AsyncExitStack() as stack:
        clients = await come(stack, room, *ALL)
        for client in clients:
            await ready(client, "00")
        await asyncio.gather(*(play(c, random.Random(i)) for i, c in enumerate(clients)))
        replay(await room.record("round-1"))
        codes = {m["code"] for client in clients for m in client.told("error")}
        assert codes <= {"stale_decision", "already_answered", "no_round"}
        assert codes
