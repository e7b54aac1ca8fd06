"""B9: 中, 发 and the own wind of a player who has not won and needs no shape."""

from __future__ import annotations

from itertools import combinations_with_replacement

from .request import Request
from .tiles import GREEN, RED, kind


def best_items(
    request: Request, triplet: tuple[str, int], pair: tuple[str, int] | None
) -> list[tuple[str, int]]:
    """Let wild tiles stand in where that gives most, each once.

    `triplet` is the rule id and tai of a triplet, `pair` of a pair of the own wind, if any.
    On a tie the way with more triplets is taken (B6 before B7).
    """
    places = (RED, GREEN, request.wind)
    best: list[tuple[str, int]] = []
    # Each wild tile stands for one of the kinds that pay or for none; which does is all the same.
    for shown in combinations_with_replacement((*places, ""), request.wild_count):
        items = []
        for place in places:
            if any(meld.tile == place for meld in request.kongs):
                continue  # B8: the kong's value contains it
            there = [tile for tile in request.concealed if kind(tile) == place]
            natural = sum(not request.is_wild(tile) for tile in there)
            # At least one tile of that very kind must be there.
            number = natural + shown.count(place) if there else 0
            melded = any(m.kind == "pung" and m.tile == place for m in request.melds)
            offers = []
            if melded or number >= 3:
                offers.append(triplet)
            if pair and place == request.wind and number >= 2:
                offers.append(pair)
            if offers:  # one kind counts once (B8)
                items.append(max(offers, key=lambda offer: offer[1]))
        if rank(items, triplet[0]) > rank(best, triplet[0]):
            best = items
    return best


def rank(items: list[tuple[str, int]], triplet_rule: str) -> tuple[int, int]:
    return sum(tai for _, tai in items), sum(rule == triplet_rule for rule, _ in items)
