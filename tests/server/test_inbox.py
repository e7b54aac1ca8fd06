from __future__ import annotations

import asyncio
from functools import partial

import pytest

from taipao.server.inbox import Inbox


async def nothing() -> None:
    pass


async def test_one_thing_at_a_time_in_the_order_of_arrival() -> None:
    seen: list[int] = []
    faults: list[Exception] = []

    async def note(fault: Exception) -> None:
        faults.append(fault)

    async def work(number: int) -> int:
        seen.append(number)
        await asyncio.sleep(0)
        seen.append(number)
        return number

    async def fail() -> None:
        raise ValueError("no")

    inbox = Inbox(note)
    running = asyncio.create_task(inbox.run(partial(work, 0)))
    inbox.put(partial(work, 1))
    inbox.later(0, partial(work, 4))
    first = asyncio.create_task(inbox.do(partial(work, 2)))
    failed = asyncio.create_task(inbox.do(fail))
    assert await inbox.do(partial(work, 3)) == 3
    assert await first == 2
    assert await failed is None
    while 4 not in seen:
        await asyncio.sleep(0)
    assert sorted(seen) == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4][: len(seen)]
    assert all(a == b for a, b in zip(seen[::2], seen[1::2], strict=False))
    assert [str(fault) for fault in faults] == ["no"]
    running.cancel()


async def test_after_closing_nobody_waits() -> None:
    async def ignore(fault: Exception) -> None:
        raise AssertionError from fault

    inbox = Inbox(ignore)
    running = asyncio.create_task(inbox.run(nothing))
    gone = asyncio.create_task(inbox.do(nothing))
    await asyncio.sleep(0)
    gone.cancel()

    async def close() -> None:
        inbox.close()

    closing = asyncio.create_task(inbox.do(close))
    behind = asyncio.create_task(inbox.do(nothing))
    assert await closing is None
    assert await behind is None
    await running
    inbox.put(nothing)
    assert await inbox.do(nothing) is None
    assert len(inbox) == 0


async def test_what_comes_to_nothing_is_told_so() -> None:
    async def ignore(fault: Exception) -> None:
        raise AssertionError from fault

    async def close() -> None:
        inbox.close()

    told: list[str] = []
    inbox = Inbox(ignore)
    inbox.put(nothing, partial(told.append, "dealt with"))
    inbox.put(close)
    inbox.put(nothing, partial(told.append, "behind the closing"))
    await inbox.run(nothing)
    inbox.put(nothing, partial(told.append, "after the end"))
    assert told == ["behind the closing", "after the end"]


async def test_nobody_waits_for_an_inbox_that_a_fault_has_ended() -> None:
    async def fault_again(fault: Exception) -> None:
        raise RuntimeError("a fault in dealing with one") from fault

    async def fail() -> None:
        raise ValueError("no")

    inbox = Inbox(fault_again)
    running = asyncio.create_task(inbox.run(nothing))
    waiting = [asyncio.create_task(inbox.do(work)) for work in (fail, nothing)]
    with pytest.raises(RuntimeError, match="dealing with one"):
        await running
    assert await asyncio.gather(*waiting) == [None, None]
    assert await inbox.do(nothing) is None
