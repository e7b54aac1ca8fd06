"""A running round taken up from the lines of its record."""

from __future__ import annotations

from random import Random

import pytest

from taipao.errors import RecordError
from taipao.game.play import Play
from taipao.game.replay import replay
from taipao.rules.ruleset import load_ruleset

from .players import at_random, opened, played

RULESETS = ["standard", "alternate", {"base": "standard", "set": {"ready": "locked"}}]


def stopped(game: Play, random: Random, answers: int) -> Play:
    """Play `answers` answers at most, and close the decisions they close."""
    for _ in range(answers):
        while game.go_on() is not None:
            pass
        if game.over:
            break
        seat = game.decision.waiting[0]
        offers = [a for a in game.decision.offers[seat] if type(a).__name__ != "CancelReady"]
        game.answer(seat, game.decision.id, random.choice(offers), "player")
    return game


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(6))
def test_a_round_stands_where_its_lines_break_off(ruleset, seed):
    random = Random(seed)
    game = stopped(opened(load_ruleset(ruleset), random), random, 12 * seed)
    again = Play.resume(game.lines())
    assert again.round == game.round
    assert again.events == game.events
    assert again.opening == game.opening
    assert again.unfinished() == game.unfinished()
    assert again.decision.offers == game.decision.offers
    assert again.decision.id == game.decision.id
    assert again.decision.answers == {}, "an open decision is asked again"
    played(again, random, [at_random] * 4)
    assert replay(again.record()) == again.round
    assert again.record().startswith(game.unfinished())


def lines_of(seed: int = 3) -> list[bytes]:
    random = Random(seed)
    return list(stopped(opened(load_ruleset("standard"), random), random, 20).lines())


def test_lines_that_do_not_follow_are_refused():
    lines = lines_of()
    action = next(i for i, line in enumerate(lines) if line.startswith(b'{"action"'))
    for bad, told in [
        ([], "empty"),
        (lines[:1], "before dealt"),
        (lines[:3], "ends before"),
        (lines[: action + 1], "last action causes"),
        ([*lines[:4], *lines[5:]], "line 5"),
        ([*lines, b'{"sha256":"0"}\n'], "neither an event nor an action"),
        ([*lines, lines[-1]], f"line {len(lines) + 1}"),
        ([lines[0].replace(b'"version":1', b'"version":2'), *lines[1:]], "version 2"),
        ([*lines[:-1], lines[-1][:-1]], "newline"),
    ]:
        with pytest.raises(RecordError, match=told):
            Play.resume(bad)


def test_the_lines_after_those_already_known():
    lines = lines_of()
    game = Play.resume(lines)
    assert game.lines() == tuple(lines)
    assert game.lines(len(lines) - 2) == tuple(lines[-2:])
    assert game.lines(len(lines)) == ()
