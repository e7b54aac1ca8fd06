"""Every state of the page by name: what the server says for it, what is clicked to see it whole."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote
from weakref import WeakSet

from tests.browser.coin_scenes import SCENES, WATCHED
from tests.browser.extremes import EXTREMES
from tests.browser.hint_scenes import HINTED
from tests.browser.messages import Message
from tests.browser.pages import BANNED, MEMBER, POOR, QUEUED, Answer, answering
from tests.browser.sheet_scenes import SHEETS
from tests.browser.staging import lay, prefer, stored

if TYPE_CHECKING:
    from playwright.sync_api import Page

STRANGER: dict[str, Answer] = {"GET api/me": 401}
AS_MEMBER: dict[str, Answer] = {"GET api/me": MEMBER}
LONG_NAMED: dict[str, Answer] = {"GET api/me": MEMBER | {"name": "WWWWWWWWWWWWWWWW"}}
WAITS: dict[str, Answer] = {"POST api/rooms/novice/standard/queue": QUEUED, "GET api/queue": None}


class Leaf(NamedTuple):
    """One state: a scene of the table, or else a page around it with the server's answers."""

    scene: list[Message] | None = None
    address: str = ""
    answers: Mapping[str, Answer] = MappingProxyType({})
    opened: str | None = None
    """What is clicked."""
    prefers: Mapping[str, object] = MappingProxyType({"hints_beginner": "off"})
    """What the player has chosen before."""


OPENED = {
    "chows": "[data-button=chow]",
    "ready_choice": "[data-button=ready]",
    "ready": "[data-button=waits]",
    "sheet": "[data-runner-up] summary",
}
_TAUGHT = {"hints_beginner": "on", "hints_shown_around": True}
_HELPED = _TAUGHT | {"hints_shown": True}
_PAGES = {
    "lobby": Leaf(answers=AS_MEMBER),
    "lobby_of_a_stranger": Leaf(answers=STRANGER),
    "lobby_of_a_poor_guest": Leaf(answers={"GET api/me": POOR}),
    "lobby_of_the_banned": Leaf(answers={"GET api/me": BANNED}),
    "queue": Leaf(answers=WAITS, opened="[data-button=queue]"),
    "friends": Leaf(address="#friends", answers=AS_MEMBER, opened="summary"),
    "sign_in": Leaf(address="#sign-in", answers=STRANGER),
    "keep": Leaf(address="#sign-in"),
    "settings": Leaf(address="#settings", answers=LONG_NAMED),
    "settings_of_a_guest": Leaf(address="#settings"),
    "ledger": Leaf(address="#ledger", answers=AS_MEMBER),
    "ranks": Leaf(address="#leaderboards", answers=AS_MEMBER),
    "week": Leaf(address="#leaderboards/week", answers=AS_MEMBER),
    "hands": Leaf(address="#leaderboards/hands", answers={"GET api/me": BANNED}),
    "profile": Leaf(address="#player/abc", answers=LONG_NAMED),
    "guide": Leaf(address="#guide", answers=AS_MEMBER),
    "rules": Leaf(address="#guide/rules", opened="[data-example=V11] summary"),
    "calculator": Leaf(address="#guide/calculator", opened="[data-put='8m']"),
    "nowhere": Leaf(address="#nowhere", answers=AS_MEMBER),
}
_TABLES = {
    name: Leaf(scene, opened=OPENED.get(name)) for name, scene in (SCENES | EXTREMES).items()
}
_WATCHED = {name: Leaf(scene, "?watch=kq3vXW0a9mT2cLhB") for name, scene in WATCHED.items()}
_SHEETS = {name: Leaf(scene) for name, scene in SHEETS.items() if name not in _TABLES}
_MENU = {"menu": Leaf(SCENES["own_turn"], opened="[data-button=menu]")}
_HELP = {
    "offer_to_teach": Leaf(SCENES["own_turn"], prefers={"hints_beginner": "unasked"}),
    "tour": Leaf(SCENES["own_turn"], prefers={"hints_beginner": "on"}),
    "every_button_explained": Leaf(SCENES["every_button"], prefers=_TAUGHT),
    "hints": Leaf(HINTED["hints"], opened="[data-button=why]", prefers=_HELPED),
    "hints_of_a_claim": Leaf(HINTED["hints_of_a_claim"], prefers=_HELPED),
}
GALLERY: dict[str, Leaf] = _TABLES | _WATCHED | _SHEETS | _MENU | _HELP | _PAGES


_MOVER = "moves_in"
_MOVE_IN = f"""
(() => {{
  if (location.protocol === 'about:') return;
  const mover = /(?:^|; ){_MOVER}=([^;]*)/.exec(document.cookie);
  if (mover === null) return;
  document.cookie = '{_MOVER}=; max-age=0; path=/';
  sessionStorage.clear();
  localStorage.clear();
  Object.assign(localStorage, JSON.parse(decodeURIComponent(mover[1])));
}})();
"""
"""Before the page's own code: forget what the last state has kept, take what the player chose."""
_shown: WeakSet[Page] = WeakSet()
"""Pages that have shown a state."""


def hang(page: Page, address: str, leaf: Leaf, **prefers: object) -> None:
    """Show a state of the gallery on a page, at a server for one person who prefers something.

    If the page has shown a state before, nothing of it is left. One page for many states costs half
    of what a page for each does.
    """
    chosen = {**leaf.prefers, **prefers}
    if page in _shown:
        page.unroute_all(behavior="ignoreErrors")
        # What follows may differ in its fragment alone, for which no page is loaded anew. A blank
        # page in between would cost a process of its own.
        page.evaluate("history.replaceState(null, '', '?left')")
        moved = quote(json.dumps(stored(chosen)), safe="")
        page.context.add_cookies([{"name": _MOVER, "value": moved, "url": address}])
    else:
        prefer(page, **chosen)
        page.add_init_script(_MOVE_IN)
        _shown.add(page)
    if leaf.scene is not None:
        lay(page, address + leaf.address, leaf.scene)
    else:
        answering(page, dict(leaf.answers))
        page.goto(address + leaf.address)
        page.locator("main .column > *").first.wait_for()
        page.wait_for_load_state("networkidle")
    if leaf.opened is not None:
        page.locator(leaf.opened).first.click()
