"""States of the table that a round seldom shows, laid out by hand."""

from __future__ import annotations

import json
from itertools import pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import pytest

from taipao.server.protocol import ErrorCode
from tests.browser.coin_scenes import SCENES
from tests.browser.conftest import PHONE, Open, Shown, ShownLine
from tests.browser.gallery import OPENED
from tests.browser.messages import act, bot, decision, discards, event, player
from tests.browser.staging import resize

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Page, WebSocketRoute

SMALL_PHONE, PORTRAIT, DESKTOP = (568, 320), (390, 844), (1440, 900)
SIZES = [PHONE, SMALL_PHONE, PORTRAIT, DESKTOP]


def opened(show: Shown, name: str, **options: Any) -> tuple[Page, list[dict[str, Any]]]:
    page, said = show(name, **options)
    if name in OPENED:
        page.locator(OPENED[name]).click()
    return page, said


_BOXES = """
all => all.filter(one => one.getClientRects().length).map(one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return { x, y, width, height };
})
"""


def boxes(page: Page, selector: str) -> list[FloatRect]:
    """Return where everything lies that is laid out, by one question instead of one for each."""
    found: list[FloatRect] = page.locator(selector).evaluate_all(_BOXES)
    return found


def overlap(a: FloatRect, b: FloatRect) -> bool:
    return (
        a["x"] < b["x"] + b["width"]
        and b["x"] < a["x"] + a["width"]
        and a["y"] < b["y"] + b["height"]
        and b["y"] < a["y"] + a["height"]
    )


