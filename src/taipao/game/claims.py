"""An open decision: who is asked, who answered, and what comes of it (P4).

Answers are not events. They are collected in a value beside the round, and the outcome depends on
the answers alone, never on the order in which they arrive.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from taipao.errors import IllegalAction
from taipao.game.actions import Action, Chow, Kong, Pass, Pung, Win
from taipao.game.legal import asked, is_answer
from taipao.game.state import SEATS, Round

_RANK: dict[type[Action], int] = {Win: 3, Kong: 2, Pung: 2, Chow: 1}


class Outcome(Struct, frozen=True):
    """What a closed decision yields: one seat's action, or nobody's (proceed)."""

    seat: int | None = None
    action: Action | None = None


PROCEED = Outcome()


class Decision(Struct, frozen=True):
    """A decision of one seat (its turn) or of several (a claim window, a share-out tile).

    `id` is the number of the public event that opened it; `offers` holds the legal actions of
    every seat asked, `answers` what has come in.
    """

    id: int
    single: bool
    source: int
    offers: dict[int, tuple[Action, ...]]
    answers: dict[int, Action]

    @classmethod
    def open(cls, round_: Round) -> Decision:
        """Open the decision that a round stands at; nobody is asked where nobody can act."""
        board = round_.board
        return cls(board.number, board.phase == "turn", board.turn, asked(round_), {})

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that are asked and have not answered."""
        return tuple(seat for seat in self.offers if seat not in self.answers)

    def answer(self, seat: int, decision: int, action: Action) -> Decision:
        """Return the decision with one more answer.

        Raises `IllegalAction` with reason `stale` for another decision's number, `not_asked`,
        `answered` for a second answer, and `illegal` for an action that is not offered.
        """
        if decision != self.id:
            raise IllegalAction(f"the answer is to decision {decision}, open is {self.id}", "stale")
        if seat not in self.offers:
            raise IllegalAction(f"seat {seat} has nothing to answer", "not_asked")
        if seat in self.answers:
            raise IllegalAction(f"seat {seat} has answered already", "answered")
        if not is_answer(action) or action not in self.offers[seat]:
            raise IllegalAction(f"seat {seat} is not offered {action}", "illegal")
        return replace(self, answers={**self.answers, seat: action})

    def outcome(self) -> Outcome | None:
        """Return what the answers come to, or None while one still missing could change it."""
        if self.single:
            return next((Outcome(seat, action) for seat, action in self.answers.items()), None)
        best, best_seat = self._best(self.answers)
        if any(self._strongest(seat) > best for seat in self.waiting):
            return None
        return PROCEED if best_seat is None else Outcome(best_seat, self.answers[best_seat])

    def _best(self, answers: dict[int, Action]) -> tuple[tuple[int, int], int | None]:
        ranked = [
            (self._rank(seat, action), seat)
            for seat, action in answers.items()
            if not isinstance(action, Pass)
        ]
        return max(ranked, default=((0, 0), None))

    def _rank(self, seat: int, action: Action) -> tuple[int, int]:
        """Rank by kind, then by nearness after the source (P4)."""
        return _RANK.get(type(action), 0), SEATS - (seat - self.source) % SEATS

    def _strongest(self, seat: int) -> tuple[int, int]:
        return max(self._rank(seat, action) for action in self.offers[seat])
