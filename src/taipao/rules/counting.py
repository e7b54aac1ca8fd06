"""What one rule set pays to the holder of one wind, prepared so that a hand is counted quickly."""

from functools import lru_cache
from typing import Final

from msgspec import Struct

from taipao.hand import Meld
from taipao.rules import items as rules
from taipao.rules.honours import KONG_SHIFT, HonourCounting
from taipao.rules.items import Items, Win, worth
from taipao.rules.ruleset import RuleSet
from taipao.tiles import EAST, FACES, FACES_OF, GREEN, SEASONS, Tile

# Flags of the sets that are settled before a reading is looked for, beside those of the honours:
# bits 14-16 the suits, then what patterns ask for.
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

_ASIDE: Final = tuple(8 << tile - SEASONS if tile >= SEASONS else 1 for tile in range(FACES))
"""What a tile set aside adds to the key of its kind of heap: whites are counted, flowers marked."""


class Part(Struct, frozen=True, gc=False):
    """Items that belong together, and what they add up to."""

    items: Items
    tai: int


class WildPart(Struct, frozen=True, gc=False):
    """What wild tiles give: every player (``base``), a winner with the shape, and spare (A19)."""

    base: Part
    winner: Part
    spare: Part


class MeldPart(Struct, frozen=True, gc=False):
    """What a meld gives by itself, its flags, and its tiles in order."""

    items: Items
    tai: int
    flags: int
    tiles: tuple[Tile, ...]


class Counting:
    """One rule set seen from one wind. Get it with ``counting_for``; it keeps what it works out."""

    def __init__(self, ruleset: RuleSet, own_wind: Tile) -> None:
        self.ruleset = ruleset
        self.own_wind = own_wind
        self.patterns = tuple(rules.pattern(ruleset, name) for name, _, _, _ in rules.PATTERNS)
        self.weights = tuple(worth(found) for found in self.patterns)
        self.spare_pays = "A19" in ruleset.tai
        self.honours = HonourCounting(ruleset, own_wind, self.weights[5])
        self._faces: dict[tuple[int, int], Items] = {}
        self._equal = tuple(
            rules.equal_indicators(ruleset, held, spare=False) if self.spare_pays else ()
            for held in range(3)
        )
        self._spare = rules.equal_indicators(ruleset, 2, spare=True) if self.spare_pays else ()
        self._pig = rules.kill_pig(ruleset)
        self.by_number = tuple(
            rules.hard_hand(ruleset, wilds) + rules.many_wild(ruleset, wilds) for wilds in range(7)
        )
        self._aside: dict[int, Part] = {}
        self._melds: dict[Meld, MeldPart] = {}
        self._wins: dict[tuple[object, ...], Part] = {}
        self._shown: dict[int, Part] = {}

    def wild(self, first: int, second: int, held: int, other: int) -> WildPart:
        """Return what the wild tiles give: kinds of the indicators, and how many of each are held.

        With equal kinds ``other`` is 0.
        """
        if not held + other:
            return WildPart(_NOTHING, _NOTHING, _NOTHING)
        equal = first == second and self.spare_pays
        base = self._equal[held] if equal else self._face(first, held) + self._face(second, other)
        won = base
        if self._pig and max(held, other) == 3 and min(held, other):
            won = self._pig if worth(self._pig) >= worth(base) else base
        part = _part(base)
        winner = part if won is base else _part(won)
        return WildPart(part, winner, _part(self._spare) if equal and held == 2 else winner)

    def _face(self, kind: int, held: int) -> Items:
        found = self._faces.get((kind, held))
        if found is None:
            found = rules.wild_face(self.ruleset, self.own_wind, kind, held)
            self._faces[kind, held] = found
        return found

    def aside(self, bonus: tuple[Tile, ...]) -> Part:
        """Return what the tiles set aside give."""
        key = 0
        for tile in bonus:
            key += _ASIDE[tile]
        part = self._aside.get(key)
        if part is None:
            part = self._aside[key] = _part(rules.set_aside(self.ruleset, bonus))
        return part

    def meld(self, made: Meld) -> MeldPart:
        """Return what a meld gives by itself and how it is flagged."""
        part = self._melds.get(made)
        if part is None:
            found = rules.meld(self.ruleset, self.own_wind, made)
            part = MeldPart(found, worth(found), _flags(made), tuple(sorted(made.tiles)))
            self._melds[made] = part
        return part

    def won(self, win: Win) -> Part:
        """Return what the way of winning with the shape gives."""
        key = (win.by, win.after, win.kong_tile, win.opening, win.share_out, win.ready)
        part = self._wins.get(key)
        if part is None:
            part = self._wins[key] = _part(rules.how_won(self.ruleset, self.own_wind, win))
        return part

    def shown(self, patterns: int) -> Part:
        """Return the items of a set of pattern bits."""
        part = self._shown.get(patterns)
        if part is None:
            found = [items for bit, items in enumerate(self.patterns) if patterns >> bit & 1]
            part = self._shown[patterns] = _part(sum(found, ()))
        return part


_NOTHING: Final = Part((), 0)


@lru_cache(maxsize=1024)
def counting_for(ruleset: RuleSet, seat_wind: int) -> Counting:
    """Return the counting of a rule set for a seat's wind, 0 East to 3 North."""
    return Counting(ruleset, EAST + seat_wind)


def _part(items: Items) -> Part:
    return Part(items, worth(items))


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
