"""A round played to its sheet by clicking, as a player does, against the real server."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Open

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHEET = "[data-score-sheet]"
# In the order of preference: a win, then whatever else the round offers.
CLICKS = (
    "[data-choice]",
    "[data-button=win]",
    "[data-button=kong]",
    "[data-button=pung]",
    "[data-button=chow]",
    "[data-button=pass]",
    "[data-hand].live",
)


def play_to_the_sheet(page: Page) -> None:
    """Click whatever is offered until the score sheet lies on the table."""
    from playwright.sync_api import TimeoutError as TooLate

    anything = page.locator(", ".join((SHEET, *CLICKS))).first
    # A click right after another is not taken for an answer to what was asked in between.
    for _ in range(3000):
        anything.wait_for()
        if page.locator(SHEET).count():
            return
        for selector in CLICKS:
            target = page.locator(selector)
            if not target.count():
                continue
            # A better claim may close the window first.
            with suppress(TooLate):
                target.last.click(timeout=1000)
            break
    pytest.fail("no round is this long")


def figures(page: Page, selector: str) -> list[int]:
    texts = page.locator(selector).all_inner_texts()
    return [int(text.replace("−", "-").replace("+", "")) for text in texts]


@pytest.mark.parametrize(("language", "title"), [("zh", "台炮麻将"), ("en", "Taipao Mahjong")])
@pytest.mark.parametrize("ruleset", ["standard", "alternate"])
def test_a_round_is_played_to_its_sheet(
    open_page: Open, played_address: str, language: str, title: str, ruleset: str
) -> None:
    page = open_page(language)
    page.goto(played_address)
    assert page.locator("h1").inner_text() == title
    assert page.locator("html").get_attribute("lang") == {"zh": "zh-CN", "en": "en"}[language]

    page.locator(f"label:has(input[value={ruleset}])").click()
    page.locator("[data-button=start]").click()
    play_to_the_sheet(page)
    played = 1
    while not page.locator(".winning").count():
        # Nobody won: that says less.
        page.locator("[data-button=next_round]").click()
        page.locator(SHEET).wait_for(state="detached")
        play_to_the_sheet(page)
        played += 1

    assert page.locator("[data-sheet]").count() == 4
    nets = figures(page, "[data-net]")
    assert len(nets) == 4
    assert sum(nets) == 0
    for row, net in zip(page.locator("[data-payments] tbody tr").all(), nets, strict=True):
        assert len(row.locator("td").all()) == 6, net

    how = page.locator("#sheet-title + p").inner_text()
    winning = page.locator(".winning").count()
    page.reload()
    page.locator(SHEET).wait_for()
    assert page.locator("#sheet-title + p").inner_text() == how
    assert page.locator(".winning").count() == winning == 1

    record = page.request.get(
        played_address + page.locator("[data-button=record]").get_attribute("href")[1:]
    )
    assert record.ok
    header = json.loads(record.text().splitlines()[0])
    assert header["ruleset"] == ruleset
    assert header["contributions"][0] is not None
    # Folded away until somebody asks for it.
    shown = page.locator("[data-proof] code").first.text_content()
    assert header["commitment"] == shown

    page.locator("[data-button=next_round]").click()
    following = {"zh": f"第 {played + 1} 局", "en": f"round {played + 1}"}[language]
    page.get_by_text(following).first.wait_for(state="attached")


def test_the_language_can_be_changed_anywhere_and_is_remembered(
    open_page: Open, table_address: str
) -> None:
    page = open_page("en")
    page.goto(table_address)
    page.locator("[data-button=language]").click()
    assert page.locator("h1").inner_text() == "台炮麻将"

    page.locator("[data-button=start]").click()
    page.locator("[data-hand]").first.wait_for()
    page.reload()
    page.locator("[data-hand]").first.wait_for()
    assert page.locator("html").get_attribute("lang") == "zh-CN"

    page.locator("[data-button=menu]").click()
    page.locator("[data-button=language]").click()
    assert page.locator("html").get_attribute("lang") == "en"


def test_the_address_can_ask_for_a_language(open_page: Open, table_address: str) -> None:
    page = open_page("en")
    page.goto(f"{table_address}?lang=zh")
    assert page.locator("h1").inner_text() == "台炮麻将"

    page.locator("[data-button=language]").click()
    page.reload()
    assert page.locator("h1").inner_text() != "台炮麻将"


def test_a_second_window_takes_the_seat(open_page: Open, table_address: str) -> None:
    first = open_page("en")
    first.goto(table_address)
    first.locator("[data-button=start]").click()
    first.locator("[data-hand]").first.wait_for()

    second = open_page("en")
    second.goto(table_address)
    second.locator("[data-hand]").first.wait_for()
    first.locator("[data-notice=replaced]").wait_for()
    assert not first.locator("[data-hand].live").count()
