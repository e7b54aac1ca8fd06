"""What the server holds, pinned to one core, this program on another.

    python bench/server.py [--tables 500] [--seconds 20] [--step 250] [--most 1500] [--idle 5000]

The server is `taipao serve` as it comes: SQLite with synchronous=FULL, nothing shown before it is
committed; only the pauses after discards and the limits on one address are off. Each table has four
sockets. Once a second one of the seats that are asked answers, by any legal action; that is an
*action*. It is at all four when the event that it led to has come through the last of their
sockets; a pass while others have still to answer leads to none, and is counted as an action only.

What it prints: a bare echo server's figures on the same core and as many sockets; the server's
processor time an action and the times from an action sent to all four having it; how many tables at
an action a second are held (p50 at most 5 ms, p99 50 ms, 98 % of what was due sent); and what
sockets cost while nothing happens. `steal` is time the machine gave to others, `others` is what
other processes took: where either is not near 0, the figures are too high.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import msgspec
import uvloop

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
SETTLE = 3.0
TICKS = os.sysconf("SC_CLK_TCK")
ACTION = b'{"type":"discard","tile":"5m","ready":false}'


class Raw(msgspec.Struct):
    """As much of a message of the server as is looked into."""

    type: str
    id: int = 0
    number: int | None = None
    actions: list[msgspec.Raw] = []
    code: str = ""
    round: str = ""


class View(msgspec.Struct):
    number: int


class Whole(msgspec.Struct):
    view: View


decode = msgspec.json.Decoder(Raw).decode
decode_whole = msgspec.json.Decoder(Whole).decode


class Process:
    """A server pinned to one core, and what it and the machine have used."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.port = port

    def seconds(self) -> float:
        """Return the processor time of all its threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Return its resident memory in bytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


class Meter:
    """Processor time between two moments: the server's, this program's, and everybody's."""

    def __init__(self, server: Process) -> None:
        self._server = server
        self._before = self._read()

    def _read(self) -> tuple[float, float, float, float, float]:
        first = Path("/proc/stat").read_text().splitlines()[0].split()[1:]
        ticks = [int(field) / TICKS for field in first[:8]]
        busy = sum(ticks) - ticks[3] - ticks[4] - ticks[7]
        return time.perf_counter(), self._server.seconds(), time.process_time(), busy, ticks[7]

    def stop(self) -> None:
        after = self._read()
        self.took, self.server, self.own, busy, steal = (
            now - before for now, before in zip(after, self._before, strict=True)
        )
        cores = self.took * (os.cpu_count() or 1)
        self.steal = 100 * steal / cores
        self.others = 100 * max(0.0, busy - self.server - self.own) / cores

    def __str__(self) -> str:
        return (
            f"server {100 * self.server / self.took:.0f} % and generator "
            f"{100 * self.own / self.took:.0f} % of a core, "
            f"others {self.others:.0f} %, steal {self.steal:.1f} % of the machine"
        )


@contextmanager
def pinned(core: int, *command: str) -> Iterator[Process]:
    """Run a server on one core until it is not needed any more."""
    own = os.sched_getaffinity(0)
    # A process is born to its parent's cores.
    os.sched_setaffinity(0, {core})
    with subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True) as process:
        os.sched_setaffinity(0, own)
        try:
            assert process.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:(\d+)", process.stdout.readline())
            if found is None:
                raise SystemExit("the server did not start")
            yield Process(process, int(found[1]))
        finally:
            process.kill()


