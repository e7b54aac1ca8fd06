"""A server that dies and comes back: every table stands where its last kept event left it."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from contextlib import AsyncExitStack

import pytest
import sqlalchemy as sa

from taipao.errors import BadRequest, StoreFault
from taipao.game.replay import replay, verify
from taipao.server.keeping import EndedRound, NewLines, Unit
from taipao.server.schema import rounds
from taipao.server.supplies import Pace
from taipao.server.tablestate import Clock
from tests.server.chance import SeededChance
from tests.server.client import Client, Message
from tests.server.conftest import Open
from tests.server.room import Room, chairs, guest
from tests.server.test_clock import AMPLE, begin, until_autopilot
from tests.server.walls import wall_of

ALL = (0, 1, 2, 3)


@pytest.fixture
def open_room(open_kept_room: Open) -> Open:
    """Let every table come back from both kinds of database."""
    return open_kept_room


async def answer(client: Client, rng: random.Random, times: int) -> Message:
    """Answer so many decisions and return the next, or the end of the round."""
    while True:
        message = await client.until("decision", "round_over")
        if message["type"] == "round_over" or not times:
            return message
        answers = [a for a in message["actions"] if a["type"] != "cancel_ready"]
        await client.act(message["id"], rng.choice(answers))
        times -= 1


@pytest.mark.parametrize("seed", range(3))
async def test_a_lone_round_goes_on_after_a_crash_at_any_decision(
    open_room: Open, seed: int
) -> None:
    rng = random.Random(seed)
    async with open_room(chance=SeededChance(seed)) as room:
        async with room.come(0) as client:
            await client.start("standard", "abcd")
            decision = await answer(client, rng, 3 * seed)
        seen = client.told("event")
        for _ in range(3):
            await room.crash()
            async with room.come(0) as client:
                view = await client.until("view")
                assert view["round"] == "round-1"
                if decision["type"] == "decision":
                    again = await client.until("decision")
                    assert (again["id"], again["actions"]) == (decision["id"], decision["actions"])
                    await client.act(again["id"], again["actions"][-1])
                    decision = await answer(client, rng, 2)
                    seen += client.told("event")
        async with room.come(0) as client:
            await client.play_round(rng)
        record = await room.record("round-1")
        replay(record)
        assert verify(record) > 0
    # Nothing that was shown is missing from the record, or in it twice.
    recorded = [json.loads(line) for line in record.splitlines()]
    numbers = [line["number"] for line in recorded if line.get("number") is not None]
    assert numbers == list(range(1, len(numbers) + 1))
    assert {m["number"] for m in seen} - {None} <= set(numbers)


async def test_four_persons_go_on_after_a_crash_in_mid_decision(open_room: Open) -> None:
    async with open_room(persons=ALL, clock=Clock(20, 60)) as room:
        async with AsyncExitStack() as stack:
            clients = await begin(stack, room, *ALL)
            for client in clients:
                await client.until("view")
            open_ = {m["id"]: m for c in clients for m in c.told("decision")}
        assert not open_ or len(open_) == 1
        await room.crash()
        async with AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(
                    room.come(seat, round="round-1", last=client_last(c))
                )
                for seat, c in zip(ALL, clients, strict=True)
            ]
            overs = await asyncio.gather(
                *(c.play_round(random.Random(i)) for i, c in enumerate(clients))
            )
            assert [over["type"] for over in overs] == ["round_over"] * 4
        replay(await room.record("round-1"))


def client_last(client: Client) -> int:
    """Return the number of the last public event that a client has seen."""
    numbers = [m["number"] for m in client.told("event") if m["number"] is not None]
    return numbers[-1] if numbers else int(client.told("view")[-1]["view"]["number"])


@pytest.mark.usefixtures("passive_bots")
@pytest.mark.parametrize("crash", [False, True])
async def test_a_client_that_comes_back_gets_what_it_missed(open_room: Open, crash: bool) -> None:
    rng = random.Random(1)
    # The person waits and declares ready, which no number counts.
    wall = wall_of({0: "123456789m123p45s99s1z"}, draws="2z2z2z3z3z3z3z4z")
    chance = SeededChance(walls=[] if crash else [wall])
    async with open_room(chance=chance) as room:
        async with room.come(0) as client:
            await client.start("standard")
            decision = await client.until("decision")
            declaring = [a for a in decision["actions"] if a.get("ready")]
            await client.act(decision["id"], (declaring or decision["actions"])[-1])
            assert (await answer(client, rng, 0))["type"] == "decision"
        full = client.told("event")
        last = client_last(client)
        opened = client.told("view")[0]["view"]["number"]
        for number in (last, last - 1, opened):
            if crash:
                await room.crash()
            async with room.come(0, table="table", round="round-1", last=number) as back:
                assert (await back.until("resumed", "view"))["type"] == "resumed"
                await back.until("decision", "round_over")
                got = back.told("event")
                place = next((i for i, m in enumerate(full) if m["number"] == number), -1)
                assert got == full[place + 1 :]
                assert [m["type"] for m in back.log] == [
                    "welcome",
                    "resumed",
                    *["event"] * len(got),
                    "waits",
                    "decision",
                ]


@pytest.mark.parametrize(
    "hello",
    [
        {"round": "round-2", "last": 20},
        {"round": "round-1"},
        {"last": 20},
        {"round": "round-1", "last": 0},
        {"round": "round-1", "last": 1},
        {"round": "round-1", "last": 9999},
    ],
)
async def test_a_client_that_says_something_else_gets_the_whole_view(
    open_room: Open, hello: Message
) -> None:
    async with open_room() as room:
        async with room.come(0) as client:
            await client.start("standard")
            await client.until("decision")
        async with room.come(0, **hello) as back:
            assert (await back.until("view", "resumed"))["type"] == "view"


async def test_a_round_that_is_over_is_shown_whole(open_room: Open) -> None:
    async with open_room() as room:
        async with room.come(0) as client:
            await client.start("standard")
            over = await client.play_round(random.Random(0))
            last = client_last(client)
        for _ in range(2):
            async with room.come(0, round="round-1", last=last) as back:
                view = await back.until("view", "resumed")
                assert view["type"] == "view"
                assert view["view"]["result"] is not None
                assert view["match"]["round"] == 1
                assert await back.until("round_over") == over
            # And again after a crash between two rounds.
            await room.crash()
        async with room.come(0) as client:
            await client.until("round_over")
            await client.start(None)
            assert (await client.until("view"))["match"] == over["match"]


async def test_a_round_that_cannot_be_shown_again_does_not_stop_the_match(
    open_room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_room() as room:
        async with room.come(0) as client:
            await client.start("standard")
            over = await client.play_round(random.Random(0))
        await room.crash()

        async def away(round_id: str) -> bytes:
            raise StoreFault("away")

        monkeypatch.setattr(room.store, "record", away)
        async with room.come(0) as client:
            await client.start(None)
            assert (await client.until("view"))["match"] == over["match"]


async def test_a_damaged_record_is_told_to_the_operator_and_the_match_goes_on(
    open_kept_room: Open, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_kept_room() as room:
        async with room.come(0) as client:
            await client.start("standard")
            over = await client.play_round(random.Random(0))
        await room.crash()
        spoil = sa.update(rounds).values(record=b"no record")
        await room.store.write(lambda connection: connection.execute(spoil).rowcount)
        async with room.come(0) as client:
            await client.start(None)
            assert (await client.until("view"))["match"] == over["match"]
        round_id = over["record"].rpartition("/")[2]
        with pytest.raises(StoreFault, match=f"the record of round {round_id} cannot be read"):
            await room.store.record(round_id)
    told = [one for one in caplog.records if one.message.startswith("a record cannot be read")]
    assert {(one.levelno, one.__dict__["round"]) for one in told} == {(logging.ERROR, round_id)}


async def test_the_commitment_that_was_published_survives_a_crash(open_room: Open) -> None:
    async with open_room() as room:
        async with room.come(0) as client:
            published = client.log[0]["next_commitment"]
        await room.crash()
        async with room.come(0) as client:
            assert client.log[0]["next_commitment"] == published
            await client.start("standard")
            view = await client.until("view")
            assert view["commitment"] == published
        await room.crash()
        async with room.come(0) as client:
            again = await client.until("view")
            assert again["commitment"] == published
            assert again["next_commitment"] == view["next_commitment"]


async def test_downtime_costs_no_reserve_and_autopilots_stay(open_room: Open) -> None:
    chance = SeededChance(dealer=0)
    async with open_room(persons=(0, 1), clock=Clock(0.5, 60), chance=chance) as room:
        async with AsyncExitStack() as stack:
            first, second = await begin(stack, room, 0, 1)
            decision = await first.until("decision")
            assert decision["reserve"] == 60
            await asyncio.sleep(1.5)
            await second.send({"type": "autopilot", "on": True})
            await until_autopilot(second, 1, on=True)
        await asyncio.sleep(0.5)
        await room.crash()
        async with room.come(0) as client:
            view = await client.until("view")
            assert [p["autopilot"] for p in view["players"]] == [False, True, False, False]
            again = await client.until("decision")
            # As last kept: the decision that was open has not been paid for.
            assert again["id"] == decision["id"]
            assert again["reserve"] > 59, "60, less what coming back has taken"


async def test_nobodys_time_runs_before_it_is_back(open_room: Open) -> None:
    # The person whose turn it is comes late, as a page does that pauses before it tries again.
    async with open_room(persons=(0, 1), clock=Clock(5, 0)) as room:
        async with AsyncExitStack() as stack:
            first, _ = await begin(stack, room, 0, 1)
            decision = await first.until("decision")
        await room.crash()
        async with room.come(1) as other:
            await asyncio.sleep(0.5)
            assert not (await other.until("view"))["players"][0]["autopilot"]
            async with room.come(0) as client:
                again = await client.until("decision")
                assert (again["id"], again["seconds"]) == (decision["id"], 5.0)


async def test_who_does_not_come_back_is_not_waited_for_for_long(open_room: Open) -> None:
    pace = Pace((0, 0), (0, 0), comeback=0.1)
    async with open_room(persons=(0, 1), clock=AMPLE, pace=pace) as room:
        async with AsyncExitStack() as stack:
            first, _ = await begin(stack, room, 0, 1)
            decision = await first.until("decision")
        await room.crash()
        await asyncio.sleep(0.5)
        async with room.come(0) as client:
            again = await client.until("decision")
            assert again["id"] == decision["id"]
            assert again["seconds"] < 20


async def test_a_table_whose_lines_do_not_replay_is_frozen_alone(
    open_room: Open, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_room() as room:
        async with room.come(0) as client:
            await client.start("standard")
            await client.until("decision")
        other = (await room.another()).id
        live = next(t for t in await room.store.open_tables() if t.id == "table")
        bad = live.lines[-1].replace(b"play_began", b"pung_made")
        await room.store.commit(
            Unit("table", lines=NewLines("round-1", len(live.lines) + 1, (bad,)))
        )
        await room.crash()
        assert room.table.frozen
        assert room.lobby.figures().frozen == 1
        assert b"".join((*live.lines, bad)) == await room.record("round-1")
        async with room.come(0) as client:
            assert client.log[0]["round"] is None
            frozen = await client.until("frozen")
            assert frozen["record"] == "/records/round-1"
        again = room.lobby.find(other)
        assert again is not None
        assert not again.frozen
        assert [t.id for t in await room.store.open_tables()] == [other]
    assert [r.table for r in caplog.records if r.levelno == logging.ERROR] == ["table"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("state", [b"{}", b"nonsense", b'{"setup":1}'])
async def test_a_table_whose_state_cannot_be_read_is_given_up_alone(
    open_room: Open, state: bytes
) -> None:
    async with open_room() as room:
        async with room.come(0) as client:
            await client.start("standard")
            await client.until("decision")
        other = (await room.another()).id
        lines = next(t.lines for t in await room.store.open_tables() if t.id == "table")
        await room.store.commit(Unit("table", state))
        await room.crash()
        assert room.lobby.find("table") is None
        assert room.lobby.find(other) is not None
        assert room.lobby.figures().frozen == 1
        assert await room.record("round-1") == b"".join(lines)


async def test_an_ended_round_is_not_live(open_room: Open) -> None:
    async with open_room() as room:
        async with room.come(0) as client:
            await client.start("standard")
            await client.until("decision")
        await room.store.commit(Unit("table", ended=EndedRound("round-1", "dropped", None)))
        await room.crash()
        assert not room.table.playing


@pytest.mark.parametrize("lost", [False, True])
async def test_a_round_is_announced_that_is_shown_and_no_other(
    open_room: Open, *, lost: bool
) -> None:
    async with open_room() as room:
        async with room.come(0) as client:
            await client.start("standard")
            await client.play_round(random.Random(0))
        if lost:
            gone = sa.update(rounds).values(record=None)
            await room.store.write(lambda connection: connection.execute(gone))
        await room.crash()
        async with room.come(0) as client:
            # What is refused comes behind all that greets a client.
            await client.start("none")
            await client.until("error")
            shown = [view["round"] for view in client.told("view")]
            assert shown == ([] if lost else ["round-1"])
            assert client.log[0]["round"] == (None if lost else "round-1")


async def test_draining_tells_all_and_begins_no_round(open_room: Open) -> None:
    async with open_room(persons=(0, 1)) as room, AsyncExitStack() as stack:
        first, second = await begin(stack, room, 0, 1)
        await asyncio.gather(first.until("view"), second.until("view"))
        draining = asyncio.create_task(room.lobby.drain(20))
        for client in (first, second):
            message = await client.until("draining")
            assert "restart" in message["message"]
            assert "重启" in message["message"]
        await asyncio.gather(
            *(c.play_round(random.Random(i)) for i, c in enumerate(await fresh(stack, room)))
        )
        await draining
        async with room.come(0) as client:
            await client.until("draining")
            await client.start(None, "00")
            assert (await client.until("error"))["code"] == "draining"
            with pytest.raises(BadRequest, match="about to stop"):
                await room.lobby.create(room.table.setup)
            await room.lobby.close()
            assert await client.closed() == 1012
        assert not room.table.playing


async def fresh(stack: AsyncExitStack, room: Room) -> list[Client]:
    """New windows, which are asked again what went by unread."""
    return [await stack.enter_async_context(room.come(seat)) for seat in (0, 1)]


async def test_draining_ends_though_a_round_goes_on_and_nothing_is_lost(open_room: Open) -> None:
    async with open_room() as room:
        async with room.come(0) as client:
            await client.start("standard")
            decision = await client.until("decision")
            await room.lobby.drain(0.05)
            await room.lobby.close()
            assert await client.closed() == 1012
            # What comes after the end is not waited for.
            assert await room.table.sit(guest(0)) is None
        await room.take_up()
        async with room.come(0, round="round-1", last=client_last(client)) as client:
            await client.until("resumed")
            assert await client.until("decision") == decision
            await client.act(decision["id"], decision["actions"][0])
            assert (await client.play_round(random.Random(0)))["type"] == "round_over"


async def test_a_crash_while_all_bots_think(open_room: Open) -> None:
    # Bots think for ever; after the crash they begin again, this time at once.
    chance = SeededChance(dealer=2)
    async with open_room(chance=chance, pace=Pace((3600, 3600), (0, 0))) as room:
        async with room.come(0) as client:
            await client.start("standard")
            await client.until("view")
            await client.silent(0.05)
        room.supplies = type(room.supplies)(room.store, chance, Pace((0, 0), (0, 0)))
        await room.crash()
        async with room.come(0) as client:
            assert (await client.play_round(random.Random(0)))["type"] == "round_over"


async def test_many_tables_are_taken_up(open_room: Open) -> None:
    async with open_room() as room:
        for _ in range(50):
            await room.another()
        await room.crash()
        assert len(room.lobby) == 51
        assert room.lobby.of("guest-0")
        assert chairs((0,)) == room.table.setup.chairs
