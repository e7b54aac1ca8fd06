"""P3, P5, V11, V12, V18, A16: kongs, robbing them, and what the tile after them is worth."""

from __future__ import annotations

import pytest

WAITS_A = "123456789m111p23s11z"
WAITS_B = "123456789m222p56s22z"
WAITS_C = "123456789m333p23s33z"
THROUGH = {"base": "standard", "set": {"bloom_through_bonus": True}}
STOPPED = {"base": "alternate", "set": {"bloom_through_bonus": False}}


def with_pung(table, spec="standard", *, others, **kwargs):
    """Give seat 1 a pung of 4s and let it draw the fourth at its next turn."""
    made = table(
        spec,
        hands={0: "4s7z", 1: "44s7z", **others},
        draws="7z8p8p4s",
        **kwargs,
    )
    made.play("0 discard 4s", "1 pung", "1 discard 7z")
    made.play("2 discard 7z", "3 discard 8p", "0 discard 8p", "pass")
    assert made.round.owns[1].drawn == "4s"
    return made


def test_an_added_kong_can_be_robbed(table):
    made = with_pung(table, others={3: WAITS_A}, tail="3z")
    made.play("1 kong 4s")
    assert made.phase == "claims"
    assert made.board.offer.kind == "added_kong"
    assert made.asked == {3: ["win", "pass"]}
    made.play("3 win")
    won = made.won
    assert (won["by"], won["tile"], won["source"]) == ("robbed_kong", "4s", 1)
    assert won["after"] is None
    assert won["opening"] is None
    assert made.items(3)["V12"] == 3
    assert "V1" not in made.items(3)


def test_a_robbed_kong_never_happened(table):
    """It stays a pung, is not counted, moves no limit, and draws nothing."""
    made = with_pung(table, others={3: WAITS_A})
    limit, left = made.board.limit, made.board.left
    made.play("1 kong 4s", "3 win")
    assert made.melds(1) == ["pung 444s"]
    assert (made.board.limit, made.board.left) == (limit, left)
    assert made.of_type("kong_made") == []
    assert made.items(1) == {}
    assert made.board.seats[1].size == 13


def test_the_nearest_who_declares_robs_it(table):
    for steps, winner in (("3 win & 2 win", 2), ("3 win", 3)):
        made = with_pung(table, others={2: WAITS_B, 3: WAITS_A})
        made.play("1 kong 4s")
        assert made.asked == {2: ["win", "pass"], 3: ["win", "pass"]}
        made.play(steps)
        assert made.won["seat"] == winner


def test_an_added_kong_that_nobody_robs_is_an_exposed_kong(table):
    made = with_pung(table, others={3: WAITS_A}, tail="3z")
    made.play("1 kong 4s", "pass")
    (kong,) = made.of_type("kong_made")
    assert (kong["kind"], kong["limit"], kong["source"]) == ("added_kong", 26, None)
    assert made.of_type("drawn")[-1]["after"] == "exposed_kong"
    assert made.of_type("drawn")[-1]["end"] == "tail"
    assert made.board.turn == 1


def test_an_added_kong_stops_the_table_even_if_nobody_can_rob_it(table):
    made = with_pung(table, others={})
    made.play("1 kong 4s")
    assert (made.phase, made.asked) == ("claims", {})
    assert made.board.number == len(made.events), "no number is left out"


def test_a_kong_on_offer_can_only_be_won_on(table):
    made = with_pung(table, others={2: "2356s", 3: "1z"})
    made.play("1 kong 4s")
    assert made.legal(2) == []


def test_no_other_kong_can_be_robbed(table):
    # Waiting for the one tile that the others made a kong of is to wait for nothing.
    made = table(hands={0: "4444s", 1: WAITS_A}, tail="3z").play("0 kong 4s")
    assert made.phase == "turn"
    assert made.of_type("kong_made")[0]["tile"] == "4s", "shown to all at once"
    made = table(hands={0: "4s", 1: "444s", 2: "1z"}).play("0 discard 4s", "1 kong 4s")
    assert (made.phase, made.board.turn) == ("turn", 1)


def test_kill_pig_does_not_rob_without_the_shape(table):
    made = with_pung(table, others={2: "999s9p"})
    made.play("1 kong 4s")
    assert made.legal(2) == []


