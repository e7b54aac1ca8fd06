"""A friends' table and who plays there, over real sockets."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from taipao.server.store import DatabaseStore
from tests.server.client import Client, Message, connected
from tests.server.serving import Served
from tests.server.visitors import Visitor, visiting


class Lasting(DatabaseStore):
    """A store that outlives its server."""

    def __init__(self, store: DatabaseStore) -> None:
        self.__dict__ = store.__dict__

    async def close(self) -> None:
        pass


@dataclass
class Party:
    """Friends at their table, the host first; those who have come have a socket each."""

    served: Served
    id: str
    code: str
    visitors: list[Visitor]
    clients: list[Client]
    stack: AsyncExitStack

    @property
    def path(self) -> str:
        return f"/api/friends/{self.code}"

    async def come(self, visitor: Visitor) -> Client:
        client = await self.stack.enter_async_context(
            connected(self.served.port, additional_headers=visitor.cookie)
        )
        await client.hello(table=self.id)
        return client

    async def watch(self) -> Client:
        """Connect as a stranger who watches, or is refused."""
        client = await self.stack.enter_async_context(connected(self.served.port))
        await client.send({"type": "hello", "protocol": 1, "table": self.id, "watch": True})
        return client

    async def start(self) -> None:
        for client in self.clients:
            await client.send({"type": "start"})

    async def play(self, seed: int = 0) -> list[Message]:
        """Play one round at random, with everybody who is there."""
        await self.start()
        return await asyncio.gather(
            *(client.play_round(random.Random(seed + i)) for i, client in enumerate(self.clients))
        )


@asynccontextmanager
async def party(served: Served, persons: int, **wishes: Any) -> AsyncIterator[Party]:
    """Open a friends' table where so many persons sit, everybody there; bots have the rest."""
    async with AsyncExitStack() as stack:
        visitors = [await stack.enter_async_context(visiting(served)) for _ in range(persons)]
        opened = await visitors[0].post(
            "/api/friends", {"rounds": 4, "seconds": 0, "bots": 4 - persons, **wishes}
        )
        friends = Party(served, opened["id"], opened["code"], visitors, [], stack)
        for visitor in visitors[1:]:
            await visitor.post(f"/api/tables/{friends.id}/sit")
        friends.clients = [await friends.come(visitor) for visitor in visitors]
        yield friends
