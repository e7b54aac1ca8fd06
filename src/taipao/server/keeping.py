"""What tables want kept, and what a store promises (docs/server.md, "What is kept")."""

from __future__ import annotations

from typing import Literal, Protocol

from msgspec import Struct

TableStatus = Literal["open", "closed", "frozen"]
RoundEnd = Literal["finished", "frozen", "dropped"]


class NewLines(Struct, frozen=True):
    """Lines of a live round's record to append; `first` is the number of the first, from 1.

    The header is line 1: lines that start there open the round.
    """

    round_id: str
    first: int
    lines: tuple[bytes, ...]


class EndedRound(Struct, frozen=True):
    """The end of a live round: its lines become one compressed record, or are let go."""

    round_id: str
    how: RoundEnd
    record: bytes | None


class Unit(Struct, frozen=True):
    """All that one table wants kept at once: kept whole or not at all.

    `state` is the table's new state as JSON, None where it has not changed.
    """

    table_id: str
    state: bytes | None = None
    status: TableStatus | None = None
    lines: NewLines | None = None
    ended: EndedRound | None = None
    number: int | None = None
    """The number of the round in its match, with the lines that open it."""


class LiveTable(Struct, frozen=True):
    """An open table as it was last committed, with the lines of its live round if it has one."""

    id: str
    state: bytes
    round_id: str | None
    lines: tuple[bytes, ...]


class RoundInfo(Struct, frozen=True):
    """A round in a list: times in UTC milliseconds."""

    id: str
    table_id: str
    number: int
    status: Literal["live", "finished", "frozen", "dropped"]
    began: int
    ended: int | None


class Guest(Struct, frozen=True):
    """Who a browser is."""

    id: str
    name: str


class Store(Protocol):
    """What the server needs kept. Every method returns once the data is safe."""

    async def commit(self, unit: Unit) -> None:
        """Keep a unit, in a group with others.

        Waits while the database is away. Raises `StoreFault` if this unit cannot be kept.
        """

    async def open_tables(self) -> list[LiveTable]:
        """Return every open table, to be resumed; the one changed last is the last."""

    async def frozen_tables(self) -> int:
        """Return how many tables a fault has stopped for good."""

    async def record(self, round_id: str) -> bytes | None:
        """Return the record of a finished or frozen round, or None."""

    async def rounds(
        self, table_id: str, *, before: int | None = None, limit: int = 50
    ) -> list[RoundInfo]:
        """Return a table's rounds, the latest first, those that began before `before`."""

    async def add_guest(self, guest: Guest, token: bytes) -> None:
        """Keep a guest; `token` is the SHA-256 of what its cookie holds."""

    async def guest(self, token: bytes) -> Guest | None:
        """Return the guest with this hashed token, or None."""

    async def close(self) -> None:
        """Commit what is waiting and let go of the database."""
