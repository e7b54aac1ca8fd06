"""Intervals by cluster, against what is counted out by hand."""

from __future__ import annotations

import math
import statistics
from random import Random

import pytest

from taipao.trials.intervals import ratio

# Student's t at 97.5 %, from printed tables.
STUDENT = {9: 2.262, 29: 2.045, 99: 1.984}


@pytest.mark.parametrize("freedom", STUDENT)
def test_equal_clusters_are_a_mean_over_clusters(freedom: int) -> None:
    random = Random(freedom)
    walls = [[random.gauss(3, 10) for _ in range(4)] for _ in range(freedom + 1)]
    found = ratio([sum(wall) for wall in walls], [4] * len(walls))
    assert found is not None
    means = [sum(wall) / 4 for wall in walls]
    error = statistics.stdev(means) / math.sqrt(len(walls))
    assert found.mean == pytest.approx(statistics.mean(means))
    assert found.high - found.mean == pytest.approx(STUDENT[freedom] * error, rel=1e-3)
    assert found.mean - found.low == pytest.approx(found.high - found.mean)


def test_unequal_clusters_agree_with_leaving_each_out() -> None:
    random = Random(1)
    wholes = [random.randrange(1, 5) for _ in range(400)]
    parts = [whole * random.gauss(8, 2) + random.gauss(0, 6) for whole in wholes]
    found = ratio(parts, wholes)
    assert found is not None
    left_out = [
        (sum(parts) - part) / (sum(wholes) - whole)
        for part, whole in zip(parts, wholes, strict=True)
    ]
    middle = statistics.mean(left_out)
    error = math.sqrt(399 / 400 * sum((one - middle) ** 2 for one in left_out))
    assert (found.high - found.low) / 2 == pytest.approx(1.966 * error, rel=0.01)


def test_the_interval_holds_the_truth_nineteen_times_in_twenty() -> None:
    random = Random(2)
    held = 0
    for _ in range(1000):
        # Four rounds of a wall share its luck.
        luck = [random.gauss(0, 5) for _ in range(20)]
        found = ratio([sum(random.gauss(one, 1) for _ in range(4)) for one in luck], [4] * 20)
        assert found is not None
        held += found.low <= 0 <= found.high
    assert 930 <= held <= 970


def test_there_is_none_of_too_little() -> None:
    assert ratio([1], [1]) is None
    assert ratio([0, 0, 0], [0, 0, 0]) is None
