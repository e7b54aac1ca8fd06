"""What players say to each other: fixed phrases, to all who see the table, and not too many."""

from __future__ import annotations

import asyncio
import random
from typing import Any, get_args

import pytest

from taipao.server.protocol import Phrase
from tests.server.chance import SeededChance
from tests.server.client import Client, Message
from tests.server.friendly import Party, party
from tests.server.serving import serving


async def say(client: Client, phrase: Any) -> Message:
    """Say something; return what the table answers."""
    await client.send({"type": "say", "phrase": phrase})
    while True:
        answer = await client.until("said", "error")
        if answer.get("seat", client.seat) == client.seat:
            return answer


def said(seat: int, phrase: str) -> Message:
    return {"type": "said", "seat": seat, "phrase": phrase}


async def test_all_at_the_table_are_told_and_who_watches_it() -> None:
    async with serving() as served, party(served, 2, watch="hidden") as friends:
        watcher = await friends.watch()
        await watcher.until("welcome")
        for seat, client in enumerate(friends.clients):
            assert await say(client, "hello") == said(seat, "hello")
        for client in (*friends.clients, watcher):
            while len(client.told("said")) < 2:
                await client.until("said")
            assert client.told("said") == [said(0, "hello"), said(1, "hello")]


async def test_what_is_said_is_in_no_record_and_not_said_again() -> None:
    async with (
        serving(chance=SeededChance(4)) as served,
        party(served, 2, watch="later") as friends,
    ):
        watcher = await friends.watch()
        await friends.start()
        await friends.clients[1].until("view")
        await friends.clients[1].send({"type": "say", "phrase": "crying"})
        first, _ = await asyncio.gather(
            *(client.play_round(random.Random(7)) for client in friends.clients)
        )
        assert friends.clients[0].told("said") == [said(1, "crying")]
        record = await served.house.store.record(first["record"].removeprefix("/records/"))
        assert record is not None
        assert b"crying" not in record
        await watcher.until("round_over")
        assert watcher.told("said") == []
        again = await friends.come(friends.visitors[1])
        await again.until("round_over")
        assert again.told("said") == []


@pytest.mark.parametrize("phrase", ["", "Hello", "free text", None, 3, ["hello"]])
async def test_nothing_else_is_passed_on(phrase: Any) -> None:
    async with serving() as served, party(served, 2) as friends:
        assert (await say(friends.clients[0], phrase))["code"] == "bad_message"
        await say(friends.clients[1], "thanks")
        await friends.clients[0].until("said")
        assert friends.clients[0].told("said") == [said(1, "thanks")]


async def until_refused(friends: Party) -> int:
    """Let the host say every phrase in turn; return how many were passed on."""
    for count, phrase in enumerate(get_args(Phrase)):
        answer = await say(friends.clients[0], phrase)
        if answer["type"] == "error":
            assert answer["code"] == "too_fast"
            return count
    raise AssertionError("everything was passed on")


async def test_who_says_too_much_is_refused_and_the_others_are_not() -> None:
    async with serving() as served, party(served, 2) as friends:
        count = await until_refused(friends)
        assert count >= 3
        assert await say(friends.clients[1], "hurry") == said(1, "hurry")
        assert len(friends.clients[1].told("said")) == count + 1


async def test_who_comes_back_may_say_no_more_than_before() -> None:
    async with serving() as served, party(served, 2) as friends:
        await until_refused(friends)
        friends.clients[0] = await friends.come(friends.visitors[0])
        assert await until_refused(friends) < 3


async def test_who_watches_says_nothing() -> None:
    async with serving() as served, party(served, 1, watch="hidden") as friends:
        watcher = await friends.watch()
        await watcher.until("welcome")
        assert (await say(watcher, "hello"))["code"] == "watching"
