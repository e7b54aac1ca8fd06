"""Where work is done that would hold the event loop up: in threads of its own, few in line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from taipao.errors import TaipaoError

_T = TypeVar("_T")

TURN: Final = 0.0005
"""Seconds after which a thread that computes lets the event loop, and so all tables, go on.

Python's own are 5 ms, by which whatever the loop does would be late, time and again.
"""


class TooBusy(TaipaoError):  # noqa: N818 (named for what it is)
    """So much waits for a thread that no more is taken just now."""


class Pool:
    """Does work in some threads, made when they are needed first, and at most so much at once.

    `most` is what may be in line, what is being done with it; `refusal` tells whoever comes then.
    """

    def __init__(self, name: str, *, threads: int, most: int, refusal: str) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._most = most
        self._refusal = refusal
        self._in_line = 0

    @property
    def full(self) -> bool:
        """Whether no more is taken just now."""
        return self._in_line >= self._most

    async def do(self, work: Callable[[], _T]) -> _T:
        """Return what some work returns. Raises `TooBusy`, and what the work raises."""
        if self.full:
            raise TooBusy(self._refusal)
        self._in_line += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._in_line -= 1

    def close(self) -> None:
        """Let go of the threads; what waits for them is dropped."""
        self._threads.shutdown(wait=False, cancel_futures=True)
