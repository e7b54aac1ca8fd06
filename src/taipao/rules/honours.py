"""Ways to use up honours, wild tiles helping, and what they earn (B6, B7, A2, V10, A15)."""

from functools import lru_cache
from typing import Final, TypeVar

from msgspec import Struct

from taipao.rules import items as rules
from taipao.rules.items import Item, Items, worth
from taipao.rules.ruleset import RuleSet
from taipao.tiles import EAST, GREEN, RED, WHITE, Tile

# Flags of what is settled before a reading is looked for: bits 0-6 tell the honours of which there
# is a triplet or kong, bits 7-13 those with a kong.
TRIPLET_BITS: Final = 0x7F
KONG_SHIFT: Final = 7

_FIVES: Final = (1, 5, 25, 125, 625, 3125, 15625)
_WIND_BITS: Final = 15
_NEVER: Final = 99
_CACHE_LIMIT: Final = 200_000


class Way(Struct, frozen=True, gc=False):
    """One way to use up honours with so many wild tiles; ``pair`` counts from East, 0, or is -1.

    ``tai`` holds what all honours give, melded ones and four winds included. ``any`` tells that it
    has a set or the pair, ``green`` that only of 发, ``plain`` that nothing spoils a plain hand.
    ``made`` has the bits of all triplets, ``fill`` lists what the wild tiles stand for.
    """

    wilds: int
    tai: int
    paired: bool
    any: bool
    green: bool
    plain: bool
    winds: bool
    made: int
    sets: tuple[tuple[Tile, ...], ...]
    pair: int
    fill: tuple[Tile, ...]


class Idle(Struct, frozen=True, gc=False):
    """Honours that earn nothing: the fewest wild tiles without the pair, and with it."""

    key: int
    bare: int
    paired: int


NO_IDLE: Final = Idle(0, 0, _NEVER)

# Wild tiles left, bits of the triplets (melded ones too), their places, place of the pair or -1.
_Use = tuple[int, int, tuple[int, ...], int]
_Parted = tuple[Idle, int, int]
_Ask = tuple[int, int, int, bool]
_Tiles = tuple[Tile, ...]
_K = TypeVar("_K")
_V = TypeVar("_V")


