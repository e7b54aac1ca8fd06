"""Every message to every seat, searched for what that seat must not know before the end.

The other tests compare with `redact`; this one knows nothing of it and looks for secrets.
"""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import AsyncExitStack
from typing import Any

import pytest

from tests.server.chance import SeededChance
from tests.server.client import Client, Message
from tests.server.conftest import Open
from tests.server.room import Room

ALL = (0, 1, 2, 3)
RULESETS: list[Any] = [
    "standard",
    "alternate",
    {"base": "alternate", "set": {"white_is_bonus": False, "share_out": True}},
    {"base": "standard", "set": {"opening_four_kong": True, "ready_tai": 3}},
]
SEAT_FIELDS = {"size", "river", "melds", "bonus", "ready"}
OWN_FIELDS = {"hand", "drawn", "hidden", "ready"}


def before_the_end(client: Client) -> list[Message]:
    """Return what came before all hands were opened."""
    end = next(
        place
        for place, message in enumerate(client.log)
        if message["type"] == "event" and message["event"]["type"] in ("won", "round_ended")
    )
    return client.log[:end]


def check(seat: int, messages: list[Message], record: list[Any]) -> None:
    header = record[0]
    events = [line["event"] for line in record if "event" in line]
    noted = [e for e in events if e["type"] in ("ready_noted", "ready_cancelled")]
    for message in messages:
        text = json.dumps(message)
        assert header["secret"] not in text
        for other, contribution in enumerate(header["contributions"]):
            assert other == seat or contribution not in text
        if message["type"] == "event":
            event = message["event"]
            theirs = event.get("seat") != seat
            if event["type"] == "drawn":
                assert (event["tile"] is None) is theirs
            assert event["type"] not in ("dealt", "opening_kong_made"), "those come with the view"
            assert not (theirs and event["type"] in ("ready_noted", "ready_cancelled"))
        if message["type"] == "view":
            view = message["view"]
            assert set(view) - OWN_FIELDS == {
                *("number", "seat", "ruleset", "dealer", "indicators", "wild", "left", "limit"),
                *("phase", "turn", "offer", "seats", "won", "result"),
            }
            for other, shown in enumerate(view["seats"]):
                assert set(shown) == SEAT_FIELDS
                for meld in shown["melds"]:
                    assert meld["kind"] != "bonus_kong" or meld["tiles"] == [], other
    private = [m["event"] for m in messages if m["type"] == "event" and m["number"] is None]
    assert private == [event for event in noted if event["seat"] == seat][: len(private)]
    # A tile that only another seat has ever held is named nowhere in what events say.
    named = json.dumps([m for m in messages if m["type"] == "event"])
    for other in ALL:
        for event in events:
            if other != seat and event["type"] == "opening_kong_made" and event["seat"] == other:
                assert json.dumps(event["tiles"]) not in named


async def play(room: Room, rounds: int) -> None:
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(room.come(seat)) for seat in ALL]
        for seed in range(rounds):
            for seat, client in enumerate(clients):
                client.forget()
                await client.start(None, random.Random(4 * seed + seat).randbytes(16).hex())
            overs = await asyncio.gather(
                *(c.play_round(random.Random(seed + i)) for i, c in enumerate(clients))
            )
            round_id = overs[0]["record"].removeprefix("/records/")
            record = [json.loads(line) for line in (await room.record(round_id)).splitlines()]
            for seat, client in enumerate(clients):
                check(seat, before_the_end(client), record)


@pytest.mark.parametrize("ruleset", RULESETS)
async def test_nobody_is_told_what_is_not_theirs(open_room: Open, ruleset: Any) -> None:
    async with open_room(persons=ALL, ruleset=ruleset, chance=SeededChance(7)) as room:
        await play(room, 4)


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", RULESETS)
async def test_nobody_is_told_in_a_thousand_rounds(open_room: Open, ruleset: Any) -> None:
    async with open_room(persons=ALL, ruleset=ruleset, chance=SeededChance(8)) as room:
        await play(room, 250)
