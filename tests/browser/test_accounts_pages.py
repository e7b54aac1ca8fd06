"""The pages around the table, at a server whose answers are laid out by hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, get_args

import pytest

from taipao.server.entries import SIGNUP
from taipao.server.refusals import RefusalCode
from tests.browser.conftest import Open
from tests.browser.gallery import AS_MEMBER, STRANGER, WAITS
from tests.browser.pages import (
    BANNED,
    LEDGER,
    ME,
    MEMBER,
    OLDER,
    POOR,
    PROFILE,
    QUEUED,
    ROOMS,
    Answer,
    Said,
    answering,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page


def no(status: int, reason: str) -> Answer:
    """Return a refusal as the server words it."""
    return status, {"status_code": status, "detail": "VERBATIM", "extra": {"reason": reason}}


Shown = Callable[..., tuple["Page", list[Said]]]


@pytest.fixture
def shown(open_page: Open, table_address: str) -> Shown:
    """Open one of the pages with the answers given; return it and what it changes."""

    def opened(
        address: str = "", answers: dict[str, Answer] | None = None, **options: Any
    ) -> tuple[Page, list[Said]]:
        page = open_page(**options)
        said = answering(page, answers or {})
        page.goto(table_address + address)
        page.locator("[data-page]").first.wait_for()
        page.locator("main .column > *").first.wait_for()
        page.wait_for_load_state("networkidle")
        return page, said

    return opened


def test_a_server_for_one_person_shows_the_table_alone(open_page: Open, table_address: str) -> None:
    asked: list[str] = []
    page = open_page("en")
    page.on("request", lambda request: asked.append(request.url.removeprefix(table_address)))
    page.goto(table_address)
    page.locator("[data-button=start]:enabled").wait_for()
    assert not page.locator("[data-page], [data-button=home], [data-button=open_table]").count()
    assert [url for url in asked if url.startswith("api/")] == ["api/me"]
    assert not [url for url in asked if "Pages" in url]


def test_the_level_of_the_computer_is_chosen_once_for_this_browser(shown: Shown) -> None:
    page, _ = shown("", STRANGER, language="en")
    level, play = page.locator("input[name=level]:checked"), page.locator("[data-button=play]")
    assert level.get_attribute("value") == "normal"
    page.locator("label", has=page.locator("[name=level][value=hard]")).click()
    assert str(play.get_attribute("href")).endswith("?play=hard")
    page.reload()
    assert level.get_attribute("value") == "hard"
    assert str(play.get_attribute("href")).endswith("?play=hard")


def test_a_stranger_plays_at_once_or_signs_in(shown: Shown) -> None:
    page, said = shown("", STRANGER, language="en")
    assert page.locator("[data-button=play]").get_attribute("href", timeout=1000)
    page.locator("[data-button=keep]").click()
    page.locator("[name=name]").fill("阿明")
    page.locator("[name=password]").fill("correct horse")
    page.locator("[data-button=submit]").click()
    page.locator("[data-rooms]").wait_for()
    assert said == [("POST", "api/session", {"name": "阿明", "password": "correct horse"})]


def test_a_stranger_sees_which_rooms_ask_for_more_than_one_is_given(shown: Shown) -> None:
    page, _ = shown("", STRANGER)
    for room in ROOMS[:3]:
        shown_room = page.locator(f"[data-room={room['room']}]")
        missing = room["entry"] - SIGNUP
        assert shown_room.locator("[data-button=queue]").count() == (missing <= 0)
        assert (f"还差 {missing:,} 金币" in shown_room.inner_text()) is (missing > 0)


@pytest.mark.parametrize(
    ("answers", "wish", "text"),
    [
        (
            {"POST api/session": no(401, "wrong_credentials")},
            "sign-in",
            "The name or the password is wrong.",
        ),
        ({"POST api/session": 429}, "sign-in", "Too many tries"),
        ({"POST api/account": no(409, "name_taken")}, "keep", "Somebody has this name"),
        ({"POST api/account": no(400, "bad_name")}, "keep", "This name cannot be used"),
        ({"POST api/account": 400}, "keep", "This name cannot be used"),
        (
            {"POST api/account": no(400, "bad_password")},
            "keep",
            "A password needs 8 to 128 characters.",
        ),
    ],
)
def test_why_a_sign_in_fails_is_said(
    shown: Shown, answers: dict[str, Answer], wish: str, text: str
) -> None:
    page, _ = shown("#sign-in", answers, language="en")
    page.locator(f"label:has([value={wish}])").click()
    page.locator("[name=name]").fill("<b>ok</b>")
    page.locator("[name=password]").fill("12345678")
    page.locator("[data-button=submit]").click()
    assert text in page.locator("[role=alert]").inner_text()


def test_a_guest_keeps_the_coins_by_a_name_and_a_password(shown: Shown) -> None:
    page, said = shown("#sign-in", language="en")
    page.locator("[name=name]").fill("阿明")
    page.locator("[name=password]").fill("correct horse")
    page.locator("[data-button=submit]").click()
    page.locator("[data-rooms]").wait_for()
    assert said == [("POST", "api/account", {"name": "阿明", "password": "correct horse"})]


def test_a_queue_is_waited_in_and_left(shown: Shown) -> None:
    page, said = shown(
        "",
        {
            "POST api/rooms/novice/alternate/queue": QUEUED,
            "GET api/queue": None,
            "DELETE api/queue": {"table": None},
        },
    )
    page.locator("label:has([value=alternate])").click()
    # The coins are not enough for the other rooms.
    assert page.locator("[data-button=queue]").count() == 1
    page.locator("[data-button=queue]").click()
    page.locator("[data-queue]").wait_for()
    page.locator("[data-button=leave_queue]").click()
    page.locator("[data-rooms]").wait_for()
    assert [line[:2] for line in said] == [
        ("POST", "api/rooms/novice/alternate/queue"),
        ("DELETE", "api/queue"),
    ]


@pytest.mark.parametrize("moment", ["while waiting", "while leaving"])
def test_who_is_seated_comes_to_the_table(shown: Shown, moment: str) -> None:
    seated = QUEUED | {"table": "t1"}
    answers: dict[str, Answer] = {"POST api/rooms/novice/standard/queue": QUEUED}
    if moment == "while waiting":
        answers["GET api/queue?wait=4"] = seated
    else:
        answers |= {"GET api/queue?wait=4": None, "DELETE api/queue": {"table": "t1"}}
    page, _ = shown("", answers)
    page.locator("[data-button=queue]").first.click()
    if moment == "while leaving":
        page.locator("[data-button=leave_queue]").click()
    page.wait_for_url("**/?table=t1")


def test_a_queue_that_the_server_has_lost_is_said_to_be(shown: Shown) -> None:
    page, _ = shown(
        "", {"POST api/rooms/novice/standard/queue": QUEUED, "GET api/queue?wait=4": 404}
    )
    page.locator("[data-button=queue]").first.click()
    page.locator("[data-gone]").wait_for()
    assert page.locator("[data-rooms]").count() == 1


def test_a_room_says_why_it_lets_nobody_in(shown: Shown) -> None:
    refusal = no(409, "seated")
    page, _ = shown("", {"POST api/rooms/novice/standard/queue": refusal}, language="en")
    page.locator("[data-button=queue]").first.click()
    assert "You still have a seat" in page.locator("[role=alert]").inner_text()


def test_a_poor_guest_is_filled_up_and_shown_back_to_the_table(shown: Shown) -> None:
    full = [False]

    def fill() -> Answer:
        full[0] = True
        return {"coins": 20_000}

    page, _ = shown(
        "",
        {
            "GET api/me": lambda: POOR | ({"coins": 20_000, "refill": False} if full[0] else {}),
            "POST api/refill": fill,
        },
    )
    href = page.locator("[data-button=back]").get_attribute("href")
    assert href is not None
    assert href.endswith(f"?table={POOR['table']}")
    page.locator("[data-button=refill]").click()
    page.locator("[data-refill]").wait_for(state="detached")
    assert "20,000" in page.locator("[data-purse]").inner_text()


def test_a_friends_table_is_opened_with_changed_rules(shown: Shown) -> None:
    page, said = shown("#friends", {"POST api/friends": {"id": "t1", "code": "KQPXZW"}})
    for value in ("alternate", "16", "drawn"):
        page.locator(f"label:has([value='{value}'])").click()
    page.locator("label:has([name=bots][value='2'])").click()
    page.locator("[name=watch]").select_option("hidden")
    page.locator("[name=clock]").select_option("1")
    page.locator("summary").click()
    page.locator("[data-field='tai.A19'] input").nth(1).fill("11")
    page.locator("[data-field='tai.A1'] input").fill("1001")
    page.locator("[data-field=chow] input").uncheck()
    page.locator("[data-field=kill_pig] select").select_option("off")
    page.locator("[data-field=reserve] input").fill("24")
    assert page.locator("[data-changed='4']").count() == 1
    page.locator("[data-field='tai.A1'] input").fill("10")
    page.locator("[data-button=open]").click()
    page.wait_for_url("**/?code=KQPXZW")
    (_, _, asked), *_ = said
    assert re.fullmatch("[0-9a-f]{24}", asked["id"])
    assert said == [
        (
            "POST",
            "api/friends",
            {
                "id": asked["id"],
                "ruleset": {
                    "base": "alternate",
                    "set": {
                        "tai.A19": [5, 11, 15],
                        "chow": False,
                        "kill_pig": "off",
                        "reserve": 24,
                    },
                },
                "rounds": 16,
                "seconds": 10,
                "reserve": 30,
                "hints": True,
                "seats": "drawn",
                "bots": 2,
                "level": "normal",
                "watch": "hidden",
            },
        )
    ]


def test_a_code_leads_to_its_table(shown: Shown) -> None:
    page, _ = shown("")
    page.locator("[name=code]").fill("kqp-xzw")
    page.locator("[data-button=join]").click()
    page.wait_for_url("**/?code=KQPXZW")


def test_the_ledger_is_read_on_and_leads_to_records(shown: Shown) -> None:
    page, _ = shown("#ledger", AS_MEMBER)
    lines = page.locator("[data-line]")
    assert lines.count() == len(LEDGER["lines"])
    assert page.locator("[data-record]").first.get_attribute("href") == "/records/r"
    page.locator("[data-button=more]").click()
    page.locator("[data-line='1']").wait_for()
    assert lines.count() == len(LEDGER["lines"]) + len(OLDER["lines"])
    assert not page.locator("[data-button=more]").count()


def test_settings_change_the_password_and_sign_out(shown: Shown) -> None:
    page, said = shown("#settings", AS_MEMBER)
    page.locator("[name=old]").fill("old password")
    page.locator("[name=new]").fill("new password")
    page.locator("[data-button=change]").click()
    page.locator("[data-changed]").wait_for()
    page.locator("[data-button=sign_out_everywhere]").click()
    page.locator("[data-rooms]").wait_for()
    assert said == [
        ("POST", "api/password", {"old": "old password", "new": "new password"}),
        ("DELETE", "api/sessions", {}),
    ]


def test_a_guest_who_cannot_come_back_signs_out_by_two_taps(shown: Shown) -> None:
    page, said = shown("#settings")
    assert page.locator("[data-button=sign_out]").is_disabled()
    page.locator("[name=sign_out_sure]").check()
    page.locator("[data-button=sign_out]").click()
    page.locator("[data-rooms]").wait_for()
    assert said == [("DELETE", "api/session", {})]


def test_a_member_who_can_come_back_signs_out_by_one_tap(shown: Shown) -> None:
    page, said = shown("#settings", AS_MEMBER)
    assert not page.locator("[name=sign_out_sure]").count()
    page.locator("[data-button=sign_out]").click()
    page.locator("[data-rooms]").wait_for()
    assert said == [("DELETE", "api/session", {})]


def test_a_new_password_of_a_wrong_length_is_said_to_be(shown: Shown) -> None:
    refusal = no(400, "bad_password")
    page, _ = shown("#settings", AS_MEMBER | {"POST api/password": refusal}, language="en")
    page.locator("[name=old]").fill("old password")
    page.locator("[name=new]").fill("short")
    page.locator("[data-button=change]").click()
    assert page.locator("[role=alert]").inner_text() == "A password needs 8 to 128 characters."


def test_an_account_is_deleted_by_its_password_alone(shown: Shown) -> None:
    page, said = shown(
        "#settings", AS_MEMBER | {"DELETE api/account": no(403, "wrong_password")}, language="en"
    )
    assert page.locator("[data-button=delete]").is_disabled()
    page.locator("[name=deletion]").fill("wrong")
    page.locator("[name=sure]").check()
    page.locator("[data-button=delete]").click()
    assert page.locator("[role=alert]").inner_text() == "The password is wrong."
    assert said == [("DELETE", "api/account", {"password": "wrong"})]


def test_the_leaderboards_lead_to_profiles_and_show_the_own_place(shown: Shown) -> None:
    page, _ = shown("#leaderboards", AS_MEMBER, language="en")
    assert page.locator("tr.own").inner_text().split()[0] == "213"
    page.locator("label:has([value=hands])").click()
    page.wait_for_url("**/#leaderboards/hands")
    page.locator("[data-board=hands] [data-place]").first.wait_for()
    page.go_back()
    page.locator("[data-board=ranks] tr.own").wait_for()
    page.locator("nav [data-page=player]").click()
    profile = page.locator(f"[data-profile={PROFILE['id']}]")
    profile.wait_for()
    assert "26.4%" in profile.inner_text()
    assert "East wind" in profile.inner_text()
    counted = page.locator("[data-item=B1]")
    counted.locator("[data-rule-text]").click()
    assert "Wild tiles of a suit" in counted.inner_text()
    assert "one gives 2, two 5, three 8" in counted.inner_text()


def test_names_and_reasons_are_text(shown: Shown) -> None:
    named = BANNED | {"name": "<img src=x onerror=alert(1)>"}
    page, _ = shown("", {"GET api/me": named})
    assert "<b>collusion</b>" in page.locator("[data-banned]").inner_text()
    assert "<img" in (page.locator("[data-purse]").text_content() or "")
    assert not page.locator("[data-purse] img, [data-banned] b").count()


def test_a_ban_that_has_ended_is_gone_from_the_next_page(shown: Shown) -> None:
    banned = [True]
    page, _ = shown("", {"GET api/me": lambda: BANNED if banned[0] else MEMBER})
    told = page.locator("[data-banned]")
    for name in ("leaderboards", "player", "ledger", "settings"):
        page.locator(f"nav [data-page={name}]").click()
        assert told.count() == 1
        banned[0] = False
        page.locator("nav [data-page=lobby]").click()
        told.wait_for(state="detached")
        banned[0] = True
        page.locator(f"nav [data-page={name}]").click()
        told.wait_for()


def test_the_banned_are_offered_no_game_until_they_are_let_in_again(shown: Shown) -> None:
    banned = [True]
    page, _ = shown("", {"GET api/me": lambda: BANNED if banned[0] else MEMBER})
    games = page.locator(
        ", ".join(f"[data-button={name}]" for name in ("queue", "play", "open_table", "join"))
    )
    page.locator("[name=code]").fill("KQPXZW")
    shut = games.evaluate_all("all => all.map(one => one.matches('button:disabled'))")
    assert shut == [True] * 6
    page.locator("[name=code]").press("Enter")
    page.goto(f"{page.url.partition('?')[0]}#friends")
    assert page.locator("[data-button=open]").is_disabled()
    banned[0] = False
    page.locator("nav [data-page=lobby]").click()
    page.locator("[data-banned]").wait_for(state="detached")
    page.locator("[data-button=queue]:enabled").first.wait_for()
    assert page.locator("a[data-button=play], a[data-button=open_table]").count() == 2


def test_a_keyboard_reaches_a_quick_match(shown: Shown) -> None:
    page, said = shown("", WAITS, language="en")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.button") == "queue":
            break
    page.keyboard.press("Enter")
    page.locator("[data-queue]").wait_for()
    assert said[0][1] == "api/rooms/novice/standard/queue"


def test_a_server_that_is_away_can_be_asked_again(shown: Shown) -> None:
    away = [True]
    page, _ = shown("", {"GET api/me": lambda: 503 if away[0] else ME}, language="en")
    assert "busy" in page.locator("[role=alert]").inner_text()
    away[0] = False
    page.locator("main button").click()
    page.locator("[data-rooms]").wait_for()


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_refusal_is_said_in_the_language_of_the_page(
    shown: Shown, language: str, subtests: pytest.Subtests
) -> None:
    refusal: Answer = 200
    page, _ = shown("#friends", {"POST api/friends": lambda: refusal}, language=language)
    told = page.locator("[data-refused]")
    plain = [
        (status, {"detail": "VERBATIM"}) for status in (400, 403, 404, 409, 413, 418, 429, 500)
    ]
    for refusal in [*(no(409, code) for code in get_args(RefusalCode)), *plain]:
        with page.expect_response("**/api/friends"):
            page.locator("[data-button=open]").click()
        told.wait_for()
        with subtests.test(refusal):
            said = told.inner_text()
            assert "VERBATIM" not in said
            assert any("\u4e00" <= character <= "\u9fff" for character in said) is (
                language == "zh"
            )
            assert len(said) > 4


@pytest.mark.parametrize(
    ("answer", "door", "why"),
    [
        (no(404, "no_table"), "no_table", "没有这一桌"),
        (no(409, "no_seat"), "full", "已经坐满"),
        (no(409, "too_many_tables"), "failed", "坐的桌太多"),
        (no(403, "banned"), "failed", "已被停用"),
        (no(429, "too_many_requests"), "failed", "试得太频繁"),
    ],
)
def test_the_door_says_why_nobody_is_let_in(
    open_page: Open, table_address: str, answer: Answer, door: str, why: str
) -> None:
    page = open_page("zh")
    answering(page, {"GET api/friends/ABCDEF": answer})
    page.goto(f"{table_address}?code=ABCDEF")
    assert why in page.locator(f"[data-door={door}]").inner_text()
