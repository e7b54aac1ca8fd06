from __future__ import annotations

from pathlib import Path

import pytest

from taipao.game.events import PlayBegan
from taipao.server.store import MemoryStore, Numbered


async def test_running_events_make_way_for_the_record() -> None:
    store = MemoryStore()
    first, second = Numbered(1, PlayBegan(0)), Numbered(2, PlayBegan(1))
    await store.append("a", [first])
    await store.append("a", [second])
    await store.append("b", [first])
    assert store.running == {"a": [first, second], "b": [first]}
    assert await store.record("a") is None
    await store.finish("a", b"record\n")
    await store.drop("b")
    await store.drop("c")
    assert store.running == {}
    assert await store.record("a") == b"record\n"
    assert await store.record("b") is None


async def test_records_go_to_the_folder_whole(tmp_path: Path) -> None:
    store = MemoryStore(tmp_path)
    await store.finish("a", b"whole\n")
    await store.freeze("b", b"cut\n")
    kept = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert kept == {"a.jsonl": b"whole\n", "b.frozen.jsonl": b"cut\n"}


@pytest.mark.parametrize("round_id", ["", "../a", "a/b", "a.b", "a" * 65])
async def test_a_rounds_id_cannot_name_a_path(tmp_path: Path, round_id: str) -> None:
    with pytest.raises(ValueError, match="round's id"):
        await MemoryStore(tmp_path).finish(round_id, b"")
