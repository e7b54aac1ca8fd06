"""Ends of rounds laid out by hand: one won by a self-draw, one drawn."""

from __future__ import annotations

import msgspec

from taipao.rules.settlement import dues
from tests.browser.messages import Message, item, sheet, tiles

_WON_ITEMS = (
    item("B1", 5, "财神八万×2", "two wild tiles (8 of characters)"),
    item("B2", 3, "财神西×1", "one wild tile (west)"),
    item("B3", 1, "春", "one season"),
    item("B6", 1, "中", "pung of red"),
    item("V1", 1, "自摸", "self-draw"),
    item("V8", 7, "混一色", "half flush"),
    item("V9", 7, "对对和", "all triplets"),
)

WON_SHEETS = [
    sheet(
        *_WON_ITEMS,
        role="winner",
        shape="sets",
        doubled=True,
        total=50,
        reading={
            "sets": ["777z", "111m", "222m", "555m", "666m"],
            "pair": "99m",
            "wilds": [
                {"tile": "8m", "as": "5m"},
                {"tile": "8m", "as": "6m"},
                {"tile": "3z", "as": "9m"},
            ],
        },
        runner_up={
            "tai": 18,
            "total": 36,
            "items": [*_WON_ITEMS[:6]],
            "reading": {
                "sets": ["777z", "111m", "222m", "456m", "567m"],
                "pair": "99m",
                "wilds": [
                    {"tile": "8m", "as": "4m"},
                    {"tile": "8m", "as": "7m"},
                    {"tile": "3z", "as": "9m"},
                ],
            },
        },
    ),
    sheet(item("B2", 3, "财神西×1", "one wild tile (west)"), item("B3", 3, "梅兰", "two plants")),
    sheet(),
    sheet(item("B4", 4, "明杠中", "exposed kong of red")),
]

OPEN_HANDS = [
    tiles("1112225566m9m88m3z"),
    tiles("3z1379s258p2246z1m9p4s"),
    tiles("123m456p789s2233s44p"),
    tiles("19p158s36m12z777m4z"),
]


def told(*totals: int, winner: int, dealer: int = 1) -> list[Message]:
    """Return what the payments of a round are for, as the server tells it."""
    owed: list[Message] = msgspec.to_builtins(dues(totals, winner, dealer))
    return owed


def won_result() -> Message:
    return {
        "type": "round_ended",
        "winner": 0,
        "hands": OPEN_HANDS,
        "hidden": [[], [], [], []],
        "sheets": WON_SHEETS,
        "payments": [[0, 0, 0, 0], [100, 0, 0, 0], [50, 12, 0, 4], [50, 4, 0, 0]],
        "points": [200, -84, -66, -50],
        "next_dealer": 2,
        "dues": told(50, 6, 0, 4, winner=0),
    }


def drawn_result() -> Message:
    return {
        "type": "round_ended",
        "winner": None,
        "hands": [tiles("28m"), tiles("9m"), tiles("4s3z"), tiles("6p")],
        "hidden": [[], [], [], [tiles("5555z")]],
        "sheets": None,
        "payments": [[0, 0, 0, 0]] * 4,
        "points": [0, 0, 0, 0],
        "next_dealer": 2,
        "dues": [],
    }


WON = {
    "type": "won",
    "seat": 0,
    "by": "self_draw",
    "tile": "5m",
    "source": None,
    "after": None,
    "kong_tile": None,
    "opening": None,
    "share_out": False,
    "ready": False,
}
