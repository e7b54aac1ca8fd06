"""The group committer: what tables hand over becomes few transactions (docs/server.md)."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Generic, TypeVar

from taipao.errors import StoreFault, TaipaoError

_log = logging.getLogger(__name__)

BATCH = 512
GATHER = 0.003
FIRST_PAUSE = 0.05
LONGEST_PAUSE = 2.0

_T = TypeVar("_T")


class Committer(Generic[_T]):
    """Gathers items and keeps them in batches, one transaction each.

    While one batch is kept, the next gathers, and where several owners hand items over, `gather`
    seconds longer: a transaction costs as much for one item as for ten. A lone owner waits for
    nobody. A batch never holds two items of one owner: they stay in order. An item handed over is
    kept even if whoever waits for it is cancelled. An item may come to something: what `keep`
    returns for it, or an exception where it alone was refused.

    For whoever measures: `batches`, `items` and `seconds` add up what has been kept, `faults`
    counts refused items, `away` says whether the database is being waited for, `waiting` how
    many items wait, and `on_batch(items, seconds)` is called after each batch.
    """

    def __init__(
        self,
        keep: Callable[[Sequence[_T], bool], Awaitable[Sequence[object]]],
        *,
        owner: Callable[[_T], Hashable],
        is_away: Callable[[BaseException], bool],
        limit: int = BATCH,
        gather: float = GATHER,
    ) -> None:
        """Set it up; `keep(items, doubt)` keeps all items in one transaction, or raises.

        It returns what each came to; an exception there says that this item was not kept.

        With `doubt`, some of them may have been kept already. `is_away` tells from what `keep`
        raised whether only the database is away. The first `commit` starts the task.
        """
        self._keep = keep
        self._owner = owner
        self._is_away = is_away
        self._limit = limit
        self._gather = gather
        self._queue: deque[tuple[_T, asyncio.Future[object]]] = deque()
        self._batch: list[tuple[_T, asyncio.Future[object]]] = []
        self._task: asyncio.Task[None] | None = None
        self._handed = asyncio.Event()
        # Whose the last batch was, if it was one item.
        self._lone: Hashable = None
        self._closing = False
        self.batches = 0
        self.items = 0
        self.seconds = 0.0
        self.faults = 0
        self.away = False
        self.on_batch: Callable[[int, float], None] | None = None

    @property
    def waiting(self) -> int:
        """How many items wait for a batch to take them."""
        return len(self._queue)

    async def commit(self, item: _T) -> object:
        """Return what the item came to, once it is kept.

        Waits while the database is away. Raises `StoreFault` if this item cannot be kept, or
        if the committer is closed, and any other `TaipaoError` that it came to.
        """
        if self._closing:
            raise StoreFault("the store is closed")
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="committer")
        done = self._task.get_loop().create_future()
        self._queue.append((item, done))
        self._handed.set()
        outcome: object = await done
        return outcome

    async def close(self, patience: float = 10.0) -> None:
        """Keep what waits, then stop.

        If the database stays away for `patience` seconds, gives up: the items that wait raise.
        """
        self._closing = True
        self._handed.set()
        if self._task is None:
            return
        _, late = await asyncio.wait([self._task], timeout=patience)
        if late:
            given_up = sum(not done.done() for _, done in (*self._batch, *self._queue))
            _log.error("the database is away: %d units are given up", given_up)
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        try:
            while self._queue or not self._closing:
                if not self._queue:
                    self._handed.clear()
                    await self._handed.wait()
                    continue
                if self._gather and not self._is_alone():
                    await asyncio.sleep(self._gather)
                self._batch = self._take()
                self._lone = self._owner(self._batch[0][0]) if len(self._batch) == 1 else None
                began = time.perf_counter()
                await self._settle(self._batch)
                self._count(len(self._batch), time.perf_counter() - began)
                self._batch = []
        finally:
            # However it ended: nobody shall wait for a task that is no more.
            self._closing = True
            for item, done in (*self._batch, *self._queue):
                self._fail(item, done, StoreFault("the store has stopped"))
            self._queue.clear()

    def _is_alone(self) -> bool:
        return len(self._queue) == 1 and self._owner(self._queue[0][0]) == self._lone

    def _take(self) -> list[tuple[_T, asyncio.Future[object]]]:
        batch: list[tuple[_T, asyncio.Future[object]]] = []
        owners: set[Hashable] = set()
        while self._queue and len(batch) < self._limit:
            owner = self._owner(self._queue[0][0])
            if owner in owners:
                break
            owners.add(owner)
            batch.append(self._queue.popleft())
        return batch

    async def _settle(
        self, batch: Sequence[tuple[_T, asyncio.Future[object]]], doubt: bool = False
    ) -> None:
        """Keep a batch; where that fails, keep its halves, down to the items at fault."""
        outcome = await self._try(batch, doubt)
        if isinstance(outcome, Exception) and len(batch) == 1:
            # Once more: what was in doubt may have been kept after it was looked for.
            outcome = await self._try(batch, doubt=True)
        if not isinstance(outcome, Exception):
            for (item, done), came_to in zip(batch, outcome, strict=True):
                if isinstance(came_to, Exception):
                    self._fail(item, done, came_to)
                elif not done.done():
                    done.set_result(came_to)
        elif len(batch) == 1:
            self._fail(*batch[0], outcome)
        else:
            middle = len(batch) // 2
            await self._settle(batch[:middle], doubt=True)
            await self._settle(batch[middle:], doubt=True)

    async def _try(
        self, batch: Sequence[tuple[_T, asyncio.Future[object]]], doubt: bool
    ) -> Sequence[object] | Exception:
        """Keep a batch and return what it came to, or what is wrong; wait out an absence."""
        items = [item for item, _ in batch]
        pause = FIRST_PAUSE
        while True:
            try:
                outcome = await self._keep(items, doubt)
            except Exception as error:
                if not self._is_away(error):
                    return error
                if not self.away:
                    self.away = True
                    said = str(error).partition("\n")[0]
                    _log.warning("the database is away, waiting for it: %s", said)
                # It may have been kept, and only the answer lost.
                doubt = True
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                if self.away:
                    self.away = False
                    _log.warning("the database is back")
                return outcome

    def _fail(self, item: _T, done: asyncio.Future[object], error: Exception) -> None:
        if isinstance(error, TaipaoError) and not isinstance(error, StoreFault):
            # Refused by its own rules, as it was meant to be.
            if not done.done():
                done.set_exception(error)
            return
        self.faults += 1
        if done.cancelled():
            about = {"table": self._owner(item)}
            _log.error("not kept, and nobody waits for it", exc_info=error, extra=about)
        elif not done.done():
            fault = StoreFault(f"cannot be kept: {error}")
            fault.__cause__ = error
            done.set_exception(error if isinstance(error, StoreFault) else fault)

    def _count(self, items: int, seconds: float) -> None:
        self.batches += 1
        self.items += items
        self.seconds += seconds
        if self.on_batch is not None:
            try:
                self.on_batch(items, seconds)
            except Exception:
                _log.exception("a batch could not be measured")
