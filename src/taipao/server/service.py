"""A server as a process: opens what it needs, serves, and ends in good order when told to."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
from collections.abc import Awaitable, Callable
from types import FrameType
from typing import Any, Final

import uvicorn
from litestar.types import ASGIApp
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from taipao.errors import SettingsError
from taipao.server.alone import OneTable
from taipao.server.app import create_app
from taipao.server.house import opened
from taipao.server.line import TEXTS
from taipao.server.protocol import MAX_MESSAGE_BYTES
from taipao.server.settings import Settings
from taipao.server.store import open_store

_log = logging.getLogger(__name__)

_STOP_SECONDS: Final = 2
_BACKLOG: Final = 2048
_LET_GO_SECONDS: Final = 5.0


def run_until_told(
    settings: Settings,
    listening: socket.socket,
    *,
    ready: Callable[[str], None],
    one: OneTable | None = None,
) -> int:
    """Serve until a signal ends it; give the exit status. Arguments and errors are `serve`'s."""
    factory = uvicorn.Config("", log_config=None).get_loop_factory()
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(serve(settings, listening, ready=ready, one=one))
    return 0


async def serve(
    settings: Settings,
    listening: socket.socket,
    *,
    ready: Callable[[str], None],
    one: OneTable | None = None,
) -> None:
    """Serve until told to end: to all who come, or with `one` to one person at one table.

    `ready` is called with the address once everybody may come. Raises `StoreFault`, `StoreAway`
    or `BadRequest` if the database or the table cannot be opened.
    """
    if not settings.database_url:
        _make_folder(settings)
    store = await open_store(database_url(settings, one))
    # Taking tables up makes many things and no garbage: 27 % of its time were looking for some.
    gc.disable()
    try:
        port = listening.getsockname()[1]
        async with opened(settings, store, port, one=one) as house:
            # What is there now stays, and need not be looked through while players wait.
            gc.freeze()
            gc.enable()
            # Hardly anything here is a cycle. As it comes, the collector took 8 % of the time of
            # 500 tables and stopped all of them for 0.2 s every 20 s; now that is every 40 min.
            gc.set_threshold(10_000, 10, 400)

            async def drained() -> None:
                _log.info("draining")
                await house.lobby.drain(settings.drain)

            server = Server(create_app(house), settings, drained)
            serving = asyncio.create_task(server.serve([listening]))
            while not server.started and not serving.done():
                await asyncio.sleep(0.01)
            if server.started:
                ready(address_of(listening))
            await serving
    finally:
        gc.enable()
        await store.close()


def _make_folder(settings: Settings) -> None:
    try:
        settings.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(f"--data: cannot make {settings.folder}: {error.strerror}") from None


def database_url(settings: Settings, one: OneTable | None = None) -> str:
    """Return the URL of a server's database, of the one for one person if it is one."""
    if settings.database_url:
        return settings.database_url
    name = "server.sqlite3" if one is None else "play.sqlite3"
    return f"sqlite:///{settings.folder.absolute() / name}"


def bind(host: str = "127.0.0.1", port: int = 0) -> socket.socket:
    """Return a socket listening at an address, `port` 0 being any free one.

    Raises `OSError` if there is no such address or the port is taken.
    """
    family, _, _, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    return socket.create_server(address[:2], family=family, backlog=_BACKLOG)


def address_of(listening: socket.socket) -> str:
    """Return the address to open in a browser."""
    host, port = listening.getsockname()[:2]
    # Whoever listens everywhere can be reached here.
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


_SHORT: Final = tuple(bytes((0x81, size)) for size in range(126))


def _head(size: int) -> bytes:
    """Return the head of the frame of a whole text message (RFC 6455, section 5.2)."""
    if size < 126:
        return _SHORT[size]
    return b"\x81\x7e" + size.to_bytes(2) if size < 1 << 16 else b"\x81\x7f" + size.to_bytes(8)


class Connection(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, but messages that follow one another are written together.

    A client that has been heard since the last time is not pinged: who plays is there.

    Once it is to end, its connection is not kept for long: closing waits until all that was written
    has been read, and a client that stalls reads nothing. It and what waits in it would stay for
    ever.
    """

    _heard = False
    """Whether a message has come since a ping was last due."""

    def handle_text(self, event: Frame) -> None:
        """Take a message that has come."""
        self._heard = True
        super().handle_text(event)

    def send_keepalive_ping(self) -> None:
        """Ask a silent client whether it is there."""
        if self._heard:
            self._heard = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    async def send(self, message: Any) -> None:  # noqa: ANN401 (ours has more than ASGI's)
        """Send a message, or several texts in one write.

        Their frames are made here: a server's are a head and the text, and by way of the library
        they took four times as long.
        """
        if message["type"] != TEXTS:
            await super().send(message)
            return
        await self.writable.wait()
        if self.close_sent or self.disconnected or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        frames: list[bytes] = []
        for text in message["texts"]:
            frames += _head(len(text)), text
        self.transport.write(b"".join(frames))

    async def run_asgi(self) -> None:
        """Serve the socket to its end."""
        self.scope["extensions"][TEXTS] = {}
        await super().run_asgi()
        self._let_go()

    def keepalive_timeout(self) -> None:
        """Close the connection of a client that does not answer any more."""
        super().keepalive_timeout()
        self._let_go()

    def _let_go(self) -> None:
        if not self.disconnected:
            # Without harm to one that has been lost by then.
            self.loop.call_later(_LET_GO_SECONDS, self.transport.abort)


class Server(uvicorn.Server):
    """uvicorn, but told to end it first waits until `drained` returns; told twice it does not.

    uvicorn would close every socket at once, and die of the signal afterwards.
    """

    def __init__(
        self, app: ASGIApp, settings: Settings, drained: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                lifespan="off",
                # Set up by the command, once for everything.
                log_config=None,
                access_log=False,
                # Compression costs 40 KB a socket and gains nothing on messages this small.
                ws=Connection,
                ws_per_message_deflate=False,
                ws_max_size=MAX_MESSAGE_BYTES,
                server_header=False,
                proxy_headers=bool(settings.proxies),
                forwarded_allow_ips=list(settings.proxies),
                backlog=_BACKLOG,
                timeout_graceful_shutdown=_STOP_SECONDS,
            )
        )
        self._drained = drained
        self._draining: asyncio.Task[None] | None = None

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until told to end, by a signal or by `end`."""
        self._loop = asyncio.get_running_loop()
        try:
            await super().serve(sockets)
        finally:
            if self._draining is not None:
                self._draining.cancel()
                await asyncio.gather(self._draining, return_exceptions=True)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Take a signal to end."""
        self._loop.call_soon_threadsafe(self.end)

    def end(self) -> None:
        """Drain, then end; called again, end at once."""
        if self._draining is None:
            self._draining = asyncio.create_task(self._drain(), name="drain")
        else:
            self.should_exit = True

    async def _drain(self) -> None:
        try:
            await self._drained()
        except Exception:
            _log.exception("the server could not drain and ends at once")
        finally:
            self.should_exit = True
