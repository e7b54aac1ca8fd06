"""Whole rounds of every kind, decided by a number: rule sets, walls and players at random."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from msgspec import Struct

from taipao.game.engine import evolve, undealt
from taipao.game.events import Event
from taipao.game.record import EventLine, read
from taipao.game.state import Round
from taipao.rules.ruleset import RuleSet, load_ruleset
from taipao.tiles import TileName
from tests.reference.random_ruleset import random_value
from tests.reference.ruleset import FIELDS

from .players import at_random, clustered, opened, played, to_win


class Played(Struct, frozen=True):
    """A round played to its end; `wall` is null where the header gives it."""

    ruleset: RuleSet
    record: bytes
    wall: tuple[TileName, ...] | None
    end: Round

    def events(self) -> list[tuple[int, Event]]:
        """Return every event with the line of the record it stands in."""
        lines = enumerate(read(self.record).lines, start=2)
        return [(number, line.event) for number, line in lines if isinstance(line, EventLine)]

    def after_each(self) -> list[tuple[int, Event, Round]]:
        """Return every event with its line and the round after it."""
        round_ = undealt(self.ruleset, self.end.wall)
        found = []
        for number, event in self.events():
            round_ = evolve(round_, event)
            found.append((number, event, round_))
        return found


def random_spec(random: Random) -> Any:
    """Return a rule set, the fields of play changed more often than not."""
    base = random.choice(("standard", "alternate"))
    if random.random() < 0.3:
        return base
    changes: dict[str, Any] = {}
    for field in random.sample(sorted(FIELDS[base]), random.randint(1, 5)):
        changes[field] = random_value(random, field, FIELDS[base][field])
    if "reserve" in changes:
        # Small enough that something is played, and now and then more than the wall holds.
        changes["reserve"] = random.choice((0, 1, 10, 30, 50, 60, 65, 1000))
    return {"base": base, "set": changes}


@lru_cache(64)
def round_of(seed: int) -> Played:
    """Play the round of a number: every other one on an ordinary wall."""
    random = Random(seed)
    ruleset = load_ruleset(random_spec(random))
    wall = clustered(random) if seed % 2 else None
    choosers = [random.choice((at_random, to_win, to_win)) for _ in range(4)]
    game = played(opened(ruleset, random, wall=wall), random, choosers)
    return Played(ruleset, game.record(), wall, game.round)
