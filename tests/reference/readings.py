"""Every way to read concealed tiles as sets and a pair (P6), wild tiles standing in (W2).

Readings that no rule tells apart are collapsed: what the rules look at is a View, and one example
is kept for each. The search goes through the kinds one by one and decides for each how many
triplets, pairs and chows begin there; tiles missing are made up by wild tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from .request import Request
from .tiles import (
    FLOWERS,
    GREEN,
    HONOURS,
    PLANTS,
    SEASONS,
    SUIT_TILES,
    SUITS,
    WHITE,
    is_honour,
    is_suit,
    kind,
    spell,
)

GREEN_OR_FLOWER = ("2s", "3s", "4s", "6s", "8s", GREEN, SEASONS, PLANTS)


class View(NamedTuple):
    """What the rules can tell about the concealed part of a reading."""

    chows: bool = False  # any chow
    others: bool = False  # any other set
    triplets: frozenset[str] = frozenset()  # the honours
    pair: str = ""  # the kind if an honour; else empty
    suits: frozenset[str] = frozenset()
    honours: bool = False  # any honour at all
    all_green: bool = True  # flowers apart
    own: tuple[int, ...] = ()  # of each wild kind, how many stand for their own kind


class Example(NamedTuple):
    """One reading: its sets and its pair, by kind."""

    sets: tuple[tuple[str, ...], ...] = ()
    pair: str = ""


Readings = dict[View, Example]


def readings(request: Request) -> Readings:
    """Return one example for every View of the winner's concealed tiles; empty: no shape."""
    naturals = Counter(tile for tile in request.concealed if not request.is_wild(tile))
    wild_kinds = request.wild_kinds
    order = kinds_in_order(wild_kinds)
    last_wild = max(order.index(wild) for wild in wild_kinds)

    @cache
    def ways_to_fill(place: str, missing: int, wilds: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Say how many wild tiles of each wild kind may fill the missing tiles of a kind."""
        ways: list[tuple[int, ...]] = [()]
        for wild, left in zip(wild_kinds, wilds, strict=True):
            may = place == wild or others_may_show(request, place)
            ways = [(*way, n) for way in ways for n in range(left + 1) if n == 0 or may]
        return [way for way in ways if sum(way) == missing]

    @cache
    def rest(
        at: int, begun: tuple[int, int], sets: int, pairs: int, wilds: tuple[int, ...]
    ) -> Readings:
        """Read all kinds from number `at` on.

        `begun` says how many chows began two kinds before this one, and at the one before.
        """
        if at == len(order):
            done = sets == 0 and pairs == 0 and not any(wilds)
            return {View(own=(0,) * len(wild_kinds)): Example()} if done else {}
        if at > last_wild:
            # None can stand for itself from here on, so they are all alike.
            wilds = (sum(wilds), *(0 for _ in wilds[1:]))
        wilds_left = sum(wilds)
        place = order[at]
        can_chow = is_suit(place) and place[0] <= "7"
        found: Readings = {}
        for chows in range(sets + 1 if can_chow else 1):
            for triplets in range(sets - chows + 1):
                for pair in range(pairs + 1):
                    used = sum(begun) + chows + 3 * triplets + 2 * pair
                    missing = used - naturals[place]
                    if missing < 0:
                        continue
                    if missing > wilds_left:
                        break
                    for way in ways_to_fill(place, missing, wilds):
                        left = tuple(w - n for w, n in zip(wilds, way, strict=True))
                        sets_left = sets - chows - triplets
                        later = rest(at + 1, (begun[1], chows), sets_left, pairs - pair, left)
                        if not used:
                            for view, example in later.items():
                                found.setdefault(view, example)
                            continue
                        own = tuple(
                            n * (wild == place) for wild, n in zip(wild_kinds, way, strict=True)
                        )
                        new_sets = (order[at : at + 3],) * chows + ((place,) * 3,) * triplets
                        for view, example in later.items():
                            longer = with_kind(view, place, (chows, triplets, pair), own)
                            if longer not in found:
                                sets_read = new_sets + example.sets
                                found[longer] = Example(sets_read, place if pair else example.pair)
        return found

    held = tuple(request.wild_held[wild] for wild in wild_kinds)
    return rest(0, (0, 0), 5 - len(request.melds), 1, held)


def kinds_in_order(wild_kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Return all kinds, each suit upwards, the suits of wild tiles before the others."""
    suits = sorted(SUITS, key=lambda suit: not any(wild[1] == suit for wild in wild_kinds))
    in_suits = [tile for suit in suits for tile in SUIT_TILES if tile[1] == suit]
    return (SEASONS, PLANTS, *HONOURS, *in_suits)


def others_may_show(request: Request, place: str) -> bool:
    """Tell whether a wild tile of another kind may stand for this kind (W2)."""
    if place == WHITE:
        return not request.ruleset["white_is_bonus"]
    return place not in (SEASONS, PLANTS)


def with_kind(view: View, place: str, begins: tuple[int, int, int], own: tuple[int, ...]) -> View:
    """Return a view of later kinds with this kind added, where chows, triplets, a pair begin."""
    chows, triplets, pair = begins
    honour = is_honour(place)
    return View(
        view.chows or chows > 0,
        view.others or triplets > 0,
        view.triplets | {place} if honour and triplets else view.triplets,
        place if honour and pair else view.pair,
        view.suits | {place[1]} if is_suit(place) else view.suits,
        view.honours or honour,
        view.all_green and place in GREEN_OR_FLOWER,
        tuple(map(sum, zip(view.own, own, strict=True))) if any(own) else view.own,
    )


def view_of(
    request: Request,
    sets: Iterable[tuple[str, ...]],
    pair: tuple[str, ...],
    wilds: Iterable[tuple[str, str]],
) -> View:
    """Return the View of a whole reading of the concealed tiles, written out as tiles."""
    sets = list(sets)
    tiles = [tile for group in (*sets, pair) for tile in group]
    return View(
        chows=any(len(set(map(kind, group))) > 1 for group in sets),
        others=any(len(set(map(kind, group))) == 1 for group in sets),
        triplets=frozenset(g[0] for g in sets if is_honour(g[0])),
        pair=pair[0] if is_honour(pair[0]) else "",
        suits=frozenset(tile[1] for tile in tiles if is_suit(tile)),
        honours=any(map(is_honour, tiles)),
        all_green=all(kind(tile) in GREEN_OR_FLOWER for tile in tiles),
        own=tuple(
            sum(kind(tile) == kind(shown) == wild for tile, shown in wilds)
            for wild in request.wild_kinds
        ),
    )


def as_text(request: Request, view: View, example: Example) -> dict[str, object]:
    """Write a reading as INTERFACES does: melds first, and what each wild tile held stands for."""
    held = sorted(tile for tile in request.concealed if request.is_wild(tile))
    places = Counter(place for group in (*example.sets, (example.pair,) * 2) for place in group)
    places.subtract(tile for tile in request.concealed if not request.is_wild(tile))
    flowers: dict[str, list[str]] = {SEASONS: [], PLANTS: []}
    wilds = []
    for wild, number in zip(request.wild_kinds, view.own, strict=True):
        for _ in range(number):
            tile = next(tile for tile in held if kind(tile) == wild)
            held.remove(tile)
            places[wild] -= 1
            if tile in FLOWERS:
                flowers[wild].append(tile)
            wilds.append({"tile": tile, "as": tile})
    # What is left stands for other kinds; a wild kind shown is shown by the other wild kind.
    for place in sorted(places.elements(), key=lambda place: place not in request.wild_kinds):
        tile = next(tile for tile in held if kind(tile) != place)
        held.remove(tile)
        wilds.append({"tile": tile, "as": place})

    def tiles(group: tuple[str, ...]) -> str:
        return spell([flowers[place].pop() if place in flowers else place for place in group])

    return {
        "sets": [*(tiles(meld.tiles) for meld in request.melds), *map(tiles, example.sets)],
        "pair": tiles((example.pair,) * 2),
        "wilds": wilds,
    }
