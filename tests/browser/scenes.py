"""Tables laid out by hand, as the messages that show them: states a played round rarely reaches.

A scene is the list of messages a server would send to seat 0 after `hello`. They need not be
legal positions: what counts is how much lies on the table.
"""

from __future__ import annotations

from typing import Any

import msgspec

from taipao.rules.settlement import dues
from taipao.tiles import NAMES, parse

Message = dict[str, Any]

COMMITMENT = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
WAITS = [
    {
        "tile": tile,
        "unseen": unseen,
        "self_draw": 2 * tai,
        "discard": 2 * (tai - 1),
        "self_draw_tai": tai,
        "discard_tai": tai - 1,
    }
    for tile, unseen, tai in (("3p", 3, 14), ("6p", 2, 22), ("8m", 1, 30))
]


def tiles(text: str) -> list[str]:
    """Read tiles as the wire writes them, in the order of the text."""
    return [NAMES[tile] for tile in parse(text)]


def player(name: str = "guest-1234", **other: Any) -> Message:
    return {
        "kind": "player",
        "name": name,
        "connected": True,
        "autopilot": False,
        "ready": False,
        "account": None,
        "program": False,
        "leaving": False,
        "coins": None,
        "rank_points": None,
        "rank": None,
        "dissolving": False,
        **other,
    }


def bot(name: str = "greedy") -> Message:
    return player(name, kind="bot")


ALONE = [player("player"), bot(), bot(), bot()]
TOGETHER = [
    player(),
    player("guest-0042", autopilot=True, connected=False),
    player("guest-9999"),
    bot(),
]
FREE = player("", kind="free", connected=False)


def welcome(**other: Any) -> Message:
    return {
        "type": "welcome",
        "protocol": 1,
        "version": "0.1.0",
        "seat": 0,
        "rulesets": ["standard", "alternate"],
        "ruleset": "standard",
        "next_commitment": COMMITMENT,
        "table": "kq3vXW0a9mT2cLhB",
        "players": ALONE,
        "room": None,
        "friends": None,
        "watching": False,
        "round": None,
        **other,
    }


def meld(kind: str, text: str, source: int | None = None, tile: str | None = None) -> Message:
    found = tiles(text)
    claimed = None if source is None else (tile or found[0])
    return {"kind": kind, "tiles": found, "tile": claimed, "source": source}


def seat(**other: Any) -> Message:
    return {"size": 16, "river": [], "melds": [], "bonus": [], "ready": False, **other}


def river(text: str, taken: tuple[int, ...] = ()) -> list[Message]:
    return [
        {"tile": tile, "drawn": index % 5 == 4, "taken": index in taken}
        for index, tile in enumerate(tiles(text))
    ]


HAND = "19m258p1379s22467z8m3z5p"
"""Seventeen tiles, two of them wild under the indicators 8m and 3z."""


def view(**other: Any) -> Message:
    return {
        "number": 41,
        "seat": 0,
        "ruleset": "standard",
        "dealer": 1,
        "indicators": ["8m", "3z"],
        "wild": ["8m", "3z"],
        "left": 61,
        "limit": 24,
        "phase": "turn",
        "turn": 0,
        "offer": None,
        "seats": [seat(size=17), seat(), seat(), seat()],
        "hand": tiles(HAND),
        "drawn": "5p",
        "hidden": [],
        "ready": False,
        "won": None,
        "result": None,
        **other,
    }


def whole(shown: Message, players: list[Message] = ALONE, **match: Any) -> Message:
    return {
        "type": "view",
        "view": shown,
        "players": players,
        "match": {
            "ruleset": "standard",
            "round": 3,
            "circle": 1,
            "dealer": 1,
            "points": [42, -18, -30, 6],
            **match,
        },
        "commitment": COMMITMENT,
        "next_commitment": COMMITMENT[::-1],
        "round": "0pXy7Wm_d1QeZr4t",
    }


