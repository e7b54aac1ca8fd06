"""The server beneath the application: what becomes of its connections."""

from __future__ import annotations

import asyncio
import logging
import socket

import pytest
import uvicorn
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from taipao.client import Guest
from taipao.server.line import TEXTS
from taipao.server.service import Connection
from tests.server.client import connected
from tests.server.serving import serving

SMALL = 4096
"""Bytes that the system keeps of what is sent, and of what is not read."""


async def test_a_client_that_never_reads_is_dropped_with_its_connection_and_disturbs_nobody(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("taipao.server.service._LET_GO_SECONDS", 0.2)
    caplog.set_level(logging.INFO, "taipao")
    async with serving() as served:
        for listening in served.server.servers[0].sockets:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
        guest, stalled = [await Guest.enter(served.address) for _ in range(2)]
        table = await guest.open_table(["me", "free", "random", "random"])
        await stalled.sit(table)
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        narrow.connect(("127.0.0.1", served.port))
        async with (
            connected(served.port, additional_headers={"Cookie": guest.cookie}) as client,
            connected(
                served.port,
                additional_headers={"Cookie": stalled.cookie},
                sock=narrow,
                max_queue=1,
                close_timeout=0.1,
            ) as never_reads,
        ):
            await client.hello(table=table)
            await never_reads.hello(table=table)
            assert len(served.server.server_state.connections) >= 2
            sent, there = 0, True
            while there:
                sent += 1
                await client.send({"type": "autopilot", "on": sent % 2 == 1})
                told = (await client.until("seats"))["players"]
                there = told[1]["connected"]
            async with asyncio.timeout(20):
                while len(served.server.server_state.connections) > 1:
                    await asyncio.sleep(0.01)
            # It got all there was to get, and goes on.
            await client.send({"type": "autopilot", "on": sent % 2 == 0})
            assert not (await client.until("seats"))["players"][1]["connected"]
    slow = [one for one in caplog.records if one.message == "a socket is too slow and is closed"]
    assert [(one.table, one.seat) for one in slow] == [(table, 1)]  # type: ignore[attr-defined]


class Wire(asyncio.Transport):
    """A transport that keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        pass

    def close(self) -> None:
        pass


async def nothing(scope: object, receive: object, send: object) -> None:
    pass


def opened() -> tuple[Connection, Wire]:
    """Return a connection that is open, and what it writes to."""
    wire, config = Wire(), uvicorn.Config(nothing)
    config.load()
    connection = Connection(config, ServerState(), {})
    connection.transport, connection.handshake_complete = wire, True
    connection.conn.state = State.OPEN
    return connection, wire


async def test_only_who_is_silent_is_pinged() -> None:
    connection, wire = opened()
    connection.start_keepalive()
    connection.handle_text(Frame(Opcode.TEXT, b"{}"))
    connection.send_keepalive_ping()
    assert wire.written == [], "it has just said something"
    assert connection.ping_timer is not None, "and is looked at again"
    connection.send_keepalive_ping()
    assert [frame[:2] for frame in wire.written] == [b"\x89\x04"]
    # An answer is not a word of its own: whoever only answers is asked each time.
    connection.handle_pong(Frame(Opcode.PONG, wire.written[0][2:]))
    connection.send_keepalive_ping()
    assert len(wire.written) == 2
    connection.stop_keepalive()


async def test_messages_that_are_sent_together_are_written_once() -> None:
    connection, wire = opened()

    async def send(*texts: bytes) -> None:
        await connection.send({"type": TEXTS, "texts": texts})

    await send(b"first", b"second", b"third")
    await send(b"later")
    assert wire.written == [b"\x81\x05first\x81\x06second\x81\x05third", b"\x81\x05later"]
    connection.writable.clear()
    waiting = asyncio.create_task(send(b"last"))
    await asyncio.sleep(0)
    assert len(wire.written) == 2, "the socket takes nothing more for now"
    connection.writable.set()
    await waiting
    await connection.send({"type": "websocket.close", "code": 1000})
    assert wire.written[2:] == [b"\x81\x04last", b"\x88\x02\x03\xe8"]
    with pytest.raises(ClientDisconnected):
        await send(b"too late")
    assert connection.close_timer is not None
    connection.close_timer.cancel()


async def test_nothing_is_sent_to_who_has_closed_or_is_gone() -> None:
    connection, wire = opened()
    connection.conn.state = State.CLOSING
    with pytest.raises(ClientDisconnected):
        await connection.send({"type": TEXTS, "texts": [b"too late"]})
    connection, _ = opened()
    connection.disconnected = True
    with pytest.raises(ClientDisconnected):
        await connection.send({"type": TEXTS, "texts": [b"too late"]})
    assert wire.written == []


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536, 70_000])
async def test_frames_are_those_that_the_library_writes(size: int) -> None:
    connection, wire = opened()
    text = b"x" * size
    await connection.send({"type": TEXTS, "texts": [text]})
    await connection.send({"type": "websocket.send", "text": text.decode(), "bytes": None})
    assert wire.written[0] == wire.written[1]
