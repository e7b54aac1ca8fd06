"""Takes pictures of every state of the page, for people to look at.

    .venv/bin/python -m tests.browser.pictures FOLDER [--only NAME ...] [--size 667x375 ...]
        [--theme dark|light] [--language zh|en] [--palette distinct] [--numerals] [--touch] [--axe]
    .venv/bin/python -m tests.browser.pictures --references

One file a state and size: `own_turn-667x375.png`. What the geometric test would complain about is
printed. `--references` draws those anew that `test_references` compares with, and says which have
changed: look at the page before you keep them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from taipao.server.alone import OneTable
from tests.browser.conftest import LOCALES, PHONE, require_page, serving_in_a_thread
from tests.browser.gallery import GALLERY, hang
from tests.browser.references import (
    FOLDER,
    OPTIONS,
    STILLS,
    differences,
    look,
    read,
    stage,
    write,
)
from tests.browser.staging import SIZES, inaccessible, misplaced, resize
from tests.conftest import launch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[2]


def size_of(text: str) -> tuple[int, int]:
    """Read a size as `667x375`."""
    width, height = text.split("x")
    return int(width), int(height)


def main() -> None:
    """Take the pictures that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--only", nargs="+", choices=sorted(GALLERY), default=list(GALLERY))
    parser.add_argument("--size", nargs="+", type=size_of, default=SIZES)
    parser.add_argument("--theme", choices=("dark", "light"), default="dark")
    parser.add_argument("--language", choices=sorted(LOCALES), default="zh")
    parser.add_argument("--palette", choices=("usual", "distinct"), default="usual")
    parser.add_argument("--numerals", action=argparse.BooleanOptionalAction, default=False)
    parser.add_argument("--touch", action="store_true", help="as on a screen that is touched")
    parser.add_argument("--axe", action="store_true", help="print what axe finds as well")
    parser.add_argument("--references", action="store_true", help="draw the references anew")
    wanted = parser.parse_args()
    if wanted.folder is None and not wanted.references:
        parser.error("name a folder for the pictures, or ask for the --references")

    require_page(ROOT)
    with serving_in_a_thread(one=OneTable()) as address, sync_playwright() as playwright:
        browser = launch(playwright)
        if wanted.references:
            draw_references(browser, address)
        if wanted.folder is not None:
            take(browser, address, wanted)
        browser.close()


def take(browser: Browser, address: str, wanted: argparse.Namespace) -> None:
    """Take pictures into a folder; print what the geometric test would complain about."""
    wanted.folder.mkdir(parents=True, exist_ok=True)
    chosen = {"palette": wanted.palette, "numerals": wanted.numerals}
    with opened(browser, wanted.language, wanted.theme, has_touch=wanted.touch) as page:
        for name in wanted.only:
            resize(page, PHONE)
            hang(page, address, GALLERY[name], **chosen)
            for width, height in wanted.size:
                resize(page, (width, height))
                page.screenshot(path=wanted.folder / f"{name}-{width}x{height}.png")
                for fault in [*misplaced(page), *(inaccessible(page) if wanted.axe else ())]:
                    print(f"{name} {width}x{height}: {fault}", flush=True)


def draw_references(browser: Browser, address: str) -> None:
    """Draw all reference pictures anew; print which have changed, and where."""
    kept = {path: read(path) for path in FOLDER.glob("*.png")}
    for path in kept:
        path.unlink()
    FOLDER.mkdir(exist_ok=True)
    for still in STILLS:
        with opened(browser, "zh", still.scheme, **OPTIONS) as page:
            stage(page, address, still)
            for size in SIZES:
                found, path = look(page, size), still.path(size)
                faults = differences(found, kept[path]) if path in kept else ["new"]
                # What differs by a hair is the same to the test, and to git.
                write(path, found if faults else kept[path])
                for fault in faults:
                    print(f"{path.name}: {fault}", flush=True)


@contextmanager
def opened(browser: Browser, language: str, scheme: str, **options: Any) -> Iterator[Page]:
    """Open a page at rest; close it with whatever it still waits for."""
    context = browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]},
        locale=LOCALES[language],
        color_scheme=scheme,
        reduced_motion="reduce",
        service_workers="block",
        **options,
    )
    context.set_default_timeout(60_000)
    page = context.new_page()
    yield page
    page.unroute_all(behavior="ignoreErrors")
    context.close()


if __name__ == "__main__":
    main()
