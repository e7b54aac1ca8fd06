"""What the REST part answers, laid out by hand, to show the pages around the table."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec

from taipao.rules.explained import explain_rules
from taipao.rules.fields import fields, values
from taipao.rules.ruleset import NAMES, load_ruleset

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

Answer = Any
Said = tuple[str, str, Any]

ME: dict[str, Any] = {
    "id": "abc",
    "name": "guest-0042",
    "kind": "guest",
    "coins": 30_000,
    "rank_points": 0,
    "rank": "白板",
    "table": None,
    "refill": False,
    "banned": None,
}
MEMBER = ME | {
    "name": "阿明 from Pingyang",
    "kind": "member",
    "coins": 1_234_500,
    "rank_points": 21_480,
    "rank": "东风",
}
POOR = ME | {"coins": 4_600, "refill": True, "table": "kq3vXW0a9mT2cLhB"}
BANNED = MEMBER | {
    "banned": {"reason": "<b>collusion</b> with a second account", "until": 1_800_000_000_000}
}

TIMES = [1_790_000_000_000 + 3_600_000 * hour for hour in range(40)]
ROOMS = [
    {
        "room": room,
        "ruleset": ruleset,
        "rate": rate,
        "entry": entry,
        "players": 3 * tables,
        "tables": tables,
        "waiting": tables % 3,
    }
    for ruleset in NAMES
    for room, rate, entry, tables in (
        ("novice", 100, 20_000, 128),
        ("intermediate", 300, 60_000, 17),
        ("expert", 600, 120_000, 1),
    )
]


def _line(number: int, kind: str, amount: int, balance: int, **other: Any) -> dict[str, Any]:
    return {
        "id": number,
        "kind": kind,
        "amount": amount,
        "balance": balance,
        "made": TIMES[number % 40],
        "round": None,
        "record": None,
        "note": None,
        **other,
    }


LEDGER = {
    "lines": [
        _line(
            number,
            "round",
            8_400 - 600 * number,
            1_234_500 + number,
            round="r",
            record="/records/r",
        )
        for number in range(30, 4, -1)
    ]
    + [_line(4, "correction", -5_000, 29_000, note="a round was frozen on 3 May; see mail")],
    "before": 4,
}
OLDER = {
    "lines": [_line(3, "refill", 12_000, 34_000), _line(1, "signup", 30_000, 30_000)],
    "before": None,
}


def _place(place: int, name: str, value: int, **other: Any) -> dict[str, Any]:
    rank = ["麻将王", "中", "北风", "九万", "一万", "白板"][min(place - 1, 5)]
    return {
        "place": place,
        "id": f"player-{place}",
        "name": name,
        "rank": rank,
        "value": value,
        "record": None,
        **other,
    }


BOARD = {
    "places": [
        _place(place, f"{'平阳老王' if place % 2 else 'Cangnan'}{place}", 240_000 // place)
        for place in range(1, 31)
    ],
    "own": _place(213, MEMBER["name"], 87, id="abc"),
}
HANDS = {
    "places": [
        _place(place, f"玩家{place}", 400 - place, record="/records/r") for place in (1, 2, 3)
    ],
    "own": None,
}
PROFILE = {
    "id": "abc",
    "name": MEMBER["name"],
    "rank": "东风",
    "rank_points": 21_480,
    "rounds": 1_482,
    "wins": 391,
    "win_rate": 391 / 1_482,
    "draws": 96,
    "draw_rate": 96 / 1_482,
    "dealt_in": 240,
    "deal_in_rate": 240 / 1_482,
    "kind": "member",
    "mean_tai": 11.372,
    "items": {"V1": 201, "B1": 260, "V4": 44, "V11": 12, "V14": 3, "B3": 190, "V7": 21},
    "best": [
        {
            "total": 226,
            "tai": 113,
            "items": [["V14", 100], ["B1", 8], ["V12", 3], ["V1", 1], ["B6", 1]],
            "ended": TIMES[3],
            "record": "/records/r",
        },
        {"total": 84, "tai": 42, "items": [["V6", 26]], "ended": TIMES[9], "record": "/records/q"},
    ],
    "coins": [
        {"time": time, "coins": 30_000 + (index * 7_919) % 50_000}
        for index, time in enumerate(TIMES)
    ],
}


RULESETS = json.loads(
    msgspec.json.encode(
        {
            "rulesets": {name: values(load_ruleset(name)) for name in NAMES},
            "fields": fields(),
        }
    )
)

RULES = {
    f"GET api/rules?ruleset={name}": json.loads(
        msgspec.json.encode({"ruleset": name, "rules": explain_rules(load_ruleset(name))})
    )
    for name in NAMES
}

QUEUED = {"room": "novice", "ruleset": "standard", "waiting": 2, "seconds": 12.0, "table": None}

ANSWERS: dict[str, Answer] = {
    "GET api/me": ME,
    "POST api/guest": {"id": "abc", "name": "guest-0042"},
    "GET api/rooms": ROOMS,
    "GET api/queue": 404,
    "GET api/ledger": LEDGER,
    "GET api/ledger?before=4": OLDER,
    "GET api/leaderboards/ranks": BOARD,
    "GET api/leaderboards/week": BOARD,
    "GET api/leaderboards/hands": HANDS,
    "GET api/players/abc": PROFILE,
    "GET api/rulesets": RULESETS,
    **RULES,
}


def answering(page: Page, others: dict[str, Answer]) -> list[Said]:
    """Answer what the page asks of the REST part; return the list of what it changes by that.

    An answer is what the JSON says, or the status of a refusal, or both as a pair, or a function
    that gives one of these; None is none yet. Those of `others` come first, by method and path,
    with its query or without.
    """
    said: list[Said] = []
    known = ANSWERS | others

    def answer(route: Route) -> None:
        request = route.request
        url = urlsplit(request.url)
        plain = f"{request.method} {url.path[1:]}"
        if request.method != "GET" and url.path != "/api/guest":
            said.append((request.method, url.path[1:], request.post_data_json))
        found = known.get(f"{plain}?{url.query}", known.get(plain, {}))
        found = found() if callable(found) else found
        if found is None:
            return
        if isinstance(found, int):
            found = found, {"detail": "refused"}
        status, body = found if isinstance(found, tuple) else (200, found)
        route.fulfill(status=status, body=json.dumps(body), content_type="application/json")

    page.route("**/api/**", answer)
    return said
