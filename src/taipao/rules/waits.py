"""How far a hand is from winning, what it waits for, and which tiles help.

``melds`` counts the sets already made outside the hand, bonus kongs included. A hand that is about
to discard or to win has ``3 * (5 - melds) + 2`` tiles, a waiting one a tile fewer.
"""

from collections.abc import Sequence
from typing import Final

from taipao.hand import Hand, Meld
from taipao.rules.ruleset import RuleSet
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
from taipao.tiles import FACES, FACES_OF, KIND, KINDS, WHITE, Tile

SETS: Final = 5
_FIVES: Final = (1, 5, 25, 125, 625, 3125, 15625, 78125, 390625)


def _missing(hand: Hand, melds: int) -> int:
    """Return the least tiles to add until the real tiles hold the sets and the pair."""
    return MISSING[SETS - melds][
        TWO_SUITS[SUIT_CLASS[hand.man] * SUIT_CLASSES + SUIT_CLASS[hand.pin]] * HONOUR_PAIRS
        + WITH_HONOURS[SUIT_CLASS[hand.sou] * HONOUR_CLASSES + HONOUR_CLASS[hand.honours]]
    ]


def is_complete(hand: Hand, melds: int) -> bool:
    """Tell whether the hand has the winning shape (P6), wild tiles standing in.

    A hand of another size than ``3 * (5 - melds) + 2`` has not.
    """
    # Spelled out rather than calling _missing: this is the check every draw and discard pays for.
    return (
        hand.size == 17 - 3 * melds
        and MISSING[5 - melds][
            TWO_SUITS[SUIT_CLASS[hand.man] * SUIT_CLASSES + SUIT_CLASS[hand.pin]] * HONOUR_PAIRS
            + WITH_HONOURS[SUIT_CLASS[hand.sou] * HONOUR_CLASSES + HONOUR_CLASS[hand.honours]]
        ]
        <= hand.wilds
    )


def distance(hand: Hand, melds: int) -> int:
    """Return how many tiles a hand lacks to be ready: -1 complete, 0 ready, and so on."""
    return max(_missing(hand, melds) - hand.wilds, 0) - 1


def _missing_with_each(hand: Hand, melds: int) -> list[int]:
    """Return ``_missing`` after adding each of the 34 kinds, as tiles that are not wild."""
    man, pin, sou, honours = hand.keys
    counts = hand.counts
    missing = MISSING[SETS - melds]
    man_class, pin_class = SUIT_CLASS[man], SUIT_CLASS[pin]
    sou_class, honour_class = SUIT_CLASS[sou], HONOUR_CLASS[honours]
    right = WITH_HONOURS[sou_class * HONOUR_CLASSES + honour_class]
    left = TWO_SUITS[man_class * SUIT_CLASSES + pin_class] * HONOUR_PAIRS
    wild = hand.wild
    unchanged = missing[left + right]
    found = [unchanged] * 34
    for tile in range(34):
        # A fifth real tile does not exist, and a base-5 digit could not hold it.
        if tile in wild or counts[tile] > 3:
            continue
        if tile < 9:
            row = SUIT_CLASS[man + _FIVES[tile]] * SUIT_CLASSES + pin_class
            found[tile] = missing[TWO_SUITS[row] * HONOUR_PAIRS + right]
        elif tile < 18:
            row = man_class * SUIT_CLASSES + SUIT_CLASS[pin + _FIVES[tile - 9]]
            found[tile] = missing[TWO_SUITS[row] * HONOUR_PAIRS + right]
        elif tile < 27:
            row = SUIT_CLASS[sou + _FIVES[tile - 18]] * HONOUR_CLASSES + honour_class
            found[tile] = missing[left + WITH_HONOURS[row]]
        else:
            row = sou_class * HONOUR_CLASSES + HONOUR_CLASS[honours + _FIVES[tile - 27]]
            found[tile] = missing[left + WITH_HONOURS[row]]
    return found


