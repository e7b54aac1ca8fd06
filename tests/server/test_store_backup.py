"""Backup and restore as docs/operations.md says, while the server goes on writing."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import make_url

from taipao.server.keeping import NewLines, Unit
from taipao.server.store import DatabaseStore, open_store
from tests.postgresql import Cluster

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


async def test_a_sqlite_file_is_copied_while_it_is_written(tmp_path: Path) -> None:
    file, copy = tmp_path / "server.sqlite3", tmp_path / "copy.sqlite3"
    command = documented("python3 -c")
    store, over = await open_store(f"sqlite:///{file}"), asyncio.Event()
    task = asyncio.create_task(writing(store, over))
    while store.committer.items < 100:
        await asyncio.sleep(0.01)
    command = command.replace("python3", sys.executable, 1)
    await asyncio.to_thread(
        subprocess.run, command, shell=True, check=True, cwd=tmp_path, timeout=60
    )
    over.set()
    last = await task
    await store.close()
    connection = sqlite3.connect(copy)
    assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
    connection.close()
    await check(f"sqlite:///{copy}", last)


@pytest.mark.postgresql
async def test_a_postgresql_database_is_dumped_while_it_is_written(cluster: Cluster) -> None:
    assert documented("pg_dump") == "pg_dump --format=custom --file=taipao.dump taipao"
    assert documented("pg_restore") == "pg_restore --exit-on-error --dbname=taipao taipao.dump"
    url, restored = cluster.database(), cluster.database()
    name, new = (make_url(one).database or "" for one in (url, restored))
    dump = str(cluster.folder / "taipao.dump")
    store, over = await open_store(url), asyncio.Event()
    task = asyncio.create_task(writing(store, over))
    while store.committer.items < 100:
        await asyncio.sleep(0.01)
    options = ("--format=custom", f"--file={dump}", name)
    await asyncio.to_thread(cluster.run, "pg_dump", *cluster.connection, *options)
    over.set()
    last = await task
    await store.close()
    options = ("--exit-on-error", f"--dbname={new}", dump)
    await asyncio.to_thread(cluster.run, "pg_restore", *cluster.connection, *options)
    await check(restored, last)
