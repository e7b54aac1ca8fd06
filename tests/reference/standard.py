"""RULES 4 and 5: each rule id a function that returns the tai it gives, one number a thing."""

from __future__ import annotations

from collections.abc import Callable

from .case import Case, all_triplets, four_winds, full_flush, half_flush
from .tiles import PLANTS, RED, SEASONS, WHITE, is_suit, kind

Rule = Callable[[Case], list[int]]


def wild_faces(case: Case, suit_faces: bool) -> list[int]:
    """Numbers of wild tiles held, of suit faces or of the others."""
    return [
        number
        for face, number in case.request.wild_held.items()
        if number and is_suit(face) == suit_faces
    ]


def b1(case: Case) -> list[int]:
    """Wild tiles of one suit face held."""
    return [case.tai("B1")[n - 1] for n in wild_faces(case, suit_faces=True)]


def b2(case: Case) -> list[int]:
    """Wild tiles of one wind, dragon or flower face held."""
    return [case.tai("B2")[n - 1] for n in wild_faces(case, suit_faces=False)]


def b3(case: Case) -> list[int]:
    """Flowers of one colour set aside, or whites; an opening kong scores B3's four (RULES 10)."""
    numbers = [
        sum(kind(tile) == colour for tile in case.request.bonus)
        for colour in (SEASONS, PLANTS, WHITE)
    ]
    numbers += [4 for _ in case.request.bonus_kongs]
    return [case.tai("B3")[n - 1] for n in numbers if n]


def b4(case: Case) -> list[int]:
    """Exposed kong, an added one too: 中, 发 or own wind / any other."""
    own, other = case.tai("B4")
    return [own if kong.tile in case.kinds_that_pay else other for kong in case.exposed_kongs]


def b5(case: Case) -> list[int]:
    """Concealed kong: 中, 发 or own wind / any other."""
    own, other = case.tai("B5")
    return [own if kong.tile in case.kinds_that_pay else other for kong in case.concealed_kongs]


def triplet_and_pair(case: Case) -> list[str]:
    """B6 and B7 of a winner: for each kind that pays, the rule it is counted by, if any (B8)."""
    rules = []
    for place in case.kinds_that_pay:
        if place in case.konged:
            continue
        offers = []
        if place in case.triplets:
            offers.append("B6")
        if place == case.request.wind and case.view.pair == place:
            offers.append("B7")
        if offers:
            rules.append(max(offers, key=case.tai))
    return rules


def b6(case: Case) -> list[int]:
    """Pung or concealed triplet of 中, 发 or own wind."""
    return [case.tai("B6") for rule in triplet_and_pair(case) if rule == "B6"]


def b7(case: Case) -> list[int]:
    """Pair of own wind."""
    return [case.tai("B7") for rule in triplet_and_pair(case) if rule == "B7"]


def v1(case: Case) -> list[int]:
    """Self-draw; heavenly and in the share-out too (P8, P9)."""
    return [case.tai("V1")] if case.win.self_draw else []


def v2(case: Case) -> list[int]:
    """Heavenly."""
    return [case.tai("V2")] if case.win.opening == "heavenly" else []


def v3(case: Case) -> list[int]:
    """Earthly, in the ways that the field `earthly` lists."""
    way = "first_draw" if case.win.self_draw else "first_discard"
    earthly = case.win.opening == "earthly" and way in case.field("earthly")
    return [case.tai("V3")] if earthly else []


def v4(case: Case) -> list[int]:
    """Hard hand: no wild tile held."""
    return [case.tai("V4")] if case.request.wild_count == 0 else []


def v5(case: Case) -> list[int]:
    """Plain hand: five chows and a pair, and base tai 0."""
    base = sum(sum(rule(case)) for rule in BASE.values())
    return [case.tai("V5")] if case.only_chows and base == 0 else []


def v6(case: Case) -> list[int]:
    """All green."""
    green = {"2s", "3s", "4s", "6s", "8s", "6z"}
    all_green = case.view.all_green and green.issuperset(case.meld_tiles)
    return [case.tai("V6")] if all_green else []


def v7(case: Case) -> list[int]:
    """Full flush."""
    return [case.tai("V7")] if full_flush(case) else []


def v8(case: Case) -> list[int]:
    """Half flush."""
    return [case.tai("V8")] if half_flush(case) else []


def v9(case: Case) -> list[int]:
    """All triplets."""
    return [case.tai("V9")] if all_triplets(case) else []


def v10(case: Case) -> list[int]:
    """Four winds."""
    return [case.tai("V10")] if four_winds(case) else []


def v11(case: Case) -> list[int]:
    """Win on the tile drawn after a kong; one more for 中 or own wind."""
    exposed, concealed, more = case.tai("V11")
    if case.win.after not in ("exposed_kong", "concealed_kong"):
        return []
    tai = exposed if case.win.after == "exposed_kong" else concealed
    return [tai + (more if case.win.kong_tile in (RED, case.request.wind) else 0)]


def v12(case: Case) -> list[int]:
    """Robbing a kong."""
    return [case.tai("V12")] if case.win.by == "robbed_kong" else []


def v13(case: Case) -> list[int]:
    """Wild reunion: three wild tiles of one face all stand for their own kind; once."""
    return [case.tai("V13")] if 3 in case.view.own else []


def v14(case: Case) -> list[int]:
    """Four, five or six wild tiles held."""
    held = case.request.wild_count
    return [case.tai("V14")[held - 4]] if held >= 4 else []


def v16(case: Case) -> list[int]:
    """Win in the share-out."""
    return [case.tai("V16")] if case.win.share_out else []


FOR_ALL: dict[str, Rule] = {"B1": b1, "B2": b2, "B3": b3, "B4": b4, "B5": b5}
BASE: dict[str, Rule] = {**FOR_ALL, "B6": b6, "B7": b7}
FOR_WINNER: dict[str, Rule] = {
    "V1": v1,
    "V2": v2,
    "V3": v3,
    "V4": v4,
    "V5": v5,
    "V6": v6,
    "V7": v7,
    "V8": v8,
    "V9": v9,
    "V10": v10,
    "V11": v11,
    "V12": v12,
    "V13": v13,
    "V14": v14,
    "V16": v16,
}
