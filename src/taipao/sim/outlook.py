"""What a hand may still bring, in points: `bots/outlook.py`, compiled.

All sums are made in the same order as there, so that both come to the same numbers.
"""

from __future__ import annotations

from math import sqrt

from taipao.sim.ending import SELF_DRAWN
from taipao.sim.holding import gain
from taipao.sim.kernel import kernel
from taipao.sim.legal import seat_at
from taipao.sim.progress import Weights, helping, lacking_triplets, making_triplets
from taipao.sim.ruledata import DOUBLE_FROM, WHITE_IS_BONUS, RuleData
from taipao.sim.score import base_tai, score_winner
from taipao.sim.shape import KIND_OF, SEASONS, SHARE, WHITE, missing
from taipao.sim.table import (
    BONUS_KONG,
    CHOW,
    DEALER,
    FIRST,
    HEAD,
    LIMIT,
    PUNG,
    SECOND,
    TAIL,
    Table,
)
from taipao.sim.tables import Tables
from taipao.sim.weights import (
    BONUS_LEFT,
    CHOWS,
    DOUBLED_BEFORE,
    DOUBLED_OVER,
    DRAWN,
    DRAWS,
    ENDING,
    ENDING_BY_DISCARDS,
    ENDING_BY_DRAWS,
    ENDING_BY_MELDS,
    HASTE,
    HIDDEN,
    HOPED,
    LAID,
    MORE_ANY,
    MORE_FLUSH,
    MORE_TRIPLETS,
    PAID,
    REACH,
    READY_ANY,
    READY_FLUSH,
    READY_TRIPLETS,
    SETTLED,
    SPARED,
    WILD_FIRST,
    WILD_LEFT,
    WILD_SECOND,
    WON_OFF,
)

DRAWABLE = 142
FULL_FLUSH = 2
HALF_FLUSH = 3
TRIPLETS = 4
FAR = 99


@kernel
def look_around(data: RuleData, weights: Weights, table: Table, seat: int) -> None:
    """Write what a seat knows of the round into `facts`, and into `unseen` the tiles that may come.

    Wild and bonus tiles, of whatever kind, are left out of `unseen`.
    """
    numbers, unseen, facts = table.numbers, table.unseen, table.facts
    for kind in range(36):
        unseen[kind] = 4 - table.seen[kind]
    for face in range(42):
        unseen[KIND_OF[face]] -= table.counts[seat, face]
    for meld in range(table.melds[seat]):
        if table.meld_kinds[seat, meld] == BONUS_KONG:
            unseen[KIND_OF[table.meld_tiles[seat, meld]]] -= 4
    hidden, wild, bonus = 0, 0, 0
    facts[WILD_FIRST] = facts[WILD_SECOND] = 0.0
    for kind in range(36):
        number = unseen[kind]
        hidden += number
        if kind in (numbers[FIRST], numbers[SECOND]):
            wild += number
            facts[WILD_FIRST if kind == numbers[FIRST] else WILD_SECOND] = number
            unseen[kind] = 0
        elif kind >= SEASONS or (kind == WHITE and data.fields[WHITE_IS_BONUS] != 0):
            bonus += number
            unseen[kind] = 0
    melds = 0
    for other in range(4):
        if other != seat:
            melds = max(melds, table.melds[other])
    left = max(DRAWABLE - numbers[HEAD] - numbers[TAIL] - numbers[LIMIT], 0)
    facts[HIDDEN] = hidden
    facts[WILD_LEFT] = wild
    facts[BONUS_LEFT] = bonus
    facts[DRAWS] = left / 4.0
    facts[HASTE] = (
        weights[ENDING]
        + weights[ENDING_BY_DISCARDS] * table.discards[seat]
        + weights[ENDING_BY_MELDS] * melds
    )
    facts[PAID] = 6.0 if seat == numbers[DEALER] else 4.0


@kernel
def expected(data: RuleData, weights: Weights, tai: float) -> float:
    """Return the total that so many tai, more or less, come to (S1)."""
    limit = data.fields[DOUBLE_FROM]
    if limit <= 0:
        return tai
    doubled = (tai - limit + weights[DOUBLED_BEFORE]) / weights[DOUBLED_OVER]
    if doubled <= 0.0:
        return tai
    if doubled >= 1.0:
        return 2.0 * tai
    return float(tai * (1.0 + doubled))


