"""A server with an operator, for tests of what operators and outsiders may do."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
from msgspec.structs import replace

from taipao.server.store import open_store
from tests.server.serving import UNLIMITED, Served, serving
from tests.server.visitors import JSON, Visitor, member

TOKEN = "a token for operators"
SETTINGS = replace(UNLIMITED, admin_token=TOKEN, one_address=False, bot_wait=3600)
WHY = {"operator": "Ann", "reason": "two at <one> table"}
SOON = 2**47
QUEUE = "/api/rooms/novice/standard/queue"


@asynccontextmanager
async def operating(served: Served, token: str = TOKEN) -> AsyncIterator[Visitor]:
    """Come as an operator, with no cookie."""
    headers = {**JSON, "authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=served.address, headers=headers) as http:
        yield Visitor(http, served)


@asynccontextmanager
async def asked(database_url: str) -> AsyncIterator[tuple[Served, Visitor]]:
    """Serve on a database; ask as somebody who is signed in and an operator as well."""
    store = await open_store(database_url)
    async with serving(SETTINGS, store=store) as served, member(served, "Alice") as visitor:
        visitor.http.headers["authorization"] = f"Bearer {TOKEN}"
        yield served, visitor


async def id_of(visitor: Visitor) -> str:
    told: str = (await visitor.get("/api/me"))["id"]
    return told
