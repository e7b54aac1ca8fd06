"""What one table has kept, and the units that keep what has changed since."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from taipao.game.match import Match
from taipao.game.wall import commitment
from taipao.server.audience import Audience
from taipao.server.keeping import (
    Booked,
    Booking,
    EndedRound,
    Halted,
    NewLines,
    Store,
    TableStatus,
    Unit,
)
from taipao.server.protocol import Rematch
from taipao.server.tablestate import Chair, KeptRound, TableState, encode_state, keep_match

_log = logging.getLogger(__name__)

_NUMBER: Final = re.compile(rb'"number":(\d+)(,"time":\d+)?}\n$')

Lines = Callable[[int], tuple[bytes, ...]]
"""The lines of a round's record, from the one after so many on."""


class _Live(Struct):
    """The live round: `number` in its match, its lines, and how many of them are kept."""

    id: str
    number: int
    lines: Lines
    kept: int = 0


def _last_number(lines: tuple[bytes, ...]) -> int | None:
    """Return the number of the last public event among lines of a record."""
    found = (_NUMBER.search(line) for line in reversed(lines))
    return next((int(match[1]) for match in found if match is not None), None)


def _nameless(chair: Chair) -> Chair:
    return replace(chair, name="", address="") if chair.kind == "player" else chair


