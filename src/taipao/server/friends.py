"""Friends' tables: opened by a host, found by their code (docs/rules.md, C5)."""

from __future__ import annotations

import asyncio
from functools import partial
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
    """What a host asked for: a table that is being opened, or the id of the one that was."""

    wishes: Wishes
    table: asyncio.Task[Table] | str


class Friends:
    """Opens friends' tables, and finds them for who knows the code."""

    def __init__(self, lobby: Lobby, chance: Chance) -> None:
        self.lookups: Final = Addresses(_LOOKUPS / _HOUR, seconds=_HOUR)
        self._lobby = lobby
        self._chance = chance
        self._opening: set[str] = set()
        """Codes of tables that are not open yet."""
        self._asked: dict[tuple[str, str], _Asked] = {}
        """What is open, or being opened, by hosts' requests; what has closed goes in time."""

    def asked(self, host: Account, request: str | None) -> bool:
        """Tell whether a table is open, or being opened, by a request of a host."""
        asked = None if request is None else self._asked.get((host.id, request))
        return asked is not None and not self._has_closed(asked)

    async def open(self, host: Account, wishes: Wishes, request: str | None = None) -> Table:
        """Open a table, kept when this returns, at which the host has the first seat.

        As long as it is open, whoever asks again by the same `request` gets the same one. Raises
        `BadRequest` or `StoreFault` as `Lobby.create` does, and `BadRequest` where another table
        was asked for by that request.
        """
        # Nothing is waited for before the lobby counts the host's seat.
        if request is None:
            return await asyncio.shield(self._begin(host, wishes))
        key = host.id, request
        if not self.asked(host, request):
            self._forget_closed()
            opening = self._begin(host, wishes)
            self._asked[key] = _Asked(wishes, opening)
            opening.add_done_callback(partial(self._note_opened, key))
        asked = self._asked[key]
        if asked.wishes != wishes:
            raise BadRequest("id: another table has been opened by this one")
        if not isinstance(asked.table, str):
            # Whoever asked first may go; the others wait for it all the same.
            return await asyncio.shield(asked.table)
        table = self._lobby.find(asked.table)
        assert table is not None, "what has closed has been asked for anew"
        return table

    def _begin(self, host: Account, wishes: Wishes) -> asyncio.Task[Table]:
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
        opening = self._lobby.begin(setup)
        self._opening.add(code)
        opening.add_done_callback(lambda _: self._opening.remove(code))
        return opening

    def _note_opened(self, key: tuple[str, str], opening: asyncio.Task[Table]) -> None:
        """Keep no more of a table than its id, and nothing of one that could not be opened."""
        asked = self._asked.pop(key)
        if not (opening.cancelled() or opening.exception() is not None):
            self._asked[key] = _Asked(asked.wishes, opening.result().id)

    def _has_closed(self, asked: _Asked) -> bool:
        return isinstance(asked.table, str) and self._lobby.find(asked.table) is None

    def _forget_closed(self) -> None:
        for key in [key for key, asked in self._asked.items() if self._has_closed(asked)]:
            del self._asked[key]

    def find(self, code: str) -> Table | None:
        """Return the open table of a code, however it is written."""
        return self._lobby.coded(code.upper())


def _chairs(host: Account, bots: int) -> tuple[Chair, Chair, Chair, Chair]:
    others = [FREE] * (SEATS - 1 - bots) + [bot(BOT)] * bots
    second, third, fourth = others
    return person(host), second, third, fourth
