"""Who asks for hints is answered once, beside play: over real sockets."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from taipao.server import hinting
from taipao.server.advice import hints_of
from tests.server.chance import SeededChance
from tests.server.client import Client, Message
from tests.server.conftest import Open
from tests.server.friendly import party
from tests.server.serving import serving
from tests.server.walls import wall_of

READY = "123456789m123p45s99s1z"
CLAIMING = {
    0: "13579m13579p1579s467z",
    1: "2468m2468p2468s2266z",
    2: "246m246p246s88m88p8s77z",
    3: "2468m2468p2468s3333z",
}


async def ask(client: Client, decision: int | None) -> Message:
    """Ask for hints; return the answer."""
    await client.send({"type": "hint", "decision": decision})
    return await client.until("hints", "error")


class Held:
    """Hints that are being worked out for as long as a test wants."""

    def __init__(self) -> None:
        self.begun, self.go_on = threading.Semaphore(0), threading.Semaphore(0)

    async def begins(self) -> None:
        await asyncio.to_thread(self.begun.acquire)

    def think(self, *arguments: Any) -> Any:
        self.begun.release()
        assert self.go_on.acquire(timeout=20)
        arguments[-1]()
        return hints_of(*arguments)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    held = Held()
    monkeypatch.setattr(hinting, "hints_of", held.think)
    yield held
    for _ in range(8):
        held.go_on.release()


async def test_the_own_decision_is_answered_with_what_each_discard_leaves(open_room: Open) -> None:
    async with (
        open_room(chance=SeededChance(walls=[wall_of({0: READY})])) as room,
        room.come(0) as client,
    ):
        await client.start()
        asked = await client.until("decision")
        found = await ask(client, asked["id"])
        assert (found["type"], found["decision"], found["distance"]) == ("hints", asked["id"], 0)
        assert [hint["tile"] for hint in found["discards"] if hint["best"]] == ["1z"]
        leaves = {hint["tile"]: hint["leaves"] for hint in found["discards"]}
        # Wild flowers are among the waits, what is asked for by oneself is unseen.
        assert {wait["tile"]: wait["unseen"] for wait in leaves["1z"]["waits"]} == {
            "3s": 4,
            "6s": 4,
            "2f": 3,
            "6f": 3,
        }
        assert (leaves["1z"]["waits"][0]["discard_tai"], leaves["1z"]["waits"][0]["discard"]) == (
            20,
            40,
        )
        assert {"tile": "2f", "unseen": 3} in leaves["1m"]["useful"]
        assert (found["hand"], found["melds"], found["no_win"]) == (None, [], "far")


async def test_a_claim_is_answered_with_what_it_makes_and_leaves(open_room: Open) -> None:
    chance = SeededChance(walls=[wall_of(CLAIMING)])
    async with (
        open_room(persons=(0, 2), chance=chance) as room,
        room.come(0) as first,
        room.come(2) as other,
    ):
        for client in (first, other):
            await client.start(None)
        turn = await first.until("decision")
        await first.act(turn["id"], {"type": "discard", "tile": "7z", "ready": False})
        asked = await other.until("decision")
        found = await ask(other, asked["id"])
        [hint] = found["melds"]
        assert (hint["action"], hint["kind"]) == ({"type": "pung"}, "pung")
        assert hint["discard"] in own_tiles(other)
        assert hint["leaves"]["distance"] < found["hand"]["distance"]
        assert (found["no_win"], found["discards"]) == ("far", [])


def own_tiles(client: Client) -> list[str]:
    return list(client.told("view")[-1]["view"]["hand"])


async def test_the_hand_may_be_asked_about_in_anothers_turn(open_room: Open) -> None:
    chance = SeededChance(walls=[wall_of(CLAIMING)])
    async with (
        open_room(persons=(0, 2), chance=chance) as room,
        room.come(0) as first,
        room.come(2) as other,
    ):
        for client in (first, other):
            await client.start(None)
        turn = await first.until("decision")
        await other.until("view")
        found = await ask(other, None)
        assert (found["decision"], found["discards"], found["no_win"]) == (None, [], None)
        assert found["hand"]["distance"] == found["distance"]
        # That decision is another's.
        refused = await ask(other, turn["id"])
        assert (refused["code"], refused["decision"]) == ("stale_decision", turn["id"])


@pytest.mark.parametrize("decision", [7, None])
async def test_a_table_without_hints_gives_none(decision: int | None) -> None:
    async with serving() as served, party(served, 1, hints=False) as friends:
        [client] = friends.clients
        assert (await ask(client, decision))["code"] == "no_hints"
        await friends.start()
        asked = await client.until("decision")
        refused = await ask(client, decision and asked["id"])
        assert (refused["code"], refused["decision"]) == ("no_hints", decision and asked["id"])


async def test_nothing_is_told_outside_a_round(open_room: Open) -> None:
    async with open_room() as room, room.come(0) as client:
        assert (await ask(client, None))["code"] == "no_round"
        assert (await ask(client, 3))["code"] == "stale_decision"
        await client.start()
        over = await client.play_round(random.Random(1))
        assert over["type"] == "round_over"
        assert (await ask(client, None))["code"] == "no_round"
        # And nothing of it hinders the next round.
        await client.start(None)
        await client.until("decision")


@pytest.mark.parametrize("decision", [-1, "7", 1.5, [], 2**40])
async def test_what_is_no_decision_is_refused_as_any_other_message(
    open_room: Open, decision: Any
) -> None:
    async with open_room() as room, room.come(0) as client:
        assert (await ask(client, decision))["code"] == "bad_message"


async def test_who_watches_is_told_nothing() -> None:
    async with serving() as served, party(served, 1, watch="hidden") as friends:
        watcher = await friends.watch()
        await watcher.until("welcome")
        assert (await ask(watcher, None))["code"] == "watching"


async def test_play_goes_on_and_a_second_request_waits_for_the_first(
    open_room: Open, held: Held
) -> None:
    async with open_room() as room, room.come(0) as client:
        await client.start()
        asked = await client.until("decision")
        await client.send({"type": "hint", "decision": asked["id"]})
        await held.begins()
        assert (await ask(client, asked["id"]))["code"] == "hints_busy"
        held.go_on.release()
        assert (await client.until("hints"))["decision"] == asked["id"]
        held.go_on.release()
        assert (await ask(client, asked["id"]))["type"] == "hints"


async def test_a_hint_is_dropped_when_its_decision_is_over(open_room: Open, held: Held) -> None:
    async with open_room() as room, room.come(0) as client:
        await client.start()
        asked = await client.until("decision")
        await client.send({"type": "hint", "decision": asked["id"]})
        await held.begins()
        discard = next(action for action in asked["actions"] if action["type"] == "discard")
        await client.act(asked["id"], discard)
        after = await client.until("decision", "round_over")
        assert after["type"] == "decision", "the bots have played on"
        held.go_on.release()
        refused = await client.until("error", "hints")
        assert (refused["code"], refused["decision"]) == ("stale_decision", asked["id"])


async def test_who_comes_back_is_answered_anew(open_room: Open, held: Held) -> None:
    async with open_room() as room:
        async with room.come(0) as client:
            await client.start()
            asked = await client.until("decision")
            await client.send({"type": "hint", "decision": asked["id"]})
            await held.begins()
        async with room.come(0) as client:
            again = await client.until("decision")
            await client.send({"type": "hint", "decision": again["id"]})
            for _ in range(2):
                held.go_on.release()
            assert (await client.until("hints", "error"))["type"] == "hints"


async def test_who_asks_too_often_is_refused_and_plays_on(open_room: Open) -> None:
    async with open_room() as room, room.come(0) as client:
        await client.start()
        asked = await client.until("decision")
        answers = [await ask(client, asked["id"]) for _ in range(12)]
        codes = [answer.get("code") for answer in answers]
        assert codes[:8] == [None] * 8
        assert "too_fast" in codes
        await client.act(asked["id"], asked["actions"][-1])
        assert (await client.play_round(random.Random(3)))["type"] == "round_over"


async def test_a_fault_in_hints_stops_no_table(
    open_room: Open, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("no idea")

    monkeypatch.setattr(hinting, "hints_of", fail)
    async with open_room() as room, room.come(0) as client:
        await client.start()
        asked = await client.until("decision")
        assert (await ask(client, asked["id"]))["code"] == "hints_busy"
        assert "hints could not be worked out" in caplog.text
        await client.act(asked["id"], asked["actions"][-1])
        assert (await client.play_round(random.Random(3)))["type"] == "round_over"


async def test_too_many_are_not_taken(
    open_room: Open, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("taipao.server.thinkers._WAITING", 1)
    async with open_room(persons=(0, 1)) as room, room.come(0) as one, room.come(1) as other:
        for client in (one, other):
            await client.start(None)
        for client in (one, other):
            await client.until("view")
        await one.send({"type": "hint", "decision": None})
        await held.begins()
        assert (await ask(other, None))["code"] == "hints_busy"
        held.go_on.release()
        assert (await one.until("hints"))["type"] == "hints"
