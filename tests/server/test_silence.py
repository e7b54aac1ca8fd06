"""What a seat is sent, and when, tells nothing about what others could have done.

Each is played twice: once a seat could claim, and passes; once it could not. Its tiles that make
the difference lie in the other round where nobody draws them, so that all others hold the same.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from typing import NamedTuple

import pytest

from taipao.bots import NAMES
from taipao.server.supplies import AT_ONCE, Pace
from taipao.server.tablestate import NO_CLOCK, Clock, decode_state
from taipao.server.thinking import Thinking
from taipao.tiles import NUMBER, TileName, parse
from tests.server.chance import SeededChance
from tests.server.client import Client, Message
from tests.server.conftest import Open, PassiveBot
from tests.server.passive import PASS, answer, play
from tests.server.room import A_MOMENT, Room
from tests.server.walls import wall_of

ALL = (0, 1, 2, 3)
UNDRAWN = range(122, 130)
"""Places in a wall that no round here comes to."""
SHORT, ENDLESS = Clock(0.05, 0), Clock(3600, 0)

WAITING = "123456789m123p45s99s"
OWN = "13579m13579p1579s467z"
RIGHT, OPPOSITE, LEFT = "2468m2468p2468s2266z", "246m246p246s88m88p8s", "2468m2468p2468s3333z"


class Pair(NamedTuple):
    """A wall in which `seat` could claim with its tiles `by`, and is asked so.

    Seat 0 deals and discards its highest tile first; it takes pungs and kongs where it `takes`.
    """

    hands: dict[int, str]
    seat: int
    by: str
    asked: list[Message]
    answers: int = 0
    """What the seat has answered before."""
    draws: str = ""
    tail: str = ""
    takes: tuple[str, ...] = ()
    reserve: int = 60

    def walls(self) -> tuple[tuple[TileName, ...], tuple[TileName, ...]]:
        """Return the wall, and the one without the tiles to claim by."""
        could = wall_of(self.hands, draws=self.draws, tail=self.tail)
        could_not = [*could]
        dealt = [16 * deal + 4 * self.seat + i for deal in range(4) for i in range(4)]
        for tile, deep in zip(parse(self.by), UNDRAWN, strict=False):
            place = next(place for place in dealt if NUMBER[could_not[place]] == tile)
            could_not[place], could_not[deep] = could_not[deep], could_not[place]
        return could, tuple(could_not)


PAIRS = {
    "pung": Pair(
        {0: OWN, 1: RIGHT, 2: OPPOSITE + "77z", 3: LEFT}, 2, "77z", [{"type": "pung"}, PASS]
    ),
    "kong": Pair(
        {0: OWN, 1: RIGHT, 2: "246m246p246s88m88p777z", 3: LEFT},
        2,
        "777z",
        [{"type": "kong", "tile": "7z"}, {"type": "pung"}, PASS],
    ),
    "chow": Pair(
        {0: "1234579m13579p13579s", 1: "2468m2468p78s226644z", 2: OPPOSITE + "77z", 3: LEFT},
        1,
        "78s",
        [{"type": "chow", "tiles": ["7s", "8s"]}, PASS],
    ),
    "win": Pair({0: "13579m113579p112226s", 2: WAITING}, 2, "45s", [{"type": "win"}, PASS]),
    # Seat 2 draws and discards what seat 0 pungs, and then makes a kong of.
    "robbed kong": Pair(
        {0: "13579m13579p13s66s771z", 2: WAITING},
        2,
        "45s",
        [{"type": "win"}, PASS],
        answers=2,
        draws="1z6s1z2z2z6s",
        tail="9p",
        takes=("pung", "kong"),
    ),
    "share-out": Pair(
        {0: WAITING + "7z"},
        0,
        "45s",
        [{"type": "win"}, PASS],
        answers=1,
        draws="2z3z4z6s",
        reserve=71,
    ),
}


@pytest.fixture
def passive_autopilot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taipao.server.sitting.AUTOPILOT", PassiveBot())


async def fall_asleep(client: Client, room: Room, answers: int) -> None:
    """Answer so many decisions, the others never; it is this seat's clock alone that runs out."""
    seat = room.table._seats[client.seat]
    for left in range(answers, 0, -1):
        decision = await client.until("decision")
        if left == 1:
            seat.thinking = Thinking(SHORT)
        await client.act(decision["id"], answer(client, decision["actions"]))
    await client.until("round_over")


