"""One socket's outgoing messages: a bounded queue, so that no reader holds a table up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from taipao.server.protocol import ServerMessage, encode

LIMIT: Final = 256

CLOSE_REPLACED: Final = 4000
CLOSE_WRONG_PROTOCOL: Final = 4001
CLOSE_HELLO_EXPECTED: Final = 4002
CLOSE_TOO_SLOW: Final = 4003
CLOSE_SIGNED_OUT: Final = 4004
CLOSE_FREED: Final = 4005
CLOSE_BANNED: Final = 4006
CLOSE_GOING_AWAY: Final = 1001
CLOSE_RESTARTING: Final = 1012
CLOSE_LATER: Final = 1013


Send = Callable[[Sequence[bytes]], Awaitable[object]]
"""Sends text messages, each in UTF-8; returns when the socket takes more."""


class Outbox:
    """What is still to be sent to one socket.

    `post` and `close` never wait. A reader that lets more than `limit` messages pile up is given
    up: what waits is thrown away and the socket closed as too slow.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._waiting: list[bytes] = []
        self._more: asyncio.Future[None] | None = None
        self._drainer: asyncio.Task[object] | None = None
        self._code: int | None = None

    def post(self, message: ServerMessage) -> None:
        """Queue a message; after `close` it is dropped."""
        self.post_text(encode(message))

    def post_text(self, text: bytes) -> None:
        """Queue a message that has been written already, as `post` does."""
        if self._code is not None:
            return
        if len(self._waiting) >= self._limit:
            self._waiting.clear()
            self.close(CLOSE_TOO_SLOW)
            if self._drainer is not None:
                # It waits for a socket that takes nothing more.
                self._drainer.cancel()
            return
        self._waiting.append(text)
        self._wake()

    def close(self, code: int) -> None:
        """Close the socket with `code` once what waits is sent; only the first call counts."""
        if self._code is None:
            self._code = code
            self._wake()

    async def drain(self, send: Send) -> int:
        """Send until closed, and return the code to close the socket with."""
        # No tasks of its own: with thousands of sockets they are what takes the memory.
        self._drainer = drainer = asyncio.current_task()
        try:
            await self._send_all(send)
        except asyncio.CancelledError:
            if self._code != CLOSE_TOO_SLOW or drainer is None or drainer.uncancel() > 0:
                raise
        finally:
            self._drainer = None
        return CLOSE_GOING_AWAY if self._code is None else self._code

    async def _send_all(self, send: Send) -> None:
        loop = asyncio.get_running_loop()
        while True:
            while self._waiting:
                texts, self._waiting = self._waiting, []
                await send(texts)
            if self._code is not None:
                return
            self._more = loop.create_future()
            await self._more

    def _wake(self) -> None:
        if self._more is not None and not self._more.done():
            self._more.set_result(None)
