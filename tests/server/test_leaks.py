"""Every message to every seat, searched for what that seat must not know before the end.

The other tests compare with `redact`; these know nothing of it. They follow the record and count
what the seat has seen, its own tiles and what lies open, and look for anything else in the texts.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from taipao.server.supplies import AT_ONCE, Pace
from taipao.server.tablestate import Clock
from taipao.tiles import COPIES, FACES_OF, KIND, NUMBER
from tests.server.chance import SeededChance
from tests.server.client import Client, Message
from tests.server.conftest import Open
from tests.server.room import A_MOMENT, Room

ALL = (0, 1, 2, 3)
RULESETS: list[Any] = [
    "standard",
    "alternate",
    {"base": "alternate", "set": {"white_is_bonus": False, "share_out": True}},
    {"base": "standard", "set": {"opening_four_kong": True, "ready_tai": 3}},
]
SEAT_FIELDS = {"size", "river", "melds", "bonus", "ready"}
OWN_FIELDS = {"hand", "drawn", "hidden", "ready"}
FACE = re.compile(r'"([1-9][mpszf])"')


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


class Seen:
    """What one seat has seen of the tiles so far, followed through the record of the round."""

    def __init__(self, seat: int, record: list[Any]) -> None:
        self.tiles: Counter[str] = Counter()
        self.wild: set[str] = set()
        self._seat = seat
        self._lines = iter([line for line in record if "event" in line])
        self._number = 0

    def follow(self, number: int) -> None:
        """See what happened up to the public event of a number."""
        while self._number < number:
            line = next(self._lines)
            self.tiles.update(self._of(line["event"]))
            self._number = line["number"] or self._number

    def _of(self, event: Message) -> list[str]:
        """Return the tiles that come into the seat's sight by an event."""
        if event["type"] == "dealt":
            return [*event["hands"][self._seat], *event["indicators"]]
        mine = event.get("seat") == self._seat
        match event["type"]:
            case "drawn":
                return [event["tile"]] if mine else []
            case "bonus_set_aside" if not mine:
                return list(event["tiles"])
            case "discarded" | "added_kong_declared" if not mine:
                return [event["tile"]]
            case "chow_made" if not mine:
                # The one claimed lies open already.
                return [tile for tile in event["tiles"] if tile != event["tile"]]
            case "pung_made" if not mine:
                return [event["tile"]] * 2
            case "kong_made" if not mine:
                from_hand = {"exposed_kong": 3, "concealed_kong": 4, "added_kong": 0}
                return [event["tile"]] * from_hand[event["kind"]]
        return []

    def unseen(self, tile: str) -> int:
        """Count the tiles of a kind that the seat has not seen."""
        faces = FACES_OF[KIND[NUMBER[tile]]]
        left = {face: COPIES[face] for face in faces}
        for name, count in self.tiles.items():
            if NUMBER[name] in left:
                left[NUMBER[name]] -= count
        return sum(left.values())


def search(seat: int, texts: list[str], record: list[Any]) -> None:
    """Look through the texts to one seat of one round, from its first view up to its end."""
    seen, told = Seen(seat, record), dict[int, str]()
    others = [text for other, text in enumerate(record[0]["contributions"]) if other != seat]
    for text in texts:
        message = json.loads(text)
        assert not any(contribution in text for contribution in others)
        if message["type"] == "view":
            seen.follow(message["view"]["number"])
            seen.wild = set(message["view"]["wild"])
        elif message["type"] == "event" and message["number"] is not None:
            seen.follow(message["number"])
            # Told again after a gap, an event is told in the same words.
            assert told.setdefault(message["number"], text) == text
        # What a hand waits for, or needs, follows from itself, and is counted by what it sees.
        for wait in counted(message):
            assert wait.pop("unseen") == seen.unseen(wait.pop("tile")), (seat, text)
        named = set(FACE.findall(json.dumps(message)))
        assert named <= seen.tiles.keys() | seen.wild, (seat, text)


def counted(value: Any) -> Iterator[Message]:
    """Yield whatever in a message says of a tile how many are unseen."""
    if isinstance(value, dict):
        if value.keys() >= {"tile", "unseen"}:
            yield value
        for part in [*value.values()]:
            yield from counted(part)
    elif isinstance(value, list):
        for part in value:
            yield from counted(part)


