"""Scripted walls: hands as text, the rest of the tiles wherever they are left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from taipao.tiles import COPIES, FACES, NAMES, TileName, parse

HEAD = 65
"""The first tile drawn after the deal."""


def wall_of(
    hands: Mapping[int, str],
    *,
    draws: str = "",
    dealer: int = 0,
    indicators: str = "1f5f",
    tail: str = "",
) -> tuple[TileName, ...]:
    """Return a wall that deals `hands` (17 tiles to the dealer, 16 to others) and then `draws`.

    Hands that are not given, and the rest of the wall, take what is left in order, bonus tiles
    last, so that they lie in the reserve. `tail` is drawn from the tail on. Tiles as in
    `taipao.tiles.parse`.
    """
    wall: list[int | None] = [None] * 144
    wall[143], wall[142] = parse(indicators)
    places = {seat: [*_places((seat - dealer) % 4)] for seat in range(4)}
    places[dealer].append(64)
    for seat, text in hands.items():
        tiles = parse(text)
        assert len(tiles) == len(places[seat]), f"seat {seat} gets {len(places[seat])} tiles"
        for place, tile in zip(places[seat], tiles, strict=True):
            wall[place] = tile
    for place, tile in enumerate(parse(draws), start=HEAD):
        wall[place] = tile
    for back, tile in enumerate(parse(tail)):
        wall[141 - back] = tile
    left = Counter({tile: COPIES[tile] for tile in range(FACES)})
    left.subtract(tile for tile in wall if tile is not None)
    assert min(left.values()) >= 0, "a tile more often than it exists"
    bonus = [tile for tile in left.elements() if tile >= 34 or tile == 31]
    others = [tile for tile in left.elements() if tile not in bonus]
    rest = iter(others + bonus)
    return tuple(NAMES[next(rest) if tile is None else tile] for tile in wall)


def _places(turn: int) -> range | list[int]:
    return [16 * deal + 4 * turn + i for deal in range(4) for i in range(4)]
