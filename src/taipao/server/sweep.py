"""Closes tables that everybody has left for long, so that they do not fill the server.

A friends' table that nobody has begun to play at, or whose match is over, is closed sooner.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from taipao.server.lobby import Lobby

_log = logging.getLogger(__name__)

_EVERY: Final = 60.0
_UNUSED: Final = 3600.0


class Sweep:
    """Closes each table of a lobby where nobody has had a socket for `idle` seconds.

    After an hour at most where it is of no use.
    """

    def __init__(
        self, lobby: Lobby, idle: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._lobby = lobby
        self._idle = idle
        self._clock = clock
        self._left: dict[str, float] = {}
        """When each table was first seen with nobody there."""

    async def run(self) -> None:
        """Look once a minute, for ever."""
        while True:
            await asyncio.sleep(_EVERY)
            await self.look()

    async def look(self) -> None:
        """Close the tables whose time has come."""
        now = self._clock()
        empty = [table for table in self._lobby if not table.sockets]
        self._left = {table.id: self._left.get(table.id, now) for table in empty}
        for table in empty:
            patience = min(self._idle, _UNUSED) if table.unused else self._idle
            due = now - self._left[table.id] >= patience
            if due and await self._lobby.close_table(table):
                _log.info("a table that was left is closed", extra={"table": table.id})
