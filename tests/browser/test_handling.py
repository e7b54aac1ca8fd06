"""How the own tiles are handled: dragged, sorted by hand, answered by toggles, listed by keys."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.browser.conftest import PHONE, Shown, ShownLine
from tests.browser.messages import act, decision, discards, event, prize, view, whole
from tests.browser.seats import SHORT_RIVERS
from tests.browser.staging import SIZES, inaccessible, misplaced, resize

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

LEGAL = discards("19m258p1379s22467z5p")
DRAWN = act("drawn", seat=0, end="head", why="turn", after=None, kong_tile=None)


def middle(tile: Locator) -> tuple[float, float]:
    box = tile.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, tile: Locator, right: float, up: float) -> None:
    """Drag a tile by so many pixels, in small steps as a hand does."""
    x, y = middle(tile)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right, y - up, steps=5)
    page.mouse.up()


def gone(page: Page, selector: str) -> None:
    page.locator(selector).first.wait_for(state="detached")


def hand(page: Page) -> list[str | None]:
    return [one.get_attribute("data-hand") for one in page.locator("[data-hand]").all()]


def chosen(said: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one["action"] for one in said]


def test_a_tile_is_dragged_out_of_the_hand_or_to_another_place(show_line: ShownLine) -> None:
    said: list[dict[str, Any]] = []
    page, line = show_line("own_turn", said, size=PHONE)
    sorted_hand = hand(page)

    # Too short a way, or along a hand that sorts itself: nothing is meant by it.
    tile = page.locator("[data-hand='9s']")
    drag(page, tile, 70, 4)
    drag(page, tile, 0, 20)
    assert hand(page) == sorted_hand
    assert said == []

    page.keyboard.press("s")
    drag(page, page.locator("[data-hand='9m']"), -3 * 38, 3)
    moved = hand(page)
    assert moved[0] == "9m"
    assert moved[1:4] == ["8m", "3z", "1m"]
    page.locator("[data-hand='1m']").focus()
    page.keyboard.press("Shift+ArrowLeft")
    ordered = hand(page)
    assert ordered[:4] == ["9m", "8m", "1m", "3z"]
    assert said == []

    # Out of the hand it is discarded, once, and the order stays whatever comes.
    drag(page, page.locator("[data-hand='9s']"), 30, 90)
    gone(page, "[data-hand].live")
    assert chosen(said) == [act("discard", tile="9s", ready=False)]
    for message in (
        event(42, act("discarded", seat=0, tile="9s", drawn=False)),
        event(43, {**DRAWN, "tile": "4s"}),
        decision(*LEGAL, act("discard", tile="4s", ready=False), number=43),
    ):
        line.send(json.dumps(message))
    page.locator("[data-hand='4s'].live").wait_for()
    rest = [tile for tile in ordered[:-1] if tile != "9s"]
    assert hand(page) == [*rest, "5p", "4s"]

    page.keyboard.press("s")
    page.locator("[data-hand='8m']:first-child").wait_for()
    page.keyboard.press("d")
    gone(page, "[data-hand].live")
    assert chosen(said)[1:] == [act("discard", tile="4s", ready=False)]


def test_toggles_answer_for_the_round_and_ask_at_a_win(show_line: ShownLine) -> None:
    said: list[dict[str, Any]] = []
    page, line = show_line("ready", said, size=PHONE)
    for name in ("no_claims", "discard_drawn"):
        page.locator(f"[data-toggle={name}]").click()
    pung, chow = act("pung"), act("chow", tiles=["1z", "3z"])
    line.send(json.dumps(decision(pung, chow, act("pass"))))
    page.locator("[data-button=pung]").wait_for()
    gone(page, "[data-button=pung]")
    assert chosen(said) == [act("pass")]

    # A win is asked about, and so is what a choice is open for.
    claim = event(42, act("discarded", seat=3, tile="3p", drawn=False))
    asked = decision(act("win"), pung, act("pass"), number=42, win=prize(20))
    for message in (claim, asked):
        line.send(json.dumps(message))
    page.locator("[data-button=win] [data-total='20']").wait_for()
    page.keyboard.press("a")
    gone(page, "[data-button=win]")
    assert chosen(said)[1:] == [act("win")]
    on = page.locator("[data-toggle][aria-pressed=true]")
    assert on.count() == 3

    following = whole(view(seats=SHORT_RIVERS))
    for message in ({**following, "commitment": "00" * 32, "round": "next"}, decision(*LEGAL)):
        line.send(json.dumps(message))
    page.locator("[data-hand].live").first.wait_for()
    assert on.count() == 0


def press(page: Page, key: str, at: int) -> None:
    """Press a key at a time of the page's clock, in milliseconds."""
    page.evaluate(
        """([key, at]) => {
            const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
            Object.defineProperty(event, 'timeStamp', { value: at });
            document.body.dispatchEvent(event);
        }""",
        [key, at],
    )


