"""Tables of coin rooms and of friends, laid out by hand, beside those of `scenes.py`."""

from __future__ import annotations

from typing import Any

from tests.browser.messages import (
    FREE,
    Message,
    bot,
    decision,
    discards,
    event,
    over,
    player,
    view,
    welcome,
    whole,
)
from tests.browser.results import OPEN_HANDS, WON, won_result
from tests.browser.scenes import SCENES as OTHERS
from tests.browser.seats import SHORT_RIVERS, WON_SEATS

_PERSONS = [
    player("阿明 from Pingyang", coins=1_234_500, rank_points=21_480, rank="东风", account="a"),
    player("平阳老王", coins=88_200, rank_points=640, rank="三万", account="b", leaving=True),
    player("robot-7", coins=20_300, rank_points=200_000, rank="麻将王", account="c", program=True),
    bot(),
]
_FRIENDS = [
    player("阿明", account="a"),
    player("平阳老王", account="b", dissolving=True),
    player("Cangnan", account="c", connected=False),
    bot(),
]

_AWAY = [player("阿明"), *(player("guest-0042", account=a, autopilot=True) for a in "bcd")]
_GUEST = [player(), bot(), bot(), bot()]


def coin_welcome(**other: Any) -> Message:
    return welcome(players=_PERSONS, room="intermediate", **other)


def friends_welcome(
    players: list[Message] = _FRIENDS, *, watch: str = "no", **other: Any
) -> Message:
    friends = {
        "code": "KQPXZW",
        "host": "a",
        "rounds": 8,
        "drawn": True,
        "hints": True,
        "watch": watch,
    }
    return welcome(players=players, friends=friends, **other)


def result(
    name: str, coins: int, balance: int | None, gained: int, before: str | None, **other: Any
) -> Message:
    return {
        "coins": coins,
        "balance": balance,
        "gained": gained,
        "rank_points": None if balance is None else 21_480,
        "rank_before": before,
        "rank": before,
        "name": name,
        "bot": balance is None,
        "rate": 300,
        "due": coins,
        "had": None,
        "short": [],
        **other,
    }


RESULTS = [
    result("阿明 from Pingyang", 60_000, 1_294_500, 200, "一万", rank="二万"),
    result("平阳老王", -25_200, 63_000, 0, "三万"),
    result("robot-7", -19_800, 500, 0, "麻将王"),
    result("greedy", -15_000, None, 0, None),
]
SHORT_RESULTS = [
    result("阿明 from Pingyang", 60_000, 1_294_500, 200, "一万", rank="二万"),
    result("平阳老王", -28_300, 59_900, 0, "三万", due=-25_200),
    result(
        *("robot-7", -15_500, 0, 0, "麻将王"),
        due=-19_800,
        had=15_500,
        short=[
            {"to": 0, "owed": 15_000, "paid": 15_000},
            {"to": 1, "owed": 3_600, "paid": 500},
            {"to": 3, "owed": 1_200, "paid": 0},
        ],
    ),
    result("greedy", -16_200, None, 0, None, due=-15_000),
]
"""Seat 2 had too little for all that it owed (C3)."""
STANDINGS = {
    "type": "standings",
    "why": "played",
    "rounds": 8,
    "places": [
        {"seat": 1, "place": 1, "points": 312},
        {"seat": 0, "place": 2, "points": 42},
        {"seat": 3, "place": 3, "points": -177},
        {"seat": 2, "place": 3, "points": -177},
    ],
}
_COIN_SHEET = [
    coin_welcome(),
    whole(view(seats=WON_SEATS, hand=OPEN_HANDS[0], drawn="5m"), _PERSONS),
    event(42, WON),
    event(43, won_result()),
    over([242, -102, -96, -44], RESULTS),
]
_LAST_SHEET = [
    friends_welcome(),
    whole(view(seats=WON_SEATS, hand=OPEN_HANDS[0], drawn="5m"), _FRIENDS),
    event(42, WON),
    event(43, won_result()),
    over([242, -102, -96, -44]),
    STANDINGS,
]

SCENES: dict[str, list[Message]] = OTHERS | {
    "busy_plate": [
        friends_welcome(_AWAY),
        whole(view(seats=SHORT_RIVERS), _AWAY),
        decision(*discards("19m258p1379s22467z5p"), seconds=18.4, reserve=60),
    ],
    # Against computers, at a server to which others can come.
    "guest": [
        welcome(players=_GUEST),
        whole(view(seats=SHORT_RIVERS), _GUEST),
        decision(*discards("19m258p1379s22467z5p")),
    ],
    "guest_sheet": [
        welcome(players=_GUEST),
        whole(view(seats=WON_SEATS, hand=OPEN_HANDS[0], drawn="5m"), _GUEST),
        event(42, WON),
        event(43, won_result()),
        over([242, -102, -96, -44]),
    ],
    "coins": [
        coin_welcome(),
        whole(view(seats=SHORT_RIVERS), _PERSONS),
        decision(*discards("19m258p1379s22467z5p"), seconds=18.4, reserve=60),
    ],
    "coin_sheet": _COIN_SHEET,
    "short_of_coins": [*_COIN_SHEET[:-1], over([242, -102, -96, -44], SHORT_RESULTS)],
    "broke": [*_COIN_SHEET, {"type": "freed", "why": "broke"}],
    "friends_room": [friends_welcome([player(), player("guest-0042"), FREE, bot()])],
    "dissolving": [
        friends_welcome(),
        whole(view(seats=SHORT_RIVERS), _FRIENDS),
        decision(*discards("19m258p1379s22467z5p"), seconds=18.4, reserve=60),
    ],
    "last_sheet": _LAST_SHEET,
    "dissolved": [
        friends_welcome(),
        whole(view(seats=SHORT_RIVERS), _FRIENDS),
        STANDINGS | {"why": "dissolved", "rounds": 1},
    ],
}

WATCHED: dict[str, list[Message]] = {
    "watched": [
        friends_welcome(watch="hidden", watching=True),
        whole(view(seat=-1, seats=SHORT_RIVERS, hand=[], drawn=None), _FRIENDS),
    ],
    "watched_sheet": [
        friends_welcome(watch="hidden", watching=True),
        whole(view(seat=-1, seats=WON_SEATS, hand=[], drawn=None), _FRIENDS),
        event(42, WON),
        event(43, won_result()),
        over([242, -102, -96, -44]),
    ],
    "watched_early": [friends_welcome(watch="hidden", watching=True)],
    "watched_later": [friends_welcome(watch="later", watching=True)],
}
"""What somebody who watches is sent."""
