"""What a hand may still bring, in points: the chance to win in time, times what that would pay.

A hand may go for several shapes at once: any, a flush of one suit, all triplets. For each the suit
tables tell how many tiles it lacks and which help now. How fast it gets from one lack to the next,
against how soon the round ends, is the chance to win with it. What a ready hand brings is counted
exactly, for every tile that it waits for.

`sim/outlook.py` is the same compiled: all sums are made in the same order, so that both come to the
same numbers to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import Final

from taipao.bots.progress import (
    KINDS,
    SETS,
    SUITS,
    heaps_of,
    helping,
    lacking_triplets,
    making_triplets,
    missing,
    together,
    with_each,
)
from taipao.bots.sight import Sight
from taipao.hand import Hand, Meld
from taipao.rules import items as rules
from taipao.rules.counting import counting_for
from taipao.rules.items import Win
from taipao.rules.ruleset import RuleSet
from taipao.sim.weights import (
    CHOWS,
    DOUBLED_BEFORE,
    DOUBLED_OVER,
    DRAWN,
    ENDING,
    ENDING_BY_DISCARDS,
    ENDING_BY_DRAWS,
    ENDING_BY_MELDS,
    HOPED,
    LAID,
    MORE_ANY,
    MORE_FLUSH,
    MORE_TRIPLETS,
    REACH,
    READY_ANY,
    READY_FLUSH,
    READY_TRIPLETS,
    SETTLED,
    SPARED,
    WON_OFF,
)
from taipao.tiles import FACES_OF, KIND, WHITE, Tile

_HONOURS: Final = 3


class Figures:
    """What one rule set pays for what a hand may become."""

    def __init__(self, ruleset: RuleSet) -> None:
        counting = counting_for(ruleset, 0)
        self.plain, _, self.full, self.half, self.triplets, *_ = counting.weights
        self.by_discard = rules.worth(counting.won(Win(0, "discard")).items)
        self.more_drawn = rules.worth(counting.won(Win(0, "self_draw")).items) - self.by_discard
        self.by_wilds = tuple(rules.worth(items) for items in counting.by_number)
        self.clean = rules.worth(rules.clean_hand(ruleset, clean=True))
        self.single = rules.worth(rules.single_wait(ruleset, SETS))
        self.double_from = ruleset.double_from


@lru_cache(maxsize=64)
def figures_of(ruleset: RuleSet) -> Figures:
    """Return the figures of a rule set."""
    return Figures(ruleset)


class Outlook:
    """A view as the solid bot weighs it, at one decision."""

    def __init__(self, sight: Sight, weights: Sequence[float]) -> None:
        self._sight, self._weights = sight, weights
        board, seat = sight.board, sight.seat
        self._figures = figures_of(sight.ruleset)
        first, second = (KIND[tile] for tile in sight.indicators)
        left = list(sight.unseen)
        self._wild_left = {kind: left[kind] for kind in (first, second)}
        self._wilds = sum(self._wild_left.values())
        bonus = [kind for kind in (34, 35) if kind not in self._wild_left]
        if sight.ruleset.white_is_bonus and WHITE not in self._wild_left:
            bonus.append(WHITE)
        self._bonus = sum(left[kind] for kind in bonus)
        self._hidden = sight.hidden
        for kind in (first, second, *bonus):
            left[kind] = 0
        self._left = [(tile, left[tile]) for tile in range(KINDS) if left[tile]]
        self._draws = max(board.left - board.limit, 0) / 4.0
        melds = max(len(other.melds) for place, other in enumerate(board.seats) if place != seat)
        self._haste = (
            weights[ENDING]
            + weights[ENDING_BY_DISCARDS] * len(board.seats[seat].river)
            + weights[ENDING_BY_MELDS] * melds
        )
        self.paid = 6.0 if seat == board.dealer else 4.0
        self._clean = not board.seats[seat].bonus

    def worth(self, hand: Hand, melds: tuple[Meld, ...]) -> float:
        """Return what a hand of ``3n + 1`` tiles may bring, in points."""
        weights, figures = self._weights, self._figures
        laid = _Laid(melds)
        heaps = heaps_of(hand)
        heap = together(heaps)
        base = self._sight.base_tai(hand, melds)
        hope = weights[HOPED] * (laid.pungs + heap[2])
        tai = base + figures.by_discard + weights[DRAWN] * figures.more_drawn + hope
        hard = plain = clean = 0.0
        if hand.wilds:
            tai += figures.by_wilds[hand.wilds]
        else:
            hard = float(figures.by_wilds[0])
            if self._clean:
                if not melds:
                    clean = float(figures.clean)
                if base == 0 and not laid.triplets:
                    plain = float(figures.plain)
                    ones, twos, threes = heaps[_HONOURS]
                    odd = max(heap[1] - twos - 1, 0) + heap[2] + ones + 2 * (twos + threes)
                    for _ in range(odd):
                        plain *= weights[CHOWS]
        single = float(figures.single)
        for _ in range(SETS - len(melds)):
            single *= weights[LAID]
        tai += single

        keys, sets = hand.keys, len(melds)
        far, drawn, claimed = helping(weights, hand, keys, sets, self._left)
        reach = far + weights[REACH]
        if far == 0:
            brings, most = self._ready_worth(hand, melds)
        else:
            ready, more = weights[READY_ANY], weights[MORE_ANY]
            brings, most = self._brings(far, drawn, claimed, ready, more, tai, hard, plain, clean)
        brings *= brings
        total = brings * brings
        ready, more = weights[READY_FLUSH], weights[MORE_FLUSH]
        for suit, full in laid.flushes:
            pays = float(figures.full if full else figures.half)
            if not pays:
                continue
            masked = [0, 0, 0, 0 if full else keys[_HONOURS]]
            masked[suit] = keys[suit]
            if not 0 < missing(masked, sets) - hand.wilds - 1 <= reach:
                continue
            left = self._left_for(suit, full=full)
            far, drawn, claimed = helping(weights, hand, masked, sets, left)
            brings, found = self._brings(
                far, drawn, claimed, ready, more, tai + pays, hard, 0.0, clean
            )
            most = max(most, found)
            brings *= brings
            total += brings * brings
        if figures.triplets and not laid.chows:
            ready, more = weights[READY_TRIPLETS], weights[MORE_TRIPLETS]
            for suit in (-1, *laid.suits):
                pays = float(figures.triplets)
                left = self._left
                if suit >= 0:
                    heap = together((heaps[suit], heaps[_HONOURS]))
                    pays += float(figures.half)
                    left = self._left_for(suit, full=False)
                far = lacking_triplets(SETS - sets, heap) - hand.wilds - 1
                if not 0 < far <= reach:
                    continue
                drawn, claimed = making_triplets(weights, hand, SETS - sets, heap, left)
                brings, found = self._brings(
                    far, drawn, claimed, ready, more, tai + pays, hard, 0.0, 0.0
                )
                most = max(most, found)
                brings *= brings
                total += brings * brings
        settled = (1.0 - most) * weights[SETTLED] * (base + hope)
        return self.paid * (sqrt(sqrt(total)) + settled)

    def _left_for(self, suit: int, *, full: bool) -> list[tuple[Tile, int]]:
        """Return the tiles that may come for a flush of a suit, and how many of each."""
        return [
            (tile, number)
            for tile, number in self._left
            if tile // 9 == suit or (tile >= SUITS and not full)
        ]

    def _brings(
        self,
        far: int,
        drawn: float,
        claimed: float,
        ready: float,
        more: float,
        tai: float,
        hard: float,
        plain: float,
        clean: float,
    ) -> tuple[float, float]:
        """Return the total that going for one shape brings times its chance, and that chance.

        `hard`, `plain` and `clean` are tai that a wild tile drawn, a bonus tile set aside, or a
        claim would take away.
        """
        helps = drawn + self._wilds
        if not helps:
            return 0.0, 0.0
        expected, now = self._expected, helps + claimed
        wild = self._wilds / self._hidden
        spoilt = wild + self._bonus / self._hidden
        found = self._chance(far, now, ready, more, 0.0)
        plainly = expected(tai)
        brings = found * (plainly + self._weights[SPARED])
        kept_hard = expected(tai + hard)
        if hard > 0.0:
            brings += self._chance(far, now, ready, more, wild) * (kept_hard - plainly)
        if plain > 0.0:
            kept = self._chance(far, now, ready, more, spoilt)
            brings += kept * (expected(tai + hard + plain) - kept_hard)
        if clean > 0.0:
            kept = self._chance(far, helps, ready, more, spoilt)
            brings += kept * (expected(tai + hard + clean) - kept_hard)
        return brings, found

    def _chance(self, far: int, now: float, ready: float, more: float, haste: float) -> float:
        """Return the chance to win a hand `far` from ready before the round ends.

        So many tiles help `now`, later on typical numbers; `haste` comes to the chance of the end.
        """
        weights, hidden, draws = self._weights, self._hidden, self._draws
        by_discards, by_draws = weights[ENDING_BY_DISCARDS], weights[ENDING_BY_DRAWS]
        steady = self._haste + haste
        found, helping, turns = 1.0, now, 0.0
        for lacking in range(far, -1, -1):
            left = max(draws - turns, 0.0)
            ends = steady + by_discards * turns + by_draws / (left + 0.5)
            if lacking == 0:
                helping *= 1.0 + 3.0 * weights[WON_OFF]
            comes = helping / hidden
            found *= comes / (comes + ends)
            turns += 1.0 / (comes + ends)
            helping = ready + more * (lacking - 1)
        return found

    def _expected(self, tai: float) -> float:
        """Return the total that so many tai, more or less, come to (S1)."""
        limit = self._figures.double_from
        if limit <= 0:
            return tai
        weights = self._weights
        doubled = (tai - limit + weights[DOUBLED_BEFORE]) / weights[DOUBLED_OVER]
        if doubled <= 0.0:
            return tai
        return 2.0 * tai if doubled >= 1.0 else tai * (1.0 + doubled)

    def _ready_worth(self, hand: Hand, melds: tuple[Meld, ...]) -> tuple[float, float]:
        """Return the total that a ready hand brings times its chance, and that chance.

        Every tile that it waits for is scored, as a self-draw and as a discard.
        """
        weights, hidden, limit = self._weights, self._hidden, self._figures.double_from
        waits = [
            (tile, number)
            for tile, number, after in with_each(hand.keys, len(melds), self._left)
            if after <= hand.wilds
        ]
        waits += [(kind, number) for kind, number in self._wild_left.items() if number]
        brings = rates = 0.0
        for kind, number in sorted(waits):
            tile = FACES_OF[kind][0]
            total = self._sight.self_drawn(hand.add(tile), melds, tile)
            comes = number / hidden
            brings += comes * (total + weights[SPARED])
            rates += comes
            if kind not in self._wild_left:
                tai = total // 2 if 0 < limit <= total // 2 else total
                tai -= self._figures.more_drawn
                discarded = 2 * tai if 0 < limit <= tai else tai
                comes = 3.0 * weights[WON_OFF] * number / hidden
                brings += comes * (discarded + weights[SPARED])
                rates += comes
        ends = self._haste + weights[ENDING_BY_DRAWS] / (self._draws + 0.5)
        return brings / (rates + ends), rates / (rates + ends)


class _Laid:
    """What melds leave open: the suits and flushes, all triplets or not."""

    def __init__(self, melds: tuple[Meld, ...]) -> None:
        kinds = [meld.kind for meld in melds]
        groups = {meld.tiles[0] // 9 for meld in melds if meld.kind != "bonus_kong"}
        self.pungs = kinds.count("pung")
        self.chows = kinds.count("chow")
        self.triplets = len(melds) - self.chows - kinds.count("bonus_kong")
        self.suits = [suit for suit in range(3) if groups <= {suit, _HONOURS}]
        self.flushes = [(suit, False) for suit in self.suits]
        if _HONOURS not in groups:
            self.flushes += [(suit, True) for suit in self.suits]
