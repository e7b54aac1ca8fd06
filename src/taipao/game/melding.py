"""What a chow, pung or kong makes of one seat's hand and melds."""

from __future__ import annotations

from taipao.game.actions import Chow, Kong, Pung
from taipao.hand import Hand, Meld
from taipao.tiles import NUMBER, Tile

Tiles = tuple[Hand, tuple[Meld, ...]]
"""The concealed tiles of a seat, and its melds."""


def claimed(hand: Hand, melds: tuple[Meld, ...], action: Kong | Pung | Chow, tile: Tile) -> Tiles:
    """Return hand and melds after taking the offered `tile`; the claim must be legal."""
    if isinstance(action, Kong):
        return without(hand, tile, 3), (*melds, Meld("exposed_kong", (tile,) * 4))
    if isinstance(action, Pung):
        return without(hand, tile, 2), (*melds, Meld("pung", (tile,) * 3))
    low, high = (NUMBER[name] for name in action.tiles)
    chow = Meld("chow", tuple(sorted((low, high, tile))))
    return hand.remove(low).remove(high), (*melds, chow)


def konged(hand: Hand, melds: tuple[Meld, ...], tile: Tile) -> Tiles:
    """Return hand and melds after a kong on an own turn, its replacement not drawn yet.

    Four in hand are a concealed kong, one is added to the pung of it.
    """
    if hand.counts[tile] == 4:
        return without(hand, tile, 4), (*melds, Meld("concealed_kong", (tile,) * 4))
    pung, kong = Meld("pung", (tile,) * 3), Meld("added_kong", (tile,) * 4)
    return hand.remove(tile), tuple(kong if meld == pung else meld for meld in melds)


def without(hand: Hand, tile: Tile, times: int) -> Hand:
    """Return the hand with so many of a tile fewer."""
    for _ in range(times):
        hand = hand.remove(tile)
    return hand
