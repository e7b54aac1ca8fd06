"""What the server holds, pinned to one core, this program on another.

    python bench/server.py [--tables 500] [--seconds 20] [--step 250] [--most 1500] [--idle 5000]

The server is `taipao serve` as it comes: SQLite with synchronous=FULL, nothing shown before it is
committed; only the pauses after discards and the limits on one address are off. Each table has four
sockets. Once a second one of the seats that are asked answers, by any legal action; that is an
*action*. It is at all four when the event that it led to has come through the last of their
sockets; a pass while others have still to answer leads to none, and is counted as an action only.
Without pauses a discard and the draw after it are one transaction (docs/server.md); the aim for the
processor time of an action is measured so, and the last lines show what it is with pauses.

What it prints: a bare echo server's figures on the same core and as many sockets; the server's
processor time an action and the times from an action sent to all four having it; how many tables at
an action a second are held (p50 at most 5 ms, p99 50 ms, 98 % of what was due sent); the same for
as many tables of a coin room, of which some are at the end of a round at any time, so that coins
move, also with the pauses after discards that players have; and what sockets cost while nothing
happens. `steal` is time the machine gave to others, `others` is what other processes took: where
either is not near 0, the figures are too high. The less a core has to do, the dearer is an action:
a core that slept wakes with cold caches; the processor time is that of all rates together. The
interpreter is named, since one built without profile-guided optimisation is slower. It ends with a
verdict on each aim, and with 1 if one is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import resource
import statistics
import tempfile
from typing import NamedTuple

import uvloop
from load.line import connected
from load.process import Meter, Process, pinned
from load.seats import Counts, Echo, Seats, in_a_coin_room, seat_all

PROGRAM = "import sys; from taipao.cli import main; sys.exit(main())"
ECHO = """
import socket
import uvicorn

async def app(scope, receive, send):
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})

config = uvicorn.Config(app, ws="websockets-sansio", ws_per_message_deflate=False, lifespan="off",
                        access_log=False, log_level="warning", backlog=2048)
listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
uvicorn.Server(config).run([listening])
"""
P50, P99, SENT = 0.005, 0.050, 0.98
CPU, STEAL, IDLE = 0.0006, 5.0, 40.0
SETTLE = 3.0
AS_IT_COMES = "0.3,1"
"""The pause after a discard, if nothing is set."""
ROUND = 100
"""Actions in a round, roughly: a draw has more, most wins have fewer."""


async def keep_acting(tables: list[Seats] | list[Echo], seconds: float) -> None:
    """Let every table act once a second, evenly spread over it."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    gap = 1 / len(tables)
    for turn in range(int(seconds * len(tables))):
        wait = began + turn * gap - loop.time()
        if wait > 0.0005:
            await asyncio.sleep(wait)
        tables[turn % len(tables)].act()
    await asyncio.sleep(0.2)


def percentiles(times: list[float]) -> tuple[float, float]:
    if len(times) < 2:
        return float("inf"), float("inf")
    cuts = statistics.quantiles(times, n=100)
    return cuts[49], cuts[98]


class Measured(NamedTuple):
    """What came of so many tables: the server's time in seconds, the steal in percent."""

    held: bool
    server: float
    actions: int
    steal: float


async def measure(
    server: Process, tables: list[Seats] | list[Echo], counts: Counts, seconds: float
) -> Measured:
    """Print and return what comes of so many tables."""
    await keep_acting(tables, SETTLE)
    counts.clear()
    meter = Meter(server)
    await keep_acting(tables, seconds)
    meter.stop()
    p50, p99 = percentiles(counts.times)
    plays = isinstance(tables[0], Seats)
    lost = sum(line.lost for table in tables for line in table.lines)
    held = p50 <= P50 and p99 <= P99 and counts.actions >= SENT * counts.due and not lost
    print(
        f"{len(tables):5} tables, {4 * len(tables)} sockets: {counts.actions / meter.took:,.0f} "
        f"actions/s of {counts.due / meter.took:,.0f} due, "
        f"{meter.server / counts.actions * 1e3:.3f} ms server CPU an action; "
        f"p50 {p50 * 1e3:.1f} ms, p99 {p99 * 1e3:.1f} ms of {len(counts.times)}; {meter}"
        + (f"; {counts.rounds} rounds ended" if counts.rounds else "")
        + (f"; refused {counts.refused}" if counts.refused else "")
        + (f"; {lost} sockets lost" if lost else "")
        + ("; NOT HELD" if plays and not held else ""),
        flush=True,
    )
    return Measured(held, meter.server, counts.actions, meter.steal)


async def echo(core: int, tables: int, seconds: float) -> None:
    with pinned(core, "-c", ECHO) as server:
        counts, rng = Counts(), random.Random(1)
        groups = [Echo(counts, rng) for _ in range(tables)]
        for group in groups:
            group.lines += [await connected(server.port, group) for _ in range(4)]
        print("a bare echo server, of the same make as the server's sockets:")
        await measure(server, groups, counts, seconds)
        for group in groups:
            for line in group.lines:
                line.close()


