"""The autopilot and the clock, which meet every kind of decision and answer for the person."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import NamedTuple

import pytest

from taipao.server.supplies import Pace
from taipao.server.tablestate import NO_CLOCK, Clock
from taipao.server.thinking import Thinking
from tests.server.chance import SeededChance
from tests.server.client import Message
from tests.server.conftest import Open
from tests.server.passive import play
from tests.server.room import Room
from tests.server.test_clock import begin, chosen_by
from tests.server.walls import wall_of

ALL = (0, 1, 2, 3)
SHORT, ENDLESS = Clock(0.05, 0), Clock(3600, 0)

OWN = "13579m13579p1579s467z"
WAITING = "123456789m123p45s99s"
OPPOSITE = "123m456m123p99s1z2z3z"
WIN_OR_PASS = ["win", "pass"]


def discard(tile: str, *, ready: bool = False) -> Message:
    return {"type": "discard", "tile": tile, "ready": ready}


class Asked(NamedTuple):
    """A round in which `seat` is offered some kinds of actions, and a good player takes `takes`.

    Seat 0 deals, and makes pungs and kongs where it is another's decision; nobody else takes
    anything.
    """

    hands: dict[int, str]
    seat: int
    offered: list[str]
    takes: str
    before: tuple[Message, ...] = ()
    """What the seat chooses itself before."""
    draws: str = ""
    reserve: int = 60


DECISIONS = {
    "own turn": Asked({0: OWN}, 0, ["discard"], "discard"),
    "turn after a claim": Asked(
        {0: OWN, 2: OPPOSITE + "77z"}, 2, ["discard"], "discard", ({"type": "pung"},)
    ),
    "claim to win": Asked({0: "13579m113579p112226s", 2: WAITING}, 2, WIN_OR_PASS, "win"),
    "pung": Asked({0: OWN, 2: OPPOSITE + "77z"}, 2, ["pung", "pass"], "pung"),
    "kong": Asked({0: OWN, 2: "123m456m123p99s12777z"}, 2, ["kong", "pung", "pass"], "kong"),
    "chow": Asked(
        {0: "1234579m13579p13579s", 1: "123m456m123p78s1122z3z"}, 1, ["chow", "pass"], "chow"
    ),
    "robbed kong": Asked(
        {0: "13579m13579p13s66s771z", 2: WAITING},
        2,
        WIN_OR_PASS,
        "win",
        (discard("6s"), discard("2z")),
        draws="1z6s1z2z2z6s",
    ),
    "share-out": Asked(
        {0: WAITING + "7z"}, 0, WIN_OR_PASS, "win", (discard("7z"),), draws="2z3z4z6s", reserve=71
    ),
    "turn of a declared seat": Asked(
        {0: WAITING + "7z"},
        0,
        ["win", "pass", "cancel_ready"],
        "win",
        (discard("7z", ready=True),),
        draws="2z3z4z6s",
    ),
    "claim of a declared seat": Asked(
        {0: WAITING + "7z"},
        0,
        ["win", "pass", "cancel_ready"],
        "win",
        (discard("7z", ready=True),),
        draws="2z3z6s",
    ),
}


async def answered(room: Room, asked: Asked, by: str) -> None:
    """Play a round in which the seat leaves the decision to the autopilot, or to the clock."""
    seat = room.table._seats[asked.seat]
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(room.come(seat)) for seat in ALL]
        mine = clients.pop(asked.seat)
        for client in (mine, *clients):
            await client.start(None, "00")
        playing = [
            asyncio.create_task(play(client, ("pung", "kong") if client.seat == 0 else ()))
            for client in clients
        ]
        for action in asked.before:
            decision = await mine.until("decision")
            assert action in decision["actions"]
            if by == "clock" and action is asked.before[-1]:
                seat.thinking = Thinking(SHORT)
            await mine.act(decision["id"], action)
        decision = await mine.until("decision")
        kinds = [action["type"] for action in decision["actions"]]
        assert list(dict.fromkeys(kinds)) == asked.offered
        if by == "autopilot":
            await mine.send({"type": "autopilot", "on": True})
        await asyncio.gather(mine.until("round_over"), *playing)


@pytest.mark.parametrize("by", ["autopilot", "clock"])
@pytest.mark.parametrize("kind", DECISIONS)
async def test_it_answers_for_the_person(open_room: Open, kind: str, by: str) -> None:
    asked = DECISIONS[kind]
    wall = wall_of(asked.hands, draws=asked.draws)
    async with open_room(
        persons=ALL,
        chance=SeededChance(walls=[wall]),
        ruleset={"base": "standard", "set": {"reserve": asked.reserve}},
        clock=ENDLESS if by == "clock" else NO_CLOCK,
    ) as room:
        if by == "clock" and not asked.before:
            room.table._seats[asked.seat].thinking = Thinking(SHORT)
        await answered(room, asked, by)
        chosen = [(how, what) for seat, how, what in await chosen_by(room) if seat == asked.seat]
    mine = len(asked.before)
    assert chosen[:mine] == [("player", action["type"]) for action in asked.before]
    assert chosen[mine] == (by, asked.takes)
    assert {how for how, _ in chosen[mine + 1 :]} <= {"autopilot", "ready"}


async def test_an_answer_given_while_the_autopilot_thinks_is_not_forgotten(open_room: Open) -> None:
    slow = Pace((3600, 3600), (0, 0))
    async with open_room(persons=ALL, pace=slow) as room, AsyncExitStack() as stack:
        clients = await begin(stack, room, *ALL)
        decision = await clients[0].until("decision")
        await clients[0].send({"type": "autopilot", "on": True})
        await clients[0].act(decision["id"], decision["actions"][-1])
        await clients[0].send({"type": "autopilot", "on": False})
        for client in clients:
            assert (await client.until("event"))["event"]["type"] == "discarded"
