"""A guest plays against computers, at a server with a lobby."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from tests.browser.conftest import Shown
from tests.browser.test_scenes import SIZES, boxes, inside, overlap


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_new_match_is_chosen_with_nothing_on_anything_else(
    show: Shown, language: str, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    page, _ = show("guest", language=language)
    page.locator("[data-button=menu]").click()
    page.locator("[data-button=new_match]").click()
    page.locator("[data-button=back]").wait_for()
    for size in [*SIZES, (1280, 800)]:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.screenshot(path=tmp_path / f"{language}-{size[0]}x{size[1]}.png")
        tiles = boxes(page, ".fan svg")
        choices = boxes(page, ".start legend, .start label, .abandon, .buttons > *")
        corner = boxes(page, ".corner > *")
        with subtests.test(size):
            assert len(tiles) == 5
            assert len(choices) == 6
            assert len(corner) == 2
            for box in tiles:
                assert inside(box, size)
                assert not any(overlap(box, other) for other in choices)
            for box in corner:
                assert inside(box, size)
                others = [*choices, *boxes(page, ".start h1")]
                assert not any(overlap(box, other) for other in others)
            for box in choices:
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= size[0]
            for one, other in pairwise(choices):
                assert not overlap(one, other)
