"""Watching a friends' table: as it is shown to somebody who has no seat."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import PHONE, Open, Shown, ShownLine
from tests.browser.messages import act, event
from tests.browser.pages import answering
from tests.browser.staging import inaccessible
from tests.browser.test_scenes import DESKTOP, PORTRAIT, boxes, inside, overlap, shrunk
from tests.browser.test_together import both_ready, hand_over

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

SIZES = (PHONE, PORTRAIT, DESKTOP)
QUERY = "?watch=kq3vXW0a9mT2cLhB"
SHEET = "[data-score-sheet]"
ROUNDS = {
    "rounds": [
        {"id": "r3", "number": 3, "record": None},
        {"id": "r2", "number": 2, "record": "/records/r2"},
        {"id": "r1", "number": 1, "record": "/records/r1"},
    ],
    "before": None,
}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_all_four_seats_are_seen_from_outside(
    show: Shown, language: str, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    page, said = show("watched", language=language, query=QUERY)
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.screenshot(path=tmp_path / f"{language}-{size[0]}x{size[1]}.png")
        parts = boxes(page, "[data-place], [data-river], .centre, .strip")
        with subtests.test(size):
            assert len(parts) == 10
            for index, part in enumerate(parts):
                assert inside(shrunk(part), size)
                for other in parts[index + 1 :]:
                    assert not overlap(shrunk(part), shrunk(other)), (part, other)
    assert page.locator("[data-place] .backs").count() == 4
    assert not page.locator("[data-hand], [data-button=talk], [data-button=agree]").count()
    names = page.locator("[data-place] .name").all_inner_texts()
    assert {"阿明", "平阳老王", "Cangnan"} <= set(names)
    assert not {"You", "你"} & set(names)
    assert inaccessible(page) == []
    assert said == []


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_sheet_of_a_round_calls_nobody_you(
    show: Shown, language: str, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    page, _ = show("watched_sheet", language=language, query=QUERY)
    sheet = page.locator(SHEET)
    sheet.wait_for()
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.screenshot(path=tmp_path / f"{language}-{size[0]}x{size[1]}.png")
        with subtests.test(size):
            assert inside(boxes(page, SHEET)[0], size)
    winner = {"zh": "阿明和牌", "en": "阿明 wins"}[language]
    assert winner in sheet.locator("h2").first.inner_text()
    assert ("你" if language == "zh" else "You ") not in sheet.inner_text()
    assert not sheet.locator("[data-button=next_round], [data-wall]").count()
    assert inaccessible(page) == []
    sheet.locator("[data-button=show_table]").click()
    page.locator("[data-button=show_sheet]").click()
    sheet.wait_for()


@pytest.mark.parametrize("language", ["zh", "en"])
def test_who_watches_later_reads_the_records_of_rounds_that_are_over(
    open_page: Open, show_line: ShownLine, language: str, tmp_path: Path
) -> None:
    page, line = show_line("watched_later", language=language, query=QUERY)
    answering(page, {"GET api/tables/kq3vXW0a9mT2cLhB/rounds": ROUNDS})
    over = {"type": "round_over", "record": "/records/r2", "next_commitment": "", "results": None}
    match = {"ruleset": "standard", "round": 3, "circle": 1, "dealer": 0, "points": [0] * 4}
    line.send(json.dumps(over | {"match": match}))
    page.locator("[data-record=r1]").wait_for()
    links = page.locator("[data-record]")
    hrefs = [link.get_attribute("href") for link in links.all()]
    assert hrefs == ["/records/r2", "/records/r1"]
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.screenshot(path=tmp_path / f"{language}-{size[0]}x{size[1]}.png")
    assert inaccessible(page) == []


def test_before_the_first_round_it_is_waited_for(show_line: ShownLine) -> None:
    page, line = show_line("watched_early", query=QUERY, language="en")
    assert "as soon as a round begins" in page.locator("[data-watching]").inner_text()
    assert not page.locator("[data-button=next_round]").count()
    line.send(json.dumps(event(1, act("play_began", seat=0))))
    assert inaccessible(page) == []


def test_a_stranger_comes_by_the_code_and_watches_a_round_to_its_sheet(
    open_page: Open, house_address: str
) -> None:
    first, second = (open_page(language) for language in ("zh", "en"))
    players = (first, second)
    for page in players:
        page.request.post(f"{house_address}api/guest", data={})
    opened = first.request.post(
        f"{house_address}api/friends",
        data={"rounds": 4, "seconds": 0, "bots": 2, "watch": "hidden"},
    ).json()
    for page in players:
        page.request.post(f"{house_address}api/tables/{opened['id']}/sit", data={})
        page.goto(f"{house_address}?table={opened['id']}")
        page.locator("[data-waiting-room]").wait_for()
    stranger: Page = open_page("en")
    stranger.goto(f"{house_address}?code={opened['code']}")
    stranger.locator("[data-button=watch]").click()
    stranger.locator("[data-watching] [data-ready-list]").wait_for()
    both_ready(first, second)
    stranger.locator("[data-place=own] .backs").wait_for()
    first.locator("[data-button=talk]").click()
    first.locator("[data-say=hello]").click()
    stranger.locator("[data-said=hello]").wait_for()
    hand_over(first)
    hand_over(second)
    stranger.locator(SHEET).wait_for()
    stranger.locator("[data-button=record]").wait_for()


def test_a_table_that_may_not_be_watched_says_so(open_page: Open, house_address: str) -> None:
    page = open_page("en")
    page.request.post(f"{house_address}api/guest", data={})
    opened = page.request.post(f"{house_address}api/friends", data={"rounds": 4})
    page.goto(f"{house_address}?watch={opened.json()['id']}")
    page.locator("[data-notice=fault]").wait_for()
    assert "may not be watched" in page.locator("[data-notice=fault]").inner_text()
