"""A process that plays made-up rounds into a store until it is killed.

    python -m tests.server.store_writer URL TABLES SEED

For each unit that was kept it writes a line: the round, how many of its lines there are, and
whether it has ended. Started again, it goes on where the store says that the tables are.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys

from taipao.server.keeping import EndedRound, LiveTable, NewLines, Unit
from taipao.server.store import DatabaseStore, open_store

LENGTH = 30
"""Lines of a round."""


def line(round_id: str, number: int) -> bytes:
    """Return what a round's line must be."""
    return f"{round_id} {number} {'·' * (number % 7)}\n".encode()


def lines(round_id: str, first: int, last: int) -> tuple[bytes, ...]:
    return tuple(line(round_id, number) for number in range(first, last + 1))


def record(round_id: str) -> bytes:
    return b"".join(lines(round_id, 1, LENGTH)) + b"digest\n"


async def play(store: DatabaseStore, table: LiveTable, chance: random.Random) -> None:
    number = int(table.state.rpartition(b"/")[2] or 0)
    round_id, kept = table.round_id, len(table.lines)
    while True:
        if round_id is None:
            number += 1
            round_id, kept = f"{table.id}/{number}", 0
        upto = min(kept + chance.randint(1, 6), LENGTH)
        # The end comes with the last lines, or after them by itself.
        over = kept == LENGTH or (upto == LENGTH and chance.random() < 0.5)
        new = NewLines(round_id, kept + 1, lines(round_id, kept + 1, upto))
        unit = Unit(
            table.id,
            state=round_id.encode(),
            lines=new if new.lines else None,
            ended=EndedRound(round_id, "finished", record(round_id)) if over else None,
            number=number,
        )
        await store.commit(unit)
        tell(round_id, upto, over)
        round_id, kept = None if over else round_id, upto


def tell(round_id: str, kept: int, over: bool) -> None:
    # At once and whole: a short write to a pipe is not divided.
    os.write(1, f"{round_id} {kept} {over:d}\n".encode())


async def main() -> None:
    url, tables, seed = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    store = await open_store(url)
    found = {table.id: table for table in await store.open_tables()}
    async with asyncio.TaskGroup() as group:
        for name in (f"table-{i}" for i in range(tables)):
            table = found.get(name) or LiveTable(name, b"", None, ())
            group.create_task(play(store, table, random.Random(f"{seed}{name}")))


if __name__ == "__main__":
    asyncio.run(main())
