"""What a hand is worth: the winner's best reading (V19), and what the others count (B9)."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from taipao.errors import NotAWin
from taipao.hand import Hand, Meld
from taipao.rules import items as rules
from taipao.rules.counting import Counting, WildPart, counting_for, face_count
from taipao.rules.honours import TRIPLET_BITS
from taipao.rules.items import Item, Items, Win, worth
from taipao.rules.judging import judge
from taipao.rules.plans import Plan, best_plan, build
from taipao.rules.readings import Reading
from taipao.rules.ruleset import RuleSet
from taipao.rules.variety import telling_readings
from taipao.rules.waits import is_complete, kill_pig_allowed
from taipao.tiles import EAST, GREEN, KIND, RED, Tile

__all__ = ["Item", "Reading", "RunnerUp", "Score", "Win", "score_other", "score_winner"]


class RunnerUp(Struct, frozen=True, gc=False):
    """The best reading whose items differ from those taken."""

    tai: int
    total: int
    items: Items
    reading: Reading


class Score(Struct, frozen=True, gc=False):
    """What one seat's tiles are worth. ``total`` is ``tai`` after S1."""

    role: Literal["winner", "non_winner"]
    shape: Literal["sets", "kill_pig"] | None
    tai: int
    doubled: bool
    total: int
    items: Items
    reading: Reading | None = None
    runner_up: RunnerUp | None = None


def score_winner(
    ruleset: RuleSet,
    indicators: tuple[Tile, Tile],
    seat_wind: int,
    hand: Hand,
    melds: tuple[Meld, ...],
    bonus: tuple[Tile, ...],
    win: Win,
    *,
    runner_up: bool = False,
) -> Score:
    """Score a winner in the reading that pays most (V19).

    ``hand`` holds the winning tile too; ``seat_wind`` counts from 0, East. A hand with the shape is
    counted by it; only one without may be a win by its wild tiles alone (V15). Raises ``NotAWin``.
    """
    counting = counting_for(ruleset, seat_wind)
    kinds = KIND[indicators[0]], KIND[indicators[1]]
    held = _held(hand, kinds)
    if is_complete(hand, len(melds)):
        return _with_shape(counting, kinds, hand, melds, bonus, win, held, runner_up)
    if win.by == "self_draw":
        pig = _kill_pig(counting, indicators, hand, melds, held)
        if pig is not None:
            return pig
    raise NotAWin(_why_not(hand, melds))


def _why_not(hand: Hand, melds: tuple[Meld, ...]) -> str:
    size = 17 - 3 * len(melds)
    if hand.size != size:
        return f"a winning hand with {len(melds)} melds has {size} concealed tiles, not {hand.size}"
    return "the tiles do not make five sets and a pair, and no kill-pig is allowed"


def _held(hand: Hand, kinds: tuple[int, int]) -> tuple[int, int]:
    """Count the wild tiles held of each indicator's kind; the second is 0 for equal kinds."""
    if not hand.wilds:
        return 0, 0
    first = face_count(hand.counts, kinds[0])
    return first, hand.wilds - first


def _kill_pig(
    counting: Counting,
    indicators: tuple[Tile, Tile],
    hand: Hand,
    melds: tuple[Meld, ...],
    held: tuple[int, int],
) -> Score | None:
    """Score a win without the shape (V15, A6, A19) on an own turn, if this can be one."""
    ruleset = counting.ruleset
    allowed = hand.size == 17 - 3 * len(melds) and kill_pig_allowed(ruleset, indicators, hand)
    if not allowed:
        return None
    if KIND[indicators[0]] == KIND[indicators[1]]:
        items = rules.equal_indicators(ruleset, held[0], spare=False)
    else:
        items = rules.many_wild(ruleset, hand.wilds) + rules.kill_pig(ruleset)
    return _score(counting, "kill_pig", items)


def _with_shape(
    counting: Counting,
    kinds: tuple[int, int],
    hand: Hand,
    melds: tuple[Meld, ...],
    bonus: tuple[Tile, ...],
    win: Win,
    held: tuple[int, int],
    runner_up: bool,
) -> Score:
    wild = counting.wild(*kinds, *held)
    aside = counting.aside(bonus)
    laid: Items = ()
    flags = 0
    base_tai = aside.tai + wild.base.tai
    sets: tuple[tuple[Tile, ...], ...] = ()
    for made in melds:
        part = counting.meld(made)
        laid += part.items
        base_tai += part.tai
        flags |= part.flags
        sets += (part.tiles,)
    before = aside.items + laid
    after = counting.won(win).items + counting.by_number[hand.wilds]
    if not melds:
        if not bonus and not hand.wilds:
            after += rules.clean_hand(counting.ruleset, clean=True)
    elif len(melds) == 5:
        after += rules.single_wait(counting.ruleset, 5)
    known = _Known(counting, kinds, hand, melds, flags, base_tai, wild, before, after)
    more = wild.spare.tai - wild.winner.tai
    if more < 0:
        # Spare wild tiles that pay less cannot be searched for: the tables do not tell whether a
        # reading can be had without them. There are two of them at most, so list the readings.
        items, reading = max(_judged(known), key=lambda each: worth(each[0]))
    else:
        plan = best_plan(counting, hand, flags, kinds, more, base_is_zero=not base_tai)
        if plan is None:
            raise AssertionError("a complete hand has a plan")
        honours = counting.honours.items(plan.way.made, flags, plan.way.pair)
        items = _winner_items(known, plan.patterns, honours, plan.pin.spare)
        reading = _reading(plan, sets, hand)
    second = _runner_up(known, items) if runner_up else None
    return _score(counting, "sets", items, reading, second)


