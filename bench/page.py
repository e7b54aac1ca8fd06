"""What the page costs a browser: how soon it can be used, what a frame takes during a round.

    python bench/page.py [--seconds 40] [--slowdown 4]

Needs Chromium, as the browser tests do. A player on autopilot sits with three bots at the usual
pace, on a phone held sideways (667 by 375). A frame's time is what script, style and layout take
together between two frames of the main thread, the processor slowed down as told; layout shift is
the browser's own sum over that time.

The main thread makes a frame only where it has something to do: tiles on their way are moved
without it. So there are two answers, over the frames that it made and over all that a screen of 60
a second shows meanwhile, those that cost it nothing included.
"""

from __future__ import annotations

import argparse
import sys
from bisect import bisect
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from taipao.server.alone import OneTable
from taipao.server.supplies import Pace
from tests.browser.conftest import serving_in_a_thread
from tests.browser.shifts import NOTE, Shift, take_shifts
from tests.conftest import chromium_missing, launch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LOADS = 5
SHOWN_A_SECOND = 60
# What the main thread does for a frame, as Chromium's trace names it; each stands inside some task.
WORK = frozenset(
    (
        "EvaluateScript",
        "FunctionCall",
        "FireAnimationFrame",
        "EventDispatch",
        "TimerFire",
        "RunMicrotasks",
        "v8.callFunction",
        "HandlePostMessage",
        "WebSocketReceive",
        "UpdateLayoutTree",
        "Layout",
        "PrePaint",
        "ParseHTML",
        "MinorGC",
        "MajorGC",
    )
)


@contextmanager
def browsing() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


def opened(browser: Browser) -> Page:
    context = browser.new_context(
        viewport={"width": 667, "height": 375}, locale="zh-CN", service_workers="block"
    )
    return context.new_page()


def interactive(browser: Browser, address: str) -> float:
    """Return how many milliseconds after it was asked for the page takes its first click."""
    page = opened(browser)
    page.add_init_script(
        """
        new MutationObserver((_, observer) => {
          if (!document.querySelector('[data-button=start]:enabled')) return;
          window.ready = performance.now();
          observer.disconnect();
        }).observe(document, { subtree: true, childList: true, attributes: true });
        """
    )
    page.goto(address)
    page.locator("[data-button=start]:enabled").wait_for()
    took: float = page.evaluate("window.ready")
    page.context.close()
    return took


def frames(events: list[dict[str, Any]]) -> list[float]:
    """Return the milliseconds of work before every frame of the busiest main thread."""
    threads: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for event in events:
        threads.setdefault((event["pid"], event["tid"]), []).append(event)
    thread = max(threads.values(), key=lambda found: sum(e["name"] == "Layout" for e in found))
    handed = sorted(event["ts"] for event in thread if event["name"] == "Commit")
    # Time on the processor: the machine may have others to serve meanwhile.
    spans = sorted(
        (e["ts"], e["ts"] + e["dur"], e.get("tdur", e["dur"]))
        for e in thread
        if e["name"] in WORK and "dur" in e
    )
    found = [0.0] * len(handed)
    end = 0.0
    for start, until, took in spans:
        # Work inside other work counts once.
        frame = bisect(handed, start)
        if start >= end and frame < len(found):
            found[frame] += took / 1000
        end = max(end, until)
    return found


def played(
    browser: Browser, address: str, seconds: int, slowdown: float
) -> tuple[list[float], list[Shift]]:
    """Return the work of every frame of some seconds of a round, and the layout shifts."""
    page = opened(browser)
    page.add_init_script(NOTE)
    page.goto(address)
    page.locator("[data-button=start]:enabled").click()
    page.locator("[data-hand]").first.wait_for()
    page.locator("[data-button=menu]").click()
    page.locator("[data-button=hand_over]").click()
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    events: list[dict[str, Any]] = []
    line.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    take_shifts(page)
    categories = ["devtools.timeline", "disabled-by-default-devtools.timeline", "v8.execute"]
    line.send("Tracing.start", {"traceConfig": {"includedCategories": categories}})
    page.wait_for_timeout(seconds * 1000)
    shifts = [shift for shift in take_shifts(page) if not shift.asked]
    ended = False

    def end(_: object) -> None:
        nonlocal ended
        ended = True

    line.on("Tracing.tracingComplete", end)
    line.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    page.context.close()
    return frames(events), shifts


def report(what: str, work: list[float]) -> None:
    """Print how much work the frames took."""
    work = sorted(work)
    parts = (f"p{part} {work[(len(work) - 1) * part // 100]:.1f} ms" for part in (50, 95, 99))
    print(f"  {what}: {', '.join(parts)}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=int, default=40)
    parser.add_argument("--slowdown", type=float, default=4)
    arguments = parser.parse_args()
    if (reason := chromium_missing()) is not None:
        print(f"not measured: {reason}")
        return
    with serving_in_a_thread(one=OneTable(), pace=Pace()) as address, browsing() as browser:
        took = sorted(interactive(browser, address) for _ in range(LOADS))
        print(
            f"interactive after {median(took):.0f} ms (median of {LOADS}; at most {took[-1]:.0f})"
        )
        work, shifts = played(browser, address, arguments.seconds, arguments.slowdown)
    shown = max(arguments.seconds * SHOWN_A_SECOND, len(work))
    print(f"at {arguments.slowdown:g} times slower")
    report(f"{len(work)} frames made", work)
    report(f"{shown} frames shown", work + [0.0] * (shown - len(work)))
    print(f"layout shift {sum(shift.value for shift in shifts):.4f}")
    for shift in shifts:
        print(f"  {shift}")


if __name__ == "__main__":
    main()
