from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taipao.hand import Hand, Meld
from taipao.rules.ruleset import load_ruleset
from taipao.rules.waits import (
    completing,
    distance,
    is_complete,
    is_ready,
    kill_pig_allowed,
    useful,
    waits,
)
from taipao.tiles import COPIES, FACES, FACES_OF, KIND, NAMES, format_tiles, parse, wild_faces
from tests.rules.dealing import deal

STANDARD = load_ruleset("standard")
ALTERNATE = load_ruleset("alternate")
WALL = [face for face in range(FACES) for _ in range(COPIES[face])]


def hand_of(text, indicators="9m9s"):
    first, second = parse(indicators)
    return Hand.of(parse(text), wild_faces((first, second))), (first, second)


def waits_of(text, indicators="9m9s", melds=(), ruleset=STANDARD):
    hand, turned = hand_of(text, indicators)
    names = [NAMES[kind] for kind in waits(ruleset, turned, hand, melds) if kind < 34]
    return " ".join(names)


@pytest.mark.parametrize(
    ("text", "indicators", "melds", "complete"),
    [
        ("123456m789p23455s17s9m", "9m9s", 0, False),
        ("123456m789p234567s55p", "9m9s", 0, True),
        ("123456m89p234567s55p9m", "9m9s", 0, True),  # 8-9 and a wild tile make 789
        ("123456m789p234567s5p1m", "9m9s", 0, False),
        ("111222333444555m66m", "9p9s", 0, True),
        ("123456789m123456p67p", "9s9s", 0, False),  # five groups without a pair
        ("11335577m1133557p77p", "9s9s", 0, False),  # pairs are no win
        ("12m9s45p78p23455s678s", "9s9m", 0, False),  # one wild tile serves one suit only
        ("1m2p", "9m9s", 5, False),  # all exposed and two unlike tiles
        ("1m9m", "9m9s", 5, True),
        ("11m", "9m9s", 5, True),
        ("111z5z5z", "5z1m", 4, True),
        ("111z34f", "1f2f", 4, True),
        ("11m1f", "9m9s", 5, False),  # another size
        ("1m1f", "9m9s", 5, False),  # a flower that is not wild
    ],
)
def test_the_winning_shape(text, indicators, melds, complete):
    hand, _ = hand_of(text, indicators)
    assert is_complete(hand, melds) is complete
    if hand.size == 17 - 3 * melds:
        assert (distance(hand, melds) == -1) is complete


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("123456m789p234567s5p", "5p"),
        ("123456m789p23456s55p", "9m 1s 4s 7s 9s"),
        ("1112345678999p567s", "9m 1p 2p 3p 4p 5p 6p 7p 8p 9p 9s"),
        ("123456m789p234s55p77z", "9m 5p 9s 7z"),
    ],
)
def test_waits_are_named(text, found):
    got = waits_of(text).split()
    assert [name for name in got if name not in ("9m", "9s")] == [
        name for name in found.split() if name not in ("9m", "9s")
    ]
    assert {"9m", "9s"} <= set(got)


def test_a_wild_tile_makes_a_hand_wait_for_everything_that_can_be_drawn():
    got = waits_of("123456m789p234s789s9m").split()
    assert len(got) == 33
    assert "5z" not in got  # white is replaced when drawn
    ordinary = load_ruleset({"base": "standard", "set": {"white_is_bonus": False}})
    assert "5z" in waits_of("123456m789p234s789s9m", ruleset=ordinary).split()
    assert "5z" in waits_of("123456m789p234s789s9m", "5z9m").split()


def test_a_kind_of_which_all_copies_are_taken_is_no_wait():
    assert waits_of("1111m456m789p23455s").split() == []
    melds = (Meld("exposed_kong", parse("1111m")),)
    assert "1m" not in waits_of("23m789p23455s678s", melds=melds).split()
    assert "4m" in waits_of("23m789p23455s678s", melds=melds).split()


def test_a_wild_kind_of_which_all_copies_are_taken_is_no_wait():
    hand, turned = hand_of("123m99m9m789p234s5s6s7z7z", "9m9s")
    assert KIND[parse("9m")[0]] not in waits(STANDARD, turned, hand, ())


