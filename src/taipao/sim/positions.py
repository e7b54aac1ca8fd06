"""The values of `taipao.rules` as the arrays that kernels take."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from taipao.hand import Hand, Meld
from taipao.rules.items import Win
from taipao.sim.ruledata import AFTER, BY, MELD_KINDS, OPENING, won_key
from taipao.sim.score import Seat
from taipao.sim.shape import Counts, Flags
from taipao.tiles import EAST, FACES, KIND, PLANTS, RED, SEASONS, WHITE, Tile, wild_faces


def counts_of(hand: Hand) -> Counts:
    """Return a hand as its counts by face."""
    return np.array(hand.counts, np.int8)


def wild_flags(indicators: tuple[Tile, Tile]) -> Flags:
    """Tell of each face whether it is wild."""
    flags = np.zeros(FACES, np.uint8)
    flags[list(wild_faces(indicators))] = 1
    return flags


def seat_of(
    indicators: tuple[Tile, Tile], wind: int, melds: Sequence[Meld], bonus: Sequence[Tile]
) -> Seat:
    """Return all that scoring wants to know of a seat beside its hand."""
    kinds, tiles = np.zeros(5, np.int8), np.zeros(5, np.int8)
    for place, meld in enumerate(melds):
        kinds[place] = MELD_KINDS.index(meld.kind)
        tiles[place] = min(meld.tiles)
    aside = [sum(KIND[tile] == kind for tile in bonus) for kind in (SEASONS, PLANTS, WHITE)]
    return Seat(
        wind,
        KIND[indicators[0]],
        KIND[indicators[1]],
        wild_flags(indicators),
        len(melds),
        kinds,
        tiles,
        np.array(aside, np.int8),
    )


def key_of(win: Win, wind: int) -> int:
    """Number a way to win for the holder of a wind."""
    return won_key(
        BY.index(win.by),
        AFTER.index(win.after),
        own=win.kong_tile in (RED, EAST + wind),
        opening=OPENING.index(win.opening),
        share_out=win.share_out,
        ready=win.ready,
    )
