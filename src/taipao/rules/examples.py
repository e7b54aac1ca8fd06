"""A worked example of every figure of every rule, scored by the engine that scores the game.

The hands stand in `examples.toml`; what they are worth is never written down, so that it cannot
differ from what is paid. Where a rule set does not allow a hand, or pays nothing for what it shows,
the next one is taken, or none.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from taipao.errors import BadRequest, NotAWin
from taipao.rules.position import SEAT_WINDS
from taipao.rules.requests import ScoreMeld, ScoreRequest, ScoreWin, position_of
from taipao.rules.ruleset import RuleSet
from taipao.rules.scoring import Score
from taipao.tiles import NAMES, parse


class Example(Struct, frozen=True):
    """A hand that has a rule. ``tai`` is what its items of that rule give together.

    ``part`` is the place of the figure in the rule's row; ``shows`` are the tiles that it is about,
    none for the whole hand.
    """

    rule: str
    part: int
    shows: str
    tai: int
    request: ScoreRequest
    score: Score


def examples(ruleset: RuleSet) -> tuple[Example, ...]:
    """Return an example for every figure of a rule set that some hand shows, rule by rule."""
    return tuple(
        found
        for rule, given in _entries().items()
        for part in sorted({entry.get("part", 0) for entry in given})
        if (found := next(_scored(rule, part, ruleset), None)) is not None
    )


@cache
def _entries() -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))


def _scored(rule: str, part: int, ruleset: RuleSet) -> Iterator[Example]:
    """Yield the examples of a figure that the rule set allows and pays."""
    for entry in _entries()[rule]:
        if entry.get("part", 0) != part:
            continue
        request = request_of(entry, ruleset)
        try:
            score = position_of(request).score()
        except (BadRequest, NotAWin):
            continue
        tai = sum(item.tai for item in score.items if item.rule == rule)
        if tai:
            yield Example(rule, part, entry["shows"], tai, request, score)


def request_of(entry: Mapping[str, Any], ruleset: RuleSet) -> ScoreRequest:
    """Write an entry of `examples.toml` as a request to score."""
    first, second = (NAMES[tile] for tile in parse(entry.get("indicators", "9m9p")))
    win = None
    if "win" in entry:
        win = ScoreWin(
            entry["win"],
            entry.get("by", "discard"),
            entry.get("after"),
            entry.get("kong_tile"),
            entry.get("opening"),
            entry.get("share_out", False),
            entry.get("ready", False),
        )
    return ScoreRequest(
        indicators=(first, second),
        seat_wind=entry.get("seat", SEAT_WINDS[1]),
        hand=entry["hand"],
        melds=tuple(ScoreMeld(*meld.split(":")) for meld in entry.get("melds", ())),
        bonus=entry.get("bonus", ""),
        win=win,
        ruleset=ruleset.spec(),
    )
