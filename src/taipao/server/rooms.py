"""The coin rooms: who may enter, and who is seated with whom (docs/rules.md, section 8)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from msgspec import Struct

from taipao.game.state import SEATS
from taipao.rules.ruleset import NAMES
from taipao.rules.settlement import ROOMS
from taipao.server.keeping import Account
from taipao.server.lobby import Lobby
from taipao.server.owned import owned
from taipao.server.queues import Key, Waiting
from taipao.server.refusals import Objection
from taipao.server.supplies import Supplies
from taipao.server.table import Table
from taipao.server.tablestate import Clock, Setup, bot, person

_log = logging.getLogger(__name__)


class NoEntry(Objection):
    """An account cannot wait in a room as things stand."""


class RoomInfo(Struct, frozen=True):
    """A coin room with one rule set, and how many persons play and wait there."""

    room: str
    ruleset: str
    rate: int
    entry: int
    players: int
    tables: int
    waiting: int


class Rooms:
    """Lets accounts wait for a seat in a coin room, and opens tables for them.

    Four that come from different addresses are seated as soon as there are four; after `bot_wait`
    seconds bots have the seats that are left. An account waits or sits in one coin room at most.
    """

    def __init__(
        self,
        lobby: Lobby,
        supplies: Supplies,
        *,
        clock: Clock,
        bot_wait: float,
        one_address: bool = True,
        bots: bool = False,
    ) -> None:
        """Set the rooms up.

        Without `one_address` several may sit at a table that come from one; with `bots` bots'
        accounts may enter.
        """
        self._lobby = lobby
        self._supplies = supplies
        self._queues = supplies.queues
        self._clock = clock
        self._bot_wait = bot_wait
        self._one_address = one_address
        self._bots = bots
        self._opening: set[asyncio.Task[None]] = set()

    def rooms(self) -> tuple[RoomInfo, ...]:
        """Return every room with every rule set."""
        tables: dict[Key, list[Table]] = {}
        for table in self._lobby:
            if not table.frozen and (key := _key(table)) is not None:
                tables.setdefault(key, []).append(table)
        return tuple(
            RoomInfo(
                name,
                ruleset,
                room.rate,
                room.entry,
                sum(table.persons for table in tables.get((name, ruleset), ())),
                len(tables.get((name, ruleset), ())),
                self._queues.length((name, ruleset)),
            )
            for name, room in ROOMS.items()
            for ruleset in NAMES
        )

    def table_of(self, account_id: str) -> Table | None:
        """Return the table of a coin room at which an account sits."""
        tables = self._lobby.of(account_id)
        return next((one for one in tables if one.setup.room and not one.frozen), None)

    def waiting(self, account_id: str) -> Waiting | None:
        """Return what an account waits in."""
        return self._queues.of(account_id)

    def length(self, key: Key) -> int:
        """Return how many wait in a room."""
        return self._queues.length(key)

    async def enter(
        self, account: Account, address: str, key: Key, known: Callable[[], bool] = lambda: True
    ) -> Waiting | None:
        """Let an account wait in a room; who waits there already goes on waiting.

        None if the account is no longer `known` to be let in once its purse has been read. Raises
        `NoEntry`, or `StoreFault` if the purse cannot be read.
        """
        room, ruleset = key
        if room not in ROOMS or ruleset not in NAMES:
            raise NoEntry("no_room", f"there is no room {room[:40]!r} with {ruleset[:40]!r}")
        if account.kind == "bot" and not self._bots:
            raise NoEntry("bot", "bots' accounts may not play in the coin rooms of this server")
        if (waiting := self._present(account, key)) is not None:
            return waiting
        found = await self._supplies.store.read(partial(owned, wanted=[account.id]))
        own, least = found.get(account.id), ROOMS[room].entry
        if own is None or own.coins < least:
            raise NoEntry("too_few_coins", f"this room is for those who have {least} coins or more")
        # Meanwhile the account may have been banned, or the same asked twice.
        if not known():
            return None
        if (waiting := self._present(account, key)) is not None:
            return waiting
        where = address if self._one_address else account.id
        waiting = Waiting(account, where, key, own.coins, own.rank_points)
        self._queues.enter(waiting)
        party = self._queues.choose(key, SEATS)
        if len(party) == SEATS:
            self._seat(party)
        else:
            self._wait_for_bots(waiting)
        return waiting

    async def leave(self, account_id: str) -> Table | None:
        """Let an account wait no longer; return the table if it has been seated instead."""
        waiting = self._queues.of(account_id)
        if waiting is not None:
            self._queues.leave(waiting)
            await waiting.done
        return self.table_of(account_id)

    def rename(self, account: Account) -> None:
        """Seat an account that waits by the name that it has now."""
        waiting = self._queues.of(account.id)
        if waiting is not None:
            waiting.account = account

    async def close(self) -> None:
        """Open no table any more; what was to be opened is waited for no longer."""
        for task in self._opening:
            task.cancel()
        await asyncio.gather(*self._opening, return_exceptions=True)

    def _present(self, account: Account, key: Key) -> Waiting | None:
        """Return what the account waits in already. Raises `NoEntry` if it is elsewhere."""
        waiting = self._queues.of(account.id)
        if waiting is not None and (waiting.key != key or waiting.unwanted):
            raise NoEntry("waiting", "you wait in another room, or have just left this one")
        if waiting is not None:
            return waiting
        if self.table_of(account.id) is not None:
            raise NoEntry("seated", "you sit in a coin room already")
        if self._lobby.draining:
            raise NoEntry("draining", "the server is about to stop: ask again in a moment")
        return None

    def _wait_for_bots(self, waiting: Waiting) -> None:
        asyncio.get_running_loop().call_later(self._bot_wait, self._seat_with_bots, waiting)

    def _seat_with_bots(self, waiting: Waiting) -> None:
        if self._queues.holds(waiting):
            others = self._queues.choose(waiting.key, SEATS - 1, {waiting.address})
            # Who has gone has been let go by that.
            if self._queues.holds(waiting):
                self._seat([waiting, *others])

    def _seat(self, party: list[Waiting]) -> None:
        self._queues.take(party)
        task = asyncio.create_task(self._open(party))
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    async def _open(self, party: list[Waiting]) -> None:
        """Open a table for some who wait; each has its seat by lot."""
        room, ruleset = party[0].key
        chairs = [person(waiting.account, waiting.address) for waiting in party]
        chairs += [bot(self._supplies.room_bots)] * (SEATS - len(chairs))
        first, second, third, fourth = (chairs[place] for place in self._supplies.chance.order())
        setup = Setup((first, second, third, fourth), ruleset, self._clock, room=room)
        try:
            table = await self._lobby.create(setup)
        except Exception as fault:
            _log.warning("a table in a coin room could not be opened: %s", fault)
            self._queues.put_back(party)
            for waiting in party:
                self._wait_for_bots(waiting)
        else:
            self._queues.seated(party, table.id)


def _key(table: Table) -> Key | None:
    room, ruleset = table.setup.room, table.setup.ruleset
    return None if room is None or not isinstance(ruleset, str) else (room, ruleset)
