"""Readings of a hand: which sets and pair it makes, and what each wild tile stands for.

``all_readings`` lists every one; with many wild tiles they are very many. ``plans`` finds the best
without it, and ``variety`` lists one of each sort.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from msgspec import Struct

from taipao.hand import Hand, Meld
from taipao.tiles import EAST, FACES_OF, KIND, SEASONS, WHITE, Tile

Sets = tuple[tuple[Tile, ...], ...]


class Reading(Struct, frozen=True, gc=False):
    """One way to read a winning hand.

    ``sets`` has all five, melds first, its tiles as they count: a wild 8m that stands for 6m is 6m.
    ``wilds`` pairs each wild tile held with what it stands for.
    """

    sets: Sets
    pair: tuple[Tile, Tile]
    wilds: tuple[tuple[Tile, Tile], ...]


class Apart(Struct, frozen=True, gc=False):
    """Wild flowers, and 白 where it is a bonus tile, that stand for themselves."""

    sets: Sets = ()
    pair: tuple[Tile, ...] = ()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All its tiles."""
        return (*chain.from_iterable(self.sets), *self.pair)


def all_readings(hand: Hand, melds: tuple[Meld, ...], *, white_is_bonus: bool) -> Iterator[Reading]:
    """Yield every distinct reading of a hand of ``3n + 2`` tiles (P6, W2).

    Two are distinct if their sets, their pair, or what the wild tiles of a kind stand for differ.
    Flowers of one colour are one kind.
    """
    sets = 5 - len(melds)
    real = real_tiles(hand)
    if hand.size != 3 * sets + 2 or sum(real) + hand.wilds != hand.size:
        return
    for apart in aparts(hand, white_is_bonus=white_is_bonus):
        left = sets - len(apart.sets)
        wilds = hand.wilds - len(apart.tiles)
        for made, pair in _shapes(real, 0, (0, 0), left, not apart.pair, wilds, white_is_bonus):
            yield from assign(hand, melds, apart, made, pair)


def real_tiles(hand: Hand) -> list[int]:
    """Count the tiles of the 34 kinds that are not wild."""
    return [0 if tile in hand.wild else hand.counts[tile] for tile in range(34)]


def assign(
    hand: Hand, melds: tuple[Meld, ...], apart: "Apart", made: Sets, pair: tuple[Tile, ...]
) -> Iterator[Reading]:
    """Yield the readings of one shape: each way to say which wild tile stands for what."""
    free = Counter({face: hand.counts[face] for face in hand.wild})
    free.subtract(apart.tiles)
    fill = Counter(chain(*made, pair))
    fill.subtract({tile: count for tile, count in enumerate(real_tiles(hand)) if count})
    first, second = apart.pair or pair
    themselves = tuple((face, face) for face in sorted(apart.tiles))
    shown = tuple(tuple(sorted(meld.tiles)) for meld in melds) + tuple(sorted(apart.sets + made))
    for stands in _assignments(free, fill):
        yield Reading(shown, (first, second), themselves + stands)


def aparts(hand: Hand, *, white_is_bonus: bool) -> Iterator[Apart]:
    """Yield which wild tiles no other tile can join stand for themselves: pairs and triplets."""
    kinds = sorted({KIND[tile] for tile in hand.wild})
    choices = [Apart()]
    for kind in kinds:
        if kind < SEASONS and (kind != WHITE or not white_is_bonus):
            continue
        tiles = tuple(face for face in FACES_OF[kind] for _ in range(hand.counts[face]))
        more: list[Apart] = []
        for chosen in choices:
            if len(tiles) >= 3:
                more.append(Apart((*chosen.sets, tiles[:3]), chosen.pair))
            if len(tiles) >= 2 and not chosen.pair:
                more.append(Apart(chosen.sets, tiles[:2]))
        choices += more
    sets = (hand.size - 2) // 3
    yield from (chosen for chosen in choices if len(chosen.sets) <= sets)


def _shapes(
    real: list[int],
    tile: Tile,
    begun: tuple[int, int],
    sets: int,
    pair: bool,
    wilds: int,
    white_is_bonus: bool,
) -> Iterator[tuple[Sets, tuple[Tile, ...]]]:
    """Yield sets and pair that use up all real tiles from ``tile`` on and at most ``wilds`` others.

    ``begun`` counts the chows begun two and one numbers lower.
    """
    if tile == 34:
        if not sets and not pair and begun == (0, 0):
            yield (), ()
        return
    through = sum(begun)
    if tile % 9 == 0 and through:
        return
    chows = sets if tile < EAST and tile % 9 < 7 else 0
    for starting in range(chows + 1):
        for triplets in range(sets - starting + 1):
            for pairs in range(2 if pair else 1):
                used = through + starting + 3 * triplets + 2 * pairs
                fill = used - real[tile]
                if not 0 <= fill <= wilds or (fill and tile == WHITE and white_is_bonus):
                    continue
                here = ((tile, tile + 1, tile + 2),) * starting + ((tile,) * 3,) * triplets
                for more, shown in _shapes(
                    real,
                    tile + 1,
                    (begun[1], starting),
                    sets - starting - triplets,
                    pair and not pairs,
                    wilds - fill,
                    white_is_bonus,
                ):
                    yield here + more, (tile, tile) if pairs else shown


def _assignments(
    free: Counter[Tile], fill: Counter[Tile]
) -> Iterator[tuple[tuple[Tile, Tile], ...]]:
    """Yield the ways to let the free wild tiles, alike within a kind, stand for the fill."""
    by_kind: dict[int, list[Tile]] = {}
    for face in sorted(free.elements()):
        by_kind.setdefault(KIND[face], []).append(face)
    wanted = sorted(fill.elements())
    groups = list(by_kind.values())
    if not groups:
        yield ()
    elif len(groups) == 1:
        yield tuple(zip(groups[0], wanted, strict=True))
    else:
        first, second = groups
        for chosen in _sub_multisets(sorted(fill.items()), len(first)):
            others = Counter(wanted)
            others.subtract(chosen)
            yield (
                *zip(first, chosen, strict=True),
                *zip(second, sorted(others.elements()), strict=True),
            )


def _sub_multisets(counts: list[tuple[Tile, int]], size: int) -> Iterator[tuple[Tile, ...]]:
    if not size:
        yield ()
    elif counts:
        (tile, count), rest = counts[0], counts[1:]
        for taken in range(min(count, size) + 1):
            for more in _sub_multisets(rest, size - taken):
                yield (tile,) * taken + more
