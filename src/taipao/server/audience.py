"""The four seats of a table as its task sees them: who sits there, and what each is told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from taipao.game.events import PUBLIC, redact
from taipao.rules.settlement import rank
from taipao.server.guard import Bucket
from taipao.server.hints import OwnWaits
from taipao.server.outbox import Outbox
from taipao.server.protocol import (
    Decision,
    ErrorCode,
    Happened,
    Phrase,
    Player,
    Refused,
    Said,
    Seats,
    ServerMessage,
    Waits,
    encode,
)
from taipao.server.sitting import Numbered
from taipao.server.tablestate import Chair, Clock, Watch
from taipao.server.thinking import Thinking
from taipao.server.watchers import Watchers

NO_WAITS: Final = Waits((), can_cancel_ready=False)

_PHRASE_RATE: Final = 0.25
"""How many phrases a second a seat may say, those of some seconds at once."""

_PHRASE_SECONDS: Final = 12

_HINT_RATE: Final = 1.0
"""How many requests for hints a second a seat may make, those of some seconds at once."""

_HINT_SECONDS: Final = 8


class Seat:
    """One seat: its chair, its socket if one is there, and what it has been told last.

    `asked` is the decision that is open for the person, and `asking` counts how often one was
    opened, so that its `timer` knows its own. Time does not run while the person is `expected` back
    after a restart; `absence` runs while it has no socket and others wait for it; `gone` is when
    the last one went, or else when the person had the seat, by the monotonic clock. On `autopilot`
    it is `veiled` while others must not be told: its time ran out in a choice that they know
    nothing of. `ready` and `contribution` are for the next round. `leaving` is a person who gives
    the seat up when the round is over, `dissolving` one who wants to end the match. `coins` and
    `rank_points` are the person's, None where they are not known or do not count. `phrases` limits
    how much it says and `hints` how often it asks for some; `advised` is the socket for which hints
    are being worked out.
    """

    def __init__(self, index: int, chair: Chair, clock: Clock) -> None:
        self.index = index
        self.chair = chair
        self.outbox: Outbox | None = None
        self.autopilot = False
        self.leaving = False
        self.dissolving = False
        self.coins: int | None = None
        self.rank_points: int | None = None
        self.veiled = False
        self.expected = False
        self.ready = False
        self.contribution: bytes | None = None
        self.thinking = Thinking(clock)
        self.asked: Decision | None = None
        self.asking = 0
        self.timer: asyncio.TimerHandle | None = None
        self.absence: asyncio.TimerHandle | None = None
        self.gone = time.monotonic()
        self.own_waits = OwnWaits()
        self.waits = NO_WAITS
        self.shown: tuple[Player, ...] = ()
        self.phrases = Bucket(_PHRASE_RATE, seconds=_PHRASE_SECONDS)
        self.hints = Bucket(_HINT_RATE, seconds=_HINT_SECONDS)
        self.advised: Outbox | None = None

    @property
    def is_person(self) -> bool:
        """Whether a person sits here."""
        return self.chair.kind == "player"

    @property
    def on_known_autopilot(self) -> bool:
        """Whether the autopilot plays the seat, and others know of it."""
        return self.autopilot and not self.veiled

    @property
    def player(self) -> Player:
        """What all are told of the seat."""
        if not self.is_person:
            return Player(self.chair.kind, self.chair.name, connected=self.chair.kind == "bot")
        return Player(
            "player",
            self.chair.name,
            self.outbox is not None,
            self.on_known_autopilot,
            self.ready,
            self.chair.account,
            self.chair.program,
            self.leaving,
            self.coins,
            self.rank_points,
            None if self.rank_points is None else rank(self.rank_points),
            self.dissolving,
        )

    def give_to(self, chair: Chair) -> None:
        """Let somebody else have the seat between two rounds; its socket is not theirs."""
        self.chair = chair
        self.gone = time.monotonic()
        self.outbox = self.coins = self.rank_points = self.contribution = None
        self.autopilot = self.veiled = self.leaving = self.dissolving = self.ready = False

    def post(self, message: ServerMessage) -> None:
        """Send a message, if somebody is there."""
        if self.outbox is not None:
            self.outbox.post(message)

    def refuse(self, code: ErrorCode, message: str, decision: int | None = None) -> None:
        """Say that something was not accepted."""
        self.post(Refused(code, message, decision))


class Audience:
    """All four seats of a table, and who watches it."""

    def __init__(self, chairs: Sequence[Chair], clock: Clock, watch: Watch) -> None:
        self._seats = tuple(Seat(index, chair, clock) for index, chair in enumerate(chairs))
        self.watchers = Watchers(watch)
        self._shown: tuple[Player, ...] = ()
        self.note_shown()

    def __iter__(self) -> Iterator[Seat]:
        return iter(self._seats)

    def __getitem__(self, index: int) -> Seat:
        return self._seats[index]

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats of persons."""
        return tuple([seat for seat in self._seats if seat.chair.kind == "player"])

    @property
    def chairs(self) -> tuple[Chair, Chair, Chair, Chair]:
        """Whose the seats are."""
        first, second, third, fourth = (seat.chair for seat in self._seats)
        return first, second, third, fourth

    @property
    def accounts(self) -> tuple[str | None, str | None, str | None, str | None]:
        """Who sits there; None for bots."""
        first, second, third, fourth = (seat.chair.account for seat in self._seats)
        return first, second, third, fourth

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits where, as all may know it."""
        return tuple(seat.player for seat in self._seats)

    def arrange(self, order: Sequence[int]) -> None:
        """Let people change places before a match: in `order` stands whose seat each one was."""
        self._seats = tuple(self._seats[seat] for seat in order)
        for index, seat in enumerate(self._seats):
            seat.index = index

    def players_for(self, seat: Seat) -> tuple[Player, ...]:
        """Return who sits where as one seat may know it, who knows all of itself."""
        return _as_seen(seat, self.players)

    def of(self, outbox: Outbox) -> Seat | None:
        """Return the seat that a socket has, if it still has one."""
        return next((seat for seat in self._seats if seat.outbox is outbox), None)

    def post(self, message: ServerMessage) -> None:
        """Send a message to all."""
        for seat in self._seats:
            seat.post(message)
        self.watchers.post(message)

    def say(self, seat: Seat, phrase: Phrase) -> None:
        """Tell all who see the table what a seat says, unless it says too much."""
        if seat.phrases.try_take():
            seat.refuse("too_fast", "you say too much: this was not passed on")
            return
        said = Said(seat.index, phrase)
        for one in self._seats:
            one.post(said)
        self.watchers.show_said(said)

    def show_players(self, but: Seat | None = None) -> None:
        """Tell all, or all but one that knows, if anything about the seats has changed."""
        players = self.players
        if players == self._shown:
            # The very same: most often nothing has changed, and that is to be seen at once.
            players = self._shown
        for seat in self._seats:
            seen = _as_seen(seat, players)
            if seen is not seat.shown and seen != seat.shown:
                seat.shown = seen
                if seat is not but:
                    seat.post(Seats(seen))
        if players is not self._shown:
            self._shown = players
            self.watchers.post(Seats(players))

    def note_shown(self) -> None:
        """Note that all are told how the seats are by another message."""
        self._shown = self.players
        for seat in self._seats:
            seat.shown = _as_seen(seat, self._shown)

    def show(self, happened: Sequence[Numbered], to: Sequence[Seat] | None = None) -> None:
        """Send seats, or all and who watches, what each may see; written once where it is equal."""
        seats = self._seats if to is None else to
        listening = [seat for seat in seats if seat.outbox is not None]
        for one in happened:
            everyone = (
                encode(Happened(one.number, one.event)) if one.event.privacy is PUBLIC else b""
            )
            for seat in listening:
                assert seat.outbox is not None, "only the table's task gives and takes seats"
                if everyone:
                    seat.outbox.post_text(everyone)
                elif (event := redact(one.event, seat.index)) is not None:
                    seat.outbox.post(Happened(one.number, event))
            if to is None:
                self.watchers.show(one)


def _as_seen(seat: Seat, players: tuple[Player, ...]) -> tuple[Player, ...]:
    if not seat.veiled:
        return players
    own = replace(players[seat.index], autopilot=seat.autopilot)
    return (*players[: seat.index], own, *players[seat.index + 1 :])
