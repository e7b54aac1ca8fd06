"""The compiled score against the one in Python, under rule sets with any figures changed."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from taipao.errors import NotAWin
from taipao.rules.items import Item
from taipao.rules.ruleset import load_ruleset
from taipao.rules.scoring import score_other, score_winner
from taipao.sim import score
from taipao.sim.positions import counts_of, key_of, seat_of
from taipao.sim.ruledata import COLUMNS, IDS, rule_data
from taipao.sim.shape import read_keys
from taipao.sim.tables import suit_tables
from tests.rules.dealing import deal
from tests.rules.test_best_reading import some_ruleset

TABLES = suit_tables()


def by_rule(items: tuple[Item, ...]) -> dict[str, int]:
    tai: Counter[str] = Counter()
    for item in items:
        tai[item.rule] += item.tai
    return {rule: worth for rule, worth in tai.items() if worth}


def shown(row: score.Row) -> dict[str, int]:
    return {rule: int(row[1 + place]) for place, rule in enumerate(IDS) if row[1 + place]}


def compare(rng: Random, ruleset_of: object, count: int) -> None:
    plan, row = np.zeros(score.PLAN, np.int64), np.zeros(COLUMNS, np.int32)
    keys = np.zeros(4, np.int64)
    for _ in range(count):
        ruleset = some_ruleset(rng) if ruleset_of is None else load_ruleset(ruleset_of)  # type: ignore[arg-type]
        dealt = deal(rng, ruleset, rng.randint(0, 6))
        indicators, wind, hand, melds, bonus, win = dealt
        data, seat = rule_data(ruleset), seat_of(indicators, wind, melds, bonus)
        key, on_turn = key_of(win, wind), win.by == "self_draw"
        counts = counts_of(hand)
        wilds = read_keys(counts, seat.first, seat.second, keys)
        assert (tuple(keys), wilds) == (hand.keys, hand.wilds)
        total = score.score_winner(TABLES, data, seat, counts, keys, wilds, key, on_turn, plan, row)
        try:
            expected = score_winner(ruleset, *dealt)
        except NotAWin:
            assert total == score.NO_WIN, (ruleset.spec(), dealt)
        else:
            assert total == expected.total, (ruleset.spec(), dealt)
            # Where readings tie, either may be taken.
            assert row[0] == expected.tai == sum(shown(row).values())
        waiting = hand.remove(win.tile)
        other = score_other(ruleset, indicators, wind, waiting, melds, bonus)
        counts = counts_of(waiting)
        assert score.score_other(data, seat, counts, waiting.wilds, row) == other.total
        assert score.base_tai(data, seat, counts, waiting.wilds) == other.total
        assert shown(row) == by_rule(other.items), (ruleset.spec(), dealt)


@pytest.mark.parametrize("seed", range(2))
def test_the_score_is_that_of_the_rules(seed: int) -> None:
    compare(Random(seed), None, 1_000)


def test_spare_wild_tiles_may_pay_less() -> None:
    ruleset = {"base": "alternate", "set": {"tai.A19": [5, 10, 1], "double_from": 0}}
    compare(Random(5), ruleset, 600)


@pytest.mark.soak
def test_the_score_is_that_of_the_rules_for_a_million_hands() -> None:
    compare(Random(100), None, 1_000_000)
