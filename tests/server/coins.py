"""Rounds with coins for the tests of the ledger: played by bots, and the units that book them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from random import Random

from msgspec.structs import replace

from taipao.bots.simulation import simulate
from taipao.game.replay import replay
from taipao.rules.ruleset import load_ruleset
from taipao.server.booking import booking_of
from taipao.server.keeping import Account, Booked, Booking, EndedRound, NewLines, Unit
from taipao.server.store import DatabaseStore
from tests.server.purses import endow

ROOM_NAMES = ("novice", "intermediate", "expert")
PLAYERS = ("greedy", "random", "greedy", "random")
Four = tuple[str | None, str | None, str | None, str | None]


class Played:
    """A round that bots have played: its record, and what is booked of it."""

    def __init__(self, record: bytes) -> None:
        self.record = record
        self._booking = booking_of(replay(record).board, None, (None, None, None, None))

    def booking(self, room: str | None, accounts: Four) -> Booking:
        return replace(self._booking, room=room, accounts=accounts)

    def unit(self, table: str, round_id: str, booking: Booking) -> Unit:
        """Return the unit that keeps the whole round of a table and books it."""
        lines = NewLines(round_id, 1, tuple(self.record.splitlines(keepends=True)[:-1]))
        ended = EndedRound(round_id, "finished", self.record)
        return Unit(table, b"{}", None, lines, ended, 1, booking)


@lru_cache(maxsize=2)
def played(count: int, seed: int = 1) -> tuple[Played, ...]:
    """Return so many rounds, under both rule sets in turn."""
    half = (count + 1) // 2
    both = (simulate(load_ruleset(n), PLAYERS, seed, half) for n in ("standard", "alternate"))
    pairs = zip(*both, strict=True)
    return tuple(Played(one.record) for pair in pairs for one in pair)[:count]


def made_up(round_id: str, booking: Booking, table: str = "t") -> Unit:
    """Return a unit that books a round whose record says nothing."""
    lines = NewLines(round_id, 1, (b"header\n",))
    ended = EndedRound(round_id, "finished", b"header\nend\n")
    return Unit(table, b"{}", None, lines, ended, 1, booking)


def token(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


async def join(store: DatabaseStore, *names: str) -> None:
    """Make accounts, each with its 30,000 coins."""
    for name in names:
        await store.add_account(Account(name, f"name of {name}"), token(name))


async def hold(store: DatabaseStore, **coins: int) -> None:
    """Bring accounts to so many coins each."""
    for name, wanted in coins.items():
        await endow(store, name, wanted)


def seated(chance: Random, names: Sequence[str]) -> Four:
    """Draw who sits at a table: accounts, and bots here and there."""
    drawn = list(chance.sample(names, min(4, len(names))))
    drawn += [""] * (4 - len(drawn))
    first, second, third, fourth = (
        None if not name or chance.random() < 0.2 else name for name in drawn
    )
    return first, second, third, fourth


def shown(booked: Booked | None) -> Booked:
    assert booked is not None
    return booked
