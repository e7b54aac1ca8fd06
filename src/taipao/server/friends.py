"""Friends' tables: opened by a host, found by their code (docs/rules.md, C5)."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from taipao.bots import Level
from taipao.errors import BadRequest, StoreFault
from taipao.game.state import SEATS
from taipao.rules.ruleset import RuleSet
from taipao.server.chance import Chance
from taipao.server.guard import Addresses
from taipao.server.keeping import Account
from taipao.server.lobby import Lobby, NoSeat
from taipao.server.protocol import Rematch
from taipao.server.refusals import Objection
from taipao.server.table import Table
from taipao.server.tablestate import FREE, Chair, Clock, Setup, Watch, bot, person

_HOUR: Final = 3600.0
_LOOKUPS: Final = 240
"""Codes an hour that one address may name: who guesses finds no table."""


class Wishes(Struct, frozen=True):
    """What a host wants of a friends' table.

    `rounds` are a match's, dealer's repeats included; so many `bots` have the last seats. These and
    those that have a seat later are of a `level`.
    """

    ruleset: RuleSet
    rounds: int
    clock: Clock
    hints: bool = True
    drawn: bool = False
    bots: int = 0
    level: Level = "normal"
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
        self._rematches: dict[str, asyncio.Task[Table]] = {}
        """What is being opened for another match, by the id of the table of the one before."""

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
            return await asyncio.shield(self._begin(_setup(host, wishes)))
        key = host.id, request
        if not self.asked(host, request):
            self._forget_closed()
            opening = self._begin(_setup(host, wishes))
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

    def next_of(self, table: Table) -> Table | None:
        """Return the table that was opened for another match, if it is open still."""
        return None if table.rematch is None else self._lobby.find(table.rematch.table)

    async def rematch(self, table: Table, account: Account) -> Table:
        """Open a table like one whose match is over, and tell all there of it.

        Whoever asks first is the host and has the own seat there; bots keep theirs, the others are
        free for whoever comes. As long as it is open, whoever asks again gets the same one. Raises
        `NoSeat` for who does not sit there, `Objection` if the match is not over, `BadRequest` or
        `StoreFault` as `Lobby.create` does, and `StoreFault` if the others cannot be told.
        """
        seat = table.seat_of(account.id)
        if seat is None or table.setup.code is None:
            raise NoSeat("not_there", "you do not sit at such a friends' table")
        if not table.over or table.frozen:
            raise Objection("not_over", "the match is not over")
        opened = self.next_of(table)
        if opened is not None:
            return opened
        if table.id not in self._rematches:
            chairs = [chair if chair.kind == "bot" else FREE for chair in table.setup.chairs]
            chairs[seat] = person(account)
            first, second, third, fourth = chairs
            opening = self._begin(
                replace(table.setup, chairs=(first, second, third, fourth), host=account.id)
            )
            inviting = asyncio.create_task(self._invite(table, seat, opening))
            self._rematches[table.id] = inviting
            inviting.add_done_callback(partial(self._note_invited, table.id))
        return await asyncio.shield(self._rematches[table.id])

    async def _invite(self, table: Table, seat: int, opening: asyncio.Task[Table]) -> Table:
        opened = await opening
        assert opened.setup.code is not None, "a friends' table has a code"
        if not await table.invite(Rematch(opened.id, opened.setup.code, seat)):
            # Nobody would ever hear of it.
            await self._lobby.close_table(opened)
            raise StoreFault("what was opened for another match cannot be told of")
        return opened

    def _note_invited(self, table_id: str, inviting: asyncio.Task[Table]) -> None:
        del self._rematches[table_id]
        if not inviting.cancelled():
            # Whoever asked may have gone; the fault is logged where it happened.
            inviting.exception()

    def _begin(self, wanted: Setup) -> asyncio.Task[Table]:
        code = self._chance.code()
        while code in self._opening or self._lobby.coded(code) is not None:
            code = self._chance.code()
        opening = self._lobby.begin(replace(wanted, code=code))
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


def _setup(host: Account, wishes: Wishes) -> Setup:
    return Setup(
        _chairs(host, [bot(wishes.level)] * wishes.bots),
        wishes.ruleset.spec(),
        wishes.clock,
        host=host.id,
        length=wishes.rounds,
        drawn=wishes.drawn,
        hints=wishes.hints,
        watch=wishes.watch,
        level=wishes.level,
    )


def _chairs(host: Account, bots: list[Chair]) -> tuple[Chair, Chair, Chair, Chair]:
    second, third, fourth = [FREE] * (SEATS - 1 - len(bots)) + bots
    return person(host), second, third, fourth
