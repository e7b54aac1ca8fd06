"""`taipao score` for one decoded request."""

from __future__ import annotations

from typing import Any

from . import alternate, standard
from .bystander import best_items
from .case import Case
from .errors import BadRequestError, NotAWinError, RequestError
from .readings import View, as_text, readings
from .request import Request, read
from .ruleset import Ruleset

Items = list[tuple[str, int]]


def answer_score(body: object) -> dict[str, Any]:
    """Answer a request of `taipao score`; the words of items are left to the project."""
    ident = body.get("id") if isinstance(body, dict) else None
    try:
        if not isinstance(body, dict):
            raise BadRequestError("a request is an object")
        answer = score(read(body))
    except RequestError as error:
        answer = {"code": error.code, "message": str(error)}
        return {"id": ident, "legal": False, "error": answer}
    return {"id": ident, "legal": True, **answer}


def score(request: Request) -> dict[str, Any]:
    if request.win is None:
        return sheet(request, "non_winner", None, bystander_items(request), None)
    found = readings(request)
    if found:
        scored = [(winner_items(request, view), view) for view in found]
        items, view = max(scored, key=lambda pair: tai_of(pair[0]))  # V19
        reading = as_text(request, view, found[view])
        return sheet(request, "winner", "sets", items, reading)
    return sheet(request, "winner", "kill_pig", kill_pig_items(request), None)


def tai_of(items: Items) -> int:
    return sum(tai for _, tai in items)


def sheet(
    request: Request, role: str, shape: str | None, items: Items, reading: object
) -> dict[str, Any]:
    tai = tai_of(items)
    double_from = request.ruleset["double_from"]
    doubled = role == "winner" and 0 < double_from <= tai  # S1
    return {
        "role": role,
        "shape": shape,
        "tai": tai,
        "doubled": doubled,
        "total": tai * 2 if doubled else tai,
        "items": [{"rule": rule, "tai": tai} for rule, tai in sorted(items)],
        "reading": reading,
    }


def apply(rules: dict[str, standard.Rule], case: Case) -> Items:
    """Collect what rules give; a rule that gives nothing is no item."""
    return [(name, tai) for name, rule in rules.items() for tai in rule(case) if tai]


def bystander_items(request: Request) -> Items:
    """RULES 4 and B9; RULES 6 and "A2 likewise"."""
    case = Case(request, View())
    tai = request.ruleset.tai
    if request.ruleset.base == "standard":
        stood_in = best_items(request, ("B6", tai["B6"]), ("B7", tai["B7"]))
        items = apply(standard.FOR_ALL, case)
    else:
        stood_in = best_items(request, ("A2", tai["A2"]), None)
        items = apply(alternate.FOR_ALL, case)
    return items + [item for item in stood_in if item[1]]


def winner_items(request: Request, view: View) -> Items:
    """Return the items of one reading with the shape."""
    if request.ruleset.base == "standard":
        rules = {**standard.BASE, **standard.FOR_WINNER}
    else:
        rules = {**alternate.FOR_ALL, **alternate.FOR_WINNER}
    assert request.win is not None
    ready_tai = request.ruleset["ready_tai"]
    ready: Items = [("P7", ready_tai)] if request.win.ready and ready_tai else []
    return apply(rules, Case(request, view)) + ready


def kill_pig_items(request: Request) -> Items:
    """V15, A6 and A19: a win on an own turn without the shape."""
    assert request.win is not None
    tai = request.ruleset.tai
    held = sorted(request.wild_held.values())
    if not request.win.self_draw:
        raise NotAWinError("five sets and a pair are not there (P6)")
    if not kill_pig_allowed(request.ruleset, held):
        raise NotAWinError("neither five sets and a pair (P6) nor enough wild tiles (V15, A6, A19)")
    if request.ruleset.base == "standard":
        items = [("V14", tai["V14"][sum(held) - 4])]
    elif len(held) == 1:
        items = [("A19", tai["A19"][1])]
    else:
        items = [("A6", tai["A6"])]
    return [item for item in items if item[1]]


def kill_pig_allowed(ruleset: Ruleset, held: list[int]) -> bool:
    """Tell whether wild tiles held of each kind, fewest first, win without the shape."""
    when = ruleset["kill_pig"]
    if when == "off":
        return False
    if len(held) == 1:
        return ruleset.base == "alternate" and held == [2]
    if when == "any_four":
        return sum(held) >= 4
    return held[1] == 3 and held[0] >= 1


def item_lists(body: dict[str, Any]) -> list[Items]:
    """Return the sorted items of every reading of a winner with the shape, the best first."""
    request = read(body)
    lists = [sorted(winner_items(request, view)) for view in readings(request)]
    return sorted(lists, key=tai_of, reverse=True)


def best_item_lists(body: dict[str, Any]) -> list[Items]:
    """Return the sorted items of every best reading of a winner with the shape."""
    lists = item_lists(body)
    return [items for items in lists if tai_of(items) == tai_of(lists[0])]
