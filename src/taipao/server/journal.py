"""Booking rounds as they end: results, coins (C1, C3) and rank points (C2), exactly once.

Functions of a connection: `book` runs in the transaction that ends the rounds, so that a round
that has ended has been booked, and one that has been booked is not booked again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from taipao.errors import StoreFault
from taipao.rules.settlement import ROOMS, coins, settle
from taipao.server.entries import HOUSE, Entry, Posting, many, post
from taipao.server.keeping import Booked, Booking
from taipao.server.schema import accounts, entries, postings, purses, results, rounds, tables
from taipao.server.tablestate import coin_players

_T = TypeVar("_T")
_Fours = tuple[_T, _T, _T, _T]

Names = _Fours[str | None]
"""What persons are called, by seat; None where that is not known."""

UNLIMITED: Final = 1 << 62
"""What the house can pay: more than any round comes to."""

# Every account has a purse; the house and the mint are purses of no account.
_STANDING: Final = (
    sa.select(purses.c.id, purses.c.coins, accounts.c.rank_points, accounts.c.deleted)
    .outerjoin(accounts, accounts.c.id == purses.c.id)
    .where(purses.c.id.in_(sa.bindparam("wanted", expanding=True)))
)
_SET_RANK: Final = (
    sa.update(accounts)
    .where(accounts.c.id == sa.bindparam("account"))
    .values(rank_points=sa.bindparam("points"))
)
_NAMES: Final = (
    sa.select(results.c.seat, accounts.c.name)
    .join(accounts, accounts.c.id == results.c.account_id)
    .where(results.c.round_id == sa.bindparam("round"), accounts.c.deleted.is_(None))
)
_ADD_RESULT: Final = sa.insert(results)


def book(connection: Connection, ended: Mapping[str, Booking], now: int) -> dict[str, Booked]:
    """Book rounds that have just ended, by their ids; `now` in UTC milliseconds.

    Raises `StoreFault` for a booking that contradicts itself or names what there is not.
    """
    if not ended:
        return {}
    in_rooms = {round_id: booking for round_id, booking in ended.items() if booking.room}
    playing = _accounts(in_rooms.values())
    held, had, deleted = _standing(connection, _accounts(ended.values()))
    if missing := playing - (had.keys() | deleted):
        raise StoreFault(f"there is no account {min(missing)} with a purse")
    purses, ranks = dict(held), dict(had)
    booked = {round_id: _settled(round_id, new, purses, ranks) for round_id, new in ended.items()}
    new = [
        Entry("round", _postings(booking, booked[round_id]), round_id)
        for round_id, booking in in_rooms.items()
    ]
    # What a deleted account has left or has won goes where the rest of its coins went.
    new += [closing(one, purses[one]) for one in sorted(deleted & playing) if purses[one]]
    post(connection, new, now, held)
    # Most of them have gained nothing, and their place in the index of ranks need not be looked up.
    risen = sorted(one for one, points in ranks.items() if points != had[one])
    many(connection, _SET_RANK, [(ranks[one], one) for one in risen])
    rows = [
        row
        for round_id, booking in ended.items()
        for row in _results(round_id, booking, booked[round_id], deleted, now)
    ]
    many(connection, _ADD_RESULT, rows)
    return booked


def closing(account: str, left: int) -> Entry:
    """Return the entry by which the coins of an account that is deleted go to the house."""
    return Entry("deletion", (Posting(account, -left), Posting(HOUSE, left)))


def collect(connection: Connection, table_ids: Collection[str], now: int) -> None:
    """Give the house what deleted accounts have left where a round has ended that is not booked."""
    if not table_ids:
        return
    states = sa.select(tables.c.state).where(tables.c.id.in_(table_ids))
    kept = connection.execute(states).scalars()
    seated = {one for state in kept for one in coin_players(state) or ()}
    left = (
        sa.select(purses.c.id, purses.c.coins)
        .join(accounts, accounts.c.id == purses.c.id)
        .where(accounts.c.id.in_(seated), accounts.c.deleted.is_not(None), purses.c.coins > 0)
        .order_by(purses.c.id)
    )
    rows = connection.execute(left).all()
    post(connection, [closing(row.id, row.coins) for row in rows], now)


def is_played(connection: Connection, table_ids: Collection[str]) -> bool:
    """Tell whether a round is being played at one of some tables."""
    live = sa.select(rounds.c.id).where(rounds.c.table_id.in_(table_ids), rounds.c.status == "live")
    return connection.execute(live).first() is not None


def booked_of(connection: Connection, round_id: str) -> Booked | None:
    """Return what was booked for a round, read back from the tables; None if nothing was."""
    columns = results.c.seat, results.c.account_id, results.c.coins, results.c.rank_points
    of_seat = sa.and_(postings.c.entry_id == entries.c.id, postings.c.seat == results.c.seat)
    rows = connection.execute(
        sa.select(*columns, entries.c.id, postings.c.purse, postings.c.balance)
        .select_from(results)
        .outerjoin(entries, entries.c.round_id == results.c.round_id)
        .outerjoin(postings, of_seat)
        .where(results.c.round_id == round_id)
        .order_by(results.c.seat)
    ).all()
    if not rows:
        return None

    def before(seat: int) -> int | None:
        row = rows[seat]
        if row.account_id is None or row.id is None:
            return None
        earlier = (
            sa.select(sa.func.coalesce(sa.func.sum(results.c.rank_points), 0))
            .join(entries, entries.c.round_id == results.c.round_id)
            .where(results.c.account_id == row.account_id, entries.c.id < row.id)
        )
        return int(connection.execute(earlier).scalar_one())

    def had(seat: int) -> int | None:
        row = rows[seat]
        return None if row.purse in (None, HOUSE) else row.balance - row.coins

    ranks = _fours(before)
    gained = _fours(lambda seat: rows[seat].rank_points)
    return Booked(
        _fours(lambda seat: rows[seat].coins),
        _fours(lambda seat: None if rows[seat].account_id is None else rows[seat].balance),
        gained,
        ranks,
        _fours(lambda seat: _plus(ranks[seat], gained[seat])),
        _fours(had),
    )


def names_of(connection: Connection, round_id: str) -> Names:
    """Return by what names those go now who played a round, by seat.

    None for a bot, for an account that has been deleted, and where nothing was booked.
    """
    found = connection.execute(_NAMES, {"round": round_id})
    names = {row.seat: row.name for row in found}
    return _fours(names.get)


def _accounts(bookings: Iterable[Booking]) -> set[str]:
    return {one for booking in bookings for one in booking.accounts if one is not None}


def _standing(
    connection: Connection, wanted: Collection[str]
) -> tuple[dict[str, int], dict[str, int], set[str]]:
    """Return the coins of purses, the house's too, the rank points of accounts, and the deleted.

    Those have coins, and no rank points.
    """
    rows = connection.execute(_STANDING, {"wanted": [*sorted(wanted), HOUSE]}).all()
    deleted = {row.id for row in rows if row.deleted is not None}
    # The house has none either.
    ranked = [row for row in rows if row.rank_points is not None and row.deleted is None]
    held = {row.id: row.coins for row in rows}
    return held, {row.id: row.rank_points for row in ranked}, deleted


def _settled(
    round_id: str, booking: Booking, purses: dict[str, int], ranks: dict[str, int]
) -> Booked:
    """Return what a round comes to, and bring purses and rank points to what they are after it."""
    if settle(booking.totals, booking.winner, booking.dealer) != booking.points:
        raise StoreFault(f"the points of round {round_id} do not follow from its totals")
    if booking.room is None:
        nothing, nobody = (0, 0, 0, 0), (None, None, None, None)
        return Booked(nothing, nobody, nothing, nobody, nobody, nobody)
    if booking.room not in ROOMS:
        raise StoreFault(f"there is no coin room {booking.room}")
    had = _fours(lambda seat: _of(purses, booking.accounts[seat]))
    rate = ROOMS[booking.room].rate
    net = coins(booking.totals, booking.winner, booking.dealer, rate, limits(had))
    known = _fours(lambda seat: one if (one := booking.accounts[seat]) in ranks else None)
    gained = _fours(lambda seat: 0 if known[seat] is None else max(0, booking.points[seat]))
    before = _fours(lambda seat: _of(ranks, known[seat]))
    for seat, account in enumerate(booking.accounts):
        if account is not None:
            purses[account] += net[seat]
        if account in ranks:
            ranks[account] += gained[seat]
    balances = _fours(lambda seat: _of(purses, known[seat]))
    after = _fours(lambda seat: _of(ranks, known[seat]))
    return Booked(net, balances, gained, before, after, had)


def limits(had: Iterable[int | None]) -> list[int]:
    """Return what each can pay, the house where there is no limit."""
    return [UNLIMITED if coins_had is None else coins_had for coins_had in had]


def _postings(booking: Booking, booked: Booked) -> tuple[Posting, ...]:
    return tuple(
        Posting(HOUSE if account is None else account, amount, seat)
        for seat, (account, amount) in enumerate(zip(booking.accounts, booked.coins, strict=True))
    )


def _results(
    round_id: str, booking: Booking, booked: Booked, deleted: Collection[str], now: int
) -> list[tuple[object, ...]]:
    """Return the rows of `results`, their values in the order of its columns."""
    rows: list[tuple[object, ...]] = []
    for seat, account in enumerate(booking.accounts):
        won = seat == booking.winner
        rows.append(
            (
                round_id,
                seat,
                None if account in deleted else account,
                booking.room,
                booking.ruleset,
                booking.points[seat],
                booked.coins[seat],
                booked.rank_points[seat],
                won,
                booking.by if won else None,
                booking.tai if won else 0,
                booking.totals[seat],
                msgspec.json.encode(booking.items).decode() if won else "[]",
                now,
                seat == booking.source,
            )
        )
    return rows


def _fours(of: Callable[[int], _T]) -> _Fours[_T]:
    return of(0), of(1), of(2), of(3)


def _of(amounts: Mapping[str, int], account: str | None) -> int | None:
    return None if account is None else amounts[account]


def _plus(points: int | None, gained: int) -> int | None:
    return None if points is None else points + gained
