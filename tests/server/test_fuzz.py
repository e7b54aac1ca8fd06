"""Random and mutated messages on a live table: clear codes, others undisturbed, nothing grows."""

from __future__ import annotations

import asyncio
import gc
import json
import random
import resource
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, get_args

import pytest

from taipao.server.protocol import ErrorCode
from taipao.tiles import NAMES
from tests.server.client import Client
from tests.server.conftest import Open
from tests.server.room import Room

AT_A_TIME = 500
CODES = frozenset(get_args(ErrorCode))
ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    2**31,
    2**63,
    1e308,
    "",
    "5m",
    "8z",
    "\x00",
    "龍",
    [],
    {},
    "a" * 200,
]


def random_message(rng: random.Random) -> Any:
    """Make a message that looks like one, its fields more or less what they should be."""
    kind = rng.choice(
        ["act", "act", "act", "start", "contribute", "autopilot", "hello", "hint", "chat"]
    )
    message: dict[str, Any] = {"type": kind}
    if kind == "act":
        action = {"type": rng.choice(["win", "kong", "pung", "chow", "discard", "pass", "ron"])}
        message["decision"] = rng.choice([None, rng.randrange(60), rng.choice(ODD)])
        message["action"] = action | {
            "tile": rng.choice([*NAMES, rng.choice(ODD)]),
            "tiles": rng.choices(NAMES, k=2),
            "ready": rng.choice([True, False, "no"]),
        }
        if rng.random() < 0.1:
            message["action"] = {"type": "cancel_ready"}
    elif kind == "start":
        message["ruleset"] = rng.choice(
            [None, None, "classic", {"base": "standard", "set": {"x": 1}}]
        )
        message["contribution"] = rng.choice([None, "ab", "abc", rng.choice(ODD)])
    elif kind == "contribute":
        message["contribution"] = rng.choice(["ab", "zz", rng.choice(ODD)])
    elif kind == "hint":
        message["decision"] = rng.choice([None, rng.randrange(60), rng.choice(ODD)])
    elif kind == "autopilot":
        message["on"] = rng.choice([True, False, rng.choice(ODD)])
    for field in rng.sample(sorted(message), k=rng.random() < 0.1):
        message[field] = rng.choice(ODD)
    return message


def mutated(rng: random.Random, text: str) -> str:
    """Damage a text: cut, doubled, a character changed, or put into many brackets."""
    place = rng.randrange(len(text) + 1)
    match rng.randrange(5):
        case 0:
            return text[:place]
        case 1:
            return text[:place] + text[place // 2 :]
        case 2:
            return text[:place] + chr(rng.randrange(1, 0x2FF)) + text[place + 1 :]
        case 3:
            return "[" * 500 + text
        case _:
            return text + rng.choice(["", " ", ",", "{}", "\x00"])


def text(rng: random.Random) -> str:
    written = json.dumps(random_message(rng), ensure_ascii=rng.random() < 0.5)
    return mutated(rng, written) if rng.random() < 0.4 else written


async def flood(client: Client, rng: random.Random, count: int) -> set[str]:
    """Send messages and read all that comes; return the codes of the refusals."""
    codes: set[str] = set()
    for _ in range(0, count, AT_A_TIME):
        for _ in range(AT_A_TIME):
            await client.send(text(rng))
        # The answer to a second hello ends the portion: everything before it has been dealt with.
        await client.send({"type": "hello", "protocol": 1, "last": 0})
        while True:
            message = await client.receive()
            if message["type"] == "error":
                assert len(message["message"]) < 500
                codes.add(message["code"])
                if message["code"] == "already_greeted":
                    break
        client.forget()
    return codes


async def play_on(client: Client, rng: random.Random, told: Counter[str]) -> None:
    """Play round after round, counting decisions, rounds and refusals by their codes."""
    while True:
        message = await client.until("decision", "round_over", "frozen", "error")
        told[message.get("code", message["type"])] += 1
        if message["type"] == "decision":
            answers = [a for a in message["actions"] if a["type"] != "cancel_ready"]
            await client.act(message["id"], rng.choice(answers))
        elif message["type"] == "round_over":
            client.forget()
            await client.start(None, "00")


def resident() -> int:
    """Return how many kilobytes of memory the process has now, garbage not counted."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() // 1024


async def fuzz(room: Room, count: int) -> None:
    async with AsyncExitStack() as stack:
        noisy, quiet = [await stack.enter_async_context(room.come(seat)) for seat in (0, 1)]
        for client in (noisy, quiet):
            await client.start(None, "00")
        told: Counter[str] = Counter()
        playing = asyncio.create_task(play_on(quiet, random.Random(1), told))
        half = await flood(noisy, random.Random(2), count // 2)
        before, got_on = resident(), told["decision"]
        codes = half | await flood(noisy, random.Random(3), count // 2)
        grown = resident() - before
        assert codes <= CODES
        assert {"bad_message", "not_alone", "already_greeted"} <= codes
        assert grown < 5_000, "kilobytes that a second half as long as the first has added"
        assert not room.table.frozen
        assert room.table.waiting < 10
        assert not playing.done()
        playing.cancel()
        assert 0 < got_on < told["decision"], "the quiet seat is asked on and on meanwhile"
        assert set(told) <= {"decision", "round_over", "stale_decision"}
    # Both come back and play the round, or the next one, to its end.
    async with room.come(0) as first, room.come(1) as second:
        for client in (first, second):
            await client.send({"type": "autopilot", "on": False})
            if not room.table.playing:
                await client.start(None, "00")
        overs = await asyncio.gather(
            *(c.play_round(random.Random(5 + i)) for i, c in enumerate((first, second)))
        )
        assert [over["type"] for over in overs] == ["round_over"] * 2


async def test_twenty_thousand_messages_do_no_harm(open_room: Open) -> None:
    async with open_room(persons=(0, 1)) as room:
        await fuzz(room, 20_000)


@pytest.mark.soak
async def test_a_million_messages_do_no_harm(open_room: Open) -> None:
    async with open_room(persons=(0, 1)) as room:
        await fuzz(room, 1_000_000)
