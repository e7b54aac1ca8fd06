"""P4 and W3: who may claim a discard, with what, and who gets it."""

from __future__ import annotations

import pytest

# Each waits for 4s (and 1s or 7s), with the shape but for that tile.
WAITS_A = "123456789m111p23s11z"
WAITS_B = "123456789m222p56s22z"
WAITS_C = "123456789m333p23s33z"


def test_chow_is_for_the_next_player_only(table):
    made = table(hands={0: "4s", 1: "2356s", 2: "2356s", 3: "2356s"})
    made.play("0 discard 4s")
    assert made.asked == {1: ["chow 2s3s", "chow 3s5s", "chow 5s6s", "pass"]}
    made.play("1 chow 3s5s")
    assert made.melds(1) == ["chow 345s"]
    (chow,) = made.of_type("chow_made")
    assert (chow["source"], chow["tile"], chow["tiles"]) == (0, "4s", ["3s", "4s", "5s"])
    assert made.board.seats[0].river[-1].taken
    assert made.board.seats[1].melds[0].source == 0


@pytest.mark.parametrize(
    ("tile", "held", "chows"),
    [
        ("1s", "23s", ["chow 2s3s"]),
        ("9m", "78m", ["chow 7m8m"]),
        ("8m", "679m", ["chow 6m7m", "chow 7m9m"]),
        ("9m", "1p2p", []),
        ("3z", "1z2z4z", []),
        ("7z", "5m6m", []),
    ],
)
def test_a_chow_stays_within_its_suit(table, tile, held, chows):
    made = table(indicators="6z2z", hands={0: tile, 1: held + "1458p"})
    made.play(f"0 discard {tile}")
    assert [words for words in made.legal(1) if words.startswith("chow")] == chows


def test_without_the_field_there_is_no_chow(table):
    spec = {"base": "standard", "set": {"chow": False}}
    made = table(spec, hands={0: "4s", 1: "2356s", 2: "44s"})
    made.play("0 discard 4s")
    assert made.asked == {2: ["pung", "pass"]}


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_pung_and_kong_are_for_any_player(table, seat):
    made = table(hands={0: "4s", seat: "444s"}, tail="9m")
    made.play("0 discard 4s")
    assert [w for w in made.legal(seat) if not w.startswith("chow")] == ["kong 4s", "pung", "pass"]
    made.play(f"{seat} kong 4s")
    assert made.melds(seat) == ["exposed_kong 4444s"]
    drawn = made.of_type("drawn")[-1]
    assert (drawn["tile"], drawn["end"], drawn["why"]) == ("9m", "tail", "kong")
    assert drawn["after"] == "exposed_kong"
    assert made.board.turn == seat


def test_the_turn_goes_on_from_who_claimed(table):
    made = table(hands={0: "4s", 2: "44s1z"}, draws="1m2m")
    made.play("0 discard 4s", "2 pung", "2 discard 1z", "pass")
    assert made.board.turn == 3
    assert made.round.owns[3].drawn == "1m"


def test_pung_goes_before_chow_and_win_before_both(table):
    made = table(hands={0: "4s", 1: "23s", 2: "44s", 3: WAITS_A})
    made.play("0 discard 4s")
    assert made.asked == {1: ["chow 2s3s", "pass"], 2: ["pung", "pass"], 3: ["win", "pass"]}
    made.play("1 chow 2s3s & 2 pung & 3 win")
    assert made.won["seat"] == 3

    made = table(hands={0: "4s", 1: "23s", 2: "44s", 3: WAITS_A})
    made.play("0 discard 4s", "1 chow 2s3s & 2 pung")
    assert made.melds(2) == ["pung 444s"]
    assert made.melds(1) == [], "an outranked answer has no second choice"

    made = table(hands={0: "4s", 1: "23s", 2: "44s", 3: WAITS_A})
    made.play("0 discard 4s", "1 chow 2s3s")
    assert made.melds(1) == ["chow 234s"]


def test_kong_goes_before_chow(table):
    made = table(hands={0: "4s", 1: "23s", 2: "444s"})
    made.play("0 discard 4s", "1 chow 2s3s & 2 kong 4s")
    assert made.melds(2) == ["exposed_kong 4444s"]


def test_a_pung_and_a_win_on_one_tile_give_the_win(table):
    """Also where the pung is nearer to the discarder, and where one player could do both."""
    made = table(hands={0: "1z", 1: "11z", 3: "123456789m111p23s1z4s"})
    made.play("0 discard 1z")
    assert made.asked == {1: ["pung", "pass"], 3: ["win", "pass"]}
    made.play("1 pung & 3 win")
    assert (made.won["seat"], made.won["by"], made.won["source"]) == (3, "discard", 0)

    made = table(hands={0: "2z", 1: "123456789m111p22z11z"})
    made.play("0 discard 2z")
    assert made.asked == {1: ["win", "pung", "pass"]}
    made.play("1 pung")
    assert made.melds(1) == ["pung 222z"]


