"""Ends of rounds and of matches laid out by hand: much on the sheet, and every way to get there."""

from __future__ import annotations

from tests.browser.coin_scenes import STANDINGS, friends_welcome
from tests.browser.messages import (
    Message,
    event,
    item,
    meld,
    over,
    player,
    river,
    seat,
    sheet,
    tiles,
    view,
    welcome,
    whole,
)
from tests.browser.results import OPEN_HANDS, WON, told, won_result
from tests.browser.seats import WON_SEATS

_LONG = [
    player("平阳昆阳镇老街口的王师傅", account="a"),
    player("Wolfeschlegelsteinhausen", account="b"),
    player("苍南灵溪麻将馆常客小陈陈陈", account="c"),
    player("guest-0042", account="d"),
]
_CONCEALED = tiles("19m258p1379s22467z5p")

_KONGS = [
    meld("exposed_kong", "1111m", 3),
    meld("added_kong", "9999p", 2),
    meld("concealed_kong", "7777s"),
    meld("exposed_kong", "6666z", 1),
]
_KONG_SEATS = [
    seat(river=river("1z9m6z1p2s5m"), bonus=tiles("5z")),
    seat(size=5, river=river("9p1s2z"), melds=_KONGS, bonus=tiles("12345678f")),
    seat(river=river("4z7z5s")),
    seat(river=river("2z3s"), bonus=tiles("5z")),
]
_KONG_ITEMS = (
    item("B2", 3, "财神西×1", "one wild tile (west)"),
    item("B3", 10, "春夏秋冬", "four seasons"),
    item("B3", 10, "梅兰竹菊", "four plants"),
    item("B4", 3, "明杠一万", "exposed kong of 1 of characters"),
    item("B4", 3, "明杠九筒", "exposed kong of 9 of circles"),
    item("B5", 4, "暗杠七条", "concealed kong of 7 of bamboos"),
    item("B4", 4, "明杠发", "exposed kong of green"),
    item("V9", 7, "对对和", "all triplets"),
)
_KONG_READING = {
    "sets": ["1111m", "9999p", "7777s", "6666z", "222s"],
    "pair": "55m",
    "wilds": [{"tile": "3z", "as": "2s"}],
}
_DEALT_IN: Message = {
    "type": "round_ended",
    "winner": 1,
    "hands": [_CONCEALED[:16], tiles("22s3z55m"), _CONCEALED[:16], _CONCEALED[:16]],
    "hidden": [[], [], [], []],
    "sheets": [
        sheet(item("B3", 1, "白板", "one white")),
        sheet(
            *_KONG_ITEMS,
            role="winner",
            shape="sets",
            doubled=True,
            total=88,
            reading=_KONG_READING,
            runner_up={
                "tai": 37,
                "total": 74,
                "items": list(_KONG_ITEMS[:7]),
                "reading": {
                    **_KONG_READING,
                    "sets": [*_KONG_READING["sets"][:4], "555m"],
                    "pair": "22s",
                    "wilds": [{"tile": "3z", "as": "5m"}],
                },
            },
        ),
        sheet(),
        sheet(item("B3", 1, "白板", "one white")),
    ],
    "payments": [[0, 176, 0, 0], [0, 0, 0, 0], [1, 176, 0, 1], [0, 176, 0, 0]],
    "points": [-175, 528, -178, -175],
    "next_dealer": 1,
    "dues": told(1, 88, 0, 1, winner=1),
}
_PIG_HAND = tiles("888m333z19p258s1247z6m")
_PIG_ITEMS = (item("V14", 100, "杀猪：六张财神", "kill-pig: six wild tiles"),)
_KILL_PIG: Message = {
    **won_result(),
    "hands": [_PIG_HAND, *OPEN_HANDS[1:]],
    "sheets": [
        sheet(*_PIG_ITEMS, role="winner", shape="kill_pig", doubled=True, total=200),
        *won_result()["sheets"][1:],
    ],
    "payments": [[0, 0, 0, 0], [400, 0, 0, 0], [200, 12, 0, 4], [200, 4, 0, 0]],
    "points": [800, -384, -216, -200],
    "dues": told(200, 6, 0, 4, winner=0),
}
_FRIENDS_SHEET = [
    friends_welcome(_LONG),
    whole(view(seats=_KONG_SEATS, hand=_CONCEALED[:16], drawn=None), _LONG),
    event(42, WON | {"seat": 1, "by": "discard", "tile": "2s", "source": 0}),
    event(43, _DEALT_IN),
    over([-133, 510, -208, -169]),
]

SHEETS: dict[str, list[Message]] = {
    "deal_in": _FRIENDS_SHEET,
    "kill_pig": [
        welcome(),
        whole(view(seats=[seat(size=17), *WON_SEATS[1:]], hand=_PIG_HAND, drawn=None)),
        event(42, WON | {"tile": "6m"}),
        event(43, _KILL_PIG),
        over([842, -402, -246, -194]),
    ],
    "frozen_after": [
        *_FRIENDS_SHEET,
        {"type": "frozen", "message": "stopped", "record": None, "why": "operator"},
    ],
    "final": [
        friends_welcome(_LONG),
        whole(view(seats=_KONG_SEATS, hand=_CONCEALED[:16], drawn=None), _LONG),
        STANDINGS,
    ],
    "invited": [
        friends_welcome(_LONG),
        whole(view(seats=_KONG_SEATS, hand=_CONCEALED[:16], drawn=None), _LONG),
        STANDINGS,
        {"type": "rematch", "table": "kq3vXW0a9mT2cLhC", "code": "ABCDEF", "seat": 2},
    ],
}
