"""The guide and the calculator, at real servers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from taipao.rules import requests, ruleset
from tests.browser.conftest import PHONE, Open, Serve

if TYPE_CHECKING:
    from playwright.sync_api import Page

GUIDE = "[data-guide]"
OUTCOME = "[data-outcome]"
PORTRAIT = (390, 844)


def tap(page: Page, place: str, *tiles: str) -> None:
    """Choose where tiles go, and put them there."""
    page.locator(f"[data-place={place}]").click()
    for tile in tiles:
        page.locator(f"[data-put='{tile}']").click()


def total(page: Page) -> int:
    page.locator(f"{OUTCOME}[data-outcome=sheet]").wait_for()
    return int(page.locator(f"{OUTCOME} [data-worth]").get_attribute("data-worth") or "")


@pytest.mark.parametrize(("language", "size"), [("zh", PHONE), ("en", PORTRAIT)])
def test_a_hand_is_composed_by_taps_over_the_table(
    open_page: Open, table_address: str, language: str, size: tuple[int, int]
) -> None:
    page = open_page(language, size)
    page.goto(table_address)
    page.locator("[data-button=start]:enabled").click()
    page.locator("[data-hand]").first.wait_for()
    page.locator("[data-button=menu]").click()
    page.locator("[data-button=guide]").click()
    page.locator("[data-lesson=aim]").wait_for()
    page.locator("[data-button=close_guide].awaited").wait_for()
    page.locator("label:has([name=guide-tab][value=calculator])").click()

    # Interfaces, c1: a pung of red, a season and a white set aside, 7s drawn.
    tap(page, "indicators", "8m", "3z")
    assert page.locator("[data-place=hand]").get_attribute("aria-pressed") == "true"
    tap(page, "hand", *(f"{number}m" for number in "123456"), "7p", "8p", "9p", "5s", "6s")
    page.locator("[data-fault=hand_size]").wait_for()
    tap(page, "hand", "5p", "5p", "5p", "5p", "5p")
    page.locator("[data-fault=too_many]").wait_for()
    said = page.locator("[data-fault]").inner_text()
    assert ("五筒" if language == "zh" else "5 of circles") in said
    for _ in range(3):
        page.locator("[data-row=hand] button:has([data-tile='5p'])").last.click()
    tap(page, "pung", "7z")
    tap(page, "bonus", "1f", "5z")
    tap(page, "win", "7s")
    assert total(page) == 11
    items = page.locator(f"{OUTCOME} [data-rule]").evaluate_all(
        "all => all.map(one => one.dataset.rule)"
    )
    assert sorted(items) == ["B3", "B3", "B6", "V1", "V4"]
    assert "22" in page.locator("[data-pays]").inner_text()

    # Another field of the rule set, and another way to win.
    page.locator("[data-rules] summary").click()
    page.locator("[data-field='tai.V4'] input").fill("9")
    assert total(page) == 26
    page.locator("label:has([name=won-by][value=discard])").click()
    assert total(page) == 12

    # The seat is still there, and what was composed too.
    page.keyboard.press("Escape")
    page.locator(GUIDE).wait_for(state="detached")
    assert page.locator("[data-hand]").count() > 0
    page.locator("[data-button=menu]").click()
    page.locator("[data-button=guide]").click()
    page.locator("label:has([name=guide-tab][value=calculator])").click()
    assert total(page) == 3 + 7


def test_a_figure_changed_in_a_rule_set_changes_the_guide_and_the_calculator(
    open_page: Open, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page has no figure of its own: it shows what the rule set's file says."""
    read, figure = ruleset._read, 5

    def changed(name: str) -> Any:
        found = read(name)
        return msgspec.structs.replace(
            found, tai={rule: (figure,) if rule == "V4" else tai for rule, tai in found.tai.items()}
        )

    monkeypatch.setattr(ruleset, "_read", changed)
    monkeypatch.setattr(requests, "_loaded", requests._loaded.__wrapped__)
    page = open_page("en", PORTRAIT)
    page.goto(f"{serve()}#guide/rules")
    rule = page.locator("[data-entry=V4]")
    rule.wait_for()
    assert f"gives {figure}" in rule.inner_text()
    page.locator("[data-example=V4] summary").click()
    page.locator("[data-example=V4] [data-button=compute]").click()
    assert total(page) == figure
