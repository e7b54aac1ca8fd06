"""A hand in the calculator has an address of its own, which opens it anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import PHONE, Open, Serve
from tests.browser.test_guide import GUIDE, OUTCOME, tap, total

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

DESK = (1280, 800)
HAND = (
    "#guide/calculator?indicators=8m3z&seat=south&hand=123456m55789p56s"
    "&melds=pung:777z&bonus=5z1f&win=7s&by=self_draw"
)


def items(page: Page) -> list[str]:
    found: list[str] = page.locator(f"{OUTCOME} [data-rule]").evaluate_all(
        "all => all.map(one => one.dataset.rule)"
    )
    return sorted(found)


@pytest.mark.parametrize(("language", "size"), [("zh", PHONE), ("en", DESK)])
def test_an_address_opens_its_hand_and_follows_what_becomes_of_it(
    open_page: Open, serve: Serve, language: str, size: tuple[int, int]
) -> None:
    page = open_page(language, size)
    address = serve()
    page.goto(address + HAND)
    assert total(page) == 11
    assert items(page) == ["B3", "B3", "B6", "V1", "V4"]
    box = page.locator(OUTCOME).bounding_box()
    assert box is not None
    assert 0 <= box["y"] < size[1] / 2, "what it is worth is seen first"

    # The pung becomes an added kong, which counts as an exposed one (B4).
    page.locator("[data-row=melds] button").click()
    tap(page, "added_kong", "7z")
    page.locator(f"{OUTCOME} [data-rule=B4]").wait_for()
    assert items(page) == ["B3", "B3", "B4", "V1", "V4"]
    page.locator("label:has([name=guide-ruleset][value=alternate])").click()
    page.locator(f"{OUTCOME} [data-rule=A11], {OUTCOME} [data-rule=A9]").wait_for()
    shown = total(page)
    page.wait_for_function("() => location.hash.includes('added_kong:7777z')")
    page.wait_for_function("() => location.hash.includes('ruleset=alternate')")
    written = page.url

    # Loaded again, and in another browser, it is the same hand.
    page.reload()
    assert total(page) == shown
    assert page.locator("[name=guide-ruleset][value=alternate]").is_checked()
    other = open_page("zh", PHONE)
    other.goto(written)
    assert total(other) == shown
    # Another link in the same tab, as from a chat.
    other.evaluate("hash => (location.hash = hash)", HAND + "&ruleset=standard")
    other.locator(f"{OUTCOME} [data-rule=B6]").wait_for()
    assert total(other) == 11


def test_a_link_is_copied_or_where_that_cannot_be_shown(open_page: Open, serve: Serve) -> None:
    page = open_page("en", DESK)
    page.goto(serve() + HAND)
    assert total(page) == 11
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-button=copy_hand]").click()
    page.locator("[data-button=copy_hand]").get_by_text("Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(HAND + "&ruleset=standard")

    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    tap(page, "bonus", "2f")
    page.locator("[data-button=copy_hand]").click()
    assert "bonus=5z12f" in page.locator("[data-hand-link]").inner_text()


def test_at_a_server_for_one_person_a_hand_lies_over_the_table(
    open_page: Open, table_address: str
) -> None:
    page = open_page("zh", PHONE)
    page.goto(table_address + HAND)
    assert total(page) == 11
    page.keyboard.press("Escape")
    page.locator(GUIDE).wait_for(state="detached")
    assert page.evaluate("location.hash") == ""
    page.locator("[data-button=start]:enabled").wait_for()


def test_an_address_that_makes_no_sense_opens_an_empty_calculator(
    open_page: Open, serve: Serve
) -> None:
    page = open_page("zh", PHONE)
    address = serve()
    for query in ("?hand=%E0%A4%A&melds=x", "?%", "?ruleset=golden&hand=1m", "/%E0%A4%A"):
        page.goto("about:blank")
        page.goto(f"{address}#guide/calculator{query}")
        page.locator(GUIDE).wait_for()
    page.goto("about:blank")
    page.goto(f"{address}#player/%")
    page.locator("main .column > *").first.wait_for()
