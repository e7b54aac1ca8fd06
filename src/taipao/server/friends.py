"""Friends' tables: opened by a host, found by their code (docs/rules.md, C5)."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

from msgspec import Struct

from taipao.errors import BadRequest
from taipao.game.state import SEATS
from taipao.rules.ruleset import RuleSet
from taipao.server.chance import Chance
from taipao.server.guard import Addresses
from taipao.server.keeping import Account
from taipao.server.lobby import Lobby
from taipao.server.succession import BOT
from taipao.server.table import Table
from taipao.server.tablestate import FREE, Chair, Clock, Setup, Watch, bot, person

_HOUR: Final = 3600.0
_LOOKUPS: Final = 240
"""Codes an hour that one address may name: who guesses finds no table."""

_REQUESTS: Final = 10_000
"""Requests remembered at most; of more than that the oldest are forgotten."""


class Wishes(Struct, frozen=True):
    """What a host wants of a friends' table.

    `rounds` are a match's, dealer's repeats included; so many `bots` have the last seats.
    """

    ruleset: RuleSet
    rounds: int
    clock: Clock
    hints: bool = True
    drawn: bool = False
    bots: int = 0
    watch: Watch = "no"


class _Asked(Struct, frozen=True, eq=False):
    """A table that a host asked for, open or being opened."""

    wishes: Wishes
    opening: asyncio.Task[Table]


class Friends:
    """Opens friends' tables, and finds them for who knows the code."""

    def __init__(self, lobby: Lobby, chance: Chance) -> None:
        self.lookups: Final = Addresses(_LOOKUPS / _HOUR, seconds=_HOUR)
        self._lobby = lobby
        self._chance = chance
        self._opening: set[str] = set()
        """Codes of tables that are not open yet."""
        self._asked: OrderedDict[tuple[str, str], _Asked] = OrderedDict()
        """What was opened by hosts' requests, the latest being the last."""

    def asked(self, host: Account, request: str | None) -> bool:
        """Tell whether a table is open, or being opened, by a request of a host."""
        asked = None if request is None else self._asked.get((host.id, request))
        if asked is None:
            return False
        task = asked.opening
        if not task.done():
            return True
        failed = task.cancelled() or task.exception() is not None
        return not failed and self._lobby.find(task.result().id) is not None

    async def open(self, host: Account, wishes: Wishes, request: str | None = None) -> Table:
        """Open a table, kept when this returns, at which the host has the first seat.

        As long as it is open, whoever asks again by the same `request` gets the same one; requests
        are remembered until the server stops. Raises `BadRequest` or `StoreFault` as
        `Lobby.create` does, and `BadRequest` where another table was asked for by that request.
        """
        if request is None:
            return await self._open(host, wishes)
        key = host.id, request
        if not self.asked(host, request):
            self._asked[key] = _Asked(wishes, asyncio.create_task(self._open(host, wishes)))
            self._asked.move_to_end(key)
            if len(self._asked) > _REQUESTS:
                self._asked.popitem(last=False)
        if self._asked[key].wishes != wishes:
            raise BadRequest("id: another table has been opened by this one")
        # Whoever asked first may go; the others wait for it all the same.
        return await asyncio.shield(self._asked[key].opening)

    async def _open(self, host: Account, wishes: Wishes) -> Table:
        # Nothing is waited for before the lobby counts the host's seat.
        code = self._chance.code()
        while code in self._opening or self._lobby.coded(code) is not None:
            code = self._chance.code()
        setup = Setup(
            _chairs(host, wishes.bots),
            wishes.ruleset.spec(),
            wishes.clock,
            code=code,
            host=host.id,
            length=wishes.rounds,
            drawn=wishes.drawn,
            hints=wishes.hints,
            watch=wishes.watch,
        )
        self._opening.add(code)
        try:
            return await self._lobby.create(setup)
        finally:
            self._opening.remove(code)

    def find(self, code: str) -> Table | None:
        """Return the open table of a code, however it is written."""
        return self._lobby.coded(code.upper())


def _chairs(host: Account, bots: int) -> tuple[Chair, Chair, Chair, Chair]:
    others = [FREE] * (SEATS - 1 - bots) + [bot(BOT)] * bots
    second, third, fourth = others
    return person(host), second, third, fourth
