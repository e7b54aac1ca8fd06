"""Where sums are done for whoever asks: off the event loop, one at a time, few in line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from taipao.server.guard import Addresses
from taipao.server.passwords import TooBusy

_T = TypeVar("_T")

_IN_LINE: Final = 32
"""Sums that may wait for the thread: a second or two's worth of ordinary hands."""

_RATE: Final = 3.0
_SAVED_SECONDS: Final = 20.0
"""One address may ask for so many a second, and for so many seconds' worth at once."""


class Desk:
    """Does sums in a thread of its own.

    `askers` counts what each address asks for.
    """

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="desk")
        self._in_line = 0
        self.askers = Addresses(_RATE, seconds=_SAVED_SECONDS)

    async def do(self, work: Callable[[], _T]) -> _T:
        """Return what some work returns. Raises `TooBusy`, and what the work raises."""
        if self._in_line >= _IN_LINE:
            raise TooBusy("too many hands are being counted just now; try again in a moment")
        self._in_line += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._in_line -= 1

    def close(self) -> None:
        """Let go of the thread; what waits for it is dropped."""
        self._pool.shutdown(wait=False, cancel_futures=True)