@pytest.mark.parametrize(
    ("spec", "tail", "after", "kong_tile", "items"),
    [
        ("standard", "3p", "concealed_kong", "5m", {"V11": 8}),
        ("standard", "1f3p", "bonus", None, {}),
        (THROUGH, "1f3p", "concealed_kong", "5m", {"V11": 8}),
        (THROUGH, "1f5z3p", "concealed_kong", "5m", {"V11": 8}),
        ("alternate", "3p", "concealed_kong", "5m", {"A16": 2}),
        ("alternate", "1f3p", "concealed_kong", "5m", {"A16": 2}),
        (STOPPED, "1f3p", "bonus", None, {"A16": 2}),
    ],
)
def test_the_bloom_after_a_concealed_kong(table, spec, tail, after, kong_tile, items):
    made = table(spec, hands={0: "5555m123789p12p123s11z"}, tail=tail)
    made.play("0 kong 5m", "0 win")
    assert (made.won["after"], made.won["kong_tile"]) == (after, kong_tile)
    assert {rule: n for rule, n in made.items(0).items() if rule in ("V11", "A16")} == items
    assert made.won["opening"] is None, "a kong was made"


@pytest.mark.parametrize(("tile", "tai"), [("4s", 7), ("7z", 8), ("2z", 8), ("6z", 7)])
def test_the_bloom_after_an_exposed_kong_pays_one_more_for_red_and_own_wind(table, tile, tai):
    number, suit = tile
    made = table(hands={0: tile, 1: f"{number * 3}{suit}123456789m12p11s"}, tail="3p")
    made.play(f"0 discard {tile}", f"1 kong {tile}", "1 win")
    assert (made.won["after"], made.won["kong_tile"]) == ("exposed_kong", tile)
    assert made.items(1)["V11"] == tai
    assert made.items(1)["V1"] == 1


def test_the_bloom_after_an_added_kong_is_that_of_an_exposed_one(table):
    made = table(
        hands={0: "4s7z", 1: "44s123456789m12p11s7z"},
        draws="7z8p8p4s",
        tail="3p",
    )
    made.play("0 discard 4s", "1 pung", "1 discard 7z")
    made.play("2 discard 7z", "3 discard 8p", "0 discard 8p", "1 kong 4s", "1 win")
    assert made.won["after"] == "exposed_kong"
    assert made.items(1)["V11"] == 7


def test_the_tile_after_a_replaced_bonus_tile_is_a_bloom_in_alternate_only(table):
    hands = {0: "1z", 1: "123456789m111p12p33z"}
    for spec, rule in (("standard", "V11"), ("alternate", "A16")):
        made = table(spec, hands=hands, draws="1f", tail="3p")
        made.play("0 discard 1z", "1 win")
        assert (made.won["after"], made.won["kong_tile"]) == ("bonus", None)
        assert made.items(1).get(rule, 0) == (2 if rule == "A16" else 0)


def test_a_bloom_lasts_for_that_draw_alone(table):
    made = table(
        hands={0: "5555m123789p12p123s11z", 1: "8p", 2: "8p", 3: "8p"},
        draws="7z6z4z3p",
        tail="9m",
    )
    made.play("0 kong 5m", "0 discard 9m", "1 discard 7z", "2 discard 6z", "3 discard 4z")
    made.play("0 win")
    assert made.won["after"] is None
    assert made.won["kong_tile"] is None


def test_a_claim_ends_a_bloom(table):
    """What is won with after a claim's discard and a draw is an ordinary draw again."""
    made = table(hands={0: "5555m1z", 2: "11z"}, tail="9m", draws="2s")
    made.play("0 kong 5m", "0 discard 1z", "2 pung")
    assert (made.board.after, made.board.kong_tile) == (None, None)


def test_kong_after_kong_blooms_on_the_last(table):
    made = table(hands={0: "5555m6666s12p123s11z"}, tail="7p3p")
    made.play("0 kong 5m")
    assert made.board.kong_tile == "5m"
    made.play("0 kong 6s")
    assert made.board.kong_tile == "6s"


@pytest.mark.parametrize("wild", ["9s", "9p"])
def test_a_drawn_wild_tile_can_win(table, wild):
    made = table(hands={0: "1z", 1: WAITS_A}, draws=wild)
    made.play("0 discard 1z", "pass")
    assert made.legal(1)[0] == "win"
    made.play("1 win")
    assert made.won["tile"] == wild


def test_a_wild_tile_drawn_after_a_kong_can_win(table):
    made = table(hands={0: "5555m123789p12p123s11z"}, tail="9s").play("0 kong 5m", "0 win")
    assert made.items(0)["V11"] == 8
    made = table(indicators="5z9p", hands={0: "1z", 1: WAITS_A}, draws="5z")
    made.play("0 discard 1z", "1 win")
    assert made.won["tile"] == "5z", "a wild white is not replaced"