async def told(
    open_room: Open, pair: Pair, wall: tuple[TileName, ...], how: str, pace: Pace
) -> tuple[dict[int, Client], list[tuple[float, float]]]:
    """Play a round; return the persons with all that each was sent, and the pauses."""
    chance = SeededChance(walls=[wall])
    persons = [seat for seat in ALL if how not in {"bot", "slow bot"} or seat != pair.seat]
    async with AsyncExitStack() as stack:
        room = await stack.enter_async_context(
            open_room(
                persons=persons,
                chance=chance,
                pace=pace,
                ruleset={"base": "standard", "set": {"reserve": pair.reserve}},
                clock=ENDLESS if how == "asleep" else NO_CLOCK,
            )
        )
        clients = {seat: await stack.enter_async_context(room.come(seat)) for seat in persons}
        if how == "asleep" and not pair.answers:
            room.table._seats[pair.seat].thinking = Thinking(SHORT)
        for seat, client in clients.items():
            await client.start(None, "00")
            if seat != persons[-1]:
                # One after the other, so that all are told in the same order each time.
                await client.until("seats")
        await asyncio.gather(
            *(
                fall_asleep(client, room, pair.answers)
                if how == "asleep" and seat == pair.seat
                else play(client, pair.takes if seat == 0 else ())
                for seat, client in clients.items()
            )
        )
    return clients, chance.pauses


def before_the_end(client: Client, *, clock: bool) -> list[str]:
    """Return the texts of all messages before all hands are opened, but for what a clock shows."""
    end = next(
        place
        for place, message in enumerate(client.log)
        if message["type"] == "event" and message["event"]["type"] == "round_ended"
    )
    if not clock:
        return client.texts[:end]
    told = ({**message, "seconds": 0, "reserve": 0} for message in client.log[:end])
    return [json.dumps(message) for message in told]


@pytest.mark.usefixtures("passive_bots", "passive_autopilot")
@pytest.mark.parametrize("pace", [AT_ONCE, A_MOMENT], ids=["at once", "after a pause"])
@pytest.mark.parametrize("how", ["awake", "asleep", "bot", "slow bot"])
@pytest.mark.parametrize("kind", PAIRS)
async def test_nothing_tells_the_others_who_could_claim(
    open_room: Open, kind: str, how: str, pace: Pace, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = PAIRS[kind]
    if how == "slow bot":
        monkeypatch.setattr("taipao.server.dealing.SLOW", frozenset(NAMES))
    wall, other_wall = pair.walls()
    could, could_pauses = await told(open_room, pair, wall, how, pace)
    could_not, could_not_pauses = await told(open_room, pair, other_wall, how, pace)
    for seat in could.keys() - {pair.seat}:
        sent, other = (before_the_end(c[seat], clock=how == "asleep") for c in (could, could_not))
        assert sent == other
    if how in {"bot", "slow bot"}:
        assert could_pauses == could_not_pauses
        return
    same = {decision["id"] for decision in could_not[pair.seat].told("decision")}
    decisions = [d for d in could[pair.seat].told("decision") if d["id"] not in same]
    assert decisions[0]["actions"] == pair.asked
    if how == "awake":
        assert could_pauses == could_not_pauses
    else:
        # It knows itself before anything else comes of it.
        log = could[pair.seat].log
        place = log.index(decisions[0])
        told_itself = next(m for m in log[place:] if m["type"] == "seats")
        assert told_itself["players"][pair.seat]["autopilot"]
        events = [m["event"] for m in log[place : log.index(told_itself)] if m["type"] == "event"]
        assert pair.seat not in [event["seat"] for event in events if event["type"] != "drawn"]


@pytest.mark.usefixtures("passive_bots", "passive_autopilot")
async def test_nothing_is_kept_that_would_tell_after_a_restart(open_room: Open) -> None:
    pair = PAIRS["pung"]
    chance = SeededChance(walls=[pair.walls()[0]])
    async with (
        open_room(persons=ALL, chance=chance, clock=ENDLESS) as room,
        AsyncExitStack() as stack,
    ):
        room.table._seats[pair.seat].thinking = Thinking(SHORT)
        clients = [await stack.enter_async_context(room.come(seat)) for seat in ALL]
        for client in clients:
            await client.start(None, "00")
        decision = await clients[0].until("decision")
        await clients[0].act(decision["id"], answer(clients[0], decision["actions"]))
        # The next one's turn: the claim is over.
        await clients[1].until("decision")
        assert room.table.autopilots == 1
        (live,) = await room.store.open_tables()
        assert not any(decode_state(live.state).autopilots)