def prize(total: int) -> Message:
    return {"shape": "sets", "tai": total // 2, "total": total, "points": 4 * total}


def decision(
    *actions: Message,
    waits: list[Message] | None = None,
    win: Message | None = None,
    number: int = 41,
    seconds: float | None = None,
    reserve: float | None = None,
) -> Message:
    return {
        "type": "decision",
        "id": number,
        "actions": list(actions),
        "waits": waits or [],
        "win": win,
        "seconds": seconds,
        "reserve": reserve,
    }


def act(kind: str, **fields: Any) -> Message:
    return {"type": kind, **fields}


def discards(text: str, ready: str = "") -> list[Message]:
    names = sorted(set(tiles(text)), key=NAMES.index)
    plain = [act("discard", tile=name, ready=False) for name in names]
    return plain + [act("discard", tile=name, ready=True) for name in tiles(ready)]


SHORT_RIVERS = [
    seat(size=17, river=river("1z9m6z1p"), bonus=tiles("1f5z")),
    seat(river=river("7z4z9s1m"), bonus=tiles("6f")),
    seat(river=river("9p1s2z"), size=13, melds=[meld("pung", "777z", 3)]),
    seat(river=river("4z7z5s", (1,)), size=13, melds=[meld("chow", "345s", 2, "3s")]),
]

_LONG = "1z9m6z1p9s4z2z1m9p3m7s5p2p8s6m4s1s2m7p9m3s6p5m"

FULL_SEATS = [
    seat(
        size=2,
        river=river(_LONG + "1z"),
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
        river=river(_LONG, (3, 8)),
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
        river=river(_LONG + "2m3m", (5,)),
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
        river=river(_LONG + "1m1m1m4p5p6s"),
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


def item(rule: str, tai: int, zh: str, en: str) -> Message:
    return {"rule": rule, "tai": tai, "zh": zh, "en": en}


def sheet(*items: Message, **other: Any) -> Message:
    tai = sum(one["tai"] for one in items)
    return {
        "role": "non_winner",
        "shape": None,
        "tai": tai,
        "doubled": False,
        "total": tai,
        "items": list(items),
        "reading": None,
        "runner_up": None,
        **other,
    }


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


def event(number: int, happened: Message) -> Message:
    return {"type": "event", "number": number, "event": happened}


def over(points: list[int], results: list[Message] | None = None) -> Message:
    return {
        "type": "round_over",
        "match": {"ruleset": "standard", "round": 4, "circle": 1, "dealer": 2, "points": points},
        "record": "/records/round-3",
        "next_commitment": COMMITMENT,
        "results": results,
    }


WON_SEATS = [
    seat(
        size=14,
        river=river(_LONG[:20]),
        bonus=tiles("1f"),
        melds=[meld("pung", "777z", 3)],
    ),
    seat(river=river(_LONG[:24]), bonus=tiles("56f")),
    seat(river=river(_LONG[:24])),
    seat(river=river(_LONG[:22], (4,)), size=13, melds=[meld("exposed_kong", "7777z", 2)]),
]

SCENES: dict[str, list[Message]] = {
    "start": [welcome()],
    "own_turn": [
        welcome(),
        whole(view(seats=SHORT_RIVERS)),
        decision(*discards("19m258p1379s22467z5p")),
    ],
    "dealt": [
        welcome(),
        whole(view(seats=SHORT_RIVERS, drawn=None)),
        decision(*discards("19m258p1379s22467z5p")),
    ],
    "every_button": [
        welcome(),
        whole(view(seats=SHORT_RIVERS)),
        decision(
            act("win"),
            act("kong", tile="2z"),
            act("pung"),
            act("chow", tiles=["2p", "3p"]),
            *discards("19m258p1379s22467z5p", "9m"),
            act("pass"),
            waits=[{"tile": "9m", "waits": WAITS}],
            win=prize(142),
        ),
    ],
    "chows": [
        welcome(),
        whole(
            view(
                phase="claims",
                turn=3,
                seats=[seat(), *SHORT_RIVERS[1:3], seat(river=river("4z7z5s4p"))],
                offer={"tile": "4p", "source": 3, "kind": "discard"},
                hand=tiles("19m23456p44p379s46z8m3z"),
                drawn=None,
            )
        ),
        decision(
            act("win"),
            act("kong", tile="4p"),
            act("pung"),
            act("chow", tiles=["2p", "3p"]),
            act("chow", tiles=["3p", "5p"]),
            act("chow", tiles=["5p", "6p"]),
            act("pass"),
            win=prize(44),
        ),
    ],
    "robbing": [
        welcome(),
        whole(
            view(
                phase="claims",
                turn=2,
                seats=[seat(), *SHORT_RIVERS[1:]],
                offer={"tile": "7z", "source": 2, "kind": "added_kong"},
                hand=tiles("19m23456p44p379s46z8m3z"),
                drawn=None,
            )
        ),
        decision(act("win"), act("pass")),
    ],
    "ready_choice": [
        welcome(),
        whole(view(seats=SHORT_RIVERS, hand=tiles("123456m456p77s45p1z9m8m3z"), drawn="9m")),
        decision(
            act("win"),
            *discards("123456m456p77s1z9m", "1z9m4p"),
            waits=[
                {"tile": "1z", "waits": WAITS},
                {"tile": "9m", "waits": WAITS[:1]},
                {"tile": "4p", "waits": [{**WAITS[0], "tile": name} for name in NAMES[:34]]},
            ],
        ),
    ],
    "ready": [
        welcome(),
        whole(
            view(
                phase="claims",
                turn=2,
                seats=[seat(size=16), *SHORT_RIVERS[1:]],
                hand=tiles("123456m456p77s45p8m3z1p"),
                drawn=None,
                ready=True,
                offer={"tile": "2z", "source": 2, "kind": "discard"},
            )
        ),
        {"type": "waits", "waits": WAITS, "can_cancel_ready": True},
    ],
    "share_out": [
        welcome(),
        whole(
            view(
                phase="share_out",
                seats=[seat(size=17, river=river(_LONG)), *FULL_SEATS[1:]],
                left=23,
            )
        ),
        decision(act("win"), act("pass")),
    ],
    "full": [
        welcome(),
        whole(view(seats=FULL_SEATS, hand=tiles("28m"), drawn="8m", wild=tiles("8m3z"))),
        decision(*discards("2m")),
    ],
    "sheet": [
        welcome(),
        whole(view(seats=WON_SEATS, hand=OPEN_HANDS[0], drawn="5m")),
        event(42, WON),
        event(43, won_result()),
        over([242, -102, -96, -44]),
    ],
    "sheet_again": [
        welcome(),
        whole(
            view(
                number=43,
                phase="ended",
                seats=WON_SEATS,
                hand=OPEN_HANDS[0],
                drawn="5m",
                won={**WON, "by": "discard", "source": 2},
                result=won_result(),
            )
        ),
        over([242, -102, -96, -44]),
    ],
    "sheet_of_a_draw": [
        welcome(),
        whole(view(seats=FULL_SEATS, hand=tiles("28m"), drawn=None)),
        event(42, drawn_result()),
        over([42, -18, -30, 6]),
    ],
    "fault": [
        welcome(),
        whole(view(seats=SHORT_RIVERS)),
        decision(*discards("19m258p1379s22467z5p")),
        {"type": "error", "code": "illegal", "message": "1m is wild", "decision": 41},
    ],
    "waiting_room": [welcome(players=[player(ready=True), player("guest-0042"), FREE, bot()])],
    "together": [
        welcome(players=TOGETHER),
        whole(view(seats=FULL_SEATS, hand=tiles("28m"), drawn="8m"), TOGETHER),
        decision(*discards("2m"), seconds=18.4, reserve=60),
    ],
    "last_seconds": [
        welcome(players=TOGETHER),
        whole(view(seats=SHORT_RIVERS), TOGETHER),
        decision(*discards("19m258p1379s22467z5p"), seconds=0, reserve=4.2),
    ],
    "autopilot": [
        welcome(players=[player(autopilot=True), *TOGETHER[1:]]),
        whole(
            view(seats=FULL_SEATS, hand=tiles("28m"), drawn="8m"),
            [player(autopilot=True), *TOGETHER[1:]],
        ),
    ],
    "sheet_together": [
        welcome(players=TOGETHER),
        whole(view(seats=WON_SEATS, hand=OPEN_HANDS[0], drawn="5m"), TOGETHER),
        event(42, WON),
        event(43, won_result()),
        over([242, -102, -96, -44]),
        {"type": "seats", "players": [*TOGETHER[:2], player("guest-9999", ready=True), bot()]},
    ],
    "draining": [
        welcome(),
        whole(view(seats=SHORT_RIVERS)),
        decision(*discards("19m258p1379s22467z5p")),
        {"type": "draining", "message": "soon"},
    ],
    "frozen": [
        welcome(),
        whole(view(seats=SHORT_RIVERS)),
        {"type": "frozen", "message": "stopped", "record": "/records/round-3", "why": "fault"},
    ],
}
