"""Tiles that travel, and sounds: both follow what happened and hold nothing up."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.conftest import Open, ShownLine
from tests.browser.messages import act, event
from tests.browser.shifts import NOTE, take_shifts
from tests.browser.test_round import play_to_the_sheet

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Notes what the page sets going: copies of tiles, what moves where it lies, sounds.
NOTES = r"""
window.noted = { copies: [], moved: [], contexts: 0, sounds: 0 };
window.middleOf = (one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
};
const animate = Element.prototype.animate;
Element.prototype.animate = function (keyframes, options) {
  const away = (keyframe) =>
    keyframe?.match(/^translate\((.*?)px, (.*?)px\)/)?.slice(1).map(Number);
  const course = away(keyframes.transform?.[0]);
  if (course) {
    const lies = middleOf(this);
    const end = away(keyframes.transform.at(-1)) ?? [0, 0];
    const face = (this.querySelector('[data-tile]') ?? this).getAttribute('data-tile');
    const [from, to] = [course, end].map(([x, y]) => [lies[0] + x, lies[1] + y]);
    noted[this.className === 'flying' ? 'copies' : 'moved'].push({ face, from, to, ...options });
  }
  return animate.call(this, keyframes, options);
};
window.AudioContext = class extends AudioContext {
  constructor(...options) {
    super(...options);
    noted.contexts++;
  }
};
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) {
  noted.sounds++;
  return start.apply(this, when);
};
"""
AT_REST = """() => {
  const table = document.querySelector('main');
  return document.querySelector('.flying') === null
    && table.getAnimations({ subtree: true }).every(({ playState }) => playState !== 'running')
    && [...table.querySelectorAll('[data-tile]')]
      .every((one) => getComputedStyle(one).opacity === '1');
}"""


@pytest.fixture
def open_page(open_page: Open) -> Open:
    """Open pages that note what they do, and may move."""

    def opened(*args: Any, moving: bool = False, **options: Any) -> Page:
        page = open_page(*args, **options)
        if moving:
            page.emulate_media(reduced_motion="no-preference")
        page.add_init_script(NOTES)
        return page

    return opened


def take_notes(page: Page, count: int = 0) -> dict[str, Any]:
    """Return what was noted since the last time, once so many copies are and all is at rest."""
    page.wait_for_function("(count) => noted.copies.length >= count", arg=count)
    page.wait_for_function(AT_REST)
    found: dict[str, Any] = page.evaluate(
        "() => { const found = { ...noted }; noted.copies = []; noted.moved = []; return found; }"
    )
    return found


def middle(page: Page, selector: str) -> list[float]:
    found: list[float] = page.locator(selector).last.evaluate("middleOf")
    return found


KONG = {
    "type": "kong_made",
    "seat": 2,
    "kind": "concealed_kong",
    "tile": "9s",
    "source": None,
    "limit": 26,
}


def drawn(seat: int, **other: Any) -> dict[str, Any]:
    shown = {"end": "head", "why": "turn", "after": None, "kong_tile": None, "tile": None}
    return act("drawn", seat=seat) | shown | other


def near(*point: float) -> Any:
    return pytest.approx(point, abs=2)


def test_tiles_travel_from_where_they_were_to_where_they_are(show_line: ShownLine) -> None:
    said: list[dict[str, Any]] = []
    page, line = show_line("own_turn", said, moving=True)

    def tell(number: int, *happened: dict[str, Any]) -> None:
        for at, one in enumerate(happened):
            line.send(json.dumps(event(number + at, one)))

    assert take_notes(page)["contexts"] == 0, "nobody has touched the page yet"
    page.locator("[data-hand='5p'].apart").hover()
    page.wait_for_function(AT_REST)
    apart = middle(page, "[data-hand='5p'].apart [data-tile]")
    page.mouse.down()
    page.mouse.up()
    page.wait_for_function("() => noted.contexts === 1")
    assert [one["action"]["tile"] for one in said] == ["5p"]

    # One's own discard, out of the hand: the tile has been lifted before the server said anything.
    lifted = page.locator("[data-hand='5p'].apart [data-tile]")
    assert lifted.evaluate("(one) => one.getAnimations().length") == 1
    tell(42, act("discarded", seat=0, tile="5p", drawn=True))
    [discard] = take_notes(page, 1)["copies"]
    assert discard["face"] == "5p"
    assert discard["from"] == near(apart[0], discard["from"][1])
    # Lifted by as much as there was time for.
    assert discard["from"][1] <= apart[1]
    assert discard["to"] == near(*middle(page, "[data-river=own] [data-tile]"))
    assert discard["delay"] == 0

    # The next player draws, which shows a back, and discards.
    tell(
        43,
        drawn(1),
        act("discarded", seat=1, tile="2z", drawn=False),
    )
    notes = take_notes(page, 1)
    [back] = notes["moved"]
    assert back["from"] == near(*middle(page, "[data-left]"))
    [discard] = notes["copies"]
    assert discard["to"] == near(*middle(page, "[data-river=right] [data-tile]"))
    assert discard["delay"] > 0, "it waits for the draw"

    # A pung of one's own: one tile from the river, two from the hand.
    pair = [middle(page, f"[data-hand='2z'] >> nth={at}") for at in (0, 1)]
    tell(45, act("pung_made", seat=0, source=1, tile="2z"))
    notes = take_notes(page, 3)
    laid = page.locator(".rack [data-meld=pung] [data-tile]").all()
    ends = [one.evaluate("middleOf") for one in laid]
    assert [one["to"] for one in notes["copies"]] == [near(*end) for end in ends]
    starts = [one["from"] for one in notes["copies"]]
    assert starts == [
        *(near(*one) for one in pair),
        near(*middle(page, "[data-river=right] .taken")),
    ]
    assert "4z" in [one["face"] for one in notes["moved"]], "the others close up"

    # A rival's concealed kong, its replacement and a bonus tile.
    tell(46, act("discarded", seat=0, tile="1m", drawn=False))
    take_notes(page, 1)
    tell(
        47,
        KONG,
        drawn(2, end="tail", why="kong", after="concealed_kong", kong_tile="9s"),
        act("bonus_set_aside", seat=2, tiles=["2f"]),
    )
    notes = take_notes(page, 5)
    assert [one["face"] for one in notes["copies"]] == ["back", "9s", "9s", "back", "2f"]
    assert notes["copies"][-1]["to"] == near(*middle(page, "[data-place=across] [data-bonus] > *"))
    assert notes["moved"][0]["from"] == near(*middle(page, "[data-indicators] [data-tile]"))

    # Much at once, as after coming back: what is shown lags by a second at most.
    tell(
        50,
        *(
            happened
            for _ in range(8)
            for seat in (3, 1, 2)
            for happened in (drawn(seat), act("discarded", seat=seat, tile="3s", drawn=True))
        ),
    )
    page.wait_for_function("() => document.querySelectorAll('[data-river=left] > *').length === 11")
    notes = take_notes(page, 1)
    assert max(one["delay"] for one in notes["copies"]) <= 1000
    assert notes["sounds"] > 0
    assert notes["contexts"] == 1

    # A table shown anew has nothing under way.
    tell(100, act("discarded", seat=3, tile="4s", drawn=True))
    page.wait_for_function("() => noted.copies.length > 0")
    page.evaluate("window.dispatchEvent(new Event('resize'))")
    assert not page.locator(".flying").count()


def test_nothing_moves_where_less_motion_is_asked_for(show_line: ShownLine) -> None:
    said: list[dict[str, Any]] = []
    page, line = show_line("own_turn", said)
    page.locator("[data-hand='5p'].apart").click()
    line.send(json.dumps(event(42, act("discarded", seat=0, tile="5p", drawn=True))))
    page.locator("[data-river=own] [data-tile='5p']").wait_for()
    page.wait_for_function("() => noted.sounds > 0")
    notes = take_notes(page)
    assert notes["copies"] == notes["moved"] == []

    page.locator("[data-button=menu]").click()
    page.locator("input[name=speed]:disabled").wait_for()
    # The keys of a slider stay with it.
    page.locator("input[name=volume]").focus()
    page.keyboard.press("ArrowLeft")
    assert page.locator("input[name=volume]").input_value() == "55"
    page.locator("input[name=muted]").focus()
    page.keyboard.press("Space")
    sounds = take_notes(page)["sounds"]
    line.send(json.dumps(event(43, act("discarded", seat=1, tile="2z", drawn=True))))
    page.locator("[data-river=right] [data-tile='2z']").last.wait_for()
    page.evaluate("new Promise(requestAnimationFrame)")
    assert take_notes(page)["sounds"] == sounds, "it is muted"
    page.reload()
    page.locator("[data-button=menu]").click()
    assert page.locator("input[name=muted]").is_checked()


def test_a_round_with_all_its_motion_shifts_nothing(open_page: Open, played_address: str) -> None:
    page = open_page("zh", moving=True)
    page.add_init_script(NOTE)
    page.goto(played_address)
    page.locator("[data-button=start]:enabled").wait_for()
    assert page.evaluate("noted.contexts") == 0
    page.locator("[data-button=start]").click()
    page.locator("[data-hand]").first.wait_for()
    take_shifts(page)
    play_to_the_sheet(page)
    page.wait_for_function(AT_REST)
    notes = take_notes(page)
    assert len(notes["copies"]) > 10
    assert notes["contexts"] == 1
    shifts = take_shifts(page)
    assert sum(shift.value for shift in shifts) <= 0.01, "\n".join(map(str, shifts))
