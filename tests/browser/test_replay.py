"""A round shown again: from the sheet of a real server, by a link, and from a file."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import PHONE, Open
from tests.browser.staging import inaccessible
from tests.browser.test_scenes import boxes, inside, overlap
from tests.browser.test_together import hand_over

if TYPE_CHECKING:
    from playwright.sync_api import Page

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
SIZES = [(1280, 800), (844, 390), PHONE, (390, 844), (320, 640)]
SHEET = "[data-score-sheet]"


def at(page: Page, moment: int) -> None:
    """Wait until a moment is shown."""
    page.locator(f"[data-replay-at='{moment}']").wait_for()


def shown(page: Page) -> int:
    return int(page.locator("[data-replay-at]").get_attribute("data-replay-at") or 0)


def said(page: Page) -> str:
    return page.locator("[data-line]").inner_text()


def open_file(page: Page, text: str, name: str = "round.jsonl") -> None:
    file = {"name": name, "mimeType": "application/x-ndjson", "buffer": text.encode()}
    page.locator("[data-file]").set_input_files(files=[file])  # type: ignore[list-item]


def sealed(lines: list[str]) -> str:
    """Close the lines of a record by the digest that fits them."""
    text = "".join(f"{line}\n" for line in lines)
    return f'{text}{{"sha256":"{hashlib.sha256(text.encode()).hexdigest()}"}}\n'


def test_a_round_just_played_is_shown_again_step_by_step(
    open_page: Open, played_address: str
) -> None:
    player = open_page("zh")
    player.goto(played_address)
    player.locator("[data-button=start]:enabled").click()
    hand_over(player)
    player.locator(SHEET).wait_for()
    player.locator("[data-button=next_round]").click()
    player.locator(SHEET).wait_for(state="detached")
    hand_over(player)
    player.locator(SHEET).wait_for()
    with player.expect_popup() as opened:
        player.locator("[data-button=replay]").click()
    page = opened.value
    at(page, 1)
    assert "发牌" in said(page)
    assert page.locator("[data-hand]").count() >= 16
    assert page.locator(".rival .open").count() == 3, "all hands are open"

    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.locator("[data-button=forward]").click()
    at(page, 3)
    page.locator("[data-button=back]").click()
    at(page, 2)
    page.locator("[data-button=forward_decision]").click()
    first = shown(page)
    page.keyboard.press("ArrowDown")
    page.locator(f"[data-replay-at='{first}']").wait_for(state="detached")
    assert shown(page) > first
    page.keyboard.press("ArrowUp")
    at(page, first)
    page.keyboard.press("ArrowRight")
    at(page, first + 1)
    assert "打出" in said(page)

    page.keyboard.press("o")
    assert page.locator(".rival .open").count() == 0
    assert page.locator(".rival .backs").count() == 3
    # With one hand shown, choices are that seat's: here the autopilot's.
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.locator("[data-line] [data-by=autopilot]").wait_for()
    assert "托管代打" in said(page)
    page.locator(".strip [data-mark=autopilot]").wait_for()
    moment = shown(page)
    page.keyboard.press("s")
    page.locator("[data-button=seat][data-seat='1']").wait_for()

    page.keyboard.press("w")
    page.locator("[data-button=verify]").click()
    page.locator("[data-wall=holds]").wait_for()
    assert page.locator("[data-wall-panel] li").count() == 144
    page.keyboard.press("Escape")

    page.locator("[data-button=menu]").click()
    link = page.locator("[data-link] code").inner_text()
    assert f"step={moment}&seat=1&open=0" in link
    assert "rounds=" not in link, "a link leads to this round alone"
    assert page.locator("[data-rounds] option").count() == 2
    page.locator("[data-button=back_round]").click()
    page.locator("[data-line]", has_text="发牌").wait_for()
    assert "第 1 局" in page.locator(".round").inner_text()

    # The film runs to its end by itself, and the end is the sheet.
    page.locator("[data-button=speed]").click()
    page.locator("[data-button=speed]").click()
    page.keyboard.press("End")
    page.locator(SHEET).wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator(SHEET).wait_for(state="detached")
    page.keyboard.press(" ")
    page.locator(SHEET).wait_for()
    assert not page.locator("[data-button=next_round], [data-button=record]").count()
    page.locator("[data-button=show_table]").click()
    page.locator("[data-button=show_sheet]").wait_for()

    reader = open_page("en", newcomer=True)
    reader.goto(link)
    at(reader, moment)
    reader.wait_for_load_state("networkidle")
    assert not reader.locator("[data-offer], [data-tour-stop]").count(), "nobody plays here"
    assert "by autopilot" in said(reader)
    assert reader.locator("[data-button=seat]").get_attribute("data-seat") == "1"
    assert reader.locator(".rival .backs").count() == 3
    reader.reload()
    at(reader, moment)
    reader.goto(f"{played_address}?replay=nothing")
    reader.locator("[role=alert]").wait_for()
    assert "There is no such record" in reader.locator("[role=alert]").inner_text()


@pytest.mark.parametrize(
    ("language", "spoiled", "changed"),
    [
        ("zh", "牌谱被改动过", "不是这堵牌墙里的"),
        ("en", "The record has been changed", "does not come from this wall"),
    ],
)
def test_a_spoiled_file_is_refused_and_a_forged_one_found_out(
    open_page: Open, table_address: str, language: str, spoiled: str, changed: str
) -> None:
    page = open_page(language)
    page.goto(f"{table_address}?replay")
    text = (GOLDEN / "standard-robbed-kong.jsonl").read_text(encoding="utf-8")
    open_file(page, text.replace('"number":12', '"number":13', 1))
    page.locator("[data-fault=digest]").wait_for()
    assert spoiled in page.locator("[data-fault]").inner_text()
    assert inaccessible(page) == []
    open_file(page, '{"game":"another"}\n')
    page.locator("[data-fault=foreign]").wait_for()

    lines = text.splitlines()[:-1]
    drawn = next(at for at, line in enumerate(lines) if '"why":"turn"' in line)
    line = json.loads(lines[drawn])
    line["event"]["tile"] = "9s" if line["event"]["tile"] != "9s" else "1s"
    lines[drawn] = json.dumps(line, separators=(",", ":"), sort_keys=True)
    open_file(page, sealed(lines))
    at(page, 1)
    page.locator("[data-button=wall]").click()
    page.locator("[data-button=verify]").click()
    page.locator("[data-wall=fails][data-difference=wall]").wait_for()
    assert changed in page.locator("[data-wall=fails]").inner_text()
    # A link to a file that only this browser has leads nowhere.
    page.locator("[data-button=menu]").click()
    assert not page.locator("[data-link] code").count()
    open_file(page, text)
    page.locator("[data-wall-panel]").wait_for(state="detached")
    at(page, 1)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_moment_fits_every_screen(
    open_page: Open, table_address: str, language: str, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    page = open_page(language, SIZES[0])
    page.goto(f"{table_address}?replay")
    page.locator("[data-file]").set_input_files([GOLDEN / "standard-all-kongs.jsonl"])
    at(page, 1)
    end = int(page.locator("[data-scrubber]").get_attribute("max") or 0)
    keys = {"start": "Home", "wall": "w", "late": "w", "sheet": "End"}
    for moment, key in keys.items():
        page.keyboard.press(key)
        if moment == "late":
            page.locator("[data-scrubber]").fill(str(end - 2))
            at(page, end - 2)
        with subtests.test(moment):
            assert inaccessible(page) == []
        for size in SIZES:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.screenshot(path=tmp_path / f"{language}-{moment}-{size[0]}x{size[1]}.png")
            buttons = boxes(page, ".bar button")
            with subtests.test((moment, size)):
                assert len(buttons) == 9
                for index, box in enumerate(buttons):
                    assert inside(box, size)
                    assert min(box["width"], box["height"]) >= 36
                    assert not any(overlap(box, other) for other in buttons[index + 1 :])
                for box in boxes(page, "[data-hand], [data-scrubber], [data-line]"):
                    assert inside(box, size)
                    assert not any(overlap(box, other) for other in buttons)
