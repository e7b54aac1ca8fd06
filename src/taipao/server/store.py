"""Where rounds are kept: events as they happen, and the record once a round is over."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from taipao.game.events import Event

_ROUND_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Numbered(Struct, frozen=True):
    """An event with its public number, or without where it is private as a whole."""

    number: int | None
    event: Event


class Store(Protocol):
    """What a table needs kept. Every method returns once the data is safe.

    A table calls `append` before it shows the events to anyone.
    """

    async def append(self, round_id: str, events: Sequence[Numbered]) -> None:
        """Add events to a running round, which the first call opens."""

    async def finish(self, round_id: str, record: bytes) -> None:
        """Keep a round's whole record; its running events are no longer needed."""

    async def freeze(self, round_id: str, record: bytes) -> None:
        """Keep what was recorded of a round that a fault has stopped."""

    async def drop(self, round_id: str) -> None:
        """Forget the events of a round that its players have abandoned."""

    async def record(self, round_id: str) -> bytes | None:
        """Return the record of a finished or frozen round, or None."""


class MemoryStore:
    """Keeps everything in this process, and finished records in `folder` too if there is one."""

    def __init__(self, folder: Path | None = None) -> None:
        self.running: dict[str, list[Numbered]] = {}
        self._records: dict[str, bytes] = {}
        self._folder = folder

    async def append(self, round_id: str, events: Sequence[Numbered]) -> None:
        """Add events to a running round, which the first call opens."""
        self.running.setdefault(round_id, []).extend(events)

    async def finish(self, round_id: str, record: bytes) -> None:
        """Keep a round's whole record, also as `ID.jsonl` in the folder."""
        self._keep(round_id, record, f"{round_id}.jsonl")

    async def freeze(self, round_id: str, record: bytes) -> None:
        """Keep a broken round's record so far, also as `ID.frozen.jsonl` in the folder."""
        self._keep(round_id, record, f"{round_id}.frozen.jsonl")

    async def drop(self, round_id: str) -> None:
        """Forget the events of a round that its players have abandoned."""
        self.running.pop(round_id, None)

    async def record(self, round_id: str) -> bytes | None:
        """Return the record of a finished or frozen round, or None."""
        return self._records.get(round_id)

    def _keep(self, round_id: str, record: bytes, name: str) -> None:
        if not _ROUND_ID.fullmatch(round_id):
            raise ValueError(f"not a round's id: {round_id!r}")
        self._records[round_id] = record
        self.running.pop(round_id, None)
        if self._folder is not None:
            # Under another name until it is whole, so that no reader meets half a record.
            part = self._folder / f".{name}.part"
            part.write_bytes(record)
            part.replace(self._folder / name)
