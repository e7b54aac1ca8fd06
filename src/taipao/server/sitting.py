"""A round at a table: its master, the bots in some seats, and what has to pass before it goes on.

Nothing here waits or sends: the table asks what is due and says when it has passed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from taipao.bots import Bot
from taipao.game.actions import Action
from taipao.game.engine import automatic
from taipao.game.events import Event, is_numbered
from taipao.game.legal import is_answer
from taipao.game.play import Play
from taipao.game.state import Round
from taipao.game.view import View, project
from taipao.server.store import Numbered

Due = Literal["thought", "pause"]


class Sitting:
    """A round in progress, with bots in some of its seats.

    `due` says what has to pass before `go_on` is called: the `thought` before a bot or a ready
    seat acts, the `pause` before anything comes of an offered tile, or None where a person has the
    turn or the round is over. It does not depend on who could claim what.
    """

    def __init__(self, play: Play, bots: Mapping[int, Bot]) -> None:
        self.play = play
        self._bots = bots
        self.due: Due | None = self._next_due()

    @property
    def round(self) -> Round:
        """The round as it stands."""
        return self.play.round

    def view(self, seat: int) -> View:
        """Return what `seat` sees."""
        return project(self.play.round, seat)

    def offers(self, seat: int) -> tuple[Action, ...]:
        """Return what `seat` is asked now: its legal actions, or nothing if it is not asked."""
        decision = self.play.decision
        if self.play.over or automatic(self.round) is not None or seat not in decision.waiting:
            return ()
        return decision.offers[seat]

    def answer(self, seat: int, decision: int, action: Action) -> None:
        """Take a person's answer; `resolve` is next.

        Raises `IllegalAction`, as `Decision.answer` does, and changes nothing.
        """
        self.play.answer(seat, decision, action, "player")

    def cancel_ready(self, seat: int) -> tuple[Numbered, ...]:
        """Take back a person's declaration, at any time, and return what comes of it.

        Raises `IllegalAction` if there is nothing to take back.
        """
        last = self.round.board.number
        events = self.play.cancel_ready(seat, "player")
        if self.round.board.turn == seat:
            self.due = self._next_due()
        return number(events, last)

    def go_on(self) -> tuple[Numbered, ...]:
        """Let the bots answer, what was due having passed, and return what comes of it."""
        self.due = None
        happened: tuple[Numbered, ...] = ()
        if automatic(self.round) is None:
            for seat in self._bots:
                happened += self._let_answer(seat)
        return happened + self.resolve()

    def resolve(self) -> tuple[Numbered, ...]:
        """Return what the answers come to: nothing while one is owed or something is due."""
        if self.due is not None:
            return ()
        last = self.round.board.number
        events = self.play.go_on()
        if events is None:
            return ()
        self.due = self._next_due()
        return number(events, last)

    def _let_answer(self, seat: int) -> tuple[Numbered, ...]:
        """Ask a bot until it has answered; taking back a declaration is no answer (P7)."""
        happened: tuple[Numbered, ...] = ()
        while seat in self.play.decision.waiting:
            decision = self.play.decision
            action = self._bots[seat].choose(self.view(seat), decision.offers[seat])
            if is_answer(action):
                self.play.answer(seat, decision.id, action, "bot")
            else:
                happened += number(self.play.cancel_ready(seat, "bot"), self.round.board.number)
        return happened

    def _next_due(self) -> Due | None:
        board = self.round.board
        if board.phase in ("claims", "share_out"):
            return "pause"
        if board.phase == "turn" and (
            board.turn in self._bots or automatic(self.round) is not None
        ):
            return "thought"
        return None


def number(events: Sequence[Event], last: int = 0) -> tuple[Numbered, ...]:
    """Give events their public numbers; `last` is that of the public event before them."""
    happened = []
    for event in events:
        last += is_numbered(event)
        happened.append(Numbered(last if is_numbered(event) else None, event))
    return tuple(happened)
