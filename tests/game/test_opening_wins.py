"""P8: heavenly and earthly wins."""

from __future__ import annotations

import pytest

COMPLETE = "123456789m123456p55p"
WAITS_A = "123456789m111p23s11z"  # 1s, 4s


def earthly(*ways):
    return {"base": "standard", "set": {"earthly": list(ways)}}


BOTH = earthly("first_discard", "first_draw")


def test_the_dealer_wins_with_the_first_seventeen(table):
    made = table(dealer=2, hands={2: COMPLETE})
    assert made.legal(2)[0] == "win"
    made.play("2 win")
    won = made.won
    assert (won["opening"], won["by"], won["tile"]) == ("heavenly", "self_draw", "1m")
    assert won["source"] is None
    assert {"V1": 1, "V2": 13}.items() <= made.items(2).items()


def test_an_opening_kong_is_no_kong_here(table):
    made = table("alternate", hands={0: "1234f123456789m111p2z"}, tail="2z").play("0 win")
    assert made.won["opening"] == "heavenly"
    spec = {"base": "standard", "set": {"opening_four_kong": True}}
    made = table(spec, hands={0: "4s", 1: WAITS_A, 2: "5678f"}, tail="8p")
    made.play("0 discard 4s", "1 win")
    assert made.won["opening"] == "earthly"


def test_a_concealed_kong_ends_the_heavenly_win(table):
    made = table(hands={0: "1111z123456789m12p55s"}, tail="3p").play("0 kong 1z", "0 win")
    assert made.won["opening"] is None


def test_a_kill_pig_at_the_start_scores_for_its_wild_tiles_alone(table):
    made = table(hands={0: "999s9p147m258p1z2z3z4z"})
    assert made.legal(0)[0] == "win"
    made.play("0 win")
    assert made.won["opening"] == "heavenly"
    assert made.result.sheets[0].shape == "kill_pig"
    assert made.items(0) == {"V14": 13}


def test_the_dealers_later_wins_are_not_heavenly(table):
    made = table(hands={0: WAITS_A + "7z"}, draws="7s8p7s4s")
    made.play("0 discard 7z", "1 discard 7s", "2 discard 8p", "3 discard 7s", "0 win")
    assert made.won["opening"] is None


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_winning_on_the_dealers_first_discard_is_earthly(table, seat):
    made = table(hands={0: "4s", seat: WAITS_A}).play("0 discard 4s", f"{seat} win")
    assert made.won["opening"] == "earthly"
    assert made.items(seat)["V3"] == 13
    assert "V1" not in made.items(seat)


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_winning_by_the_own_first_draw_is_earthly(table, seat):
    draws = {1: "4s", 2: "7s4s", 3: "7s8p4s"}[seat]
    made = table(hands={0: "7z", seat: WAITS_A}, draws=draws).play("0 discard 7z")
    for other in range(1, seat):
        made.play(f"{other} discard {['', '7s', '8p'][other]}")
    made.play(f"{seat} win")
    assert made.won["opening"] == "earthly"
    assert {"V1": 1, "V3": 13}.items() <= made.items(seat).items()


def test_a_bonus_tile_replaced_in_the_first_draw_keeps_it(table):
    made = table(hands={0: "7z", 1: WAITS_A}, draws="1f", tail="5z4s")
    made.play("0 discard 7z", "1 win")
    assert made.won["opening"] == "earthly"
    assert made.won["after"] == "bonus"


def test_the_dealers_second_discard_is_not_earthly(table):
    made = table(hands={0: "7z4s", 1: WAITS_A}, draws="7s8p7s8s")
    made.play("0 discard 7z", "1 discard 7s", "2 discard 8p", "3 discard 7s", "0 discard 4s")
    made.play("1 win")
    assert made.won["opening"] is None


def test_another_players_first_discard_is_not_earthly(table):
    made = table(hands={0: "7z", 2: WAITS_A}, draws="4s")
    made.play("0 discard 7z", "1 discard 4s", "2 win")
    assert made.won["opening"] is None


def test_the_second_draw_is_not_earthly(table):
    made = table(hands={0: "7z", 1: WAITS_A}, draws="7s8p7s8p4s")
    made.play("0 discard 7z", "1 discard 7s", "2 discard 8p", "3 discard 7s", "0 discard 8p")
    made.play("1 win")
    assert made.won["opening"] is None


def test_a_call_by_anyone_ends_it(table):
    # A pung of the dealer's first discard; then a first draw.
    made = table(hands={0: "7z", 2: "77z6z", 3: WAITS_A}, draws="4s")
    made.play("0 discard 7z", "2 pung", "2 discard 6z", "3 win")
    assert made.won["opening"] is None
    # A chow.
    made = table(hands={0: "6s", 1: "78s6z", 2: WAITS_A}, draws="4s")
    made.play("0 discard 6s", "1 chow 7s8s", "1 discard 6z", "2 win")
    assert made.won["opening"] is None
    # The dealer's own concealed kong before the first discard.
    made = table(hands={0: "8888p4s", 1: WAITS_A}, tail="6z")
    made.play("0 kong 8p", "0 discard 4s", "1 win")
    assert made.won["opening"] is None
    made = table(hands={0: "8888p7z", 1: WAITS_A}, tail="6z", draws="4s")
    made.play("0 kong 8p", "0 discard 7z", "1 win")
    assert made.won["opening"] is None


def test_an_own_kong_in_the_first_turn_ends_it(table):
    made = table(hands={0: "7z", 1: "8888p123456789m23s1z"}, draws="1z", tail="4s")
    made.play("0 discard 7z", "1 kong 8p", "1 win")
    assert made.won["opening"] is None
    assert made.won["after"] == "concealed_kong"


@pytest.mark.parametrize(
    ("spec", "by_discard", "by_draw"),
    [
        (BOTH, "earthly", "earthly"),
        (earthly("first_discard"), "earthly", None),
        (earthly("first_draw"), None, "earthly"),
        (earthly(), None, None),
        ("alternate", None, None),
    ],
)
def test_the_field_says_what_is_earthly(table, spec, by_discard, by_draw):
    made = table(spec, hands={0: "4s", 1: WAITS_A}).play("0 discard 4s", "1 win")
    assert made.won["opening"] == by_discard
    made = table(spec, hands={0: "7z", 1: WAITS_A}, draws="4s").play("0 discard 7z", "1 win")
    assert made.won["opening"] == by_draw


def test_alternate_has_nothing_for_a_heavenly_win(table):
    made = table("alternate", hands={0: COMPLETE}).play("0 win")
    assert made.won["opening"] == "heavenly"
    assert made.items(0) == {"A1": 10, "A17": 1}


def test_a_share_out_at_once_is_not_earthly(table):
    spec = {"base": "standard", "set": {"reserve": 90}}
    made = table(spec, hands={0: "7z", 1: WAITS_A}, draws="4s").play("0 discard 7z", "1 win")
    assert made.won["share_out"] is True
    assert made.won["opening"] is None