def test_a_tap_does_not_act_on_what_was_asked_after_it_began(show_line: ShownLine) -> None:
    said: list[dict[str, Any]] = []
    page, line = show_line("own_turn", said)
    tile = page.locator("[data-hand='9s']")
    tile.dispatch_event("pointerdown", {"button": 0, "isPrimary": True, "pointerId": 1})
    line.send(json.dumps(decision(*LEGAL[:-1], act("pass"), number=42)))
    page.locator("[data-button=pass]").wait_for()
    tile.dispatch_event("click", {"detail": 1})
    page.locator("[data-button=pass]").dispatch_event("click", {"detail": 1})
    assert page.locator("[data-button=pass]").count() == 1
    assert said == []
    # Keys keep to that as well: a second press soon after the first passes no win unseen.
    press(page, "x", 1_000_000)
    gone(page, "[data-button=pass]")
    line.send(json.dumps(decision(act("win"), act("pass"), number=43, win=prize(20))))
    page.locator("[data-button=win]").wait_for()
    press(page, "x", 1_000_200)
    assert chosen(said) == [act("pass")]
    press(page, "x", 1_000_400)
    gone(page, "[data-button=win]")
    assert chosen(said) == [act("pass"), act("pass")]


def strike(button: Locator, at: int) -> None:
    """Click what has the focus by a key that goes down at a time of the page's clock, in ms."""
    button.evaluate(
        """(button, at) => {
            const [down, up] = ['keydown', 'keyup'].map(
                (type) => new KeyboardEvent(type, { key: 'Enter', bubbles: true }),
            );
            Object.defineProperty(down, 'timeStamp', { value: at });
            button.dispatchEvent(down);
            button.click();
            window.dispatchEvent(up);
            return new Promise((done) => setTimeout(done));
        }""",
        at,
    )


def test_a_second_press_of_a_key_that_clicks_does_not_act_on_what_is_asked_next(
    show_line: ShownLine,
) -> None:
    said: list[dict[str, Any]] = []
    page, line = show_line("own_turn", said)
    line.send(json.dumps(decision(*LEGAL[:-1], act("pass"), number=42)))
    passing = page.locator("[data-button=pass]")
    passing.wait_for()
    strike(passing, 1_000_000)
    gone(page, "[data-button=pass]")
    line.send(json.dumps(decision(act("win"), act("pass"), number=43, win=prize(20))))
    page.locator("[data-button=win]").wait_for()
    strike(passing, 1_000_200)
    assert chosen(said) == [act("pass")]
    strike(passing, 1_000_400)
    gone(page, "[data-button=win]")
    assert chosen(said) == [act("pass"), act("pass")]


def test_the_ways_of_discarding_and_the_keys_are_in_the_menu(show: Shown) -> None:
    page, said = show("own_turn", language="en", size=(1280, 800))
    page.locator("[data-button=menu]").click()
    page.locator("[data-setting=discarding]").select_option("confirmed")
    page.locator("[data-button=shortcuts]").click()
    page.locator("[data-shortcuts]").wait_for()
    assert inaccessible(page) == []
    for size in SIZES:
        resize(page, size)
        assert misplaced(page) == [], size
    resize(page, SIZES[0])
    page.keyboard.press("w")
    page.keyboard.press("Escape")
    page.locator("[data-shortcuts]").wait_for(state="detached")
    page.keyboard.press("?")
    page.locator("[data-shortcuts] [data-button=close]").click()
    page.keyboard.press("Escape")

    page.reload()
    tile = page.locator("[data-hand='9s'].live")
    tile.click()
    page.locator("[data-hand='9s'][aria-pressed=true]").wait_for()
    assert said == []
    tile.click()
    gone(page, "[data-hand].live")
    assert chosen(said) == [act("discard", tile="9s", ready=False)]