def of_round(texts: list[str], round_id: str) -> tuple[list[str], list[str]]:
    """Return what came before the first view of a round, and from there up to its end."""
    messages = [json.loads(text) for text in texts]
    first = next(i for i, m in enumerate(messages) if m.get("round") == round_id)
    end = next(i for i, m in enumerate(messages) if i >= first and shows_all(m))
    return texts[:first], texts[first:end]


def shows_all(message: Message) -> bool:
    """Tell whether a message opens all hands, or comes so late that they may be open."""
    if message["type"] == "view":
        return message["view"]["result"] is not None
    return message["type"] == "event" and message["event"]["type"] in ("won", "round_ended")


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
                search(seat, of_round(client.texts, round_id)[1], record)


@pytest.mark.parametrize("pace", [AT_ONCE, A_MOMENT], ids=["at once", "after a pause"])
@pytest.mark.parametrize("ruleset", RULESETS)
async def test_nobody_is_told_what_is_not_theirs(open_room: Open, ruleset: Any, pace: Pace) -> None:
    chance = SeededChance(7)
    async with open_room(persons=ALL, ruleset=ruleset, chance=chance, pace=pace) as room:
        await play(room, 4)


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", RULESETS)
async def test_nobody_is_told_in_a_thousand_rounds(open_room: Open, ruleset: Any) -> None:
    for pace in (AT_ONCE, A_MOMENT):
        chance = SeededChance(8)
        async with open_room(persons=ALL, ruleset=ruleset, chance=chance, pace=pace) as room:
            await play(room, 125)


async def come_and_go(room: Room, seat: int, rng: random.Random, done: set[str]) -> list[str]:
    """Play the next round to its end, leaving at open decisions; return all texts that came."""
    texts: list[str] = []
    place: dict[str, Any] = {}
    while True:
        # By turns what was missed, and the whole view.
        async with room.come(seat, **(place if rng.random() < 0.7 else {})) as client:
            if not place:
                await client.start(None, rng.randbytes(16).hex())
                while (await client.until("view"))["round"] in done:
                    pass
            over = await play_some(client, rng)
        texts += client.texts
        for message in client.log:
            if message["type"] == "view":
                place = {"round": message["round"], "last": message["view"]["number"]}
            elif message["type"] == "event":
                place["last"] = message["number"] or place["last"]
        if over:
            return texts


async def play_some(client: Client, rng: random.Random) -> bool:
    """Answer some decisions and leave the next one open; tell whether the round is over.

    Before some answers, hints are asked for.
    """
    for answers_left in range(4, -1, -1):
        message = await client.until("decision", "round_over")
        if message["type"] == "round_over":
            return True
        if rng.random() < 0.3:
            await client.send({"type": "hint", "decision": message["id"]})
            await client.until("hints", "error")
        if answers_left:
            await client.act(message["id"], rng.choice(message["actions"]))
    return False


@pytest.mark.parametrize("ruleset", RULESETS)
async def test_nothing_else_is_in_any_text_to_those_who_come_and_go(
    open_room: Open, ruleset: Any
) -> None:
    chance = SeededChance(9)
    async with open_room(
        persons=ALL, ruleset=ruleset, chance=chance, clock=Clock(3600, 60)
    ) as room:
        texts: dict[str, list[list[str]]] = {}
        for number in range(1, 4):
            rngs = [random.Random(4 * number + seat) for seat in ALL]
            texts[f"round-{number}"] = await asyncio.gather(
                *(come_and_go(room, seat, rngs[seat], set(texts)) for seat in ALL)
            )
        secrets: list[str] = []
        for round_id, each in reversed(texts.items()):
            record = [json.loads(line) for line in (await room.record(round_id)).splitlines()]
            secrets.append(record[0]["secret"])
            for seat in ALL:
                before, shown = of_round(each[seat], round_id)
                search(seat, shown, record)
                # Neither this round's secret nor that of one to come.
                assert not any(secret in text for secret in secrets for text in before + shown)
        came = [json.loads(text) for each in texts.values() for one in each for text in one]
        assert {"resumed", "waits", "decision", "event", "view", "seats", "hints"} <= {
            message["type"] for message in came
        }
        assert any(message["waits"] for message in came if message["type"] == "waits")
        assert any(message["waits"] for message in came if message["type"] == "decision")
        assert any(hint["melds"] for hint in came if hint["type"] == "hints")
