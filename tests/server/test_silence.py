"""What a seat is sent, and when, tells nothing about what others could have done."""

from __future__ import annotations

import pytest

from tests.server.chance import SeededChance
from tests.server.client import Client, Message, seated
from tests.server.conftest import Open
from tests.server.walls import wall_of

OWN = "13579m13579p1579s467z"
RIGHT, OPPOSITE, LEFT = "2468m2468p2468s226z", "246m246p246s88m88p8s", "2468m2468p2468s333z"
# The person discards 7z first; the one opposite could pung it, or nobody could.
CLAIMABLE = {0: OWN, 1: RIGHT + "1z", 2: OPPOSITE + "77z", 3: LEFT + "1z"}
UNCLAIMABLE = {0: OWN, 1: RIGHT + "7z", 2: OPPOSITE + "11z", 3: LEFT + "7z"}


async def play_passively(client: Client) -> None:
    while True:
        message = await client.until("decision", "round_over")
        if message["type"] == "round_over":
            return
        passing = {"type": "pass"}
        last = [action for action in message["actions"] if not action.get("ready")][-1]
        await client.act(message["id"], passing if passing in message["actions"] else last)


async def told(
    open_room: Open, hands: dict[int, str]
) -> tuple[list[Message], list[tuple[float, float]]]:
    """Play a round in which nobody claims; return what the person was sent, and the pauses."""
    chance = SeededChance(walls=[wall_of(hands)])
    async with open_room(chance=chance) as table, seated(table.port) as client:
        await client.start("standard")
        await play_passively(client)
    return client.log, chance.pauses


def ends(message: Message) -> bool:
    return message["type"] == "event" and message["event"]["type"] == "round_ended"


@pytest.mark.usefixtures("passive_bots")
async def test_messages_and_pauses_do_not_tell_who_could_claim(open_room: Open) -> None:
    could, could_pauses = await told(open_room, CLAIMABLE)
    could_not, could_not_pauses = await told(open_room, UNCLAIMABLE)
    discards = [m["event"] for m in could if m["type"] == "event"]
    assert discards[0] == {"type": "discarded", "seat": 0, "tile": "7z", "drawn": False}
    assert [m for m in could if not ends(m)] == [m for m in could_not if not ends(m)]
    assert could_pauses == could_not_pauses
    # All hands are open in the end, and only there do the two differ.
    assert [m for m in could if ends(m)] != [m for m in could_not if ends(m)]
