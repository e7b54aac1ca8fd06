"""Friends' tables: opened by a host, found by their code (docs/rules.md, C5)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

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


class Friends:
    """Opens friends' tables, and finds them for who knows the code."""

    def __init__(self, lobby: Lobby, chance: Chance) -> None:
        self.lookups: Final = Addresses(_LOOKUPS / _HOUR, seconds=_HOUR)
        self._lobby = lobby
        self._chance = chance
        self._opening: set[str] = set()
        """Codes of tables that are not open yet."""

    async def open(self, host: Account, wishes: Wishes) -> Table:
        """Open a table, kept when this returns, at which the host has the first seat.

        Raises `BadRequest` or `StoreFault` as `Lobby.create` does.
        """
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
