"""What happens to an account while it plays: a name, signing in and out, deletion, a ban."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from msgspec.structs import replace

from taipao.server.supplies import AT_ONCE
from tests.browser.company import (
    FOLLOWED,
    PASSWORD,
    SETTINGS,
    SHEET,
    TOKEN,
    UNREADY,
    InOrder,
    account_of,
    come,
    next_round,
    sign_in,
    sit_down,
    tab,
    win,
)
from tests.browser.conftest import Open, Serve
from tests.browser.test_together import hand_over
from tests.cli.processes import PROGRAM
from tests.server.test_coin_table import WON

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

# Who has gone is waited for no longer than a moment where there is no clock.
IMPATIENT = replace(AT_ONCE, absence=0.1)


def place_of(seat: int, seen_from: int) -> str:
    """Return where one seat sees another."""
    return ("own", "right", "across", "left")[(seat - seen_from) % 4]


def plate(page: Page, seat: int, seen_from: int) -> Locator:
    """Return the plate of one seat as another sees it."""
    return page.locator(f"[data-place={place_of(seat, seen_from)}] .plate")


def mark(page: Page, seat: int, seen_from: int, name: str) -> Locator:
    """Return a mark on the plate of one seat as another sees it."""
    return plate(page, seat, seen_from).locator(f"[data-mark={name}]")


def hand(page: Page) -> list[str]:
    return sorted(
        page.locator("[data-hand]").evaluate_all("all => all.map(one => one.dataset.hand)")
    )


def give_name(page: Page, name: str) -> None:
    """Keep a guest's account by a name and a password, from any page around the table."""
    page.locator("[name=name]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[data-button=submit]").click()
    page.locator("[data-purse]", has_text=name).wait_for()


def run_admin(address: str, *arguments: str) -> None:
    """Run `taipao admin` against the server."""
    port = str(urlsplit(address).port)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "admin", "--port", port, *arguments],
        env=os.environ | {"TAIPAO_ADMIN_TOKEN": TOKEN},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_a_guest_takes_a_name_in_a_round_and_goes_on_in_another_browser(
    open_page: Open, serve: Serve
) -> None:
    address = serve(settings=SETTINGS, chance=InOrder(walls=[WON]))
    pages = sit_down(open_page, address)
    before = hand(pages[0])
    before_account = account_of(pages[0], address)
    profile = tab(pages[1], f"{address}#player/{before_account['id']}")
    profile.locator("[data-profile] h1", has_text="guest-").wait_for()
    give_name(tab(pages[0], f"{address}#sign-in"), "阿明")
    for seat in (1, 2, 3):
        plate(pages[seat], 0, seat).filter(has_text="阿明").wait_for()
    after = account_of(pages[0], address)
    assert after == before_account | {"name": "阿明", "kind": "member"}
    assert after["table"] is not None
    assert hand(pages[0]) == before
    assert not pages[0].locator("[data-notice]").count()

    other = come(open_page, 4)
    other.goto(address)
    sign_in(other, "阿明")
    assert "30,000" in other.locator("[data-purse]").inner_text()
    other.locator("[data-button=back]").click()
    other.locator("[data-hand].live").first.wait_for()
    assert hand(other) == before
    told = pages[0].locator("[data-notice=replaced]")
    assert "另一个窗口" in told.inner_text()
    told.locator("[data-button=reload]").click()
    other.locator("[data-notice=replaced]").wait_for()
    pages[0].locator("[data-hand].live").first.wait_for()
    assert not pages[0].locator("[data-notice]").count()
    win(pages[0], pages)
    assert "阿明" in pages[1].locator("[data-seat-result='0']").inner_text()
    assert account_of(other, address)["coins"] == 70_800
    profile.reload()
    assert profile.locator("[data-profile] h1").inner_text() == "阿明"


def test_signed_out_everywhere_a_seat_is_left_to_the_autopilot_until_its_owner_is_back(
    open_page: Open, serve: Serve
) -> None:
    address = serve(settings=SETTINGS, chance=InOrder(walls=[WON]), pace=IMPATIENT)
    pages = sit_down(open_page, address, {1: "Anna"})
    before, table = hand(pages[1]), pages[1].url
    other = come(open_page, 4)
    other.goto(address)
    sign_in(other, "Anna")
    other.locator("nav [data-page=settings]").click()
    other.locator("[data-button=sign_out_everywhere]").click()
    other.locator("[data-rooms]").wait_for()
    assert not other.locator("[data-purse]").count()

    told = pages[1].locator("[data-notice=signed_out]")
    assert "signed out" in told.inner_text()
    mark(pages[0], 1, 0, "autopilot").wait_for()
    assert mark(pages[0], 1, 0, "offline").count() == 1
    told.locator("[data-button=home]").click()
    pages[1].locator("[data-rooms]").wait_for()
    assert not pages[1].locator("[data-back]").count()
    sign_in(pages[1], "Anna")
    pages[1].locator("[data-button=back]").click()
    pages[1].locator("[data-hand]").first.wait_for()
    assert pages[1].url == table
    assert hand(pages[1]) == before
    pages[1].locator("[data-button=take_back]").click()
    mark(pages[0], 1, 0, "autopilot").wait_for(state="detached")
    assert not mark(pages[0], 1, 0, "offline").count()
    win(pages[0], pages)
    assert account_of(pages[1], address)["coins"] == 17_400
    assert account_of(other, address).get("status_code") == 401


