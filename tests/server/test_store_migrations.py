"""A database is brought to this program's schema, by one starter, and never taken back."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect

from taipao.errors import StoreFault
from taipao.server.audit import Sound, audit
from taipao.server.engines import open_database
from taipao.server.keeping import Account, LiveTable, NewLines, Unit
from taipao.server.ledger import Ledger
from taipao.server.migrations import VERSION_TABLE
from taipao.server.schema import METADATA
from taipao.server.store import open_store

ROOT = Path(__file__).parents[2]
_T = TypeVar("_T")
AFTER_FIRST = METADATA.tables.keys() - {"tables", "rounds", "lines"}


async def done(url: str, work: Callable[[Connection], _T]) -> _T:
    database = await open_database(url)
    try:
        return await database.write(work)
    finally:
        await database.close()


def constraints(connection: Connection) -> dict[str, Any]:
    """Return what comparing leaves out: checks, keys and the conditions of indexes."""
    found = inspect(connection)
    return {
        name: (
            sorted(str(check["name"]) for check in found.get_check_constraints(name)),
            found.get_pk_constraint(name)["name"],
            sorted(str(key["name"]) for key in found.get_foreign_keys(name)),
            sorted(str(key["name"]) for key in found.get_unique_constraints(name)),
            sorted((str(index["name"]), str(index["unique"])) for index in found.get_indexes(name)),
        )
        for name in METADATA.tables
    }


async def test_the_steps_make_what_the_statements_expect(database_url: str) -> None:
    def compare(connection: Connection) -> tuple[list[Any], dict[str, Any], dict[str, Any]]:
        options = {"version_table": VERSION_TABLE, "compare_type": True}
        context = MigrationContext.configure(connection, opts=options)
        differences = compare_metadata(context, METADATA)
        migrated = constraints(connection)
        METADATA.drop_all(connection)
        METADATA.create_all(connection)
        return differences, migrated, constraints(connection)

    differences, migrated, declared = await done(database_url, compare)
    assert differences == []
    assert migrated == declared


async def test_a_database_that_a_newer_version_has_used_is_refused(database_url: str) -> None:
    await done(
        database_url,
        lambda connection: connection.exec_driver_sql(
            f"update {VERSION_TABLE} set version_num = '9999'"
        ),
    )
    with pytest.raises(StoreFault, match=r"has schema 9999, which taipao \S+ does not know"):
        await open_store(database_url)


async def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "theirs.db"
    connection = sqlite3.connect(file)
    connection.execute("create table tables (legs integer)")
    connection.close()
    with pytest.raises(StoreFault, match=r"theirs.db: .*already exists"):
        await open_store(f"sqlite:///{file}")
    connection = sqlite3.connect(file)
    names = connection.execute("select name from sqlite_master").fetchall()
    connection.close()
    assert names == [("tables",)]


def back_to_guests(connection: Connection) -> None:
    """Leave what the first step left, with two guests, and not what the steps after it made."""
    METADATA.drop_all(connection, [METADATA.tables[name] for name in AFTER_FIRST])
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("drop function refuse_change")
    connection.exec_driver_sql(f"update {VERSION_TABLE} set version_num = '0001'")
    blob = "blob" if connection.dialect.name == "sqlite" else "bytea"
    connection.exec_driver_sql(
        f"create table guests (id text primary key, token {blob} unique, name text, made bigint)"
    )
    values = [
        {"id": id, "token": token, "name": name, "made": made}
        for id, token, name, made in (
            ("h", b"2" * 32, "小明", 9),
            ("g", b"1" * 32, "guest-0001", 7),
        )
    ]
    columns = sa.table("guests", *map(sa.column, ("id", "token", "name", "made")))
    connection.execute(sa.insert(columns), values)


async def test_guests_become_accounts_with_their_sign_up_coins(database_url: str) -> None:
    await done(database_url, back_to_guests)
    store = await open_store(database_url)
    assert await store.account(b"1" * 32) == Account("g", "guest-0001", "guest")
    assert await store.account(b"2" * 32) == Account("h", "小明", "guest")
    ledger = Ledger(store)
    assert [line.amount for line in await ledger.lines("h")] == [30_000]
    assert [line.balance for line in await ledger.lines("mint")] == [-60_000, -30_000]
    made = sa.select(METADATA.tables["accounts"].c.made).order_by("made")
    assert await store.read(lambda opened: opened.execute(made).scalars().all()) == [7, 9]
    # And the ledger goes on from there.
    await store.add_account(Account("i", "guest-0002"), b"3" * 32)
    assert await store.read(audit) == Sound(entries=3, rounds=0, purses=5)
    await store.close()


async def test_opening_again_changes_nothing(database_url: str) -> None:
    for _ in range(2):
        store = await open_store(database_url)
        table = Unit("t", state=b"{}", lines=NewLines("r", 1, (b"one",)), number=1)
        if not await store.open_tables():
            await store.commit(table)
        assert await store.open_tables() == [LiveTable("t", b"{}", "r", (b"one",))]
        await store.close()


STARTER = """
import asyncio, sys
from taipao.errors import StoreFault
from taipao.server import postgres
from taipao.server.store import open_store
postgres.OWNER_SECONDS = 0.5
async def main():
    sys.stdin.readline()
    try:
        store = await open_store(sys.argv[1])
    except StoreFault as fault:
        print(fault, flush=True)
        return
    print("serving", flush=True)
    sys.stdin.readline()
    await store.close()
asyncio.run(main())
"""


def test_of_starters_at_once_one_serves_and_the_others_are_told(database_url: str) -> None:
    starters = [
        subprocess.Popen(
            [sys.executable, "-c", STARTER, database_url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            text=True,
        )
        for _ in range(3)
    ]
    try:
        for starter in starters:
            assert starter.stdin is not None
            starter.stdin.write("now\n")
            starter.stdin.flush()
        said = sorted(starter.stdout.readline() for starter in starters if starter.stdout)
        assert said[2] == "serving\n"
        assert all("is in use by another taipao server" in line for line in said[:2])
    finally:
        for starter in starters:
            starter.communicate("stop\n")
    assert [starter.returncode for starter in starters] == [0, 0, 0]


MIGRATOR = """
import asyncio, sys
from taipao.server.postgres import migrated
from taipao.server.urls import parse_url
sys.stdin.readline()
asyncio.run(migrated(parse_url(sys.argv[1])))
"""


def test_the_steps_themselves_are_guarded_on_postgresql(postgresql: str) -> None:
    migrators = [
        subprocess.Popen(
            [sys.executable, "-c", MIGRATOR, postgresql], stdin=subprocess.PIPE, cwd=ROOT, text=True
        )
        for _ in range(3)
    ]
    for migrator in migrators:
        assert migrator.stdin is not None
        migrator.stdin.write("now\n")
        migrator.stdin.flush()
    for migrator in migrators:
        migrator.communicate()
    assert [migrator.returncode for migrator in migrators] == [0, 0, 0]
    asyncio.run(done(postgresql, lambda connection: None))
