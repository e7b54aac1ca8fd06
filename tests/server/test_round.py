"""Whole rounds over real sockets: what a seat is told, and that it is told no more."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from taipao.game.events import Event, is_numbered, redact
from taipao.game.record import EventLine, read
from taipao.game.replay import replay, verify
from taipao.server.supplies import AT_ONCE, Pace
from tests.server.chance import SeededChance
from tests.server.client import Client, Message, folded, plain, seated, wired
from tests.server.conftest import Open
from tests.server.room import A_MOMENT, Room

RULESETS = [
    "standard",
    "alternate",
    {"base": "standard", "set": {"ready": "locked", "white_is_bonus": False}},
]


async def record_of(table: Room, over: Message) -> bytes:
    return await table.record(over["record"].removeprefix("/records/"))


def events_of(record: bytes) -> list[Event]:
    return [line.event for line in read(record).lines if isinstance(line, EventLine)]


def told(client: Client) -> list[tuple[int | None, Any]]:
    return [(m["number"], m["event"]) for m in client.log if m["type"] == "event"]


@pytest.mark.parametrize(("pace", "commits"), [(AT_ONCE, 1), (A_MOMENT, 2)])
async def test_what_follows_an_action_without_a_pause_is_kept_and_shown_with_it(
    open_room: Open, pace: Pace, commits: int
) -> None:
    async with (
        open_room(chance=SeededChance(7), persons=(0, 1, 2, 3), pace=pace) as table,
        table.come(0) as client,
        table.come(1) as second,
        table.come(2) as third,
        table.come(3) as fourth,
    ):
        for one in (client, second, third, fourth):
            await one.start(None)
        dealer = (await client.until("view"))["match"]["dealer"]
        players = {0: client, 1: second, 2: third, 3: fourth}
        decision = await players[dealer].until("decision")
        discard = next(one for one in decision["actions"] if one["type"] == "discard")
        before = table.store.committer.items
        await players[dealer].act(decision["id"], discard)
        event = await client.until("event")
        while event["event"]["type"] != "drawn":
            event = await client.until("event")
        assert table.store.committer.items - before == commits


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(4))
async def test_a_round_tells_the_seat_its_redacted_events_and_no_more(
    open_room: Open, ruleset: Any, seed: int
) -> None:
    seat = seed
    async with open_room(chance=SeededChance(seed, dealer=1), persons=(seat,)) as table:
        async with seated(table.port) as client:
            await client.start(ruleset)
            over = await client.play_round(random.Random(seed))
            record = await record_of(table, over)
        async with seated(table.port) as later:
            final = await later.until("view")
            assert await later.until("round_over") == over

    first = next(m for m in client.log if m["type"] == "view")
    events = events_of(record)
    opened = 1 + next(i for i, e in enumerate(events) if type(e).__name__ == "PlayBegan")
    seen = [event for event in (redact(e, seat) for e in events) if event is not None]
    seen_first = [event for event in (redact(e, seat) for e in events[:opened]) if event]
    assert first["view"] == wired(folded(ruleset, seat, seen_first))
    assert final["view"] == wired(folded(ruleset, seat, seen))

    number = first["view"]["number"]
    expected = []
    for event in seen[len(seen_first) :]:
        number += is_numbered(event)
        expected.append((number if is_numbered(event) else None, plain(event)))
    assert told(client) == expected

    assert over["match"]["points"] == list(replay(record).board.result.points)  # type: ignore[union-attr]
    assert verify(record) > 0
    assert first["commitment"] == read(record).header.commitment


async def test_the_record_names_who_chose_and_who_sat_where(open_room: Open) -> None:
    async with open_room() as table, seated(table.port) as client:
        await client.start("standard")
        over = await client.play_round(random.Random(5))
        lines = [json.loads(line) for line in (await record_of(table, over)).splitlines()]
    assert [seat["bot"] for seat in lines[0]["seats"]] == [None, "random", "random", "random"]
    actions = [line for line in lines if "action" in line]
    assert {(line["seat"] == 0, line["by"]) for line in actions} <= {
        (True, "player"),
        (True, "ready"),
        (False, "bot"),
        (False, "ready"),
    }
    assert (True, "player") in {(line["seat"] == 0, line["by"]) for line in actions}


async def test_the_commitment_is_known_before_the_contribution_that_changes_the_wall(
    open_room: Open,
) -> None:
    hands = []
    for contribution in (None, "00", "ff" * 64):
        async with open_room(chance=SeededChance(9)) as table, seated(table.port) as client:
            published = client.log[0]["next_commitment"]
            await client.start("standard", contribution)
            view = await client.until("view")
            assert view["commitment"] == published
            assert view["next_commitment"] != published
            over = await client.play_round(random.Random(1))
            header = read(await record_of(table, over)).header
            assert header.commitment == published
            assert header.contributions == (contribution, None, None, None)
            assert over["next_commitment"] == view["next_commitment"]
            hands.append(view["view"]["hand"])
    assert hands[0] != hands[1] != hands[2] != hands[0]


async def test_a_match_goes_on_from_round_to_round(open_room: Open) -> None:
    async with open_room() as table, seated(table.port) as client:
        await client.start("standard")
        view = await client.until("view")
        for number in (1, 2, 3):
            over = await client.play_round(random.Random(number))
            assert view["match"]["round"] == number
            assert over["match"]["round"] == number + 1
            assert sum(over["match"]["points"]) == 0
            await client.start(None)
            view = await client.until("view")
            assert view["match"] == over["match"]
            assert view["view"]["dealer"] == over["match"]["dealer"]
            assert [player["kind"] for player in view["players"]] == ["player"] + ["bot"] * 3
        assert [(one.id, one.status) for one in await table.store.rounds("table")] == [
            ("round-4", "live"),
            ("round-3", "finished"),
            ("round-2", "finished"),
            ("round-1", "finished"),
        ]


async def test_an_answer_that_comes_after_the_end_is_late_like_any_other(open_room: Open) -> None:
    async with open_room() as table, seated(table.port) as client:
        await client.start("standard")
        await client.play_round(random.Random(0))
        await client.act(12, {"type": "pass"})
        assert (await client.receive())["code"] == "stale_decision"
        await client.act(None, {"type": "cancel_ready"})
        assert (await client.receive())["code"] == "no_round"


async def test_a_new_match_after_a_round_begins_anew(open_room: Open) -> None:
    async with open_room() as table, seated(table.port) as client:
        for _ in range(2):
            await client.start("standard")
            match = (await client.until("view"))["match"]
            assert (match["round"], match["points"]) == (1, [0, 0, 0, 0])
            await client.play_round(random.Random(0))


async def test_a_new_match_may_begin_in_mid_round_and_drops_the_old_one(open_room: Open) -> None:
    async with open_room() as table, seated(table.port) as client:
        await client.start("standard")
        await client.until("decision")
        await client.start("alternate")
        view = await client.until("view")
        assert view["match"] == {
            "ruleset": "alternate",
            "round": 1,
            "circle": 1,
            "dealer": 0,
            "points": [0, 0, 0, 0],
        }
        over = await client.play_round(random.Random(0))
        assert over["record"] == "/records/round-2"
        assert [(one.id, one.status) for one in await table.store.rounds("table")] == [
            ("round-2", "finished"),
            ("round-1", "dropped"),
        ]
        assert await table.store.record("round-1") is None


async def test_every_decision_offers_something_and_explains_its_discards(
    open_room: Open,
) -> None:
    async with open_room() as table, seated(table.port) as client:
        for seed in range(3):
            await client.start("standard")
            await client.play_round(random.Random(seed))
    decisions = [m for m in client.log if m["type"] == "decision"]
    assert decisions
    for decision in decisions:
        answers = [a for a in decision["actions"] if a["type"] not in ("pass", "cancel_ready")]
        assert answers or {"type": "pass"} in decision["actions"]
        declarable = [a["tile"] for a in decision["actions"] if a.get("ready")]
        assert declarable == [entry["tile"] for entry in decision["waits"]]
