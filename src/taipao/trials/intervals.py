"""Means, and how far off they may be.

Rounds on one wall are alike, so what is drawn independently is the wall: figures are added up by
wall first, and the spread among walls gives the interval.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final

from msgspec import Struct

_LEVEL: Final = 0.95


class Estimate(Struct, frozen=True):
    """A mean, and the ends of the interval that holds the true one in 95 runs of 100."""

    mean: float
    low: float
    high: float


def ratio(parts: Sequence[float], wholes: Sequence[float]) -> Estimate | None:
    """Estimate the sum of `parts` over that of `wholes`, one entry of each a cluster.

    With equal `wholes` this is the mean over clusters with Student's interval; else the ratio's
    spread to first order. None if the wholes add to nothing, or if there are fewer than two.
    """
    pairs = list(zip(parts, wholes, strict=True))
    return ratio_of_sums(
        len(pairs),
        math.fsum(parts),
        math.fsum(wholes),
        math.fsum(p * p for p, _ in pairs),
        math.fsum(p * w for p, w in pairs),
        math.fsum(w * w for _, w in pairs),
    )


def ratio_of_sums(
    clusters: int,
    parts: float,
    wholes: float,
    squares: float,
    products: float,
    whole_squares: float,
) -> Estimate | None:
    """Estimate as `ratio` does from sums: of both, of their squares and of their products."""
    if clusters < 2 or wholes == 0:
        return None
    mean = parts / wholes
    # The squares of what each cluster's part is off; rounding may leave a little less than nothing.
    off = max(0.0, squares - 2 * mean * products + mean * mean * whole_squares)
    half = _student(clusters - 1) * math.sqrt(off * clusters / (clusters - 1)) / abs(wholes)
    return Estimate(mean, mean - half, mean + half)


def _student(freedom: int) -> float:
    """Return how many standard errors the interval reaches: Student's t, by Fisher's expansion."""
    z = NormalDist().inv_cdf((1 + _LEVEL) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