class _Known(Struct, frozen=True, gc=False):
    """What is known of a win before a reading is chosen. ``flags`` are those of the melds."""

    counting: Counting
    kinds: tuple[int, int]
    hand: Hand
    melds: tuple[Meld, ...]
    flags: int
    base_tai: int
    wild: WildPart
    before: Items
    after: Items


def _winner_items(known: _Known, patterns: int, honours: Items, spare: bool) -> Items:
    """Put a winner's items in the order of a sheet: base tai, how it was won, patterns."""
    return (
        (known.wild.spare if spare else known.wild.winner).items
        + known.before
        + honours
        + known.after
        + known.counting.shown(patterns).items
    )


def _judged(known: _Known) -> Iterator[tuple[Items, Reading]]:
    """Yield the items and the reading of every sort that a winning hand can be read in."""
    white_is_bonus = known.counting.ruleset.white_is_bonus
    for reading in telling_readings(known.hand, known.melds, white_is_bonus=white_is_bonus):
        found = judge(
            known.counting,
            known.hand,
            known.kinds,
            known.flags,
            len(known.melds),
            known.base_tai,
            reading,
        )
        yield _winner_items(known, found.patterns, found.honours, found.spare), reading


def _runner_up(known: _Known, taken: Items) -> RunnerUp | None:
    """Return the best reading whose items differ from those taken, if there is one."""
    same = _summary(taken)
    best: tuple[int, Items, Reading] | None = None
    for items, reading in _judged(known):
        tai = worth(items)
        if (best is None or tai > best[0]) and _summary(items) != same:
            best = tai, items, reading
    if best is None:
        return None
    tai, items, reading = best
    return RunnerUp(tai, _total(known.counting.ruleset, tai), items, reading)


def _summary(items: Items) -> list[tuple[str, int]]:
    return sorted((item.rule, item.tai) for item in items)


def _total(ruleset: RuleSet, tai: int) -> int:
    """Apply S1."""
    return 2 * tai if 0 < ruleset.double_from <= tai else tai


def _reading(plan: Plan, laid: tuple[tuple[Tile, ...], ...], hand: Hand) -> Reading:
    built = build(plan)
    first, second = built.pair
    wilds: tuple[tuple[Tile, Tile], ...] = ()
    if hand.wilds:
        free = [face for face in sorted(hand.wild) for _ in range(hand.counts[face])]
        for face in plan.pin.as_themselves:
            free.remove(face)
            wilds += ((face, face),)
        wilds += tuple(zip(free, built.fill, strict=True))
    return Reading(laid + tuple(sorted(built.sets)), (first, second), wilds)


def _score(
    counting: Counting,
    shape: Literal["sets", "kill_pig"],
    items: Items,
    reading: Reading | None = None,
    runner_up: RunnerUp | None = None,
) -> Score:
    tai = 0
    for item in items:
        tai += item.tai
    total = _total(counting.ruleset, tai)
    doubled = 0 < counting.ruleset.double_from <= tai
    return Score("winner", shape, tai, doubled, total, items, reading, runner_up)


def score_other(
    ruleset: RuleSet,
    indicators: tuple[Tile, Tile],
    seat_wind: int,
    hand: Hand,
    melds: tuple[Meld, ...],
    bonus: tuple[Tile, ...],
) -> Score:
    """Score a player who has not won (B9): never doubled, no shape needed."""
    counting = counting_for(ruleset, seat_wind)
    kinds = KIND[indicators[0]], KIND[indicators[1]]
    items = counting.wild(*kinds, *_held(hand, kinds)).base.items + counting.aside(bonus).items
    flags = 0
    for made in melds:
        part = counting.meld(made)
        items += part.items
        flags |= part.flags
    items += _best_honours(counting, hand, flags)
    tai = worth(items)
    return Score("non_winner", None, tai, False, tai, items)


def _best_honours(counting: Counting, hand: Hand, flags: int) -> Items:
    """Return the B6, B7 or A2 that wild tiles, each used once, make most of (B9)."""
    best: Items = counting.honours.items(flags & TRIPLET_BITS, flags, -1)
    most = (worth(best), 0)
    kinds = [
        tile - EAST
        for tile in sorted({RED, GREEN, counting.own_wind})
        # Beside a pung of own wind a pair of it may still be the one that pays.
        if hand.counts[tile] and (tile == counting.own_wind or not flags >> (tile - EAST) & 1)
    ]
    for made, pair, needed in _choices(kinds, counting, hand):
        if needed > hand.wilds:
            continue
        found = counting.honours.items(flags & TRIPLET_BITS | made, flags, pair)
        # On a tie triplets go before the pair.
        rank = worth(found), bin(made).count("1")
        if rank > most:
            best, most = found, rank
    return best


def _choices(kinds: list[int], counting: Counting, hand: Hand) -> list[tuple[int, int, int]]:
    """Return (triplet bits, pair place or -1, wild tiles needed) for every choice of kinds.

    A wild tile of the kind itself counts among those needed: each kind has one of its own at least,
    so any that fit in number fit in fact.
    """
    choices = [(0, -1, 0)]
    own = counting.own_wind - EAST
    for kind in kinds:
        tile = kind + EAST
        real = 0 if tile in hand.wild else hand.counts[tile]
        more: list[tuple[int, int, int]] = []
        for made, pair, needed in choices:
            more.append((made | 1 << kind, pair, needed + max(0, 3 - real)))
            if kind == own:
                more.append((made, kind, needed + max(0, 2 - real)))
        choices += more
    return choices
