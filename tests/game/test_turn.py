"""P1, P3, W3, W4 and S5: what a turn is, and what may be discarded."""

from __future__ import annotations

import pytest

from taipao.errors import IllegalAction
from taipao.game.engine import decide, proceed, start
from taipao.game.legal import legal
from taipao.game.state import SEATS
from taipao.game.view import project
from taipao.rules.ruleset import load_ruleset

FREELY = {"base": "standard", "set": {"discard_wild": True}}


def test_the_dealer_acts_first_without_a_draw(table):
    made = table(dealer=2)
    assert list(made.asked) == [2]
    assert made.round.owns[2].drawn is None
    assert made.board.since == "start"


def test_the_next_player_draws_from_the_head(table):
    made = table(hands={0: "1z"}, draws="3s4s", tail="5s")
    made.play("0 discard 1z", "pass")
    drawn = made.of_type("drawn")[-1]
    assert (drawn["seat"], drawn["tile"], drawn["end"], drawn["why"]) == (1, "3s", "head", "turn")
    assert drawn["after"] is None
    made.play("1 discard 3s", "pass")
    assert made.round.owns[2].drawn == "4s"


def test_a_bonus_tile_is_replaced_from_the_tail_again_if_need_be(table):
    made = table(hands={0: "1z"}, draws="1f4s", tail="5z2f6s7s")
    made.play("0 discard 1z", "pass")
    drawn = made.of_type("drawn")
    assert [(d["tile"], d["end"], d["why"], d["after"]) for d in drawn] == [
        ("1f", "head", "turn", None),
        ("5z", "tail", "bonus", "bonus"),
        ("2f", "tail", "bonus", "bonus"),
        ("6s", "tail", "bonus", "bonus"),
    ]
    assert made.bonus(1) == "5z12f"
    assert made.round.owns[1].drawn == "6s"
    made.play("1 discard 6s", "pass")
    assert made.round.owns[2].drawn == "4s", "the head goes on where it was"


def test_a_kong_draws_from_the_tail_and_a_bonus_tile_there_too(table):
    made = table(hands={0: "5555m"}, draws="1s", tail="1f2s3s")
    made.play("0 kong 5m")
    drawn = made.of_type("drawn")
    assert [(d["tile"], d["end"], d["why"], d["after"]) for d in drawn] == [
        ("1f", "tail", "kong", "concealed_kong"),
        ("2s", "tail", "bonus", "bonus"),
    ]


def test_kong_after_kong_in_one_turn(table):
    made = table(hands={0: "5555m6666m"}, tail="7p7s")
    made.play("0 kong 6m", "0 kong 5m")
    assert made.melds(0) == ["concealed_kong 6666m", "concealed_kong 5555m"]
    assert [d["tile"] for d in made.of_type("drawn")] == ["7p", "7s"]
    assert made.board.limit == 28
    assert made.board.seats[0].size == 11


def test_a_concealed_kong_needs_four_of_a_kind_that_is_not_wild(table):
    made = table(indicators="5m7z", hands={0: "555m777z888s9999s"})
    assert [words for words in made.legal(0) if words.startswith("kong")] == ["kong 9s"]
    made.refuses(0, "kong 8s")
    made.refuses(0, "kong 7z")


def test_an_added_kong_may_be_made_in_a_later_turn_with_any_tile_in_hand(table):
    made = table(hands={0: "4m", 1: "44m4m"}, draws="1s2s3s4s")
    made.play("0 discard 4m", "1 pung")
    made.refuses(1, "kong 4m")
    made.play(f"1 discard {made.hand(1)[-2:]}", "2 discard 1s", "3 discard 2s", "0 discard 3s")
    made.play("pass")
    assert made.round.owns[1].drawn == "4s"
    assert "kong 4m" in made.legal(1)
    made.play("1 kong 4m", "pass")
    assert made.melds(1) == ["added_kong 4444m"]


def test_wild_tiles_are_not_discarded_while_anything_else_can_be(table):
    made = table(hands={0: "999s99p1z"})
    assert "9" not in made.discards(0).replace("9m", "")
    made.refuses(0, "discard 9s")
    made.refuses(0, "ready 9p")


