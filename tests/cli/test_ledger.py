"""`taipao ledger`: what it says of a sound ledger, of one that is not, and of an account."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa

from taipao.cli import main
from taipao.server.engines import open_database
from taipao.server.store import open_store
from tests.server.coins import join, played
from tests.server.purses import correct

Captured = pytest.CaptureFixture[str]
PRESENT = "a \x1b]0;present\x07\n"
MADE = 1_700_000_000_000


async def fill(url: str) -> None:
    store = await open_store(url, clock=lambda: MADE)
    await join(store, "a", "b")
    one = played(1)[0]
    await store.commit(one.unit("t", "r", one.booking("expert", ("a", None, "b", None))))
    await correct(store, "b", 12_345, PRESENT, clock=lambda: MADE)
    await store.close()


async def spoil(url: str) -> None:
    def work(connection: sa.Connection) -> None:
        connection.exec_driver_sql("update purses set coins = coins + 1 where id = 'b'")

    database = await open_database(url)
    await database.write(work)
    await database.close()


def test_a_ledger_is_checked_and_shown(database_url: str, capsys: Captured) -> None:
    asyncio.run(fill(database_url))
    where = ["--database-url", database_url]
    assert main(["ledger", "check", *where]) == 0
    said = "sound: 4 entries, 1 of them rounds that replay, in 4 purses\n"
    assert capsys.readouterr().out == said

    assert main(["ledger", "show", "b", *where]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [
        ["4", "2023-11-14"],
        ["3", "2023-11-14"],
        ["2", "2023-11-14"],
    ]
    assert lines[0].endswith(r"  a \x1b]0;present\x07\n")
    assert " correction " in lines[0]
    assert "     +12,345 " in lines[0]
    assert lines[1].endswith("  r")
    assert lines[2].endswith(" 22:13:20 signup          +30,000         30,000")

    asyncio.run(spoil(database_url))
    assert main(["ledger", "check", *where]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("taipao: purse b holds ")
    assert captured.err.count("\n") == 1


def test_the_file_in_the_data_folder_is_read(tmp_path: Path, capsys: Captured) -> None:
    assert main(["ledger", "check", "--data", str(tmp_path)]) == 2
    assert "server.sqlite3: there is no such file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    asyncio.run(fill(f"sqlite:///{tmp_path / 'server.sqlite3'}"))
    assert main(["ledger", "check", "--data", str(tmp_path)]) == 0
    assert main(["ledger", "show", "mint", "--data", str(tmp_path)]) == 0
    assert "-60,000" in capsys.readouterr().out


def test_an_account_there_is_not_is_said_so(tmp_path: Path, capsys: Captured) -> None:
    asyncio.run(fill(f"sqlite:///{tmp_path / 'server.sqlite3'}"))
    assert main(["ledger", "show", "x", "--data", str(tmp_path)]) == 2
    assert "there is no account x" in capsys.readouterr().err
