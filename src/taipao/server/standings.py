"""Who stands where, and what somebody has played: read from the results of coin rooms.

Only coin rooms count, whose rule sets nobody changes. The statements are functions of a
connection, as those of `database.py` are; indexes bound what each looks at (docs/standings.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any, Final, Literal, TypeVar

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Row

from taipao.rules.settlement import rank
from taipao.server.entries import CHINA, DAY
from taipao.server.keeping import AccountKind, Store
from taipao.server.playing import address
from taipao.server.schema import accounts, entries, postings, results
from taipao.server.store import utc_milliseconds

_T = TypeVar("_T")

BoardName = Literal["ranks", "week", "hands"]

PLACES: Final = 50
BEST: Final = 3
DAYS: Final = 90

KEPT_MILLISECONDS: Final = 10_000
"""For how long an answer is given again: a week's coins are added up from all its results."""

_MONDAY: Final = 4 * DAY - CHINA
"""The first Monday's beginning in China after 1970 began."""


class Place(Struct, frozen=True):
    """A place on a leaderboard, shared where values are equal; `record` is the best hand's."""

    place: int
    id: str
    name: str
    rank: str
    value: int
    record: str | None


class Board(Struct, frozen=True):
    """The first places of a leaderboard, and that of whoever asks, null if there is none."""

    places: tuple[Place, ...]
    own: Place | None


class BestSheet(Struct, frozen=True):
    """A hand that was won: its points, its tai and where they come from, when, and its record."""

    total: int
    tai: int
    items: tuple[tuple[str, int], ...]
    ended: int
    record: str


class CoinsAt(Struct, frozen=True):
    """The coins that somebody had from a time on, in UTC milliseconds."""

    time: int
    coins: int


class Profile(Struct, frozen=True):
    """What an account has played in coin rooms.

    Nobody won the `draws`; `dealt_in` counts rounds that somebody else won by this player's tile.
    The rates, of all rounds, and `mean_tai`, of those won, are null without any; `items` says how
    often each rule counted in a win.
    `coins` are those at the end of each day in China on which they changed, 90 at most; only the
    player sees them.
    """

    id: str
    name: str
    kind: AccountKind
    rank: str
    rank_points: int
    rounds: int
    wins: int
    win_rate: float | None
    mean_tai: float | None
    draws: int
    dealt_in: int
    items: dict[str, int]
    best: tuple[BestSheet, ...]
    coins: tuple[CoinsAt, ...]
    draw_rate: float | None
    deal_in_rate: float | None


class Standings:
    """Leaderboards and profiles from a store; what has been read is kept for ten seconds."""

    def __init__(self, store: Store, clock: Callable[[], int] = utc_milliseconds) -> None:
        self._store = store
        self._clock = clock
        self._since = 0
        self._kept: dict[Hashable, Any] = {}

    async def board(self, name: BoardName, asker: str | None) -> Board:
        """Return a leaderboard as an account, or somebody unknown, sees it. Raises `StoreAway`."""
        now = self._clock()
        top = await self._read((name,), lambda connection: top_of(connection, name, now))
        if asker is None:
            return Board(top, None)
        own = next((place for place in top if place.id == asker), None)
        if own is None and len(top) == PLACES:
            own = await self._read(
                (name, asker), lambda connection: place_of(connection, name, asker, now)
            )
        return Board(top, own)

    async def profile(self, account_id: str, asker: str | None) -> Profile | None:
        """Return the profile of an account as another sees it, None if there is no such account.

        Raises `StoreAway`.
        """
        found = await self._read(
            ("profile", account_id), lambda connection: profile_of(connection, account_id)
        )
        return found if found is None or asker == account_id else replace(found, coins=())

    def forget(self) -> None:
        """Keep nothing of what has been read: somebody has another name, or shall be seen no more.

        What is just being read is given to whoever asked for it, and to nobody after.
        """
        self._kept = {}

    async def _read(self, key: Hashable, work: Callable[[Connection], _T]) -> _T:
        now = self._clock()
        if not self._since <= now < self._since + KEPT_MILLISECONDS:
            self._since = now
            self.forget()
        kept = self._kept
        if key not in kept:
            kept[key] = await self._store.read(work)
        found: _T = kept[key]
        return found


