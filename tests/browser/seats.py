"""Seats laid out by hand: few tiles, as many as there can be, and those of a round that was won."""

from __future__ import annotations

from tests.browser.messages import meld, river, seat, tiles

SHORT_RIVERS = [
    seat(size=17, river=river("1z9m6z1p"), bonus=tiles("1f5z")),
    seat(river=river("7z4z9s1m"), bonus=tiles("6f")),
    seat(river=river("9p1s2z"), size=13, melds=[meld("pung", "777z", 3)]),
    seat(river=river("4z7z5s", (1,)), size=13, melds=[meld("chow", "345s", 2, "3s")]),
]

LONG_RIVER = "1z9m6z1p9s4z2z1m9p3m7s5p2p8s6m4s1s2m7p9m3s6p5m"

FULL_SEATS = [
    seat(
        size=2,
        river=river(LONG_RIVER + "1z"),
        bonus=tiles("1256f55z"),
        melds=[
            meld("exposed_kong", "1111m", 3),
            meld("added_kong", "9999p", 2),
            meld("concealed_kong", "7777s"),
            meld("exposed_kong", "6666z", 1),
            meld("pung", "222p", 3),
        ],
    ),
    seat(
        size=1,
        river=river(LONG_RIVER, (3, 8)),
        bonus=tiles("3f"),
        melds=[
            meld("pung", "444m", 0),
            meld("chow", "345s", 0, "4s"),
            meld("exposed_kong", "5555p", 3),
            meld("added_kong", "1111z", 2),
            meld("concealed_kong", "2222s"),
        ],
    ),
    seat(
        size=1,
        river=river(LONG_RIVER + "2m3m", (5,)),
        bonus=tiles("47f5z"),
        melds=[
            meld("exposed_kong", "1111s", 1),
            meld("exposed_kong", "2222z", 3),
            meld("exposed_kong", "3333p", 0),
            meld("exposed_kong", "5555m", 0),
            meld("exposed_kong", "7777z", 1),
        ],
    ),
    seat(
        size=1,
        river=river(LONG_RIVER + "1m1m1m4p5p6s"),
        bonus=tiles("8f5z"),
        melds=[
            {"kind": "bonus_kong", "tiles": [], "tile": None, "source": None},
            meld("pung", "666m", 2),
            meld("pung", "888s", 1),
            meld("chow", "789p", 2, "9p"),
            meld("exposed_kong", "4444z", 0),
        ],
    ),
]

WON_SEATS = [
    seat(
        size=14,
        river=river(LONG_RIVER[:20]),
        bonus=tiles("1f"),
        melds=[meld("pung", "777z", 3)],
    ),
    seat(river=river(LONG_RIVER[:24]), bonus=tiles("56f")),
    seat(river=river(LONG_RIVER[:24])),
    seat(river=river(LONG_RIVER[:22], (4,)), size=13, melds=[meld("exposed_kong", "7777z", 2)]),
]
