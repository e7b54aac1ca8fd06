"""How far a hand is from one shape, and which tiles help it there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from taipao.hand import Hand
from taipao.rules.tables import (
    HONOUR_CLASS,
    HONOUR_CLASSES,
    HONOUR_PAIRS,
    MISSING,
    SUIT_CLASS,
    SUIT_CLASSES,
    TWO_SUITS,
    WITH_HONOURS,
)
from taipao.sim.weights import CHOWED, PUNGED
from taipao.tiles import Tile

SETS: Final = 5
SUITS: Final = 27
"""Tiles of the suits, before the honours."""
KINDS: Final = 34
"""Tiles that make sets."""
_SHARE: Final = tuple(5 ** (tile % 9) for tile in range(KINDS))

Keys = Sequence[int]
Heap = tuple[int, int, int]
"""How many kinds are held once, twice, and three times or more."""
Left = Iterable[tuple[Tile, int]]
"""Tiles that may come, and how many of each."""


def missing(keys: Keys, melds: int) -> int:
    """Return the least tiles to add until real tiles with these keys hold the sets and the pair."""
    man, pin, sou, honours = keys
    return MISSING[SETS - melds][
        TWO_SUITS[SUIT_CLASS[man] * SUIT_CLASSES + SUIT_CLASS[pin]] * HONOUR_PAIRS
        + WITH_HONOURS[SUIT_CLASS[sou] * HONOUR_CLASSES + HONOUR_CLASS[honours]]
    ]


def lacking_triplets(sets: int, heap: Heap) -> int:
    """Return the least tiles to add for so many triplets and a pair."""
    ones, twos, threes = heap
    taken = min(sets, threes)
    sets, threes = sets - taken, threes - taken
    taken = min(sets, twos)
    sets, twos = sets - taken, twos - taken
    lacking = taken
    taken = min(sets, ones)
    sets, ones = sets - taken, ones - taken
    lacking += 2 * taken + 3 * sets
    if threes + twos:
        return lacking
    return lacking + 1 if ones else lacking + 2


def heaps_of(hand: Hand) -> list[Heap]:
    """Count, for each suit and the honours, the kinds that are held once, twice and more often."""
    real = list(hand.counts[:KINDS])
    for tile in hand.wild:
        if tile < KINDS:
            real[tile] = 0
    groups = real[0:9], real[9:18], real[18:27], real[27:]
    return [(group.count(1), group.count(2), group.count(3) + group.count(4)) for group in groups]


def together(heaps: Iterable[Heap]) -> Heap:
    """Add up what several groups hold."""
    ones, twos, threes = (sum(column) for column in zip(*heaps, strict=True))
    return ones, twos, threes


def with_each(keys: Keys, sets: int, left: Left) -> Iterable[tuple[Tile, int, int]]:
    """Yield the tiles that may come, how many of each, and what is missing with one of them."""
    man, pin, sou, honours = keys
    table = MISSING[SETS - sets]
    man_row, pin_class = SUIT_CLASS[man] * SUIT_CLASSES, SUIT_CLASS[pin]
    sou_row, honour_class = SUIT_CLASS[sou] * HONOUR_CLASSES, HONOUR_CLASS[honours]
    suits = TWO_SUITS[man_row + pin_class] * HONOUR_PAIRS
    others = WITH_HONOURS[sou_row + honour_class]
    for tile, number in left:
        share = _SHARE[tile]
        if tile < 9:
            row = SUIT_CLASS[man + share] * SUIT_CLASSES + pin_class
            place = TWO_SUITS[row] * HONOUR_PAIRS + others
        elif tile < 18:
            place = TWO_SUITS[man_row + SUIT_CLASS[pin + share]] * HONOUR_PAIRS + others
        elif tile < SUITS:
            row = SUIT_CLASS[sou + share] * HONOUR_CLASSES + honour_class
            place = suits + WITH_HONOURS[row]
        else:
            place = suits + WITH_HONOURS[sou_row + HONOUR_CLASS[honours + share]]
        yield tile, number, table[place]


def helping(
    weights: Sequence[float], hand: Hand, keys: Keys, sets: int, left: Left
) -> tuple[int, float, float]:
    """Return how far a hand is from ready, how many tiles help it, and what others add."""
    counts = hand.counts
    pung, chow = 3.0 * weights[PUNGED], weights[CHOWED]
    now = missing(keys, sets)
    drawn, claimed = 0, 0.0
    for tile, number, after in with_each(keys, sets, left):
        if after >= now:
            continue
        drawn += number
        if counts[tile] >= 2:
            claimed += pung * number
        elif tile < SUITS:
            place = tile % 9
            below = place > 0 and counts[tile - 1] > 0
            above = place < 8 and counts[tile + 1] > 0
            if (
                (below and above)
                or (below and place > 1 and counts[tile - 2] > 0)
                or (above and place < 7 and counts[tile + 2] > 0)
            ):
                claimed += chow * number
    return now - hand.wilds - 1, float(drawn), claimed


def making_triplets(
    weights: Sequence[float], hand: Hand, sets: int, heap: Heap, left: Left
) -> tuple[float, float]:
    """Return how many tiles help a hand to so many triplets and a pair, and what others add."""
    ones, twos, threes = heap
    now = lacking_triplets(sets, heap)
    helps = (
        lacking_triplets(sets, (ones + 1, twos, threes)) < now,
        ones > 0 and lacking_triplets(sets, (ones - 1, twos + 1, threes)) < now,
        twos > 0 and lacking_triplets(sets, (ones, twos - 1, threes + 1)) < now,
    )
    counts, pung = hand.counts, 3.0 * weights[PUNGED]
    drawn, claimed = 0, 0.0
    for tile, number in left:
        held = counts[tile]
        if held < 3 and helps[held]:
            drawn += number
            if held == 2:
                claimed += pung * number
    return float(drawn), claimed
