"""The best reading of a winning hand, found without listing all readings (V19).

A *plan* says how many wild tiles help the honours and in which way, in which form the suits are
read, and where the pair is. The suit tables tell at once whether a plan can be carried out: tiles
beyond the least that a suit needs come in threes and make sets of their own. Only the best plan is
turned into sets.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct

from taipao.hand import Hand
from taipao.rules.counting import (
    ALL_GREEN,
    CHOW,
    FULL_FLUSH,
    HALF_FLUSH,
    HONOUR,
    NOT_GREEN,
    PLAIN,
    REUNION,
    SUIT_SHIFT,
    TRIPLET,
    TRIPLETS,
    WINDS,
    Counting,
    face_count,
)
from taipao.rules.honours import NO_IDLE, Idle, Way, use_up_idle
from taipao.rules.tables import ANY_SETS, CHOWS, GREEN_CHOWS, GREEN_SETS
from taipao.rules.tables import TRIPLETS as ALL_TRIPLETS
from taipao.tiles import EAST, FACES_OF, SEASONS, WHITE, Tile

Sets = tuple[tuple[Tile, ...], ...]

# Forms of the suits. The first three index _TABLES.
ANY_FORM: Final = 0
TRIPLET_FORM: Final = 1
CHOW_FORM: Final = 2
GREEN_FORM: Final = 3
GREEN_CHOW_FORM: Final = 4

_TABLES: Final = (ANY_SETS, ALL_TRIPLETS, CHOWS)
_FIVES: Final = (1, 5, 25, 125, 625, 3125, 15625, 78125, 390625)
_NEVER: Final = (99, 99)
_GREEN_PLACES: Final = (1, 2, 3, 5, 7)


class Pin(Struct, frozen=True, gc=False):
    """Wild tiles held to stand for themselves: the hand without them or with them as real tiles.

    ``wilds`` are free. ``sets`` and ``pair`` are made of pinned tiles no table knows (flowers, and
    白 where it is a bonus tile); ``as_themselves`` lists all pinned tiles.
    """

    man: int
    pin: int
    sou: int
    honours: int
    wilds: int
    flags: int
    patterns: int = 0
    spare: bool = False
    sets: Sets = ()
    pair: tuple[Tile, ...] = ()
    as_themselves: tuple[Tile, ...] = ()


class Plan(Struct, frozen=True, gc=False):
    """The best plan found: its tai beside what no reading changes, and what makes it."""

    tai: int
    patterns: int
    form: int
    way: Way
    idle: Idle
    pin: Pin


def pins(counting: Counting, hand: Hand, flags: int, kinds: tuple[int, int]) -> Iterator[Pin]:
    """Yield what may be pinned: nothing, three of one face (V13), two spare tiles (A19)."""
    yield Pin(hand.man, hand.pin, hand.sou, hand.honours, hand.wilds, flags)
    if hand.wilds < 2:
        return
    if kinds[0] == kinds[1]:
        if hand.wilds == 2 and counting.spare_pays:
            yield _pin(counting, hand, flags, kinds[0], 2)
    elif counting.weights[6]:
        for kind in kinds:
            if face_count(hand.counts, kind) == 3:
                yield _pin(counting, hand, flags, kind, 3)


def _pin(counting: Counting, hand: Hand, flags: int, kind: int, held: int) -> Pin:
    keys = list(hand.keys)
    tiles = tuple(face for face in FACES_OF[kind] for _ in range(hand.counts[face]))
    apart = kind >= SEASONS or (kind == WHITE and counting.ruleset.white_is_bonus)
    if not apart:
        keys[kind // 9] += held * _FIVES[kind % 9]
    elif kind == WHITE:
        flags |= HONOUR | NOT_GREEN
    if apart and held == 3:
        flags |= TRIPLET
    man, pin, sou, honours = keys
    return Pin(
        man,
        pin,
        sou,
        honours,
        hand.wilds - held,
        flags,
        patterns=REUNION if held == 3 else 0,
        spare=held == 2,
        sets=(tiles,) if apart and held == 3 else (),
        pair=tiles if apart and held == 2 else (),
        as_themselves=tiles,
    )


def best_plan(
    counting: Counting,
    hand: Hand,
    flags: int,
    kinds: tuple[int, int],
    spare_tai: int,
    *,
    base_is_zero: bool,
) -> Plan | None:
    """Return the plan with the most tai, or None where the hand has not the shape.

    ``flags`` are those of the melds, ``kinds`` the indicators', ``spare_tai`` what A19 gives more
    for two spare tiles. The hand has ``3n + 2`` tiles.
    """
    best: Plan | None = None
    for pin in pins(counting, hand, flags, kinds):
        extra = counting.weights[6] if pin.patterns else spare_tai if pin.spare else 0
        floor = -1 if best is None else best.tai - extra
        found = _search(counting, pin, floor, base_is_zero)
        if found is not None:
            tai, patterns, form, way, idle = found
            best = Plan(tai + extra, patterns | pin.patterns, form, way, idle, pin)
    return best


def _search(
    counting: Counting, pin: Pin, floor: int, base_is_zero: bool
) -> tuple[int, int, int, Way, Idle] | None:
    """Return (tai, patterns, form, way, idle) of the best plan above ``floor`` tai, or None."""
    man, pinzu, sou, wilds, flags = pin.man, pin.pin, pin.sou, pin.wilds, pin.flags
    w_plain, w_green, w_full, w_half, w_triplets, _, _ = counting.weights
    suits = flags >> SUIT_SHIFT & 7
    if man:
        suits |= 1
    if pinzu:
        suits |= 2
    if sou:
        suits |= 4
    least = None
    if w_plain and base_is_zero and not flags & TRIPLET:
        least = _Least(chows=_fewest(CHOWS, man, pinzu, sou, NO_IDLE))
    if w_green and suits in (0, 4) and not flags & NOT_GREEN and green_key(sou) >= 0:
        green = green_key(sou)
        least = least or _Least()
        least.green = (GREEN_SETS[green] & 15, GREEN_SETS[green] >> 4)
        least.green_chows = (GREEN_CHOWS[green] & 15, GREEN_CHOWS[green] >> 4)
    idle, ways = counting.honours.choose(pin.honours, wilds, flags, least is not None)
    fewest = _fewest(ANY_SETS, man, pinzu, sou, idle)
    triplets = _NEVER
    if w_triplets and not flags & CHOW:
        triplets = _fewest(ALL_TRIPLETS, man, pinzu, sou, idle)
        if least is not None:
            least.triplets = triplets
    one_suit = suits in (0, 1, 2, 4)
    honours = flags & HONOUR or idle.key
    best: tuple[int, int, int, Way, Idle] | None = None
    for way in ways:
        rest = wilds - way.wilds
        here = 0 if way.paired or pin.pair else 1
        if fewest[here] > rest or (way.paired and pin.pair):
            continue
        tai = way.tai
        patterns = WINDS if way.winds else 0
        if one_suit:
            if honours or way.any:
                if suits or rest > idle.bare:
                    tai += w_half
                    patterns |= HALF_FLUSH
            else:
                tai += w_full
                patterns |= FULL_FLUSH
        form = ANY_FORM
        if least is not None:
            more, found, form = _best_form(counting, least, way, here, rest)
            tai += more
            patterns |= found
        elif triplets[here] <= rest:
            tai += w_triplets
            patterns |= TRIPLETS
            form = TRIPLET_FORM
        if tai > floor:
            floor = tai
            best = (tai, patterns, form, way, idle)
    return best


class _Least(Struct):
    """The fewest wild tiles for the suits in each form: without the pair, and with it."""

    triplets: tuple[int, int] = _NEVER
    chows: tuple[int, int] = _NEVER
    green: tuple[int, int] = _NEVER
    green_chows: tuple[int, int] = _NEVER


def _fewest(table: memoryview, man: int, pin: int, sou: int, idle: Idle) -> tuple[int, int]:
    """Return the fewest wild tiles that use up suits and idle honours: without the pair, with."""
    first, second, third = table[man], table[pin], table[sou]
    bare = (first & 15) + (second & 15) + (third & 15)
    more = min((first >> 4) - (first & 15), (second >> 4) - (second & 15))
    more = min(more, (third >> 4) - (third & 15), idle.paired - idle.bare)
    bare += idle.bare
    return bare, bare + more


def _best_form(
    counting: Counting, least: _Least, way: Way, here: int, rest: int
) -> tuple[int, int, int]:
    """Return (tai, patterns, form) of the form that pays best."""
    w_plain, w_green, _, _, w_triplets, _, _ = counting.weights
    green = way.green and least.green[here] <= rest
    best = (0, 0, ANY_FORM)
    if green:
        best = (w_green, ALL_GREEN, GREEN_FORM)
    if least.triplets[here] <= rest:
        # Triplets of green tiles need no other tile.
        more, found = (w_green, ALL_GREEN) if green else (0, 0)
        best = max(best, (w_triplets + more, TRIPLETS | found, TRIPLET_FORM))
    if way.plain and least.chows[here] <= rest:
        best = max(best, (w_plain, PLAIN, CHOW_FORM))
        if green and least.green_chows[here] <= rest:
            best = max(best, (w_plain + w_green, PLAIN | ALL_GREEN, GREEN_CHOW_FORM))
    return best


@lru_cache(maxsize=4096)
def green_key(sou: int) -> int:
    """Return the key of the counts of 2 3 4 6 8 条, or -1 where another 条 is there."""
    counts = [sou // five % 5 for five in _FIVES]
    if any(counts[place] for place in (0, 4, 6, 8)):
        return -1
    return sum(counts[place] * _FIVES[index] for index, place in enumerate(_GREEN_PLACES))


def least_wild(key: int, form: int, paired: bool) -> int:
    """Return how few wild tiles use up a suit in a form; 15 where more than six would be needed."""
    if form <= CHOW_FORM:
        both = _TABLES[form][key]
    else:
        green = green_key(key)
        if green < 0:
            return 15
        both = (GREEN_SETS if form == GREEN_FORM else GREEN_CHOWS)[green]
    return both >> 4 if paired else both & 15


class Built(Struct, frozen=True, gc=False):
    """Sets, pair, and what the free wild tiles stand for, in no particular order."""

    sets: Sets
    pair: tuple[Tile, ...]
    fill: tuple[Tile, ...]


def build(plan: Plan) -> Built:
    """Turn a plan into concealed sets, pair and fill; pinned tiles are not in the fill."""
    pin, way, form = plan.pin, plan.way, plan.form
    keys = (pin.man, pin.pin, pin.sou)
    suits = pin.flags >> SUIT_SHIFT & 7
    for suit in range(3):
        if keys[suit]:
            suits |= 1 << suit
    home = suits.bit_length() - 1 if suits else 2
    sets, pair, fill = pin.sets + way.sets, pin.pair, way.fill
    if way.pair >= 0:
        pair = (EAST + way.pair,) * 2
    pair_at = -1 if pair else _pair_place(keys, form, home, plan.idle)
    for suit in range(3):
        if keys[suit] or suit == pair_at:
            part = use_up(suit, keys[suit], form, suit == pair_at)
            sets += part.sets
            fill += part.fill
            pair = pair or part.pair
    if plan.idle.key:
        more, two, wanted = use_up_idle(plan.idle.key, pair_at == 3)
        sets += more
        fill += wanted
        pair = pair or two
    rest = pin.wilds - len(fill)
    if rest:
        start = 9 * home + 1
        chow = form in (CHOW_FORM, GREEN_CHOW_FORM)
        made = (start, start + 1, start + 2) if chow else (start,) * 3
        sets += (made,) * (rest // 3)
        fill += made * (rest // 3)
    return Built(sets, pair, fill)


def _pair_place(keys: tuple[int, int, int], form: int, home: int, idle: Idle) -> int:
    """Return where the pair costs least, 3 for idle honours; ``home`` if that is no dearer.

    A pair at home keeps flushes.
    """
    if form >= GREEN_FORM:
        return 2
    table = _TABLES[form]
    costs = [(table[key] >> 4) - (table[key] & 15) for key in keys]
    costs.append(idle.paired - idle.bare)
    best = min(costs)
    return home if costs[home] == best else costs.index(best)


@lru_cache(maxsize=1 << 16)
def use_up(suit: int, key: int, form: int, paired: bool) -> Built:
    """Make sets of all tiles of a suit, and the pair, with as few wild tiles as possible."""
    sets, pair, fill = _use_up(key, form, paired)
    start = 9 * suit
    return Built(
        tuple([tuple([start + place for place in made]) for made in sets]),
        tuple([start + place for place in pair]),
        tuple([start + place for place in fill]),
    )


_Places = tuple[int, ...]


@lru_cache(maxsize=1 << 16)
def _use_up(key: int, form: int, paired: bool) -> tuple[tuple[_Places, ...], _Places, _Places]:
    if not key:
        return (), (1, 1) if paired else (), (1, 1) if paired else ()
    left, made, wanted = _step(key, form, paired)
    if len(made) == 2:
        sets, _, fill = _use_up(left, form, False)
        return sets, made, wanted + fill
    sets, pair, fill = _use_up(left, form, paired)
    return (made, *sets), pair, wanted + fill


def _step(key: int, form: int, paired: bool) -> tuple[int, _Places, _Places]:
    """Take one set or pair that uses the lowest tile and keeps to the least wild tiles.

    Returns the key left, what was made, and the wild tiles in it. The table shows which choice
    leads on, so there is no going back.
    """
    budget = least_wild(key, form, paired)
    lowest = 0
    while not key // _FIVES[lowest] % 5:
        lowest += 1
    for made in _made_with(lowest, form, paired):
        left = key
        wanted: _Places = ()
        for place in made:
            if left // _FIVES[place] % 5:
                left -= _FIVES[place]
            else:
                wanted += (place,)
        if len(wanted) + least_wild(left, form, paired and len(made) == 3) == budget:
            return left, made, wanted
    raise AssertionError(f"the suit tables are wrong for key {key}")


def _made_with(place: int, form: int, paired: bool) -> Iterator[tuple[int, ...]]:
    if form not in (TRIPLET_FORM,):
        starts = (1,) if form >= GREEN_FORM else (place, place - 1, place - 2)
        for start in starts:
            if 0 <= start <= 6 and start <= place <= start + 2:
                yield start, start + 1, start + 2
    if form not in (CHOW_FORM, GREEN_CHOW_FORM):
        yield (place,) * 3
    if paired:
        yield (place,) * 2