def test_the_seat_of_a_deleted_account_is_played_to_the_end_and_nobody_is_named(
    open_page: Open, serve: Serve
) -> None:
    address = serve(settings=SETTINGS, chance=InOrder(walls=[WON, FOLLOWED]))
    pages = sit_down(open_page, address, {0: "阿明"})
    owner = account_of(pages[0], address)
    win(pages[0], pages)
    others = pages[1:]
    board = tab(pages[1], f"{address}#leaderboards")
    board.locator("[data-place]", has_text="阿明").wait_for()
    next_round(pages)

    settings = tab(pages[0], f"{address}#settings")
    settings.locator("[name=deletion]").fill(PASSWORD)
    settings.locator("[name=sure]").check()
    settings.locator("[data-button=delete]").click()
    settings.locator("[data-rooms]").wait_for()
    assert not settings.locator("[data-purse]").count()
    pages[0].locator("[data-notice=signed_out]").wait_for()
    board.reload()
    board.locator("[data-board]").wait_for()
    assert "阿明" not in board.locator("main").inner_text()
    for seat, page in enumerate(others, 1):
        mark(page, 0, seat, "leaving").wait_for()
        assert "guest" in plate(page, 0, seat).inner_text()
        assert "阿明" not in page.locator("body").inner_text()
    for page in others[1:]:
        hand_over(page)
    win(others[0], others)
    for page, place in zip(others, ("Left", "Across", "下家"), strict=True):
        assert "阿明" not in page.locator("body").inner_text()
        assert "−" in page.locator("[data-seat-result='0'] .moved").inner_text()
        assert page.locator("[data-seat-result='0'] .name").inner_text() == place
    for record in {page.locator("[data-button=record]").get_attribute("href") for page in others}:
        told = pages[1].request.get(f"{address}{str(record)[1:]}").text()
        assert "阿明" not in told
        assert owner["id"] not in told
    profile = tab(pages[1], f"{address}#player/{owner['id']}")
    profile.locator("[data-refused='404']").wait_for()

    # A bot has the seat by now.
    pages[1].locator("[data-button=next_round]").click()
    pages[1].locator(SHEET).wait_for(state="detached")
    assert "Computer" in plate(pages[1], 0, 1).inner_text()


def test_who_is_banned_in_a_round_is_told_why_and_stays_away(open_page: Open, serve: Serve) -> None:
    address = serve(settings=SETTINGS, chance=InOrder(walls=[WON, UNREADY]))
    pages = sit_down(open_page, address, {3: "阿明"})
    banned, table = pages[3], pages[3].url
    reason = "两个账号同坐一桌 <b>twice</b>"
    run_admin(
        address,
        "ban",
        account_of(banned, address)["id"],
        "--until",
        "2099-01-31T18:00",
        "--reason",
        reason,
    )
    told = banned.locator("[data-notice=banned]")
    told.get_by_text(f"这个账号被停用到 2099/2/1 02:00，原因：{reason}").wait_for()
    assert not told.locator("b").count()
    others = pages[:3]
    for seat, page in enumerate(others):
        mark(page, 3, seat, "leaving").wait_for()

    # Neither by the address, nor by the lobby, nor at another table.
    banned.reload()
    told.wait_for()
    told.locator("[data-button=home]").click()
    banned.locator("[data-banned]", has_text="这个账号被停用到 2099/2/1 02:00").wait_for()
    assert not banned.locator("[data-back]").count()
    assert banned.locator("[data-room=novice] [data-button=queue]").is_disabled()
    banned.locator("[data-button=language]").click()
    english = "This account may not play until 01/02/2099, 02:00. Reason: 两个"
    banned.locator("[data-banned]", has_text=english).wait_for()
    assert banned.locator("[data-button=play]").is_disabled()
    banned.goto(f"{address}?play")
    told.wait_for()
    for seat, page in enumerate(others):
        assert mark(page, 3, seat, "leaving").count() == 1

    win(others[0], others)
    assert "阿明" in others[0].locator("[data-seat-result='3']").inner_text()
    next_round(others)
    assert "电脑" in plate(others[0], 3, 0).inner_text()
    banned.goto(table)
    banned.locator("[data-door=full]").wait_for()