def test_the_nearest_of_those_who_declare_wins_alone(table):
    hands = {0: "4s", 1: WAITS_A, 2: WAITS_B, 3: WAITS_C}
    for steps, winner in (
        ("1 win & 2 win & 3 win", 1),
        ("2 win & 3 win", 2),
        ("1 win & 3 win", 1),
        ("3 win", 3),
    ):
        made = table(hands=hands).play("0 discard 4s")
        assert [made.legal(seat)[0] for seat in (1, 2, 3)] == ["win"] * 3
        made.play(steps)
        assert made.won["seat"] == winner
        assert made.result.winner == winner


def test_nearest_is_counted_from_the_discarder(table):
    made = table(dealer=2, hands={2: "4s", 0: WAITS_A, 1: WAITS_B, 3: WAITS_C})
    made.play("2 discard 4s", "0 win & 1 win")
    assert made.won["seat"] == 0
    made = table(dealer=2, hands={2: "4s", 0: WAITS_A, 1: WAITS_B, 3: WAITS_C})
    made.play("2 discard 4s", "0 win & 1 win & 3 win")
    assert made.won["seat"] == 3


def test_there_is_no_kong_and_no_win_right_after_a_chow_or_pung(table):
    # With 4s both hands have the shape and four equal tiles.
    made = table(hands={0: "4s", 1: "444s123456m7777p11z6s"})
    made.play("0 discard 4s", "1 pung")
    assert [
        words for words in made.legal(1) if "discard" not in words and "ready" not in words
    ] == []
    made.refuses(1, "kong 7p")
    made.refuses(1, "kong 4s")

    made = table(hands={0: "4s", 1: "23s" + "44s123456m777p111z"})
    made.play("0 discard 4s")
    assert made.legal(1) == ["win", "pung", "chow 2s3s", "pass"]
    made.play("1 chow 2s3s")
    assert made.round.owns[1].drawn is None
    made.refuses(1, "win")


def test_no_kill_pig_right_after_a_claim(table):
    made = table(hands={0: "4s", 1: "44s999s9p"})
    made.play("0 discard 4s", "1 pung")
    made.refuses(1, "win")


def test_any_tile_may_be_discarded_after_a_claim(table):
    """Also the very tile just claimed, or the other end of the chow (P4)."""
    made = table(hands={0: "4s", 1: "23447s"})
    made.play("0 discard 4s", "1 chow 2s3s")
    assert {"discard 4s", "discard 7s"} <= set(made.legal(1))
    made.play("1 discard 4s")
    assert made.of_type("discarded")[-1]["drawn"] is False


def test_a_win_that_was_passed_may_be_taken_later(table):
    made = table(hands={0: "4s1s", 1: WAITS_A, 2: "1z"}, draws="8p4s1z")
    made.play("0 discard 4s", "1 pass", "1 discard 8p", "pass")
    made.play("2 discard 4s")
    assert made.legal(1)[0] == "win"
    made.play("1 win")
    assert made.won["tile"] == "4s"


def test_a_discarded_wild_tile_can_be_won_on_but_not_melded(table):
    """It then counts as held: two wild tiles of one face and none of the other."""
    spec = {"base": "standard", "set": {"discard_wild": True}}
    made = table(spec, hands={0: "9s", 1: "78s", 2: "9s", 3: "9s123456789m111p2s11z"})
    made.play("0 discard 9s")
    assert made.asked == {3: ["win", "pass"]}
    made.play("3 win")
    assert made.items(3)["B1"] == 5
    assert made.won["by"] == "discard"


def test_a_wild_tile_takes_part_in_no_meld(table):
    made = table(indicators="3s4z", hands={0: "4s", 1: "2356s", 2: "33s44z"})
    made.play("0 discard 4s")
    assert made.asked == {1: ["chow 5s6s", "pass"]}


def test_whoever_has_nothing_to_answer_is_not_asked(table):
    made = table(hands={0: "1z", 1: "2z", 2: "3z", 3: "4z"})
    made.play("0 discard 1z")
    assert made.phase == "claims"
    assert made.asked == {}
    assert [made.legal(seat) for seat in range(4)] == [[], [], [], []]
    made.play("pass")
    assert made.board.turn == 1


def test_the_discarder_cannot_claim(table):
    made = table(hands={0: "4444s"})
    made.play("0 discard 4s")
    assert made.legal(0) == []


def test_kill_pig_without_the_shape_is_no_claim(table):
    made = table(hands={0: "1z", 1: "999s9p1z"}).play("0 discard 1z")
    assert made.legal(1) == []