@kernel
def chance(
    weights: Weights, table: Table, far: int, now: float, ready: float, more: float, haste: float
) -> float:
    """Return the chance to win a hand `far` from ready before the round ends.

    So many tiles help `now`, later on typical numbers; `haste` comes to the chance that it ends.
    """
    facts = table.facts
    hidden, draws = facts[HIDDEN], facts[DRAWS]
    steady = facts[HASTE] + haste
    found, helping, turns = 1.0, now, 0.0
    for lacking in range(far, -1, -1):
        left = max(draws - turns, 0.0)
        ends = (
            steady + weights[ENDING_BY_DISCARDS] * turns + weights[ENDING_BY_DRAWS] / (left + 0.5)
        )
        if lacking == 0:
            helping *= 1.0 + 3.0 * weights[WON_OFF]
        comes = helping / hidden
        found *= comes / (comes + ends)
        turns += 1.0 / (comes + ends)
        helping = ready + more * (lacking - 1)
    return found


@kernel
def _ready_worth(
    tables: Tables, data: RuleData, weights: Weights, table: Table, seat: int
) -> tuple[float, float]:
    """Return the total that a ready hand brings times its chance, and that chance.

    Every tile that it waits for is scored, as a self-draw and as a discard.
    """
    facts, keys, melds = table.facts, table.keys[seat], table.melds[seat]
    hidden = facts[HIDDEN]
    more_drawn = data.won[0, 0] - data.won[SELF_DRAWN, 0]
    limit = data.fields[DOUBLE_FROM]
    brings, rates = 0.0, 0.0
    for kind in range(36):
        face = kind if kind <= SEASONS else 38
        wild = table.wild[face] != 0
        if wild:
            left = facts[WILD_FIRST if kind == table.numbers[FIRST] else WILD_SECOND]
        else:
            left = float(table.unseen[kind])
        if left == 0.0:
            continue
        if not wild:
            keys[kind // 9] += SHARE[kind]
            done = missing(tables, keys, melds) <= table.wilds[seat]
            keys[kind // 9] -= SHARE[kind]
            if not done:
                continue
        gain(table, seat, face, 1)
        total = score_winner(
            tables,
            data,
            seat_at(table, seat),
            table.counts[seat],
            keys,
            table.wilds[seat],
            0,
            True,
            table.plan[:],
            table.row[:],
        )
        gain(table, seat, face, -1)
        comes = left / hidden
        brings += comes * (total + weights[SPARED])
        rates += comes
        if not wild:
            tai = total // 2 if 0 < limit <= total // 2 else total
            tai -= more_drawn
            discarded = 2 * tai if 0 < limit <= tai else tai
            comes = 3.0 * weights[WON_OFF] * left / hidden
            brings += comes * (discarded + weights[SPARED])
            rates += comes
    ends = facts[HASTE] + weights[ENDING_BY_DRAWS] / (facts[DRAWS] + 0.5)
    return brings / (rates + ends), rates / (rates + ends)


@kernel
def _brings(
    data: RuleData,
    weights: Weights,
    table: Table,
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

    `hard`, `plain` and `clean` are tai that a wild tile drawn, a bonus tile set aside, or a claim
    would take away.
    """
    facts = table.facts
    helps = drawn + facts[WILD_LEFT]
    if helps == 0.0:
        return 0.0, 0.0
    wild = facts[WILD_LEFT] / facts[HIDDEN]
    spoilt = wild + facts[BONUS_LEFT] / facts[HIDDEN]
    found = chance(weights, table, far, helps + claimed, ready, more, 0.0)
    brings = found * (expected(data, weights, tai) + weights[SPARED])
    kept_hard = expected(data, weights, tai + hard)
    if hard > 0.0:
        kept = chance(weights, table, far, helps + claimed, ready, more, wild)
        brings += kept * (kept_hard - expected(data, weights, tai))
    if plain > 0.0:
        kept = chance(weights, table, far, helps + claimed, ready, more, spoilt)
        brings += kept * (expected(data, weights, tai + hard + plain) - kept_hard)
    if clean > 0.0:
        kept = chance(weights, table, far, helps, ready, more, spoilt)
        brings += kept * (expected(data, weights, tai + hard + clean) - kept_hard)
    return brings, found


@kernel
def worth(tables: Tables, data: RuleData, weights: Weights, table: Table, seat: int) -> float:
    """Return what a hand of ``3n + 1`` tiles may bring, in points; `look_around` comes before."""
    facts, counts, heaps = table.facts, table.counts[seat], table.heaps
    wilds, melds = table.wilds[seat], table.melds[seat]
    suits, honours, chows, triplets, pungs = 0, False, False, 0, 0
    for meld in range(melds):
        kind = table.meld_kinds[seat, meld]
        if kind == BONUS_KONG:
            continue
        group = table.meld_tiles[seat, meld] // 9
        if group == 3:
            honours = True
        else:
            suits |= 1 << group
        if kind == CHOW:
            chows = True
        else:
            triplets += 1
            pungs += kind == PUNG
    heaps[:] = 0
    for tile in range(34):
        if counts[tile] and not table.wild[tile]:
            heaps[tile // 9, min(int(counts[tile]), 3) - 1] += 1
    ones = heaps[0, 0] + heaps[1, 0] + heaps[2, 0] + heaps[3, 0]
    twos = heaps[0, 1] + heaps[1, 1] + heaps[2, 1] + heaps[3, 1]
    threes = heaps[0, 2] + heaps[1, 2] + heaps[2, 2] + heaps[3, 2]
    base = base_tai(data, seat_at(table, seat), counts, wilds)
    hope = weights[HOPED] * (pungs + threes)
    by_discard = float(data.won[SELF_DRAWN, 0])
    tai = base + by_discard + weights[DRAWN] * (data.won[0, 0] - by_discard) + hope
    hard, plain, clean = 0.0, 0.0, 0.0
    if wilds:
        tai += float(data.by_number[wilds, 0])
    else:
        hard = float(data.by_number[0, 0])
        if table.aside[seat, 0] + table.aside[seat, 1] + table.aside[seat, 2] == 0:
            if melds == 0:
                clean = float(data.clean[0])
            if base == 0 and triplets == 0:
                plain = float(data.patterns[0, 0])
                odd = max(twos - heaps[3, 1] - 1, 0) + threes
                for _ in range(odd + heaps[3, 0] + 2 * (heaps[3, 1] + heaps[3, 2])):
                    plain *= weights[CHOWS]
    single = float(data.single[0])
    for _ in range(5 - melds):
        single *= weights[LAID]
    tai += single
    total, most, nearest = 0.0, 0.0, FAR
    for goal in range(7):
        # Any hand, the half flushes, the full flushes.
        suit, full, pays = (goal + 2) % 3, goal > 3, 0.0
        if goal == 0:
            suit = -1
        else:
            pays = float(data.patterns[FULL_FLUSH if full else HALF_FLUSH, 0])
            if pays == 0.0 or suits & ~(1 << suit) or (full and honours):
                continue
        far, drawn, claimed = helping(tables, weights, table, seat, suit, full)
        if goal == 0:
            nearest = far
            if far == 0:
                brings, found = _ready_worth(tables, data, weights, table, seat)
            else:
                brings, found = _brings(
                    data,
                    weights,
                    table,
                    far,
                    drawn,
                    claimed,
                    weights[READY_ANY],
                    weights[MORE_ANY],
                    tai,
                    hard,
                    plain,
                    clean,
                )
        elif far == 0 or far > nearest + weights[REACH]:
            continue
        else:
            brings, found = _brings(
                data,
                weights,
                table,
                far,
                drawn,
                claimed,
                weights[READY_FLUSH],
                weights[MORE_FLUSH],
                tai + pays,
                hard,
                0.0,
                clean,
            )
        most = max(most, found)
        brings *= brings
        total += brings * brings
    for goal in range(4):
        # All triplets, and those with a half flush.
        pays = float(data.patterns[TRIPLETS, 0])
        if pays == 0.0 or chows:
            break
        suit = goal - 1
        if goal:
            if suits & ~(1 << suit):
                continue
            pays += float(data.patterns[HALF_FLUSH, 0])
            ones = heaps[suit, 0] + heaps[3, 0]
            twos = heaps[suit, 1] + heaps[3, 1]
            threes = heaps[suit, 2] + heaps[3, 2]
        now = lacking_triplets(5 - melds, ones, twos, threes)
        far = now - wilds - 1
        if far <= 0 or far > nearest + weights[REACH]:
            continue
        drawn, claimed = making_triplets(weights, table, seat, suit, ones, twos, threes)
        brings, found = _brings(
            data,
            weights,
            table,
            far,
            drawn,
            claimed,
            weights[READY_TRIPLETS],
            weights[MORE_TRIPLETS],
            tai + pays,
            hard,
            0.0,
            0.0,
        )
        most = max(most, found)
        brings *= brings
        total += brings * brings
    settled = (1.0 - most) * weights[SETTLED] * (base + hope)
    return float(facts[PAID] * (sqrt(sqrt(total)) + settled))
