"""Nothing on the table moves by itself: whatever comes has a place that was kept for it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain, count
from typing import Any

import pytest

from tests.browser.conftest import PHONE, Open
from tests.browser.messages import (
    ALONE,
    WAITS,
    Message,
    act,
    decision,
    event,
    prize,
    seat,
    tiles,
    view,
    welcome,
    whole,
)
from tests.browser.results import WON, won_result
from tests.browser.shifts import NOTE, take_shifts
from tests.browser.staging import LANDSCAPES, SIZES, lay

SEATS = range(4)
HAND = "33557799p1379s2467z"
BARE = [welcome(), whole(view(seats=[seat()] * 4, turn=1, hand=tiles(HAND), drawn=None))]
FLOWERS = tiles("1256f")
RIVER = tiles("1z9m6z1p9s4z2z1m9p3m7s5p2p8s6m4s1s2m7p9m3s6p")
KIND = {"kind": "added_kong"}
PUNGS = ("357p", "258m", "258s", "469m")

Happened = list[Message]
"""What happens between two frames."""


def drawn(who: int, tile: str) -> Message:
    shown = {"end": "head", "why": "turn", "after": None, "kong_tile": None}
    return act("drawn", seat=who, tile=tile if who == 0 else None, **shown)


def flowering() -> Iterator[Happened]:
    """All draw bonus tiles."""
    for tile in FLOWERS:
        pairs = (
            (drawn(who, tile), act("bonus_set_aside", seat=who, tiles=[tile])) for who in SEATS
        )
        yield [*chain.from_iterable(pairs)]


def discarding() -> Iterator[Happened]:
    """All discard, as often as they do in a long round."""
    for tile in RIVER:
        pairs = (
            (drawn(who, tile), act("discarded", seat=who, tile=tile, drawn=True)) for who in SEATS
        )
        yield [*chain.from_iterable(pairs)]


def melding() -> Iterator[Happened]:
    """All make melds out of what another has just discarded, and a kong out of one of them."""
    for at in range(3):
        for taker in SEATS:
            tile, source = tiles(PUNGS[taker])[at], (taker + 1) % 4
            discarded = act("discarded", seat=source, tile=tile, drawn=False)
            yield [discarded, act("pung_made", seat=taker, source=source, tile=tile)]
            yield [act("discarded", seat=taker, tile=tiles(HAND)[8 + at], drawn=False)]
    for taker in SEATS:
        tile = tiles(PUNGS[taker])[0]
        yield [act("added_kong_declared", seat=taker, tile=tile)]
        yield [act("kong_made", seat=taker, tile=tile, source=None, limit=26) | KIND]


def getting_ready() -> Iterator[Happened]:
    yield [act("ready_declared", seat=who) for who in SEATS]


def players(**other: Any) -> Message:
    return {"type": "seats", "players": [{**one, **other} for one in ALONE]}


@pytest.mark.parametrize(
    ("language", "size"),
    [*(("zh", size) for size in SIZES), ("en", PHONE)],
    ids=lambda value: value if isinstance(value, str) else f"{value[0]}x{value[1]}",
)
def test_a_round_shifts_nothing(
    open_page: Open,
    table_address: str,
    language: str,
    size: tuple[int, int],
    subtests: pytest.Subtests,
) -> None:
    page = open_page(language, size)
    page.add_init_script(NOTE)
    [line] = lay(page, table_address, BARE)
    numbers = count(42)

    def check(what: str, *frames: Iterable[Message], most: float = 0.0005) -> None:
        for frame in frames:
            for message in frame:
                line.send(json.dumps(message))
            page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        found = take_shifts(page)
        with subtests.test(what):
            assert sum(shift.value for shift in found) <= most, "\n".join(map(str, found))

    def events(*happened: Happened) -> Iterator[Happened]:
        for frame in happened:
            yield [event(next(numbers), one) for one in frame]

    page.evaluate("document.fonts.ready")
    take_shifts(page)
    check("bonus tiles", *events(*flowering()))
    check("discards", *events(*discarding()))
    check("melds", *events(*melding()))
    check("autopilot", [players(autopilot=True)], [players()])
    check("ready", *events(*getting_ready()))
    check("waits", [{"type": "waits", "waits": WAITS, "can_cancel_ready": True}])
    prompts = (act("win"), act("pass"))
    asked = {"win": prize(44), "seconds": 18.0, "reserve": 60.0}
    check("prompts", [decision(*prompts, number=next(numbers), **asked)])
    if size in LANDSCAPES:
        # Held upright the page has no room to keep for hands that lie open.
        check("the end of the round", *events([WON], [won_result()]), most=0.01)
