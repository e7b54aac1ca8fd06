"""The ASGI application: the page, the records, and one WebSocket for play."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

import uvicorn
from litestar import Litestar, Response, WebSocket, get, websocket
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException, WebSocketDisconnect
from litestar.params import FromPath
from litestar.types import Scope

from taipao.errors import BadRequest
from taipao.rules.ruleset import RuleSet, load_ruleset
from taipao.server.chance import Chance
from taipao.server.guard import LoopbackGuard
from taipao.server.outbox import (
    CLOSE_HELLO_EXPECTED,
    CLOSE_WRONG_PROTOCOL,
    Outbox,
)
from taipao.server.page import PAGE, page
from taipao.server.protocol import MAX_MESSAGE_BYTES, PROTOCOL, Hello, Refused, decode
from taipao.server.store import MemoryStore, Store
from taipao.server.table import BOTS, Pace, Table

HOST: Final = "127.0.0.1"

_log = logging.getLogger(__name__)
_CLOSE_SECONDS: Final = 1.0
_STOP_SECONDS: Final = 2

AnyWebSocket = WebSocket[Any, Any, Any]


def create_app(
    *,
    ruleset: RuleSet | None = None,
    bots: Sequence[str] = BOTS,
    store: Store | None = None,
    pace: Pace | None = None,
    chance: Chance | None = None,
    seat: int = 0,
    built: Path = PAGE,
) -> Litestar:
    """Make the application with one table, which runs as long as the application does.

    `ruleset` is the one the page offers first; `built` is the folder of the built page. A test
    gives scripted walls by `chance`. Raises `BadRequest` for a kind of bot that does not exist.
    """
    store = store or MemoryStore()
    table = Table(
        store,
        ruleset=ruleset or load_ruleset("standard"),
        bots=bots,
        pace=pace,
        chance=chance,
        seat=seat,
    )

    @asynccontextmanager
    async def table_running(_: Litestar) -> AsyncIterator[None]:
        running = asyncio.create_task(table.run())
        try:
            yield
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running

    return Litestar(
        [play, record, page],
        state=State({"table": table, "store": store, "page": built}),
        lifespan=[table_running],
        middleware=[LoopbackGuard],
        openapi_config=None,
        logging_config=None,
        after_exception=[_log_fault],
    )


def bind(port: int = 0) -> socket.socket:
    """Return a socket listening on this machine alone, at `port` or any free one.

    Raises `OSError` if the port is taken.
    """
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((HOST, port))
        listening.listen()
    except BaseException:
        listening.close()
        raise
    return listening


def server_of(app: Litestar) -> uvicorn.Server:
    """Return the server for the application; `serve(sockets=[bind()])` runs it."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            lifespan="on",
            log_level="warning",
            # Compression costs 40 KB a socket and gains nothing on messages this small.
            ws="websockets-sansio",
            ws_per_message_deflate=False,
            ws_max_size=MAX_MESSAGE_BYTES,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=_STOP_SECONDS,
        )
    )


async def _log_fault(fault: Exception, scope: Scope) -> None:
    if not isinstance(fault, HTTPException | WebSocketDisconnect):
        _log.error("a fault while answering %s", scope["path"], exc_info=fault)


@get("/records/{round_id:str}")
async def record(state: State, round_id: FromPath[str]) -> Response[bytes]:
    """Answer with the record of a finished or frozen round, as a file to keep."""
    data = await state.store.record(round_id)
    if data is None:
        raise NotFoundException("there is no such record")
    return Response(
        data,
        media_type="application/x-ndjson",
        headers={"content-disposition": f'attachment; filename="taipao-{round_id}.jsonl"'},
    )


@websocket("/ws")
async def play(socket: AnyWebSocket, state: State) -> None:
    """Connect a client with the table: one task reads, one writes, the first to end ends both."""
    await socket.accept()
    table: Table = state.table
    outbox = Outbox()
    listening = asyncio.create_task(_listen(socket, table, outbox))
    sending = asyncio.create_task(outbox.drain(socket))
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
        table.leave(outbox)
        listening.cancel()
        sending.cancel()
        await asyncio.gather(listening, sending, return_exceptions=True)


async def _listen(socket: AnyWebSocket, table: Table, outbox: Outbox) -> None:
    """Read messages until the client is gone; one is dealt with before the next is read."""
    greeted = False
    while True:
        received = await socket.receive()
        if received["type"] != "websocket.receive":
            return
        try:
            text = received.get("text")
            if text is None:
                raise BadRequest("a text message is expected, not a binary one")
            message = decode(text)
        except BadRequest as error:
            outbox.post(Refused("bad_message", str(error)))
            continue
        if not isinstance(message, Hello):
            if greeted:
                await table.say(outbox, message)
                continue
            outbox.post(Refused("hello_expected", "say hello first"))
            outbox.close(CLOSE_HELLO_EXPECTED)
        elif greeted:
            outbox.post(Refused("already_greeted", "hello is said once"))
        elif message.protocol == PROTOCOL:
            greeted = True
            table.join(outbox)
        else:
            outbox.post(
                Refused(
                    "wrong_protocol",
                    f"The page speaks version {message.protocol} of the protocol and the server "
                    f"{PROTOCOL}: please reload the page. 网页版本与服务器不同，请刷新网页。",
                )
            )
            outbox.close(CLOSE_WRONG_PROTOCOL)
