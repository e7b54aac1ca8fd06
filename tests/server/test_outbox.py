from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from taipao.server.outbox import CLOSE_REPLACED, CLOSE_TOO_SLOW, Outbox
from taipao.server.protocol import Refused


class Socket:
    """Takes texts, as long as it is let."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.writable = asyncio.Event()
        self.writable.set()

    async def send(self, texts: Sequence[bytes]) -> None:
        await self.writable.wait()
        self.sent += [json.loads(text)["message"] for text in texts]


def note(text: object) -> Refused:
    return Refused("illegal", str(text))


async def test_messages_leave_in_order_and_then_the_socket_is_closed() -> None:
    outbox, socket = Outbox(), Socket()
    draining = asyncio.create_task(outbox.drain(socket.send))
    outbox.post(note(1))
    await asyncio.sleep(0)
    outbox.post(note(2))
    outbox.post(note(3))
    outbox.close(CLOSE_REPLACED)
    outbox.close(CLOSE_TOO_SLOW)
    outbox.post(note("too late"))
    assert await draining == CLOSE_REPLACED
    assert socket.sent == ["1", "2", "3"]


async def test_messages_that_wait_are_sent_together() -> None:
    outbox, sent = Outbox(), list[int]()

    async def send(texts: Sequence[bytes]) -> None:
        sent.append(len(texts))

    draining = asyncio.create_task(outbox.drain(send))
    for number in range(3):
        outbox.post(note(number))
    await asyncio.sleep(0.01)
    outbox.post(note(3))
    outbox.close(CLOSE_REPLACED)
    await draining
    assert sent == [3, 1]


async def test_a_reader_that_falls_behind_is_given_up() -> None:
    outbox, socket = Outbox(limit=3), Socket()
    socket.writable.clear()
    draining = asyncio.create_task(outbox.drain(socket.send))
    outbox.post(note(1))
    await asyncio.sleep(0)
    for number in range(2, 10):
        outbox.post(note(number))
    assert await draining == CLOSE_TOO_SLOW
    assert socket.sent == []


async def test_cancelled_from_outside_it_ends_as_cancelled() -> None:
    for posted in (1, 10):
        outbox, socket = Outbox(limit=3), Socket()
        socket.writable.clear()
        draining = asyncio.create_task(outbox.drain(socket.send))
        outbox.post(note(0))
        await asyncio.sleep(0)
        for number in range(posted):
            outbox.post(note(number))
        # Also where it has just been given up.
        draining.cancel()
        await asyncio.wait([draining])
        assert draining.cancelled()


async def test_a_reader_given_up_before_it_is_drained_is_closed() -> None:
    outbox = Outbox(limit=3)
    for number in range(10):
        outbox.post(note(number))
    assert await outbox.drain(Socket().send) == CLOSE_TOO_SLOW


async def test_a_socket_that_fails_ends_the_draining() -> None:
    class Broken:
        async def send(self, texts: Sequence[bytes]) -> None:
            raise ConnectionResetError

    outbox = Outbox()
    outbox.post(note(1))
    try:
        await outbox.drain(Broken().send)
    except ConnectionResetError:
        return
    raise AssertionError("the failure was swallowed")
