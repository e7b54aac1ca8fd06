"""Who pays whom at the end of a round (docs/rules.md, sections 7 and 8)."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

SEATS: Final = 4


class Room(Struct, frozen=True, gc=False):
    """A coin room: coins for each point, and the least coins to enter with."""

    rate: int
    entry: int


ROOMS: Final[Mapping[str, Room]] = MappingProxyType(
    {
        "novice": Room(rate=100, entry=20_000),
        "intermediate": Room(rate=300, entry=60_000),
        "expert": Room(rate=600, entry=120_000),
    }
)

RANKS: Final[tuple[tuple[str, int], ...]] = (
    ("白板", 0),
    ("一万", 100),
    ("二万", 200),
    ("三万", 500),
    ("四万", 1000),
    ("五万", 2000),
    ("六万", 3000),
    ("七万", 5000),
    ("八万", 8000),
    ("九万", 12000),
    ("东风", 20000),
    ("西风", 30000),
    ("南风", 40000),
    ("北风", 80000),
    ("中", 120000),
    ("麻将王", 200000),
)
"""Ranks and the points each begins at, ascending."""

Matrix = tuple[tuple[int, ...], ...]


class Due(Struct, frozen=True, gc=False):
    """What a seat pays another, and why: `points` under a rule, taken `factor` times.

    S2 is the winner's total, S3 the difference between two of the others.
    """

    payer: int
    receiver: int
    rule: Literal["S2", "S3"]
    points: int
    factor: int


def dues(totals: Sequence[int], winner: int | None, dealer: int) -> tuple[Due, ...]:
    """Return every payment with what it is for (S2, S3), by payer and then by receiver.

    ``totals`` are in seat order, the winner's after S1. Nobody pays after an exhaustive draw.

    >>> dues([0, 42, 0, 3], winner=1, dealer=0)[0]
    Due(payer=0, receiver=1, rule='S2', points=42, factor=2)
    """
    owed: list[Due] = []
    if winner is None:
        return ()
    for payer in range(SEATS):
        for receiver in range(SEATS):
            if payer in (receiver, winner):
                continue
            rule: Literal["S2", "S3"] = "S2" if receiver == winner else "S3"
            points = totals[receiver] - (0 if receiver == winner else totals[payer])
            if points > 0:
                factor = 2 if dealer in (payer, receiver) else 1
                owed.append(Due(payer, receiver, rule, points, factor))
    return tuple(owed)


def payments(totals: Sequence[int], winner: int | None, dealer: int) -> Matrix:
    """Return the points each seat pays each other: ``[payer][receiver]`` (S2, S3)."""
    owed = [[0] * SEATS for _ in range(SEATS)]
    for due in dues(totals, winner, dealer):
        owed[due.payer][due.receiver] = due.points * due.factor
    return tuple(tuple(row) for row in owed)


def settle(totals: Sequence[int], winner: int | None, dealer: int) -> tuple[int, int, int, int]:
    """Return each seat's net points (S2-S4); they add to zero.

    >>> settle([0, 42, 0, 0], winner=1, dealer=0)
    (-84, 168, -42, -42)
    """
    return _net(payments(totals, winner, dealer))


class CoinClaim(Struct, frozen=True, gc=False):
    """Coins that a seat owes to another, and what it pays of them (C3)."""

    to: int
    owed: int
    paid: int


def coins(
    totals: Sequence[int],
    winner: int | None,
    dealer: int,
    rate: int,
    balances: Sequence[int] | None,
) -> tuple[int, int, int, int]:
    """Return each seat's net coins (C1), which add to zero.

    With ``balances``, the coins each had before the round, nobody pays more than that (C3).
    """
    owed = payments(totals, winner, dealer)
    paid = [[points * rate for points in row] for row in owed]
    if balances is not None:
        for payer in range(SEATS):
            for claim in _claims(owed[payer], payer, winner, rate, balances[payer]):
                paid[payer][claim.to] = claim.paid
    return _net(paid)


def claims(
    totals: Sequence[int],
    winner: int | None,
    dealer: int,
    rate: int,
    balances: Sequence[int],
) -> tuple[tuple[CoinClaim, ...], ...]:
    """Return what each seat owes in coins and pays of what it had, in the order of payment (C3).

    The winner's claim comes first, then the others, larger first, equal ones in seat order after
    the payer.
    """
    owed = payments(totals, winner, dealer)
    return tuple(
        tuple(
            claim
            for claim in _claims(owed[payer], payer, winner, rate, balances[payer])
            if claim.owed
        )
        for payer in range(SEATS)
    )


def _claims(
    owed: Sequence[int], payer: int, winner: int | None, rate: int, left: int
) -> Iterator[CoinClaim]:
    around = [(payer + step) % SEATS for step in range(1, SEATS)]
    for receiver in sorted(around, key=lambda seat: (seat != winner, -owed[seat])):
        claimed = owed[receiver] * rate
        paid = min(claimed, left)
        yield CoinClaim(receiver, claimed, paid)
        left -= paid


def _net(paid: Sequence[Sequence[int]]) -> tuple[int, int, int, int]:
    first, second, third, fourth = (
        sum(paid[payer][seat] for payer in range(SEATS)) - sum(paid[seat]) for seat in range(SEATS)
    )
    return first, second, third, fourth


def rank(points: int) -> str:
    """Return the rank that a number of rank points gives (C2).

    >>> rank(999)
    '三万'
    """
    return next(name for name, start in reversed(RANKS) if points >= start)
