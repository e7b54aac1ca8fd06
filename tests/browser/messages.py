"""What a server says to a page, written by hand: each message, and the parts it is made of."""

from __future__ import annotations

from typing import Any

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
