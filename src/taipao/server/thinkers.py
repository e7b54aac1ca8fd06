"""Where hints are worked out: in a thread beside the event loop, and not too many at a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

from taipao.server.pool import Pool

_T = TypeVar("_T")

_WAITING: Final = 32
"""Hints that may wait for their turn: at most some two seconds' worth, most often far less."""

_REST: Final = 0.0002
"""Seconds in which whatever waits for the interpreter gets it: the loop, and so all tables."""


class Dropped(Exception):  # noqa: N818 (named for what it is)
    """Nobody waits for what was being worked out any more."""


class Thinkers:
    """One thread that works hints out, one after another.

    It is made at the first hint. More threads would be no faster, as they share one interpreter.
    """

    def __init__(self) -> None:
        self._pool = Pool("hints", threads=1, most=_WAITING, refusal="too many hints are asked for")

    @property
    def full(self) -> bool:
        """Whether no more is taken just now."""
        return self._pool.full

    async def think(
        self, work: Callable[[Callable[[], None]], _T], wanted: Callable[[], bool]
    ) -> _T:
        """Return what `work` gives, or raise what it raises; `TooBusy` if there is no room.

        It is handed a function to call every few milliseconds, which lets others go on and raises
        `Dropped` once the result is not `wanted`. Both are called in the thread.
        """

        def breathe() -> None:
            time.sleep(_REST)
            if not wanted():
                raise Dropped

        return await self._pool.do(partial(work, breathe))

    def close(self) -> None:
        """Let go of the thread; what waits for it is dropped."""
        self._pool.close()
