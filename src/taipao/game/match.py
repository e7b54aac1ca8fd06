"""A match (整场): rounds one after another, the deal passing on, points adding up (P10, P12)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from taipao.game.events import RoundEnded
from taipao.game.state import SEATS
from taipao.rules.ruleset import RuleSet


class Match(Struct, frozen=True):
    """Where a match stands before its next round.

    `round` counts from 1, dealer's repeats included; `passes` counts how often the deal has moved
    on, four to a circle (圈). `length` is a number of rounds, or None for an open end. The first
    dealer is drawn by lot by whoever opens the match (P12).
    """

    ruleset: RuleSet
    dealer: int
    round: int = 1
    passes: int = 0
    points: tuple[int, ...] = (0,) * SEATS
    length: int | None = None

    @property
    def circle(self) -> int:
        """The circle the match is in, from 1."""
        return self.passes // SEATS + 1

    @property
    def over(self) -> bool:
        """Whether all rounds have been played."""
        return self.length is not None and self.round > self.length

    def after(self, result: RoundEnded) -> Match:
        """Return the match after a round."""
        return replace(
            self,
            dealer=result.next_dealer,
            round=self.round + 1,
            passes=self.passes + (result.next_dealer != self.dealer),
            points=tuple(a + b for a, b in zip(self.points, result.points, strict=True)),
        )
