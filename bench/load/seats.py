"""Who sits at the tables: four sockets each, one of which acts when told to."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Awaitable, Callable

import msgspec

from load.line import Heard, Line, connected

ACTION = b'{"type":"discard","tile":"5m","ready":false}'


class Raw(msgspec.Struct):
    """As much of a message of the server as is looked into."""

    type: str
    id: int = 0
    number: int | None = None
    actions: list[msgspec.Raw] = []
    code: str = ""


class View(msgspec.Struct):
    number: int


class Whole(msgspec.Struct):
    view: View


decode = msgspec.json.Decoder(Raw).decode
decode_whole = msgspec.json.Decoder(Whole).decode


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

    async def get(self, path: str, cookie: str) -> bytes:
        """Return the answer."""
        return (await self._ask("GET", path, cookie))[1]

    async def post(self, path: str, cookie: str = "", body: object = None) -> tuple[str, bytes]:
        """Return the cookie that was set, if any, and the answer."""
        return await self._ask("POST", path, cookie, body)

    async def _ask(
        self, method: str, path: str, cookie: str, body: object = None
    ) -> tuple[str, bytes]:
        data = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(data)}\r\n"
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


Open = Callable[[Caller, list[str]], Awaitable[str]]
"""Lets four, by their cookies, sit down at a table; returns its id."""


async def among_friends(caller: Caller, cookies: list[str]) -> str:
    wanted = {"seats": ["me", "free", "free", "free"]}
    _, opened = await caller.post("/api/tables", cookies[0], wanted)
    table: str = json.loads(opened)["id"]
    for cookie in cookies[1:]:
        await caller.post(f"/api/tables/{table}/sit", cookie)
    return table


async def in_a_coin_room(caller: Caller, cookies: list[str]) -> str:
    """Four who queue while nobody else does are seated together."""
    for cookie in cookies:
        await caller.post("/api/rooms/novice/standard/queue", cookie)
    tables = {
        json.loads(await caller.get("/api/queue?wait=25", cookie))["table"] for cookie in cookies
    }
    if len(tables) != 1:
        raise SystemExit(f"four in one queue were seated at {len(tables)} tables")
    table: str = tables.pop()
    return table


async def seat_all(
    port: int,
    tables: int,
    counts: Counts,
    rng: random.Random,
    sit: Open = among_friends,
    callers: int = 8,
) -> list[Seats]:
    """Make four guests for each table, sit them there, and connect them."""
    seated: list[Seats] = []
    left = iter(range(tables))

    async def four(caller: Caller) -> Seats:
        seats = Seats(counts, rng)
        cookies = [(await caller.post("/api/guest"))[0] for _ in range(4)]
        table = await sit(caller, cookies)
        for cookie in cookies:
            line = await connected(port, seats, f"Cookie: {cookie}\r\n".encode())
            seats.lines.append(line)
            line.send(json.dumps({"type": "hello", "protocol": 1, "table": table}).encode())
        return seats

    async def some() -> None:
        async with Caller(port) as caller:
            seated.extend([await four(caller) for _ in left])

    await asyncio.gather(*(some() for _ in range(callers)))
    return seated
