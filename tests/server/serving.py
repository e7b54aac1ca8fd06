"""A whole server over real sockets, for tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from taipao.server.alone import OneTable
from taipao.server.app import create_app
from taipao.server.chance import Chance
from taipao.server.house import House, opened
from taipao.server.page import PAGE
from taipao.server.service import Server, bind
from taipao.server.settings import Settings
from taipao.server.store import DatabaseStore, open_store
from taipao.server.supplies import AT_ONCE, Pace
from tests.server.chance import SeededChance

UNLIMITED = Settings(
    address_rate=0, socket_rate=0, guest_rate=0, sign_up_rate=0, sign_in_rate=0, drain=0
)


@dataclass
class Served:
    """A running server, to look into."""

    port: int
    house: House
    server: Server

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@asynccontextmanager
async def serving(
    settings: Settings = UNLIMITED,
    *,
    one: OneTable | None = None,
    store: DatabaseStore | None = None,
    chance: Chance | None = None,
    pace: Pace = AT_ONCE,
    page: Path = PAGE,
) -> AsyncIterator[Served]:
    """Serve on a free port, to many or to one person; in a store in memory unless one is given.

    Rounds are repeatable, as far as what the persons do is.
    """
    kept = store or await open_store()
    try:
        with bind() as listening:
            port = listening.getsockname()[1]
            async with opened(
                settings, kept, port, one=one, chance=chance or SeededChance(), pace=pace, page=page
            ) as house:

                async def drained() -> None:
                    await house.lobby.drain(settings.drain)

                server = Server(create_app(house), settings, drained)
                task = asyncio.create_task(server.serve(sockets=[listening]))
                try:
                    while not server.started:
                        assert not task.done()
                        await asyncio.sleep(0.001)
                    yield Served(port, house, server)
                finally:
                    server.should_exit = True
                    await task
    finally:
        await kept.close()
