"""What somebody who comes for the first time has to load."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

from tests.browser.conftest import Open
from tests.browser.gallery import AS_MEMBER, Leaf, hang
from tests.browser.scenes import SCENES

if TYPE_CHECKING:
    from playwright.sync_api import Page

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
