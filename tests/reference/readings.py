"""Every way to read concealed tiles as sets and a pair (P6), wild tiles standing in (W2).

Readings that no rule tells apart are collapsed: what the rules look at is a View, and one example
is kept for each. The search goes through the kinds in order and decides for each how many
triplets, pairs and chows begin there; tiles missing are made up by wild tiles.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import NamedTuple

from .request import Request
from .tiles import FLOWERS, GREEN, HONOURS, KINDS, PLANTS, SEASONS, WHITE, is_suit, kind, spell

GREEN_TILES = ("2s", "3s", "4s", "6s", "8s", GREEN)


class View(NamedTuple):
    """What the rules can tell about the concealed part of a reading."""

    chows: int = 0
    triplets: frozenset[str] = frozenset()  # the honours
    pair: str = ""  # the kind if an honour; else empty
    suits: frozenset[str] = frozenset()
    honours: bool = False  # any honour at all
    all_green: bool = True  # flowers apart
    own: tuple[int, ...] = ()  # of each wild kind, how many stand for their own kind


class Example(NamedTuple):
    """One reading: its sets and pair by kind, and what each wild tile stands for."""

    sets: tuple[tuple[str, ...], ...] = ()
    pair: str = ""
    wilds: tuple[tuple[str, str], ...] = ()  # wild kind, kind it stands for


Readings = dict[View, Example]


def readings(request: Request) -> Readings:
    """Return one example for every View of the winner's concealed tiles; empty: no shape."""
    naturals = Counter(tile for tile in request.concealed if not request.is_wild(tile))
    wild_kinds = request.wild_kinds
    others_cannot_show = {SEASONS, PLANTS}
    if request.ruleset["white_is_bonus"]:
        others_cannot_show.add(WHITE)

    def ways_to_fill(place: str, missing: int, wilds: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Say how many wild tiles of each wild kind may fill the missing tiles of a kind."""
        ways: list[tuple[int, ...]] = [()]
        for wild_kind, left in zip(wild_kinds, wilds, strict=True):
            may = place == wild_kind or place not in others_cannot_show
            ways = [(*way, n) for way in ways for n in range(left + 1) if n == 0 or may]
        return [way for way in ways if sum(way) == missing]

    @cache
    def rest(
        at: int, begun: int, begun_before: int, sets: int, pairs: int, wilds: tuple[int, ...]
    ) -> Readings:
        """Read all kinds from number `at` on.

        `begun` chows began at the kind before this one, `begun_before` at the one before that.
        """
        if at == len(KINDS):
            done = sets == 0 and pairs == 0 and not any(wilds)
            return {View(own=(0,) * len(wild_kinds)): Example()} if done else {}
        place = KINDS[at]
        can_chow = is_suit(place) and place[0] <= "7"
        found: Readings = {}
        for chows in range(sets + 1 if can_chow else 1):
            for triplets in range(sets - chows + 1):
                for pair in range(pairs + 1):
                    used = begun + begun_before + chows + 3 * triplets + 2 * pair
                    missing = used - naturals[place]
                    if not 0 <= missing <= sum(wilds):
                        continue
                    for way in ways_to_fill(place, missing, wilds):
                        left = tuple(w - n for w, n in zip(wilds, way, strict=True))
                        later = rest(
                            at + 1, chows, begun, sets - chows - triplets, pairs - pair, left
                        )
                        for view, example in later.items():
                            extended = with_kind(view, place, used, chows, triplets, pair, way)
                            if extended not in found:
                                found[extended] = Example(
                                    (chow_from(at),) * chows
                                    + ((place,) * 3,) * triplets
                                    + example.sets,
                                    place if pair else example.pair,
                                    tuple(
                                        (wild_kind, place)
                                        for wild_kind, n in zip(wild_kinds, way, strict=True)
                                        for _ in range(n)
                                    )
                                    + example.wilds,
                                )
        return found

    def with_kind(
        view: View, place: str, used: int, chows: int, triplets: int, pair: int, way: tuple[int, ...]
    ) -> View:
        if not used:
            return view
        own = tuple(
            n + (way[i] if wild_kinds[i] == place else 0) for i, n in enumerate(view.own)
        )
        is_honour = place in HONOURS
        return View(
            chows=view.chows + chows,
            triplets=view.triplets | {place} if is_honour and triplets else view.triplets,
            pair=place if is_honour and pair else view.pair,
            suits=view.suits | {place[1]} if is_suit(place) else view.suits,
            honours=view.honours or is_honour,
            all_green=view.all_green and (place in GREEN_TILES or place in (SEASONS, PLANTS)),
            own=own,
        )

    held = tuple(request.wild_held[wild_kind] for wild_kind in wild_kinds)
    return rest(0, 0, 0, 5 - len(request.melds), 1, held)


def chow_from(at: int) -> tuple[str, ...]:
    return KINDS[at : at + 3]


def as_text(request: Request, example: Example) -> dict[str, object]:
    """Write a reading as INTERFACES does: the very wild tiles held, melds first."""
    held = [tile for tile in request.concealed if request.is_wild(tile)]
    wilds = []
    flowers: dict[str, list[str]] = {SEASONS: [], PLANTS: []}
    for wild_kind, place in example.wilds:
        tile = next(tile for tile in held if kind(tile) == wild_kind)
        held.remove(tile)
        if tile in FLOWERS and place == wild_kind:
            flowers[wild_kind].append(tile)
            place = tile
        wilds.append({"tile": tile, "as": place})

    def tiles(places: tuple[str, ...]) -> str:
        return spell([flowers[place].pop() if place in flowers else place for place in places])

    return {
        "sets": [*(tiles(meld.tiles) for meld in request.melds), *map(tiles, example.sets)],
        "pair": tiles((example.pair,) * 2),
        "wilds": wilds,
    }
