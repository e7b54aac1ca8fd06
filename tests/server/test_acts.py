"""An operator's act on a table is kept with the table's end, in one transaction."""

from __future__ import annotations

import asyncio
import logging

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from taipao.errors import StoreFault
from taipao.server.acts import acts_of, keep_act
from taipao.server.keeping import Account, NewAct
from taipao.server.schema import rounds, tables
from taipao.server.store import DatabaseStore
from tests.server.client import seated
from tests.server.conftest import Open
from tests.server.test_store_crash import lose_one_answer

FREEZE = NewAct("Ann", "freeze", "table", "to look at it", 1)
Kept = tuple[str, list[str], list[NewAct]]


async def kept(store: DatabaseStore) -> Kept:
    """Return how a table and its rounds are kept, and what operators did, as of one moment."""

    def look(connection: Connection) -> Kept:
        status = connection.execute(sa.select(tables.c.status)).scalar_one()
        played = connection.execute(sa.select(rounds.c.status)).scalars()
        acts = acts_of(connection, None, None, 9)
        return (
            status,
            list(played),
            [NewAct(one.operator, one.act, one.target, one.reason, one.made) for one in acts],
        )

    return await store.read(look)


async def test_a_freeze_and_its_act_are_kept_together(
    open_kept_room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After no transaction is there the one without the other."""
    async with open_kept_room() as room, seated(room.port) as client:
        await client.start("standard")
        await client.until("decision")
        seen: list[Kept] = []
        opened = room.store._database
        write = opened.write

        async def watched(work: object) -> object:
            done = await write(work)  # type: ignore[arg-type]
            seen.append(await kept(room.store))
            return done

        monkeypatch.setattr(opened, "write", watched)
        assert await room.table.halt(FREEZE)
        await client.until("frozen")
        assert seen == [("frozen", ["frozen"], [FREEZE])]


@pytest.mark.parametrize("playing", [True, False])
@pytest.mark.parametrize("happened", [True, False])
async def test_a_freeze_in_doubt_is_kept_once(
    open_kept_room: Open, monkeypatch: pytest.MonkeyPatch, *, playing: bool, happened: bool
) -> None:
    async with open_kept_room() as room, seated(room.port) as client:
        if playing:
            await client.start("standard")
            await client.until("decision")
        lose_one_answer(monkeypatch, room.store, happened)
        assert await room.table.halt(FREEZE)
        assert await kept(room.store) == ("frozen", ["frozen"] * playing, [FREEZE])
        await room.crash()
        assert room.lobby.find("table") is None


async def test_a_freeze_is_logged_as_what_an_operator_did_and_as_no_fault(
    open_kept_room: Open, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_kept_room() as room:
        assert await room.table.halt(FREEZE)
        [told] = [one for one in caplog.records if one.name.startswith("taipao")]
        assert told.levelno == logging.WARNING
        assert told.getMessage() == "Ann has stopped the table: to look at it"
        assert told.exc_info is None
        assert told.__dict__["table"] == "table"


async def test_who_freezes_twice_at_once_does_it_once(open_kept_room: Open) -> None:
    async with open_kept_room() as room:
        again = NewAct("Ben", "freeze", "table", "me too", 2)
        done = await asyncio.gather(room.table.halt(FREEZE), room.table.halt(again))
        assert done == [True, False]
        assert await kept(room.store) == ("frozen", [], [FREEZE])


async def test_who_plays_alone_goes_on_at_another_table_than_one_that_was_frozen(
    open_kept_room: Open,
) -> None:
    async with open_kept_room() as room, seated(room.port) as client:
        await client.start("standard")
        await client.until("decision")
        assert await room.table.halt(FREEZE)
        await client.until("frozen")
        await client.start("standard")
        assert (await client.until("error"))["code"] == "frozen"
        assert await kept(room.store) == ("frozen", ["frozen"], [FREEZE])
        owner = room.table.setup.chairs[0]
        own = await room.house.own_table(Account(str(owner.account), owner.name))
        assert own is not room.table


async def test_a_table_that_has_closed_is_not_frozen(open_kept_room: Open) -> None:
    async with open_kept_room() as room:
        table = room.table
        assert await room.lobby.close_table(table)
        assert not await table.halt(FREEZE)
        assert await kept(room.store) == ("closed", [], [])


async def test_an_act_that_cannot_be_kept_is_told_and_leaves_the_table_as_it_was_kept(
    open_kept_room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table stops, in memory alone, and the act can still be kept by itself."""

    def refuse(_: Connection, __: NewAct) -> None:
        raise StoreFault("a fault of the log")

    async with open_kept_room() as room, seated(room.port) as client:
        await client.start("standard")
        await client.until("decision")
        with monkeypatch.context() as patch:
            patch.setattr("taipao.server.database.keep_act", refuse)
            assert await room.table.halt(FREEZE)
            await client.until("frozen")
            assert await kept(room.store) == ("open", ["live"], [])
        await room.house.operators.note(FREEZE)
        await room.store.write(lambda connection: keep_act(connection, FREEZE))
        assert (await kept(room.store))[2] == [FREEZE]
