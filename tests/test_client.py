"""The client library against a whole server: rounds, lost connections, and what is refused."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Any

import pytest
from msgspec.structs import replace

from taipao.client import Guest, Table
from taipao.errors import CallRefused, MessageRefused, SeatLost, ServerLost, TableFrozen
from taipao.game.record import read
from taipao.game.replay import verify
from taipao.game.view import wire
from taipao.server.protocol import Decision, Dissolve, Resumed, Whole
from taipao.server.service import bind
from taipao.server.sitting import Sitting
from tests.server.client import plain
from tests.server.serving import UNLIMITED, Served, serving


async def enter(served: Served, seats: tuple[str, ...] = ("me", "random", "random", "random")):
    guest = await Guest.enter(served.address)
    return guest, await guest.open_table(seats)


def at(guest: Guest, table_id: str) -> AbstractAsyncContextManager[Table]:
    """Sit there with a contribution that is always the same: the wall can be repeated."""
    return guest.at(table_id, contribute=lambda: b"value")


async def play_out(table: Table, rng: random.Random) -> int:
    """Answer at random until the round is over; return how often."""
    answered = 0
    async for decision in table.decisions():
        assert decision.actions
        await table.answer(decision, rng.choice(decision.actions))
        answered += 1
    return answered


def drop(table: Table) -> None:
    """Lose the connection as a broken network does."""
    assert table._socket is not None
    table._socket.transport.abort()


async def shown_anew(table: Table) -> Any:
    """Return the view that the server shows the same seat at a socket that knows nothing."""
    async with table.guest.at(table.id) as fresh:
        while not isinstance(message := await fresh.receive(), Whole):
            continue
        return plain(message.view)


async def test_whole_rounds_are_played_and_the_view_is_the_servers() -> None:
    async with serving() as served:
        guest, table_id = await enter(served)
        async with at(guest, table_id) as table:
            for seed in range(3):
                await table.start()
                assert table.over is None
                await play_out(table, random.Random(seed))
                assert table.over is not None
                assert table.match == table.over.match
                assert table.match.round >= 1
            assert table.view is not None
            assert plain(wire(table.view)) == await shown_anew(table)


async def test_a_match_of_friends_that_is_over_asks_nothing_more() -> None:
    async with serving() as served:
        guest = await Guest.enter(served.address)
        opened = json.loads(await guest.call("POST", "/api/friends", {"bots": 3, "seconds": 0}))
        async with at(guest, opened["id"]) as table:
            await table.start()
            async for _ in table.decisions():
                assert table.standings is None
                await table._send(Dissolve(on=True))
            assert table.over is None
            assert table.standings is not None
            assert table.standings.why == "dissolved"
            await table.start()
            assert [decision async for decision in table.decisions()] == []
        async with at(guest, opened["id"]) as again:
            assert [decision async for decision in again.decisions()] == []
            assert again.standings == table.standings


async def test_the_view_stands_where_the_decision_is_asked() -> None:
    async with serving() as served:
        guest, table_id = await enter(served)
        async with at(guest, table_id) as table:
            await table.start()
            async for decision in table.decisions():
                assert table.view is not None
                assert decision.id == table.view.board.number
                await table.answer(decision, decision.actions[-1])
                if decision.id > 60:
                    break


async def test_hints_come_for_a_decision_and_for_the_own_hand() -> None:
    async with serving() as served:
        guest, table_id = await enter(served)
        async with at(guest, table_id) as table:
            await table.start()
            decision = await anext(table.decisions())
            for asked in (decision, None):
                await table.ask_hints(asked)
                assert table.hints is None
                while table.hints is None:
                    await table.receive()
                assert table.hints.decision == (None if asked is None else decision.id)
                assert bool(table.hints.discards) == (asked is not None)
            await table.answer(decision, decision.actions[-1])
            await play_out(table, random.Random(2))


async def test_at_a_table_without_hints_asking_is_refused() -> None:
    async with serving() as served:
        guest = await Guest.enter(served.address)
        wishes = {"bots": 3, "seconds": 0, "hints": False}
        opened = json.loads(await guest.call("POST", "/api/friends", wishes))
        async with at(guest, opened["id"]) as table:
            await table.start()
            await table.ask_hints(await anext(table.decisions()))
            with pytest.raises(MessageRefused) as refused:
                while True:
                    await table.receive()
            assert refused.value.code == "no_hints"


async def test_four_programs_make_a_wall_together_that_verifies() -> None:
    async with serving() as served, AsyncExitStack() as stack:
        guest, table_id = await enter(served, ("me", "free", "free", "free"))
        guests = [guest, *[await Guest.enter(served.address) for _ in range(3)]]
        tables = []
        for each, byte in zip(guests, b"abcd", strict=True):
            await each.sit(table_id)
            one = each.at(table_id, contribute=lambda byte=byte: bytes([byte]))
            tables.append(await stack.enter_async_context(one))
        assert [table.seat for table in tables] == [0, 1, 2, 3]
        for _ in range(2):
            await asyncio.gather(*(table.start() for table in tables))
            await asyncio.gather(*(play_out(table, random.Random(table.seat)) for table in tables))
            record = await tables[2].record()
            assert read(record).header.contributions == ("61", "62", "63", "64")
            verify(record)


async def test_a_lost_connection_is_taken_up_where_it_broke() -> None:
    async with serving() as served:
        guest, table_id = await enter(served)
        async with at(guest, table_id) as table:
            await table.start()
            rng, seen, asked = random.Random(5), [], 0
            while table.over is None:
                message = await table.receive()
                seen.append(type(message))
                if isinstance(message, Decision):
                    asked += 1
                    if asked % 3 == 0:
                        drop(table)
                    await table.answer(message, rng.choice(message.actions))
            assert Resumed in seen
            assert table.view is not None
            assert plain(wire(table.view)) == await shown_anew(table)


async def test_a_start_that_was_lost_is_said_again() -> None:
    async with serving() as served:
        guest, table_id = await enter(served)
        async with at(guest, table_id) as table:
            drop(table)
            await table.start()
            await play_out(table, random.Random(1))
            drop(table)
            await table.start()
            await play_out(table, random.Random(2))
            record = read(await table.record())
            assert table.contribution is not None
            assert record.header.contributions[0] == table.contribution.hex()


async def test_an_autopilot_plays_until_the_seat_is_taken_back() -> None:
    async with serving() as served:
        guest, table_id = await enter(served)
        async with at(guest, table_id) as table:
            await table.start()
            asked = 0
            async for _ in table.decisions():
                asked += 1
                await table.autopilot(on=True)
            assert asked == 1
            assert table.players[0].autopilot


async def test_what_the_server_refuses_has_a_name() -> None:
    async with serving() as served:
        guest, table_id = await enter(served)
        other = await Guest.enter(served.address)
        with pytest.raises(CallRefused, match="free") as full:
            await other.sit(table_id)
        assert full.value.status == 409
        with pytest.raises(CallRefused, match="no bot") as unknown:
            await guest.open_table(("me", "nobody", "greedy", "greedy"))
        assert unknown.value.status == 400
        with pytest.raises(MessageRefused) as refused:
            async with other.at(table_id):
                pass
        assert refused.value.code == "no_table"
        async with at(guest, table_id) as table:
            with pytest.raises(CallRefused, match="not over"):
                await table.record()
            await table.start("no such rules")
            with pytest.raises(MessageRefused, match="no such rules"):
                await play_out(table, random.Random(1))


async def test_a_newer_socket_takes_the_seat() -> None:
    async with serving() as served:
        guest, table_id = await enter(served)
        async with at(guest, table_id) as older, at(guest, table_id):
            with pytest.raises(SeatLost, match="newer"):
                await play_out(older, random.Random(1))


async def test_a_seat_of_a_coin_room_that_was_given_away_is_not_come_back_to() -> None:
    async with serving(replace(UNLIMITED, bot_wait=0.0)) as served:
        guest = await Guest.enter(served.address)
        await guest.call("POST", "/api/rooms/novice/standard/queue")
        queued = json.loads(await guest.call("GET", "/api/queue?wait=25"))
        async with at(guest, queued["table"]) as table:
            (mine,) = [one for one in table.players if one.kind == "player"]
            assert (mine.coins, mine.rank) == (30_000, "白板")
            served.house.lobby.of(str(mine.account))[0].vacate(str(mine.account))
            with pytest.raises(SeatLost, match="4005"):
                await table.start()
                await play_out(table, random.Random(1))


async def test_the_banned_are_told_until_when_and_why_and_do_not_come_back() -> None:
    async with serving() as served:
        guest, table_id = await enter(served)
        async with at(guest, table_id) as table:
            me = str(table.players[table.seat].account)
            await served.house.ban(me, 2**47, "two at one table", "test")
            with pytest.raises(SeatLost, match="until 6429-10-17 02:45 UTC: two at one table"):
                await play_out(table, random.Random(1))
        with pytest.raises(SeatLost, match="until 6429-10-17 02:45 UTC: two at one table"):
            async with at(guest, table_id):
                pass


async def test_a_frozen_table_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a fault in the rules")

    async with serving() as served:
        guest, table_id = await enter(served)
        async with at(guest, table_id) as table:
            await table.start()
            async for decision in table.decisions():
                monkeypatch.setattr(Sitting, "answer", fail)
                await table.answer(decision, decision.actions[0])
                break
            with pytest.raises(TableFrozen) as frozen:
                await play_out(table, random.Random(1))
            assert frozen.value.record is not None


async def test_a_server_that_is_not_there_is_given_up() -> None:
    with bind() as nobody:
        port = nobody.getsockname()[1]
    with pytest.raises(ServerLost, match="does not answer"):
        await Guest.enter(f"http://127.0.0.1:{port}")
    with pytest.raises(ServerLost, match="does not answer"):
        async with Guest(f"http://127.0.0.1:{port}", "").at(patience=0.2):
            pass
