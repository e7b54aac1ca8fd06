"""The open tables: how many there may be, who sits where, and what is begun as the server ends."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Sequence

import pytest
import sqlalchemy as sa

from taipao.errors import BadRequest
from taipao.server.keeping import Unit
from taipao.server.lobby import Lobby, NoSeat
from taipao.server.outbox import Outbox
from taipao.server.schema import tables
from taipao.server.store import DatabaseStore, open_store
from taipao.server.supplies import Supplies
from taipao.server.tablestate import FREE, Chair, Setup, bot, decode_state, person
from tests.server.chance import SeededChance
from tests.server.room import chairs, guest

ALONE = Setup(chairs((0,)))
OPEN = Setup((person(guest(0)), FREE, bot("random"), bot("random")))


@pytest.fixture
async def store() -> AsyncIterator[DatabaseStore]:
    opened = await open_store()
    yield opened
    await opened.close()


def slow(monkeypatch: pytest.MonkeyPatch, store: DatabaseStore) -> Callable[[], None]:
    """Let commits wait until what is returned is called."""
    commit, free = store.commit, asyncio.Event()

    async def wait(unit: Unit) -> None:
        await free.wait()
        await commit(unit)

    monkeypatch.setattr(store, "commit", wait)
    return free.set


async def test_no_more_tables_than_wanted_are_opened_at_once(store: DatabaseStore) -> None:
    lobby = Lobby(Supplies(store, SeededChance()), limit=3)
    made = await asyncio.gather(*(lobby.create(ALONE) for _ in range(20)), return_exceptions=True)
    assert sum(isinstance(one, BadRequest) for one in made) == 17
    assert len(lobby) == len(await store.open_tables()) == 3
    assert lobby.full
    (table, *_) = lobby
    await lobby.close_table(table)
    await lobby.create(ALONE)
    await lobby.close()


async def test_what_cannot_be_opened_takes_no_place(store: DatabaseStore) -> None:
    lobby = Lobby(Supplies(store, SeededChance()), limit=1)
    with pytest.raises(BadRequest, match="classic"):
        await lobby.create(Setup(chairs((0,)), "classic"))
    assert lobby.seats_of("guest-0") == 0
    await lobby.create(ALONE)
    assert lobby.seats_of("guest-0") == 1
    await lobby.close()


async def test_seats_count_from_when_they_are_asked_for(
    store: DatabaseStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = Lobby(Supplies(store, SeededChance()))
    table = await lobby.create(OPEN)
    go_on = slow(monkeypatch, store)
    opening = [asyncio.create_task(lobby.create(ALONE)) for _ in range(2)]
    sitting = [asyncio.create_task(lobby.sit(table.id, guest(seat))) for seat in (1, 2, 0)]
    await asyncio.sleep(0)
    assert [lobby.seats_of(f"guest-{seat}") for seat in (0, 1, 2)] == [3, 1, 1]
    go_on()
    await asyncio.gather(*opening, sitting[0])
    with pytest.raises(NoSeat, match="no seat at this table is free"):
        await sitting[1]
    assert await sitting[2] == (table, 0)
    assert [lobby.seats_of(f"guest-{seat}") for seat in (0, 1, 2)] == [3, 1, 0]
    await lobby.close()


async def test_where_a_guest_sat_down_last_is_known_after_a_restart_too() -> None:
    ticks = itertools.count()
    store = await open_store(clock=lambda: next(ticks))
    supplies = Supplies(store, SeededChance())
    lobby = Lobby(supplies)
    # By their ids they would be sorted otherwise: table-10 comes before table-2.
    tables = [await lobby.create(OPEN) for _ in range(10)]
    for table in (*tables[3:], *tables[:3]):
        await lobby.sit(table.id, guest(1))
    assert [table.id for table in lobby.of("guest-1")][-2:] == ["table-2", "table-3"]
    await lobby.close()

    lobby = Lobby(supplies)
    await lobby.resume()
    assert [table.id for table in lobby.of("guest-1")][-2:] == ["table-2", "table-3"]
    await lobby.sit("table-7", guest(1))
    assert lobby.of("guest-1")[-1].id == "table-7"
    assert lobby.seats_of("guest-1") == 10
    await lobby.close()
    await store.close()


async def test_a_table_that_has_closed_is_nobodys(store: DatabaseStore) -> None:
    supplies = Supplies(store, SeededChance())
    lobby = Lobby(supplies)
    table = await lobby.create(OPEN)
    await lobby.sit(table.id, guest(1))
    assert await lobby.close_table(table)
    supplies.places.note("guest-1", table.id)
    assert lobby.of("guest-1") == ()
    await lobby.close()


async def test_a_closed_table_keeps_no_names_and_addresses(store: DatabaseStore) -> None:
    lobby = Lobby(Supplies(store, SeededChance()))
    setup = Setup((person(guest(0), "192.0.2.1"), FREE, bot("random"), bot("random")))
    table = await lobby.create(setup)
    await lobby.sit(table.id, guest(1))
    assert await lobby.close_table(table)
    (kept,) = await store.read(
        lambda opened: opened.execute(sa.select(tables.c.state)).scalars().all()
    )
    assert decode_state(kept).setup.chairs == (
        Chair("player", account="guest-0"),
        Chair("player", account="guest-1"),
        bot("random"),
        bot("random"),
    )
    await lobby.close()


async def test_a_table_whose_opener_goes_is_opened_all_the_same(
    store: DatabaseStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = Lobby(Supplies(store, SeededChance()))
    go_on = slow(monkeypatch, store)
    opening = asyncio.create_task(lobby.create(ALONE))
    await asyncio.sleep(0)
    opening.cancel()
    await asyncio.gather(opening, return_exceptions=True)
    go_on()
    async with asyncio.timeout(20):
        while not len(lobby):
            await asyncio.sleep(0.001)
    assert [table.id for table in lobby.of("guest-0")] == ["table"]
    assert [table.id for table in await store.open_tables()] == ["table"]
    await lobby.close()


async def test_a_table_that_was_being_opened_is_told_that_the_server_stops(
    store: DatabaseStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = Lobby(Supplies(store, SeededChance()))
    go_on = slow(monkeypatch, store)
    opening = asyncio.create_task(lobby.create(ALONE))
    await asyncio.sleep(0)
    await lobby.drain()
    go_on()
    table, outbox, sent = await opening, Outbox(), list[bytes]()

    async def send(texts: Sequence[bytes]) -> None:
        sent.extend(texts)

    table.join(outbox, 0)
    await lobby.close()
    await outbox.drain(send)
    assert b'"type":"draining"' in sent[-1]


async def test_closing_waits_for_no_table_that_cannot_be_kept(
    store: DatabaseStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = Lobby(Supplies(store, SeededChance()))
    slow(monkeypatch, store)
    opening = asyncio.create_task(lobby.create(ALONE))
    await asyncio.sleep(0)
    await lobby.close()
    async with asyncio.timeout(20):
        with pytest.raises(asyncio.CancelledError):
            await opening
    assert len(lobby) == 0
