"""Several persons at a table: its link, who is ready, the autopilot, coming back, and the wall."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.conftest import PHONE, Open, Shown, ShownLine
from tests.browser.messages import TOGETHER
from tests.browser.test_scenes import DESKTOP, PORTRAIT, boxes, inside, overlap, shrunk

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route, WebSocketRoute

SHEET = "[data-score-sheet]"


def sit_together(open_page: Open, address: str) -> tuple[Page, Page]:
    """Open a table in one browser and sit down at it in another."""
    first = open_page("en")
    first.goto(f"{address}#friends")
    first.locator("label:has([name=bots][value='2'])").click()
    first.locator("[data-button=open]").click()
    link = first.locator("[data-share] code").inner_text()
    assert link.startswith(address)

    second = open_page("zh")
    second.goto(link)
    second.locator("[data-button=sit]").click()
    second.locator("[data-share]").wait_for()
    return first, second


def both_ready(first: Page, second: Page) -> None:
    first.locator("[data-button=next_round]").click()
    second.locator("[data-ready=true]").wait_for()
    assert second.locator("[data-ready]").count() == 2
    second.locator("[data-button=next_round]").click()
    for page in (first, second):
        page.locator("[data-hand]").first.wait_for()


def hand_over(page: Page) -> None:
    page.locator("[data-button=menu]").click()
    page.locator("[data-button=hand_over]").click()
    page.locator("[data-button=take_back], " + SHEET).first.wait_for()


def without_contribution(record: str, seat: int) -> str:
    """Forge a record: a seat's contribution is gone, and all digests fit."""
    lines = [json.loads(line) for line in record.splitlines()[:-1]]
    lines[0]["contributions"][seat] = None
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    return text + json.dumps({"sha256": hashlib.sha256(text.encode()).hexdigest()}) + "\n"


def test_two_persons_play_a_round_and_each_page_verifies_the_wall(
    open_page: Open, house_address: str
) -> None:
    first, second = sit_together(open_page, house_address)
    both_ready(first, second)
    for page in (first, second):
        assert "guest-" in page.locator("[data-place] .name", has_text="guest-").inner_text()

    hand_over(second)
    first.locator("[data-mark=autopilot]").wait_for()
    second.locator("[data-button=take_back]").click()
    first.locator("[data-mark=autopilot]").wait_for(state="detached")
    second.locator("[data-button=take_back]").wait_for(state="detached")

    hand_over(first)
    hand_over(second)
    for page in (first, second):
        page.locator(SHEET).wait_for()
        page.locator("[data-wall=holds]").wait_for()
        assert page.locator("[data-ready=false]").count() == 2
    href = first.locator("[data-button=record]").get_attribute("href")
    assert href is not None
    record = first.request.get(house_address + href[1:])
    contributions = json.loads(record.text().splitlines()[0])["contributions"]
    assert [value is None for value in contributions] == [False, False, True, True]

    first.locator("[data-button=next_round]").click()
    for page in (first, second):
        page.locator(SHEET).wait_for(state="detached")


def test_a_wall_without_the_own_value_is_seen_to_fail(open_page: Open, house_address: str) -> None:
    first, second = sit_together(open_page, house_address)

    def forge(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=without_contribution(answer.text(), 1))

    second.route("**/records/*", forge)
    both_ready(first, second)
    hand_over(first)
    hand_over(second)
    first.locator("[data-wall=holds]").wait_for()
    second.locator("[data-wall=fails]").wait_for()
    failing = second.locator("[data-difference=contribution_missing]")
    assert "你给的随机数不在牌谱里" in failing.inner_text()


def test_a_value_that_came_too_late_is_said_to_have_and_no_more(
    open_page: Open, house_address: str
) -> None:
    first, second = sit_together(open_page, house_address)
    both_ready(first, second)
    hand_over(first)
    hand_over(second)
    second.locator("[data-wall=holds]").wait_for()

    sealed: str | None = None
    dealt = False
    held: list[str | bytes] = []

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def forth(text: str | bytes) -> None:
            if json.loads(text)["type"] == "contribute" and not dealt:
                held.append(text)
            else:
                server.send(text)

        def back(text: str | bytes) -> None:
            nonlocal sealed, dealt
            socket.send(text)
            message = json.loads(text)
            if message["type"] == "seal":
                sealed = message["commitment"]
            elif message["type"] == "view" and message["commitment"] == sealed:
                dealt = True
                while held:
                    server.send(held.pop())

        socket.on_message(forth)
        server.on_message(back)

    second.route_web_socket("**/ws", connect)
    second.reload()
    second.locator("[data-wall=holds]").wait_for()
    second.locator("[data-ready-list] [data-mark=autopilot]").nth(1).wait_for()
    # So the round is decided on as soon as the first is ready, and the other one's value asked for.
    first.locator("[data-button=next_round]").click()
    first.locator(".centre", has_text="round 2").wait_for()
    first.locator(f"[data-hand].live, [data-button=pass], {SHEET}").first.wait_for()
    # Its autopilot may have won before the first was asked anything.
    if not first.locator(SHEET).count():
        hand_over(first)
    second.locator("[data-wall=late]").wait_for()
    assert "没有赶上这堵牌墙" in second.locator("[data-wall]").inner_text()
    assert not held
    first.locator("[data-wall=holds]").wait_for()
    assert not second.locator("[data-notice]").count()


