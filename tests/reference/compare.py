"""Whether an answer of `taipao score` is right, judged by this implementation."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from .errors import BadRequestError
from .readings import others_may_show, view_of
from .request import Request, read
from .score import Items, answer_score, tai_of, winner_items
from .tiles import kind, parse, parse_one

Answer = dict[str, Any]


class WrongError(Exception):
    """What is wrong with an answer."""


def difference(body: object, answer: Answer) -> str | None:
    """Return what is wrong with an answer to a request, or None."""
    expected = answer_score(body)
    try:
        compare(body, answer, expected)
    except (WrongError, BadRequestError, KeyError, TypeError) as error:
        return "\n".join(
            (
                f"{type(error).__name__}: {error}",
                f"request:  {json.dumps(body, ensure_ascii=False)}",
                f"answer:   {json.dumps(answer, ensure_ascii=False)}",
                f"expected: {json.dumps(expected, ensure_ascii=False)}",
            )
        )
    return None


def compare(body: object, answer: Answer, expected: Answer) -> None:
    same(answer, expected, "id", "legal")
    if not expected["legal"]:
        same(answer["error"], expected["error"], "code")
        if not answer["error"]["message"]:
            raise WrongError("an error without a message")
        return
    assert isinstance(body, dict)
    same(answer, expected, "role", "shape", "tai", "doubled", "total")
    items = sorted((item["rule"], item["tai"]) for item in answer["items"])
    if tai_of(items) != answer["tai"]:
        raise WrongError("the items' tai are not the sum")
    if any(not item["zh"] or not item["en"] for item in answer["items"]):
        raise WrongError("an item without words")
    if answer["shape"] == "sets":
        check_reading(read(body), answer["reading"], items)
        return
    if items != [(item["rule"], item["tai"]) for item in expected["items"]]:
        raise WrongError("other items")
    if answer["reading"] is not None:
        raise WrongError("a reading without the shape")


def same(answer: Answer, expected: Answer, *keys: str) -> None:
    for key in keys:
        if answer[key] != expected[key] or type(answer[key]) is not type(expected[key]):
            raise WrongError(f"{key}: {answer[key]!r}, not {expected[key]!r}")


def check_reading(request: Request, reading: Answer, items: Items) -> None:
    """A reading must be one of these very tiles, and its items those that were given."""
    if set(reading) != {"sets", "pair", "wilds"}:
        raise WrongError(f"a reading of {sorted(reading)}")
    sets = [parse(text, "set") for text in reading["sets"]]
    pair = parse(reading["pair"], "pair")
    wilds = [(parse_one(w["tile"], "tile"), parse_one(w["as"], "as")) for w in reading["wilds"]]
    melded, concealed = sets[: len(request.melds)], sets[len(request.melds) :]
    if len(sets) != 5 or [*map(sorted, melded)] != [sorted(meld.tiles) for meld in request.melds]:
        raise WrongError("the sets are not five, melds first")
    for group in concealed:
        if not is_triplet(group) and not is_chow(group):
            raise WrongError(f"no set: {group}")
    if len(pair) != 2 or kind(pair[0]) != kind(pair[1]):
        raise WrongError(f"no pair: {pair}")
    held = Counter(tile for tile in request.concealed if request.is_wild(tile))
    if Counter(tile for tile, _ in wilds) != held:
        raise WrongError("other wild tiles than are held")
    for tile, shown in wilds:
        if tile != shown and not others_may_show(request, kind(shown)):
            raise WrongError(f"{tile} stands for {shown}")
    read_tiles = Counter(tile for group in (*concealed, pair) for tile in group)
    naturals = [tile for tile in request.concealed if not request.is_wild(tile)]
    if read_tiles != Counter([*naturals, *(shown for _, shown in wilds)]):
        raise WrongError("other tiles than the hand's")
    given = sorted(winner_items(request, view_of(request, concealed, pair, wilds)))
    if items != given:
        raise WrongError(f"the reading gives {given}")


def is_triplet(group: tuple[str, ...]) -> bool:
    return len(group) == 3 and len(set(map(kind, group))) == 1


def is_chow(group: tuple[str, ...]) -> bool:
    numbers = sorted(int(tile[0]) for tile in group)
    suits = {tile[1] for tile in group}
    first = numbers[0]
    return len(suits) == 1 and suits <= set("mps") and numbers == [first, first + 1, first + 2]
