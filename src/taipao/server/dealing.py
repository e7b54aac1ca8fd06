"""A table's rounds: dealt, taken up where they broke off, and shown again when they are over."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from msgspec.structs import replace

from taipao.bots import SLOW, Bot, make
from taipao.errors import RecordError, TaipaoError
from taipao.game.match import Match
from taipao.game.play import Play
from taipao.game.record import Recorder, header
from taipao.game.record import Seat as RecordSeat
from taipao.rules.ruleset import RuleSet, load_ruleset
from taipao.server.audience import Audience, Seat
from taipao.server.journal import booked_of
from taipao.server.keeper import Keeper
from taipao.server.playing import Later, Playing
from taipao.server.sitting import Sitting
from taipao.server.supplies import Supplies
from taipao.server.tablestate import load_match

_log = logging.getLogger(__name__)

_PERSON: Final = "player"
"""What a person is called in records, which anybody may be shown."""


class Dealing:
    """Makes the rounds of one table, and the bots that play in them.

    `offered` is the rule set that the table was opened with, `match` as it stands before its next
    round, or None while there is none.
    """

    def __init__(
        self,
        seats: Audience,
        keeper: Keeper,
        supplies: Supplies,
        later: Later,
        ended: Callable[[], Awaitable[None]],
    ) -> None:
        """Set it up as the keeper's state says; `ended` is called after the end of a round.

        Raises `BadRequest` for a rule set or a kind of bot that does not exist (any more).
        """
        state = keeper.state
        self.offered = load_ruleset(state.setup.ruleset)
        self.match = None if state.match is None else load_match(state.match)
        self._length = state.setup.length
        self._seats = seats
        self._keeper = keeper
        self._supplies = supplies
        self._later = later
        self._ended = ended
        # Made here and not used, so that a kind that does not exist is refused at once.
        self._bots, self._slow = self._new_bots()

    def new_match(self, ruleset: RuleSet) -> None:
        """Let the next round be the first of a new match, its dealer being drawn by lot (P12)."""
        self.match = Match(ruleset, self._supplies.chance.first_dealer(), length=self._length)
        self._bots, self._slow = self._new_bots()

    def change_bots(self) -> None:
        """Let the bots play that sit there now."""
        self._bots, self._slow = self._new_bots()

    async def deal(self, contributions: list[bytes | None]) -> Playing:
        """Deal the next round, kept when this returns."""
        if self.match is None:
            self.new_match(self.offered)
        assert self.match is not None, "there is a match now"
        match, chance = self.match, self._supplies.chance
        first = header(
            match.ruleset,
            [_on_record(seat) for seat in self._seats],
            number=match.round,
            dealer=match.dealer,
            secret=self._keeper.secret,
            contributions=contributions,
        )
        for seat in self._seats:
            seat.thinking.fill()
            if seat.chair.newcomer:
                seat.chair = replace(seat.chair, newcomer=False)
            # Who has not come back for a new round shall not keep the others waiting in it.
            seat.autopilot |= seat.is_person and seat.outbox is None
        round_id = chance.round_id()
        self._keeper.open_round(round_id, match, Recorder(first).lines, chance.secret())
        play = Play(first, ruleset=match.ruleset, wall=chance.wall())
        self._keeper.go_on(play.lines)
        await self._keeper.commit("open")
        return self._playing(round_id, play, match)

    def take_up(self, round_id: str, lines: tuple[bytes, ...]) -> Playing:
        """Let a live round stand where its lines break off. Raises `RecordError`."""
        self._keeper.take_up(round_id, lambda after: lines[after:], len(lines))
        shown = self._keeper.state.shown
        if shown is None or shown.id != round_id:
            raise RecordError("the table's state is not of this round", 1)
        play = Play.resume(lines)
        if play.over:
            raise RecordError("the round is over and was not ended", len(lines))
        self._keeper.go_on(play.lines)
        return self._playing(round_id, play, load_match(shown.before))

    async def recall(self) -> Playing | None:
        """Return the round that was over when the server last stopped, to be shown again."""
        shown = self._keeper.state.shown
        if shown is None:
            return None
        try:
            record = await self._supplies.store.record(shown.id)
            if record is None:
                return None
            play = Play.resume(record.splitlines(keepends=True)[:-1])
            playing = self._playing(shown.id, play, load_match(shown.before))
            playing.after = self.match
            if self._keeper.state.setup.room is not None:
                playing.booked = await self._supplies.store.read(
                    partial(booked_of, round_id=shown.id)
                )
        except TaipaoError as fault:
            # The match goes on all the same; only its last round is not seen again.
            about = {"table": self._keeper.table_id, "round": shown.id}
            _log.warning("the last round cannot be shown again: %s", fault, extra=about)
            return None
        return playing

    def _new_bots(self) -> tuple[dict[int, Bot], frozenset[int]]:
        """Make the bots that sit there now, by seat; return them and which of them are slow."""
        kinds = {seat.index: seat.chair.name for seat in self._seats if seat.chair.kind == "bot"}
        return (
            {seat: make(kind, self._supplies.chance.bot_seed()) for seat, kind in kinds.items()},
            frozenset(seat for seat, kind in kinds.items() if kind in SLOW),
        )

    def _playing(self, round_id: str, play: Play, match: Match) -> Playing:
        return Playing(
            round_id,
            Sitting(play, self._bots, self._slow),
            match,
            self._seats,
            self._keeper,
            self._supplies,
            self._later,
            self._end,
        )

    async def _end(self, after: Match) -> None:
        self.match = after
        await self._ended()


def _on_record(seat: Seat) -> RecordSeat:
    name = seat.chair.name
    return RecordSeat(name, name) if seat.chair.kind == "bot" else RecordSeat(_PERSON)
