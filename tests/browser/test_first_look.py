"""What somebody sees who has never been here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import PHONE

if TYPE_CHECKING:
    from tests.browser.conftest import Open

pytestmark = pytest.mark.browser

COVERED = """panel => [...panel.querySelectorAll('button, a, label')].filter(one => {
    const box = one.getBoundingClientRect(), whole = panel.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const seen = y > whole.y && y < whole.bottom;
    return seen && !panel.contains(document.elementFromPoint(x, y));
}).map(one => one.innerText)"""


@pytest.mark.parametrize("size", [PHONE, (1280, 800), (390, 844)])
def test_the_menu_lies_over_the_offer_to_teach(
    open_page: Open, table_address: str, size: tuple[int, int]
) -> None:
    page = open_page("zh", size, newcomer=True)
    page.goto(table_address)
    page.locator("[data-button=start]:enabled").click()
    page.locator("[data-offer]").wait_for()
    page.locator("[data-button=menu]").click()
    assert page.locator("[data-panel]").evaluate(COVERED) == []
