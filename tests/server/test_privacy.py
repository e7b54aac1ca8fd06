"""Of a deleted account neither name nor address is left anywhere, on either kind of database."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from taipao.server.keeping import Account
from taipao.server.privacy import forget_deleted
from taipao.server.schema import METADATA, accounts, tables
from taipao.server.store import DatabaseStore, open_store
from tests.server.chance import SeededChance
from tests.server.client import Client, connected
from tests.server.friendly import Lasting
from tests.server.operating import SETTINGS, WHY, id_of, operating
from tests.server.serving import Served, serving
from tests.server.test_coin_table import WON
from tests.server.visitors import Visitor, member, visiting

PASSWORD = "correct horse"
NAME = "Zebulon"
ADDRESS = "192.0.2.77"
QUEUE = "/api/rooms/novice/standard/queue"


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[DatabaseStore]:
    """Open a store that outlives its servers."""
    opened = await open_store(database_url)
    yield Lasting(opened)
    await opened.close()


async def holding(store: DatabaseStore, *texts: str) -> set[str]:
    """Return the columns of the whole database in which one of the texts stands."""

    def look(connection: Connection) -> set[str]:
        return {
            f"{table.name}.{column}"
            for table in METADATA.sorted_tables
            for row in connection.execute(sa.select(table)).mappings()
            for column, value in row.items()
            if any(text in _text(value) for text in texts)
        }

    return await store.read(look)


def _text(value: object) -> str:
    if isinstance(value, bytes):
        try:
            return zlib.decompress(value).decode()
        except zlib.error:
            return value.decode("latin-1")
    return str(value)


@asynccontextmanager
async def playing(store: DatabaseStore) -> AsyncIterator[tuple[Served, list[Visitor], Client]]:
    """Let two members and two bots play in a coin room; the first is in the dealer's seat."""
    async with AsyncExitStack() as stack:
        chance = SeededChance(walls=[WON, WON])
        served = await stack.enter_async_context(serving(SETTINGS, store=store, chance=chance))
        players = [await stack.enter_async_context(member(served, n)) for n in (NAME, "Yolanda")]
        for player in players:
            await player.post(QUEUE)
        # All come from this machine: in the database it shall be another address than the tests'.
        key = "novice", "standard"
        waiting = list(served.house.rooms._queues._waiting[key])
        for number, one in enumerate(waiting):
            one.address = ADDRESS if number == 0 else "192.0.2.78"
        served.house.rooms._seat_with_bots(waiting[0])
        table = (await players[0].get("/api/queue?wait=25"))["table"]
        clients = []
        for player in players:
            socket = connected(served.port, additional_headers=player.cookie)
            clients.append(await stack.enter_async_context(socket))
            await clients[-1].hello(table=table)
        for client in clients:
            await client.start(None, "00")
        yield served, players, clients[0]


async def delete(player: Visitor) -> None:
    await player.delete("/api/account", {"password": PASSWORD})


async def seats(operator: Visitor, table: str) -> dict[str, str]:
    """Return what an operator sees of a table: the names of its persons by their accounts."""
    shown = (await operator.get(f"/api/admin/tables/{table}"))["table"]
    return {seat["account"]: seat["name"] for seat in shown["seats"] if seat["account"]}


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_frozen_table_keeps_nothing_of_who_is_deleted(
    store: DatabaseStore, *, restarted: bool
) -> None:
    async with playing(store) as (served, players, client), operating(served) as operator:
        table = client.log[0]["table"]
        await client.until("view")
        ids = [await id_of(player) for player in players]
        await operator.post(f"/api/admin/tables/{table}/freeze", WHY)
        assert await seats(operator, table) == {ids[0]: NAME, ids[1]: "Yolanda"}
        assert await holding(store, NAME) == {"accounts.name", "tables.state"}
        assert await holding(store, ADDRESS) == {"tables.state"}
        if not restarted:
            await delete(players[0])
            assert await seats(operator, table) == {ids[0]: "guest", ids[1]: "Yolanda"}
            assert await holding(store, NAME, ADDRESS) == set()
    async with serving(SETTINGS, store=store) as served, operating(served) as operator:
        assert served.house.lobby.find(table) is None
        if restarted:
            assert await seats(operator, table) == {ids[0]: NAME, ids[1]: "Yolanda"}
            async with visiting(served) as back:
                await back.post("/api/session", {"name": NAME, "password": PASSWORD})
                await delete(back)
        assert await holding(store, NAME, ADDRESS) == set()
        assert await seats(operator, table) == {ids[0]: "guest", ids[1]: "Yolanda"}
        shown = await operator.get(f"/api/admin/tables/{table}")
        assert (shown["table"]["status"], shown["table"]["room"]) == ("frozen", "novice")
        assert len(shown["rounds"]) == 1
        assert (await operator.http.get("/api/admin/tables/none")).status_code == 404


