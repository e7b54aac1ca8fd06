"""P7: declaring ready, what a ready player is asked, both forms of it."""

from __future__ import annotations

import pytest

from taipao.errors import IllegalAction
from taipao.game.engine import proceed
from taipao.game.events import ReadyCancelled, ReadyNoted, redact
from taipao.game.state import SEATS

LOCKED = {"base": "standard", "set": {"ready": "locked"}}
FORMS = ["standard", LOCKED]
WAITS_A = "123456789m111p23s11z"  # 1s, 4s


def declared(table, spec="standard", *, hand=WAITS_A, draws="", tail="", hands=None, dealer=0):
    """Let seat 0 declare ready with its first discard; the script goes on from there."""
    given = {0: hand + "7z", **(hands or {})}
    made = table(spec, dealer=dealer, hands=given, draws=draws, tail=tail)
    return made.play("0 ready 7z")


def ready_words(words):
    return [word for word in words if word.startswith("ready")]


def test_only_discards_that_leave_a_wait_can_declare(table):
    made = table(hands={0: WAITS_A + "7z"})
    assert ready_words(made.legal(0)) == ["ready 7z"]
    assert made.legal(0)[-1] == "ready 7z"
    made.refuses(0, "ready 1m")
    complete = table(hands={0: "123456789m111p234s11z"})
    assert {"ready 2s", "ready 4s", "ready 1z", "ready 9m"} <= set(complete.legal(0))


def test_a_hand_far_from_winning_cannot_declare(table):
    assert ready_words(table(hands={0: "1m4m7m1p4p7p1s4s7s1z2z3z4z"}).legal(0)) == []


def test_wild_kinds_are_waits_too(table):
    """1s is wanted, but all four are in the own hand; a wild tile may still come."""
    made = table(hands={0: "123456789m123p1111s7z"})
    assert "ready 7z" in made.legal(0)


def test_the_dealer_may_declare_with_the_first_discard(table):
    made = declared(table)
    assert made.round.owns[0].ready
    assert made.types()[-2:] == ["ready_noted", "discarded"]


def test_ready_may_be_declared_after_a_claim(table):
    made = table(hands={0: "4p", 1: "44p123456789m23s11z7z"})
    made.play("0 discard 4p", "1 pung")
    assert ready_words(made.legal(1)) == ["ready 7z"]
    made.play("1 ready 7z")
    assert made.round.owns[1].ready


@pytest.mark.parametrize("spec", FORMS)
def test_the_declaration_stands_even_if_the_tile_is_claimed(table, spec):
    made = declared(table, spec, hands={2: "77z1m"}).play("2 pung")
    assert made.round.owns[0].ready


def test_the_assist_form_is_known_to_the_player_alone(table):
    made = declared(table)
    (noted,) = made.of_type("ready_noted")
    assert noted == {"type": "ready_noted", "seat": 0}
    assert [seat.ready for seat in made.board.seats] == [False] * SEATS
    record = [line for line in made.game.unfinished().splitlines() if b"ready_noted" in line]
    assert b'"number":null' in record[0]
    assert made.board.number == 3, "dealt, play_began, discarded"


def test_the_locked_form_is_public(table):
    made = declared(table, LOCKED)
    assert made.types()[-2:] == ["ready_declared", "discarded"]
    assert [seat.ready for seat in made.board.seats] == [True, False, False, False]
    assert made.board.number == 4


def test_private_events_reach_nobody_else(table):
    made = declared(table).play("0 cancel")
    for event in (ReadyNoted(0), ReadyCancelled(0)):
        assert redact(event, 0) == event
        assert [redact(event, seat) for seat in (1, 2, 3)] == [None] * 3
    assert made.board.number == 3


@pytest.mark.parametrize("spec", FORMS)
def test_drawn_tiles_are_discarded_at_once_and_claims_passed(table, spec):
    made = declared(table, spec, draws="7s8p1m8s", hands={3: "1z"})
    # With two of 1z in hand it could have made a pung.
    made.play("1 discard 7s", "2 discard 8p", "3 discard 1z")
    assert 0 not in made.asked
    made.play("pass")
    passed = made.of_type("discarded")[-1]
    assert (passed["seat"], passed["tile"], passed["drawn"]) == (0, "8s", True)
    lines = made.game.unfinished().splitlines()
    assert b'{"action":{"type":"pass"},"by":"ready","seat":0}' in lines


