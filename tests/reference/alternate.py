"""RULES 6: each rule id a function that returns the tai it gives, one number a thing."""

from __future__ import annotations

from .case import Case, all_triplets, four_winds, full_flush, half_flush
from .request import Meld
from .standard import Rule
from .tiles import GREEN, PLANTS, RED, SEASONS, WHITE, is_honour, kind


def a1(case: Case) -> list[int]:
    """Clean hand."""
    request = case.request
    clean = not request.melds and not request.bonus and request.wild_count == 0
    return [case.tai("A1")] if clean else []


def a2(case: Case) -> list[int]:
    """Pung or triplet of 中, 发 or own wind; one that is konged is counted there (B8)."""
    return [
        case.tai("A2")
        for place in case.kinds_that_pay
        if place in case.triplets and place not in case.konged
    ]


def a3(case: Case) -> list[int]:
    """Whites set aside: from two on."""
    number = case.request.bonus.count(WHITE)
    return [case.tai("A3")[number - 2]] if number >= 2 else []


def a4(case: Case) -> list[int]:
    """Flowers of one colour set aside: from two on."""
    numbers = [
        sum(kind(tile) == colour for tile in case.request.bonus) for colour in (SEASONS, PLANTS)
    ]
    return [case.tai("A4")[number - 2] for number in numbers if number >= 2]


def a4k(case: Case) -> list[int]:
    """Opening kong of four whites or flowers of one colour."""
    return [case.tai("A4k") for _ in case.request.bonus_kongs]


def wild_rule(case: Case, face: str) -> str:
    """The rule among A5, A7 and A8 that a wild kind is counted by."""
    if face == case.request.wind:
        return "A8"
    if face in (RED, GREEN, WHITE, SEASONS, PLANTS):
        return "A7"
    return "A5"


def by_face(case: Case) -> list[tuple[str, int]]:
    """A5, A7 and A8, before A6 and A19 take their place."""
    items = []
    for face, number in case.request.wild_held.items():
        if number:
            rule = wild_rule(case, face)
            items.append((rule, case.tai(rule)[number - 1]))
    return items


def equal_indicators(case: Case) -> bool:
    return len(case.request.wild_kinds) == 1


def three_and_one(case: Case) -> bool:
    """Three wild tiles of one face and at least one of the other."""
    held = case.request.wild_held.values()
    return len(held) == 2 and max(held) == 3 and min(held) >= 1


def a6(case: Case) -> list[int]:
    """Kill-pig with the shape: in place of A5, A7 and A8, unless those are worth more."""
    worth = sum(tai for _, tai in by_face(case))
    takes_place = case.request.win is not None and three_and_one(case) and worth <= case.tai("A6")
    return [case.tai("A6")] if takes_place else []


def of_faces(case: Case, rule: str) -> list[int]:
    """What A5, A7 or A8 gives; nothing where A6 or A19 stands in their place."""
    if equal_indicators(case) or a6(case):
        return []
    return [tai for counted_by, tai in by_face(case) if counted_by == rule]


def a5(case: Case) -> list[int]:
    """Wild tiles of a suit face, or of another's wind."""
    return of_faces(case, "A5")


def a7(case: Case) -> list[int]:
    """Wild tiles of 中, 发, 白 or a flower."""
    return of_faces(case, "A7")


def a8(case: Case) -> list[int]:
    """Wild tiles of the own wind."""
    return of_faces(case, "A8")


def head(case: Case, kong: Meld) -> int:
    """T5: 0 for a small head, 1 for a large one."""
    return int(is_honour(kong.tile) or kong.tile[0] in "19")


def a9(case: Case) -> list[int]:
    """Exposed kong, but of the own wind: small head / large head."""
    wind = case.request.wind
    return [case.tai("A9")[head(case, k)] for k in case.exposed_kongs if k.tile != wind]


def a10(case: Case) -> list[int]:
    """Kong of the own wind: exposed / concealed."""
    exposed, concealed = case.tai("A10")
    wind = case.request.wind
    return [exposed for kong in case.exposed_kongs if kong.tile == wind] + [
        concealed for kong in case.concealed_kongs if kong.tile == wind
    ]


def a11(case: Case) -> list[int]:
    """Concealed kong, but of the own wind: small head / large head, 中, 发."""
    wind = case.request.wind
    return [case.tai("A11")[head(case, k)] for k in case.concealed_kongs if k.tile != wind]


def a12(case: Case) -> list[int]:
    """Full flush."""
    return [case.tai("A12")] if full_flush(case) else []


def a13(case: Case) -> list[int]:
    """Half flush."""
    return [case.tai("A13")] if half_flush(case) else []


def a14(case: Case) -> list[int]:
    """All triplets."""
    return [case.tai("A14")] if all_triplets(case) else []


def a15(case: Case) -> list[int]:
    """Four winds."""
    return [case.tai("A15")] if four_winds(case) else []


def a16(case: Case) -> list[int]:
    """Win on the tile drawn after a kong or after a replaced bonus tile."""
    return [case.tai("A16")] if case.win.after else []


def a17(case: Case) -> list[int]:
    """Self-draw."""
    return [case.tai("A17")] if case.win.self_draw else []


def a18(case: Case) -> list[int]:
    """Robbing a kong."""
    return [case.tai("A18")] if case.win.by == "robbed_kong" else []


def a19(case: Case) -> list[int]:
    """Both indicators of one kind: one wild tile / two / two that are spare in a winning shape.

    The third figure is there to pay more; a table that makes it smaller than the second still
    gives the second ("10, or 15": V19 takes the highest).
    """
    one, two, spare = case.tai("A19")
    held = case.request.wild_count
    if not equal_indicators(case) or held == 0:
        return []
    if held == 1:
        return [one]
    are_spare = case.request.win is not None and case.view.own == (2,)
    return [max(two, spare) if are_spare else two]


def a20(case: Case) -> list[int]:
    """Single wait: all five sets melded."""
    return [case.tai("A20")] if len(case.request.melds) == 5 else []


FOR_ALL: dict[str, Rule] = {
    "A3": a3,
    "A4": a4,
    "A4k": a4k,
    "A5": a5,
    "A7": a7,
    "A8": a8,
    "A9": a9,
    "A10": a10,
    "A11": a11,
    "A19": a19,
}
FOR_WINNER: dict[str, Rule] = {
    "A1": a1,
    "A2": a2,
    "A6": a6,
    "A12": a12,
    "A13": a13,
    "A14": a14,
    "A15": a15,
    "A16": a16,
    "A17": a17,
    "A18": a18,
    "A20": a20,
}
