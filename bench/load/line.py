"""A client's end of a WebSocket, as cheap as it can be."""

from __future__ import annotations

import asyncio
from typing import cast


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
