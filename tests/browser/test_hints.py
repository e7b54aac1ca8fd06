"""Help at the table: hints on request, and a beginner's mode that says why each button is there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from taipao.server.alone import OneTable
from tests.browser.coin_scenes import friends_welcome
from tests.browser.conftest import PHONE, Open, Serve, ShownLine
from tests.browser.scenes import SCENES
from tests.browser.test_scenes import boxes, inside, overlap
from tests.server.chance import SeededChance
from tests.server.walls import wall_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = [PHONE, (1280, 800), (844, 390), (390, 844), (320, 640)]
HAND = "2356p44999s1133667z9m"
# The left neighbour, the third to draw, discards what two tiles of the hand wait for.
DRAWS = "9m2z4p"


def check_places(page: Page, folder: Path, state: str) -> None:
    """See that help lies within the page and on nothing that is needed, at every size."""
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.screenshot(path=folder / f"{state}-{size[0]}x{size[1]}.png")
        needed = boxes(page, "[data-hand], .bar button, [data-toggle]")
        help_ = boxes(page, "[data-offer], [data-tour-stop], [data-explained], [data-hints]")
        assert help_
        for place, box in enumerate(help_):
            assert inside(box, size), (state, size, box)
            assert not any(overlap(box, other) for other in needed), (state, size)
            assert not any(overlap(box, other) for other in help_[place + 1 :]), (state, size)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})


def read(page: Page, line: str) -> str:
    return page.locator(f"[data-line={line}] dd").inner_text()


@pytest.mark.usefixtures("_bots_end_no_round")
def test_a_beginner_is_shown_around_and_told_why_each_button_is_there(
    open_page: Open, serve: Serve, tmp_path: Path
) -> None:
    chance = SeededChance(walls=[wall_of({0: HAND}, draws=DRAWS)])
    page = open_page(newcomer=True)
    page.goto(serve(one=OneTable(), chance=chance))
    page.locator("[data-button=start]").click()

    # It is offered once, and lies in nobody's way.
    page.locator("[data-offer]").wait_for()
    check_places(page, tmp_path, "offer")
    page.locator("[data-button=beginner_on]").click()
    for stop, part in (("wild", ".wild"), ("centre", ".centre"), ("prompts", ".actions")):
        page.locator(f"[data-tour-stop={stop}]").wait_for()
        assert page.locator(f"{part}[data-toured]").count() == 1
        if stop == "wild":
            told = page.locator("[data-tour-stop] p").inner_text()
            assert "春、夏、秋、冬、梅、兰、竹、菊" in told
            check_places(page, tmp_path, "tour")
        page.locator("[data-button=tour_next]").click()
    assert page.locator("[data-toured]").count() == 0

    # Nothing is asked of the server before somebody wonders.
    assert read(page, "discard") == "选一张手牌打出去"
    page.locator("[data-button=why]").click()
    page.locator("[data-why]", has_text="还不能和：差").wait_for()

    page.keyboard.press("h")
    rows = page.locator("[data-hints] [data-row]")
    rows.first.wait_for()
    assert page.locator("[data-hint-news]").inner_text().startswith("打"), "it is heard, too"
    kinds = {one.get_attribute("data-hand") for one in page.locator("[data-hand]").all()}
    assert rows.count() == len(kinds)
    distances = [int(row.get_attribute("data-distance") or "") for row in rows.all()]
    assert distances[0] == min(distances)
    best = {row.get_attribute("data-row") for row in page.locator("[data-row].best").all()}
    marked = {one.get_attribute("data-hand") for one in page.locator("[data-hand].best").all()}
    assert best == marked != set()
    check_places(page, tmp_path, "turn")
    # Pointed at, a tile is told of alone and in full.
    page.locator("[data-hand='6p']").hover()
    page.locator("[data-row='6p'].whole").wait_for()
    assert rows.count() == 1
    page.locator("[data-hand='9m']").click()

    page.locator("[data-line=chow]").wait_for()
    page.locator("[data-line=chow] dd", has_text="→").wait_for()
    assert read(page, "chow").startswith("用二筒、三筒，或三筒、五筒，或五筒、六筒吃上家的四筒")
    assert read(page, "pass") == "这张牌不要"
    page.locator("[data-hints] [data-row=pass]").wait_for()
    assert page.locator("[data-hints] [data-row]").count() == 4
    check_places(page, tmp_path, "claim")
    page.locator("[data-button=chow]").click()
    assert page.locator("[data-explained], [data-hints]").count() == 0, "a choice is open"
    page.locator("[data-choice]").first.click()
    page.locator("[data-line=discard]").wait_for()

    # All of that is remembered; the menu takes it back, and the language is one's own.
    page.reload()
    page.locator("[data-explained]").wait_for()
    page.locator("[data-hints] [data-row]").first.wait_for()
    assert page.locator("[data-offer], [data-tour-stop]").count() == 0
    page.locator("[data-button=menu]").click()
    page.locator("[data-button=language]").click()
    assert read(page, "discard") == "choose a tile of your hand to discard"
    page.locator("[data-setting=beginner]").uncheck()
    page.keyboard.press("Escape")
    page.locator("[data-button=hint][aria-pressed=true]").click()
    assert page.locator("[data-explained], [data-hints], [data-hand].best").count() == 0


def test_every_button_is_explained_and_a_table_may_do_without_hints(show_line: ShownLine) -> None:
    said: list[dict[str, object]] = []
    page, line = show_line("every_button", said, newcomer=True)
    page.locator("[data-button=beginner_on]").click()
    for _ in range(3):
        page.locator("[data-button=tour_next]").click()
    buttons = {one.get_attribute("data-line") for one in page.locator("[data-line]").all()}
    assert buttons == {"win", "kong", "pung", "chow", "ready", "discard", "pass"}
    assert "三家共付你 568 点" in read(page, "win")
    assert said == []
    page.locator("[data-button=hint]").click()
    page.locator("[data-hints]").wait_for()
    assert said == [{"type": "hint", "decision": 41}]

    said.clear()
    without = friends_welcome()
    without["friends"]["hints"] = False
    for message in (without, *SCENES["chows"][1:]):
        line.send(json.dumps(message))
    page.locator("[data-line=chow]").wait_for()
    assert page.locator("[data-button=hint], [data-hints], [data-button=why]").count() == 0
    assert said == []
