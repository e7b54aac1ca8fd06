from __future__ import annotations

from taipao.server.tablestate import NO_CLOCK, Clock
from taipao.server.thinking import Thinking


def test_a_decision_has_its_own_time_and_then_the_reserve() -> None:
    thinking = Thinking(Clock(20, 60))
    assert thinking.start(100.0, 1) == 180.0
    assert thinking.left(100.0) == (20.0, 60.0)
    assert thinking.left(112.5) == (7.5, 60.0)
    assert thinking.left(130.0) == (0.0, 50.0)
    thinking.stop(130.0)
    assert thinking.reserve == 50.0
    assert thinking.start(200.0, 2) == 270.0
    thinking.stop(205.0)
    assert thinking.reserve == 50.0


def test_time_that_is_up_leaves_nothing_and_a_new_round_fills_it() -> None:
    thinking = Thinking(Clock(1, 2))
    thinking.start(0.0, 1)
    assert thinking.left(9.0) == (0.0, 0.0)
    thinking.stop(9.0)
    assert thinking.reserve == 0.0
    assert thinking.start(10.0, 2) == 11.0
    thinking.fill()
    assert thinking.reserve == 2.0
    assert thinking.left(50.0) == (1.0, 2.0)


def test_a_decision_that_is_not_open_costs_nothing() -> None:
    thinking = Thinking(Clock(1, 2))
    thinking.stop(1000.0)
    assert thinking.reserve == 2.0


def test_a_decision_that_is_begun_again_has_no_more_time() -> None:
    thinking = Thinking(Clock(20, 60))
    thinking.start(100.0, 1)
    thinking.stop(125.0)
    assert thinking.reserve == 55.0
    assert thinking.left(126.0) == (20.0, 55.0), "of the next"
    assert thinking.start(130.0, 1) == 180.0
    assert thinking.left(130.0) == (0.0, 50.0)
    thinking.stop(135.0)
    assert thinking.reserve == 45.0
    assert not thinking.is_up(179.0, 1)
    assert thinking.is_up(180.0, 1)
    assert not thinking.is_up(180.0, 2)
    thinking.fill()
    assert thinking.start(200.0, 1) == 280.0, "of another round"


def test_without_a_clock_nothing_is_up() -> None:
    thinking = Thinking(NO_CLOCK)
    assert thinking.start(0.0, 1) is None
    assert not thinking.is_up(1e9, 1)
    assert thinking.left(1e9) == (None, None)
    thinking.stop(1e9)
