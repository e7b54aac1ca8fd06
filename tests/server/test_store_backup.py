"""Backup and restore as docs/operations.md says, while the server goes on writing."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import make_url

from taipao.game.replay import verify
from taipao.server.keeping import NewLines, Unit
from taipao.server.store import DatabaseStore, open_store
from tests.postgresql import Cluster
from tests.server.chance import SeededChance
from tests.server.client import Client, Message, connected, seated
from tests.server.serving import Served, serving

Backup = Callable[[], Awaitable[str]]

OPERATIONS = Path(__file__).parents[2] / "docs/operations.md"


async def writing(store: DatabaseStore, over: asyncio.Event) -> int:
    """Add line after line to a round until told to end; return how many."""
    await store.commit(Unit("t", state=b"{}", lines=NewLines("r", 1, (b"1",)), number=1))
    last = 1
    while not over.is_set():
        last += 1
        await store.commit(Unit("t", lines=NewLines("r", last, (b"%d" % last,))))
    return last


async def check(url: str, last: int) -> None:
    """Find a whole state in a restored database: every line up to some."""
    store = await open_store(url)
    try:
        [table] = await store.open_tables()
        assert table.lines == tuple(b"%d" % i for i in range(1, len(table.lines) + 1))
        assert 100 <= len(table.lines) <= last
        # And it goes on from there.
        await store.commit(Unit("t", lines=NewLines("r", len(table.lines) + 1, (b"on",))))
    finally:
        await store.close()


def documented(start: str) -> str:
    """Return the one command of the page that begins so."""
    [command] = [
        line.strip()
        for line in OPERATIONS.read_text("utf-8").splitlines()
        if line.strip().startswith(start)
    ]
    return command


async def copied(folder: Path) -> str:
    """Back the file in a folder up, as documented; return the copy's URL."""
    command = documented("python3 -c").replace("python3", sys.executable, 1)
    await asyncio.to_thread(subprocess.run, command, shell=True, check=True, cwd=folder, timeout=60)
    connection = sqlite3.connect(folder / "copy.sqlite3")
    assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
    connection.close()
    return f"sqlite:///{folder / 'copy.sqlite3'}"


async def dumped(cluster: Cluster, url: str) -> str:
    """Back a database up, as documented, and restore it as another; return that one's URL."""
    assert documented("pg_dump") == "pg_dump --format=custom --file=taipao.dump taipao"
    assert documented("pg_restore") == "pg_restore --exit-on-error --dbname=taipao taipao.dump"
    restored = cluster.database()
    name, new = (make_url(one).database or "" for one in (url, restored))
    dump = str(cluster.folder / "taipao.dump")
    options = ("--format=custom", f"--file={dump}", name)
    await asyncio.to_thread(cluster.run, "pg_dump", *cluster.connection, *options)
    options = ("--exit-on-error", f"--dbname={new}", dump)
    await asyncio.to_thread(cluster.run, "pg_restore", *cluster.connection, *options)
    return restored


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def original(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Backup]:
    """Return the URL of an empty database, and what backs it up and gives the restored one's."""
    if request.param == "postgresql":
        cluster: Cluster = request.getfixturevalue("cluster")
        url = cluster.database()
        return url, partial(dumped, cluster, url)
    return f"sqlite:///{tmp_path / 'server.sqlite3'}", partial(copied, tmp_path)


async def test_a_database_is_backed_up_while_it_is_written(original: tuple[str, Backup]) -> None:
    url, backup = original
    store, over = await open_store(url), asyncio.Event()
    task = asyncio.create_task(writing(store, over))
    while store.committer.items < 100:
        await asyncio.sleep(0.01)
    restored = await backup()
    over.set()
    last = await task
    await store.close()
    await check(restored, last)


async def test_a_restored_server_goes_on_with_the_round(original: tuple[str, Backup]) -> None:
    url, backup = original
    chance = SeededChance()
    async with serving(store=await open_store(url), chance=chance) as served:
        async with seated(served.port) as client:
            assert client.socket.response is not None
            cookie = client.socket.response.headers["set-cookie"].split(";")[0]
            table = client.log[0]["table"]
            await client.start()
            finished = await client.play_round(random.Random(0))
            view, decision = await asked(client)
            restored = await backup()
            # What is played after the backup is lost.
            await client.act(decision["id"], decision["actions"][-1])
            while (later := (await client.until("event"))["number"]) is None:
                continue
        before = await record(served, finished)

    async with (
        serving(store=await open_store(restored), chance=chance) as served,
        connected(served.port, additional_headers={"cookie": cookie}) as client,
    ):
        await client.hello(table=table, round=view["round"], last=later)
        again = await client.until("view", "resumed")
        assert (again["type"], again["round"]) == ("view", view["round"])
        assert again["view"]["number"] < later
        assert again["match"] == view["match"]
        resumed = await client.until("decision")
        assert (resumed["id"], resumed["actions"]) == (decision["id"], decision["actions"])
        await client.act(resumed["id"], resumed["actions"][-1])
        over = await client.play_round(random.Random(1))
        assert verify(await record(served, over)) > 0
        assert await record(served, finished) == before


async def asked(client: Client) -> tuple[Message, Message]:
    """Begin rounds until the person is asked in one; return its view and the decision."""
    while True:
        await client.start(None)
        message = await client.until("decision", "round_over")
        if message["type"] == "decision":
            return client.told("view")[-1], message


async def record(served: Served, over: Message) -> bytes:
    """Return the record that the end of a round names."""
    found = await served.house.store.record(over["record"].removeprefix("/records/"))
    assert found is not None
    return found