def test_wild_tiles_are_discarded_freely_by_the_field(table):
    made = table(FREELY, hands={0: "9s9p1z", 1: "99p1m"})
    assert "discard 9s" in made.legal(0)
    made.play("0 discard 9p")
    assert made.phase == "claims"
    assert 1 not in made.asked, "a wild tile cannot be melded"


@pytest.mark.parametrize(("held", "left"), [("9s9p", "9p9s"), ("99s", "9s"), ("9s6s", "6s")])
def test_a_hand_whose_only_other_tiles_are_wild_can_still_discard(table, held, left):
    """Five claimed pungs and two wild tiles, right after the last claim: no win, one must go."""
    made = table(
        hands={0: "1m2m3m4m5m", 1: "11m22m33m44m55m1z2z3z4z" + held},
        draws="7p8p7s" * 4,
    )
    for number in range(1, 6):
        made.play(f"0 discard {number}m", "1 pung")
        assert "win" not in made.legal(1)
        if number < 5:
            made.play(f"1 discard {number}z", "2 discard 7p", "3 discard 8p")
    assert made.discards(1) == left
    made.play(f"1 discard {left[:2] if left[1].isalpha() else left[0] + left[-1]}")
    assert made.board.seats[1].size == 1


def test_actions_are_refused_with_a_reason_and_change_nothing(table):
    made = table(hands={0: "1z2z"})
    for words in (
        "win",
        "kong 1z",
        "pung",
        "chow 1m2m",
        "discard 9m",
        "pass",
        "cancel",
        "ready 1z",
    ):
        if words not in made.legal(0):
            made.refuses(0, words)
    made.refuses(1, "discard 1m")
    made.refuses(1, "pass")
    with pytest.raises(IllegalAction):
        proceed(made.round)


def test_nobody_acts_after_the_end(table):
    made = table(hands={0: "123456789m123456p55p"}).play("0 win")
    assert made.asked == {}
    for seat in range(SEATS):
        made.refuses(seat, "pass")
        assert project(made.round, seat).legal() == ()
    with pytest.raises(IllegalAction):
        proceed(made.round)
    assert made.game.go_on() is None


def test_who_is_no_seat_may_do_nothing(table):
    made = table()
    with pytest.raises((IllegalAction, IndexError)):
        decide(made.round, 7, legal(made.round, 0)[0])


@pytest.mark.parametrize("dealer", [-1, 4])
def test_a_round_starts_with_a_dealer_and_a_whole_wall(table, dealer):
    made = table()
    ruleset = load_ruleset("standard")
    with pytest.raises(ValueError, match="dealer"):
        start(ruleset, dealer, made.wall)
    with pytest.raises(ValueError, match="wall"):
        start(ruleset, 0, made.wall[:143])
    with pytest.raises(ValueError, match="wall"):
        start(ruleset, 0, (made.wall[143], *made.wall[1:]))


ORDINARY_WHITE = [
    {"base": base, "set": {"white_is_bonus": False}} for base in ("standard", "alternate")
]


@pytest.mark.parametrize("spec", ORDINARY_WHITE)
def test_an_ordinary_white_is_drawn_discarded_claimed_and_konged(table, spec):
    made = table(spec, hands={0: "1z", 2: "55z1z"}, draws="5z8p8s")
    made.play("0 discard 1z", "pass")
    assert made.round.owns[1].drawn == "5z"
    made.play("1 discard 5z", "2 pung", "2 discard 1z")
    assert made.melds(2) == ["pung 555z"]
    made = table(spec, hands={0: "5z", 2: "555z"}, tail="8s").play("0 discard 5z", "2 kong 5z")
    assert made.melds(2) == ["exposed_kong 5555z"]


@pytest.mark.parametrize("spec", ORDINARY_WHITE)
def test_an_ordinary_white_is_waited_for_and_won_on(table, spec):
    made = table(spec, hands={0: "5z", 1: "123456789m111p55z11z"}).play("0 discard 5z")
    assert made.legal(1) == ["win", "pung", "pass"]
    made.play("1 win")
    assert made.won["tile"] == "5z"


@pytest.mark.parametrize("spec", ["standard", "alternate"])
def test_a_wild_white_stays_and_may_not_be_melded(table, spec):
    made = table(spec, indicators="5z9p", hands={0: "555z"})
    assert made.bonus(0) == ""
    assert "kong 5z" not in made.legal(0)
    assert "discard 5z" not in made.legal(0)
