"""The project's answers against those of the second implementation in tests/reference."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from taipao.game.wall import commitment, seed, wall
from taipao.rules.requests import answer_score, answer_settle, describe_reading, read_position
from tests.reference.compare import check_reading, difference
from tests.reference.generate import KINDS_OF_REQUESTS, requests
from tests.reference.generate_settle import settlements
from tests.reference.request import read
from tests.reference.score import item_lists, tai_of
from tests.reference.settle import answer_settle as expected_settle
from tests.reference.wall import commitment as expected_commitment
from tests.reference.wall import seed as expected_seed
from tests.reference.wall import wall as expected_wall

# Seeds are spread over test cases so that several workers can share them.
SCORES = [(sort, seed) for sort in KINDS_OF_REQUESTS for seed in range(6)]
SOAKED_SCORES = [(sort, seed) for sort in KINDS_OF_REQUESTS for seed in range(100, 120)]


def check_scores(sort: str, start: int, number: int) -> None:
    bodies = requests(sort, start, number)
    found = [wrong for body in bodies if (wrong := difference(body, answer_score(body)))]
    assert not found, f"{len(found)} of {number} differ, the first:\n{found[0]}"


def check_settlements(start: int, number: int) -> None:
    for body in settlements(start, number):
        expected = expected_settle(body)
        answer = json.loads(json.dumps(answer_settle(body)))
        if "error" in expected:
            assert (answer["legal"], answer["id"]) == (False, expected["id"]), body
            assert answer["error"]["code"] == expected["error"]["code"], body
            assert answer["error"]["message"], body
        else:
            assert answer == expected, body


def check_runners_up(start: int, number: int) -> None:
    for body in requests("winner", start, number):
        score = read_position(body).score(runner_up=True)
        taken = sorted((item.rule, item.tai) for item in score.items)
        others = [items for items in item_lists(body) if items != taken]
        second = score.runner_up
        if not others:
            assert second is None, body
            continue
        assert second is not None, body
        assert second.tai == tai_of(others[0]), body
        doubled = second.tai >= doubles_from(body)
        assert second.total == second.tai * (2 if doubled else 1), body
        items = sorted((item.rule, item.tai) for item in second.items)
        check_reading(read(body), describe_reading(second.reading), items)


def doubles_from(body: dict[str, Any]) -> int:
    """Return the tai that S1 doubles from, beyond reach where it never does."""
    return read(body).ruleset["double_from"] or 10**9


@pytest.mark.parametrize(("sort", "start"), SCORES)
def test_scores(sort, start):
    check_scores(sort, start, 160 if sort == "winner" else 250)


@pytest.mark.parametrize("start", range(50, 54))
def test_runners_up(start):
    check_runners_up(start, 60)


def test_settlements():
    check_settlements(1, 3000)


def test_walls():
    rng = Random(3)
    for _ in range(200):
        secret = rng.randbytes(32)
        given = [rng.choice((None, rng.randbytes(rng.choice((1, 20, 64))))) for _ in range(4)]
        assert commitment(secret).hex() == expected_commitment(secret)
        assert seed(secret, given) == expected_seed(secret, given)
        assert list(wall(secret, given)) == expected_wall(secret, given)


@pytest.mark.soak
@pytest.mark.parametrize(("sort", "start"), SOAKED_SCORES)
def test_many_scores(sort, start):
    check_scores(sort, start, 1000)


@pytest.mark.soak
@pytest.mark.parametrize("start", range(200, 210))
def test_many_runners_up(start):
    check_runners_up(start, 1000)


@pytest.mark.soak
def test_many_settlements():
    check_settlements(2, 50_000)
