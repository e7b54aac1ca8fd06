"""A process that plays rounds for coins into a store until it is killed, each sent twice at once.

    python -m tests.server.ledger_writer URL TABLES SEED

For each round that was booked it writes a line: the round's id and the coins of its four seats.
Accounts that run out of coins are refilled, a day after the other.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
from contextlib import suppress

from taipao.errors import StoreFault
from taipao.server.ledger import Ledger
from taipao.server.store import DatabaseStore, open_store
from tests.server.coins import ROOM_NAMES, Played, join, played, seated, shown

SEATED = 6
"""Accounts that sit at a table in turn."""

DAY = 24 * 3600 * 1000


async def play(
    store: DatabaseStore, name: str, rounds: tuple[Played, ...], chance: random.Random
) -> None:
    people = [f"{name}-{i}" for i in range(SEATED)]
    for person in people:
        # It may have joined before the last time this process was killed.
        with suppress(StoreFault):
            await join(store, person)
    clock = [chance.randrange(1 << 30) * DAY]
    ledger = Ledger(store, lambda: clock[0])
    while True:
        clock[0] += DAY
        for person in people:
            both = ledger.refill(person), ledger.refill(person)
            await asyncio.gather(*both, return_exceptions=True)
        round_id = f"{name}/{chance.getrandbits(64):x}"
        one = chance.choice(rounds)
        booking = one.booking(chance.choice(ROOM_NAMES), seated(chance, people))
        unit = one.unit(name, round_id, booking)
        booked, again = await asyncio.gather(store.commit(unit), store.commit(unit))
        assert shown(booked) == again
        # At once and whole: a short write to a pipe is not divided.
        os.write(1, f"{round_id} {' '.join(map(str, shown(booked).coins))}\n".encode())


async def main() -> None:
    url, tables, seed = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    rounds = played(12)
    store = await open_store(url)
    async with asyncio.TaskGroup() as group:
        for name in (f"table-{i}" for i in range(tables)):
            group.create_task(play(store, name, rounds, random.Random(f"{seed}{name}")))


if __name__ == "__main__":
    asyncio.run(main())
