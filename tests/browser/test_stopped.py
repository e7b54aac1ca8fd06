"""A table that has stopped for good: what it says of that, and how one goes on from there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.conftest import PHONE, Shown, ShownLine
from tests.browser.test_scenes import DESKTOP, PORTRAIT, boxes, inside

if TYPE_CHECKING:
    from pathlib import Path

NOTICE = "[data-notice=frozen]"
FROZEN: dict[str, Any] = {"type": "frozen", "message": "VERBATIM", "record": None}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_who_plays_alone_is_told_and_begins_a_new_match(
    show: Shown, language: str, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    page, said = show("frozen", language=language)
    for size in (PHONE, PORTRAIT, DESKTOP):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.screenshot(path=tmp_path / f"{language}-{size[0]}x{size[1]}.png")
        with subtests.test(size):
            assert inside(boxes(page, NOTICE)[0], size)
    told = page.locator(NOTICE).inner_text()
    assert ("程序出了故障" if language == "zh" else "The program met a fault") in told
    assert ("另开一场" if language == "zh" else "begin a new one") in told
    assert page.locator(f"{NOTICE} a[download]").get_attribute("href") == "/records/round-3"
    page.locator(f"{NOTICE} [data-button=new_match]").click()
    page.locator(NOTICE).wait_for(state="detached")
    assert not page.locator(".abandon").count(), "there is nothing to be given up"
    page.locator("[data-button=start]").click()
    page.wait_for_function("() => true")
    assert said[-1]["type"] == "start"
    assert said[-1]["ruleset"] == "standard"


@pytest.mark.parametrize(
    ("scene", "why", "texts"),
    [
        ("coins", "operator", ("管理员停下了这一桌", "金币没有动")),
        ("dissolving", "fault", ("程序出了故障", "再开一桌")),
        ("own_turn", "operator", ("管理员停下了这一桌", "另开一场")),
    ],
)
def test_where_others_play_or_an_operator_says_so_one_goes_back_to_the_lobby(
    show_line: ShownLine, scene: str, why: str, texts: tuple[str, str]
) -> None:
    page, line = show_line(scene)
    line.send(json.dumps(FROZEN | {"why": why}))
    notice = page.locator(NOTICE)
    notice.wait_for()
    assert all(text in notice.inner_text() for text in texts)
    assert "VERBATIM" not in notice.inner_text()
    assert not notice.locator("a[download], [data-button=new_match]").count()
    notice.locator("[data-button=home]").click()
    page.wait_for_url(lambda url: "table" not in url)


def test_a_seat_at_a_table_that_has_stopped_is_left_by_the_menu(show_line: ShownLine) -> None:
    page, line = show_line("coins")
    line.send(json.dumps(FROZEN | {"why": "fault"}))
    page.locator(NOTICE).wait_for()
    page.locator("[data-button=menu]").click()
    with page.expect_navigation():
        page.locator("[data-button=leave]").click()


def test_a_part_of_the_page_that_an_update_took_away_is_told_of(
    show: Shown, tmp_path: Path
) -> None:
    page, _ = show("own_turn", loses_its_server=True)
    page.route("**/assets/Overlay-*.js", lambda route: route.abort())
    page.locator("[data-button=menu]").click()
    page.locator("[data-button=guide]").click()
    notice = page.locator("[data-notice=part_missing]")
    notice.wait_for()
    assert "请刷新页面" in notice.inner_text()
    for size in (PHONE, PORTRAIT, DESKTOP):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.screenshot(path=tmp_path / f"{size[0]}x{size[1]}.png")
        assert inside(boxes(page, "[data-notice=part_missing]")[0], size)
    page.unroute("**/assets/Overlay-*.js")
    with page.expect_navigation():
        notice.locator("[data-button=reload]").click()
    assert not notice.count()
