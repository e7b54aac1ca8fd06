"""The fast search against the best of all readings, judged one by one."""

from random import Random

import pytest

from taipao.rules.counting import counting_for, face_count
from taipao.rules.items import clean_hand, single_wait, worth
from taipao.rules.judging import judge
from taipao.rules.readings import all_readings
from taipao.rules.ruleset import load_ruleset
from taipao.rules.scoring import score_winner
from taipao.tiles import KIND
from tests.rules.dealing import deal

FIELDS = {
    "white_is_bonus": (True, False),
    "four_winds_pair": (True, False),
    "opening_four_kong": (True, False),
    "double_from": (0, 5, 13),
    "ready_tai": (0, 3),
}


def some_ruleset(rng):
    base = rng.choice(("standard", "alternate"))
    if rng.random() < 0.3:
        return load_ruleset(base)
    changes = {}
    for rule, values in load_ruleset(base).tai.items():
        if rng.random() < 0.3:
            some = [rng.choice((0, 0, 1, 3, 20)) for _ in values]
            changes[f"tai.{rule}"] = some if len(some) > 1 else some[0]
    for field, values in FIELDS.items():
        if rng.random() < 0.4:
            changes[field] = rng.choice(values)
    return load_ruleset({"base": base, "set": changes})


def every_count(ruleset, dealt):
    """Yield the items of every reading, with the reading."""
    counting = counting_for(ruleset, dealt.seat_wind)
    kinds = KIND[dealt.indicators[0]], KIND[dealt.indicators[1]]
    first = face_count(dealt.hand.counts, kinds[0])
    wild = counting.wild(*kinds, first, dealt.hand.wilds - first)
    melds = [counting.meld(made) for made in dealt.melds]
    fixed = counting.aside(dealt.bonus).items + counting.won(dealt.win).items
    fixed += counting.by_number[dealt.hand.wilds]
    fixed += tuple(item for meld in melds for item in meld.items)
    clean = not (dealt.melds or dealt.bonus or dealt.hand.wilds)
    fixed += clean_hand(ruleset, clean=clean) + single_wait(ruleset, len(melds))
    flags = 0
    for meld in melds:
        flags |= meld.flags
    base = wild.base.tai + counting.aside(dealt.bonus).tai + sum(meld.tai for meld in melds)
    white = ruleset.white_is_bonus
    for reading in all_readings(dealt.hand, dealt.melds, white_is_bonus=white):
        found = judge(counting, dealt.hand, kinds, flags, len(melds), base, reading)
        held = (wild.spare if found.spare else wild.winner).items
        yield fixed + held + found.honours + counting.shown(found.patterns).items, reading


def summary(items):
    return sorted((item.rule, item.tai) for item in items)


def same(reading, other):
    def by_kind(each):
        return sorted((KIND[held], KIND[shown]) for held, shown in each.wilds)

    return (reading.sets, reading.pair, by_kind(reading)) == (
        other.sets,
        other.pair,
        by_kind(other),
    )


def check(seed, rounds, wilds):
    rng = Random(seed)
    for _ in range(rounds):
        ruleset = some_ruleset(rng)
        dealt = deal(rng, ruleset, rng.randint(*wilds))
        scored = score_winner(ruleset, *dealt, runner_up=True)
        if scored.shape != "sets":
            continue
        counts = list(every_count(ruleset, dealt))
        assert scored.tai == max(worth(items) for items, _ in counts), (ruleset.spec(), dealt)
        taken = summary(scored.items)
        assert any(
            same(reading, scored.reading) and summary(items) == taken for items, reading in counts
        ), (ruleset.spec(), dealt)
        others = [worth(items) for items, _ in counts if summary(items) != taken]
        second = scored.runner_up
        assert (second and second.tai) == max(others, default=None), (ruleset.spec(), dealt)


@pytest.mark.parametrize("seed", range(4))
def test_no_reading_is_better_with_up_to_two_wild_tiles(seed):
    check(seed, 120, (0, 2))


@pytest.mark.parametrize("seed", range(2))
def test_no_reading_is_better_with_three_wild_tiles(seed):
    check(100 + seed, 25, (3, 3))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(8))
def test_no_reading_is_better_with_any_number_of_wild_tiles(seed):
    check(200 + seed, 150, (0, 6))


def test_a_count_does_not_depend_on_what_was_counted_before():
    rng = Random(11)
    hands = [(some_ruleset(rng), deal(rng, load_ruleset("standard"), 2)) for _ in range(40)]
    first = [score_winner(ruleset, *dealt) for ruleset, dealt in hands]
    counting_for.cache_clear()
    again = [score_winner(ruleset, *dealt) for ruleset, dealt in reversed(hands)]
    assert first == again[::-1]
