"""Proves that the ledger adds up, and that what it says of rounds follows from their records.

`audit` reads one state of a database from the first entry to the last and keeps its own purses;
the first thing that is not as it must be ends it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NoReturn

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Connection, Row

from taipao.errors import LedgerFault, RecordError
from taipao.game.replay import replay
from taipao.rules.settlement import ROOMS, SEATS, coins
from taipao.server import database
from taipao.server.booking import Accounts, booking_of
from taipao.server.entries import HOUSE, MINT, REFILL, SIGNUP, china_day
from taipao.server.journal import UNLIMITED
from taipao.server.keeping import Booking
from taipao.server.schema import (
    accounts,
    entries,
    operator_acts,
    postings,
    purses,
    refills,
    results,
    rounds,
    tables,
)
from taipao.server.tablestate import coin_players

_CHUNK: Final = 500
"""Entries that are read at a time."""

Entry = Row[Any]
Postings = Sequence[Row[Any]]


class Sound(Struct, frozen=True):
    """What a sound ledger holds: how many entries, rounds among them, and purses."""

    entries: int
    rounds: int
    purses: int


def audit(connection: Connection) -> Sound:
    """Check a whole ledger in one transaction. Raises `LedgerFault` with the first fault."""
    return _Audit(connection).run()


def _corrections(connection: Connection) -> dict[tuple[str | int, ...], list[int]]:
    """Return the numbers of operators' acts that correct coins, the first being the last.

    They stand by who did it, what, to whom, why and when.
    """
    act = operator_acts.c
    wanted = sa.select(act.operator, act.act, act.target, act.reason, act.made, act.id)
    found: dict[tuple[str | int, ...], list[int]] = {}
    corrections = wanted.where(act.act.startswith("correct ")).order_by(act.id.desc())
    for *about, number in connection.execute(corrections):
        found.setdefault(tuple(about), []).append(number)
    return found


class _Audit:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._balances = {HOUSE: 0, MINT: 0}
        self._ranks: dict[str, int] = {}
        self._refilled: set[tuple[str, int]] = set()
        self._entries = 0
        self._rounds = 0
        self._corrections = _corrections(connection)
        there = sa.select(accounts.c.id, accounts.c.deleted, accounts.c.rank_points)
        rows = connection.execute(there).all()
        self._deleted = {row.id for row in rows if row.deleted is not None}
        self._kept_ranks = {row.id: row.rank_points for row in rows if row.deleted is None}
        self._accounts = self._deleted | self._kept_ranks.keys()

    def run(self) -> Sound:
        for entry, lines in self._all():
            self._check(entry, lines)
        self._check_purses()
        self._check_owners()
        self._check_refills()
        self._check_corrections()
        self._check_ranks()
        self._check_unbooked()
        self._check_times()
        return Sound(self._entries, self._rounds, len(self._balances))

    def _all(self) -> Iterator[tuple[Entry, Postings]]:
        """Yield the entries in their order with their postings, some at a time."""
        while True:
            wanted = sa.select(entries).where(entries.c.id > self._entries)
            heads = self._connection.execute(wanted.order_by(entries.c.id).limit(_CHUNK)).all()
            if not heads:
                return
            within = postings.c.entry_id.between(heads[0].id, heads[-1].id)
            ordered = sa.select(postings).where(within)
            parts: dict[int, list[Row[Any]]] = {}
            for part in self._connection.execute(
                ordered.order_by(postings.c.entry_id, postings.c.line)
            ):
                parts.setdefault(part.entry_id, []).append(part)
            for head in heads:
                yield head, parts.get(head.id, [])

    def _check(self, entry: Entry, lines: Postings) -> None:
        self._entries += 1
        if entry.id != self._entries:
            raise LedgerFault(f"the next one there is has the number {entry.id}", self._entries)
        if len(lines) < 2 or [part.line for part in lines] != list(range(1, len(lines) + 1)):
            self._fault("has not all its postings")
        if total := sum(part.amount for part in lines):
            self._fault(f"the postings add to {total}, not to zero")
        before = {part.purse: self._balances.get(part.purse) for part in lines}
        for part in lines:
            balance = self._balances[part.purse] = self._balances.get(part.purse, 0) + part.amount
            if balance != part.balance:
                self._fault(f"leaves purse {part.purse} with {balance} coins, not {part.balance}")
            if balance < 0 and part.purse not in {HOUSE, MINT}:
                self._fault(f"leaves purse {part.purse} with {balance} coins")
        if entry.kind == "round":
            self._check_round(entry, lines, before)
        else:
            self._check_other(entry, lines, before)

    def _check_other(self, entry: Entry, lines: Postings, before: dict[str, int | None]) -> None:
        """Check an entry that moves coins between one account and the house or the mint."""
        by_purse = {part.purse: part.amount for part in lines}
        other = HOUSE if entry.kind in {"correction", "deletion"} else MINT
        owners = by_purse.keys() - {HOUSE, MINT}
        if len(lines) != 2 or other not in by_purse or len(owners) != 1:
            self._fault(f"a {entry.kind} is between one account and the {other}")
        owner = owners.pop()
        amount, had = by_purse[owner], before[owner]
        if entry.kind == "signup":
            if had is not None or amount != SIGNUP:
                self._fault(f"{owner} gets {amount} coins for signing up, after {had}")
        elif entry.kind == "refill":
            day = owner, china_day(entry.made)
            kept = sa.select(refills.c.day).where(
                refills.c.account_id == owner, refills.c.day == day[1]
            )
            if had is None or had >= REFILL or had + amount != REFILL or day in self._refilled:
                self._fault(f"{owner} is refilled by {amount} coins where that is not due")
            if self._connection.execute(kept).one_or_none() is None:
                self._fault(f"the refill of {owner} is not noted for its day")
            self._refilled.add(day)
        elif entry.kind == "correction":
            about = entry.operator, f"correct {amount:+}", owner, entry.note, entry.made
            if not (acts := self._corrections.get(about)):
                self._fault(f"no operator's act is the correction of {owner} by {amount} coins")
            acts.pop()
        elif entry.kind == "deletion" and (owner not in self._deleted or self._balances[owner]):
            self._fault(f"{owner} is not deleted, or keeps coins")

    def _check_round(self, entry: Entry, lines: Postings, before: dict[str, int | None]) -> None:
        self._rounds += 1
        if [part.seat for part in lines] != list(range(SEATS)):
            self._fault("a round has one posting for each seat, in their order")
        found = self._results(entry.round_id)
        if len(found) != SEATS or len({row.room for row in found}) != 1:
            self._fault(f"round {entry.round_id} has not four results of one room")
        room = found[0].room
        if room not in ROOMS:
            self._fault(f"round {entry.round_id} was played in no coin room")
        first, second, third, fourth = (None if p.purse == HOUSE else p.purse for p in lines)
        booking = self._replayed(entry.round_id, room, (first, second, third, fourth))
        have = [UNLIMITED if p.purse == HOUSE else before[p.purse] or 0 for p in lines]
        rate = ROOMS[room].rate
        due = coins(booking.totals, booking.winner, booking.dealer, rate, have)
        for seat, (part, row) in enumerate(zip(lines, found, strict=True)):
            if part.amount != due[seat]:
                self._fault(
                    f"by its record seat {seat} of round {entry.round_id} gets {due[seat]} coins, "
                    f"not {part.amount}"
                )
            if (wrong := self._differs(row, booking, seat, part.amount)) is not None:
                self._fault(f"the result of seat {seat} of round {entry.round_id}: {wrong}")
            if row.account_id is not None:
                gained = self._ranks.get(row.account_id, 0) + row.rank_points
                self._ranks[row.account_id] = gained

    def _results(self, round_id: str) -> Postings:
        wanted = sa.select(results).where(results.c.round_id == round_id)
        return self._connection.execute(wanted.order_by(results.c.seat)).all()

    def _replayed(self, round_id: str, room: str, owners: Accounts) -> Booking:
        """Return what has to be booked of a round by its record, which is played again."""
        packed = database.packed_record(self._connection, round_id)
        if packed is None:
            self._fault(f"round {round_id} has no record")
        try:
            return booking_of(replay(database.unpack(packed)).board, room, owners)
        except RecordError as error:
            self._fault(f"the record of round {round_id} does not replay: {error}")

    def _differs(self, row: Row[Any], booking: Booking, seat: int, amount: int) -> str | None:
        """Say what is wrong with a seat's result, if anything is."""
        purse, won = booking.accounts[seat], seat == booking.winner
        if row.account_id != purse and (row.account_id is not None or purse not in self._deleted):
            return f"is of account {row.account_id}, but purse {purse} played"
        points = booking.points[seat]
        expected = {
            "ruleset": booking.ruleset,
            "points": points,
            "coins": amount,
            "rank_points": max(0, points) if row.account_id is not None else 0,
            "won": won,
            "by": booking.by if won else None,
            "tai": booking.tai if won else 0,
            "total": booking.totals[seat],
            "items": msgspec.json.encode(booking.items if won else ()).decode(),
            "dealt_in": seat == booking.source,
        }
        for name, value in expected.items():
            # What a deleted account gained in rank is nobody's any more.
            if name == "rank_points" and purse in self._deleted:
                continue
            if (kept := row._mapping[name]) != value:
                return f"{name} is {kept}, by its record {value}"
        return None

    def _check_purses(self) -> None:
        """Compare the cached balances with what the postings come to."""
        kept = {row.id: row.coins for row in self._connection.execute(sa.select(purses))}
        for purse in sorted(kept.keys() | self._balances.keys() | self._kept_ranks.keys()):
            summed = self._balances.get(purse)
            if kept.get(purse) != summed or summed is None:
                raise LedgerFault(
                    f"purse {purse} holds {kept.get(purse)} coins, its postings add to {summed}"
                )

    def _check_owners(self) -> None:
        """Find a purse that is nobody's, or is a deleted account's that has nothing to pay."""
        paying = self._in_rounds()
        for purse, held in sorted(self._balances.items()):
            if purse not in self._accounts | {HOUSE, MINT}:
                raise LedgerFault(f"purse {purse} is no account's")
            if purse in self._deleted - paying and held:
                raise LedgerFault(f"account {purse} is deleted, and its purse holds {held} coins")

    def _in_rounds(self) -> set[str]:
        """Return who sits at the tables of coin rooms where a round is being played."""
        live = sa.select(tables.c.state).join(rounds).where(rounds.c.status == "live")
        states = self._connection.execute(live).scalars()
        return {one for state in states for one in coin_players(state) or ()}

    def _check_refills(self) -> None:
        for row in self._connection.execute(sa.select(refills)):
            if (row.account_id, row.day) not in self._refilled:
                raise LedgerFault(f"a refill of {row.account_id} is noted, and there was none")

    def _check_corrections(self) -> None:
        """Find an operator's act that corrects coins, and no entry does."""
        left = ((number, about) for about, acts in self._corrections.items() for number in acts)
        for number, (_, act, target, *_) in sorted(left):
            raise LedgerFault(f"act {number} of an operator, {act} of {target}, has no entry")

    def _check_ranks(self) -> None:
        for account, kept in self._kept_ranks.items():
            if kept != self._ranks.get(account, 0):
                raise LedgerFault(
                    f"account {account} has {kept} rank points, its results add to "
                    f"{self._ranks.get(account, 0)}"
                )

    def _check_unbooked(self) -> None:
        """Find a result of a coin room, or of a round that has not been finished, by itself."""
        booked = sa.select(entries.c.round_id).where(entries.c.kind == "round")
        alone = (
            sa.select(results.c.round_id)
            .join(rounds)
            .where(
                sa.or_(
                    sa.and_(results.c.room.is_not(None), results.c.round_id.not_in(booked)),
                    rounds.c.status != "finished",
                )
            )
            .limit(1)
        )
        round_id = self._connection.execute(alone).scalar()
        if round_id is not None:
            raise LedgerFault(f"round {round_id} has results, and nothing was booked for it")

        finished = sa.select(rounds.c.id, tables.c.state).join(tables)
        without = finished.outerjoin(results, results.c.round_id == rounds.c.id).where(
            rounds.c.status == "finished", results.c.round_id.is_(None)
        )
        for row in self._connection.execute(without):
            if coin_players(row.state) is not None:
                raise LedgerFault(f"round {row.id} of a coin room is over, and was never booked")

    def _check_times(self) -> None:
        """Compare when rounds ended with when they were booked."""
        of_entries = sa.select(rounds.c.id).join(entries).where(entries.c.made != rounds.c.ended)
        of_results = sa.select(rounds.c.id).join(results).where(results.c.ended != rounds.c.ended)
        for wrong in (of_entries, of_results):
            if (round_id := self._connection.execute(wrong.limit(1)).scalar()) is not None:
                raise LedgerFault(f"round {round_id} was booked at another time than it ended")

    def _fault(self, message: str) -> NoReturn:
        raise LedgerFault(message, self._entries)
