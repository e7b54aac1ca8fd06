"""Time that runs out, the autopilot that takes over, and the tap that takes a seat back."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import AsyncExitStack
from typing import Any

import pytest

from taipao.game.replay import replay
from taipao.server.supplies import Pace
from taipao.server.tablestate import Clock
from taipao.server.thinking import Thinking
from tests.server.chance import SeededChance
from tests.server.client import Client, Message
from tests.server.conftest import Open
from tests.server.room import Room
from tests.server.walls import wall_of

ALL = (0, 1, 2, 3)
SHORT = Clock(0.1, 0.0)
AMPLE = Clock(20, 60)


async def begin(stack: AsyncExitStack, room: Room, *seats: int) -> list[Client]:
    clients = [await stack.enter_async_context(room.come(seat)) for seat in seats]
    for client in clients:
        await client.start(None if len(seats) > 1 else "standard", "00")
    return clients


async def chosen_by(room: Room, round_id: str = "round-1") -> list[tuple[int, str, str]]:
    """Return seat, chooser and kind of every action on record."""
    lines = [json.loads(line) for line in (await room.record(round_id)).splitlines()]
    return [(x["seat"], x["by"], x["action"]["type"]) for x in lines if "action" in x]


def autopilots(message: Message) -> list[bool]:
    return [player["autopilot"] for player in message["players"]]


async def until_autopilot(client: Client, seat: int, *, on: bool) -> None:
    while autopilots(await client.until("seats"))[seat] is not on:
        pass


async def test_a_decision_says_how_long_it_is_open(open_room: Open) -> None:
    async with open_room(clock=AMPLE) as room, AsyncExitStack() as stack:
        (client,) = await begin(stack, room, 0)
        decision = await client.until("decision")
        assert 19 < decision["seconds"] <= 20
        assert decision["reserve"] == 60
        await asyncio.sleep(0.3)
        async with room.come(0) as again:
            later = await again.until("decision")
            assert later["id"] == decision["id"]
            assert later["seconds"] < decision["seconds"]


async def test_without_a_clock_nothing_is_said_of_one(open_room: Open) -> None:
    async with open_room() as room, AsyncExitStack() as stack:
        (client,) = await begin(stack, room, 0)
        decision = await client.until("decision")
        assert (decision["seconds"], decision["reserve"]) == (None, None)


async def test_the_reserve_is_for_the_whole_round(open_room: Open) -> None:
    async with open_room(clock=Clock(0.1, 60)) as room, AsyncExitStack() as stack:
        (client,) = await begin(stack, room, 0)
        left = []
        for _ in range(3):
            decision = await client.until("decision")
            left.append(decision["reserve"])
            await asyncio.sleep(0.3)
            passing = [a for a in decision["actions"] if a["type"] in ("pass", "discard")]
            await client.act(decision["id"], passing[0])
        assert left[0] == 60
        assert 60 > left[1] > left[2] > 58


async def test_a_seat_whose_time_is_up_is_played_for_and_taken_back_by_one_tap(
    open_room: Open,
) -> None:
    chance = SeededChance(dealer=0)
    async with (
        open_room(persons=(0, 1), clock=SHORT, chance=chance, bots="greedy") as room,
        AsyncExitStack() as stack,
    ):
        slow, other = await begin(stack, room, 0, 1)
        decision = await slow.until("decision")
        for client in (slow, other):
            await until_autopilot(client, 0, on=True)
        # The choice that was half made when the time ran out comes too late, and does no harm.
        await slow.act(decision["id"], decision["actions"][0])
        refusal = await slow.until("error")
        assert (refusal["code"], refusal["decision"]) == ("stale_decision", decision["id"])
        await slow.send({"type": "autopilot", "on": False})
        await until_autopilot(slow, 0, on=False)
        await asyncio.gather(slow.until("round_over"), other.until("round_over"))
        choosers = [by for seat, by, _ in await chosen_by(room) if seat == 0]
        assert choosers[0] == "clock"
        assert set(choosers) <= {"clock", "autopilot", "ready"}


async def test_taking_the_seat_back_opens_the_decision_with_the_time_it_had(
    open_room: Open,
) -> None:
    # The autopilot thinks for ever here, so the seat is taken back in mid-thought.
    pace = Pace((3600, 3600), (0, 0))
    async with open_room(clock=AMPLE, pace=pace) as room, AsyncExitStack() as stack:
        (client,) = await begin(stack, room, 0)
        decision = await client.until("decision")
        await asyncio.sleep(0.3)
        await client.send({"type": "autopilot", "on": True})
        await client.until("seats")
        async with room.come(0) as again:
            view = await again.until("view")
            assert autopilots(view)[0]
            await again.silent(0.05)
            await again.send({"type": "autopilot", "on": False})
            asked = await again.until("decision")
            assert asked["id"] == decision["id"]
            assert asked["actions"] == decision["actions"]
            assert asked["seconds"] < decision["seconds"]


async def test_taps_on_the_autopilot_win_no_time(open_room: Open) -> None:
    # The autopilot thinks for ever, so only the clock can answer.
    pace = Pace((3600, 3600), (0, 0))
    async with open_room(clock=Clock(0.3, 0.2), pace=pace) as room, AsyncExitStack() as stack:
        (client,) = await begin(stack, room, 0)
        told = await client.until("decision")
        while told["type"] == "decision":
            await client.send({"type": "autopilot", "on": True})
            await client.send({"type": "autopilot", "on": False})
            told = await client.until("decision", "event")
        (live,) = await room.store.open_tables()
        chosen = [json.loads(line) for line in live.lines if b'"action"' in line]
        assert [(one["seat"], one["by"]) for one in chosen] == [(0, "clock")]


RULESETS: list[Any] = [
    "standard",
    "alternate",
    {"base": "standard", "set": {"ready": "locked", "ready_tai": 5}},
]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(2))
async def test_four_sleepers_are_played_for_to_the_end(
    open_room: Open, ruleset: Any, seed: int
) -> None:
    async with (
        open_room(
            persons=ALL, clock=Clock(0.01, 0), ruleset=ruleset, chance=SeededChance(seed)
        ) as room,
        AsyncExitStack() as stack,
    ):
        clients = await begin(stack, room, *ALL)
        await asyncio.gather(*(client.until("round_over") for client in clients))
        replay(await room.record("round-1"))
        actions = await chosen_by(room)
        assert {by for _, by, _ in actions} == {"clock", "autopilot"}
        # To declare ready is nobody's but the person's own choice.
        assert b"ready_noted" not in await room.record("round-1")
        assert b"ready_declared" not in await room.record("round-1")


HAND = "123456789m123p45s99s"


async def asked_and_slept(
    open_room: Open, wall: tuple[Any, ...], *, ruleset: Any = "standard", answers: int = 0
) -> tuple[list[tuple[int, str, str]], Client]:
    """Play seat 0 by hand for so many answers, then sleep; three passive bots play the others."""
    chance = SeededChance(walls=[wall])
    async with open_room(clock=AMPLE, chance=chance) as room, room.come(0) as client:
        seat = room.table._seats[0]
        if not answers:
            seat.thinking = Thinking(SHORT)
        await client.start(ruleset)
        for left in range(answers, 0, -1):
            decision = await client.until("decision")
            if left == 1:
                seat.thinking = Thinking(SHORT)
            declaring = [a for a in decision["actions"] if a.get("ready") and a["tile"] == "1z"]
            passing = [a for a in decision["actions"] if a["type"] in ("pass", "discard")]
            await client.act(decision["id"], (declaring or passing)[-1])
        await client.until("round_over")
        return await chosen_by(room), client


@pytest.mark.usefixtures("passive_bots")
async def test_the_clock_answers_a_turn_and_then_the_autopilot(open_room: Open) -> None:
    actions, _ = await asked_and_slept(open_room, wall_of({0: "147m258p369s11223467z"}))
    own = [by for seat, by, _ in actions if seat == 0]
    assert own[0] == "clock"
    assert set(own[1:]) == {"autopilot"}


@pytest.mark.usefixtures("passive_bots")
async def test_a_declared_seat_passes_by_itself_and_not_by_the_clock(open_room: Open) -> None:
    wall = wall_of({0: HAND + "1z"}, draws="2z3z4z2z3z3z4z6s")
    actions, _ = await asked_and_slept(open_room, wall, answers=1)
    assert [by for seat, by, _ in actions if seat == 0] == ["player", "ready", "clock"]


@pytest.mark.usefixtures("passive_bots")
async def test_the_clock_takes_the_win_that_a_locked_seat_has_to_take(open_room: Open) -> None:
    # A wild tile in the share-out has to be won with.
    locked = {"base": "standard", "set": {"ready": "locked", "reserve": 71}}
    wall = wall_of({0: HAND + "1z"}, draws="2z3z4z2f")
    actions, client = await asked_and_slept(open_room, wall, ruleset=locked, answers=1)
    assert actions[-1] == (0, "clock", "win")
    last = client.told("decision")[-1]
    assert last["actions"] == [{"type": "win"}]
    assert "share_out_began" in [m["event"]["type"] for m in client.told("event")]


async def test_everyone_leaving_at_once_leaves_a_round_that_ends(open_room: Open) -> None:
    async with open_room(persons=ALL, clock=Clock(0.05, 0)) as room:
        async with AsyncExitStack() as stack:
            clients = await begin(stack, room, *ALL)
            for client in clients:
                await client.until("view")
        async with asyncio.timeout(20):
            while room.table.playing:
                await asyncio.sleep(0.01)
        replay(await room.record("round-1"))
        await asyncio.sleep(0.1)
        assert not room.table.playing, "nobody is there to begin a round"
        async with room.come(2) as back:
            assert (await back.until("round_over"))["match"]["round"] == 2
            assert autopilots(back.told("view")[0]) == [True] * 4


async def test_a_drop_in_the_middle_of_a_claim_window(open_room: Open) -> None:
    # The dealer discards the highest tile, 7z, which seat 0 could pung.
    wall = wall_of({0: "13579m13579p1579s77z", 3: "2468m2468p2468s12347z"}, dealer=3)
    chance = SeededChance(dealer=3, walls=[wall])
    async with (
        open_room(persons=(0, 3), chance=chance, clock=AMPLE) as room,
        AsyncExitStack() as stack,
    ):
        dropping, dealer = await begin(stack, room, 0, 3)
        turn = await dealer.until("decision")
        await dealer.act(turn["id"], {"type": "discard", "tile": "7z", "ready": False})
        claim = await dropping.until("decision")
        assert claim["actions"] == [{"type": "pung"}, {"type": "pass"}]
        await dropping.socket.close()
        players = (await dealer.until("seats"))["players"]
        assert not players[0]["connected"]
        assert not players[0]["autopilot"], "its time still runs"
        async with room.come(0, round="round-1", last=claim["id"], table="table") as back:
            await back.until("resumed")
            again = await back.until("decision")
            assert again["id"] == claim["id"]
            assert again["actions"] == claim["actions"]
            assert again["seconds"] <= claim["seconds"]
            await back.act(again["id"], {"type": "pung"})
            event = await back.until("event")
            assert (event["event"]["type"], event["event"]["seat"]) == ("pung_made", 0)


async def test_a_claim_that_is_slept_through_holds_the_table_up_no_longer_than_its_time(
    open_room: Open,
) -> None:
    wall = wall_of({0: "13579m13579p1579s77z", 3: "2468m2468p2468s12347z"}, dealer=3)
    chance = SeededChance(dealer=3, walls=[wall])
    async with (
        open_room(persons=(0, 3), chance=chance, clock=Clock(1, 0)) as room,
        AsyncExitStack() as stack,
    ):
        sleeping, dealer = await begin(stack, room, 0, 3)
        turn = await dealer.until("decision")
        await dealer.act(turn["id"], {"type": "discard", "tile": "7z", "ready": False})
        await dealer.until("event")
        await until_autopilot(dealer, 0, on=True)
        await asyncio.gather(dealer.until("round_over"), sleeping.until("round_over"))
        assert any(seat == 0 for seat, _, _ in await chosen_by(room))


async def test_a_new_round_takes_the_seat_back(open_room: Open) -> None:
    async with open_room(clock=Clock(0.05, 0)) as room, AsyncExitStack() as stack:
        (client,) = await begin(stack, room, 0)
        assert autopilots(await client.until("seats"))[0]
        await client.until("round_over")
        await client.start(None)
        assert not autopilots(await client.until("view"))[0]


async def test_random_taps_on_the_autopilot_do_no_harm(open_room: Open) -> None:
    async def tap(client: Client, rng: random.Random) -> None:
        while True:
            message = await client.until("decision", "round_over", "event", "error")
            if message["type"] == "round_over":
                return
            if rng.random() < 0.2:
                await client.send({"type": "autopilot", "on": rng.random() < 0.5})
            if message["type"] == "decision" and rng.random() < 0.8:
                await client.act(message["id"], rng.choice(message["actions"]))

    for seed in range(3):
        async with (
            open_room(persons=ALL, clock=Clock(0.05, 0.1), chance=SeededChance(seed)) as room,
            AsyncExitStack() as stack,
        ):
            clients = await begin(stack, room, *ALL)
            await asyncio.gather(*(tap(c, random.Random(i + seed)) for i, c in enumerate(clients)))
            replay(await room.record("round-1"))
            codes = {m["code"] for client in clients for m in client.told("error")}
            assert codes <= {"stale_decision", "already_answered", "bad_message", "illegal"}
