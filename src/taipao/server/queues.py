"""Who waits for a seat in the coin rooms, first come first seated, and never two of one address."""

from __future__ import annotations

import asyncio
from bisect import insort
from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Final

from taipao.server.keeping import Account

Key = tuple[str, str]
"""A coin room and the rule set that is played there."""

_SILENCE: Final = 15.0
"""Seconds after which somebody who has not asked again is taken to have gone."""


class Waiting:
    """One account that waits in a room.

    `done` comes to the table at which it is seated, or to None if it left. `since` is a time of
    the loop's clock; `polls` counts requests that wait for `done`.
    """

    def __init__(
        self, account: Account, address: str, key: Key, coins: int, rank_points: int
    ) -> None:
        loop = asyncio.get_running_loop()
        self.account = account
        self.address = address
        self.key = key
        self.coins = coins
        self.rank_points = rank_points
        self.done: asyncio.Future[str | None] = loop.create_future()
        self.since = self._seen = loop.time()
        self.unwanted = False
        self._polls = 0

    @property
    def gone(self) -> bool:
        """Whether the client has not been heard of for so long that it must have gone."""
        silence = asyncio.get_running_loop().time() - self._seen
        return self._polls == 0 and silence > _SILENCE

    async def wait(self, seconds: float) -> str | None:
        """Return the table as soon as there is one; None if it left, or after so many seconds."""
        self._polls += 1
        try:
            await asyncio.wait((self.done,), timeout=seconds)
        finally:
            self._polls -= 1
            self._seen = asyncio.get_running_loop().time()
        return self.done.result() if self.done.done() else None


class Queues:
    """The queue of each room. Nothing here waits, so whoever is taken is taken by one alone.

    Whoever has been taken is known here until `seated` or `put_back`: it cannot leave meanwhile.
    """

    def __init__(self) -> None:
        self._waiting: defaultdict[Key, list[Waiting]] = defaultdict(list)
        self._known: dict[str, Waiting] = {}
        self._closed = False

    def of(self, account_id: str) -> Waiting | None:
        """Return what an account waits in, also while it is being seated."""
        return self._known.get(account_id)

    def length(self, key: Key) -> int:
        """Return how many wait in a room."""
        return len(self._waiting[key])

    def enter(self, waiting: Waiting) -> None:
        """Add somebody at the end of a queue."""
        self._known[waiting.account.id] = waiting
        self._waiting[waiting.key].append(waiting)

    def holds(self, waiting: Waiting) -> bool:
        """Tell whether somebody waits who has neither left nor been taken."""
        return waiting in self._waiting[waiting.key]

    def leave(self, waiting: Waiting) -> None:
        """Let somebody go; who is being seated goes only if that comes to nothing."""
        if self.holds(waiting):
            self._waiting[waiting.key].remove(waiting)
            self._let_go(waiting, None)
        else:
            waiting.unwanted = True

    def choose(self, key: Key, most: int, addresses: Collection[str] = ()) -> list[Waiting]:
        """Return those who have waited longest, of other addresses than these and one another's."""
        chosen, there = list[Waiting](), set(addresses)
        for waiting in tuple(self._waiting[key]):
            if waiting.gone:
                self.leave(waiting)
            elif len(chosen) < most and waiting.address not in there:
                there.add(waiting.address)
                chosen.append(waiting)
        return chosen

    def take(self, chosen: Iterable[Waiting]) -> None:
        """Take some out of their queue, to be seated."""
        for waiting in chosen:
            self._waiting[waiting.key].remove(waiting)

    def put_back(self, taken: Iterable[Waiting]) -> None:
        """Let those wait on who could not be seated."""
        for waiting in taken:
            if waiting.unwanted or self._closed:
                self._let_go(waiting, None)
            else:
                insort(self._waiting[waiting.key], waiting, key=lambda one: one.since)

    def seated(self, taken: Iterable[Waiting], table_id: str) -> None:
        """Tell those who were taken where they sit."""
        for waiting in taken:
            self._let_go(waiting, table_id)

    def close(self) -> None:
        """Let everybody go who waits; nobody shall enter after this."""
        self._closed = True
        for queue in self._waiting.values():
            for waiting in tuple(queue):
                self.leave(waiting)

    def _let_go(self, waiting: Waiting, table_id: str | None) -> None:
        del self._known[waiting.account.id]
        waiting.done.set_result(table_id)
