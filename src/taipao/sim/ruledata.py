"""One rule set as a record that compiled code reads.

Every figure is asked of the functions of `rules/items.py`, for everything that they can be asked;
so a changed field, or a changed rule, is changed here as well. A *part* is a row of figures: its
first column is the tai of all its items, the others are the tai by rule id, in the order of `IDS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from taipao.hand import Meld, MeldKind
from taipao.rules import items as rules
from taipao.rules.items import Item, Win
from taipao.rules.ruleset import RuleSet
from taipao.sim.layout import lay_out
from taipao.sim.weights import STRENGTHS
from taipao.tiles import EAST, FACES, FACES_OF, KINDS, PLANTS, RED, SEASONS, WHITE

Figures = NDArray[np.int16]

# fmt: off
IDS: Final = (
    "B1", "B2", "B3", "B4", "B5", "B6", "B7",
    "V1", "V2", "V3", "V4", "V5", "V6", "V7", "V8", "V9", "V10", "V11", "V12", "V13", "V14", "V16",
    "A1", "A2", "A3", "A4", "A4k", "A5", "A6", "A7", "A8", "A9", "A10", "A11", "A12", "A13", "A14",
    "A15", "A16", "A17", "A18", "A19", "A20",
    "P7",
)
# fmt: on
"""Every rule id that can give tai; `IDS[i]` has column `i + 1` of a part."""

COLUMNS: Final = 1 + len(IDS)

MELD_KINDS: Final[tuple[MeldKind, ...]] = (
    "chow",
    "pung",
    "exposed_kong",
    "added_kong",
    "concealed_kong",
    "bonus_kong",
)
"""A meld's kind is its place here."""

BY: Final = ("self_draw", "discard", "robbed_kong")
AFTER: Final = (None, "exposed_kong", "concealed_kong", "bonus")
OPENING: Final = (None, "heavenly", "earthly")

DOUBLE_FROM: Final = 0
WHITE_IS_BONUS: Final = 1
SPARE_PAYS: Final = 2
KILL_PIG: Final = 3
FOUR_WINDS_PAIR: Final = 4
CHOW: Final = 5
DISCARD_WILD: Final = 6
SHARE_OUT: Final = 7
RESERVE: Final = 8
RESERVE_EACH: Final = 9
STAYS_ON_WIN: Final = 10
STAYS_ON_DRAW: Final = 11
BLOOM_THROUGH: Final = 12
OPENING_KONG: Final = 13
LOCKED: Final = 14
EARTHLY_DISCARD: Final = 15
EARTHLY_DRAW: Final = 16
READY_TAI: Final = 17
FIELDS: Final = 18

PIG_OFF: Final = 0
PIG_THREE_AND_ONE: Final = 1
PIG_ANY_FOUR: Final = 2


class RuleData(Protocol):
    """The figures of one rule set. `fields` holds the fields by the numbers above."""

    fields: NDArray[np.int64]
    wild: Figures
    """By own wind, kind and tiles held: wild tiles of one face."""
    equal: Figures
    """By tiles held: wild tiles of two equal indicators (A19)."""
    spare: Figures
    pig: Figures
    """A6."""
    by_number: Figures
    """By wild tiles held: V4 and V14."""
    many: Figures
    """By wild tiles held: V14."""
    aside: Figures
    """By seasons, plants or whites, and how many are set aside."""
    meld: Figures
    """By own wind, kind of meld and tile."""
    triplet: Figures
    pair: Figures
    patterns: Figures
    """By the bits' places in `rules/counting.py`."""
    won: Figures
    """By what `won_key` numbers."""
    clean: Figures
    single: Figures
    weights: NDArray[np.float64]
    """By strength, in the order of `STRENGTHS`: what the solid bot goes by."""


def part(items: Iterable[Item]) -> Figures:
    """Return items as a row of figures."""
    row = np.zeros(COLUMNS, np.int16)
    for item in items:
        row[0] += item.tai
        row[1 + IDS.index(item.rule)] += item.tai
    return row


def won_key(by: int, after: int, *, own: bool, opening: int, share_out: bool, ready: bool) -> int:
    """Number a way to win; `own` tells that the kong before was of 中 or own wind."""
    return ((((by * 4 + after) * 2 + own) * 3 + opening) * 2 + share_out) * 2 + ready