class Line(asyncio.Protocol):
    """A client's end of a WebSocket, as little of it as there can be."""

    def __init__(self, heard: Heard, headers: bytes = b"", path: bytes = b"/ws") -> None:
        self._heard = heard
        self._headers = headers
        self._path = path
        self._data = b""
        self.greeted = asyncio.get_running_loop().create_future()
        self.lost = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's is one, and is not derived from it.
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(
            b"GET " + self._path + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n" + self._headers + b"\r\n"
        )

    def connection_lost(self, _: Exception | None) -> None:
        self.lost = True
        if not self.greeted.done():
            self.greeted.set_exception(ConnectionError("the server let go before the handshake"))

    def send(self, text: bytes) -> None:
        """Send one message in a frame masked with zeros, which is the text as it is."""
        size = len(text)
        head = b"\x81" + (
            bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        )
        assert self._transport is not None
        self._transport.write(head + b"\0\0\0\0" + text)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        data = self._data + data if self._data else data
        at = 0
        if not self.greeted.done():
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._data = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self.greeted.set_exception(ConnectionError(data[:end].decode()))
                return
            at = end + 4
            self.greeted.set_result(None)
        whole = len(data)
        while whole - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if whole < start + size:
                break
            if data[at] == 0x81:
                self._heard(self, data[start : start + size])
            elif data[at] == 0x89 and self._transport is not None:
                ping = data[start : start + size]
                self._transport.write(bytes((0x8A, 0x80 | size)) + b"\0\0\0\0" + ping)
            at = start + size
        self._data = data[at:]


class Heard:
    """What is done with a message that comes through a line."""

    def __call__(self, line: Line, text: bytes) -> None: ...


async def connected(port: int, heard: Heard, headers: bytes = b"") -> Line:
    _, line = await asyncio.get_running_loop().create_connection(
        lambda: Line(heard, headers), "127.0.0.1", port
    )
    await line.greeted
    return line


class Counts:
    """What all tables have come to since it was cleared."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.times: list[float] = []
        self.actions = self.due = self.rounds = 0
        self.refused: dict[str, int] = {}


class Seats(Heard):
    """Four sockets at one table: answers for each when told to, and notes what comes of it."""

    def __init__(self, counts: Counts, rng: random.Random) -> None:
        self.lines: list[Line] = []
        self._counts = counts
        self._rng = rng
        self._asked: dict[int, Raw] = {}
        self._number = 0
        self._sent: float | None = None
        self._awaited = 0
        self._missing: set[int] = set()

    def act(self) -> None:
        """Let one of those who are asked answer."""
        self._counts.due += 1
        if not self._asked:
            return
        seat = self._rng.choice(list(self._asked))
        decision = self._asked.pop(seat)
        actions = [bytes(one) for one in decision.actions]
        action = self._rng.choice([one for one in actions if b"cancel_ready" not in one])
        self._awaited = self._number + 1
        self._missing = set(range(len(self.lines)))
        self._sent = time.perf_counter()
        self.lines[seat].send(b'{"type":"act","decision":%d,"action":%b}' % (decision.id, action))
        self._counts.actions += 1

    def start(self) -> None:
        for line in self.lines:
            line.send(b'{"type":"start","contribution":"00ff"}')

    def __call__(self, line: Line, text: bytes) -> None:
        message = decode(text)
        seat = self.lines.index(line)
        if message.type == "event":
            number = message.number
            if number is not None:
                if number > self._number:
                    self._number = number
                    self._asked.clear()
                if number == self._awaited:
                    self._has(seat)
        elif message.type == "decision":
            self._asked[seat] = message
        elif message.type == "view":
            # Another seat may have its view, and be asked, before this one.
            self._number = decode_whole(text).view.number
        elif message.type == "round_over" and seat == 0:
            self._counts.rounds += 1
            self._asked.clear()
            self.start()
        elif message.type == "error":
            refused = self._counts.refused
            refused[message.code] = refused.get(message.code, 0) + 1

    def _has(self, seat: int) -> None:
        self._missing.discard(seat)
        if not self._missing and self._sent is not None:
            self._counts.times.append(time.perf_counter() - self._sent)
            self._sent = None


class Echo(Heard):
    """Four sockets to an echo server, of which one is spoken to at a time."""

    def __init__(self, counts: Counts, rng: random.Random) -> None:
        self.lines: list[Line] = []
        self._counts = counts
        self._rng = rng
        self._sent = 0.0

    def act(self) -> None:
        self._counts.due += 1
        self._counts.actions += 1
        self._sent = time.perf_counter()
        self._rng.choice(self.lines).send(ACTION)

    def __call__(self, line: Line, text: bytes) -> None:
        self._counts.times.append(time.perf_counter() - self._sent)


class Caller:
    """One HTTP connection that is kept."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def __aenter__(self) -> Caller:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()

    async def post(self, path: str, cookie: str = "", body: object = None) -> tuple[str, bytes]:
        """Return the cookie that was set, if any, and the answer."""
        data = b"" if body is None else json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(data)}\r\n"
            f"Content-Type: application/json\r\nCookie: {cookie}\r\n"
        )
        self._writer.write(head.encode() + b"\r\n" + data)
        answer = (await self._reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"content-length: (\d+)", answer, re.I)
        content = await self._reader.readexactly(int(length[1]) if length else 0)
        if not answer.startswith("HTTP/1.1 2"):
            raise SystemExit(f"{path}: {answer}{content.decode()}")
        cookie_set = re.search(r"set-cookie: ([^;]+)", answer, re.I)
        return cookie_set[1] if cookie_set else "", content


