"""A client's WebSocket: one task reads, one writes, and the first to end ends both."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import TooManyRequestsException
from litestar.types import Receive, Scope, Send
from litestar.types.asgi_types import WebSocketSendEvent

from taipao.errors import BadRequest, StoreFault
from taipao.server.accounts import Session
from taipao.server.guard import Bucket
from taipao.server.house import House
from taipao.server.outbox import (
    CLOSE_BANNED,
    CLOSE_HELLO_EXPECTED,
    CLOSE_LATER,
    CLOSE_TOO_SLOW,
    CLOSE_WRONG_PROTOCOL,
    Outbox,
)
from taipao.server.protocol import PROTOCOL, Banned, Hello, Refused, decode
from taipao.server.sockets import Socket
from taipao.server.table import Table

_log = logging.getLogger(__name__)

PATH: Final = "/ws"

TEXTS: Final = "taipao.texts"
"""What is said to connections that send messages together, which is no part of ASGI.

Its `texts` are in UTF-8. Those that know it name it among the scope's extensions (service.py).
"""

_CLOSE_SECONDS: Final = 1.0
_GREET_SECONDS: Final = 10.0


_Greeted = tuple[Session, Cookie | None]


class Lines:
    """An ASGI application that connects clients with their tables."""

    def __init__(self, house: House) -> None:
        """Set it up for one server."""
        self._house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one WebSocket to its end."""
        await receive()
        if scope["path"] != PATH:
            await _close(send, 1008)
            return
        try:
            async with asyncio.timeout(_GREET_SECONDS):
                connection = ASGIConnection[Any, Any, Any, Any](scope)
                session, cookie = await self._greet(connection)
        except TooManyRequestsException as error:
            await _accept(send)
            await _close(send, CLOSE_LATER, error.detail)
            return
        except (StoreFault, TimeoutError) as error:
            _log.warning("a socket was turned away: %s", error)
            await _accept(send)
            await _close(send, CLOSE_LATER, "the database does not answer; try again")
            return
        line = Line(self._house, session)
        try:
            await _accept(send, [] if cookie is None else [cookie.to_encoded_header()])
            await _connect(line, receive, send, together=TEXTS in (scope["extensions"] or ()))
        finally:
            line.leave()

    async def _greet(self, connection: ASGIConnection[Any, Any, Any, Any]) -> _Greeted:
        """Return who is calling, as things stand when this returns."""
        sockets = self._house.sockets
        while True:
            closings = sockets.closings
            session, cookie = await self._house.sessions.greet(connection)
            # A session may have ended after it was read: only sockets that are known are closed.
            if cookie is not None or closings == sockets.closings:
                return session, cookie


async def _connect(line: Line, receive: Receive, send: Send, *, together: bool) -> None:
    async def send_all(texts: Sequence[bytes]) -> None:
        if together:
            await send({"type": TEXTS, "texts": texts})  # type: ignore[arg-type]
            return
        for text in texts:
            message: WebSocketSendEvent = {
                "type": "websocket.send",
                "text": text.decode(),
                "bytes": None,
            }
            await send(message)

    listening = asyncio.create_task(line.listen(receive))
    sending = asyncio.create_task(line.outbox.drain(send_all))
    try:
        await asyncio.wait((listening, sending), return_when=asyncio.FIRST_COMPLETED)
        if listening.done():
            listening.result()
            _log.info("a socket is gone", extra=line.about)
        else:
            code = sending.result()
            if code == CLOSE_TOO_SLOW:
                _log.info("a socket is too slow and is closed", extra=line.about)
            async with asyncio.timeout(_CLOSE_SECONDS):
                await _close(send, code)
    except (OSError, TimeoutError):
        # The client is gone, or too slow even to be told so.
        _log.info("a socket is lost", extra=line.about)
    except asyncio.CancelledError:
        # The server ends, while the table still waits for a database that is away.
        _log.info("a socket is given up", extra=line.about)
    finally:
        listening.cancel()
        sending.cancel()
        await asyncio.gather(listening, sending, return_exceptions=True)


