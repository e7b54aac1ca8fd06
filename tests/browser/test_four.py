"""Four browsers play a friends' table of four rounds to its end, each in a way of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.company import LANGUAGES, SHEET, come, dealt
from tests.browser.conftest import PHONE, Open, Serve
from tests.browser.test_replay import at
from tests.browser.test_round import figures
from tests.browser.test_together import hand_over
from tests.server.chance import SeededChance
from tests.server.walls import wall_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page, WebSocketRoute

DESKTOP = (1280, 800)
# No wild tile is in any of these hands, so that who wins has a hard hand (V4).
CLAIMED = wall_of(
    {
        0: "1255m89m789p1245s1367z",
        1: "3467m123456p789s222z",
        2: "1489m2499p2468s1346z",
        3: "2558m1368p1369s4467z",
    },
    draws="3p6m",
)
"""Seats 1 and 3 want the dealer's 5m; with the other one seat 1 is ready, for 6m."""
KONG = wall_of(
    {
        0: "369m249p368s1246667z",
        1: "147m259p13479s123467z",
        2: "123456789m1167p999s",
        3: "258m1349p258s123347z",
    },
    dealer=1,
    tail="8p",
)
"""Seat 2 makes a kong of the dealer's 9s, and wins by the tile that it draws for it."""
EARTHLY = wall_of(
    {
        0: "123456m789p1117899s",
        1: "369m1347p258s123467z",
        2: "147m258p246s11123467z",
        3: "258m13469p35s223467z",
    },
    dealer=2,
)
"""Seat 0 wins by the dealer's first discard, 6s."""
WALLS = [CLAIMED, KONG, EARTHLY]
"""The walls of three rounds. The last round has the wall that was committed to, and verifies.

It is the same each time, since all that it is made from is.
"""
CHANGED = {"tai.V4": 5, "reserve": 60}
"""Another figure for a hard hand; and the last round soon comes to the end of its wall."""

# By hand. Round 1: own wind 1 + hard 5 = 6; the dealer, 0, pays twice. Seat 3 has a pair of its
# wind.
# Round 2: exposed kong 3 + self-draw 1 + hard 5 + bloom 7 = 16, doubled; the dealer is 1. Seat 0
# has a triplet of green, seat 3 a pair of its wind.
# Round 3: earthly 13 + hard 5 = 18, doubled; the dealer is 2, with a triplet of its wind, and
# seat 3 has a pair of its own.
# Round 4: nobody wins, and nothing moves; so the sums of these three are the standings.
NETS = [
    [-12 - 2, 12 + 6 + 6, -6 - 1, -6 + 2 + 1],
    [-32 + 2, -64 - 2 - 2, 64 + 32 + 32, -32 + 2],
    [72 + 36 + 36, -36 - 2 - 1, -72 + 2, -36 + 1],
]
PLACES = {0: (1, 100), 2: (2, 51), 3: (3, -68), 1: (4, -83)}


