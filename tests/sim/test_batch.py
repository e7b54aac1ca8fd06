"""Rounds that compiled bots have played: their records, and that they are the same on any core."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from taipao.bots import make
from taipao.bots.simulation import play_out
from taipao.errors import BadRequest
from taipao.game.play import Play
from taipao.game.record import read
from taipao.game.replay import replay, verify
from taipao.rules.ruleset import NAMES, load_ruleset
from taipao.sim.batch import play, rounds
from taipao.sim.record import export

# Compiling is dear: one process does it for all.
pytestmark = pytest.mark.xdist_group("compiled")

COMPANIES = (("random",) * 4, ("greedy",) * 4, ("greedy", "random", "random", "greedy"))


def check_records(spec: Any, first: int, count: int) -> None:
    """Export so many rounds of each company; the engine has to come to every line of them."""
    ruleset = load_ruleset(spec)
    for bots in COMPANIES:
        number = first
        for tables in rounds(ruleset, bots, first, count):
            for table in tables:
                number += 1
                record = export(table, ruleset, number, bots)
                ended = replay(record).board.result
                assert ended is not None
                assert tuple(table.points) == ended.points
                verify(record)


@pytest.mark.parametrize("base", NAMES)
def test_the_engine_replays_every_record(base: str) -> None:
    check_records(base, 0, 334)


def test_the_engine_replays_records_under_other_rules() -> None:
    locked = {"base": "standard", "set": {"ready": "locked", "ready_tai": 3, "share_out": False}}
    check_records(locked, 1, 20)
    shared = {"base": "alternate", "set": {"share_out": True, "white_is_bonus": False}}
    check_records(shared, 2, 20)


@pytest.mark.parametrize("bot", ["greedy", "solid"])
@pytest.mark.parametrize("base", NAMES)
def test_rounds_are_those_of_the_bot_in_python(base: str, bot: str) -> None:
    ruleset = load_ruleset(base)
    bots = (bot,) * 4
    (tables,) = rounds(ruleset, bots, 3, 25)
    for number, table in enumerate(tables, start=1):
        record = export(table, ruleset, number, bots)
        again = Play(read(record).header, ruleset=ruleset)
        play_out(again, [make(bot, 0)] * 4)
        assert again.record() == record


def test_a_round_is_the_same_in_any_company_of_tables() -> None:
    ruleset, mixed = load_ruleset("standard"), [0, 1, 0, 1]
    together = play(ruleset, 5, range(130), mixed)
    apart = play(ruleset, 5, range(130), mixed, cores=2)
    backwards = play(ruleset, 5, range(129, -1, -1), mixed)[::-1]
    for other in (apart, backwards):
        for field in ("wall", "log", "points", "totals", "rows"):
            assert np.array_equal(together[field], other[field]), field
    assert not np.array_equal(together["wall"], play(ruleset, 6, range(130), mixed)["wall"])


def test_points_add_to_zero_and_bots_differ() -> None:
    ruleset = load_ruleset("standard")
    points = np.zeros(4, np.int64)
    for tables in rounds(ruleset, ("greedy", "random", "random", "random"), 1, 400, at_once=128):
        assert not tables["points"].sum(axis=1).any()
        points += tables["points"].sum(axis=0)
    assert points[0] > 0


def test_a_bot_that_there_is_not_is_named() -> None:
    with pytest.raises(BadRequest, match=r"'nobody'.*random, greedy"):
        next(rounds(load_ruleset("standard"), ("nobody",) * 4, 0, 1))


@pytest.mark.soak
@pytest.mark.parametrize("base", NAMES)
def test_the_engine_replays_a_hundred_thousand_records(base: str) -> None:
    check_records(base, 100, 34_000)
