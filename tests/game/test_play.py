"""The master of a round: decisions, cancelling, the record it keeps."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest

from taipao.errors import IllegalAction, VerifyError
from taipao.game.actions import CancelReady, Discard, Pass
from taipao.game.play import Play
from taipao.game.record import header
from taipao.game.replay import replay
from taipao.rules.ruleset import load_ruleset

from .players import SEATED, at_random, opened, played

WAITS_A = "123456789m111p23s11z"


def test_a_round_from_the_deal_to_its_end():
    random = Random(3)
    game = opened(load_ruleset("standard"), random)
    assert [type(event).__name__ for event in (game.opening[0], game.opening[-1])] == [
        "Dealt",
        "PlayBegan",
    ]
    assert not game.over
    assert game.go_on() is None, "an answer is owed"
    with pytest.raises(IllegalAction) as refusal:
        game.record()
    assert refusal.value.reason == "not_over"
    played(game, random, [at_random] * 4)
    assert game.over
    assert replay(game.record()) == game.round
    assert game.record().startswith(game.unfinished())


def test_the_header_alone_says_which_round_it_is():
    first = header(
        load_ruleset("alternate"),
        SEATED,
        number=3,
        dealer=2,
        secret=bytes(32),
        contributions=[b"x", None, None, None],
    )
    game = Play(first)
    assert game.ruleset.name == "alternate"
    assert game.round.board.dealer == 2
    assert Play(first).round == game.round
    with pytest.raises(VerifyError):
        Play(msgspec.structs.replace(first, commitment="00" * 32))


@pytest.mark.parametrize("chooser", ["player", "bot", "autopilot", "clock"])
def test_who_chose_an_action_is_recorded(chooser):
    game = opened(load_ruleset("standard"), Random(3))
    (seat,) = game.decision.waiting
    game.answer(seat, game.decision.id, game.decision.offers[seat][-1], chooser)
    game.go_on()
    line = json.loads(game.unfinished().splitlines()[-2])
    assert (line["seat"], line["by"]) == (seat, chooser)


def test_a_pass_that_has_no_effect_is_not_recorded(table):
    made = table(hands={0: "1z", 2: "11z"}).play("0 discard 1z", "2 pass")
    assert b'"pass"' not in made.game.unfinished()


def test_a_late_answer_changes_nothing(table):
    made = table(hands={0: "1z"})
    old = made.game.decision.id
    made.play("0 discard 1z")
    before = made.round
    with pytest.raises(IllegalAction) as refusal:
        made.game.answer(0, old, Discard("1z"), "player")
    assert refusal.value.reason == "stale"
    assert made.round == before


def test_cancelling_keeps_what_others_have_answered(table):
    made = table(hands={0: WAITS_A + "7z", 1: "1z", 2: "5p"}, draws="7s")
    made.play("0 ready 7z", "1 discard 1z")
    game = made.game
    assert game.decision.waiting == ()
    made.play("0 cancel")
    assert game.decision.waiting == (0,)
    game.answer(0, game.decision.id, Pass(), "player")
    assert game.decision.answers == {0: Pass()}
    with pytest.raises(IllegalAction):
        game.cancel_ready(0, "player")
    assert game.decision.answers == {0: Pass()}


def test_cancelling_takes_back_a_pass_that_is_no_choice_any_more(table):
    made = table(hands={0: WAITS_A + "7z"}, draws="7s8p7s4s")
    made.play("0 ready 7z", "1 discard 7s", "2 discard 8p", "3 discard 7s", "pass")
    game = made.game
    assert made.legal(0) == ["win", "pass", "cancel"]
    game.answer(0, game.decision.id, Pass(), "player")
    made.play("0 cancel")
    assert game.decision.waiting == (0,)
    assert CancelReady() not in game.decision.offers[0]
    made.play("0 discard 4s")
