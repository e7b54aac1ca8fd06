"""The score sheet at every size: all of it readable, its way on always in reach, its rules told."""

from __future__ import annotations

import json

import pytest

from tests.browser.conftest import Open, Shown, ShownLine
from tests.browser.messages import event, over
from tests.browser.results import WON, won_result
from tests.browser.staging import SIZES, resize
from tests.browser.test_scenes import boxes, inside

SHEET = "[data-score-sheet]"
FINAL = "[data-final]"
WAY_ON = "footer .pill.main, [data-button=rematch]"


def test_the_way_on_is_always_in_reach(show: Shown, subtests: pytest.Subtests) -> None:
    for name in ("sheet", "deal_in", "kill_pig", "sheet_of_a_draw", "coin_sheet", "invited"):
        page, _ = show(name)
        page.locator(f"{SHEET}, {FINAL}").wait_for()
        for size in SIZES:
            resize(page, size)
            with subtests.test((name, size)):
                assert inside(boxes(page, f"{SHEET}, {FINAL}")[0], size)
                [way_on] = [box for box in boxes(page, WAY_ON) if box["height"] > 0]
                assert inside(way_on, size)
        page.context.close()


def test_every_item_has_its_rule_in_a_sentence_and_the_whole_when_pressed(show: Shown) -> None:
    page, _ = show("deal_in")
    won = page.locator("[data-sheet='1']")
    pressed = won.locator("[data-rule=V9] [data-rule-text]")
    pressed.wait_for()
    assert "五副全是刻子或杠，加 7 台。" in pressed.inner_text()
    assert "财神可以凑" not in pressed.inner_text()
    pressed.press("Enter")
    assert "财神可以凑" in pressed.inner_text()
    assert "规则 V9" in pressed.inner_text()
    assert won.locator("[data-step]").inner_text().split() == ["44", "×", "2", "=", "88", "点"]
    assert won.locator(".step .sum").inner_text() == "3 + 10 + 10 + 3 + 3 + 4 + 4 + 7 = 44 台"
    assert "Wolfeschlegelsteinhausen" in page.locator("#sheet-title").inner_text()
    paid = page.locator("[data-payments] tbody tr").nth(2).locator("td").all_inner_texts()
    assert paid[:2] == ["1", "176\n88×2"]
    won.locator("[data-runner-up] summary").click()
    sums = won.locator("[data-runner-up] .total td").all_inner_texts()
    assert sums == ["88", "74"]
    page.locator("[data-proof] summary").click()
    assert page.locator("[data-proof] code").first.is_visible()


def test_payments_of_a_record_that_does_not_say_what_they_are_for_are_shown(
    show_line: ShownLine,
) -> None:
    page, line = show_line("own_turn")
    result = {name: value for name, value in won_result().items() if name != "dues"}
    for message in (event(42, WON), event(43, result), over([200, -84, -66, -50])):
        line.send(json.dumps(message))
    paid = page.locator("[data-payments] tbody tr").nth(1)
    paid.wait_for()
    assert paid.locator("td").all_inner_texts()[:4] == ["100", "", "·", "·"]


def test_a_table_that_stops_after_a_round_offers_no_next_one(show: Shown) -> None:
    page, _ = show("frozen_after")
    page.locator("[data-notice=frozen]").wait_for()
    assert not page.locator("[data-button=next_round]").count()


def test_friends_play_again_at_a_table_opened_like_the_one_before(
    open_page: Open, house_address: str
) -> None:
    host, friend = open_page("zh"), open_page("en")
    host.request.post(f"{house_address}api/guest", data={})
    wanted = {"rounds": 4, "seconds": 0, "bots": 2}
    opened = host.request.post(f"{house_address}api/friends", data=wanted).json()
    friend.request.post(f"{house_address}api/guest", data={})
    friend.request.post(f"{house_address}api/tables/{opened['id']}/sit", data={})
    pages = (host, friend)
    for page in pages:
        page.goto(f"{house_address}?table={opened['id']}")
        page.locator("[data-button=next_round]").wait_for()
    for page in pages:
        page.locator("[data-button=next_round]").click()
    for page in pages:
        page.locator("[data-button=menu]").click()
        page.locator("[data-button=dissolve]").click()
    for page in pages:
        page.locator(FINAL).wait_for()

    friend.locator("[data-button=rematch]").click()
    friend.locator("[data-waiting-room]").wait_for()
    host.locator("[data-rematch]").wait_for()
    assert "想再来一场" in host.locator("[data-rematch]").inner_text()
    host.locator("[data-button=rematch]").click()
    host.locator("[data-waiting-room]").wait_for()
    assert host.url == friend.url != f"{house_address}?table={opened['id']}"
    for page in pages:
        page.locator("[data-button=next_round]").click()
    for page in pages:
        page.locator("[data-hand]").first.wait_for()
