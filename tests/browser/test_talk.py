"""Company at a table: phrases and faces, muting, and reporting a player."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, get_args

import pytest

from taipao.server.protocol import Phrase
from tests.browser.conftest import PHONE, Shown, ShownLine
from tests.browser.pages import answering
from tests.browser.staging import inaccessible
from tests.browser.test_scenes import DESKTOP, PORTRAIT, boxes, inside, overlap
from tests.browser.test_together import both_ready, sit_together

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page, WebSocketRoute

    from tests.browser.conftest import Open

SIZES = (PHONE, PORTRAIT, DESKTOP)
RIVALS = ("right", "across", "left")


def say(line: WebSocketRoute, seat: int, phrase: str) -> None:
    line.send(json.dumps({"type": "said", "seat": seat, "phrase": phrase}))


def seat_menu(page: Page, place: str) -> None:
    page.locator(f"[data-place={place}] [data-button=seat]").click()


@pytest.mark.parametrize("language", ["zh", "en"])
def test_everything_to_say_is_on_the_screen_and_for_fingers(
    show_line: ShownLine, language: str, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    page, line = show_line("coins", language=language)
    page.locator("[data-button=talk]").click()
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for seat, phrase in enumerate(("smiling", "hurry", "what_luck", "hello")):
            say(line, seat, phrase)
        page.locator("[data-said=hello]").wait_for()
        page.screenshot(path=tmp_path / f"{language}-{size[0]}x{size[1]}.png")
        with subtests.test(size):
            assert page.locator("[data-say]").count() == len(get_args(Phrase))
            buttons = boxes(
                page, "[data-say], [data-panel] label, [data-panel], [data-button=talk]"
            )
            for box in buttons:
                assert inside(box, size)
                assert box["height"] >= 36
                assert box["width"] >= 36
            for box in boxes(page, "[data-said]"):
                assert inside(box, size)
    assert inaccessible(page) == []


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_menus_of_the_other_seats_are_on_the_screen_and_for_fingers(
    show: Shown, language: str, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    page, _ = show("coins", language=language)
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        # The last seat is a bot's: nobody is there to be muted or reported.
        assert page.locator("[data-button=seat]").count() == 2
        for place in RIVALS[:2]:
            seat_menu(page, place)
            page.screenshot(path=tmp_path / f"{language}-{place}-{size[0]}x{size[1]}.png")
            with subtests.test((place, size)):
                opened = "[data-panel=seat] button, [data-button=seat]"
                for box in boxes(page, opened):
                    assert inside(box, size)
                    assert box["height"] >= 36
                assert inaccessible(page) == []
            page.keyboard.press("Escape")
            page.locator("[data-panel]").wait_for(state="detached")


def test_a_phrase_is_chosen_by_keyboard_and_the_choice_closed_by_escape(show: Shown) -> None:
    page, said = show("coins")
    opener = page.locator("[data-button=talk]")
    opener.focus()
    page.keyboard.press("Enter")
    page.locator("[data-panel=talk]").wait_for()
    assert opener.get_attribute("aria-expanded") == "true"
    page.keyboard.press("Escape")
    page.locator("[data-panel=talk]").wait_for(state="detached")
    assert opener.evaluate("node => node === document.activeElement")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("[data-panel=talk]").wait_for(state="detached")
    assert opener.evaluate("node => node === document.activeElement")
    assert said[-1] == {"type": "say", "phrase": "thanks"}


def test_what_is_said_is_shown_at_its_seat_and_read_out_for_three_seconds(
    show_line: ShownLine,
) -> None:
    page, line = show_line("coins", language="en")
    page.clock.install()
    say(line, 2, "so_close")
    bubble = page.locator("[data-place=across] [data-said=so_close]")
    bubble.wait_for()
    assert bubble.inner_text() == "One tile short!"
    assert page.locator("[data-talk]").inner_text() == "robot-7: One tile short!"
    say(line, 1, "crying")
    page.locator("[data-place=right] [data-said=crying] svg").wait_for()
    page.clock.run_for(3000)
    page.locator("[data-said]").first.wait_for(state="detached")
    assert page.locator("[data-talk]").inner_text() == ""


def test_who_is_muted_is_seen_to_be_and_not_heard(show_line: ShownLine) -> None:
    page, line = show_line("coins")
    seat_menu(page, "right")
    page.locator("[data-button=mute]").click()
    page.locator("[data-place=right] [data-muted]").wait_for()
    say(line, 1, "hurry")
    say(line, 2, "hello")
    page.locator("[data-said=hello]").wait_for()
    assert not page.locator("[data-said=hurry]").count()
    seat_menu(page, "right")
    page.locator("[data-button=mute]").click()
    page.locator("[data-muted]").wait_for(state="detached")
    page.locator("[data-button=talk]").click()
    page.locator("[name=mute_all]").check()
    say(line, 1, "hurry")
    say(line, 0, "thanks")
    page.locator("[data-said=thanks]").wait_for()
    assert not page.locator("[data-said=hurry]").count()
    page.reload()
    page.locator("[data-button=talk]").click()
    assert page.locator("[name=mute_all]").is_checked()


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_plate_of_who_is_muted_and_away_holds_all_its_marks(
    show: Shown, language: str, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    page, _ = show("busy_plate", language=language)
    for place in RIVALS:
        seat_menu(page, place)
        page.locator("[data-button=mute]").click()
    for size in (*SIZES, (1280, 800)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.screenshot(path=tmp_path / f"{language}-{size[0]}x{size[1]}.png")
        plates = boxes(page, "[data-place] .plate")
        for place in RIVALS:
            [plate] = boxes(page, f"[data-place={place}] .plate")
            signs = ("name", "talk", "mark")
            parts = [boxes(page, f"[data-place={place}] .plate .{sign}") for sign in signs]
            with subtests.test((size, place)):
                assert inside(plate, size)
                (name,), (talk,), (*_, away) = parts
                assert name["width"] > 30
                assert not overlap(talk, away)
                for box in (name, talk, away):
                    assert box["x"] >= plate["x"]
                    assert box["x"] + box["width"] <= plate["x"] + plate["width"]
                assert not any(overlap(plate, other) for other in plates if other != plate)


def test_nobody_is_talked_to_at_a_table_of_ones_own(show: Shown) -> None:
    page, _ = show("own_turn")
    assert not page.locator("[data-button=talk], [data-button=seat]").count()


def report(page: Page, text: str) -> None:
    seat_menu(page, "right")
    page.locator("[data-button=report]").click()
    page.locator("[data-report] textarea").fill(text)
    page.locator("[data-button=send_report]").click()


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_player_is_reported(
    show: Shown, language: str, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    page, said = show("coins", language=language)
    asked = answering(page, {"POST api/reports": {}})
    seat_menu(page, "right")
    page.locator("[data-button=report]").click()
    dialog = page.locator("[data-report]")
    dialog.wait_for()
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.screenshot(path=tmp_path / f"{language}-{size[0]}x{size[1]}.png")
        with subtests.test(size):
            assert inside(boxes(page, "[data-report]")[0], size)
            assert all(box["height"] >= 36 for box in boxes(page, "[data-report] button"))
    assert inaccessible(page) == []
    assert page.locator("[data-button=send_report]").is_disabled()
    # Letters that would call something, were they meant for the table.
    page.keyboard.press("Tab")
    page.locator("[data-report] textarea").press_sequentially(" he shows <b>tiles</b>, 1 2 x ")
    page.locator("[data-button=send_report]").click()
    page.locator("[data-thanks]").wait_for()
    assert asked == [
        (
            "POST",
            "api/reports",
            {
                "account": "b",
                "table": "kq3vXW0a9mT2cLhB",
                "round": "0pXy7Wm_d1QeZr4t",
                "text": "he shows <b>tiles</b>, 1 2 x",
            },
        )
    ]
    # Whoever comes to a coin room is ready for a round; nothing has followed on that.
    assert {one["type"] for one in said} <= {"start"}
    page.locator("[data-button=close_report]").click()
    dialog.wait_for(state="detached")
    opener = page.locator("[data-place=right] [data-button=seat]")
    assert opener.evaluate("node => node === document.activeElement")


@pytest.mark.parametrize(
    ("status", "why"), [(400, "无法举报"), (401, "请先登录"), (429, "请过一会儿再试"), (503, "")]
)
def test_a_report_that_is_not_taken_is_said_to_be_so_and_can_be_sent_again(
    show: Shown, status: int, why: str
) -> None:
    page, _ = show("coins")
    answering(page, {"POST api/reports": status})
    report(page, "不说话")
    refused = page.locator(f"[data-refused='{status}']")
    refused.wait_for()
    assert why in refused.inner_text()
    answering(page, {"POST api/reports": {}})
    page.locator("[data-button=send_report]").click()
    page.locator("[data-thanks]").wait_for()


def test_a_report_is_given_up_by_escape(show: Shown) -> None:
    page, _ = show("coins")
    seat_menu(page, "across")
    page.locator("[data-button=report]").click()
    page.locator("[data-report]").wait_for()
    page.keyboard.press("Escape")
    page.locator("[data-report]").wait_for(state="detached")


def test_two_persons_talk_and_one_reports_the_other(open_page: Open, house_address: str) -> None:
    first, second = sit_together(open_page, house_address)
    both_ready(first, second)
    first.locator("[data-button=talk]").click()
    first.locator("[data-say=hello]").click()
    first.locator("[data-said=hello]").wait_for()
    second.locator("[data-place] [data-said=hello]").wait_for()
    second.locator("[data-button=seat]").click()
    second.locator("[data-button=report]").click()
    second.locator("[data-report] textarea").fill("too friendly")
    second.locator("[data-button=send_report]").click()
    second.locator("[data-thanks]").wait_for()


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", ["coin_sheet", "dissolved"])
def test_one_talks_over_an_open_sheet_too(
    show_line: ShownLine, name: str, language: str, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    said: list[dict[str, Any]] = []
    page, line = show_line(name, said, language=language)
    page.locator("[data-button=sheet_talk]").click()
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for seat, phrase in enumerate(("smiling", "hurry", "what_luck", "hello")):
            say(line, seat, phrase)
        heard = page.locator("[data-sayings] [data-said=hello]")
        heard.wait_for()
        page.screenshot(path=tmp_path / f"{language}-{size[0]}x{size[1]}.png")
        with subtests.test(size):
            assert page.locator("[data-panel] [data-say]").count() == len(get_args(Phrase))
            for box in boxes(page, "[data-panel] button, [data-panel] label, [data-panel]"):
                assert inside(box, size)
                assert min(box["width"], box["height"]) >= 36
            for box in boxes(page, "[data-sayings] [data-said]"):
                assert inside(box, size)
    assert inaccessible(page) == []
    page.locator("[data-say=thanks]").click()
    page.locator("[data-panel]").wait_for(state="detached")
    assert said[-1] == {"type": "say", "phrase": "thanks"}


def test_who_watches_hears_what_is_said_over_a_sheet(show_line: ShownLine) -> None:
    page, line = show_line("watched_sheet", query="?watch=kq3vXW0a9mT2cLhB")
    say(line, 1, "well_played")
    page.locator("[data-sayings] [data-said=well_played]").wait_for()
    assert not page.locator("[data-button=sheet_talk]").count()