def week_of(now: int) -> int:
    """Return when the week in China has begun, on Monday; times in UTC milliseconds."""
    return now - (now - _MONDAY) % (7 * DAY)


# What counts, in words that the indexes have too.
_IN_ROOMS: Final = results.c.room.is_not(None)
_HANDS: Final = sa.and_(results.c.won, _IN_ROOMS, results.c.total > 0)


def values(name: BoardName, now: int) -> sa.Subquery:
    """Return what a leaderboard goes by: accounts, each with a value, and of hands their round.

    There may be a row for nobody.
    """
    none = sa.null().label("round_id")
    if name == "ranks":
        points = accounts.c.rank_points
        return (
            sa.select(accounts.c.id.label("account_id"), points.label("value"), none)
            .where(points > 0)
            .subquery()
        )
    account = results.c.account_id
    if name == "week":
        won = sa.cast(sa.func.sum(results.c.coins), sa.BigInteger).label("value")
        # Not by the column as it is: SQLite would go through all results in its index's order.
        who = sa.func.coalesce(account, sa.literal_column("''")).label("account_id")
        return (
            sa.select(who, won, none)
            .where(results.c.ended >= week_of(now), _IN_ROOMS)
            .group_by(who)
            .subquery()
        )
    return (
        sa.select(account, results.c.total.label("value"), results.c.round_id)
        .where(_HANDS, ~_surpassed())
        .subquery()
    )


def _surpassed() -> sa.Exists:
    """Tell whether an account has a hand as good as this one, or better, from before or after."""
    other = results.alias("other")
    earlier = sa.tuple_(other.c.ended, other.c.round_id) < sa.tuple_(
        results.c.ended, results.c.round_id
    )
    return sa.exists().where(
        other.c.account_id == results.c.account_id,
        other.c.won,
        other.c.room.is_not(None),
        other.c.total >= results.c.total,
        sa.or_(other.c.total > results.c.total, earlier),
    )


def _shown(now: int) -> sa.ColumnElement[bool]:
    return sa.and_(
        accounts.c.deleted.is_(None),
        accounts.c.kind != "bot",
        sa.or_(accounts.c.banned_until.is_(None), accounts.c.banned_until <= now),
    )


def _listed(name: BoardName, now: int) -> tuple[sa.Subquery, sa.Select[Any]]:
    going_by = values(name, now)
    columns = accounts.c.id, accounts.c.name, accounts.c.rank_points
    listed = (
        sa.select(*columns, going_by.c.value, going_by.c.round_id)
        .join(going_by, going_by.c.account_id == accounts.c.id)
        .where(_shown(now))
    )
    return going_by, listed


def top_query(name: BoardName, now: int) -> sa.Select[Any]:
    """Return the statement for the first places."""
    going_by, listed = _listed(name, now)
    order = going_by.c.value.desc(), going_by.c.account_id.desc()
    return listed.order_by(*order).limit(PLACES)


def own_query(name: BoardName, account_id: str, now: int) -> sa.Select[Any]:
    """Return the statement for what an account has."""
    _, listed = _listed(name, now)
    return listed.where(accounts.c.id == account_id)


def ahead_query(name: BoardName, value: int, now: int) -> sa.Select[Any]:
    """Return the statement that counts who has more than that."""
    if name == "hands":
        # A seek for each account that has ever won; most hands are better than a poor best one.
        better = sa.exists().where(
            results.c.account_id == accounts.c.id, _HANDS, results.c.total > value
        )
        return sa.select(sa.func.count()).where(accounts.c.rank_points > 0, _shown(now), better)
    going_by, listed = _listed(name, now)
    return listed.with_only_columns(sa.func.count()).where(going_by.c.value > value)


def top_of(connection: Connection, name: BoardName, now: int) -> tuple[Place, ...]:
    """Return the first places of a leaderboard."""
    places: list[Place] = []
    for number, row in enumerate(connection.execute(top_query(name, now)), 1):
        equal = bool(places) and places[-1].value == row.value
        places.append(_place(places[-1].place if equal else number, row))
    return tuple(places)


