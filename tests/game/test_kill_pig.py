"""V14, V15, A6, A19 and the field `kill_pig`: winning by wild tiles alone."""

from __future__ import annotations

import pytest

JUNK = "147m258p1z2z3z4z"


def kill_pig(value, base="standard"):
    return {"base": base, "set": {"kill_pig": value}}


@pytest.mark.parametrize(
    ("wild", "indicators", "three_and_one", "any_four"),
    [
        ("999s9p", "9s9p", True, True),
        ("9s999p", "9s9p", True, True),
        ("999s99p", "9s9p", True, True),
        ("999s999p", "9s9p", True, True),
        ("99s99p", "9s9p", False, True),
        ("999s", "9s9p", False, False),
        ("99s9p", "9s9p", False, False),
        ("9p555z", "9p5z", True, True),
        ("234f5z", "1f5z", True, True),
        ("23f678f", "1f5f", True, True),
        ("234f", "1f5f", False, False),
    ],
)
def test_three_of_one_face_and_one_of_the_other_or_any_four(
    table, wild, indicators, three_and_one, any_four
):
    for base in ("standard", "alternate"):
        for value, allowed in (
            ("three_and_one", three_and_one),
            ("any_four", any_four),
            ("off", False),
        ):
            made = table(kill_pig(value, base), indicators=indicators, hands={0: wild + JUNK})
            assert ("win" in made.legal(0)) is allowed, (base, value)


def test_three_equal_wild_tiles_need_one_of_the_other_face(table):
    made = table(hands={1: "999s" + JUNK}, draws="9p")
    assert "win" not in made.legal(1)
    made.let_go().play("pass")
    assert made.legal(1)[0] == "win"
    made.play("1 win")
    assert made.won["tile"] == "9p"
    assert made.result.sheets[1].shape == "kill_pig"
    assert made.items(1) == {"V14": 13}
    assert made.result.sheets[1].total == 26


def test_it_may_be_declined(table):
    made = table(hands={1: "999s9p" + JUNK}, draws="7s")
    made.let_go().play("1 discard 7s")
    assert made.phase == "claims"


def test_it_wins_after_the_replacement_of_a_kong(table):
    made = table(hands={0: "999s5555m147p258p1z2z3z"}, tail="9p")
    assert "win" not in made.legal(0)
    made.play("0 kong 5m", "0 win")
    assert made.won["after"] == "concealed_kong"
    assert made.items(0) == {"V14": 13}


def test_it_needs_an_own_turn(table):
    made = table(hands={0: "3z", 1: "999s9p" + JUNK, 2: "33z"})
    made.play("0 discard 3z")
    assert "win" not in made.legal(1)
    made = table(hands={0: "3z", 1: "999s9p33z147m258p1z2z4z6z"}).play("0 discard 3z", "1 pung")
    made.refuses(1, "win")


def test_with_the_shape_it_wins_on_a_discard(table):
    made = table(hands={0: "4s", 1: "999s9p123456789m23s1z"})
    made.play("0 discard 4s", "1 win")
    assert made.result.sheets[1].shape == "sets"
    assert made.items(1)["V14"] == 13
    made = table("alternate", hands={0: "4s", 1: "999s9p123456789m23s1z"})
    made.play("0 discard 4s", "1 win")
    assert made.items(1)["A6"] == 10


@pytest.mark.parametrize(("base", "allowed"), [("standard", False), ("alternate", True)])
@pytest.mark.parametrize(
    ("indicators", "held"), [("9s9s", "99s"), ("1f3f", "24f"), ("5z5z", "55z")]
)
def test_both_of_equal_indicators_win_in_alternate(table, base, allowed, indicators, held):
    made = table(base, indicators=indicators, hands={0: held + JUNK + "6m9m7z6z8m"})
    assert ("win" in made.legal(0)) is allowed
    if allowed:
        made.play("0 win")
        assert made.items(0) == {"A19": 10}
        assert made.result.sheets[0].shape == "kill_pig"


def test_one_of_equal_indicators_does_not(table):
    made = table("alternate", indicators="9s9s", hands={0: "9s" + JUNK})
    assert "win" not in made.legal(0)


@pytest.mark.parametrize("value", ["any_four", "three_and_one"])
def test_the_field_leaves_equal_indicators_alone_unless_off(table, value):
    hands = {0: "99s" + JUNK}
    made = table(kill_pig(value, "alternate"), indicators="9s9s", hands=hands)
    assert "win" in made.legal(0)
    made = table(kill_pig("off", "alternate"), indicators="9s9s", hands=hands)
    assert "win" not in made.legal(0)


def test_off_leaves_the_tai_of_a_win_with_the_shape(table):
    made = table(kill_pig("off"), hands={0: "4s", 1: "999s9p123456789m23s1z"})
    made.play("0 discard 4s", "1 win")
    assert made.items(1)["V14"] == 13
