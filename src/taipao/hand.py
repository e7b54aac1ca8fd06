"""Hands and melds: tiles only, no physical identity.

A ``Hand`` carries the keys that the suit tables are read with and updates them tile by tile, since
making them from counts costs ten times as much as a win check.
"""

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

from taipao.tiles import FACES, Tile, format_tiles

MeldKind = Literal["chow", "pung", "exposed_kong", "added_kong", "concealed_kong", "bonus_kong"]

KONGS: Final = frozenset({"exposed_kong", "added_kong", "concealed_kong", "bonus_kong"})

_SHARE: Final = tuple(
    5 ** (tile % 9) if tile < 27 else 5 ** (tile - 27) if tile < 34 else 0 for tile in range(FACES)
)
"""What one tile of a face adds to the key of its group: base 5, lowest number first."""


class Meld(Struct, frozen=True, gc=False):
    """A set laid down, or a concealed or bonus kong; its tiles as they are."""

    kind: MeldKind
    tiles: tuple[Tile, ...]

    @property
    def is_kong(self) -> bool:
        """Whether the meld has four tiles."""
        return self.kind in KONGS


class Hand(Struct, frozen=True, gc=False):
    """The concealed tiles of one seat, melds not included. Immutable.

    ``man``, ``pin``, ``sou`` and ``honours`` are the base-5 keys of the tiles that are not wild;
    ``wilds`` counts the wild tiles held. Build one with ``of``.
    """

    counts: tuple[int, ...]
    wild: frozenset[Tile]
    size: int
    wilds: int
    man: int
    pin: int
    sou: int
    honours: int

    @classmethod
    def of(cls, tiles: Iterable[Tile], wild: frozenset[Tile]) -> "Hand":
        """Build a hand from tiles in any order; ``wild`` holds the wild faces (W1)."""
        counts = [0] * FACES
        keys = [0, 0, 0, 0]
        size = wilds = 0
        for tile in tiles:
            counts[tile] += 1
            size += 1
            if tile in wild:
                wilds += 1
            elif tile < 34:
                keys[tile // 9] += _SHARE[tile]
        return cls(tuple(counts), wild, size, wilds, *keys)

    @property
    def keys(self) -> tuple[int, int, int, int]:
        """The four keys: 万, 筒, 条, honours."""
        return self.man, self.pin, self.sou, self.honours

    def add(self, tile: Tile) -> "Hand":
        """Return the hand with one more ``tile``."""
        counts = list(self.counts)
        counts[tile] += 1
        return self._changed(tuple(counts), tile, 1)

    def remove(self, tile: Tile) -> "Hand":
        """Return the hand with one ``tile`` fewer; ``ValueError`` if it holds none."""
        counts = list(self.counts)
        if not counts[tile]:
            raise ValueError(f"the hand holds no {format_tiles((tile,))}")
        counts[tile] -= 1
        return self._changed(tuple(counts), tile, -1)

    def _changed(self, counts: tuple[int, ...], tile: Tile, by: int) -> "Hand":
        wild, size, wilds = self.wild, self.size + by, self.wilds
        man, pin, sou, honours = self.man, self.pin, self.sou, self.honours
        if tile in wild:
            wilds += by
        elif tile < 9:
            man += by * _SHARE[tile]
        elif tile < 18:
            pin += by * _SHARE[tile]
        elif tile < 27:
            sou += by * _SHARE[tile]
        else:
            honours += by * _SHARE[tile]
        return Hand(counts, wild, size, wilds, man, pin, sou, honours)

    def tiles(self) -> tuple[Tile, ...]:
        """Return the tiles, sorted."""
        return tuple(tile for tile, count in enumerate(self.counts) for _ in range(count))
