"""The project's answers against those of the second implementation in tests/reference."""

from __future__ import annotations

import json

import pytest

from taipao.rules.requests import answer_score, answer_settle
from tests.reference.compare import difference
from tests.reference.generate import KINDS_OF_REQUESTS, requests
from tests.reference.generate_settle import settlements
from tests.reference.settle import answer_settle as expected_settle

# Seeds are spread over test cases so that several workers can share them.
SCORES = [(sort, seed) for sort in KINDS_OF_REQUESTS for seed in range(6)]
SOAKED_SCORES = [(sort, seed) for sort in KINDS_OF_REQUESTS for seed in range(100, 120)]


def check_scores(sort: str, seed: int, number: int) -> None:
    bodies = requests(sort, seed, number)
    found = [wrong for body in bodies if (wrong := difference(body, answer_score(body)))]
    assert not found, f"{len(found)} of {number} differ, the first:\n{found[0]}"


def check_settlements(seed: int, number: int) -> None:
    for body in settlements(seed, number):
        expected = expected_settle(body)
        answer = json.loads(json.dumps(answer_settle(body)))
        if "error" in expected:
            assert (answer["legal"], answer["id"]) == (False, expected["id"]), body
            assert answer["error"]["code"] == expected["error"]["code"], body
            assert answer["error"]["message"], body
        else:
            assert answer == expected, body


@pytest.mark.parametrize(("sort", "seed"), SCORES)
def test_scores(sort, seed):
    check_scores(sort, seed, 250)


def test_settlements():
    check_settlements(1, 3000)


@pytest.mark.soak
@pytest.mark.parametrize(("sort", "seed"), SOAKED_SCORES)
def test_many_scores(sort, seed):
    check_scores(sort, seed, 1000)


@pytest.mark.soak
def test_many_settlements():
    check_settlements(2, 50_000)
