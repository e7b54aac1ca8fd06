from __future__ import annotations

import pytest

from taipao.game.state import Board, SeatBoard
from taipao.rules.ruleset import load_ruleset
from taipao.server.supplies import AT_ONCE, Pace


def test_a_contribution_is_waited_for_two_seconds() -> None:
    assert Pace().seal == 2.0


def on_turn(size: int, *, ready: bool = False) -> Board:
    own = SeatBoard(size=size, ready=ready)
    return Board(load_ruleset("standard"), seats=(own,) + (SeatBoard(size=16),) * 3)


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (on_turn(17), (1.0, 2.0)),
        (on_turn(9), (0.5, 1.5)),
        (on_turn(1), (0.0, 1.0)),
        (on_turn(17, ready=True), (0.0, 1.0)),
    ],
    ids=["whole", "half", "last", "ready"],
)
def test_a_bot_thinks_longer_the_more_it_has_to_choose_from(
    board: Board, expected: tuple[float, float]
) -> None:
    pace = Pace(thought=(0.0, 2.0))
    assert pace.before("thought", board) == pytest.approx(expected)
    assert AT_ONCE.before("thought", board) == (0.0, 0.0)


def test_the_pause_after_a_discard_is_the_same_whoever_could_claim() -> None:
    pace = Pace()
    assert pace.before("pause", on_turn(17)) == pace.before("pause", on_turn(2)) == pace.pause
