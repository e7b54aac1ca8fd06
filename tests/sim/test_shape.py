"""Compiled win check, distance, useful tiles and waits against those in Python."""

from __future__ import annotations

from random import Random

import numpy as np

from taipao.hand import Hand
from taipao.rules import waits as rules
from taipao.rules.ruleset import load_ruleset
from taipao.sim import shape
from taipao.sim.positions import counts_of, wild_flags
from taipao.sim.tables import suit_tables
from taipao.tiles import COPIES, FACES, FACES_OF, KIND, WHITE, wild_faces

TABLES = suit_tables()
WALL = [face for face in range(FACES) for _ in range(COPIES[face])]


def test_hands_of_any_size_are_read_alike() -> None:
    rng = Random(3)
    rulesets = [
        load_ruleset({"base": "standard", "set": {"white_is_bonus": bonus}})
        for bonus in (True, False)
    ]
    keys, found, kinds = np.zeros(4, np.int64), np.zeros(34, np.int64), np.zeros(36, np.uint8)
    for _ in range(3_000):
        indicators = rng.choice(WALL), rng.choice(WALL)
        if indicators[0] == indicators[1] >= 34:
            continue
        ruleset = rng.choice(rulesets)
        wild = wild_faces(indicators)
        melds = rng.randrange(6)
        # Few kinds, so that hands come near the shape.
        pool = rng.sample(range(34), rng.choice((5, 8, 34)))
        able = [face for face in WALL if KIND[face] in pool or face in wild]
        able = [face for face in able if face < 34 or face in wild]
        if not ruleset.white_is_bonus or WHITE in wild:
            pass
        else:
            able = [face for face in able if face != WHITE]
        for indicator in indicators:
            if indicator in able:
                able.remove(indicator)
        size = 16 - 3 * melds + rng.randrange(2)
        if len(able) < size:
            continue
        hand = Hand.of(rng.sample(able, size), wild)
        counts, flags = counts_of(hand), wild_flags(indicators)
        first, second = KIND[indicators[0]], KIND[indicators[1]]
        complete = shape.is_complete(TABLES, counts, first, second, melds, keys)
        assert complete == rules.is_complete(hand, melds)
        far = shape.distance(TABLES, counts, first, second, melds, keys)
        assert far == rules.distance(hand, melds)
        wilds = shape.read_keys(counts, first, second, keys)
        assert (tuple(keys), wilds) == (hand.keys, hand.wilds)
        bonus = ruleset.white_is_bonus
        shape.useful(TABLES, counts, flags, keys, wilds, melds, bonus, found, kinds)
        expected = rules.useful(hand, melds, white_is_bonus=bonus)
        assert tuple(np.flatnonzero(kinds)) == expected
        taken = np.zeros(36, np.int8)
        for face in (*hand.tiles(), *indicators):
            taken[KIND[face]] += 1
        if melds == 0 and hand.size == 16:
            number = shape.waits(TABLES, counts, flags, keys, wilds, 0, taken, bonus, found, kinds)
            waiting = rules.waits(ruleset, indicators, hand, ())
            assert tuple(np.flatnonzero(kinds)) == waiting
            assert number == len(waiting)
    assert all(FACES_OF[kind] for kind in range(36))
