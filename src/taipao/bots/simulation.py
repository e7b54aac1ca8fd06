"""Whole rounds among four bots, each checked against what holds for every round.

Nothing is left to chance or to the clock: the seed decides the walls, the first dealer and what the
bots draw by lot, so the same arguments give the same records, byte for byte.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from taipao.bots import Bot, make
from taipao.bots.laws import check
from taipao.errors import RoundFault
from taipao.game.actions import CancelReady
from taipao.game.events import Event, RoundEnded
from taipao.game.match import Match
from taipao.game.play import Play
from taipao.game.record import Seat, header
from taipao.game.state import SEATS
from taipao.game.view import project
from taipao.rules.ruleset import RuleSet

_DOMAIN: Final = "taipao-sim-1"


class Played(Struct, frozen=True):
    """A round played to its end: its number from 1, its events, its result and its record."""

    number: int
    events: tuple[Event, ...]
    result: RoundEnded
    record: bytes


def simulate(ruleset: RuleSet, bots: Sequence[str], seed: int, rounds: int) -> Iterator[Played]:
    """Play a match of `rounds` rounds among four bots, named in seat order; yield round by round.

    Raises `BadRequest` for a bot that does not exist. A round that breaks a law, or off, raises
    `RoundFault` with its number and its record so far.
    """
    players = [make(name, _number(seed, f"bot {seat}")) for seat, name in enumerate(bots)]
    seats = [Seat(name, name) for name in bots]
    # The first dealer is drawn by lot (P12).
    match = Match(ruleset, _number(seed, "first dealer") % SEATS, length=rounds)
    while not match.over:
        first = header(
            ruleset,
            seats,
            number=match.round,
            dealer=match.dealer,
            secret=_bytes(seed, f"secret of round {match.round}"),
            contributions=(None,) * SEATS,
        )
        play = Play(first, ruleset=ruleset)
        try:
            events = play_out(play, players)
            record = play.record()
            check(play.round, events, record)
        except Exception as error:
            what = error if isinstance(error, RoundFault) else f"{type(error).__name__}: {error}"
            raise RoundFault(f"round {match.round}: {what}", play.unfinished()) from error
        result = play.round.board.result
        assert result is not None, "a checked round has a result"
        yield Played(match.round, events, result, record)
        match = match.after(result)


def play_out(play: Play, players: Sequence[Bot]) -> tuple[Event, ...]:
    """Play a round to its end, a bot in each seat, and return all its events."""
    events = list(play.opening)
    while not play.over:
        for seat in play.decision.waiting:
            events += _ask(play, seat, players[seat])
        happened = play.go_on()
        if happened is None:
            raise RoundFault("everybody has answered, yet the round does not go on")
        events += happened
    return tuple(events)


def _ask(play: Play, seat: int, player: Bot) -> list[Event]:
    """Ask a bot until it has answered; return the events of what it cancelled before (P7)."""
    events: list[Event] = []
    while seat in play.decision.waiting:
        decision = play.decision
        action = player.choose(project(play.round, seat), decision.offers[seat])
        if isinstance(action, CancelReady):
            events += play.cancel_ready(seat, "bot")
        else:
            play.answer(seat, decision.id, action, "bot")
    return events


def _bytes(seed: int, purpose: str) -> bytes:
    """Derive 32 bytes from the seed for one purpose alone."""
    return hashlib.sha256(f"{_DOMAIN} {seed} {purpose}".encode()).digest()


def _number(seed: int, purpose: str) -> int:
    return int.from_bytes(_bytes(seed, purpose)[:8], "big")
