"""What tables want kept, and what a store promises (docs/server.md, "What is kept")."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, Literal, Protocol, TypeVar

from msgspec import Struct
from sqlalchemy import Connection

from taipao.errors import TaipaoError

_T = TypeVar("_T")

TableStatus = Literal["open", "closed", "frozen"]
RoundEnd = Literal["finished", "frozen", "dropped"]
AccountKind = Literal["guest", "member", "bot"]


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


class Booking(Struct, frozen=True):
    """What a finished round came to, to be booked as it ends; all fours are in seat order.

    `room` names the coin room, None where no coins move. A seat whose account is None is a bot's:
    in a coin room it plays out of the house's purse. `totals`, `winner` and `dealer` are what a
    round is settled by, `points` what that gives; `by`, `tai` and `items` (pairs of a rule's id
    and its tai) are the winner's; `source` is the seat whose tile was won by, if it was another's.
    """

    room: str | None
    ruleset: str
    accounts: tuple[str | None, str | None, str | None, str | None]
    totals: tuple[int, int, int, int]
    winner: int | None
    dealer: int
    points: tuple[int, int, int, int]
    by: str | None = None
    tai: int = 0
    items: tuple[tuple[str, int], ...] = ()
    source: int | None = None


class Booked(Struct, frozen=True):
    """What has been booked for a round; all fours are in seat order.

    `balances` are the coins after it, `rank_points` what was gained in it, `rank_before` and
    `rank_after` the rank points before and after. Those that an account has are None for a bot's
    seat, for one whose account has been deleted, and where no coins move. `had` is what each could
    pay of: the coins before it, a deleted account's too, None where there is no limit.
    """

    coins: tuple[int, int, int, int]
    balances: tuple[int | None, int | None, int | None, int | None]
    rank_points: tuple[int, int, int, int]
    rank_before: tuple[int | None, int | None, int | None, int | None]
    rank_after: tuple[int | None, int | None, int | None, int | None]
    had: tuple[int | None, int | None, int | None, int | None]


class NewAct(Struct, frozen=True):
    """An operator's act to be kept, on an account or a table; `made` in UTC milliseconds."""

    operator: str
    act: str
    target: str
    reason: str
    made: int


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
    booking: Booking | None = None
    """What is booked of the round, with its end."""
    act: NewAct | None = None
    """What an operator does to the table by this unit."""


class Halted(TaipaoError):  # noqa: N818 (named for what it is)
    """An operator has stopped a table, by an act that is kept with its end."""

    def __init__(self, act: NewAct) -> None:
        super().__init__(act.reason)
        self.act: Final = act


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


class Account(Struct, frozen=True):
    """Who plays: a guest (a cookie alone), a member (a name and a password) or a bot (a token)."""

    id: str
    name: str
    kind: AccountKind = "guest"


class Store(Protocol):
    """What the server needs kept. Every method returns once the data is safe."""

    async def commit(self, unit: Unit) -> Booked | None:
        """Keep a unit, in a group with others; return what its booking came to, if it has one.

        Waits while the database is away. Raises `StoreFault` if this unit cannot be kept.
        """

    async def open_tables(self) -> list[LiveTable]:
        """Return every open table, to be resumed; the one changed last is the last."""

    async def frozen_tables(self) -> int:
        """Return how many tables a fault has stopped for good."""

    async def record(self, round_id: str) -> bytes | None:
        """Return the record of a finished or frozen round, or None.

        Raises `StoreAway`, or `StoreFault` where it is damaged.
        """

    async def rounds(
        self, table_id: str, *, before: int | None = None, limit: int = 50
    ) -> list[RoundInfo]:
        """Return a table's rounds, the latest first, those that began before `before`."""

    async def add_account(self, account: Account, token: bytes) -> None:
        """Keep a new account, its sign-up coins (C4) and its first session.

        `token` is the SHA-256 of what its cookie holds.
        """

    async def account(self, token: bytes) -> Account | None:
        """Return the account that has a session with this hashed token, or None."""

    async def read(self, work: Callable[[Connection], _T]) -> _T:
        """Return what work that only reads returns. Raises `StoreAway` or what the work raises."""

    async def write(self, work: Callable[[Connection], _T], *, owner: Hashable = None) -> _T:
        """Return what work returns, once what it wrote is kept, in a group with others.

        What it raises undoes it alone and is raised: a `TaipaoError` as it is, anything else as a
        `StoreFault`. Works of one `owner` are done in their order. Where the answer to a commit is
        lost, the work is done again: it has to find what it wrote the first time.
        """

    async def close(self) -> None:
        """Commit what is waiting and let go of the database."""
