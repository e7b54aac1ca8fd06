"""What booking coins adds to the end of a round on SQLite with synchronous=FULL, in groups.

    python bench/ledger.py [--rounds 20] [--tables 64 500]

So many tables, with four accounts each, end a round at the same time, again and again: without
coins, and with coins and rank points. For each number it prints the processor time of a round's end
(all threads); the last line is how much dearer an end with coins is than one without.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import tempfile
import time
from pathlib import Path

from msgspec.structs import replace

from taipao.bots.simulation import simulate
from taipao.rules.ruleset import load_ruleset
from taipao.server.keeping import Account, Booking, EndedRound, NewLines, Unit
from taipao.server.store import DatabaseStore, open_store

STATE = b'{"match":{"points":[0,0,0,0]},"seats":' + b'["a name that somebody chose"],' * 16 + b"0}"
PLAYED = next(simulate(load_ruleset("standard"), ["greedy"] * 4, seed=1, rounds=1))
LINES = tuple(PLAYED.record.splitlines(keepends=True)[:-1])
BOOKING = Booking(
    "novice",
    "standard",
    (None, None, None, None),
    totals=(42, 3, 0, 1),
    winner=0,
    dealer=1,
    points=(168, -74, -49, -45),
    by="discard",
    tai=14,
    items=(("V4", 7), ("V6", 7)),
)


async def end(store: DatabaseStore, names: list[str], number: int, coins: bool) -> float:
    """Let every table end a round at once; return the processor time that took."""

    def opened(name: str) -> Unit:
        lines = NewLines(f"{name}/{number}", 1, LINES)
        return Unit(name, state=STATE, lines=lines, number=number)

    def ended(name: str) -> Unit:
        end = EndedRound(f"{name}/{number}", "finished", PLAYED.record)
        unit = Unit(name, state=STATE, ended=end)
        if not coins:
            return unit
        # Everybody wins in turn, so that there are coins to move.
        turn = number // 2
        first, second, third, fourth = (f"{name}-{(turn + seat) % 4}" for seat in range(4))
        return replace(unit, booking=replace(BOOKING, accounts=(first, second, third, fourth)))

    await asyncio.gather(*(store.commit(opened(name)) for name in names))
    busy = time.process_time()
    await asyncio.gather(*(store.commit(ended(name)) for name in names))
    return time.process_time() - busy


async def measure(folder: Path, tables: int, rounds: int) -> float:
    """Print what a round's end costs at so many tables; return with coins against without."""
    store = await open_store(f"sqlite:///{folder / f'{tables}.db'}")
    names = [f"table-{i}" for i in range(tables)]
    costs = {False: 0.0, True: 0.0}
    try:
        for name in names:
            people = [Account(f"{name}-{seat}", "somebody") for seat in range(4)]
            for account in people:
                await store.add_account(account, account.id.encode())
        # In turn, so that whatever else the machine does disturbs both alike.
        for number in range(1, 2 * rounds + 1):
            coins = number % 2 == 0
            costs[coins] += await end(store, names, number, coins)
    finally:
        await store.close()
    without, booked = (1000 * costs[coins] / rounds / tables for coins in (False, True))
    print(
        f"{tables:6} tables: {without:.3f} ms of processor a round's end without coins, "
        f"{booked:.3f} ms with them: {booked - without:.3f} ms more"
    )
    return booked / without


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--tables", type=int, nargs="+", default=[64, 500])
    arguments = parser.parse_args()
    # As the server does, whose looks for cycles are few.
    gc.disable()
    with tempfile.TemporaryDirectory() as folder:
        ratios = [
            await measure(Path(folder), tables, arguments.rounds) for tables in arguments.tables
        ]
    print(f"with coins against without: {max(ratios):.2f} times the processor time")


if __name__ == "__main__":
    asyncio.run(main())
