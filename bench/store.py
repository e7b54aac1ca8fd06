"""What a unit costs on SQLite with synchronous=FULL: kept alone, and in groups.

    python bench/store.py [--seconds 3] [--tables 1 64 500]

So many tables hand over one unit after the other, each when the one before is kept. For each number
it prints units a second, the processor time of a unit (all threads), and how many units a batch
held; the last line is how much faster the groups are than one table alone.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from taipao.server.keeping import NewLines, Unit
from taipao.server.store import DatabaseStore, open_store

STATE = b'{"match":{"points":[0,0,0,0]},"seats":' + b'["a name that somebody chose"],' * 16 + b"0}"
LINES = (
    b'{"action":{"ready":false,"tile":"7z","type":"discard"},"by":"player","seat":2}\n',
    b'{"event":{"called":[],"seat":2,"tile":"7z","type":"discarded"},"number":17}\n',
    b'{"event":{"after":null,"end":"head","seat":3,"tile":"5m","type":"drawn"},"number":18}\n',
)


async def table(store: DatabaseStore, name: str, until: float) -> int:
    """Hand over units until the time is over; return how many were kept."""
    opening = NewLines(name, 1, (b"header\n",))
    await store.commit(Unit(name, state=STATE, lines=opening, number=1))
    kept, line = 0, 2
    while time.perf_counter() < until:
        await store.commit(Unit(name, lines=NewLines(name, line, LINES)))
        line += len(LINES)
        kept += 1
    return kept


async def measure(folder: Path, tables: int, seconds: float) -> float:
    """Print what so many tables get; return units a second."""
    store = await open_store(f"sqlite:///{folder / f'{tables}.db'}")
    try:
        began, busy = time.perf_counter(), time.process_time()
        runs = (table(store, f"table-{i}", began + seconds) for i in range(tables))
        kept = sum(await asyncio.gather(*runs))
        busy = time.process_time() - busy
        took = time.perf_counter() - began
    finally:
        await store.close()
    committer = store.committer
    print(
        f"{tables:6} tables: {kept / took:8,.0f} units/s, {busy / kept * 1000:.3f} ms of processor "
        f"a unit, {committer.items / committer.batches:.1f} units a batch, "
        f"{committer.seconds / committer.batches * 1000:.2f} ms a batch"
    )
    return kept / took


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 64, 500])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rates = [
            await measure(Path(folder), tables, arguments.seconds) for tables in arguments.tables
        ]
    print(f"grouped against alone: {max(rates) / rates[0]:.1f} times the units a second")


if __name__ == "__main__":
    asyncio.run(main())
