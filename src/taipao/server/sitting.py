"""A round at a table: its master, the programs that play some seats, and what has to pass first.

Nothing here waits or sends: the table asks what is due and says when it has passed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

from taipao.bots import Bot
from taipao.bots.greedy import GreedyBot
from taipao.game.actions import Action, Chooser, Discard
from taipao.game.engine import automatic
from taipao.game.events import Event, is_numbered
from taipao.game.legal import is_answer
from taipao.game.play import Play
from taipao.game.state import Round
from taipao.game.view import View, project

Due = Literal["thought", "pause"]

AUTOPILOT: Final[Bot] = GreedyBot()
"""Who plays for a person that does not; it remembers nothing, so all seats share it."""


class Numbered(Struct, frozen=True):
    """An event with its public number, or without where it is private as a whole."""

    number: int | None
    event: Event


class Question(Struct, frozen=True):
    """What a slow bot is asked at a decision. Its view stays the same as long as that is open."""

    seat: int
    bot: Bot
    decision: int
    view: View
    offers: tuple[Action, ...]


class Sitting:
    """A round in progress, some of its seats being played by programs.

    `due` says what has to pass before `go_on` is called: the `thought` before a program or a ready
    seat acts, the `pause` before anything comes of an offered tile, or None where only persons are
    owed an answer or the round is over. `due_number` counts what has fallen due so far. Neither
    depends on who could claim what, until the pause has passed.

    The bots of `slow` seats are not asked here: what they choose is handed in.
    """

    def __init__(self, play: Play, bots: Mapping[int, Bot], slow: Collection[int] = ()) -> None:
        self.play = play
        self._bots = bots
        self._slow = slow
        self._autopilots: set[int] = set()
        self._passed = False
        self._answers = 0
        self.due: Due | None = None
        self.due_number = 0
        self._look()

    @property
    def round(self) -> Round:
        """The round as it stands."""
        return self.play.round

    def view(self, seat: int) -> View:
        """Return what `seat` sees."""
        return project(self.play.round, seat)

    def happened_since(self, last: int) -> tuple[Numbered, ...]:
        """Return every event after the public one with the number `last`."""
        events = number(self.play.events)
        place = next((i for i, one in enumerate(events) if one.number == last), len(events))
        return events[place + 1 :]

    @property
    def asked(self) -> dict[int, tuple[Action, ...]]:
        """What persons are asked now: the legal actions of each seat that is."""
        if self.play.over or automatic(self.round) is not None:
            return {}
        decision, driven = self.play.decision, self._bots.keys() | self._autopilots
        return {seat: decision.offers[seat] for seat in decision.waiting if seat not in driven}

    @property
    def questions(self) -> tuple[Question, ...]:
        """What slow bots are asked now: `go_on` needs their choices."""
        if not self._slow or self.play.over:
            return ()
        decision = self.play.decision
        seats = [seat for seat in decision.waiting if seat in self._slow]
        if not seats or automatic(self.round) is not None:
            return ()
        return tuple(
            Question(seat, self._bots[seat], decision.id, self.view(seat), decision.offers[seat])
            for seat in seats
        )

    @property
    def asks_again(self) -> bool:
        """Whether `go_on` has to be called again at once: a slow bot took its declaration back."""
        return self.due is None and bool(self.questions)

    def answer(self, seat: int, decision: int, action: Action) -> None:
        """Take a person's answer; `resolve` is next.

        Raises `IllegalAction`, as `Decision.answer` does, and changes nothing.
        """
        self.play.answer(seat, decision, action, "player")
        self._answers += 1

    def time_out(self, seat: int) -> None:
        """Answer in place of a person whose time is up; `resolve` is next."""
        self._choose(seat, AUTOPILOT, "clock")

    def set_autopilot(self, seat: int, *, on: bool) -> None:
        """Let the autopilot play a person's seat, or the person again; `resolve` is next."""
        if on:
            self._autopilots.add(seat)
        else:
            self._autopilots.discard(seat)
        self._look()

    def cancel_ready(self, seat: int) -> tuple[Numbered, ...]:
        """Take back a person's declaration, at any time, and return what comes of it.

        Raises `IllegalAction` if there is nothing to take back.
        """
        happened = self._cancel_ready(seat, "player")
        self._look()
        return happened + self.resolve()

    def go_on(self, choices: Mapping[int, Action] = MappingProxyType({})) -> tuple[Numbered, ...]:
        """Let the programs answer, what was due having passed, and return what comes of it.

        `choices` has that of each seat among the `questions`.
        """
        self._passed = True
        self.due = None
        happened: tuple[Numbered, ...] = ()
        if automatic(self.round) is None:
            for seat in self.play.decision.waiting:
                if seat in self._slow:
                    happened += self._carry_out(seat, choices[seat], "bot")
                elif seat in self._bots:
                    happened += self._choose(seat, self._bots[seat], "bot")
                elif seat in self._autopilots:
                    happened += self._choose(seat, AUTOPILOT, "autopilot")
        return happened + self.resolve()

    def take_answers(self) -> int:
        """Return how many answers have been taken since this was asked last."""
        answers, self._answers = self._answers, 0
        return answers

    def resolve(self) -> tuple[Numbered, ...]:
        """Return what the answers come to: nothing while one is owed or something is due."""
        if self.due is not None:
            return ()
        last = self.round.board.number
        events = self.play.go_on()
        if events is None:
            return ()
        self._passed = False
        self._look()
        return number(events, last)

    def _choose(self, seat: int, bot: Bot, by: Chooser) -> tuple[Numbered, ...]:
        """Ask a program until it has answered; taking back a declaration is no answer (P7)."""
        happened: tuple[Numbered, ...] = ()
        while seat in self.play.decision.waiting:
            offers = self.play.decision.offers[seat]
            if by != "bot":
                # To declare ready is the person's own to decide.
                offers = tuple(a for a in offers if not (isinstance(a, Discard) and a.ready))
            happened += self._carry_out(seat, bot.choose(self.view(seat), offers), by)
        return happened

    def _carry_out(self, seat: int, action: Action, by: Chooser) -> tuple[Numbered, ...]:
        if not is_answer(action):
            return self._cancel_ready(seat, by)
        self.play.answer(seat, self.play.decision.id, action, by)
        self._answers += 1
        return ()

    def _cancel_ready(self, seat: int, by: Chooser) -> tuple[Numbered, ...]:
        last = self.round.board.number
        return number(self.play.cancel_ready(seat, by), last)

    def _look(self) -> None:
        """See what has to pass next."""
        due = self._next_due()
        if due != self.due:
            self.due = due
            self.due_number += due is not None

    def _next_due(self) -> Due | None:
        phase = self.round.board.phase
        if phase in ("claims", "share_out") and not self._passed:
            return "pause"
        if phase == "ended":
            return None
        waiting = self.play.decision.waiting
        driven = any(seat in self._bots or seat in self._autopilots for seat in waiting)
        if driven or automatic(self.round) is not None:
            return "thought"
        return None


def number(events: Sequence[Event], last: int = 0) -> tuple[Numbered, ...]:
    """Give events their public numbers; `last` is that of the public event before them."""
    happened = []
    for event in events:
        last += is_numbered(event)
        happened.append(Numbered(last if is_numbered(event) else None, event))
    return tuple(happened)