@pytest.mark.parametrize("size", [DESKTOP, PHONE, PORTRAIT])
def test_whoever_sits_down_is_told_what_the_host_has_changed(
    open_page: Open, house_address: str, size: tuple[int, int]
) -> None:
    changed = {"chow": False, "double_from": 0, "ready": "locked", "tai.B1": [1, 2, 9]}
    host, friend = open_page("en", size), open_page("zh", size)
    host.request.post(f"{house_address}api/guest", data={})
    opened = host.request.post(
        f"{house_address}api/friends",
        data={"ruleset": {"base": "standard", "set": changed}, "bots": 2},
    )
    address = f"{house_address}?code={opened.json()['code']}"

    def told(page: Page) -> dict[str, str]:
        rules = page.locator("[data-table-rules] [data-rule]")
        rules.first.wait_for()
        for rule in rules.all():
            rule.evaluate("node => node.scrollIntoView({ block: 'center' })")
            box = rule.bounding_box()
            assert box is not None
            assert inside(box, size)
        names = [rule.get_attribute("data-rule") or "" for rule in rules.all()]
        return dict(zip(names, rules.all_inner_texts(), strict=True))

    friend.goto(address)
    friend.locator("[data-sit]").wait_for()
    at_the_door = told(friend)
    assert set(at_the_door) == set(changed)
    assert "可以吃：否" in at_the_door["chow"]
    assert "原为：是" in at_the_door["chow"]
    assert "三张 9" in at_the_door["tai.B1"]
    friend.locator("[data-button=sit]").click()
    friend.locator("[data-waiting-room]").wait_for()
    assert told(friend) == at_the_door

    host.goto(address)
    host.locator("[data-waiting-room]").wait_for()
    waiting = told(host)
    assert "Ready: shown to all and final" in waiting["ready"]
    both_ready(host, friend)
    for page, before in ((host, waiting), (friend, at_the_door)):
        page.locator("[data-button=menu]").click()
        assert told(page) == before


def test_a_full_table_lets_nobody_in(open_page: Open, house_address: str) -> None:
    _, second = sit_together(open_page, house_address)
    third = open_page("en")
    third.goto(second.url)
    third.locator("[data-door=full]").wait_for()
    assert not third.locator("[data-button=sit]").count()


def test_before_the_first_round_bots_come_and_go_and_friends_change_seats(
    open_page: Open, house_address: str
) -> None:
    first, second = sit_together(open_page, house_address)
    host, friend = (page.locator("[data-friend-seats]") for page in (first, second))
    assert not friend.locator("[data-button=fill]").count(), "the host's alone"
    assert not host.locator("[data-button=move]").count(), "no seat is free"

    assert first.locator("h1").inner_text() == "Waiting for everybody to be ready"
    assert second.locator("h1").inner_text() == "等大家准备"

    host.locator("[data-seat='2'] [data-button=fill]").click()
    first.locator("h1", has_text="Waiting for players").wait_for()
    second.locator("h1", has_text="等人入座").wait_for()
    friend.locator("[data-seat='2'] [data-button=move]").click()
    host.locator("[data-seat='2'].player").wait_for()
    assert host.locator("[data-seat='2'] .place").inner_text() == "Across"
    assert friend.locator("[data-seat='0'] .place").inner_text() == "对家"
    host.locator("[data-seat='1'] [data-button=move]").click()
    friend.locator("[data-seat='0'].free").wait_for()
    assert host.locator("[data-seat='1'] .tag").inner_text() == "Host"

    second.locator("[data-button=stand_up]").click()
    second.locator("[data-notice=freed]").wait_for()
    second.goto(first.locator("[data-share] code").inner_text())
    second.locator("[data-sit='2']").click()
    friend.locator("[data-seat='2'].player").wait_for()
    host.locator("[data-seat='0'] [data-button=fill]").click()
    both_ready(first, second)


def test_a_seat_that_has_just_been_taken_is_said_to_be(open_page: Open, house_address: str) -> None:
    first, second = sit_together(open_page, house_address)
    first.locator("[data-seat='2'] [data-button=fill]").click()
    second.route(
        "**/sit/2",
        lambda route: route.fulfill(
            status=409, json={"detail": "taken", "extra": {"reason": "no_seat"}}
        ),
    )
    second.locator("[data-seat='2'] [data-button=move]").click()
    assert "坐" in second.locator("[data-refused='409']").inner_text()


