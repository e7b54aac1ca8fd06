"""The ledger over many simulated rounds in all rooms, and while its process is killed.

Beside the store a model is kept, of plain numbers; and the audit reads every record again.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from taipao.errors import BadRequest
from taipao.rules.settlement import ROOMS, coins
from taipao.server.audit import audit
from taipao.server.engines import look_into
from taipao.server.entries import HOUSE, MINT
from taipao.server.keeping import Booked, Booking
from taipao.server.ledger import Ledger, NoRefill
from taipao.server.schema import accounts, purses, results
from taipao.server.store import DatabaseStore, open_store
from tests.server.coins import ROOM_NAMES, Played, join, played, seated, shown
from tests.server.purses import correct

ROOT = Path(__file__).parents[2]
DAY = 24 * 3600 * 1000
TABLES = 8
PEOPLE = 5
"""Accounts that sit at a table in turn."""


class Model:
    """What everybody has, by the rules of settlement alone."""

    def __init__(self) -> None:
        self.purses = {HOUSE: 0, MINT: 0}
        self.ranks: dict[str, int] = {}

    def move(self, source: str, target: str, amount: int) -> None:
        self.purses[source] -= amount
        self.purses[target] += amount


def at_table(table: int, count: int, parts: int) -> Iterator[Played]:
    """Yield the rounds of one table, of each part in turn: not all are in memory at a time."""
    for part in range(parts):
        yield from played(count, part)[table::TABLES]


async def play(
    store: DatabaseStore, model: Model, table: int, rounds: Iterator[Played], chance: Random
) -> None:
    """Play rounds at one table, everything being sent twice at once."""
    people = [f"{table}-{i}" for i in range(PEOPLE)]
    await join(store, *people)
    for person in people:
        model.purses[person] = model.ranks[person] = 0
        model.move(MINT, person, 30_000)
    clock = [0]
    ledger = Ledger(store, lambda: clock[0])
    for number, one in enumerate(rounds):
        clock[0] += chance.randrange(DAY)
        room = chance.choice(ROOM_NAMES)
        booking = one.booking(room, seated(chance, people))
        unit = one.unit(f"table-{table}", f"{table}/{number}", booking)
        booked, again = await asyncio.gather(store.commit(unit), store.commit(unit))
        assert shown(booked) == again
        check(model, room, booking, shown(booked))
        await look_after(store, ledger, model, chance.choice(people), chance)


def check(model: Model, room: str, booking: Booking, booked: Booked) -> None:
    """Compare what was booked with the model, and bring that up to date."""
    names = [HOUSE if one is None else one for one in booking.accounts]
    have = [10**12 if name == HOUSE else model.purses[name] for name in names]
    about = booking.totals, booking.winner, booking.dealer
    assert booked.coins == coins(*about, ROOMS[room].rate, have)
    for seat, name in enumerate(names):
        model.purses[name] += booked.coins[seat]
        if name != HOUSE:
            model.ranks[name] += max(0, booking.points[seat])
    for seat, name in enumerate(names):
        if name != HOUSE:
            assert booked.balances[seat] == model.purses[name] >= 0
            assert booked.rank_after[seat] == model.ranks[name]


async def look_after(
    store: DatabaseStore, ledger: Ledger, model: Model, person: str, chance: Random
) -> None:
    """Refill somebody, or correct somebody's coins, now and then."""
    outcomes = await asyncio.gather(
        ledger.refill(person), ledger.refill(person), return_exceptions=True
    )
    if outcomes[0] == 20_000:
        assert model.purses[person] < 20_000
        model.move(MINT, person, 20_000 - model.purses[person])
    assert all(one == 20_000 or isinstance(one, NoRefill) for one in outcomes)
    if chance.random() < 0.05:
        amount = chance.randint(-40_000, 40_000) or 1
        if model.purses[person] + amount < 0:
            with pytest.raises(BadRequest):
                await correct(store, person, amount)
        else:
            await correct(store, person, amount)
            model.move(HOUSE, person, amount)


async def play_all(url: str, count: int, parts: int = 1) -> None:
    model = Model()
    store = await open_store(url)
    try:
        async with asyncio.TaskGroup() as group:
            for table in range(TABLES):
                rounds, chance = at_table(table, count, parts), Random(table)
                group.create_task(play(store, model, table, rounds, chance))
        kept = await store.read(
            lambda opened: dict(opened.execute(sa.select(purses.c.id, purses.c.coins)).all())  # type: ignore[arg-type]
        )
        ranks = await store.read(
            lambda opened: dict(
                opened.execute(sa.select(accounts.c.id, accounts.c.rank_points)).all()  # type: ignore[arg-type]
            )
        )
    finally:
        await store.close()
    assert kept == model.purses
    assert sum(kept.values()) == 0
    assert all(held >= 0 for purse, held in kept.items() if purse not in {HOUSE, MINT})
    assert ranks == model.ranks
    assert (await look_into(url, audit)).rounds == parts * count


async def test_coins_add_up_over_2000_rounds(database_url: str) -> None:
    # On PostgreSQL some of them: it is the same Python that is asked.
    await play_all(database_url, 2_000 if database_url.startswith("sqlite") else 500)


@pytest.mark.soak
async def test_coins_add_up_over_100_000_rounds(database_url: str) -> None:
    await play_all(database_url, 5_000, parts=20)


def killed(url: str, seed: int, seconds: float) -> dict[str, list[int]]:
    """Let a process play for so long, kill it; return the coins of the rounds it says it booked."""
    command = [sys.executable, "-m", "tests.server.ledger_writer", url, "8", str(seed)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
    assert process.stdout is not None
    with process:
        said = [process.stdout.readline()]
        time.sleep(seconds)
        process.kill()
        said += process.stdout.readlines()
    assert process.returncode == -9
    lines = [line.decode().split() for line in said]
    return {round_id: [int(moved) for moved in rest] for round_id, *rest in lines}


def kill_many_times(url: str, times: int) -> None:
    chance = Random(times)
    booked: dict[str, list[int]] = {}
    wanted = sa.select(results.c.round_id, results.c.coins).order_by(results.c.seat)
    for seed in range(times):
        booked |= killed(url, seed, chance.uniform(0, 0.5))
        rows = asyncio.run(look_into(url, lambda opened: opened.execute(wanted).all()))
        kept: dict[str, list[int]] = {}
        for round_id, moved in rows:
            kept.setdefault(round_id, []).append(moved)
        assert booked.items() <= kept.items()
        assert asyncio.run(look_into(url, audit)).rounds == len(kept)


def test_the_ledger_is_sound_after_kill_9(database_url: str) -> None:
    kill_many_times(database_url, 3)


@pytest.mark.soak
def test_the_ledger_is_sound_after_many_kills(database_url: str) -> None:
    kill_many_times(database_url, 40)