def completing(hand: Hand, melds: int) -> tuple[bool, ...]:
    """Tell for each of the 34 kinds whether one more real tile of it completes a waiting hand.

    Wild kinds do whenever any tile does. Copies left are not looked at, nor whether 白 is a bonus
    tile; a kind of which the hand holds all four has no tile to come and is never told.
    """
    if hand.size != 16 - 3 * melds:
        return (False,) * 34
    enough = hand.wilds
    any_wild = _missing(hand, melds) <= enough + 1
    wild = hand.wild
    return tuple(
        any_wild if tile in wild else missing <= enough
        for tile, missing in enumerate(_missing_with_each(hand, melds))
    )


def count_seen(
    indicators: tuple[Tile, Tile], hand: Hand, melds: Sequence[Meld], others: Sequence[Tile] = ()
) -> list[int]:
    """Count the tiles of each of the 36 kinds seen: own hand and melds, indicators and others."""
    taken = [0] * KINDS
    for face in range(FACES):
        taken[KIND[face]] += hand.counts[face]
    for meld in melds:
        for tile in meld.tiles:
            taken[KIND[tile]] += 1
    for tile in (*indicators, *others):
        taken[KIND[tile]] += 1
    return taken


def waits(
    ruleset: RuleSet, indicators: tuple[Tile, Tile], hand: Hand, melds: tuple[Meld, ...]
) -> tuple[int, ...]:
    """Return the kinds a hand of ``3n + 1`` tiles waits for (P7), ascending.

    A kind is a wait while fewer than all its copies are in the hand, its melds and the indicators.
    Wild kinds are waits of every ready hand; a win without the shape is none.
    """
    sets = len(melds)
    if not _may_wait(hand, sets):
        return ()
    taken = count_seen(indicators, hand, melds)
    done = completing(hand, sets)
    wild_kinds = {KIND[tile] for tile in hand.wild}
    found = [
        kind
        for kind in range(34)
        if done[kind]
        and taken[kind] < 4
        and (kind != WHITE or kind in wild_kinds or not ruleset.white_is_bonus)
    ]
    found += [kind for kind in (34, 35) if kind in wild_kinds and taken[kind] < 4]
    return tuple(found)


def _may_wait(hand: Hand, sets: int) -> bool:
    return hand.size == 16 - 3 * sets and _missing(hand, sets) <= hand.wilds + 1


def is_ready(
    ruleset: RuleSet, indicators: tuple[Tile, Tile], hand: Hand, melds: tuple[Meld, ...]
) -> bool:
    """Tell whether a hand of ``3n + 1`` tiles waits for at least one kind (P7)."""
    return _may_wait(hand, len(melds)) and bool(waits(ruleset, indicators, hand, melds))


def useful(hand: Hand, melds: int, *, white_is_bonus: bool = True) -> tuple[int, ...]:
    """Return the kinds of which one tile lowers the distance of a ``3n + 1`` hand, ascending.

    Wild kinds always do. With ``white_is_bonus`` 白 is replaced when drawn, so it never does unless
    it is wild.
    """
    now = _missing(hand, melds)
    if now <= hand.wilds:
        return ()
    wild_kinds = {KIND[tile] for tile in hand.wild}
    found = [
        tile
        for tile, missing in enumerate(_missing_with_each(hand, melds))
        if tile in wild_kinds or (missing < now and (tile != WHITE or not white_is_bonus))
    ]
    found += [kind for kind in (34, 35) if kind in wild_kinds]
    return tuple(found)


def kill_pig_allowed(ruleset: RuleSet, indicators: tuple[Tile, Tile], hand: Hand) -> bool:
    """Tell whether the wild tiles held allow a win without the shape (V15, A6, A19).

    ``kill_pig`` decides how many of which faces are needed; whose turn it is, is not asked here.
    """
    if hand.wilds < 2 or ruleset.kill_pig == "off":
        return False
    first, second = (KIND[tile] for tile in indicators)
    if first == second:
        return "A19" in ruleset.tai and hand.wilds == 2
    if ruleset.kill_pig == "any_four":
        return hand.wilds >= 4
    held = wilds_of(hand, first), wilds_of(hand, second)
    return max(held) == 3 and min(held) >= 1


def wilds_of(hand: Hand, kind: int) -> int:
    """Count the tiles of a kind in the hand."""
    return sum(hand.counts[face] for face in FACES_OF[kind])
