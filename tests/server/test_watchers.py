"""Watching a friends' table: what is shown and, byte for byte, what is not."""

from __future__ import annotations

import json

import pytest

from taipao.game.events import Event, is_numbered, redact
from taipao.game.record import EventLine, read
from taipao.server.store import open_store
from taipao.server.watchers import MOST, NOBODY
from tests.server.chance import SeededChance
from tests.server.client import Client, Message, connected, folded, plain, wired
from tests.server.friendly import Lasting, Party, party
from tests.server.serving import Served, serving


async def events_of(served: Served, over: Message) -> list[Event]:
    record = await served.house.store.record(over["record"].removeprefix("/records/"))
    assert record is not None
    return [line.event for line in read(record).lines if isinstance(line, EventLine)]


def written(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def kept_from(texts: str, events: list[Event]) -> None:
    """See that nothing private is among texts sent before the end of a round."""
    dealt = plain(events[0])
    hands = [set(hand) for hand in dealt["hands"]]
    for hand in dealt["hands"]:
        assert written(hand) not in texts
    for event in map(plain, events):
        if event["type"] in {"drawn", "opening_kong_made"}:
            assert written(event) not in texts
        if event["type"] in {"ready_noted", "ready_cancelled"}:
            assert event["type"] not in texts
    # A tile that nobody has ever shown is named nowhere.
    public = written([plain(event) for event in map(hidden, events[:-1]) if event is not None])
    for tile in set.union(*hands):
        if written(tile) not in public:
            assert written(tile) not in texts


def hidden(event: Event) -> Event | None:
    return redact(event, NOBODY)


async def watched(client: Client) -> list[str]:
    """Read what a watcher is sent up to the end of the round, as it is written."""
    texts: list[str] = []
    while True:
        text = await client.socket.recv()
        assert isinstance(text, str)
        client.log.append(json.loads(text))
        if client.log[-1].get("event", {}).get("type") == "round_ended":
            return texts
        texts.append(text)


async def test_who_watches_sees_the_round_with_all_hands_hidden() -> None:
    async with (
        serving(chance=SeededChance(4)) as served,
        party(served, 2, watch="hidden", ruleset="alternate") as friends,
    ):
        watcher = await friends.watch()
        welcome = await watcher.until("welcome")
        assert welcome["watching"]
        assert welcome["friends"]["watch"] == "hidden"
        overs = await friends.play()
        texts = await watched(watcher)
        events = await events_of(served, overs[0])
        kept_from("".join(texts), events)

        assert {one["type"] for one in watcher.log} <= {"welcome", "view", "event", "seats"}
        [view] = watcher.told("view")
        assert view["view"]["hand"] == view["view"]["hidden"] == []
        assert view["view"]["drawn"] is None
        seen = [event for event in map(hidden, events) if event is not None]
        opened = view["view"]["number"]
        assert view["view"] == wired(folded("alternate", NOBODY, seen[:opened]))
        told = [(one["number"], one["event"]) for one in watcher.told("event")]
        assert told == [
            (number if is_numbered(event) else None, plain(event))
            for number, event in enumerate(seen[opened:], opened + 1)
        ]
        assert (await watcher.until("round_over")) == overs[0]

        late = await friends.watch()
        assert (await late.until("round_over")) == overs[0]


async def test_who_comes_in_mid_round_sees_no_more() -> None:
    async with (
        serving(chance=SeededChance(4)) as served,
        party(served, 2, watch="hidden") as friends,
    ):
        await friends.start()
        own = [await client.until("view") for client in friends.clients]
        watcher = await friends.watch()
        await watcher.until("view")
        [text] = map(written, watcher.told("view"))
        for view in own:
            assert written(view["view"]["hand"]) not in text
        assert watcher.log[-1]["view"]["seats"] == own[0]["view"]["seats"]


async def test_who_watches_later_is_told_where_the_record_is_once_the_round_is_over() -> None:
    async with (
        serving(chance=SeededChance(4)) as served,
        party(served, 2, watch="later") as friends,
    ):
        watcher = await friends.watch()
        overs = await friends.play()
        assert await watcher.until("round_over") == overs[0]
        assert {one["type"] for one in watcher.log} == {"welcome", "seats", "round_over"}
        await friends.start()
        for client in friends.clients:
            await client.until("view")
        late = await friends.watch()
        await late.until("round_over")
        assert [one["type"] for one in late.log] == ["welcome", "round_over"]
        await friends.clients[0].send({"type": "dissolve", "on": True})
        await friends.clients[1].send({"type": "dissolve", "on": True})
        told = await friends.clients[0].until("standings")
        assert await watcher.until("standings") == await late.until("standings") == told
        assert watcher.told("view", "event", "decision", "waits") == []


async def test_who_watches_later_is_told_of_the_last_round_after_a_restart() -> None:
    store = await open_store()
    async with (
        serving(store=Lasting(store), chance=SeededChance(4)) as served,
        party(served, 2, watch="later") as friends,
    ):
        overs = await friends.play()
    async with serving(store=store) as served, connected(served.port) as watcher:
        await watcher.send({"type": "hello", "protocol": 1, "table": friends.id, "watch": True})
        assert (await watcher.until("round_over"))["record"] == overs[0]["record"]
        assert [one["type"] for one in watcher.log] == ["welcome", "round_over"]


async def test_who_watches_says_nothing() -> None:
    async with (
        serving(chance=SeededChance(4)) as served,
        party(served, 1, watch="hidden") as friends,
    ):
        await friends.start()
        asked = await friends.clients[0].until("decision")
        watcher = await friends.watch()
        await watcher.until("view")
        for message in (
            {"type": "act", "decision": asked["id"], "action": asked["actions"][0]},
            {"type": "start"},
            {"type": "dissolve", "on": True},
            {"type": "autopilot", "on": True},
            {"type": "leave"},
        ):
            await watcher.send(message)
            assert (await watcher.until("error"))["code"] == "watching"
        assert friends.clients[0].told("standings") == []


async def test_a_table_that_may_not_be_watched_is_not() -> None:
    async with serving() as served, party(served, 2, watch="no") as friends:
        refused = await friends.watch()
        assert (await refused.until("error"))["code"] == "not_watched"
        await friends.start()
        for client in friends.clients:
            await client.until("view")
        assert [one["type"] for one in refused.log] == ["error"]
        friends.id = "elsewhere"
        assert (await (await friends.watch()).until("error"))["code"] == "no_table"


async def test_no_more_watch_than_may_and_who_goes_makes_room() -> None:
    async with serving() as served, party(served, 1, watch="hidden") as friends:
        watchers = [await friends.watch() for _ in range(MOST)]
        for watcher in watchers:
            await watcher.until("welcome")
        assert (await (await friends.watch()).until("error"))["code"] == "not_watched"
        await watchers[0].socket.close()
        assert await welcomed(friends)


async def welcomed(friends: Party) -> bool:
    """Come to watch until there is room: the server may not yet have seen who has gone."""
    while True:
        watcher = await friends.watch()
        if (await watcher.until("welcome", "error"))["type"] == "welcome":
            return True


async def test_a_watcher_keeps_no_table_open_and_is_told_when_it_closes() -> None:
    async with serving() as served, party(served, 1, watch="hidden") as friends:
        watcher = await friends.watch()
        await watcher.until("welcome")
        await friends.clients[0].socket.close()
        table = served.house.lobby.find(friends.id)
        assert table is not None
        while table.sockets:
            await friends.visitors[0].get("/api/me")
        assert await served.house.lobby.close_table(table)
        assert await watcher.closed() == 1012


@pytest.mark.parametrize("watch", ["hidden", "later"])
async def test_tables_of_one_person_are_not_watched(watch: str) -> None:
    async with serving() as served, party(served, 1, watch=watch) as friends:
        own = await friends.visitors[0].post("/api/tables", {})
        friends.id = own["id"]
        assert (await (await friends.watch()).until("error"))["code"] == "not_watched"
