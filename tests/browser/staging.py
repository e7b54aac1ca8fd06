"""How a page is shown what is laid out by hand, and looked at; for tests and for pictures alike."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import axe_playwright_python

from tests.browser.messages import Message

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, WebSocketRoute

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
_AUDIT = (Path(__file__).parent / "audit.js").read_text(encoding="utf-8")

LANDSCAPES = [(1280, 800), (844, 390), (667, 375)]
PORTRAITS = [(390, 844), (320, 640)]
SIZES = [*LANDSCAPES, *PORTRAITS]
"""The sizes at which everything is looked at, in CSS pixels."""

_FINGER, _FINGER_UPRIGHT = 36, 33
"""How large what is touched is at least, in CSS pixels; two rows of tiles on 320 are smaller."""
_LAID = "[data-hand], [data-button=start]:enabled, [data-share], [data-watching]"
# What opens over the table because somebody asked for it, and may cover what is below.
_POPUPS = ".above > *, .panel, [data-notice], .bubble"


def lay(
    page: Page, address: str, scene: list[Message], said: list[Message] | None = None
) -> list[WebSocketRoute]:
    """Open the page and send it a scene whenever it says hello; return its lines as they come.

    Hints in the scene are sent when they are asked for. What the page says after hello is put into
    `said`.
    """
    lines: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        lines.append(socket)

        def receive(text: str | bytes) -> None:
            message = json.loads(text)
            asked = message["type"] == "hint"
            for answer in scene:
                if (answer["type"] == "hints") is asked and message["type"] in ("hello", "hint"):
                    socket.send(json.dumps(answer))
            if said is not None and message["type"] != "hello":
                said.append(message)

        socket.on_message(receive)

    page.route_web_socket("**/ws", connect)
    # No round was played, so there is no record: the page goes on waiting for it.
    page.route("**/records/*", lambda _: None)
    page.goto(address)
    page.locator(_LAID).first.wait_for()
    return lines


def prefer(where: Page | BrowserContext, **preferences: object) -> None:
    """Let the player have chosen something, by the names of preferences with `_` for a dot.

    What is chosen on the page later holds.
    """
    for key, chosen in stored(preferences).items():
        where.add_init_script(
            f"if (location.protocol !== 'about:') "
            f"localStorage[{json.dumps(key)}] ??= {json.dumps(chosen)};"
        )


def stored(preferences: Mapping[str, object]) -> dict[str, str]:
    """Return preferences as the page keeps them, by their names with `_` for a dot."""
    return {
        f"taipao.preference.{name.replace('_', '.', 1)}": json.dumps(value)
        for name, value in preferences.items()
    }


def resize(page: Page, size: tuple[int, int]) -> None:
    """Give the page another size, in CSS pixels, and let it lay itself out."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def misplaced(page: Page) -> list[str]:
    """Return what is cut, covered, out of sight, or too small for a finger, in sentences."""
    size = page.viewport_size
    upright = size is not None and size["height"] > size["width"]
    touch = _FINGER_UPRIGHT if upright else _FINGER
    faults: list[str] = page.evaluate(_AUDIT, {"touch": touch, "popups": _POPUPS})
    return faults


def inaccessible(page: Page) -> list[tuple[str, list[str]]]:
    """Return the serious and critical faults that axe finds, each with its elements."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    violations = page.evaluate(
        # What passes need not be written down.
        "axe.run({ resultTypes: ['violations'] }).then(found => found.violations)"
    )
    return [
        (found["id"], [node["html"][:200] for node in found["nodes"]])
        for found in violations
        if found["impact"] in ("serious", "critical")
    ]
