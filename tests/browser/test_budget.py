"""What somebody who comes for the first time has to load."""

from __future__ import annotations

import gzip
import json
from itertools import product
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Open
from tests.browser.gallery import AS_MEMBER, Leaf, hang
from tests.browser.messages import ALONE, player, welcome
from tests.browser.scenes import SCENES
from tests.browser.shifts import NOTE, take_shifts
from tests.browser.staging import SIZES

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

KB = 1024
CODE, ARTWORK = 120 * KB, 250 * KB


def loaded(page: Page, address: str, leaf: Leaf) -> dict[str, int]:
    """Show a state; return how large each file is that came for it, packed as on the way."""
    urls: set[str] = set()
    page.on("requestfinished", lambda request: urls.add(request.url))
    hang(page, address, leaf)
    page.wait_for_load_state("networkidle")
    found = [url for url in urls if url.startswith(f"{address}assets/")]
    return {url: len(gzip.compress(page.request.get(url).body())) for url in found}


def test_the_first_load_is_small(open_page: Open, table_address: str) -> None:
    for leaf in (Leaf(answers=AS_MEMBER), Leaf(SCENES["own_turn"])):
        page = open_page()
        sizes = loaded(page, table_address, leaf)
        code = {url: size for url, size in sizes.items() if url.endswith((".js", ".css"))}
        assert 20 * KB < sum(code.values()) <= CODE, code
        assert sum(sizes.values()) - sum(code.values()) <= ARTWORK, sizes
        page.context.close()


def listening(page: Page) -> list[WebSocketRoute]:
    """Answer nothing that the page says; return its lines as they come."""
    lines: list[WebSocketRoute] = []

    def connect(line: WebSocketRoute) -> None:
        lines.append(line)

    page.route_web_socket("**/ws", connect)
    return lines


@pytest.mark.parametrize("language", ["zh", "en"])
def test_nothing_moves_when_the_table_says_what_can_be_played(
    open_page: Open, table_address: str, language: str
) -> None:
    """The room of what comes is kept; also of the ways to where others are, on a page of many."""
    for size, (name, query) in product(SIZES, (("player", ""), ("guest-1234", "?play"))):
        page = open_page(language, size)
        page.add_init_script(NOTE)
        lines = listening(page)
        page.goto(table_address + query)
        page.locator("[data-button=start]:disabled").wait_for()
        page.wait_for_function("() => document.fonts.status === 'loaded'")
        page.evaluate("new Promise(done => setTimeout(done, 300))")
        take_shifts(page)
        lines[0].send(json.dumps(welcome(players=[player(name), *ALONE[1:]])))
        page.locator("[data-button=start]:enabled").wait_for()
        page.evaluate("new Promise(done => setTimeout(done, 300))")
        assert take_shifts(page) == [], (size, name)
        page.context.close()