class Keeper:
    """Keeps one table: its state and the lines of its live round.

    Whoever changes something calls `commit` before anybody is shown it. `state` is what the table
    wants kept; chairs, reserves, autopilots and who is leaving are read from its seats.
    """

    def __init__(self, table_id: str, state: TableState, store: Store, seats: Audience) -> None:
        self.table_id = table_id
        self.state = state
        self._store = store
        self._seats = seats
        # What is kept, to tell whether anything has changed.
        self._kept: TableState | None = None
        self._live: _Live | None = None
        self._dropped: str | None = None

    @property
    def live(self) -> str | None:
        """The id of the round that has not ended, if there is one."""
        return None if self._live is None else self._live.id

    @property
    def secret(self) -> bytes:
        """The secret of the next round."""
        return bytes.fromhex(self.state.secret)

    @property
    def next_commitment(self) -> str:
        """What is published of the next round's secret."""
        return commitment(self.secret).hex()

    def open_round(self, round_id: str, match: Match, lines: Lines, next_secret: bytes) -> None:
        """Begin a round; one that still runs is let go."""
        self._let_go()
        kept = keep_match(match)
        self._live = _Live(round_id, match.round, lines)
        self.state = replace(
            self.state, secret=next_secret.hex(), match=kept, shown=KeptRound(round_id, kept)
        )

    def dissolve(self) -> None:
        """End the match as it stands before the live round, which is let go."""
        if self._live is not None:
            self.state = replace(self.state, shown=None)
        self._let_go()
        self.state = replace(self.state, dissolved=True)

    def note_rematch(self, rematch: Rematch) -> None:
        """Note which table was opened for another match."""
        self.state = replace(self.state, rematch=rematch)

    def go_on(self, lines: Lines) -> None:
        """Take the lines of the round that has been opened from here."""
        assert self._live is not None, "a round has been opened"
        self._live.lines = lines

    def take_up(self, round_id: str, lines: Lines, kept: int) -> None:
        """Go on with a live round, of which so many lines are kept."""
        number = 0 if self.state.match is None else self.state.match.round
        self._live = _Live(round_id, number, lines, kept)

    async def commit(self, status: TableStatus | None = None) -> None:
        """Keep all that has changed since the last time; raises as `Store.commit` does."""
        live = self._live
        new = () if live is None else live.lines(live.kept)
        dropped = None if self._dropped is None else EndedRound(self._dropped, "dropped", None)
        await self._keep(status, live if new else None, new, dropped)
        if live is not None:
            live.kept += len(new)
        self._dropped = None

    async def end_round(
        self, match: Match, record: bytes, booking: Booking | None = None
    ) -> Booked | None:
        """Keep the live round's whole record, and the match as it stands after it.

        What is to be booked of it is booked with it; what that came to is returned.
        """
        assert self._live is not None, "only a live round ends"
        self.state = replace(self.state, match=keep_match(match))
        ended = EndedRound(self._live.id, "finished", record)
        booked = await self._keep(None, None, (), ended, booking)
        self._live = None
        return booked

    async def close(self) -> None:
        """Keep that the table is closed for good; a round that is live is let go.

        By what name and from where anybody came is kept no longer.
        """
        live, self._live = self._live, None
        ended = None if live is None or not live.kept else EndedRound(live.id, "dropped", None)
        state = self._look_at_seats()
        first, second, third, fourth = map(_nameless, state.setup.chairs)
        setup = replace(state.setup, chairs=(first, second, third, fourth))
        state = replace(state, setup=setup)
        await self._store.commit(
            Unit(self.table_id, encode_state(state), status="closed", ended=ended)
        )

    async def freeze(self, fault: Exception) -> str | None:
        """Keep what was recorded of a table that a fault has stopped; return the round's id.

        None if there is no round, or nothing can be kept any more. Never raises.
        """
        live, self._live = self._live, None
        about: dict[str, object] = {"table": self.table_id}
        if live is not None:
            about |= {"round": live.id, "number": _last_number(live.lines(0))}
        act = fault.act if isinstance(fault, Halted) else None
        if act is None:
            _log.error("the table has stopped", exc_info=fault, extra=about)
        else:
            _log.warning("%s has stopped the table: %s", act.operator, act.reason, extra=about)
        try:
            if self._dropped is not None:
                dropped, self._dropped = self._dropped, None
                await self._store.commit(
                    Unit(self.table_id, ended=EndedRound(dropped, "dropped", None))
                )
            await self._store.commit(replace(self._last_unit(live), act=act))
        except Exception:
            _log.exception("what was played could not be kept", extra=about)
            return None
        return None if live is None else live.id

    def _let_go(self) -> None:
        if self._live is not None and self._live.kept:
            self._dropped = self._live.id
        self._live = None

    def _last_unit(self, live: _Live | None) -> Unit:
        if live is None:
            return Unit(self.table_id, status="frozen")
        lines = live.lines(0)
        ended = EndedRound(live.id, "frozen", b"".join(lines))
        if live.kept:
            return Unit(self.table_id, status="frozen", ended=ended)
        opened = NewLines(live.id, 1, lines)
        return Unit(self.table_id, None, "frozen", opened, ended, live.number)

    async def _keep(
        self,
        status: TableStatus | None,
        live: _Live | None,
        new: tuple[bytes, ...],
        ended: EndedRound | None,
        booking: Booking | None = None,
    ) -> Booked | None:
        state = self._look_at_seats()
        changed = state is not self._kept
        if not (changed or status or new or ended):
            return None
        booked = await self._store.commit(
            Unit(
                self.table_id,
                encode_state(state) if changed else None,
                status,
                None if live is None else NewLines(live.id, live.kept + 1, new),
                ended,
                live.number if live is not None and not live.kept else None,
                booking,
            )
        )
        self._kept = state
        return booked

    def _look_at_seats(self) -> TableState:
        state = self.state
        chairs = self._seats.chairs
        reserves = tuple([seat.thinking.reserve for seat in self._seats])
        # Those that are known: what is not told is not told after a restart either.
        autopilots = tuple([seat.on_known_autopilot for seat in self._seats])
        leaving = tuple([seat.leaving for seat in self._seats])
        if chairs != state.setup.chairs:
            state = replace(state, setup=replace(state.setup, chairs=chairs))
        if (reserves, autopilots, leaving) != (state.reserves, state.autopilots, state.leaving):
            state = replace(state, reserves=reserves, autopilots=autopilots, leaving=leaving)
        self.state = state
        return state
