"""A page that outlives its server: told of the end, back by itself at the same hand."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Open
from tests.cli.processes import started

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Bots do not wait, people have no clock: a round stands still where a person is asked.
PACE = {
    "TAIPAO_PAUSE": "0,0",
    "TAIPAO_THOUGHT": "0,0",
    "TAIPAO_SECONDS": "0",
    "TAIPAO_DRAIN": "0",
}
SHEET = "[data-score-sheet]"
ASKED = "[data-hand].live, [data-button=pass]"
# A notice may be gone before anybody asks for it.
NOTE_NOTICES = """() => {
    window.noticed = []
    new MutationObserver(() => {
        for (const one of document.querySelectorAll('[data-notice]')) {
            const name = one.dataset.notice
            if (window.noticed.at(-1) !== name) window.noticed.push(name)
        }
    }).observe(document.body, { childList: true, subtree: true })
}"""

pytestmark = pytest.mark.skipif(
    os.name == "nt", reason="Windows sends no signals to another process"
)


def until_asked(page: Page) -> None:
    """Wait until the page asks for an answer; bots may end rounds before that."""
    while True:
        page.locator(f"{ASKED}, {SHEET}").first.wait_for()
        if not page.locator(SHEET).count():
            return
        page.locator("[data-button=next_round]").click()
        page.locator(SHEET).wait_for(state="detached")


def shown(page: Page) -> list[list[str]]:
    """Return the own hand, what can be pressed, all discards, and how the round stands."""
    hand, buttons, discards = (
        page.locator(selector).evaluate_all(f"all => all.map(one => one.dataset.{name})")
        for selector, name in (
            ("[data-hand]", "hand"),
            ("[data-button]", "button"),
            ("[data-river] [data-tile]", "tile"),
        )
    )
    return [hand, buttons, discards, page.locator(".centre").all_inner_texts()]


@pytest.mark.usefixtures("_page_built")
def test_a_page_comes_back_from_a_restart_to_the_same_hand(open_page: Open, tmp_path: Path) -> None:
    page = open_page("en", loses_its_server=True)
    arguments = ("serve", "--data", str(tmp_path), "--port")
    with started(*arguments, "0", **PACE) as server:
        page.goto(f"{server.address}?play")
        page.locator("[data-button=start]").click()
        until_asked(page)
        before = shown(page)
        page.evaluate(NOTE_NOTICES)
        status, _ = server.end()
        assert status == 0
        page.locator("[data-notice=lost]").wait_for()
    assert not page.locator(ASKED).count()
    with started(*arguments, str(server.port), **PACE) as server:
        page.locator(ASKED).first.wait_for()
        assert page.evaluate("window.noticed") == ["draining", "lost"]
        assert not page.locator("[data-notice]").count()
        assert shown(page) == before
        page.locator(ASKED).last.click()
        until_asked(page)
        assert not page.locator("[data-notice]").count()
        assert server.end()[0] == 0