def place_of(connection: Connection, name: BoardName, account_id: str, now: int) -> Place | None:
    """Return the place of an account on a leaderboard, None if it has none."""
    row = connection.execute(own_query(name, account_id, now)).one_or_none()
    if row is None:
        return None
    ahead = connection.execute(ahead_query(name, row.value, now)).scalar_one()
    return _place(1 + ahead, row)


def _place(place: int, row: Row[Any]) -> Place:
    record = None if row.round_id is None else address(row.round_id)
    return Place(place, row.id, row.name, rank(row.rank_points), row.value, record)


def counts_query(account_id: str) -> sa.Select[Any]:
    """Return the statement that counts an account's rounds."""
    # Who has lost a round pays the winner: only a draw leaves nothing of anything.
    drawn = sa.and_(results.c.points == 0, results.c.total == 0, ~results.c.won)
    return sa.select(
        sa.func.count().label("rounds"),
        _count(results.c.won).label("wins"),
        _count(drawn).label("draws"),
        _count(results.c.dealt_in).label("dealt_in"),
        sa.func.coalesce(sa.func.sum(results.c.tai), 0).label("tai"),
    ).where(results.c.account_id == account_id, _IN_ROOMS)


def _count(what: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    return sa.func.count(sa.case((what, 1)))


def items_query(account_id: str) -> sa.Select[Any]:
    """Return the statement for the items of all the hands that an account has won."""
    return sa.select(results.c["items"]).where(results.c.account_id == account_id, _HANDS)


def best_query(account_id: str) -> sa.Select[Any]:
    """Return the statement for the best hands of an account."""
    order = results.c.total.desc(), results.c.ended, results.c.round_id
    return (
        sa.select(results)
        .where(results.c.account_id == account_id, _HANDS)
        .order_by(*order)
        .limit(BEST)
    )


def coins_query(account_id: str) -> sa.Select[Any]:
    """Return the statement for the coins at the end of days, the latest first."""
    last = sa.func.max(postings.c.entry_id).label("entry_id")
    days = (
        sa.select(last)
        .join(entries, entries.c.id == postings.c.entry_id)
        .where(postings.c.purse == account_id)
        .group_by((entries.c.made + CHINA) // DAY)
        .order_by(last.desc())
        .limit(DAYS)
        .subquery()
    )
    return (
        sa.select(entries.c.made, postings.c.balance)
        .join(days, days.c.entry_id == postings.c.entry_id)
        .join(entries, entries.c.id == postings.c.entry_id)
        .where(postings.c.purse == account_id)
        .order_by(postings.c.entry_id)
    )


def profile_of(connection: Connection, account_id: str) -> Profile | None:
    """Return the profile of an account, its coins too; None if there is no such account."""
    wanted = sa.select(accounts).where(accounts.c.id == account_id, accounts.c.deleted.is_(None))
    account = connection.execute(wanted).one_or_none()
    if account is None:
        return None
    counts = connection.execute(counts_query(account_id)).one()
    items: Counter[str] = Counter()
    for (text,) in connection.execute(items_query(account_id)):
        items.update(rule for rule, _ in _items(text))
    best = connection.execute(best_query(account_id))
    coins = connection.execute(coins_query(account_id))
    return Profile(
        account.id,
        account.name,
        account.kind,
        rank(account.rank_points),
        account.rank_points,
        counts.rounds,
        counts.wins,
        _rate(counts.wins, counts.rounds),
        int(counts.tai) / counts.wins if counts.wins else None,
        counts.draws,
        counts.dealt_in,
        dict(items.most_common()),
        tuple(
            BestSheet(row.total, row.tai, _items(row.items), row.ended, address(row.round_id))
            for row in best
        ),
        tuple(CoinsAt(row.made, row.balance) for row in coins),
        _rate(counts.draws, counts.rounds),
        _rate(counts.dealt_in, counts.rounds),
    )


def _rate(count: int, rounds: int) -> float | None:
    return count / rounds if rounds else None


def _items(text: str) -> tuple[tuple[str, int], ...]:
    return msgspec.json.decode(text, type=tuple[tuple[str, int], ...])
