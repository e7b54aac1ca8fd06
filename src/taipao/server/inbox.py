"""What has come to a table and is not dealt with: one thing at a time, in the order of arrival."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from msgspec import Struct

Work = Callable[[], Awaitable[object]]


class _Item(Struct, frozen=True):
    work: Work
    done: asyncio.Future[object] | None = None
    dropped: Callable[[], object] | None = None


class Inbox:
    """A queue of work, dealt with by `run`, which is a task of its owner.

    Whatever the work raises goes to `fault`, and the next is dealt with.
    """

    def __init__(self, fault: Callable[[Exception], Awaitable[None]]) -> None:
        self._fault = fault
        self._loop = asyncio.get_running_loop()
        self._queue: deque[_Item] = deque()
        self._more: asyncio.Future[None] | None = None
        self._closed = False

    def __len__(self) -> int:
        return len(self._queue)

    def put(self, work: Work, dropped: Callable[[], object] | None = None) -> None:
        """Queue something; if it comes to nothing, the inbox being closed, call `dropped`."""
        item = _Item(work, None, dropped)
        if self._closed:
            _drop(item)
        else:
            self._add(item)

    async def do(self, work: Work) -> object:
        """Queue something and wait until it is dealt with; return its result.

        None after `close`, or if it has raised.
        """
        if self._closed:
            return None
        done: asyncio.Future[object] = self._loop.create_future()
        self._add(_Item(work, done))
        return await done

    def later(self, seconds: float, work: Work) -> asyncio.TimerHandle:
        """Queue something after a while."""
        return self._loop.call_later(seconds, self.put, work)

    def close(self) -> None:
        """Take nothing any more; `run` ends after what it is at."""
        self._closed = True

    async def run(self, first: Work) -> None:
        """Do `first`, then deal with what comes, until `close`."""
        try:
            await self._safely(first)
            while not self._closed:
                if not self._queue:
                    self._more = self._loop.create_future()
                    await self._more
                item = self._queue.popleft()
                try:
                    _settle(item, await self._safely(item.work))
                finally:
                    _settle(item, None)
        finally:
            # However it ended: nobody shall wait for what is not dealt with any more.
            self._closed = True
            while self._queue:
                _drop(self._queue.popleft())

    def _add(self, item: _Item) -> None:
        self._queue.append(item)
        if self._more is not None and not self._more.done():
            self._more.set_result(None)

    async def _safely(self, work: Work) -> object:
        try:
            return await work()
        except Exception as fault:
            await self._fault(fault)
            return None


def _drop(item: _Item) -> None:
    _settle(item, None)
    if item.dropped is not None:
        item.dropped()


def _settle(item: _Item, result: object) -> None:
    # Whoever waited may have gone, its socket being lost.
    if item.done is not None and not item.done.done():
        item.done.set_result(result)
