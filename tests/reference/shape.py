"""The winning shape (P6) and the waits (P7), by taking hands apart tile by tile.

A suit is taken apart in every way, a missing tile being a wild one; what remains of the five sets
and the pair is made of wild tiles alone. Nothing is shared with `readings`, which asks what a hand
is worth and not whether it wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from .ruleset import Ruleset
from .tiles import HONOURS, KINDS, PLANTS, SEASONS, SUIT_TILES, WHITE, kind

SETS = 5
MOST_WILD = 7  # six can be held, one more can be drawn
PLACES = {tile: place for place, tile in enumerate((*SUIT_TILES, *HONOURS))}

Costs = tuple[tuple[tuple[int, int], int], ...]  # ((sets, pairs), wild tiles needed)


@cache
def ways(counts: tuple[int, ...], runs: bool) -> Costs:
    """Return what one suit (or the honours, without runs) can be taken apart into."""
    best: dict[tuple[int, int], int] = {}
    for sets, pairs, wild in taken_apart(counts, runs):
        if wild < best.get((sets, pairs), MOST_WILD + 1):
            best[sets, pairs] = wild
    return tuple(best.items())


def taken_apart(counts: tuple[int, ...], runs: bool) -> Iterator[tuple[int, int, int]]:
    first = next((place for place, count in enumerate(counts) if count), None)
    if first is None:
        yield 0, 0, 0
        return
    for places, is_pair in with_first(counts, first, runs):
        missing = (2 if is_pair else 3) - len(places)
        left = list(counts)
        for place in places:
            left[place] -= 1
        for (sets, pairs), wild in ways(tuple(left), runs):
            made = sets + (not is_pair), pairs + is_pair
            if made[0] <= SETS and made[1] <= 1 and wild + missing <= MOST_WILD:
                yield *made, wild + missing


def with_first(
    counts: tuple[int, ...], first: int, runs: bool
) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Yield the places of the real tiles of every set or pair that holds the first tile."""
    for number in range(1, min(counts[first], 3) + 1):
        yield (first,) * number, False
        if number <= 2:
            yield (first,) * number, True
    if runs:
        for start in range(max(first - 2, 0), min(first, 6) + 1):
            others = [place for place in range(start, start + 3) if place != first]
            there = [place for place in others if counts[place]]
            for chosen in subsets(there):
                yield (first, *chosen), False


def subsets(places: list[int]) -> Iterator[tuple[int, ...]]:
    if not places:
        yield ()
        return
    for rest in subsets(places[1:]):
        yield rest
        yield (places[0], *rest)


def wild_needed(real: Iterable[str], sets: int) -> int:
    """Return the fewest wild tiles that make `sets` sets and a pair of real tiles."""
    counts = [0] * 34
    for tile in real:
        counts[PLACES[tile]] += 1
    return needed(tuple(counts), sets)


@lru_cache(200_000)
def needed(counts: tuple[int, ...], sets: int) -> int:
    suits = (counts[at : at + 9] for at in (0, 9, 18))
    groups = [*(ways(suit, True) for suit in suits), ways(counts[27:], False)]
    totals = {(0, 0): 0}
    for group in groups:
        further: dict[tuple[int, int], int] = {}
        for (sets_a, pairs_a), wild_a in totals.items():
            for (sets_b, pairs_b), wild_b in group:
                made, wild = (sets_a + sets_b, pairs_a + pairs_b), wild_a + wild_b
                if made[0] <= sets and made[1] <= 1 and wild < further.get(made, 99):
                    further[made] = wild
        totals = further
    return min(
        (wild + 3 * (sets - made) + 2 * (1 - pairs) for (made, pairs), wild in totals.items()),
        default=99,
    )


def is_complete(hand: list[str], wild: frozenset[str], melds: int) -> bool:
    """P6: five sets and a pair, the melds counted; wild tiles stand for anything missing."""
    if len(hand) != 17 - 3 * melds:
        return False
    real = [tile for tile in hand if kind(tile) not in wild]
    return wild_needed(real, SETS - melds) <= len(hand) - len(real)


def waits(
    ruleset: Ruleset,
    indicators: tuple[str, str],
    wild: frozenset[str],
    hand: list[str],
    melds: list[list[str]],
) -> list[str]:
    """P7: the kinds that complete the hand and of which not all copies lie before the player."""
    if len(hand) != 16 - 3 * len(melds):
        return []
    real = [tile for tile in hand if kind(tile) not in wild]
    held = len(hand) - len(real)
    sets = SETS - len(melds)
    if wild_needed(real, sets) > held + 1:
        return []
    seen = Counter(map(kind, [*hand, *(tile for meld in melds for tile in meld), *indicators]))
    never_in_hand = {SEASONS, PLANTS} | ({WHITE} if ruleset["white_is_bonus"] else set())
    found = []
    for name in KINDS:
        if seen[name] == 4 or (name in never_in_hand and name not in wild):
            continue
        if name in wild:
            enough = wild_needed(real, sets) <= held + 1
        else:
            enough = wild_needed([*real, name], sets) <= held
        if enough:
            found.append(name)
    return found
