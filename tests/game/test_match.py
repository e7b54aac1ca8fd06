"""A match: rounds, circles and points (P10, P12)."""

from __future__ import annotations

from taipao.game.events import RoundEnded
from taipao.game.match import Match
from taipao.rules.ruleset import load_ruleset


def result(*, next_dealer, points=(0, 0, 0, 0), winner=None):
    nothing = ((),) * 4
    return RoundEnded(winner, nothing, nothing, None, (points,) * 4, points, next_dealer)


def test_the_deal_stays_or_passes_and_circles_are_counted():
    match = Match(load_ruleset("standard"), dealer=2)
    assert (match.round, match.circle, match.over) == (1, 1, False)
    match = match.after(result(next_dealer=2))
    assert (match.dealer, match.round, match.passes) == (2, 2, 0)
    for dealer in (3, 0, 1, 2):
        assert match.circle == 1
        match = match.after(result(next_dealer=dealer))
    assert (match.dealer, match.round, match.passes, match.circle) == (2, 6, 4, 2)


def test_points_add_up():
    match = Match(load_ruleset("standard"), dealer=0)
    match = match.after(result(next_dealer=1, points=(-6, 12, -3, -3)))
    match = match.after(result(next_dealer=2, points=(1, 2, -4, 1)))
    assert match.points == (-5, 14, -7, -2)


def test_a_match_ends_after_its_rounds_repeats_included():
    match = Match(load_ruleset("standard"), dealer=0, length=2)
    match = match.after(result(next_dealer=0))
    assert not match.over
    assert match.after(result(next_dealer=0)).over


def test_an_open_match_never_ends():
    match = Match(load_ruleset("standard"), dealer=0, round=1000)
    assert not match.over
