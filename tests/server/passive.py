"""Persons who let everything pass, so that scripted rounds go on as they are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.server.client import Client, Message

PASS = {"type": "pass"}


def answer(client: Client, actions: Sequence[Any], takes: Sequence[str] = ()) -> Message:
    """Choose what to take, or else pass or discard the tile drawn, the highest if none was."""
    own = [m["event"] for m in client.told("event") if m["event"].get("seat") == client.seat]
    taken = [action for action in actions if action["type"] in takes]
    discards = [action for action in actions if action["type"] == "discard" and not action["ready"]]
    drawn = [action for action in discards if own and action["tile"] == own[-1].get("tile")]
    passes = [action for action in actions if action == PASS]
    chosen: Message = (taken or passes or drawn or discards)[-1]
    return chosen


async def play(client: Client, takes: Sequence[str] = ()) -> None:
    """Answer so until the round is over."""
    while True:
        message = await client.until("decision", "round_over")
        if message["type"] == "round_over":
            return
        await client.act(message["id"], answer(client, message["actions"], takes))
