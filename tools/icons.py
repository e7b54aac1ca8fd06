"""Draws the page's icons from its one drawing, `web/src/icon.svg`, into `web/public/`.

Run after changing that drawing: `.venv/bin/python tools/icons.py`. It needs Chromium, as the
browser tests do; so the few kilobytes it makes are kept in git.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.conftest import chromium  # noqa: E402

DRAWING = ROOT / "web/src/icon.svg"
OUT = ROOT / "web/public"
FELT = "#14402f"
# Name: its side in pixels, and how much of that the tile is high. A maskable icon may be cut to
# a circle of four fifths of its side; the others have corners of their own.
ICONS = {
    "icon-180.png": (180, 0.74, 0.0),
    "icon-192.png": (192, 0.8, 0.22),
    "icon-512.png": (512, 0.8, 0.22),
    "icon-maskable-512.png": (512, 0.6, 0.0),
}


def page_of(side: int, height: float, corner: float) -> str:
    """Return the HTML of one icon: the tile on felt, with corners rounded by a part of its side."""
    drawn = DRAWING.read_text(encoding="utf-8").replace("<svg ", f'<svg height="{side * height}" ')
    style = (
        f"margin:0;display:grid;place-items:center;width:{side}px;height:{side}px;"
        f"border-radius:{side * corner}px;"
        f"background:{FELT}"
    )
    return f'<html style="background:transparent"><body style="{style}">{drawn}</body></html>'


def main() -> None:
    """Write every icon."""
    from playwright.sync_api import sync_playwright

    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox"] if as_root else []
        )
        for name, (side, height, corner) in ICONS.items():
            page = browser.new_page(viewport={"width": side, "height": side})
            page.set_content(page_of(side, height, corner))
            page.screenshot(path=OUT / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
