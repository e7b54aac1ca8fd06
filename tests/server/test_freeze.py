"""A fault stops the table, keeps what was recorded, tells the person, and eats nothing."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from contextlib import AsyncExitStack
from typing import Any

import pytest

from taipao.errors import StoreFault
from taipao.game.actions import Action, Kong
from taipao.game.view import View
from taipao.server.keeping import NewLines, Unit
from taipao.server.protocol import PROTOCOL
from taipao.server.supplies import Pace
from tests.server.chance import SeededChance
from tests.server.client import seated
from tests.server.conftest import Open
from tests.server.room import guest

ENDLESS = Pace((0, 0), (3600, 3600))


@pytest.fixture
def open_room(open_kept_room: Open) -> Open:
    """Let every table freeze in both kinds of database."""
    return open_kept_room


class CheatingBot:
    """Answers with what it was not offered."""

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        return Kong("7z")


@pytest.fixture
def broken_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the engine fail at the first step after the opening."""

    def fail(*_: object) -> Any:
        raise RuntimeError("the engine is broken")

    monkeypatch.setattr("taipao.game.play.Play.go_on", fail)


@pytest.mark.usefixtures("broken_engine")
async def test_a_fault_of_the_engine_freezes_the_table(
    open_room: Open, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_room() as table, seated(table.port) as client:
        await client.start("standard")
        decision = await client.until("decision")
        await client.act(decision["id"], decision["actions"][0])
        frozen = await client.until("frozen")
        assert "fault" in frozen["message"]
        assert frozen["why"] == "fault"
        assert "错误" in frozen["message"]

        assert frozen["record"] == "/records/round-1"
        record = await table.record("round-1")
        lines = [json.loads(line) for line in record.splitlines()]
        assert lines[0]["format"] == "taipao-record"
        assert lines[-1]["event"]["type"] == "play_began"
        assert await table.store.open_tables() == []

        await client.act(decision["id"], decision["actions"][0])
        assert (await client.receive())["code"] == "frozen"
        await client.start(None)
        assert (await client.receive())["code"] == "frozen"

        async with table.come(0) as again:
            assert await again.receive() == frozen
    (logged,) = [r for r in caplog.records if r.levelno >= logging.ERROR]
    assert logged.exc_info is not None
    assert str(logged.exc_info[1]) == "the engine is broken"


async def test_a_bot_that_cheats_is_a_fault(
    open_room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("taipao.server.dealing.make", lambda kind, seed: CheatingBot())
    async with open_room(chance=SeededChance(dealer=1)) as table, seated(table.port) as client:
        await client.start("standard")
        assert (await client.until("frozen"))["record"] == "/records/round-1"


async def test_a_wall_that_is_none_freezes_with_its_header_kept(open_room: Open) -> None:
    chance = SeededChance(walls=[("1m",) * 144])
    async with open_room(chance=chance) as table, seated(table.port) as client:
        await client.start("standard")
        frozen = await client.until("frozen")
        (header,) = (await table.store.record("round-1") or b"").splitlines()
        assert frozen["record"] == "/records/round-1"
        assert json.loads(header)["secret"]

        # Naming a rule set takes a fresh table.
        await client.start("alternate")
        assert (await client.play_round(random.Random(0)))["type"] == "round_over"


async def test_nothing_is_shown_that_is_not_kept(
    open_room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(unit: Unit) -> None:
        raise StoreFault("no space left")

    async with open_room() as table, seated(table.port) as client:
        await client.start("standard")
        decision = await client.until("decision")
        shown = len(client.log)
        monkeypatch.setattr(table.store, "commit", full)
        await client.act(decision["id"], decision["actions"][0])
        await client.until("frozen")
        assert [m["type"] for m in client.log[shown:]] == ["frozen"]


async def test_a_poisoned_table_in_a_full_batch_freezes_alone(open_room: Open) -> None:
    async with open_room(pace=ENDLESS) as room, AsyncExitStack() as stack:
        tables = [await room.another() for _ in range(12)]
        clients = [await stack.enter_async_context(room.come(0, at=table)) for table in tables]
        for client in clients:
            await client.start("standard")
        decisions = [await client.until("decision") for client in clients]
        # Somebody has written the next line of one round already, so that its unit cannot be kept.
        poisoned = next(t for t in await room.store.open_tables() if t.id == "table-5")
        assert poisoned.round_id is not None
        await room.store.commit(
            Unit(
                "table-5",
                lines=NewLines(poisoned.round_id, len(poisoned.lines) + 1, (b"{}",)),
            )
        )
        await asyncio.gather(
            *(c.act(d["id"], d["actions"][-1]) for c, d in zip(clients, decisions, strict=True))
        )
        told = await asyncio.gather(*(client.until("event", "frozen") for client in clients))
        assert [m["type"] == "frozen" for m in told] == [t.id == "table-5" for t in tables]
        assert [t.frozen for t in tables] == [t.id == "table-5" for t in tables]
        assert room.lobby.figures().frozen == 1


@pytest.mark.usefixtures("broken_engine")
async def test_another_fault_leaves_the_link_to_the_record(
    open_room: Open, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("another one")

    async with open_room() as room, seated(room.port) as client:
        await client.start("standard")
        decision = await client.until("decision")
        await client.act(decision["id"], decision["actions"][0])
        frozen = await client.until("frozen")
        with monkeypatch.context() as patch:
            patch.setattr("taipao.server.gathering.Gathering.remind", fail)
            async with room.come(0) as again:
                assert await again.receive() == frozen
                await again.silent(0.05)
        async with room.come(0) as again:
            assert await again.receive() == frozen
    logged = [str(r.exc_info[1]) for r in caplog.records if r.exc_info]
    assert logged == ["the engine is broken", "another one"]


@pytest.mark.usefixtures("broken_engine")
@pytest.mark.parametrize("gone", ["swept", "restarted"])
async def test_a_frozen_table_is_counted_though_it_is_gone(open_room: Open, gone: str) -> None:
    async with open_room() as room:
        async with seated(room.port) as client:
            await client.start("standard")
            decision = await client.until("decision")
            await client.act(decision["id"], decision["actions"][0])
            await client.until("frozen")
        assert room.lobby.figures().frozen == 1
        if gone == "restarted":
            await room.crash()
        else:
            while not await room.lobby.close_table(room.table):
                await asyncio.sleep(0.005)
        assert room.lobby.find("table") is None
        assert (len(room.lobby), room.lobby.figures().frozen) == (0, 1)
        await room.lobby.create(room.table.setup)
        assert room.lobby.figures().frozen == 1


@pytest.mark.usefixtures("broken_engine")
async def test_a_table_that_cannot_even_freeze_is_logged_and_nobody_waits_for_it(
    open_room: Open, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_: object, fault: Exception) -> str | None:
        raise RuntimeError("nor can it be kept") from fault

    monkeypatch.setattr("taipao.server.keeper.Keeper.freeze", fail)
    async with open_room() as room, seated(room.port) as client:
        await client.start("standard")
        decision = await client.until("decision")
        await client.act(decision["id"], decision["actions"][0])
        async with room.connect(0) as late:
            await late.send({"type": "hello", "protocol": PROTOCOL})
            assert await late.closed() == 1013
        assert await room.table.sit(guest(0)) is None
    (logged,) = [r for r in caplog.records if r.levelno >= logging.ERROR]
    assert logged.message == "the table's task has ended"
    assert logged.table == "table"  # type: ignore[attr-defined]
    assert str(logged.exc_info[1]) == "nor can it be kept"  # type: ignore[index]
