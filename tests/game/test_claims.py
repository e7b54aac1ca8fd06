"""The claim window: answers in any order, each once, to the decision they name (P4)."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from taipao.errors import IllegalAction
from taipao.game.actions import CancelReady, Discard, Pass, Pung, Win
from taipao.game.claims import PROCEED, Decision, Outcome

from .scripted import action_of

WAITS_A = "123456789m111p23s11z"
WAITS_B = "123456789m222p56s22z"
WAITS_C = "123456789m333p23s33z"
TABLES = [
    {0: "4s", 1: "23s", 2: "44s", 3: WAITS_A},
    {0: "4s", 1: "235s", 2: "444s"},
    {0: "4s", 1: WAITS_A, 2: WAITS_B, 3: WAITS_C},
    {0: "2z", 1: "123456789m111p22z11z", 2: "1z"},
    {0: "4s", 1: "23s44s", 3: WAITS_B},
]


def decision_of(made):
    return Decision.open(made.round)


@pytest.mark.parametrize("hands", TABLES)
def test_the_order_of_answers_does_not_matter(table, hands):
    """All answers of all seats, in all orders; early answers never change the outcome either."""
    made = table(hands=hands).play(f"0 discard {hands[0]}")
    opened = decision_of(made)
    seats = list(opened.offers)
    for chosen in product(*(opened.offers[seat] for seat in seats)):
        outcomes = set()
        for order in permutations(zip(seats, chosen, strict=True)):
            decision, first = opened, None
            for seat, action in order:
                decision = decision.answer(seat, opened.id, action)
                first = first or decision.outcome()
            final = decision.outcome()
            assert final is not None
            assert first == final, "a window that could be closed early gives the same"
            outcomes.add(str(final))
        assert len(outcomes) == 1


def test_the_window_closes_once_nobody_left_could_outrank(table):
    made = table(hands=TABLES[0]).play("0 discard 4s")
    decision = decision_of(made)
    assert decision.waiting == (1, 2, 3)
    assert decision.outcome() is None
    decision = decision.answer(2, decision.id, Pung())
    assert decision.outcome() is None, "seat 3 could still win"
    assert decision.answer(3, decision.id, Pass()).outcome() == Outcome(2, Pung())
    decision = decision.answer(3, decision.id, Win())
    assert decision.waiting == (1,)
    assert decision.outcome() == Outcome(3, Win())


def test_a_nearer_win_is_waited_for(table):
    made = table(hands=TABLES[2]).play("0 discard 4s")
    decision = decision_of(made)
    far = decision.answer(3, decision.id, Win())
    assert far.outcome() is None
    assert far.answer(1, far.id, Win()).outcome() == Outcome(1, Win())
    near = decision.answer(1, decision.id, Win())
    assert near.outcome() == Outcome(1, Win())


def test_nobody_takes_it(table):
    made = table(hands=TABLES[0]).play("0 discard 4s")
    decision = decision_of(made)
    for seat in decision.waiting:
        decision = decision.answer(seat, decision.id, Pass())
    assert decision.outcome() == PROCEED
    made = table(hands={0: "1z"}).play("0 discard 1z")
    assert decision_of(made).outcome() == PROCEED, "nobody is asked"


def test_a_turn_is_a_decision_of_one(table):
    made = table(hands={0: "1z"})
    decision = decision_of(made)
    assert (decision.single, decision.waiting, decision.id) == (True, (0,), made.board.number)
    assert decision.outcome() is None
    action = action_of("discard 1z")
    assert decision.answer(0, decision.id, action).outcome() == Outcome(0, action)


@pytest.mark.parametrize(
    ("seat", "late", "action", "reason"),
    [
        (2, 1, Pung(), "stale"),
        (0, 0, Pass(), "not_asked"),
        (9, 0, Pass(), "not_asked"),
        (3, 0, Pung(), "illegal"),
        (2, 0, Discard("1m"), "illegal"),
        (2, 0, CancelReady(), "illegal"),
    ],
)
def test_answers_that_do_not_fit_are_refused_with_a_reason(table, seat, late, action, reason):
    made = table(hands=TABLES[0]).play("0 discard 4s")
    decision = decision_of(made)
    with pytest.raises(IllegalAction) as refusal:
        decision.answer(seat, decision.id - late, action)
    assert refusal.value.reason == reason


def test_a_second_answer_is_refused_and_the_first_stands(table):
    made = table(hands=TABLES[0]).play("0 discard 4s")
    decision = decision_of(made)
    answered = decision.answer(2, decision.id, Pass())
    with pytest.raises(IllegalAction) as refusal:
        answered.answer(2, decision.id, Pung())
    assert refusal.value.reason == "answered"
    assert answered.answers == {2: Pass()}