async def seat_four(port: int, caller: Caller, counts: Counts, rng: random.Random) -> Seats:
    """Make four guests, sit them at a new table, and connect them."""
    seats = Seats(counts, rng)
    cookies = [(await caller.post("/api/guest"))[0] for _ in range(4)]
    wanted = {"seats": ["me", "free", "free", "free"]}
    _, opened = await caller.post("/api/tables", cookies[0], wanted)
    table = json.loads(opened)["id"]
    for cookie in cookies[1:]:
        await caller.post(f"/api/tables/{table}/sit", cookie)
    for cookie in cookies:
        line = await connected(port, seats, f"Cookie: {cookie}\r\n".encode())
        seats.lines.append(line)
        line.send(json.dumps({"type": "hello", "protocol": 1, "table": table}).encode())
    return seats


async def seat_all(port: int, tables: int, counts: Counts, rng: random.Random) -> list[Seats]:
    seated: list[Seats] = []
    left = iter(range(tables))

    async def some() -> None:
        async with Caller(port) as caller:
            seated.extend([await seat_four(port, caller, counts, rng) for _ in left])

    await asyncio.gather(*(some() for _ in range(8)))
    return seated


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


async def measure(
    server: Process, tables: list[Seats] | list[Echo], counts: Counts, seconds: float
) -> bool:
    """Print what comes of so many tables; tell whether they are held."""
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
    return held


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


def serve(folder: str, *more: str) -> tuple[str, ...]:
    settings = {"port": "0", "data": folder, "pause": "0,0", "thought": "0,0"}
    settings |= {
        "address-rate": "0",
        "guest-rate": "0",
        "max-tables": "100000",
        "log-level": "warning",
    }
    flags = [text for key, value in settings.items() for text in (f"--{key}", value)]
    return "-c", PROGRAM, "serve", *flags, *more


async def play(core: int, arguments: argparse.Namespace) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        # Nobody shall be timed out while tables are still being opened.
        pinned(core, *serve(folder, "--seconds", "600")) as server,
    ):
        counts, rng = Counts(), random.Random(2)
        print("the server, one action a second at each table:")
        tables: list[Seats] = []
        wanted, best = arguments.tables, 0
        while wanted <= max(arguments.most, arguments.tables):
            new = await seat_all(server.port, wanted - len(tables), counts, rng)
            for table in new:
                table.start()
            tables += new
            await asyncio.sleep(3)
            if not await measure(server, tables, counts, arguments.seconds):
                break
            best = wanted
            wanted += arguments.step
        print(
            f"held: {best or 'fewer than ' + str(arguments.tables)} tables at one action a second"
        )
        for table in tables:
            for line in table.lines:
                line.close()


async def idle(core: int, sockets: int) -> None:
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
    uvloop.run(echo(cores[0], arguments.tables, min(arguments.seconds, 10)))
    uvloop.run(play(cores[0], arguments))
    if arguments.idle:
        uvloop.run(idle(cores[0], arguments.idle))


if __name__ == "__main__":
    main()
