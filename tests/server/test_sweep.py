"""Tables that everybody has left."""

from __future__ import annotations

import asyncio

import pytest

from taipao.server.keeper import Keeper
from taipao.server.lobby import Lobby
from taipao.server.protocol import PROTOCOL
from taipao.server.sweep import Sweep
from tests.server.client import connected, seated
from tests.server.conftest import Open
from tests.server.friendly import party
from tests.server.serving import serving


class Hands:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


async def left(lobby: Lobby) -> None:
    """Wait until the server has seen that everybody is gone."""
    async with asyncio.timeout(20):
        while lobby.figures().sockets:
            await asyncio.sleep(0.005)


async def test_a_table_that_was_left_for_long_is_closed_and_its_round_let_go() -> None:
    clock = Hands()
    async with serving() as served:
        lobby, store = served.house.lobby, served.house.store
        sweep = Sweep(lobby, 100, clock)
        async with seated(served.port) as client:
            table = client.log[-1]["table"]
            await client.start()
            await client.until("decision")
            clock.at = 1000
            await sweep.look()
            assert lobby.find(table) is not None, "somebody is there"
        await left(lobby)
        await sweep.look()
        clock.at = 1099
        await sweep.look()
        assert lobby.find(table) is not None, "not yet"
        clock.at = 1100
        await sweep.look()
        assert lobby.find(table) is None
        assert len(lobby) == 0
        assert await store.open_tables() == []
        assert [one.status for one in await store.rounds(table)] == ["dropped"]
        async with seated(served.port) as again:
            assert again.log[-1]["table"] != table


async def test_who_comes_back_in_time_keeps_the_table() -> None:
    clock = Hands()
    async with serving() as served:
        sweep = Sweep(served.house.lobby, 100, clock)
        async with seated(served.port) as client:
            table = client.log[-1]["table"]
            assert client.socket.response is not None
            cookie = client.socket.response.headers["set-cookie"].split(";")[0]
        await left(served.house.lobby)
        await sweep.look()
        clock.at = 99
        headers = {"cookie": cookie}
        async with connected(served.port, additional_headers=headers) as again:
            assert (await again.hello())["table"] == table
            clock.at = 150
            await sweep.look()
        await left(served.house.lobby)
        await sweep.look()
        clock.at = 200
        await sweep.look()
        assert served.house.lobby.find(table) is not None, "the time began anew"


async def test_who_comes_just_as_a_table_is_closed_is_told_to_come_again(
    open_room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, keep = asyncio.Event(), Keeper.close

    async def close_slowly(keeper: Keeper) -> None:
        await kept.wait()
        await keep(keeper)

    monkeypatch.setattr(Keeper, "close", close_slowly)
    async with open_room() as room:
        closing = asyncio.create_task(room.lobby.close_table(room.table))
        async with room.connect(0) as client:
            await client.send({"type": "hello", "protocol": PROTOCOL})
            async with asyncio.timeout(20):
                while not room.table.waiting:
                    await asyncio.sleep(0.005)
            kept.set()
            assert await client.closed() == 1013
        assert await closing


async def test_a_friends_table_that_is_of_no_use_is_closed_after_an_hour() -> None:
    clock = Hands()
    async with serving() as served:
        lobby = served.house.lobby
        sweep = Sweep(lobby, 40_000, clock)
        async with (
            party(served, 1) as unbegun,
            party(served, 1) as dissolved,
            party(served, 1) as begun,
        ):
            await dissolved.start()
            await dissolved.clients[0].until("view")
            await dissolved.clients[0].send({"type": "dissolve", "on": True})
            await dissolved.clients[0].until("standings")
            await begun.start()
            await begun.clients[0].until("view")
        await left(lobby)
        await sweep.look()
        clock.at = 3599
        await sweep.look()
        assert len(lobby) == 3
        clock.at = 3600
        await sweep.look()
        assert [table.id for table in lobby] == [begun.id]
        assert lobby.coded(unbegun.code) is None
        assert [one.id for one in await served.house.store.open_tables()] == [begun.id]
        clock.at = 40_000
        await sweep.look()
        assert len(lobby) == 0