def serve(folder: str, *more: str, pause: str = "0,0") -> tuple[str, ...]:
    settings = {"port": "0", "data": folder, "pause": pause, "thought": "0,0"}
    settings |= {
        "address-rate": "0",
        "guest-rate": "0",
        "max-tables": "100000",
        "log-level": "warning",
    }
    flags = [text for key, value in settings.items() for text in (f"--{key}", value)]
    return "-c", PROGRAM, "serve", *flags, *more


async def spread(tables: list[Seats], rng: random.Random) -> None:
    """Let tables begin, and play on until each is somewhere else in its round."""
    for table in tables:
        table.start()
    await asyncio.sleep(3)
    left = [table for table in tables for _ in range(rng.randrange(ROUND))]
    # At random, but slower than the server could: nobody is to answer before being asked.
    rng.shuffle(left)
    for table in left:
        table.act()
        await asyncio.sleep(0.001)
    await asyncio.sleep(1)


async def play_for_coins(core: int, arguments: argparse.Namespace, pause: str) -> bool:
    more = "--seconds", "600", "--one-address", "false", "--bot-wait", "600"
    with (
        tempfile.TemporaryDirectory() as folder,
        pinned(core, *serve(folder, *more, pause=pause)) as server,
    ):
        counts, rng = Counts(), random.Random(4)
        print(f"in a coin room, rounds ending at all times, pauses of {pause} s after discards:")
        tables = await seat_all(
            server.port, arguments.tables, counts, rng, in_a_coin_room, callers=1
        )
        await spread(tables, rng)
        measured = await measure(server, tables, counts, arguments.seconds)
        for table in tables:
            for line in table.lines:
                line.close()
    return measured.held


async def play(core: int, arguments: argparse.Namespace) -> list[bool]:
    with (
        tempfile.TemporaryDirectory() as folder,
        # Nobody shall be timed out while tables are still being opened.
        pinned(core, *serve(folder, "--seconds", "600")) as server,
    ):
        counts, rng = Counts(), random.Random(2)
        print("the server, one action a second at each table:")
        tables: list[Seats] = []
        wanted, best = arguments.tables, 0
        measured: list[Measured] = []
        while wanted <= max(arguments.most, arguments.tables):
            new = await seat_all(server.port, wanted - len(tables), counts, rng)
            for table in new:
                table.start()
            tables += new
            await asyncio.sleep(3)
            measured.append(await measure(server, tables, counts, arguments.seconds))
            if not measured[-1].held:
                break
            best = wanted
            wanted += arguments.step
        print(
            f"held: {best or 'fewer than ' + str(arguments.tables)} tables at one action a second"
        )
        for table in tables:
            for line in table.lines:
                line.close()
    cost = sum(one.server for one in measured) / sum(one.actions for one in measured)
    steal = max(one.steal for one in measured)
    return [
        verdict(
            cost <= CPU,
            f"{cost * 1e3:.3f} ms server CPU an action at all these rates, at most {CPU * 1e3}",
        ),
        verdict(best > 0, f"{arguments.tables} tables held: p50 5 ms, p99 50 ms"),
        verdict(steal < STEAL, f"{steal:.1f} % steal, under {STEAL}: else the figures say little"),
    ]


def verdict(met: bool, what: str) -> bool:
    print(f"{'met' if met else 'MISSED'}: {what}", flush=True)
    return met


async def idle(core: int, sockets: int) -> list[bool]:
    with (
        tempfile.TemporaryDirectory() as folder,
        pinned(core, *serve(folder)) as server,
    ):
        counts, rng = Counts(), random.Random(3)
        warm = await seat_all(server.port, 10, counts, rng)
        await asyncio.sleep(1)
        before = server.memory()
        tables = await seat_all(server.port, sockets // 4, counts, rng)
        await asyncio.sleep(5)
        meter = Meter(server)
        await asyncio.sleep(30)
        meter.stop()
        lost = sum(line.lost for table in warm + tables for line in table.lines)
        each = (server.memory() - before) / (4 * len(tables)) / 1024
        print(
            f"idle: {4 * len(tables)} sockets at {len(tables)} tables, {each:.1f} KB each "
            f"(with a quarter of a table), {lost} lost, {meter}"
        )
        return [verdict(each <= IDLE and not lost, f"{each:.1f} KB a socket, at most {IDLE}")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each measurement")
    parser.add_argument("--step", type=int, default=250, help="tables more, as long as they hold")
    parser.add_argument("--most", type=int, default=1500)
    parser.add_argument("--idle", type=int, default=5000, help="sockets; 0: none")
    arguments = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        raise SystemExit("two cores are needed: one for the server, one for its players")
    os.sched_setaffinity(0, {cores[1]})
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(
        f"{platform.python_implementation()} {platform.python_version()}", *platform.python_build()
    )
    uvloop.run(echo(cores[0], arguments.tables, min(arguments.seconds, 10)))
    met = uvloop.run(play(cores[0], arguments))
    held = uvloop.run(play_for_coins(cores[0], arguments, "0,0"))
    coins = f"{arguments.tables} tables of a coin room held: p50 5 ms, p99 50 ms"
    met.append(verdict(held, coins))
    # What follows a discard is then a transaction of its own; not everybody can act each second.
    uvloop.run(play_for_coins(cores[0], arguments, AS_IT_COMES))
    if arguments.idle:
        met += uvloop.run(idle(cores[0], arguments.idle))
    raise SystemExit(not all(met))


if __name__ == "__main__":
    main()
