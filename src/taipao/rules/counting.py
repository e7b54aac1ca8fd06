"""What one rule set pays to the holder of one wind, prepared so that a hand is counted quickly."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct

from taipao.hand import Meld
from taipao.rules import items as rules
from taipao.rules.items import Item, Items, Win, worth
from taipao.rules.ruleset import RuleSet
from taipao.tiles import EAST, FACES_OF, GREEN, RED, WHITE, Tile

# Flags of the sets that are settled before a reading is looked for: bits 0-6 the honours that are
# triplets or kongs, 7-13 those that are kongs, 14-16 the suits; then what patterns ask for.
HONOUR_TRIPLETS: Final = 0x7F
KONG_SHIFT: Final = 7
SUIT_SHIFT: Final = 14
HONOUR: Final = 1 << 17
NOT_GREEN: Final = 1 << 18
CHOW: Final = 1 << 19
TRIPLET: Final = 1 << 20

# Bits of the patterns, in the order of ``items.PATTERNS``.
PLAIN: Final = 1
ALL_GREEN: Final = 2
FULL_FLUSH: Final = 4
HALF_FLUSH: Final = 8
TRIPLETS: Final = 16
WINDS: Final = 32
REUNION: Final = 64

GREEN_TILES: Final = frozenset({19, 20, 21, 23, 25, GREEN})

_CACHE_LIMIT: Final = 100_000


class Part(Struct, frozen=True):
    """Items that belong together, and what they add up to."""

    items: Items
    tai: int


class WildPart(Struct, frozen=True):
    """What wild tiles give: every player (``base``), a winner with the shape, and spare (A19)."""

    base: Part
    winner: Part
    spare: Part


class MeldPart(Struct, frozen=True):
    """What a meld gives by itself, its flags, and its tiles in order."""

    items: Items
    tai: int
    flags: int
    tiles: tuple[Tile, ...]


class Honours(Struct, frozen=True):
    """One way to use up the honours in the hand, wild tiles helping.

    ``fill`` lists what those wild tiles stand for. ``tai`` and ``items`` hold what honours give,
    melded ones included; four winds are in ``tai`` and ``winds`` but not in ``items``.
    ``green`` tells that only 发 is used, ``plain`` that nothing here spoils a plain hand.
    """

    wilds: int
    tai: int
    paired: bool
    any: bool
    green: bool
    plain: bool
    winds: bool
    sets: tuple[tuple[Tile, ...], ...]
    pair: tuple[Tile, ...]
    fill: tuple[Tile, ...]
    items: Items


class Counting:
    """One rule set seen from one wind. Get it with ``counting_for``; it keeps what it works out."""

    def __init__(self, ruleset: RuleSet, own_wind: Tile) -> None:
        self.ruleset = ruleset
        self.own_wind = own_wind
        self.patterns = tuple(rules.pattern(ruleset, name) for name, _, _, _ in rules.PATTERNS)
        self.weights = tuple(worth(found) for found in self.patterns)
        self.spare_pays = "A19" in ruleset.tai
        self._triplet = worth(rules.honour_triplet(ruleset, RED, melded=False))
        self._pair = worth(rules.own_wind_pair(ruleset, own_wind))
        self._wild: dict[tuple[int, int, int, int], WildPart] = {}
        self._aside: dict[tuple[Tile, ...], Part] = {}
        self._melds: dict[Meld, MeldPart] = {}
        self._wins: dict[Win, Part] = {}
        self._shown: dict[int, Part] = {}
        self._honours: dict[tuple[int, int, int, bool], tuple[Honours, ...]] = {}

    def wild(self, first: int, second: int, held: int, other: int) -> WildPart:
        """Return what the wild tiles give: kinds of the indicators, and how many of each are held.

        With equal kinds ``other`` is 0.
        """
        key = (first, second, held, other)
        part = self._wild.get(key)
        if part is None:
            part = self._wild[key] = self._make_wild(*key)
        return part

    def _make_wild(self, first: int, second: int, held: int, other: int) -> WildPart:
        ruleset, wilds = self.ruleset, held + other
        base = rules.wild_tiles(ruleset, self.own_wind, (first, second), (held, other))
        won = base
        if max(held, other) == 3 and min(held, other) and "A6" in ruleset.tai:
            pig = rules.kill_pig(ruleset)
            if worth(pig) >= worth(base):
                won = pig
        extra = rules.hard_hand(ruleset, wilds) + rules.many_wild(ruleset, wilds)
        spare = won
        if first == second and held == 2 and self.spare_pays:
            spare = rules.equal_indicators(ruleset, held, spare=True)
        return WildPart(_part(base), _part(won + extra), _part(spare + extra))

    def aside(self, bonus: tuple[Tile, ...]) -> Part:
        """Return what the tiles set aside give."""
        part = self._aside.get(bonus)
        if part is None:
            _bound(self._aside)
            part = self._aside[bonus] = _part(rules.set_aside(self.ruleset, bonus))
        return part

    def meld(self, made: Meld) -> MeldPart:
        """Return what a meld gives by itself and how it is flagged."""
        part = self._melds.get(made)
        if part is None:
            _bound(self._melds)
            found = rules.meld(self.ruleset, self.own_wind, made)
            part = MeldPart(found, worth(found), _flags(made), tuple(sorted(made.tiles)))
            self._melds[made] = part
        return part

    def won(self, win: Win) -> Part:
        """Return what the way of winning with the shape gives."""
        part = self._wins.get(win)
        if part is None:
            _bound(self._wins)
            part = self._wins[win] = _part(rules.how_won(self.ruleset, self.own_wind, win))
        return part

    def shown(self, patterns: int) -> Part:
        """Return the items of a set of pattern bits."""
        part = self._shown.get(patterns)
        if part is None:
            found = [items for bit, items in enumerate(self.patterns) if patterns >> bit & 1]
            part = self._shown[patterns] = _part(sum(found, ()))
        return part

    def honours(self, key: int, wilds: int, flags: int, *, exact: bool) -> tuple[Honours, ...]:
        """Return the ways to use up the honours that may be best, fewest wild tiles first.

        ``key`` is that of the honours in the hand, ``wilds`` how many may help, ``flags`` those of
        the melds. Without ``exact`` it is of no matter whether a way is green or plain.
        """
        ask = (key, wilds, flags & (HONOUR_TRIPLETS << KONG_SHIFT | HONOUR_TRIPLETS), exact)
        ways = self._honours.get(ask)
        if ways is None:
            _bound(self._honours)
            ways = self._honours[ask] = self._best_honours(*ask)
        return ways

    def _best_honours(self, key: int, wilds: int, flags: int, exact: bool) -> tuple[Honours, ...]:
        best: dict[tuple[bool, ...], dict[int, Honours]] = {}
        for way in self.all_honours(key, wilds, flags):
            sort = (way.paired, way.any, *((way.green, way.plain) if exact else ()))
            by_wilds = best.setdefault(sort, {})
            if way.wilds not in by_wilds or by_wilds[way.wilds].tai < way.tai:
                by_wilds[way.wilds] = way
        kept: list[Honours] = []
        for by_wilds in best.values():
            most = -1
            for _, way in sorted(by_wilds.items()):
                # A wild set can always be made elsewhere, so more wild tiles must earn more.
                if way.tai > most:
                    most = way.tai
                    kept.append(way)
        kept.sort(key=lambda way: way.wilds)
        return tuple(kept)

    def all_honours(self, key: int, wilds: int, flags: int) -> Iterator[Honours]:
        """Yield every way to use up the honours that can earn anything."""
        yield from self._from(0, key, wilds, flags, (), -1, ())

    def _from(
        self,
        place: int,
        key: int,
        wilds: int,
        flags: int,
        triplets: tuple[int, ...],
        pair: int,
        fill: tuple[Tile, ...],
    ) -> Iterator[Honours]:
        if place == 7:
            yield self._way(triplets, pair, fill, flags)
            return
        tile = EAST + place
        for sets, pairs in self._choices(tile, key % 5):
            used = 3 * sets + 2 * pairs - key % 5
            if used <= wilds and not (pairs and pair >= 0):
                yield from self._from(
                    place + 1,
                    key // 5,
                    wilds - used,
                    flags,
                    triplets + (place,) * sets,
                    place if pairs else pair,
                    fill + (tile,) * used,
                )

    def _choices(self, tile: Tile, count: int) -> tuple[tuple[int, int], ...]:
        """Return (triplets, pairs) that use up ``count`` tiles and may earn something."""
        if count == 3 and tile == self.own_wind and self._pair > self._triplet:
            return _USE_UP_WITH_PAIR
        if count:
            return _USE_UP[count]
        wind = tile < WHITE and self.weights[5] > 0
        if tile in (self.own_wind, GREEN) or wind:
            return _MAKE_ANY
        return _MAKE_TRIPLET if tile == RED else _MAKE_NONE

    def _way(
        self, triplets: tuple[int, ...], pair: int, fill: tuple[Tile, ...], flags: int
    ) -> Honours:
        made = flags & HONOUR_TRIPLETS
        for place in triplets:
            made |= 1 << place
        found = self.honour_items(made, flags, pair)
        winds = self.four_winds(made, pair)
        used = {*triplets, *((pair,) if pair >= 0 else ())}
        return Honours(
            wilds=len(fill),
            tai=worth(found) + (self.weights[5] if winds else 0),
            paired=pair >= 0,
            any=bool(used),
            green=used <= {GREEN - EAST},
            plain=not triplets and not worth(found),
            winds=winds,
            sets=tuple((EAST + place,) * 3 for place in triplets),
            pair=(EAST + pair,) * 2 if pair >= 0 else (),
            fill=fill,
            items=found,
        )

    def honour_items(self, made: int, flags: int, pair: int) -> Items:
        """Return B6, B7 or A2: ``made`` has the bits of all triplets, ``pair`` is a place or -1.

        One kind counts once (B8): a kong contains the point, and own wind is triplet or pair.
        """
        kongs = flags >> KONG_SHIFT & HONOUR_TRIPLETS
        found: list[Item] = []
        own = self.own_wind - EAST
        paired = pair == own and not kongs >> own & 1
        if paired and made >> own & 1:
            paired = self._pair > self._triplet
        for tile in (RED, GREEN, self.own_wind):
            bit = tile - EAST
            if made >> bit & 1 and not kongs >> bit & 1 and not (paired and bit == own):
                melded = bool(flags >> bit & 1)
                found += rules.honour_triplet(self.ruleset, tile, melded=melded)
        if paired:
            found += rules.own_wind_pair(self.ruleset, self.own_wind)
        return tuple(found)

    def four_winds(self, made: int, pair: int) -> bool:
        """V10, A15: all four winds as triplets or kongs; one as the pair if the field allows."""
        winds = made & 15
        if self.ruleset.four_winds_pair and 0 <= pair < 4 and bin(winds).count("1") >= 3:
            winds |= 1 << pair
        return winds == 15


_USE_UP: Final = ((), ((1, 0), (0, 1)), ((1, 0), (0, 1)), ((1, 0),), ((2, 0), (1, 1)))
_USE_UP_WITH_PAIR: Final = ((1, 0), (1, 1))
_MAKE_NONE: Final = ((0, 0),)
_MAKE_TRIPLET: Final = ((0, 0), (1, 0))
_MAKE_ANY: Final = ((0, 0), (1, 0), (0, 1))


@lru_cache(maxsize=1024)
def counting_for(ruleset: RuleSet, seat_wind: int) -> Counting:
    """Return the counting of a rule set for a seat's wind, 0 East to 3 North."""
    return Counting(ruleset, EAST + seat_wind)


def _part(items: Items) -> Part:
    return Part(items, worth(items))


def _bound(
    cache: dict[Meld, MeldPart]
    | dict[Win, Part]
    | dict[tuple[Tile, ...], Part]
    | dict[tuple[int, int, int, bool], tuple[Honours, ...]],
) -> None:
    """Keep a cache from growing without end."""
    if len(cache) >= _CACHE_LIMIT:
        cache.clear()


def _flags(made: Meld) -> int:
    """Flag what a meld means for the patterns; a bonus kong is a triplet and neutral else (A4k)."""
    if made.kind == "bonus_kong":
        return TRIPLET
    tile = made.tiles[0]
    flags = CHOW if made.kind == "chow" else TRIPLET
    if not GREEN_TILES.issuperset(made.tiles):
        flags |= NOT_GREEN
    if tile < EAST:
        return flags | 1 << SUIT_SHIFT + tile // 9
    bit = 1 << tile - EAST
    return flags | HONOUR | bit | (bit << KONG_SHIFT if made.is_kong else 0)


def face_count(counts: tuple[int, ...], kind: int) -> int:
    """Count the tiles of a kind."""
    return counts[kind] if kind < 34 else sum(counts[face] for face in FACES_OF[kind])
