"""A round with bots, driven step by step without a clock."""

from __future__ import annotations

import pytest

from taipao.errors import IllegalAction
from taipao.game.actions import Action, CancelReady, Discard, Pass
from taipao.game.play import Play
from taipao.game.record import Seat, header
from taipao.game.view import View
from taipao.rules.ruleset import load_ruleset
from taipao.server.sitting import Sitting, number
from tests.server.conftest import PassiveBot
from tests.server.walls import wall_of

WAITING = "123456789m123p45s99s1z"


class RepentingBot(PassiveBot):
    """Declares ready whenever it can and takes it back whenever it can."""

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        if CancelReady() in actions:
            return CancelReady()
        declaring = [a for a in actions if isinstance(a, Discard) and a.ready]
        return declaring[-1] if declaring else super().choose(view, actions)


def sitting(hands: dict[int, str], *, dealer: int = 0, bots: int = 3, **wall: str) -> Sitting:
    ruleset = load_ruleset("standard")
    seats = [Seat(str(seat)) for seat in range(4)]
    first = header(
        ruleset, seats, number=1, dealer=dealer, secret=bytes(32), contributions=[None] * 4
    )
    play = Play(first, ruleset=ruleset, wall=wall_of(hands, dealer=dealer, **wall))
    return Sitting(play, {seat: RepentingBot() for seat in range(4 - bots, 4)})


def test_a_person_has_all_the_time_of_the_world() -> None:
    table = sitting({0: WAITING})
    assert table.due is None
    assert 0 in table.asked
    assert 1 not in table.asked
    assert table.resolve() == ()


def test_a_pause_follows_every_discard_whoever_could_claim() -> None:
    table = sitting({0: WAITING}, draws="7z6z4z")
    table.answer(0, table.play.decision.id, Discard("1z"))
    (discarded,) = table.resolve()
    assert discarded.number == table.play.decision.id
    assert table.due == "pause"
    assert table.resolve() == ()
    (drawn,) = table.go_on()
    assert drawn.event.tile == "7z"  # type: ignore[union-attr]
    assert table.due == "thought"


def test_a_ready_person_without_a_choice_is_not_asked_but_may_repent() -> None:
    table = sitting({0: WAITING}, draws="1z1z2z2z2z2z")
    table.answer(0, table.play.decision.id, Discard("1z", ready=True))
    noted, _ = table.resolve()
    assert noted.number is None
    while table.round.board.phase == "claims" or table.round.board.turn != 0:
        assert 0 not in table.asked
        table.go_on()
    assert table.due == "thought"
    assert 0 not in table.asked
    (cancelled,) = table.cancel_ready(0)
    assert cancelled.number is None
    # Now it is the person's turn like any other.
    assert table.due is None
    assert any(isinstance(action, Discard) for action in table.asked[0])
    with pytest.raises(IllegalAction):
        table.cancel_ready(0)


def test_a_ready_seats_pass_is_made_by_itself() -> None:
    table = sitting({0: WAITING}, draws="1z1z2z2z2z2z")
    table.answer(0, table.play.decision.id, Discard("1z", ready=True))
    table.resolve()
    while table.round.board.phase == "claims" or table.round.board.turn != 0:
        table.go_on()
    drawn = table.round.owns[0].drawn
    (discarded,) = table.go_on()
    assert discarded.event.tile == drawn  # type: ignore[union-attr]
    assert b'"by":"ready","seat":0' in table.play.unfinished()


def test_a_bot_may_take_its_declaration_back_and_is_asked_again() -> None:
    table = sitting({1: WAITING[:-2] + "1z"}, dealer=1, draws="2z2z2z2z3z")
    happened = table.go_on()
    assert [type(one.event).__name__ for one in happened] == ["ReadyNoted", "Discarded"]
    record = b""
    while b"ready_cancelled" not in record and not table.play.over:
        if table.due is None:
            decision = table.play.decision
            passing = [a for a in table.asked[0] if isinstance(a, Pass | Discard)]
            table.answer(0, decision.id, passing[-1])
            table.resolve()
        else:
            table.go_on()
        record = table.play.unfinished()
    assert b"ready_cancelled" in record


def test_events_are_numbered_without_gaps_for_what_is_hidden() -> None:
    table = sitting({0: WAITING})
    opening = number(table.play.opening)
    assert [one.number for one in opening] == list(range(1, len(opening) + 1))
