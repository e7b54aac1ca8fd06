"""A coin room from the queue to the ledger, with four browsers at a real server."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from taipao.game.play import Play
from tests.browser.company import (
    SETTINGS,
    SHEET,
    UNREADY,
    InOrder,
    account_of,
    come,
    dealt,
    next_round,
    sit_down,
    tab,
    win,
)
from tests.browser.conftest import Open, Serve
from tests.browser.test_together import hand_over
from tests.server.test_coin_table import WON

if TYPE_CHECKING:
    from playwright.sync_api import Page

# By hand in tests/server/test_coin_table.py: 136 points of 100 coins paid by each, and 2 x 5 had.
MOVED = [40_800, -12_600, -14_100, -14_100]
AFTER = [70_800, 17_400, 15_900, 15_900]
ROOM = "[data-room=novice]"


def figures(text: str) -> list[int]:
    """Read the figures of a text as the pages write them, grouped and with any sign."""
    found = re.findall(r"[+\-−]?\d[\d,]*", text)
    return [int(one.replace(",", "").replace("−", "-")) for one in found]


def on_the_sheet(page: Page) -> list[list[int]]:
    """Return by seat what the sheet says: coins moved, coins left, rank points if any."""
    # A guest's name and the tile of a rank have figures too.
    told = ":is(.moved, [data-after])"
    return [
        figures(" ".join(page.locator(f"[data-seat-result='{seat}'] {told}").all_inner_texts()))
        for seat in range(4)
    ]


def in_the_ledger(page: Page) -> list[tuple[int, int]]:
    """Return the amounts and balances in an open ledger, the latest first."""
    page.locator("[data-line]").first.wait_for()
    lines = page.locator("[data-line]").all()
    return [
        (figures(amount)[0], figures(balance)[0])
        for amount, balance in (line.locator(".number").all_inner_texts() for line in lines)
    ]


def test_four_guests_meet_in_a_room_and_every_page_shows_the_same_sums(
    open_page: Open, serve: Serve
) -> None:
    address = serve(settings=SETTINGS, chance=InOrder(walls=[WON]))
    pages = [come(open_page, number) for number in range(4)]
    stranger = come(open_page, 1)
    stranger.goto(address)
    busy = stranger.locator(f"{ROOM} .busy")
    assert figures(busy.inner_text()) == [0, 0, 0]
    for page in pages:
        page.goto(address)
        if page is pages[3]:
            stranger.reload()
            assert figures(busy.inner_text()) == [0, 0, 3]
        page.locator(f"{ROOM} [data-button=queue]").click()
        page.locator("[data-queue], [data-hand]").first.wait_for()
    for page in pages:
        page.wait_for_url("**/?table=*")
    dealt(pages)
    stranger.reload()
    assert figures(busy.inner_text()) == [4, 1, 0]

    win(pages[0], pages)
    for seat, page in enumerate(pages):
        assert on_the_sheet(page) == [
            [MOVED[0], AFTER[0], 408, 408],
            *([moved, after] for moved, after in zip(MOVED[1:], AFTER[1:], strict=True)),
        ]
        own = page.locator("[data-own-result]")
        assert figures(own.inner_text())[0] == MOVED[seat]
        assert own.locator("[data-promoted=二万]").count() == (seat == 0)
    assert "升为二万" in pages[0].locator("[data-own-result]").inner_text()
    places = pages[1].locator("[data-coin-results] .who").all_inner_texts()
    assert [place.split()[0] for place in places] == ["Left", "You", "Right", "Across"]
    hands = pages[1].locator("[data-sheet] h3").all_inner_texts()
    assert [hand.split()[0] for hand in hands] == [place.split()[0] for place in places]
    assert "Promoted to Two wan" in pages[1].locator("[data-seat-result='0']").inner_text()

    href = pages[0].locator("[data-button=record]").get_attribute("href")
    for seat in (0, 3):
        ledger = tab(pages[seat], f"{address}#ledger")
        assert in_the_ledger(ledger) == [(MOVED[seat], AFTER[seat]), (30_000, 30_000)]
        assert AFTER[seat] in figures(ledger.locator("[data-purse] .sum").inner_text())
        assert ledger.locator("[data-record]").get_attribute("href") == href


def test_autopilots_play_a_round_whose_wall_holds_and_whose_coins_add_up(
    open_page: Open, serve: Serve, tmp_path: Path
) -> None:
    address = serve(settings=SETTINGS, chance=InOrder())
    pages = sit_down(open_page, address)
    for page in pages:
        hand_over(page)
    for page in pages:
        page.locator(SHEET).wait_for()
        page.locator("[data-wall=holds]").wait_for()
    sheets = [on_the_sheet(page) for page in pages]
    assert sheets == [sheets[0]] * 4
    assert sum(line[0] for line in sheets[0]) == 0
    for (moved, after, *_), page in zip(sheets[0], pages, strict=True):
        assert after == 30_000 + moved
        assert account_of(page, address)["coins"] == after

    ledger = tab(pages[1], f"{address}#ledger")
    assert in_the_ledger(ledger)[0] == tuple(sheets[0][1][:2])
    with ledger.expect_download() as started:
        ledger.locator("[data-record]").click()
    kept = tmp_path / "record.jsonl"
    started.value.save_as(kept)
    play = Play.resume(kept.read_bytes().splitlines(keepends=True)[:-1])
    assert [seat.name for seat in play.header.seats] == ["player"] * 4
    assert play.round.board.result is not None
    # Nobody had to pay more than there was.
    assert [100 * points for points in play.round.board.result.points] == [
        line[0] for line in sheets[0]
    ]

    # The others are on autopilot still, so that all are ready.
    pages[0].locator("[data-button=next_round]").click()
    pages[0].locator(SHEET).wait_for(state="detached")
    pages[1].locator("[data-notice=autopilot]").wait_for()


def test_who_waits_takes_a_leavers_seat_and_nothing_of_the_round_before(
    open_page: Open, serve: Serve
) -> None:
    address = serve(settings=SETTINGS, chance=InOrder(walls=[WON, UNREADY]))
    pages = sit_down(open_page, address)
    leaver, staying = pages[3], pages[:3]
    name = account_of(leaver, address)["name"]
    newcomer = come(open_page, 4)
    newcomer.goto(address)
    newcomer.locator(f"{ROOM} [data-button=queue]").click()
    newcomer.locator("[data-queue]").wait_for()
    leaver.clock.install()
    leaver.locator("[data-button=menu]").click()
    leaver.locator("[data-button=leave]").click()
    leaver.locator("[data-back]").wait_for()

    win(staying[0], staying)
    newcomer.locator("[data-waiting-room]").wait_for()
    assert not newcomer.locator(SHEET).count()
    for page in staying:
        page.locator("[data-ready=true]").wait_for()
        # What was lost is the leaver's, whoever has the seat.
        line = page.locator("[data-seat-result='3']")
        assert line.locator(".name").inner_text() == name
        assert on_the_sheet(page)[3] == [MOVED[3], AFTER[3]]
    staying[1].reload()
    staying[1].locator(SHEET).wait_for()
    assert staying[1].locator("[data-seat-result='3'] .name").inner_text() == name
    leaver.clock.fast_forward("00:10")
    leaver.locator("[data-back]").wait_for(state="detached")
    assert AFTER[3] in figures(leaver.locator("[data-purse] .sum").inner_text())

    next_round(staying)
    newcomer.locator("[data-hand]").first.wait_for()
    name = account_of(newcomer, address)["name"]
    assert name in staying[0].locator("[data-place=left] .plate").inner_text()
