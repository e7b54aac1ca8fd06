"""The server beneath the application: what becomes of its connections."""

from __future__ import annotations

import asyncio
import logging
import socket

import pytest

from taipao.client import Guest
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