@pytest.mark.parametrize("spec", FORMS)
def test_a_ready_player_is_asked_at_a_win_and_may_pass_it(table, spec):
    made = declared(table, spec, draws="7s8p1s4s", hands={1: "7s"})
    made.play("1 discard 7s", "2 discard 8p", "3 discard 1s")
    own = ["win", "pass"] if spec == LOCKED else ["win", "pass", "cancel"]
    assert made.legal(0) == own
    made.play("pass")
    assert made.round.owns[0].drawn == "4s"
    assert made.legal(0) == own
    made.refuses(0, "discard 1m")
    made.play("0 pass")
    assert made.of_type("discarded")[-1]["tile"] == "4s"
    assert made.round.owns[0].ready


@pytest.mark.parametrize(("spec", "words"), [("standard", ["win", "cancel"]), (LOCKED, ["win"])])
@pytest.mark.parametrize("wild", ["9s", "9p"])
def test_a_drawn_wild_tile_is_won_with_or_kept_by_cancelling(table, spec, words, wild):
    made = declared(table, spec, draws="7s8p7s" + wild)
    made.play("1 discard 7s", "2 discard 8p", "3 discard 7s", "pass")
    assert made.round.owns[0].drawn == wild
    assert made.legal(0) == words
    made.refuses(0, "pass")
    if spec == "standard":
        made.play("0 cancel")
        assert "win" in made.legal(0)
        assert f"discard {wild}" not in made.legal(0)
        assert "discard 1z" in made.legal(0)
    else:
        made.play("0 win")


@pytest.mark.parametrize("spec", FORMS)
def test_a_kong_that_leaves_the_waits_the_same_is_asked_for(table, spec):
    made = declared(table, spec, draws="7s8p7s1p", tail="8s")
    made.play("1 discard 7s", "2 discard 8p", "3 discard 7s", "pass")
    assert "kong 1p" in made.legal(0)
    assert made.legal(0)[:2] == ["kong 1p", "pass"]
    made.play("0 kong 1p")
    assert made.melds(0) == ["concealed_kong 1111p"]
    assert made.of_type("discarded")[-1]["tile"] == "8s", "the replacement goes by itself"


@pytest.mark.parametrize("spec", FORMS)
def test_a_claimed_kong_that_leaves_the_waits_the_same_is_asked_for(table, spec):
    made = declared(table, spec, hands={1: "1p"}, draws="7s", tail="8s")
    made.play("1 discard 1p")
    assert made.legal(0)[:2] == ["kong 1p", "pass"]
    made.play("0 kong 1p")
    assert made.melds(0) == ["exposed_kong 1111p"]


@pytest.mark.parametrize("spec", FORMS)
def test_a_kong_that_changes_the_waits_is_not_taken(table, spec):
    # 222p34p: as a triplet 2 and 5 are waited for, as 2p with 34p a pair remains.
    hand = "123456789m1z1z1z" + "2223p"
    made = declared(table, spec, hand=hand, draws="7s8p7s2p", tail="8s")
    made.play("1 discard 7s", "2 discard 8p", "3 discard 7s", "pass")
    assert made.of_type("kong_made") == []
    assert "kong 2p" not in made.legal(0)
    made = declared(table, spec, hand=hand, hands={1: "2p"})
    made.play("1 discard 2p")
    assert "kong 2p" not in made.legal(0)


@pytest.mark.parametrize("spec", FORMS)
def test_an_added_kong_with_the_drawn_tile_while_ready(table, spec):
    made = table(
        spec,
        hands={0: "4p", 1: "44p123456789m23s11z7z"},
        draws="8p8s7s4p",
        tail="7s",
    )
    made.play(
        "0 discard 4p", "1 pung", "1 ready 7z", "2 discard 8p", "3 discard 8s", "0 discard 7s"
    )
    made.play("pass")
    assert made.legal(1)[:2] == ["kong 4p", "pass"]
    made.play("1 kong 4p", "pass")
    assert made.melds(1) == ["added_kong 4444p"]


