"""Coin rooms under players who say everything twice, while the server is killed: no coin is lost.

Whatever happens, the ledger adds up, every posting follows from its record, and what players were
shown of their coins is what was booked.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
import signal
from collections.abc import Sequence
from functools import partial
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from taipao.game.record import read
from taipao.game.replay import replay
from taipao.server.audit import audit
from taipao.server.booking import booking_of
from taipao.server.journal import booked_of, names_of
from taipao.server.keeping import Account
from taipao.server.outbox import CLOSE_FREED
from taipao.server.outcome import results_of
from taipao.server.protocol import PROTOCOL
from taipao.server.store import open_store
from tests.server.client import plain
from tests.server.players import CROSSED, Message, Site, until
from tests.server.purses import all_purses, endow
from tests.server.visitors import JSON

pytestmark = pytest.mark.skipif(
    os.name == "nt", reason="Windows sends no signals to another process"
)

SETTINGS = {
    "TAIPAO_BOT_WAIT": "0.2",
    "TAIPAO_ONE_ADDRESS": "false",
    "TAIPAO_SECONDS": "1",
    "TAIPAO_RESERVE": "0",
}
COINS = (20_000, 25_000, 60_000, 10_000_000)
"""Some go broke soon, some never."""
HARMLESS = CROSSED | {"already_greeted", "draining", "leaving", "no_table"}


class Gambler:
    """An account that waits in a coin room, plays, leaves and comes again; all it says twice."""

    def __init__(self, site: Site, number: int) -> None:
        self.account = Account(f"gambler-{number}", f"Gambler {number}")
        self.token = f"token-{number}"
        self.coins = COINS[number % len(COINS)]
        self.key = f"novice/{('standard', 'alternate')[number % 2]}"
        self.shown: dict[str, Any] = {}
        """What it was told that rounds came to, by their ids."""
        self.freed = 0
        self.broke = False
        self._site = site
        self._random = random.Random(number)

    @property
    def cookie(self) -> dict[str, str]:
        return {"cookie": f"taipao={self.token}"}

    async def play(self) -> None:
        """Play until cancelled, or until there are too few coins to enter with."""
        while not self.broke:
            await self._site.up.wait()
            try:
                async with httpx.AsyncClient(
                    base_url=self._site.address, headers=JSON | self.cookie, timeout=30
                ) as http:
                    table = await self._seat(http)
                if table is not None:
                    await self._sit(table)
            except (OSError, InvalidHandshake, httpx.TransportError):
                await asyncio.sleep(0.05)

    async def _seat(self, http: httpx.AsyncClient) -> str | None:
        """Wait for a seat, asking twice at once, and now and then leave at that moment."""
        path = f"/api/rooms/{self.key}/queue"
        both = await asyncio.gather(http.post(path), http.post(path))
        assert {one.status_code for one in both} <= {200, 409, 503}, [one.text for one in both]
        reasons = [one.json().get("extra") for one in both if one.status_code == 409]
        self.broke = {"reason": "too_few_coins"} in reasons
        asked = [http.get("/api/queue?wait=25")]
        if self._random.random() < 0.2:
            asked += [http.request("DELETE", "/api/queue") for _ in range(2)]
        polled, *left = await asyncio.gather(*asked)
        told = [one.json() for one in left if one.status_code == 200]
        assert not any(one["left"] and one["table"] for one in told)
        table = polled.json().get("table") if polled.status_code == 200 else None
        return None if table is None else str(table)

    async def _sit(self, table: str) -> None:
        async with connect(
            f"ws{self._site.address.removeprefix('http')}ws",
            additional_headers=self.cookie,
            compression=None,
            max_size=None,
        ) as socket:
            try:
                await self._say(socket, type="hello", protocol=PROTOCOL, table=table)
                while await self._hear(socket, msgspec.json.decode(await socket.recv())):
                    pass
            except ConnectionClosed:
                self.freed += socket.close_code == CLOSE_FREED

    async def _say(self, socket: ClientConnection, **message: Any) -> None:
        text = msgspec.json.encode(message).decode()
        await socket.send(text)
        await socket.send(text)

    async def _hear(self, socket: ClientConnection, message: Message) -> bool:
        """Answer a message; tell whether to go on."""
        match message["type"]:
            case "welcome":
                await self._say(socket, type="start", contribution="00")
            case "decision" if self._random.random() < 0.03:
                await self._say(socket, type="leave")
            case "decision":
                actions = [a for a in message["actions"] if a["type"] != "cancel_ready"]
                action = self._random.choice(actions)
                await self._say(socket, type="act", decision=message["id"], action=action)
            case "seal":
                await self._say(socket, type="contribute", contribution="00")
            case "round_over":
                round_id = message["record"].removeprefix("/records/")
                assert self.shown.setdefault(round_id, message["results"]) == message["results"]
                await self._say(socket, type="start", contribution="00")
            case "error" if message["code"] == "no_table":
                return False
            case "error":
                assert message["code"] in HARMLESS, message
        return True


async def enrol_all(url: str, gamblers: Sequence[Gambler]) -> None:
    store = await open_store(url)
    for one in gamblers:
        await store.add_account(one.account, hashlib.sha256(one.token.encode()).digest())
        await endow(store, one.account.id, one.coins)
    await store.close()


async def check(url: str, gamblers: Sequence[Gambler]) -> None:
    """Find the ledger sound, and booked what players were shown."""
    store = await open_store(url)
    try:
        await store.read(audit)
        purses = await all_purses(store)
        assert sum(purses.values()) == 0
        assert min(coins for name, coins in purses.items() if name not in {"house", "mint"}) >= 0
        for one in gamblers:
            for round_id, results in one.shown.items():
                booked = await store.read(partial(booked_of, round_id=round_id))
                names = await store.read(partial(names_of, round_id=round_id))
                record = await store.record(round_id)
                assert booked is not None
                assert record is not None
                booking = booking_of(replay(record).board, "novice", (None,) * 4)
                seats = read(record).header.seats
                assert plain(results_of(booking, booked, seats, names)) == results
    finally:
        await store.close()


async def kill_many_times(url: str, gamblers: int, times: int) -> None:
    chance, site = random.Random(times), Site(url, **SETTINGS)
    players = [Gambler(site, number) for number in range(gamblers)]
    await enrol_all(url, players)
    try:
        site.start()
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(player.play()) for player in players]
            for _ in range(times):
                before = sum(len(player.shown) for player in players)
                await until(lambda: sum(len(player.shown) for player in players) > before)  # noqa: B023
                await asyncio.sleep(chance.uniform(0, 0.3))
                await site.end(signal.SIGKILL)
                site.start()
            before = sum(len(player.shown) for player in players)
            await until(lambda: sum(len(player.shown) for player in players) > before + 5)
            await site.end(signal.SIGTERM)
            for task in tasks:
                task.cancel()
    finally:
        site.close()
    assert sum(player.freed for player in players) > 0
    await check(url, players)


async def test_no_coin_is_lost_in_five_kills(database_url: str) -> None:
    await kill_many_times(database_url, 8, 5)


@pytest.mark.soak
async def test_no_coin_is_lost_in_fifty_kills(database_url: str) -> None:
    await kill_many_times(database_url, 24, 50)
