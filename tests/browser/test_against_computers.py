"""A guest plays against computers, at a server with a lobby."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from tests.browser.conftest import PHONE, Shown
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
            assert len(corner) == 3
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


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("scene", ["guest", "guest_sheet"])
def test_a_guest_comes_to_the_lobby(
    show: Shown, scene: str, language: str, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    page, _ = show(scene, language=language)
    if scene == "guest":
        page.locator("[data-button=menu]").click()
    home = page.locator("[data-button=home]")
    home.wait_for()
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.screenshot(path=tmp_path / f"{scene}-{language}-{size[0]}x{size[1]}.png")
        with subtests.test(size):
            [box] = boxes(page, "[data-button=home]")
            assert inside(box, size)
            assert box["height"] >= 36
    table = page.url
    assert home.evaluate("one => one.href") == table.partition("?")[0]


@pytest.mark.parametrize("scene", ["own_turn", "sheet"])
def test_where_there_is_no_lobby_none_is_offered(show: Shown, scene: str) -> None:
    page, _ = show(scene, size=PHONE)
    if scene == "own_turn":
        page.locator("[data-button=menu]").click()
    page.locator("[data-button=new_match]").wait_for()
    assert not page.locator("[data-button=home]").count()
