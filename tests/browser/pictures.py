"""Takes pictures of every state of the page, for people to look at.

    .venv/bin/python -m tests.browser.pictures FOLDER [--only NAME ...] [--size 667x375 ...]
        [--theme dark|light] [--language zh|en] [--palette distinct] [--numerals] [--touch] [--axe]

One file a state and size: `own_turn-667x375.png`. What the geometric test would complain about is
printed.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from playwright.sync_api import sync_playwright

from taipao.server.alone import OneTable
from tests.browser.conftest import LOCALES, require_page, serving_in_a_thread
from tests.browser.gallery import GALLERY, hang
from tests.browser.staging import SIZES, inaccessible, misplaced, resize
from tests.conftest import chromium

ROOT = Path(__file__).resolve().parents[2]


def size_of(text: str) -> tuple[int, int]:
    """Read a size as `667x375`."""
    width, height = text.split("x")
    return int(width), int(height)


def main() -> None:
    """Take the pictures that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", choices=sorted(GALLERY), default=list(GALLERY))
    parser.add_argument("--size", nargs="+", type=size_of, default=SIZES)
    parser.add_argument("--theme", choices=("dark", "light"), default="dark")
    parser.add_argument("--language", choices=sorted(LOCALES), default="zh")
    parser.add_argument("--palette", choices=("usual", "distinct"), default="usual")
    parser.add_argument("--numerals", action=argparse.BooleanOptionalAction, default=False)
    parser.add_argument("--touch", action="store_true", help="as on a screen that is touched")
    parser.add_argument("--axe", action="store_true", help="print what axe finds as well")
    wanted = parser.parse_args()

    require_page(ROOT)
    wanted.folder.mkdir(parents=True, exist_ok=True)
    chosen = {"palette": wanted.palette, "numerals": wanted.numerals}
    kept = "".join(
        f"localStorage.setItem('taipao.preference.{key}', {json.dumps(json.dumps(value))});"
        for key, value in chosen.items()
    )
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with serving_in_a_thread(one=OneTable()) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox"] if as_root else []
        )
        for name in wanted.only:
            context = browser.new_context(
                viewport={"width": 667, "height": 375},
                locale=LOCALES[wanted.language],
                color_scheme=wanted.theme,
                reduced_motion="reduce",
                has_touch=wanted.touch,
                service_workers="block",
            )
            context.add_init_script(kept)
            page = context.new_page()
            hang(page, address, GALLERY[name])
            for width, height in wanted.size:
                resize(page, (width, height))
                page.screenshot(path=wanted.folder / f"{name}-{width}x{height}.png")
                for fault in [*misplaced(page), *(inaccessible(page) if wanted.axe else ())]:
                    print(f"{name} {width}x{height}: {fault}", flush=True)
            page.unroute_all(behavior="ignoreErrors")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