class HonourCounting:
    """What honours earn under one rule set for one wind. It keeps what it works out."""

    def __init__(self, ruleset: RuleSet, own_wind: Tile, four_winds: int) -> None:
        self._ruleset = ruleset
        self._own = own_wind - EAST
        self._four_winds = four_winds
        self._triplet = worth(rules.honour_triplet(ruleset, RED, melded=False))
        self._pair = worth(rules.own_wind_pair(ruleset, own_wind))
        self._worthy = tuple(sorted({self._own, GREEN - EAST, RED - EAST}))
        bits = sum(1 << place for place in self._worthy)
        self._kongs = bits << KONG_SHIFT
        self._mask = bits | self._kongs
        self._all_bits = TRIPLET_BITS | self._kongs
        self._items: dict[tuple[int, int, int], Items] = {}
        self._parted: dict[tuple[int, int], _Parted] = {}
        self._ways: dict[_Ask, tuple[Way, ...]] = {}

    def choose(self, key: int, wilds: int, flags: int, exact: bool) -> tuple[Idle, tuple[Way, ...]]:
        """Return idle honours, and the best ways to use up the others, fewest wild tiles first.

        ``key`` is that of the honours in the hand, ``wilds`` how many may help, ``flags`` those of
        the melds. Only with ``exact`` it matters whether a way is green or plain, and none is idle.
        """
        winds = flags & _WIND_BITS
        parted = self._parted.get((key, winds))
        if parted is None:
            _bound(self._parted)
            parted = self._parted[key, winds] = self._part(key, winds)
        idle, worthy, for_winds = parted
        if exact or for_winds <= wilds:
            idle, ask = NO_IDLE, (key, wilds, flags & self._all_bits, exact)
        else:
            ask = worthy, wilds, flags & self._mask, exact
        ways = self._ways.get(ask)
        if ways is None:
            _bound(self._ways)
            ways = self._ways[ask] = self._find_best(*ask)
        return idle, ways

    def _part(self, key: int, winds: int) -> _Parted:
        """Split a key into idle and worthy honours; tell how few wild tiles four winds need."""
        worthy = sum(key // _FIVES[place] % 5 * _FIVES[place] for place in self._worthy)
        return idle_honours(key - worthy), worthy, self._for_winds(key, winds)

    def _for_winds(self, key: int, winds: int) -> int:
        if not self._four_winds:
            return _NEVER
        counts = [key // five % 5 for five in _FIVES[:4]]
        open_counts = [count for place, count in enumerate(counts) if not winds >> place & 1]
        lacking = sum(max(0, 3 - count) for count in open_counts)
        if self._ruleset.four_winds_pair and any(count < 3 for count in open_counts):
            lacking -= 1
        return lacking

    def _find_best(self, key: int, wilds: int, flags: int, exact: bool) -> tuple[Way, ...]:
        best: dict[tuple[bool, ...], dict[int, tuple[int, _Use]]] = {}
        for use in self._all_uses(key, wilds, flags):
            left, made, triplets, pair = use
            tai = self._tai(made, flags, pair)
            sort: tuple[bool, ...] = pair >= 0, pair >= 0 or bool(triplets)
            if exact:
                sort = (*sort, _is_green(triplets, pair), not triplets and not tai)
            by_wilds = best.setdefault(sort, {})
            if left not in by_wilds or by_wilds[left][0] < tai:
                by_wilds[left] = tai, use
        kept: list[Way] = []
        for by_wilds in best.values():
            most = -1
            for left, (tai, use) in sorted(by_wilds.items(), reverse=True):
                # A wild set can always be made elsewhere, so more wild tiles must earn more.
                if tai > most:
                    most = tai
                    kept.append(self._way(wilds - left, use, tai, key))
        kept.sort(key=lambda way: way.wilds)
        return tuple(kept)

    def _all_uses(self, key: int, wilds: int, flags: int) -> list[_Use]:
        """Return every use of the honours that can earn anything."""
        winds = self._for_winds(key, flags & _WIND_BITS) <= wilds
        partial: list[_Use] = [(wilds, flags & TRIPLET_BITS, (), -1)]
        for place in range(7):
            count = key // _FIVES[place] % 5
            uses = self._uses(place, count, winds)
            if uses == _MAKE_NONE:
                continue
            partial = [
                (
                    left - 3 * sets - 2 * pairs + count,
                    made | 1 << place if sets else made,
                    triplets + (place,) * sets,
                    place if pairs else pair,
                )
                for left, made, triplets, pair in partial
                for sets, pairs in uses
                if 3 * sets + 2 * pairs - count <= left and not (pairs and pair >= 0)
            ]
        return partial

    def _uses(self, place: int, count: int, winds: bool) -> tuple[tuple[int, int], ...]:
        """Return (triplets, pairs) that use up ``count`` tiles and may earn something."""
        if count == 3 and place == self._own and self._pair > self._triplet:
            return _THREE_AND_PAIR
        if count:
            return _USE_UP[count]
        if place in (self._own, GREEN - EAST) or (winds and place < WHITE - EAST):
            return _MAKE_ANY
        return _MAKE_TRIPLET if place == RED - EAST else _MAKE_NONE

    def _way(self, used: int, use: _Use, tai: int, key: int) -> Way:
        _, made, triplets, pair = use
        fill: tuple[Tile, ...] = ()
        if used:
            for place in range(7):
                needed = 3 * triplets.count(place) + (2 if place == pair else 0)
                fill += (EAST + place,) * (needed - key // _FIVES[place] % 5)
        return Way(
            wilds=used,
            tai=tai,
            paired=pair >= 0,
            any=pair >= 0 or bool(triplets),
            green=_is_green(triplets, pair),
            plain=not triplets and not tai,
            winds=self.four_winds(made, pair),
            made=made,
            sets=tuple([(EAST + place,) * 3 for place in triplets]),
            pair=pair,
            fill=fill,
        )

    def _tai(self, made: int, flags: int, pair: int) -> int:
        """Return what the honours earn, four winds included."""
        tai = worth(self.items(made, flags, pair))
        return tai + self._four_winds if self.four_winds(made, pair) else tai

    def items(self, made: int, flags: int, pair: int) -> Items:
        """Return B6, B7 or A2. ``made`` has the bits of all triplets, ``pair`` is a place or -1.

        One kind counts once (B8): a kong contains the point, and own wind is triplet or pair.
        """
        ask = (made, flags & self._all_bits, pair)
        found = self._items.get(ask)
        if found is None:
            _bound(self._items)
            found = self._items[ask] = self._find_items(*ask)
        return found

    def _find_items(self, made: int, flags: int, pair: int) -> Items:
        kongs = flags >> KONG_SHIFT & TRIPLET_BITS
        found: list[Item] = []
        paired = pair == self._own and not kongs >> pair & 1
        if paired and made >> pair & 1:
            paired = self._pair > self._triplet
        for place in reversed(self._worthy):
            counts = made >> place & 1 and not kongs >> place & 1
            if counts and not (paired and place == self._own):
                melded = bool(flags >> place & 1)
                found += rules.honour_triplet(self._ruleset, EAST + place, melded=melded)
        if paired:
            found += rules.own_wind_pair(self._ruleset, EAST + self._own)
        return tuple(found)

    def four_winds(self, made: int, pair: int) -> bool:
        """V10, A15: all four winds as triplets or kongs; one as the pair if the field allows."""
        winds = made & _WIND_BITS
        if self._ruleset.four_winds_pair and 0 <= pair < 4:
            winds |= 1 << pair
        return winds == _WIND_BITS


_USE_UP: Final = ((), ((1, 0), (0, 1)), ((1, 0), (0, 1)), ((1, 0),), ((2, 0), (1, 1)))
_THREE_AND_PAIR: Final = ((1, 0), (1, 1))
_MAKE_NONE: Final = ((0, 0),)
_MAKE_TRIPLET: Final = ((0, 0), (1, 0))
_MAKE_ANY: Final = ((0, 0), (1, 0), (0, 1))
"""Triplets and pairs to make of a kind, by how many tiles of it there are."""


def _is_green(triplets: tuple[int, ...], pair: int) -> bool:
    green = GREEN - EAST
    return pair in (-1, green) and all(place == green for place in triplets)


def _bound(cache: dict[_K, _V]) -> None:
    """Keep a cache from growing without end."""
    if len(cache) >= _CACHE_LIMIT:
        cache.clear()


@lru_cache(maxsize=1 << 14)
def idle_honours(key: int) -> Idle:
    """Work out how few wild tiles make triplets of honours, and with one kind as the pair.

    A pair of a kind not there is left to the suits, where it costs no more.
    """
    counts = [key // five % 5 for five in _FIVES]
    bare = sum(-count % 3 for count in counts)
    pairs = [(2 - count) % 3 - -count % 3 for count in counts if count]
    return Idle(key, bare, bare + min(pairs)) if pairs else NO_IDLE


@lru_cache(maxsize=1 << 14)
def use_up_idle(key: int, paired: bool) -> tuple[tuple[_Tiles, ...], _Tiles, _Tiles]:
    """Return the sets, the pair and the fill that ``idle_honours`` counts."""
    counts = [key // five % 5 for five in _FIVES]
    place = -1
    if paired:
        there = [index for index, count in enumerate(counts) if count]
        place = min(there, key=lambda index: (2 - counts[index]) % 3 - -counts[index] % 3)
    sets: list[_Tiles] = []
    fill: list[Tile] = []
    for index, count in enumerate(counts):
        tile = EAST + index
        lacking = (2 - count) % 3 if index == place else -count % 3
        triplets = (count + lacking) // 3
        sets += [(tile,) * 3] * triplets
        fill += [tile] * lacking
    return tuple(sets), (EAST + place,) * 2 if paired else (), tuple(fill)