class Line:
    """Somebody's network, which can be cut."""

    def __init__(self, page: Page) -> None:
        self._cut = False
        self._servers: list[WebSocketRoute] = []
        page.route_web_socket("**/ws", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self._cut:
            socket.close(code=1012)
        else:
            self._servers.append(socket.connect_to_server())

    def cut(self) -> None:
        self._cut = True
        self._servers[-1].close()

    def mend(self) -> None:
        self._cut = False


def insist(act: Callable[[], None], target: Locator) -> None:
    """Act until the target is gone: what follows a tap too soon is taken to belong to it."""
    for _ in range(40):
        act()
        if not target.count():
            return
    pytest.fail("nothing comes of it")


def click(page: Page, selector: str) -> None:
    target = page.locator(selector)
    target.wait_for()
    insist(target.click, target)


def tap(page: Page, selector: str) -> None:
    target = page.locator(selector)
    target.wait_for()
    insist(target.tap, target)


def tap_out(page: Page, tile: str) -> None:
    """Discard as a finger does: the tile is picked out, then confirmed."""
    target = page.locator(f"[data-hand='{tile}'].live:not([aria-pressed=true])")
    target.wait_for()
    insist(target.tap, target)
    tap(page, "[data-confirm]")


def walk(page: Page, selector: str, key: str = "Tab") -> None:
    """Move the focus by a key until it is there."""
    page.locator(selector).first.wait_for()
    for _ in range(100):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
        page.keyboard.press(key)
    pytest.fail(f"no way leads to {selector}")


def enter(page: Page, selector: str, key: str = "Tab") -> None:
    walk(page, selector, key)
    page.keyboard.press("Enter")


def press(page: Page, key: str, shown: str) -> None:
    """Press a key until it shows something: none is taken just after a decision has opened."""
    while not page.locator(shown).count():
        page.keyboard.press(key)
        page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


def go_on(pages: list[Page]) -> None:
    """Get ready for the next round, each in the own way."""
    mouse, keys, finger, other = pages
    for page in (mouse, other):
        page.locator("[data-button=next_round]").click()
    enter(keys, "[data-button=next_round]:enabled")
    finger.locator("[data-button=next_round]").tap()
    for page in pages:
        page.locator(SHEET).wait_for(state="detached")
    dealt(pages)


def seated(open_page: Open, address: str) -> tuple[list[Page], Line]:
    """Let a host open a table with changed rules, and three others come by its link.

    Return their pages in the order of seats, the first round being dealt, and the last one's line.
    """
    mouse, keys, finger, other = pages = [
        come(open_page, 0, size=DESKTOP),
        come(open_page, 1),
        come(open_page, 2, size=PHONE, has_touch=True, is_mobile=True),
        come(open_page, 3, loses_its_server=True),
    ]
    line = Line(other)
    mouse.goto(f"{address}#friends")
    mouse.locator("label:has([name=rounds][value='4'])").click()
    mouse.locator("[name=clock]").select_option("3")
    mouse.locator("[data-rules] summary").click()
    for field, value in CHANGED.items():
        mouse.locator(f"[data-field='{field}'] input").fill(str(value))
    mouse.locator("[data-button=open]").click()
    link = mouse.locator("[data-share] code").inner_text()
    for page in pages[1:]:
        page.goto(link)
        if page is keys:
            enter(keys, "[data-button=sit]")
        elif page is finger:
            finger.locator("[data-button=sit]").tap()
        else:
            page.locator("[data-button=sit]").click()
        page.locator("[data-waiting-room]").wait_for()
    go_on(pages)
    return pages, line


def paid(pages: list[Page], number: int) -> None:
    """See that everybody is told the same figures of a round."""
    for page in pages:
        page.locator(SHEET).wait_for()
        assert figures(page, "[data-net]") == NETS[number]


# In this order: the pages are closed before their server is.
def test_four_persons_play_four_rounds_each_in_a_way_of_their_own(
    serve: Serve, open_page: Open
) -> None:
    address = serve(chance=SeededChance(walls=WALLS))
    pages, line = seated(open_page, address)
    mouse, keys, finger, other = pages
    hard = CHANGED["tai.V4"]

    # The guide that is opened over this table has its figures.
    mouse.locator("[data-button=menu]").click()
    mouse.locator("[data-button=guide]").click()
    mouse.locator("label:has([name=guide-tab][value=rules])").click()
    assert mouse.locator("[data-entry=V4] .tai").inner_text() == f"{hard} 台"
    mouse.keyboard.press("Escape")

    # A pung outranks a chow, also where its owner was away meanwhile.
    click(mouse, "[data-hand='5m'].live >> nth=0")
    other.locator("[data-button=pung]").wait_for()
    line.cut()
    for page in pages[:3]:
        page.locator("[data-mark=offline]").wait_for()
    keys.locator("[data-button=chow]").wait_for()
    keys.keyboard.press("c")
    assert keys.locator("[data-choice]").count() == 3
    keys.keyboard.press("2")
    keys.locator("[data-button=chow]").wait_for(state="detached")
    line.mend()
    click(other, "[data-button=pung]")
    keys.locator("[data-place=across] .melds [data-tile='5m']").first.wait_for()
    click(other, "[data-hand='9s'].live")

    # Hints and waits count by the table's own figures.
    click(mouse, "[data-hand='5m'].live")
    keys.locator("[data-button=chow]").wait_for()
    keys.keyboard.press("c")
    keys.keyboard.press("1")
    keys.locator("[data-button=ready]").wait_for()
    keys.keyboard.press("h")
    hint = keys.locator("[data-row='7m'][data-distance='0']")
    hint.wait_for()
    assert f"up to {1 + 1 + hard} drawn, {1 + hard} off a discard" in hint.inner_text()
    press(keys, "r", "[data-ready]")
    enter(keys, "[data-hand='7m']", "ArrowLeft")
    # By 6m; with a wild flower, which any hand takes, it would not be hard.
    keys.locator("[data-waits] .total").nth(1).wait_for()
    totals = keys.locator("[data-waits] .total").all_inner_texts()
    assert [int(text.split()[0]) for text in totals[:2]] == [1 + 1 + hard, 1 + hard]
    keys.keyboard.press("Enter")

    tap(finger, "[data-button=pass]")
    tap_out(finger, "6m")
    keys.locator("[data-button=win]").wait_for()
    keys.keyboard.press("w")
    paid(pages, 0)
    for page, language in zip(pages, LANGUAGES, strict=True):
        told = page.locator("[data-sheet='1'] [data-rule=V4] .tai").inner_text()
        assert told == f"{hard} {'台' if language == 'zh' else 'tai'}"
        assert page.locator("html").get_attribute("lang") == {"zh": "zh-CN", "en": "en"}[language]
    go_on(pages)

    enter(keys, "[data-hand='9s'].live", "ArrowLeft")
    tap(finger, "[data-button=kong]")
    tap(finger, "[data-button=win]")
    paid(pages, 1)
    go_on(pages)

    tap_out(finger, "6s")
    click(mouse, "[data-button=win]")
    paid(pages, 2)
    go_on(pages)

    # Nobody wins the last round: three have their seats played for them, one lets the page answer.
    keys.keyboard.press("n")
    keys.keyboard.press("t")
    hand_over(mouse)
    finger.locator("[data-button=menu]").tap()
    finger.locator("[data-button=hand_over]").tap()
    hand_over(other)
    for page in pages:
        page.locator("[data-wall=holds]").wait_for()
        assert not page.locator(".winning").count()

    with keys.expect_popup() as opened:
        enter(keys, "[data-button=replay]")
    replay = opened.value
    at(replay, 1)
    replay.keyboard.press("ArrowRight")
    at(replay, 2)
    replay.keyboard.press("w")
    enter(replay, "[data-button=verify]")
    replay.locator("[data-wall=holds]").wait_for()
    replay.close()

    for page in (mouse, other):
        page.locator("[data-button=show_final]").click()
    enter(keys, "[data-button=show_final]")
    finger.locator("[data-button=show_final]").tap()
    for page in pages:
        page.locator("[data-final]").wait_for()
        for seat, (place, points) in PLACES.items():
            row = page.locator(f"[data-final] [data-place-of='{seat}']")
            assert row.locator(".place").inner_text() == str(place)
            assert figures(page, f"[data-place-of='{seat}'] .points") == [points]
