"""How the page looks is for its reader to say, and is kept."""

from __future__ import annotations

from tests.browser.conftest import Open
from tests.browser.gallery import AS_MEMBER, Leaf, hang
from tests.browser.scenes import SCENES
from tests.browser.staging import resize

INK = "getComputedStyle(document.body).color"
UNREAD = "[data-hand] text"


def test_what_is_chosen_in_the_settings_holds_at_the_table(
    open_page: Open, table_address: str
) -> None:
    page = open_page(color_scheme="dark")
    hang(page, table_address, Leaf(address="#settings", answers=AS_MEMBER))
    by_night = page.evaluate(INK)
    page.locator("select[name=theme]").select_option("light")
    by_day = page.evaluate(INK)
    assert by_day != by_night
    page.emulate_media(color_scheme="light")
    page.locator("select[name=theme]").select_option("system")
    assert page.evaluate(INK) == by_day
    page.locator("select[name=theme]").select_option("dark")
    page.locator("select[name=palette]").select_option("distinct")
    page.locator("[name=numerals]").check()

    table = page.context.new_page()
    hang(table, table_address, Leaf(SCENES["own_turn"]))
    assert table.evaluate(INK) == by_night
    assert "tiles-distinct" in (table.locator("[data-hand] use").first.get_attribute("href") or "")
    corners = table.locator(UNREAD).all_text_contents()
    assert corners == [*"8W19258137", "9", *"SSNFC", "5"]
    # Another window follows.
    page.locator("[name=numerals]").uncheck()
    table.locator(UNREAD).first.wait_for(state="detached")


def test_a_phone_held_upright_is_told_once_that_it_can_be_turned(
    open_page: Open, table_address: str
) -> None:
    page = open_page(has_touch=True, is_mobile=True)
    hang(page, table_address, Leaf(SCENES["own_turn"]))
    told = page.locator("[data-turn]")
    assert told.is_hidden()
    resize(page, (390, 844))
    told.wait_for()
    page.locator("[data-button=turned]").tap()
    told.wait_for(state="detached")
    page.reload()
    page.locator("[data-hand]").first.wait_for()
    assert not told.count()