async def test_nothing_is_left_of_who_played_reported_and_is_deleted(store: DatabaseStore) -> None:
    async with playing(store) as (served, players, client), operating(served) as operator:
        player, other = players
        me, table = await id_of(player), client.log[0]["table"]
        assert await holding(store, ADDRESS) == {"tables.state"}
        said: dict[str, Any] = {"account": await id_of(other), "table": table, "text": "slow"}
        await player.post("/api/reports", said)
        await other.post("/api/reports", {**said, "account": me})
        await player.post("/api/friends", {})
        await player.post("/api/tables", {})
        for act, more in (("ban", {"until": 2**47}), ("unban", {})):
            await operator.post(f"/api/admin/accounts/{me}/{act}", {**WHY, **more})
        correction = {**WHY, "amount": 5, "id": "1"}
        await operator.post(f"/api/admin/accounts/{me}/correction", correction)
        assert await holding(store, NAME, NAME.lower()) >= {"accounts.name", "tables.state"}
        # What has been read is given again for a while, but not once the account is deleted.
        await other.get("/api/leaderboards/week")
        assert (await other.get(f"/api/players/{me}"))["name"] == NAME
        await delete(player)
        for one in served.house.lobby:
            # Whatever it was told before is done once it has answered.
            await one.sit(Account("stranger", "somebody"), 0)
        assert await holding(store, NAME, NAME.lower(), ADDRESS) == set()
        for path in ("accounts", f"accounts/{me}", "acts", "reports", "tables", f"tables/{table}"):
            assert NAME not in (await operator.http.get(f"/api/admin/{path}")).text
        for path in ("/api/leaderboards/week", f"/api/players/{me}", f"/api/tables/{table}"):
            assert NAME not in (await other.http.get(path)).text


async def test_what_a_killed_server_left_is_forgotten_at_the_next_start(
    store: DatabaseStore,
) -> None:
    async with playing(store) as (served, players, client), operating(served):
        table = client.log[0]["table"]
        ids = [await id_of(player) for player in players]
        # The account is deleted, and the server gone before its tables have heard of it.
        await served.house.lobby.close()
    gone = sa.update(accounts).where(accounts.c.id == ids[0])

    def leave(connection: Connection) -> None:
        connection.execute(gone.values(name="", skeleton=None, password=None, deleted=1))
        for number, state in enumerate(("", "{}", "no JSON", '{"setup": {"chairs": 7}}')):
            row = {"id": f"odd-{number}", "state": state, "status": "frozen", "changed": 1}
            connection.execute(sa.insert(tables), row)

    await store.write(leave)
    assert await holding(store, NAME, ADDRESS) == {"tables.state"}
    async with serving(SETTINGS, store=store) as served:
        assert await holding(store, NAME, ADDRESS) == set()
        assert await holding(store, "Yolanda") == {"accounts.name", "tables.state"}
        found = served.house.lobby.find(table)
        assert found is not None
        persons = {one.account: one.name for one in found.setup.chairs if one.account}
        assert persons == {ids[0]: "guest", ids[1]: "Yolanda"}
        await store.write(forget_deleted)
    odd = sa.select(tables.c.state).where(tables.c.id.startswith("odd")).order_by(tables.c.id)
    states = await store.read(lambda connection: connection.execute(odd).scalars().all())
    assert states == ["", "{}", "no JSON", '{"setup": {"chairs": 7}}']
