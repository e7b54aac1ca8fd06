"""Every state of the page at every size, by day and by night: whole, in sight, for all readers."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PHONE, Open
from tests.browser.gallery import GALLERY, hang
from tests.browser.staging import PORTRAITS, SIZES, inaccessible, misplaced, resize

OTHERS = [size for size in SIZES if size != PHONE]


@pytest.mark.parametrize(
    ("language", "scheme", "others"),
    # English is longer; it is enough to see it where there is little room.
    [("zh", "dark", OTHERS), ("en", "light", PORTRAITS[-1:])],
    ids=["zh", "en"],
)
def test_every_state_is_whole_and_open_to_all(
    open_page: Open,
    table_address: str,
    language: str,
    scheme: str,
    others: list[tuple[int, int]],
    subtests: pytest.Subtests,
) -> None:
    page = open_page(language, color_scheme=scheme, newcomer=True)
    for name, leaf in GALLERY.items():
        hang(page, table_address, leaf)
        text = page.locator("body").inner_text()
        with subtests.test(name):
            assert "undefined" not in text
            assert "=>" not in text
            assert inaccessible(page) == []
        # At the last size the next state will be shown.
        for size in (*others, PHONE):
            resize(page, size)
            with subtests.test((name, size)):
                assert misplaced(page) == []
