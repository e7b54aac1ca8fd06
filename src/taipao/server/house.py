"""What every request and every socket of one server shares."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from taipao.server.alone import BOTS, OneTable
from taipao.server.chance import Chance, SystemChance
from taipao.server.committer import Committer
from taipao.server.copies import CopyingStore
from taipao.server.database import Item
from taipao.server.guard import Allowed, loopback
from taipao.server.keeping import Guest, Store
from taipao.server.lobby import Lobby
from taipao.server.metrics import Metrics
from taipao.server.page import PAGE
from taipao.server.sessions import CookieSessions, OnePerson, Sessions
from taipao.server.settings import Settings
from taipao.server.store import DatabaseStore
from taipao.server.supplies import Pace, Supplies
from taipao.server.sweep import Sweep
from taipao.server.table import Table
from taipao.server.tablestate import Clock, Setup, bot, person


@dataclass
class House:
    """One server's parts. `allowed` says who may call, `page` is the folder of the built page."""

    settings: Settings
    store: Store
    committer: Committer[Item]
    lobby: Lobby
    sessions: Sessions
    metrics: Metrics
    allowed: Allowed
    own_setup: Callable[[Guest], Setup]
    page: Path
    _opening: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def own_table(self, guest: Guest) -> Table:
        """Return the table at which a guest sat down last, or open one with three bots.

        Raises `BadRequest` if none can be opened, `StoreFault` if it cannot be kept.
        """
        # Two windows of somebody new shall meet at one table.
        async with self._opening:
            mine = [table for table in self.lobby.of(guest.id) if not table.frozen]
            return mine[-1] if mine else await self.lobby.create(self.own_setup(guest))


@asynccontextmanager
async def opened(
    settings: Settings,
    database: DatabaseStore,
    port: int,
    *,
    one: OneTable | None = None,
    chance: Chance | None = None,
    pace: Pace | None = None,
    page: Path = PAGE,
) -> AsyncIterator[House]:
    """Make a server's parts and resume its tables; at the end they stop, the database staying open.

    With `one` it is a server for one person at one table, which is open when this begins. A test
    hands in `chance` and `pace`.
    """
    metrics = Metrics()
    metrics.measure(database.committer)
    store: Store = database
    if one is not None and one.records is not None:
        store = CopyingStore(database, one.records)
    supplies = Supplies(
        store,
        chance or SystemChance(),
        pace or Pace(settings.thought, settings.pause),
        metrics,
    )
    lobby = Lobby(supplies, limit=settings.max_tables)
    metrics.watch(lobby.figures)
    if one is not None:
        await one.prepare(store)
    sweeping = _sweeping(lobby, settings.idle)
    try:
        await lobby.resume()
        house = _for_many(settings, store, database.committer, lobby, metrics, page)
        if one is not None:
            house.sessions = OnePerson()
            house.allowed = loopback(port)
            house.own_setup = lambda _: one.setup()
        yield house
    finally:
        if sweeping is not None:
            sweeping.cancel()
            await asyncio.gather(sweeping, return_exceptions=True)
        await lobby.close()


def _sweeping(lobby: Lobby, idle_hours: float) -> asyncio.Task[None] | None:
    return asyncio.create_task(Sweep(lobby, idle_hours * 3600).run()) if idle_hours else None


def _for_many(
    settings: Settings,
    store: Store,
    committer: Committer[Item],
    lobby: Lobby,
    metrics: Metrics,
    page: Path,
) -> House:
    clock = Clock(settings.seconds, settings.reserve)

    def against_bots(guest: Guest) -> Setup:
        right, opposite, left = (bot(kind) for kind in BOTS)
        return Setup((person(guest), right, opposite, left), clock=clock)

    return House(
        settings,
        store,
        committer,
        lobby,
        CookieSessions(store, secure=settings.secure),
        metrics,
        Allowed(
            frozenset(map(str.lower, settings.hosts)),
            frozenset(map(str.lower, settings.origins)),
            "https" if settings.secure else "http",
        ),
        against_bots,
        page,
    )
