"""What an operator's tools ask: is the process alive, may players be sent here, how is it doing."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from litestar import Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException

from taipao.errors import StoreFault
from taipao.server.house import House
from taipao.server.metrics import CONTENT_TYPE

_log = logging.getLogger(__name__)

_DATABASE_SECONDS: Final = 2.0
_NOBODY: Final = b""
"""A token that is no one's: looking it up shows that the database answers."""


@get("/healthz", include_in_schema=False)
async def healthz() -> Response[bytes]:
    """Answer 200: the process is alive and its event loop turns."""
    return _plain(200, "alive")


@get("/readyz", include_in_schema=False)
async def readyz(state: State) -> Response[bytes]:
    """Answer 200 if new players may be sent here, else 503 with the reason."""
    house: House = state.house
    if house.lobby.draining:
        return _plain(503, "draining")
    # It may answer, and still take nothing: its disk is full, say.
    if house.committer.away:
        return _plain(503, "the database is away")
    try:
        async with asyncio.timeout(_DATABASE_SECONDS):
            await house.store.account(_NOBODY)
    except (StoreFault, TimeoutError) as error:
        _log.warning("not ready: the database does not answer: %s", error)
        return _plain(503, "the database does not answer")
    return _plain(200, "ready")


@get("/metrics", include_in_schema=False)
async def metrics(state: State) -> Response[bytes]:
    """Answer with the figures for Prometheus, 404 where they are turned off."""
    house: House = state.house
    if not house.settings.metrics:
        raise NotFoundException("figures are turned off")
    return Response(house.metrics.text(), headers={"content-type": CONTENT_TYPE})


def _plain(status: int, word: str) -> Response[bytes]:
    return Response(
        word.encode() + b"\n",
        status_code=status,
        media_type="text/plain",
        headers={"cache-control": "no-store"},
    )