def test_flowers_that_are_wild_are_waits():
    hand, turned = hand_of("123456m789p234567s5p", "1f2f")
    assert waits(STANDARD, turned, hand, ())[-1] == 34
    hand, turned = hand_of("123456m789p234s6s34f", "1f2f")
    assert 34 not in waits(STANDARD, turned, hand, ())


def test_kill_pig_is_no_wait():
    hand, turned = hand_of("999m9s147m258p36s1234z")
    assert kill_pig_allowed(STANDARD, turned, hand)
    assert waits(STANDARD, turned, hand, ()) == ()
    assert not is_ready(STANDARD, turned, hand, ())


@pytest.mark.parametrize(
    ("text", "indicators", "field", "standard", "alternate"),
    [
        ("999m9s", "9m9s", "three_and_one", True, True),
        ("999m", "9m9s", "three_and_one", False, False),  # one of the other face is needed
        ("99m99s", "9m9s", "three_and_one", False, False),
        ("99m99s", "9m9s", "any_four", True, True),
        ("999m", "9m9s", "any_four", False, False),
        ("999m999s", "9m9s", "off", False, False),
        ("234f5f", "1f8f", "three_and_one", True, True),
        ("555z9s", "5z9s", "three_and_one", True, True),
        ("99m", "9m9m", "three_and_one", False, True),
        ("99m", "9m9m", "any_four", False, True),
        ("99m", "9m9m", "off", False, False),
        ("9m", "9m9m", "three_and_one", False, False),
        ("24f", "1f3f", "three_and_one", False, True),
    ],
)
def test_when_a_win_without_the_shape_is_allowed(text, indicators, field, standard, alternate):
    hand, turned = hand_of(text, indicators)
    for base, allowed in (("standard", standard), ("alternate", alternate)):
        ruleset = load_ruleset({"base": base, "set": {"kill_pig": field}})
        assert kill_pig_allowed(ruleset, turned, hand) is allowed


@given(st.integers(0, 10**9), st.integers(0, 6))
def test_a_won_hand_less_any_tile_waits_for_it(seed, wilds):
    rng = Random(seed)
    dealt = deal(rng, STANDARD, wilds)
    assert is_complete(dealt.hand, len(dealt.melds))
    assert distance(dealt.hand, len(dealt.melds)) == -1
    tile = rng.choice(dealt.hand.tiles())
    left = dealt.hand.remove(tile)
    assert distance(left, len(dealt.melds)) == 0
    assert is_ready(STANDARD, dealt.indicators, left, dealt.melds)
    assert KIND[tile] in waits(STANDARD, dealt.indicators, left, dealt.melds)


@given(st.integers(0, 10**9), st.integers(0, 5))
def test_completing_and_useful_agree_with_adding_each_tile(seed, melds):
    rng = Random(seed)
    turned = rng.randrange(FACES), rng.randrange(34)
    tiles = rng.sample([face for face in WALL if face < 34 or KIND[face] == KIND[turned[0]]], 17)
    hand = Hand.of(tiles[: 16 - 3 * melds], wild_faces(turned))
    if any(hand.counts[face] for face in range(34, FACES) if face not in hand.wild):
        return
    now = distance(hand, melds)
    done = completing(hand, melds)
    helps = useful(hand, melds, white_is_bonus=False)
    for kind in range(36):
        face = FACES_OF[kind][0]
        if hand.counts[face] == COPIES[face] or (kind >= 34 and face not in hand.wild):
            continue
        more = hand.add(face)
        assert (kind in helps) is (distance(more, melds) < now)
        if kind < 34:
            assert done[kind] is is_complete(more, melds)
    assert set(useful(hand, melds)) == {kind for kind in helps if kind != 31 or 31 in hand.wild}


def test_a_kind_held_four_times_is_never_told_to_complete():
    hand, _ = hand_of("1111m", "9m9s")
    assert completing(hand, 4)[0] is False
    assert format_tiles(hand.tiles()) == "1111m"
