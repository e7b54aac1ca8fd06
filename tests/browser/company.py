"""Four persons at a table of a coin room of a real server, each with a browser of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tests.browser.conftest import Open
from tests.server.chance import SeededChance
from tests.server.serving import UNLIMITED
from tests.server.walls import wall_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

TOKEN = "a token for operators"
PASSWORD = "correct horse"

SETTINGS = replace(
    UNLIMITED,
    # A round stands still where a person is asked.
    seconds=0,
    bot_wait=3600.0,
    # Whoever comes says from which address.
    proxies=("127.0.0.1",),
    admin_token=TOKEN,
)
UNREADY = wall_of({0: "2468m2468p1177s22567z"})
"""The dealer has to discard, and nobody can win before somebody has drawn."""
FOLLOWED = wall_of({0: "2468m2468p1177s22567z", 1: "123m456m789m123p456s5p"}, draws="5p")
"""The dealer has to discard; the next seat has then won by the first tile that it draws."""
SHEET = "[data-score-sheet]"
LANGUAGES = ("zh", "en", "en", "zh")


class InOrder(SeededChance):
    """Seats those who wait in the order in which they came: the first is the dealer."""

    def order(self) -> tuple[int, int, int, int]:
        return 0, 1, 2, 3


def come(open_page: Open, number: int, **options: Any) -> Page:
    """Open a browser whose requests come from an address of its own.

    What it contributes to walls is always the same, so that rounds are repeatable.
    """
    address = {"X-Forwarded-For": f"192.0.2.{number + 1}"}
    page = open_page(
        LANGUAGES[number % 4], extra_http_headers=address, timezone_id="Asia/Shanghai", **options
    )
    page.context.add_init_script(f"crypto.getRandomValues = bytes => bytes.fill({number})")
    return page


def sit_down(open_page: Open, address: str, names: dict[int, str] | None = None) -> list[Page]:
    """Seat four persons at a table of the novice room, members by these names or else guests.

    Return their pages in the order of seats, the first round being dealt.
    """
    pages = [come(open_page, number) for number in range(4)]
    for number, page in enumerate(pages):
        page.request.post(f"{address}api/guest", data={})
        if names is not None and number in names:
            member = {"name": names[number], "password": PASSWORD}
            assert page.request.post(f"{address}api/account", data=member).ok
        queue = page.request.post(f"{address}api/rooms/novice/standard/queue", data={})
        assert queue.ok, queue.text()
    table = pages[0].request.get(f"{address}api/queue?wait=20").json()["table"]
    for page in pages:
        page.goto(f"{address}?table={table}")
    dealt(pages)
    return pages


def dealt(pages: Sequence[Page]) -> None:
    """Wait until all have been dealt a hand."""
    for page in pages:
        page.locator("[data-hand]").first.wait_for()


def win(page: Page, pages: Sequence[Page]) -> None:
    """Win as the dealer, and wait until all are shown the sheet."""
    page.locator("[data-button=win]").click()
    for one in pages:
        one.locator(SHEET).wait_for()


def next_round(pages: Sequence[Page]) -> None:
    """Go on from the sheet."""
    for page in pages:
        page.locator("[data-button=next_round]").click()
    for page in pages:
        page.locator(SHEET).wait_for(state="detached")
    dealt(pages)


def tab(page: Page, address: str) -> Page:
    """Open another tab in somebody's browser."""
    other = page.context.new_page()
    other.goto(address)
    return other


def account_of(page: Page, address: str) -> dict[str, Any]:
    """Return what the server says of whoever has this browser."""
    told: dict[str, Any] = page.request.get(f"{address}api/me").json()
    return told


def sign_in(page: Page, name: str) -> None:
    """Sign in from the pages around the table."""
    page.locator("nav [data-page=sign-in]").click()
    page.locator("[name=name]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[data-button=submit]").click()
    page.locator("[data-purse]", has_text=name).wait_for()
