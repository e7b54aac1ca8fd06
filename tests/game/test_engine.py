"""`start`, `decide`, `evolve`, `proceed`: pure functions of values."""

from __future__ import annotations

import pytest

from taipao.errors import IllegalAction
from taipao.game.actions import Discard, Pass, Pung
from taipao.game.claims import PROCEED, Outcome
from taipao.game.engine import automatic, decide, evolve, proceed, start, step, undealt
from taipao.rules.ruleset import load_ruleset

WAITS_A = "123456789m111p23s11z"


def test_the_events_lead_to_the_round(table):
    wall = table(hands={0: "1f", 2: "5z"}).wall
    ruleset = load_ruleset("standard")
    round_, events = start(ruleset, 0, wall)
    folded = undealt(ruleset, wall)
    for event in events:
        folded = evolve(folded, event)
    assert folded == round_


def test_deciding_changes_nothing(table):
    made = table(hands={0: "1z"})
    before = made.round
    events = decide(before, 0, Discard("1z"))
    assert made.round is before
    assert decide(before, 0, Discard("1z")) == events


def test_a_pass_on_a_claim_causes_nothing_by_itself(table):
    made = table(hands={0: "1z", 2: "11z"}).play("0 discard 1z")
    assert decide(made.round, 2, Pass()) == ()
    assert step(made.round, PROCEED)[1] == proceed(made.round)
    assert step(made.round, Outcome(2, Pung()))[1] == decide(made.round, 2, Pung())


def test_a_step_is_the_events_and_the_round_after_them(table):
    made = table(hands={0: "1z"})
    after, events = step(made.round, Outcome(0, Discard("1z")))
    assert evolve(made.round, events[0]) == after


def test_a_refusal_says_who_and_what(table):
    made = table(hands={0: "1z"})
    with pytest.raises(IllegalAction, match="seat 2 may not discard 1z") as refusal:
        decide(made.round, 2, Discard("1z"))
    assert refusal.value.reason == "illegal"


def test_a_discard_always_stops_in_claims(table):
    """Whether anybody can claim or not, so that the number of steps tells nothing."""
    for other in ("44s", "1z"):
        made = table(hands={0: "4s", 2: other}).play("0 discard 4s")
        assert (made.phase, made.board.number) == ("claims", 3)


def test_only_a_lone_pass_on_the_own_turn_is_automatic(table):
    hands = {0: WAITS_A + "7z", 1: "4s"}
    made = table(hands=hands, draws="7s").play("0 ready 7z", "1 discard 4s")
    assert automatic(made.round) is None, "a win is offered"
    made = table(hands={0: WAITS_A + "7z"})
    assert automatic(made.round) is None, "not ready yet"