async def _accept(send: Send, headers: list[tuple[bytes, bytes]] | None = None) -> None:
    await send({"type": "websocket.accept", "subprotocol": None, "headers": headers or []})


async def _close(send: Send, code: int, reason: str = "") -> None:
    await send({"type": "websocket.close", "code": code, "reason": reason})


class Line:
    """One socket: who is at its other end, its table once it has said hello, what goes out.

    `about` says for the log which seat it is.
    """

    def __init__(self, house: House, session: Session) -> None:
        self.outbox = Outbox()
        self.about: dict[str, object] = {}
        self._house = house
        self._guest = session.account
        self._socket = Socket(session.token, self.outbox)
        house.sockets.add(self._guest.id, self._socket)
        if session.ban is not None:
            self.outbox.post(Banned(session.ban.until, session.ban.reason))
            self.outbox.close(CLOSE_BANNED)
        self._table: Table | None = None
        self._bucket = Bucket(house.settings.socket_rate)

    def leave(self) -> None:
        """Give the seat up: the socket is gone."""
        self._house.sockets.remove(self._guest.id, self._socket)
        if self._table is not None:
            self._table.leave(self.outbox)

    async def listen(self, receive: Receive) -> None:
        """Read messages until the client is gone; one is dealt with before the next is read."""
        while True:
            received = await receive()
            if received["type"] != "websocket.receive":
                return
            if wait := self._bucket.try_take():
                self.outbox.post(Refused("too_fast", "you send too much: this was not read"))
                # Not reading is what slows a flood down: its sender's buffers fill.
                await asyncio.sleep(wait)
                continue
            await self._hear(received.get("text"))

    async def _hear(self, text: str | None) -> None:
        try:
            if text is None:
                raise BadRequest("a text message is expected, not a binary one")
            message = decode(text)
        except BadRequest as error:
            self.outbox.post(Refused("bad_message", str(error)))
            return
        if not isinstance(message, Hello):
            if self._table is not None:
                await self._table.say(self.outbox, message)
                return
            self.outbox.post(Refused("hello_expected", "say hello first"))
            self.outbox.close(CLOSE_HELLO_EXPECTED)
        elif self._table is not None:
            self.outbox.post(Refused("already_greeted", "hello is said once"))
        elif message.protocol == PROTOCOL:
            await self._greet(message)
        else:
            self.outbox.post(
                Refused(
                    "wrong_protocol",
                    f"The page speaks version {message.protocol} of the protocol and the server "
                    f"{PROTOCOL}: please reload the page. 网页版本与服务器不同，请刷新网页。",
                )
            )
            self.outbox.close(CLOSE_WRONG_PROTOCOL)

    async def _greet(self, hello: Hello) -> None:
        """Seat the guest at the table it names, or at its own; or let it watch the one it names."""
        lobby = self._house.lobby
        try:
            if hello.table is not None or hello.watch:
                table = None if hello.table is None else lobby.find(hello.table)
            else:
                table = await self._house.own_table(self._guest, hello.level)
        except StoreFault as error:
            _log.warning("a socket was turned away: %s", error)
            self.outbox.close(CLOSE_LATER)
            return
        except BadRequest as error:
            self.outbox.post(Refused("draining" if lobby.draining else "no_table", str(error)))
            return
        if hello.watch and table is not None:
            self._table = table
            table.watch(self.outbox)
            return
        seat = None if table is None else table.seat_of(self._guest.id)
        if table is None or seat is None:
            self.outbox.post(
                Refused("no_table", "there is no such table, or no seat for you there")
            )
            return
        self._table, self.about = table, {"table": table.id, "seat": seat}
        table.join(self.outbox, seat, round_id=hello.round, last=hello.last)
