"""Seeded requests of `taipao settle`: possible ones, and some that are not."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from .disturb import junk
from .random_ruleset import random_ruleset
from .settle import RATES

Body = dict[str, Any]


def settlement(rng: Random) -> Body:
    """Totals with many ties, and often too few coins."""
    highest = rng.choice((1, 3, 10, 60, 1000))
    body: Body = {
        "id": rng.choice((None, rng.randrange(1000), f"s{rng.randrange(1000)}")),
        "ruleset": random_ruleset(rng),
        "totals": [rng.randint(0, highest) for _ in range(4)],
        "winner": rng.choice((None, 0, 1, 2, 3)),
        "dealer": rng.randrange(4),
    }
    if rng.random() < 0.8:
        room = rng.choice(tuple(RATES))
        body["room"] = room
        if rng.random() < 0.8:
            most = rng.choice((1, 2 * highest, 6 * highest)) * RATES[room]
            body["balances"] = [rng.choice((0, rng.randint(0, most))) for _ in range(4)]
    for key in ("room", "balances"):
        if key not in body and rng.random() < 0.3:
            body[key] = None
    if body["ruleset"] == "standard" and rng.random() < 0.5:
        del body["ruleset"]
    return body


def disturbed(rng: Random) -> Body:
    body = settlement(rng)
    key = rng.choice(("ruleset", "totals", "winner", "dealer", "room", "balances"))
    change = rng.randrange(4)
    if change == 0:
        body.pop(key, None)
    elif change == 1 and isinstance(body.get(key), list):
        body[key][rng.randrange(4)] = junk(rng)
    elif change == 2 and isinstance(body.get(key), list):
        body[key] = (body[key] * 2)[: rng.choice((0, 3, 5))]
    else:
        body[key] = junk(rng)
    return body


def settlements(seed: int, number: int) -> Iterator[Body]:
    """Yield so many requests, one in five disturbed, the same for the same seed."""
    rng = Random(f"settle {seed}")
    for _ in range(number):
        yield (disturbed if rng.random() < 0.2 else settlement)(rng)