def test_where_seats_are_drawn_nobody_changes_them(open_page: Open, house_address: str) -> None:
    page = open_page("zh")
    page.goto(f"{house_address}#friends")
    page.locator("label:has([name=seats][value=drawn])").click()
    page.locator("[data-button=open]").click()
    page.locator("[data-seat='3'] [data-button=fill]").click()
    page.locator("[data-seat='3'].bot").wait_for()
    assert not page.locator("[data-button=move], [data-friend-seats] .place").count()


def test_a_lost_line_comes_back_to_the_same_view(open_page: Open, house_address: str) -> None:
    first, second = sit_together(open_page, house_address)
    both_ready(first, second)
    lines: list[WebSocketRoute] = []
    hellos: list[dict[str, Any]] = []
    answers: list[str] = []
    barred = False

    def connect(socket: WebSocketRoute) -> None:
        if barred:
            socket.close(code=1012)
            return
        server = socket.connect_to_server()
        lines.append(server)

        def forth(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "hello":
                hellos.append(message)
            server.send(text)

        def back(text: str | bytes) -> None:
            answers.append(json.loads(text)["type"])
            socket.send(text)

        socket.on_message(forth)
        server.on_message(back)

    second.route_web_socket("**/ws", connect)
    second.reload()
    second.locator("[data-hand]").first.wait_for()
    hand = second.locator("[data-hand]").count()

    barred = True
    answers.clear()
    lines[0].close()
    second.evaluate("window.marked = true")
    first.locator("[data-mark=offline]").wait_for()
    barred = False
    first.locator("[data-mark=offline]").wait_for(state="detached")
    second.locator("[data-notice=lost]").wait_for(state="detached")
    # The line is open before the server has answered on it.
    for _ in range(200):
        if len(answers) > 1:
            break
        second.wait_for_timeout(50)
    assert hellos[-1]["round"] is not None
    assert hellos[-1]["last"] is not None
    assert answers[:2] == ["welcome", "resumed"]
    assert second.evaluate("window.marked")
    assert second.locator("[data-hand]").count() == hand


@pytest.mark.parametrize(("name", "kind"), [("together", "seconds"), ("last_seconds", "reserve")])
def test_the_clock_counts_down_what_the_server_said(show: Shown, name: str, kind: str) -> None:
    page, _ = show(name, language="en")
    clock = page.locator(f"[data-clock={kind}]")
    clock.wait_for()
    before = int(clock.locator(".seconds").inner_text())
    page.wait_for_function(
        "before => document.querySelector('.seconds').innerText < before", arg=before
    )
    assert ("urgent" in (clock.get_attribute("class") or "")) == (kind == "reserve")


def test_there_is_no_clock_where_the_server_counts_nothing(show: Shown) -> None:
    page, _ = show("own_turn")
    assert not page.locator("[data-clock]").count()


def test_the_seat_is_taken_back_with_one_tap(show: Shown) -> None:
    page, said = show("autopilot")
    page.locator("[data-button=take_back]").click()
    page.wait_for_timeout(100)
    assert said == [{"type": "autopilot", "on": False}]


def test_a_server_about_to_stop_says_so(show: Shown) -> None:
    page, _ = show("draining")
    page.locator("[data-notice=draining]").wait_for()


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize(
    ("name", "notice"), [("dissolving", "dissolving"), ("autopilot", "autopilot")]
)
def test_what_is_proposed_and_who_plays_for_one_hides_no_plate_and_no_river(
    show: Shown, name: str, notice: str, language: str, subtests: pytest.Subtests
) -> None:
    page, _ = show(name, language=language)
    for size in (PHONE, PORTRAIT, DESKTOP):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        with subtests.test(size):
            [told] = boxes(page, f"[data-notice={notice}]")
            assert inside(told, size)
            for part in boxes(page, ".plate, [data-river], .centre, .rack, [data-button=menu]"):
                assert not overlap(shrunk(told), shrunk(part)), part


def test_a_proposal_to_stop_is_answered_over_a_sheet_too(show_line: ShownLine) -> None:
    said: list[dict[str, Any]] = []
    page, line = show_line("sheet_together", said)
    seats = [*TOGETHER[:1], TOGETHER[1] | {"dissolving": True}, *TOGETHER[2:]]
    line.send(json.dumps({"type": "seats", "players": seats}))
    page.locator(f"{SHEET} [data-button=agree]").click()
    page.wait_for_function("() => true")
    assert said[-1] == {"type": "dissolve", "on": True}
    assert page.locator("[data-notice=dissolving]").count() == 1
