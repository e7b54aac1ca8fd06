"""What a socket is told where there is no table for it, and by which connection."""

from __future__ import annotations

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from taipao.errors import StoreFault
from taipao.server.house import House
from taipao.server.protocol import PROTOCOL
from tests.server.client import connected
from tests.server.serving import serving


async def test_a_database_at_fault_is_no_ones_to_read_about(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def at_fault(*_: object) -> None:
        raise StoreFault("no such column: secret")

    monkeypatch.setattr(House, "own_table", at_fault)
    async with serving() as served, connected(served.port) as client:
        await client.send({"type": "hello", "protocol": PROTOCOL})
        assert await client.closed() == 1013
        assert client.log == []
    assert "a socket was turned away: no such column: secret" in caplog.text


async def test_a_connection_that_is_not_ours_is_sent_one_message_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("taipao.server.service.Connection", WebSocketsSansIOProtocol)
    async with serving() as served, connected(served.port) as client:
        await client.send({"type": "hello", "protocol": PROTOCOL})
        await client.until("welcome")
        await client.send({"type": "start", "ruleset": "standard"})
        await client.until("view")
