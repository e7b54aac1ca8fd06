"""Plots: well-formed, with everything inside."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from taipao.trials.chart import bars, intervals
from taipao.trials.intervals import Estimate

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    "estimates",
    [
        [Estimate(28.8, 27.4, 30.3), Estimate(-3.0, -3.5, -2.5)],
        [Estimate(0, 0, 0)],
        [Estimate(-0.002, -0.004, -0.001)],
    ],
)
def test_intervals_lie_on_the_axis(estimates: list[Estimate]) -> None:
    rows = [(f"a <b> {place}", one) for place, one in enumerate(estimates)]
    root = ElementTree.fromstring(intervals("points & more", rows, "axis"))
    texts = [one.text for one in root.iter(f"{SVG}text")]
    assert texts[0] == "points & more"
    assert "0" in texts
    assert {name for name, _ in rows} <= set(texts)
    width = float(root.attrib["width"])
    middles = [float(one.attrib["cx"]) for one in root.iter(f"{SVG}circle")]
    assert len(middles) == len(rows)
    assert all(0 < x < width for x in middles)


def test_bars_are_as_tall_as_their_shares() -> None:
    root = ElementTree.fromstring(bars("t", [("1", 0.1), ("2", 0.2), ("3+", 0.0)], "axis"))
    _, first, second, last = (float(one.attrib["height"]) for one in root.iter(f"{SVG}rect"))
    assert second == pytest.approx(2 * first, abs=0.2)
    assert last == 0
    ElementTree.fromstring(bars("nothing", [("1", 0.0)], "axis"))