@lru_cache(maxsize=64)
def rule_data(ruleset: RuleSet) -> RuleData:
    """Return a rule set as a record."""
    spare_pays = "A19" in ruleset.tai
    winds, kinds = range(4), range(KINDS)
    parts: dict[str, NDArray[np.generic]] = {
        "fields": _fields(ruleset),
        "wild": _rows(
            [
                [
                    [rules.wild_face(ruleset, EAST + wind, kind, held) for held in range(4)]
                    for kind in kinds
                ]
                for wind in winds
            ]
        ),
        "equal": _rows(
            [rules.equal_indicators(ruleset, held, spare=False) for held in range(3)]
            if spare_pays
            else [()] * 3
        ),
        "spare": part(rules.equal_indicators(ruleset, 2, spare=True) if spare_pays else ()),
        "pig": part(rules.kill_pig(ruleset)),
        "by_number": _rows(
            [rules.hard_hand(ruleset, held) + rules.many_wild(ruleset, held) for held in range(7)]
        ),
        "many": _rows([rules.many_wild(ruleset, held) for held in range(7)]),
        "aside": _rows(
            [
                [rules.set_aside(ruleset, (FACES_OF[kind] * 4)[:held]) for held in range(5)]
                for kind in (SEASONS, PLANTS, WHITE)
            ]
        ),
        "meld": _melds(ruleset),
        "triplet": part(rules.honour_triplet(ruleset, RED, melded=False)),
        "pair": part(rules.own_wind_pair(ruleset, EAST)),
        "patterns": _rows([rules.pattern(ruleset, name) for name, _, _, _ in rules.PATTERNS]),
        "won": _wins(ruleset),
        "clean": part(rules.clean_hand(ruleset, clean=True)),
        "single": part(rules.single_wait(ruleset, 5)),
        "weights": np.array(list(STRENGTHS.values())),
    }
    made = np.zeros(1, lay_out({name: (one.dtype, one.shape) for name, one in parts.items()}))
    for name, one in parts.items():
        made[name][0] = one
    return cast("RuleData", made[0])


def _rows(nested: Sequence[object]) -> Figures:
    """Return nested lists of items as one array; the innermost are tuples of items."""
    if isinstance(nested, tuple):
        return part(nested)
    return np.stack([_rows(one) for one in nested])  # type: ignore[arg-type]


def _melds(ruleset: RuleSet) -> Figures:
    made = np.zeros((4, len(MELD_KINDS), FACES, COLUMNS), np.int16)
    for wind in range(4):
        for place, kind in enumerate(MELD_KINDS[2:5], start=2):
            for tile in range(SEASONS):
                items = rules.meld(ruleset, EAST + wind, Meld(kind, (tile,) * 4))
                made[wind, place, tile] = part(items)
        for tiles in ((WHITE,) * 4, FACES_OF[SEASONS], FACES_OF[PLANTS]):
            made[wind, 5, tiles[0]] = part(rules.opening_kong(ruleset, tiles))
    return made


def _wins(ruleset: RuleSet) -> Figures:
    made = np.zeros((3 * 4 * 2 * 3 * 2 * 2, COLUMNS), np.int16)
    for by_place, by in enumerate(BY):
        for after_place, after in enumerate(AFTER):
            for own in (False, True):
                for opening_place, opening in enumerate(OPENING):
                    for share_out in (False, True):
                        for ready in (False, True):
                            key = won_key(
                                by_place,
                                after_place,
                                own=own,
                                opening=opening_place,
                                share_out=share_out,
                                ready=ready,
                            )
                            tile = RED if own else 0
                            win = Win(0, by, after, tile, opening, share_out, ready)  # type: ignore[arg-type]
                            made[key] = part(rules.how_won(ruleset, EAST, win))
    return made


def _fields(ruleset: RuleSet) -> NDArray[np.int64]:
    made = np.zeros(FIELDS, np.int64)
    made[DOUBLE_FROM] = ruleset.double_from
    made[WHITE_IS_BONUS] = ruleset.white_is_bonus
    made[SPARE_PAYS] = "A19" in ruleset.tai
    made[KILL_PIG] = ("off", "three_and_one", "any_four").index(ruleset.kill_pig)
    made[FOUR_WINDS_PAIR] = ruleset.four_winds_pair
    made[CHOW] = ruleset.chow
    made[DISCARD_WILD] = ruleset.discard_wild
    made[SHARE_OUT] = ruleset.share_out
    made[RESERVE] = ruleset.reserve
    made[RESERVE_EACH] = ruleset.reserve_per_kong == "each"
    made[STAYS_ON_WIN] = ruleset.dealer_stays_on_win
    made[STAYS_ON_DRAW] = ruleset.dealer_stays_on_draw
    made[BLOOM_THROUGH] = ruleset.bloom_through_bonus
    made[OPENING_KONG] = ruleset.opening_four_kong
    made[LOCKED] = ruleset.ready == "locked"
    made[EARTHLY_DISCARD] = "first_discard" in ruleset.earthly
    made[EARTHLY_DRAW] = "first_draw" in ruleset.earthly
    made[READY_TAI] = ruleset.ready_tai
    return made
