"""Every state of the page at every size, by day and by night: whole, in sight, for all readers."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Open
from tests.browser.gallery import GALLERY, hang
from tests.browser.staging import PORTRAITS, SIZES, inaccessible, misplaced, resize


@pytest.mark.parametrize(("language", "scheme"), [("zh", "dark"), ("en", "light")])
def test_every_state_is_whole_and_open_to_all(
    open_page: Open,
    table_address: str,
    language: str,
    scheme: str,
    subtests: pytest.Subtests,
) -> None:
    for name, leaf in GALLERY.items():
        page = open_page(language, color_scheme=scheme)
        hang(page, table_address, leaf)
        text = page.locator("body").inner_text()
        with subtests.test(name):
            assert "undefined" not in text
            assert "=>" not in text
            assert inaccessible(page) == []
        for size in SIZES:
            resize(page, size)
            with subtests.test((name, size)):
                assert misplaced(page) == []
        # By then it is laid out as on a phone held upright.
        with subtests.test((name, PORTRAITS[-1], "axe")):
            assert inaccessible(page) == []
        page.context.close()