@pytest.mark.parametrize("spec", FORMS)
def test_a_win_without_the_shape_is_asked_for_too(table, spec):
    """With any four wild tiles as the field allows, on a turn whose tile does not complete."""
    rules = {"base": "standard", "set": {"kill_pig": "any_four"}}
    if spec == LOCKED:
        rules["set"]["ready"] = "locked"
    made = table(rules, hands={0: "99s99p123456789m1z2z5p7z"}, draws="7s8p7s3z")
    assert made.legal(0)[0] == "win"
    made.play("0 ready 7z", "1 discard 7s", "2 discard 8p", "3 discard 7s", "pass")
    assert made.round.owns[0].drawn == "3z"
    assert made.legal(0)[:2] == ["win", "pass"]
    made.play("0 win")
    assert made.result.sheets[0].shape == "kill_pig"
    assert made.won["ready"] is True
    assert made.items(0) == {"V14": 13}


def test_cancelling_out_of_turn_opens_the_claims_of_an_open_decision(table):
    made = declared(table, hands={1: "1z"}, draws="7s")
    made.play("1 discard 1z")
    assert made.legal(0) == ["cancel"]
    assert 0 not in made.asked
    made.play("0 cancel")
    assert made.asked[0] == ["pung", "pass"]
    assert made.phase == "claims", "cancelling answers nothing"
    made.play("0 pung")
    assert made.melds(0) == ["pung 111z"]


def test_ready_may_be_pressed_again(table):
    made = declared(table, draws="7s8p7s8s")
    made.play("0 cancel", "1 discard 7s", "2 discard 8p", "3 discard 7s", "pass")
    assert "ready 8s" in made.legal(0)
    assert "discard 1m" in made.legal(0)
    made.play("0 ready 8s")
    assert made.round.owns[0].ready


def test_the_locked_form_cannot_be_cancelled(table):
    made = declared(table, LOCKED)
    made.refuses(0, "cancel")
    with pytest.raises(IllegalAction):
        made.game.cancel_ready(0, "player")


def test_nobody_cancels_what_was_not_declared(table):
    made = declared(table)
    for seat in (1, 2, 3):
        made.refuses(seat, "cancel")


@pytest.mark.parametrize("form", ["assist", "locked"])
@pytest.mark.parametrize("base", ["standard", "alternate"])
def test_ready_tai_is_added_to_a_win_with_the_shape(table, base, form):
    spec = {"base": base, "set": {"ready": form, "ready_tai": 6}}
    made = declared(table, spec, hands={1: "4s"}).play("1 discard 4s", "0 win")
    assert made.won["ready"] is True
    assert made.items(0)["P7"] == 6
    spec["set"]["ready_tai"] = 0
    made = declared(table, spec, hands={1: "4s"}).play("1 discard 4s", "0 win")
    assert "P7" not in made.items(0)


def test_ready_that_was_cancelled_gives_nothing(table):
    spec = {"base": "standard", "set": {"ready_tai": 6}}
    made = declared(table, spec, hands={1: "4s"}).play("0 cancel", "1 discard 4s", "0 win")
    assert made.won["ready"] is False
    assert "P7" not in made.items(0)


def test_a_locked_player_must_win_with_a_wild_tile_of_the_share_out(table):
    spec = {"base": "standard", "set": {"ready": "locked", "reserve": 70}}
    made = declared(table, spec, draws="7s8p7s9s")
    made.play("1 discard 7s", "2 discard 8p", "3 discard 7s", "pass")
    assert made.phase == "share_out"
    assert made.legal(0) == ["win"]
    with pytest.raises(IllegalAction, match="has to win"):
        proceed(made.round)
    made.play("0 win")
    assert made.won["share_out"] is True


def test_an_assisted_player_may_let_the_share_out_pass(table):
    spec = {"base": "standard", "set": {"reserve": 70}}
    made = declared(table, spec, draws="7s8p7s9s")
    made.play("1 discard 7s", "2 discard 8p", "3 discard 7s", "pass")
    assert made.legal(0) == ["win", "pass", "cancel"]
