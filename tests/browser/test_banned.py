"""Whoever is banned at a table is told until when and why, and can only go."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import PHONE, ShownLine

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect

SIZES = [(1280, 800), PHONE, (390, 844), (568, 320)]
REASONS = {
    "short": "two at <b>one</b> table",
    "long": "same tiles told to a friend at the table, " * 11 + "W" * 38,
}


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("reason", REASONS)
def test_the_banned_are_told_until_when_and_why(
    show_line: ShownLine, language: str, reason: str, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    page, line = show_line("own_turn", language=language)
    told = {"type": "banned", "until": 1_900_000_000_000, "reason": REASONS[reason]}
    line.send(json.dumps(told))
    line.close(code=4006)
    notice = page.locator("[data-notice=banned]")
    notice.wait_for()
    text = notice.locator("p").inner_text()
    assert "2030" in text
    # It is text, whatever is in it.
    assert REASONS[reason] in text
    free = page.locator("button, a, input, [tabindex]").evaluate_all(
        "all => all.filter(one => !one.closest('[inert]')).map(one => one.dataset.button)"
    )
    assert free == ["home"]
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=tmp_path / f"{width}x{height}.png")
        box: FloatRect | None = notice.bounding_box()
        assert box is not None
        with subtests.test((width, height)):
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= height
            assert notice.evaluate("one => one.scrollWidth <= one.clientWidth")
    # No socket is tried again.
    assert not page.locator("[data-notice=lost]").count()
