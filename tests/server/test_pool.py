"""Work beside the event loop: in threads of its own, and only so much of it."""

from __future__ import annotations

import asyncio
import sys
import threading

import pytest

from taipao.server.pool import TURN, Pool, TooBusy
from tests.server.serving import serving


async def test_only_so_much_is_taken() -> None:
    pool, go = Pool("test", threads=2, most=3, refusal="come again"), threading.Event()
    try:
        waiting = [asyncio.create_task(pool.do(go.wait)) for _ in range(3)]
        await asyncio.sleep(0)
        assert pool.full
        with pytest.raises(TooBusy, match="come again"):
            await pool.do(go.wait)
        go.set()
        assert all(await asyncio.gather(*waiting))
        assert not pool.full
        assert await pool.do(lambda: 5) == 5
    finally:
        go.set()
        pool.close()


async def test_what_the_work_raises_is_raised_and_makes_room() -> None:
    pool = Pool("test", threads=1, most=1, refusal="come again")
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            await pool.do(lambda: 1 // 0)
    pool.close()


async def test_threads_let_the_loop_of_a_server_go_on_soon() -> None:
    async with serving():
        assert sys.getswitchinterval() == pytest.approx(TURN)
