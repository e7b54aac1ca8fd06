"""Rule sets at random: by name, or with some fields changed."""

from __future__ import annotations

from random import Random
from typing import Any

from .ruleset import FIELDS, NAMED_VALUES, TAI


def random_ruleset(rng: Random) -> str | dict[str, Any]:
    base = rng.choice(tuple(TAI))
    if rng.random() < 0.6:
        return base
    changes = dict(change(rng, base) for _ in range(rng.choice((0, 1, 1, 2, 3, 5))))
    if rng.random() < 0.1:
        changes |= {f"tai.{rule}": random_tai(rng, row) for rule, row in TAI[base].items()}
    spec: dict[str, Any] = {"base": base, "set": changes}
    return spec


def change(rng: Random, base: str) -> tuple[str, Any]:
    """Return a field, or a row of tai, and a value that it may have."""
    if rng.random() < 0.5:
        rule = rng.choice(tuple(TAI[base]))
        return f"tai.{rule}", random_tai(rng, TAI[base][rule])
    field = rng.choice(tuple(FIELDS[base]))
    return field, random_value(rng, field, FIELDS[base][field])


def random_tai(rng: Random, row: int | list[int]) -> int | list[int]:
    if isinstance(row, list):
        return [random_number(rng) for _ in row]
    return random_number(rng)


def random_number(rng: Random) -> int:
    return rng.choice((0, 0, 1, 2, 3, 5, rng.randrange(30), rng.randint(0, 1000), 1000))


def random_value(rng: Random, field: str, default: object) -> object:
    if field in NAMED_VALUES:
        return rng.choice(NAMED_VALUES[field])
    if field == "earthly":
        ways = ["first_discard", "first_draw"]
        return rng.sample(ways, rng.randrange(3))
    if isinstance(default, bool):
        return rng.random() < 0.5
    return random_number(rng)
