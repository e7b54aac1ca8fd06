"""The examples of docs/environment.md run as pasted, and its figures are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from taipao.sim import observation as seen
from taipao.sim.table import ACTIONS

TEXT = (Path(__file__).parents[2] / "docs" / "environment.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs(number: int) -> None:
    exec(compile(EXAMPLES[number], "docs/environment.md", "exec"), {})


def test_shapes_and_rows_are_as_documented() -> None:
    assert f"Observations, version {seen.VERSION}" in TEXT
    assert f"`uint8`, shape ({seen.PLANES}, {seen.KINDS})" in TEXT
    assert f"`uint8`, shape ({seen.ORACLE_PLANES}, {seen.KINDS})" in TEXT
    assert f"`Discrete({ACTIONS})`" in TEXT
    assert f"| {seen.SEATS}–{seen.NUMBERS - 1} | four times {seen.SEAT_ROWS} rows" in TEXT
    assert f"| {seen.NUMBERS}–{seen.PLANES - 1} | one number" in TEXT
    assert len(EXAMPLES) == 2