@pytest.mark.parametrize("language", ["zh", "en"])
def test_all_seventeen_tiles_are_whole_and_no_button_covers_them(
    show: Shown, language: str, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    page, _ = show("every_button", language=language)
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.screenshot(path=tmp_path / f"{size[0]}x{size[1]}.png")
        tiles, buttons = boxes(page, "[data-hand]"), boxes(page, "button:not([data-hand])")
        named = {one.get_attribute("data-button") for one in page.locator(".seal").all()}
        with subtests.test(size):
            assert len(tiles) == 17
            assert named == {"win", "kong", "pung", "chow", "ready", "pass"}
            for box in tiles + buttons:
                assert inside(box, size)
            for tile in tiles:
                if size != SMALL_PHONE:
                    assert tile["width"] >= 30
                    assert tile["height"] >= 40
                assert not any(overlap(tile, button) for button in buttons)
            for button in buttons:
                assert button["width"] >= 36
                assert button["height"] >= 36
            for index, tile in enumerate(tiles):
                assert not any(overlap(tile, other) for other in tiles[index + 1 :])


def test_nothing_on_the_table_lies_on_anything_else(show: Shown, subtests: pytest.Subtests) -> None:
    for name, size in product(("full", "share_out", "own_turn"), SIZES):
        if size == SIZES[0]:
            page, _ = show(name)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        parts = boxes(page, "[data-place], [data-river], .centre, .rack, .strip")
        with subtests.test((name, size)):
            assert len(parts) == 10
            for index, part in enumerate(parts):
                assert inside(shrunk(part), size)
                for other in parts[index + 1 :]:
                    assert not overlap(shrunk(part), shrunk(other)), (part, other)


def inside(box: FloatRect, size: tuple[int, int]) -> bool:
    return (
        box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= size[0]
        and box["y"] + box["height"] <= size[1]
    )


def shrunk(box: FloatRect) -> FloatRect:
    """Leave out the part of a pixel by which neighbours may touch."""
    return {
        "x": box["x"] + 0.5,
        "y": box["y"] + 0.5,
        "width": max(box["width"] - 1, 0),
        "height": max(box["height"] - 1, 0),
    }


def test_wild_tiles_are_leftmost_and_the_drawn_tile_is_apart(show: Shown) -> None:
    page, _ = show("own_turn", language="en")
    labels = [one.get_attribute("aria-label") or "" for one in page.locator("[data-hand]").all()]
    assert labels[:2] == ["8 of characters, wild", "west wind, wild"]
    assert labels[-1] == "5 of circles, just drawn"
    tiles = boxes(page, "[data-hand]")
    gaps = [b["x"] - a["x"] - a["width"] for a, b in pairwise(tiles)]
    assert gaps[-1] > 5 > max(gaps[:-1])
    dimmed = page.locator("[data-hand].dim").all()
    assert [one.get_attribute("data-hand") for one in dimmed] == ["8m", "3z"]


def test_a_mouse_discards_with_one_click_and_only_once(show: Shown) -> None:
    page, said = show("own_turn")
    page.locator("[data-hand='9s']").dblclick()
    page.wait_for_timeout(100)
    assert said == [
        {
            "type": "act",
            "decision": 41,
            "action": {"type": "discard", "tile": "9s", "ready": False},
        }
    ]


def test_a_finger_discards_with_the_second_tap(show: Shown) -> None:
    page, said = show("own_turn", has_touch=True)
    page.locator("[data-hand='9s']").tap()
    page.locator("[data-hand='2z']").first.tap()
    assert page.locator("[data-hand][aria-pressed=true]").count() == 1
    assert said == []
    page.locator("[data-confirm]").tap()
    page.wait_for_timeout(100)
    assert [one["action"]["tile"] for one in said] == ["2z"]


def test_wild_tiles_that_may_not_be_discarded_do_nothing(show: Shown) -> None:
    page, said = show("own_turn")
    page.locator("[data-hand='8m']").click(force=True)
    page.wait_for_timeout(100)
    assert said == []


def test_a_chow_is_chosen_by_its_tiles(show: Shown) -> None:
    page, said = opened(show, "chows", language="en")
    choices = page.locator("[data-choice]")
    assert choices.count() == 3
    choices.nth(1).click()
    page.wait_for_timeout(100)
    assert [one["action"] for one in said] == [{"type": "chow", "tiles": ["3p", "5p"]}]


def test_ready_is_declared_with_a_discard_whose_waits_are_shown(show: Shown) -> None:
    page, said = opened(show, "ready_choice", language="en")
    page.locator("[data-ready='1z']").click()
    assert page.locator("[data-waits] li").count() == 3
    assert said == []
    page.locator("[data-confirm]").click()
    page.wait_for_timeout(100)
    assert [one["action"] for one in said] == [{"type": "discard", "tile": "1z", "ready": True}]


def test_the_keyboard_does_everything(show: Shown) -> None:
    page, said = show("chows")
    page.keyboard.press("c")
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    page.keyboard.press("3")
    page.wait_for_timeout(100)
    assert [one["action"] for one in said] == [{"type": "chow", "tiles": ["5p", "6p"]}]

    page, said = show("own_turn")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.wait_for_timeout(100)
    assert [one["action"]["tile"] for one in said] == ["7z"]


def test_a_declaration_is_taken_back_without_a_decision(show: Shown) -> None:
    page, said = show("ready")
    page.locator("[data-button=cancel_ready]").click()
    page.wait_for_timeout(100)
    assert said == [{"type": "act", "decision": None, "action": {"type": "cancel_ready"}}]


def test_the_tile_of_an_added_kong_is_seen_while_it_can_be_robbed(show: Shown) -> None:
    page, _ = show("robbing", language="en")
    kong = page.locator("[data-place=across] [data-meld=added_kong]")
    assert kong.locator("svg").count() == 4
    assert "fresh" in (kong.get_attribute("class") or "")


def test_the_sheet_shows_what_wild_tiles_stood_for_and_who_pays_whom(show: Shown) -> None:
    page, _ = opened(show, "sheet", language="en")
    reading = page.locator("[data-sheet='0'] [data-reading]").first
    names = [one.get_attribute("aria-label") for one in reading.locator("[role=img]").all()]
    assert "wild 8 of characters as 5 of characters" in names
    assert "wild west wind as 9 of characters" in names
    cells = page.locator("[data-payments] tbody tr").nth(1).locator("td").all_inner_texts()
    assert cells == ["100\n50×2", "", "·", "·", "−84", "−102"]
    difference = page.locator("[data-runner-up] [data-difference=V9] td").all_inner_texts()
    assert difference == ["7", "–"]


def test_a_page_loaded_again_still_says_how_the_round_was_won(show: Shown) -> None:
    page, _ = show("sheet_again", language="en")
    header = page.locator("[data-score-sheet] header")
    assert header.locator("p").inner_text() == "On Across's discard 50 points"
    assert page.locator(".winning [data-tile='5m']").count() == 1


def test_a_draw_shows_four_even_cards_and_no_payments(
    show: Shown, subtests: pytest.Subtests
) -> None:
    for size in (PHONE, DESKTOP):
        page, _ = show("sheet_of_a_draw", size=size)
        cards = boxes(page, "[data-sheet]")
        (footer,) = boxes(page, "[data-score-sheet] footer")
        with subtests.test(size):
            assert page.locator("[data-payments]").count() == 0
            assert len({(round(card["width"]), round(card["height"])) for card in cards}) == 1
            assert len({round(card["x"]) for card in cards}) == 2
            for card in cards:
                assert card["y"] + card["height"] <= footer["y"]
        page.context.close()


def test_open_hands_have_the_wild_tiles_leftmost_on_the_table_too(show: Shown) -> None:
    page, _ = show("sheet")
    page.locator("[data-button=show_table]").click()
    tiles = page.locator("[data-place=right] .open [data-tile]").all()
    assert [tile.get_attribute("data-tile") for tile in tiles][:2] == ["3z", "1m"]


def test_the_own_hand_does_not_shift_when_a_tile_is_drawn(
    show: Shown, subtests: pytest.Subtests
) -> None:
    lefts: dict[tuple[int, int], list[float]] = {size: [] for size in SIZES}
    # Sixteen tiles, seventeen with one just drawn, seventeen as dealt.
    for name in ("chows", "own_turn", "dealt"):
        page, _ = show(name)
        for size in SIZES:
            resize(page, size)
            lefts[size].append(boxes(page, "[data-hand]")[0]["x"])
        page.context.close()
    for size, found in lefts.items():
        with subtests.test(size):
            assert max(found) - min(found) < 1


def test_a_window_that_was_replaced_offers_the_way_back_alone(
    show_line: ShownLine, subtests: pytest.Subtests
) -> None:
    for name in ("own_turn", "sheet"):
        page, line = show_line(name)
        title = page.locator("#sheet-title").bounding_box() if name == "sheet" else None
        line.close(code=4000)
        page.locator("[data-notice=replaced]").wait_for()
        with subtests.test(name):
            free = page.locator("button, a, input, [tabindex]").evaluate_all(
                "all => all.filter(one => !one.closest('[inert]')).map(one => one.dataset.button)"
            )
            assert free == ["reload"]
            page.keyboard.press("Tab")
            page.keyboard.press("Shift+Tab")
            assert page.evaluate("document.activeElement.dataset.button") == "reload"
            if title is not None:
                (notice,) = boxes(page, "[data-notice]")
                assert not overlap(notice, title)
        page.context.close()


def test_a_claim_outranked_is_said(show_line: ShownLine) -> None:
    page, line = show_line("chows")
    page.locator("[data-button=pung]").wait_for()
    pung = {"type": "pung_made", "seat": 2, "source": 3, "tile": "4p"}
    line.send(json.dumps(event(42, pung)))
    page.locator("[data-outranked]").wait_for()
    assert page.locator("[data-news]").text_content() == "对家碰走了"
    assert not page.locator("[data-button=pung]").count()


def test_a_seat_is_read_out_without_saying_anything_twice(show: Shown) -> None:
    for language in ("zh", "en"):
        page, _ = show("own_turn", language=language)
        for text in page.locator(".plate .hidden-text").all_text_contents():
            parts = [part.strip() for part in text.replace("，", ",").split(",")]
            assert len(parts) == len(set(parts)) >= 3, text


def test_the_page_comes_back_by_itself(open_page: Open, table_address: str) -> None:
    page = open_page(language="en")
    lines: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        lines.append(socket)

        def receive(_: str | bytes) -> None:
            for answer in SCENES["own_turn"]:
                socket.send(json.dumps(answer))

        socket.on_message(receive)

    page.route_web_socket("**/ws", connect)
    page.goto(table_address)
    page.locator("[data-hand].live").first.wait_for()
    lines[0].close(code=1001)
    page.locator("[data-notice=lost]").wait_for()
    assert not page.locator("[data-hand].live").count()
    page.locator("[data-hand].live").first.wait_for()
    assert not page.locator("[data-notice]").count()

    lines[1].close(code=4001)
    page.locator("[data-notice=outdated]").wait_for()
    page.wait_for_timeout(1500)
    assert len(lines) == 2


def test_a_refusal_is_said_and_leaves_the_decision_open(show: Shown) -> None:
    page, said = show("fault")
    page.locator("[data-notice=fault]").wait_for()
    page.locator("[data-hand='9s']").click()
    page.wait_for_timeout(100)
    assert len(said) == 1


def test_an_answer_too_fast_to_be_read_can_be_given_again(show_line: ShownLine) -> None:
    said: list[dict[str, Any]] = []
    page, line = show_line("own_turn", said)
    page.locator("[data-hand='9s']").click()
    assert not page.locator("[data-hand].live").count()
    refused = {"type": "error", "code": "too_fast", "message": "too much", "decision": None}
    line.send(json.dumps(refused))
    page.locator("[data-hand='9s'].live").click()
    page.wait_for_timeout(100)
    assert [one["action"]["tile"] for one in said] == ["9s", "9s"]
    assert "太快了" in page.locator("[data-notice=fault]").inner_text()


def test_refusals_are_said_in_the_language_of_the_page(
    show_line: ShownLine, subtests: pytest.Subtests
) -> None:
    unsaid = {"stale_decision", "already_answered", "too_late", "replaced", "wrong_protocol"}
    # Those stand where the hints would.
    unsaid |= {"no_hints", "hints_busy"}
    for language in ("zh", "en"):
        page, line = show_line("own_turn", language=language)
        notice = page.locator("[data-notice=fault]")
        for code in sorted({*get_args(ErrorCode)} - unsaid):
            refused = {"type": "error", "code": code, "message": "VERBATIM", "decision": None}
            line.send(json.dumps(refused))
            notice.wait_for()
            with subtests.test((language, code)):
                assert "VERBATIM" not in notice.inner_text()
                assert inside(boxes(page, "[data-notice]")[0], PHONE)
            notice.locator("button").click()
            notice.wait_for(state="detached")
        page.context.close()


KONGS = decision(
    act("kong", tile="2z"), act("kong", tile="7z"), *discards("19m258p1379s22467z5p"), seconds=0.1
)


@pytest.mark.parametrize(
    ("scene", "asked", "button", "then"),
    [
        # What a claim comes to is not told before the window closes.
        ("chows", None, "chow", []),
        ("own_turn", KONGS, "kong", [event(42, act("discarded", seat=0, tile="5p", drawn=True))]),
    ],
)
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_choice_still_open_when_time_is_up_is_put_away(
    show_line: ShownLine,
    scene: str,
    asked: dict[str, Any] | None,
    button: str,
    then: list[dict[str, Any]],
    size: tuple[int, int],
) -> None:
    said: list[dict[str, Any]] = []
    page, line = show_line(scene, said, size=size)
    if asked is not None:
        line.send(json.dumps(asked))
    page.locator(f"[data-button={button}]").click()
    page.locator("[data-choice]").first.wait_for()
    seats = [player(autopilot=True), bot(), bot(), bot()]
    for message in (*then, {"type": "seats", "players": seats}):
        line.send(json.dumps(message))
    page.locator("[data-choice]").first.wait_for(state="detached")
    page.locator("[data-button=take_back]").wait_for()
    assert not page.locator(".seal, [data-confirm], .quiet, [data-hand].live").count()
    page.keyboard.press("1")
    page.wait_for_timeout(100)
    assert said == []
