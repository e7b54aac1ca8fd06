"""Copies of records in a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from taipao.server.copies import CopyingStore
from taipao.server.keeping import Account, EndedRound, NewLines, RoundEnd, Unit
from taipao.server.ledger import Ledger
from taipao.server.store import open_store
from tests.server.purses import correct


async def play(store: CopyingStore, how: RoundEnd, record: bytes | None) -> None:
    await store.commit(Unit("t", b"{}", "open", NewLines("r", 1, (b"{}\n",)), number=1))
    await store.commit(Unit("t", ended=EndedRound("r", how, record)))


@pytest.mark.parametrize(
    ("how", "record", "files"),
    [
        ("finished", b"{}\nwhole\n", ["r.jsonl"]),
        ("frozen", b"{}\n", ["r.frozen.jsonl"]),
        ("dropped", None, []),
    ],
)
async def test_records_are_copied(
    tmp_path: Path, how: RoundEnd, record: bytes | None, files: list[str]
) -> None:
    store = CopyingStore(await open_store(), tmp_path)
    await play(store, how, record)
    assert sorted(path.name for path in tmp_path.iterdir()) == files
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [record] * len(files)
    assert await store.record("r") == record
    assert [one.status for one in await store.rounds("t")] == [how]
    await store.close()


async def test_a_copy_that_fails_harms_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = CopyingStore(await open_store(), tmp_path / "gone")
    await play(store, "finished", b"{}\nwhole\n")
    assert await store.record("r") == b"{}\nwhole\n"
    assert "could not be copied" in caplog.text
    assert caplog.records[0].__dict__["round"] == "r"
    await store.close()


async def test_all_else_is_the_stores(tmp_path: Path) -> None:
    store = CopyingStore(await open_store(), tmp_path)
    await store.add_account(Account("g", "guest"), b"hash")
    assert await store.account(b"hash") == Account("g", "guest")
    ledger = Ledger(store)
    assert await correct(store, "g", 1) == await ledger.coins("g") == 30_001
    await store.commit(Unit("t", b"{}", "open"))
    assert [live.id for live in await store.open_tables()] == ["t"]
    assert await store.frozen_tables() == 0
    await store.close()
