"""The values of a round: small facts that others rely on."""

from __future__ import annotations

import pytest

from taipao.game.state import Board, OpenMeld, Own, SeatBoard, empty_own, melds_of
from taipao.hand import Meld
from taipao.rules.ruleset import load_ruleset
from taipao.tiles import parse


def board(*melds):
    return Board(load_ruleset("standard"), seats=(SeatBoard(melds=melds), *(SeatBoard(),) * 3))


@pytest.mark.parametrize(
    ("kind", "called"),
    [
        ("chow", True),
        ("pung", True),
        ("exposed_kong", True),
        ("added_kong", True),
        ("concealed_kong", True),
        ("bonus_kong", False),
    ],
)
def test_an_opening_kong_is_no_call(kind, called):
    assert board(OpenMeld(kind, ("5m",) * 4)).called is called
    assert board().called is False


def test_what_is_left_does_not_count_the_indicators():
    assert board().left == 142
    assert Board(load_ruleset("standard"), head=65, tail=3).left == 74


def test_melds_hold_the_tiles_of_the_own_opening_kongs():
    hidden = (("5z",) * 4, ("1f", "2f", "3f", "4f"))
    own = Own(empty_own().hand, hidden=hidden)
    laid = board(
        OpenMeld("bonus_kong", ()),
        OpenMeld("pung", ("5m",) * 3, "5m", 2),
        OpenMeld("bonus_kong", ()),
    )
    assert melds_of(laid, own, 0) == (
        Meld("bonus_kong", parse("5555z")),
        Meld("pung", parse("555m")),
        Meld("bonus_kong", parse("1234f")),
    )
    assert melds_of(board(), own, 0) == ()
