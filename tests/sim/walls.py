"""Rule sets with some fields changed."""

from __future__ import annotations

from random import Random

from taipao.rules.ruleset import RuleSet, load_ruleset

FIELDS = {
    "chow": (True, False),
    "white_is_bonus": (True, False),
    "discard_wild": (True, False),
    "share_out": (True, False),
    "reserve": (0, 20, 40),
    "reserve_per_kong": ("each", "second"),
    "dealer_stays_on_win": (True, False),
    "dealer_stays_on_draw": (True, False),
    "kill_pig": ("three_and_one", "any_four", "off"),
    "four_winds_pair": (True, False),
    "bloom_through_bonus": (True, False),
    "opening_four_kong": (True, False),
    "ready": ("assist", "locked"),
    "ready_tai": (0, 3),
    "double_from": (0, 5, 13),
}


def some_ruleset(rng: Random) -> RuleSet:
    """Return one of the two rule sets, as it is or with some of its fields changed."""
    base = rng.choice(("standard", "alternate"))
    if rng.random() < 0.4:
        return load_ruleset(base)
    changed = {field: rng.choice(values) for field, values in FIELDS.items() if rng.random() < 0.4}
    return load_ruleset({"base": base, "set": changed})
