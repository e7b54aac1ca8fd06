"""Changes that make most requests malformed or impossible, one or two at a time."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from .ruleset import FIELDS, NAMED_VALUES, TAI
from .tiles import CHINESE, FLOWERS, TILES

Body = dict[str, Any]

JUNK: tuple[object, ...] = (
    None, True, False, 0, 1, -1, 4, 1.0, 1.5, 10**30, "", "x", "5", "m", "0m", "1m", "11m", "1m 2m",
    "８m", "1M", "8z", "9f", "东", "东东", "一", "1m东", "万", "红中", [], ["1m"], ["1m", "1m"],
    [None, None], ["1m", "12m"], {}, {"tile": "1m"}, [[]], [{}], {"base": "standard"},
)  # fmt: skip


def disturb(rng: Random, body: Body) -> Body:
    for _ in range(rng.choice((1, 1, 1, 2))):
        rng.choice(CHANGES)(rng, body)
    return body


def junk(rng: Random) -> object:
    return deepcopy(rng.choice(JUNK))


def a_key(rng: Random, body: Body) -> None:
    """Give a key something that does not belong there."""
    keys = ["ruleset", "indicators", "seat_wind", "hand", "melds", "bonus", "win"]
    body[rng.choice(keys)] = junk(rng)


def without_key(rng: Random, body: Body) -> None:
    body.pop(rng.choice(list(body)))


def a_win_key(rng: Random, body: Body) -> None:
    if isinstance(body.get("win"), dict):
        win = body["win"]
        key = rng.choice(("tile", "by", "after", "kong_tile", "opening", "share_out", "ready"))
        if rng.random() < 0.2:
            win.pop(key, None)
        else:
            win[key] = junk(rng)


def a_circumstance(rng: Random, body: Body) -> None:
    """Any value that INTERFACES names, whether it can be here or not."""
    if rng.random() < 0.3:
        body["seat_wind"] = rng.choice(("east", "south"))
    if isinstance(body.get("win"), dict):
        values: dict[str, tuple[object, ...]] = {
            "by": ("self_draw", "discard", "robbed_kong"),
            "after": (None, "exposed_kong", "concealed_kong", "bonus"),
            "kong_tile": (None, rng.choice(TILES)),
            "opening": (None, "heavenly", "earthly"),
            "share_out": (False, True),
            "ready": (False, True),
            "tile": (rng.choice(TILES),),
        }
        for key in rng.sample(list(values), rng.choice((1, 1, 2, 3))):
            body["win"][key] = rng.choice(values[key])


def a_meld(rng: Random, body: Body) -> None:
    melds = body.get("melds")
    if not isinstance(melds, list) or not melds:
        return
    number = rng.randrange(len(melds))
    if not isinstance(melds[number], dict):
        return
    kinds = ("chow", "pung", "exposed_kong", "added_kong", "concealed_kong", "bonus_kong", "kong")
    tile = rng.choice(TILES)
    tiles = (
        tile * 3,
        tile * 4,
        "1234f",
        "5678f",
        "5555z",
        "123m",
        "12m3p",
        "567z",
        "135s",
        "89m1p",
    )
    what = rng.randrange(6)
    if what == 0:
        melds[number]["kind"] = rng.choice(kinds)
    elif what == 1:
        melds[number]["tiles"] = rng.choice(tiles)
    elif what == 2:
        melds[number] = {"kind": rng.choice(kinds), "tiles": rng.choice(tiles), "from": 1}
    elif what == 3:
        melds[number][rng.choice(("kind", "tiles"))] = junk(rng)
    elif what == 4:
        melds[number] = junk(rng)
    else:
        melds.append(deepcopy(melds[number]))


def a_text(rng: Random, body: Body) -> None:
    """Change, add or take away a sign of the tiles' text."""
    key = rng.choice(("hand", "bonus"))
    text = body.get(key)
    if not isinstance(text, str):
        return
    at = rng.randint(0, len(text))
    signs = [*"123456789mpszf0 x,Mm白板春万一", *CHINESE]
    cut = rng.choice((0, 0, 1))
    body[key] = text[:at] + rng.choice((*signs, "")) + text[at + cut :]


def some_tiles(rng: Random, body: Body) -> None:
    """Add tiles to the hand or to what is set aside, or the same number in other tiles."""
    key = rng.choice(("hand", "bonus"))
    text = body.get(key) or ""
    if not isinstance(text, str):
        return
    extra = rng.choice((rng.choice(TILES), rng.choice(FLOWERS), "5z", rng.choice(TILES) * 2))
    body[key] = extra + text
    if rng.random() < 0.6 and len(text) > 2 and text[0] in "123456789" and text[1] not in "mpszf":
        body[key] = extra + text[1:]


def an_indicator(rng: Random, body: Body) -> None:
    shown = body.get("indicators")
    if isinstance(shown, list) and shown:
        shown[rng.randrange(len(shown))] = rng.choice((rng.choice(TILES), junk(rng)))


def a_rule(rng: Random, body: Body) -> None:
    """A field or row with a value out of its range, or of the other base."""
    base = rng.choice((*TAI, "Standard", "classic", None))
    names = [f"tai.{rule}" for rows in TAI.values() for rule in rows]
    names += [field for fields in FIELDS.values() for field in fields]
    names += ["tai", "tai.", "tai.V15", "tai.B8", "tai.a1", "name", "base", "V1", ""]
    values: tuple[object, ...] = (
        True, 0, 1000, 1001, -1, 5.0, "5", None, [1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 2, True],
        [1, 1001, 3], [], "each", "off", "assist", "Off", ["first_draw"], ["first_draw", "x"],
        ["first_draw", "first_discard"], {}, {"V1": 1}, [[1], [2]],
    )  # fmt: skip
    changes = {rng.choice(names): rng.choice(values) for _ in range(rng.choice((1, 1, 1, 2)))}
    body["ruleset"] = {"base": base, "set": changes}
    if rng.random() < 0.2:
        body["ruleset"] = rng.choice(
            (base, {"set": changes}, {"base": base, "set": junk(rng)}, {"base": base, **changes})
        )
    if rng.random() < 0.2:
        field = rng.choice(tuple(NAMED_VALUES))
        body["ruleset"] = {
            "base": "standard",
            "set": {field: rng.choice((*NAMED_VALUES[field], 1))},
        }


CHANGES: tuple[Callable[[Random, Body], None], ...] = (
    a_key,
    without_key,
    a_win_key,
    a_circumstance,
    a_circumstance,
    a_circumstance,
    a_meld,
    a_meld,
    a_text,
    some_tiles,
    an_indicator,
    a_rule,
)
