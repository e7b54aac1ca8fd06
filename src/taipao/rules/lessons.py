"""How to play, in a few lessons for somebody new, as the game is under one rule set.

The sentences and figures stand in `lessons.toml`; what the worked hand is worth, and who pays whom
for it, is the engine's answer.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from taipao.rules.examples import request_of
from taipao.rules.explained import Passage, explain_rules, figures_of
from taipao.rules.fields import values
from taipao.rules.position import SEAT_WINDS
from taipao.rules.requests import ScoreRequest, position_of
from taipao.rules.ruleset import RuleSet
from taipao.rules.scoring import Score
from taipao.rules.settlement import payments, settle

Button = Literal["chow", "pung", "kong", "ready", "win", "pass"]


class Text(Struct, frozen=True):
    """A sentence or two in both languages."""

    zh: str
    en: str


class Figure(Struct, frozen=True):
    """Groups of tiles and what they show; `wild` are the wild ones among them."""

    groups: tuple[str, ...]
    zh: str
    en: str
    wild: str = ""
    button: Button | None = None


class Worked(Struct, frozen=True):
    """A winning hand and what it is worth."""

    request: ScoreRequest
    score: Score


class Payments(Struct, frozen=True):
    """Who pays whom, ``matrix[payer][receiver]``, seats from the dealer on, and what is left.

    `tai` are those of the four, the winner's after doubling; `points` what each wins or loses.
    """

    winner: int
    tai: tuple[int, ...]
    matrix: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]


class Lesson(Struct, frozen=True):
    """One lesson: a few sentences, and what shows them."""

    id: str
    zh: str
    en: str
    sentences: tuple[Text, ...]
    figures: tuple[Figure, ...]
    worked: Worked | None
    payments: Payments | None


class Chapter(Struct, frozen=True):
    """Rules that belong together, in the order in which they are read."""

    id: str
    zh: str
    en: str
    rules: tuple[str, ...]


def lessons(ruleset: RuleSet) -> tuple[Lesson, ...]:
    """Return the lessons for a rule set, in the order in which they are read."""
    found: list[Lesson] = []
    worked: Worked | None = None
    for entry in _text()["lessons"]:
        if "worked" in entry:
            worked = _worked(entry["worked"], ruleset)
        found.append(
            Lesson(
                entry["id"],
                entry["zh"],
                entry["en"],
                _told(entry["sentences"], ruleset),
                _figures(entry.get("figures", ()), ruleset),
                worked if "worked" in entry else None,
                _payments(entry["payments"], worked) if "payments" in entry and worked else None,
            )
        )
    return tuple(found)


def chapters(ruleset: RuleSet) -> tuple[Chapter, ...]:
    """Return the rules by what they are about, those that the rule set has."""
    there = {one.rule for one in explain_rules(ruleset)}
    return tuple(
        Chapter(
            entry["id"],
            entry["zh"],
            entry["en"],
            tuple(rule for rule in entry["rules"] if rule in there),
        )
        for entry in _text()["chapters"]
    )


@cache
def _text() -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads(Path(__file__).with_name("lessons.toml").read_text("utf-8"))


def _told(sentences: Sequence[Mapping[str, Any]], ruleset: RuleSet) -> tuple[Text, ...]:
    """Return the sentences that hold under a rule set, its figures filled in."""
    plain = values(ruleset)
    zh, en = figures_of(ruleset, "zh"), figures_of(ruleset, "en")
    passages = (Passage(**sentence) for sentence in sentences)
    return tuple(
        Text(one.zh.format_map(zh), one.en.format_map(en)) for one in passages if one.holds(plain)
    )


def _figures(entries: Sequence[Mapping[str, Any]], ruleset: RuleSet) -> tuple[Figure, ...]:
    plain = values(ruleset)
    return tuple(
        Figure(
            tuple(entry["groups"]),
            entry["zh"],
            entry["en"],
            entry.get("wild", ""),
            entry.get("button"),
        )
        for entry in entries
        if all(plain.get(field) == value for field, value in entry.get("when", {}).items())
    )


def _worked(entry: Mapping[str, Any], ruleset: RuleSet) -> Worked:
    request = request_of(entry, ruleset)
    return Worked(request, position_of(request).score())


def _payments(tai: list[int], worked: Worked) -> Payments:
    """Settle the worked hand among four of whom the others have these tai."""
    winner = SEAT_WINDS.index(worked.request.seat_wind)
    totals = [worked.score.total if seat == winner else one for seat, one in enumerate(tai)]
    return Payments(winner, tuple(totals), payments(totals, winner, 0), settle(totals, winner, 0))
