"""Adds up the rounds of a simulation."""

from __future__ import annotations

from collections import Counter
from typing import Any

from taipao.bots.simulation import Played
from taipao.game.events import Discarded, Won
from taipao.game.state import SEATS


class Tally:
    """What happened over many rounds. `add` every round, then ask for the `summary`."""

    def __init__(self) -> None:
        self.rounds = 0
        self._wins = [0] * SEATS
        self._points = [0] * SEATS
        self._ways: Counter[str] = Counter()
        self._tai = 0
        self._total = 0
        self._doubled = 0
        self._rules: dict[str, Counter[str]] = {}
        self._discards: list[int] = []

    def add(self, played: Played) -> None:
        """Add one round."""
        self.rounds += 1
        result = played.result
        self._discards.append(sum(isinstance(event, Discarded) for event in played.events))
        self._points = [a + b for a, b in zip(self._points, result.points, strict=True)]
        if result.winner is None or result.sheets is None:
            return
        self._wins[result.winner] += 1
        winner = result.sheets[result.winner]
        self._tai += winner.tai
        self._total += winner.total
        self._doubled += winner.doubled
        won = next(event for event in played.events if isinstance(event, Won))
        self._ways[won.by] += 1
        self._ways["share_out"] += won.share_out
        self._ways["without_shape"] += winner.shape == "kill_pig"
        for seat, sheet in enumerate(result.sheets):
            role = "winner" if seat == result.winner else "others"
            for item in sheet.items:
                self._rules.setdefault(item.rule, Counter())[role] += 1

    def summary(self) -> dict[str, Any]:
        """Return the figures, means over wins or rounds rounded to two places.

        `rules` counts the items of each rule id on the winners' sheets and on the others'.
        """
        wins = sum(self._wins)
        return {
            "rounds": self.rounds,
            "wins": wins,
            "draws": self.rounds - wins,
            "wins_by_seat": list(self._wins),
            "points_by_seat": list(self._points),
            "self_draw": self._ways["self_draw"],
            "discard": self._ways["discard"],
            "robbed_kong": self._ways["robbed_kong"],
            "share_out": self._ways["share_out"],
            "without_shape": self._ways["without_shape"],
            "doubled": self._doubled,
            "mean_tai": _mean(self._tai, wins),
            "mean_total": _mean(self._total, wins),
            "mean_discards": _mean(sum(self._discards), self.rounds),
            "longest_discards": max(self._discards, default=0),
            "rules": {
                rule: {role: self._rules[rule][role] for role in ("winner", "others")}
                for rule in sorted(self._rules, key=_in_order)
            },
        }


def _mean(total: int, number: int) -> float:
    return round(total / number, 2) if number else 0.0


def _in_order(rule: str) -> tuple[str, int, str]:
    """Order B1, B2, …, B10 as numbers, not as text."""
    digits = "".join(character for character in rule if character.isdigit())
    return rule[0], int(digits or 0), rule
