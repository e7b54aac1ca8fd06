"""The ASGI application: the page, the REST part, what operators ask, and one WebSocket."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from litestar import Litestar, Request, Response, WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.middleware import DefineMiddleware
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Scope

import taipao
from taipao.errors import BadRequest, StoreFault
from taipao.server.guard import Addresses, Bucket, Guard
from taipao.server.health import healthz, metrics, readyz
from taipao.server.house import House
from taipao.server.keeping import Guest
from taipao.server.outbox import CLOSE_HELLO_EXPECTED, CLOSE_WRONG_PROTOCOL, Outbox
from taipao.server.page import page
from taipao.server.protocol import MAX_MESSAGE_BYTES, PROTOCOL, Hello, Refused, decode
from taipao.server.rest import API, record
from taipao.server.table import Table

_log = logging.getLogger(__name__)

_CLOSE_SECONDS: Final = 1.0
_GREET_SECONDS: Final = 10.0
_CLOSE_LATER: Final = 1013

_ANSWERED: Final = (HTTPException, WebSocketDisconnect, BadRequest, StoreFault, RecursionError)
"""What is no fault of this program's: whoever caused it is told."""

AnyRequest = Request[Any, Any, Any]
AnyWebSocket = WebSocket[Any, Any, Any]


def create_app(house: House) -> Litestar:
    """Make the application of one server."""
    return Litestar(
        [API, record, healthz, readyz, metrics, play, page],
        state=State({"house": house, "page": house.page}),
        middleware=[
            DefineMiddleware(
                Guard,
                allowed=house.allowed,
                addresses=Addresses(house.settings.address_rate),
            )
        ],
        openapi_config=OpenAPIConfig(
            title="Taipao mahjong",
            version=taipao.__version__,
            use_handler_docstrings=True,
            path="/api/schema",
            # The description alone: pages that show it would load scripts from elsewhere.
            render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
        ),
        request_max_body_size=MAX_MESSAGE_BYTES,
        logging_config=None,
        exception_handlers={
            BadRequest: _bad_request,
            StoreFault: _store_fault,
            RecursionError: _too_deep,
        },
        after_exception=[_log_fault],
    )


def _bad_request(_: AnyRequest, error: BadRequest) -> Response[dict[str, object]]:
    return _refusal(400, str(error))


def _store_fault(_: AnyRequest, error: StoreFault) -> Response[dict[str, object]]:
    _log.error("a request could not be answered: %s", error)
    return _refusal(503, "the database does not answer just now; try again")


def _too_deep(_: AnyRequest, __: RecursionError) -> Response[dict[str, object]]:
    """Answer a body that nests too deeply to be decoded; the table's own code runs elsewhere."""
    return _refusal(400, "the request is nested too deeply")


def _refusal(status: int, detail: str) -> Response[dict[str, object]]:
    """Refuse in the form in which Litestar does."""
    return Response({"status_code": status, "detail": detail}, status_code=status)


async def _log_fault(fault: Exception, scope: Scope) -> None:
    if not isinstance(fault, _ANSWERED):
        _log.error("a fault while answering %s", scope["path"], exc_info=fault)


@websocket("/ws")
async def play(socket: AnyWebSocket, state: State) -> None:
    """Connect a client with a table: one task reads, one writes, the first to end ends both."""
    house: House = state.house
    try:
        async with asyncio.timeout(_GREET_SECONDS):
            guest, cookie = await house.sessions.greet(socket)
    except (StoreFault, TimeoutError) as error:
        _log.warning("a socket was turned away: %s", error)
        await socket.accept()
        await socket.close(_CLOSE_LATER, "the database does not answer; try again")
        return
    await socket.accept(headers=[] if cookie is None else [cookie.to_encoded_header()])
    line = _Line(house, guest)
    listening = asyncio.create_task(line.listen(socket))
    sending = asyncio.create_task(line.outbox.drain(socket))
    try:
        await asyncio.wait((listening, sending), return_when=asyncio.FIRST_COMPLETED)
        if listening.done():
            listening.result()
        else:
            async with asyncio.timeout(_CLOSE_SECONDS):
                await socket.close(sending.result())
    except (WebSocketDisconnect, OSError, TimeoutError):
        # The client is gone, or too slow even to be told so.
        _log.debug("a socket was lost")
    finally:
        line.leave()
        listening.cancel()
        sending.cancel()
        await asyncio.gather(listening, sending, return_exceptions=True)


class _Line:
    """One socket: who is at its other end, its table once it has said hello, what goes out."""

    def __init__(self, house: House, guest: Guest) -> None:
        self.outbox = Outbox()
        self._house = house
        self._guest = guest
        self._table: Table | None = None
        self._bucket = Bucket(house.settings.socket_rate)

    def leave(self) -> None:
        """Give the seat up: the socket is gone."""
        if self._table is not None:
            self._table.leave(self.outbox)

    async def listen(self, socket: AnyWebSocket) -> None:
        """Read messages until the client is gone; one is dealt with before the next is read."""
        while True:
            received = await socket.receive()
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
        """Seat the guest at the table it names, or at its own."""
        lobby = self._house.lobby
        try:
            if hello.table is not None:
                table = lobby.find(hello.table)
            else:
                table = await self._house.own_table(self._guest)
        except (BadRequest, StoreFault) as error:
            self.outbox.post(Refused("draining" if lobby.draining else "no_table", str(error)))
            return
        seat = None if table is None else table.seat_of(self._guest.id)
        if table is None or seat is None:
            self.outbox.post(
                Refused("no_table", "there is no such table, or no seat for you there")
            )
            return
        self._table = table
        table.join(self.outbox, seat, round_id=hello.round, last=hello.last)
