"""The lines of a score sheet: one small function for each rule id, words included.

Each function returns the items of its rule, none where it gives no tai. A rule id that the rule set
does not have gives nothing, so no function asks which way of counting is played.
"""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from taipao.hand import Meld
from taipao.rules.ruleset import RuleSet
from taipao.tiles import (
    EAST,
    FACES_OF,
    GREEN,
    KIND,
    NORTH,
    PLANTS,
    RED,
    SEASONS,
    WHITE,
    ZH,
    Tile,
)


class Item(Struct, frozen=True, gc=False):
    """One line of a score sheet: a rule id, the tai it gives, and words for it."""

    rule: str
    tai: int
    zh: str
    en: str


class Win(Struct, frozen=True, gc=False):
    """How a hand was won. ``tile`` is the winning tile, ``kong_tile`` that of the kong before."""

    tile: Tile
    by: Literal["self_draw", "discard", "robbed_kong"]
    after: Literal["exposed_kong", "concealed_kong", "bonus"] | None = None
    kong_tile: Tile | None = None
    opening: Literal["heavenly", "earthly"] | None = None
    share_out: bool = False
    ready: bool = False


Items = tuple[Item, ...]

_COUNT: Final = ("no", "one", "two", "three", "four", "five", "six")
_ZH_COUNT: Final = ("零", "一", "两", "三", "四", "五", "六")
_SUIT_WORDS: Final = ("characters", "circles", "bamboos")
_HONOUR_WORDS: Final = ("east", "south", "west", "north", "white", "green", "red")


def word(tile: Tile) -> str:
    """Name a tile in English.

    >>> word(0), word(33)
    ('1 of characters', 'red')
    """
    if tile < EAST:
        return f"{tile % 9 + 1} of {_SUIT_WORDS[tile // 9]}"
    if tile < SEASONS:
        return _HONOUR_WORDS[tile - EAST]
    return "season" if KIND[tile] == SEASONS else "plant"


def _kind_zh(kind: int) -> str:
    return "".join(ZH[face] for face in FACES_OF[kind])


def _item(rule: str, tai: int, zh: str, en: str) -> Items:
    return (Item(rule, tai, zh, en),) if tai else ()


def one(ruleset: RuleSet, rule: str, zh: str, en: str) -> Items:
    """Return the item of a rule with one value."""
    return _item(rule, ruleset.tai.get(rule, (0,))[0], zh, en)


# Wild tiles held.


def wild_face(ruleset: RuleSet, own_wind: Tile, kind: int, held: int) -> Items:
    """B1, B2, A5, A7, A8: wild tiles of one face."""
    for rule in _wild_rules(own_wind, kind):
        if rule in ruleset.tai and held:
            tai = ruleset.tai[rule][held - 1]
            name = word(FACES_OF[kind][0])
            many = "s" if held > 1 else ""
            return _item(
                rule,
                tai,
                f"财神{_kind_zh(kind)}×{held}",
                f"{_COUNT[held]} wild tile{many} ({name})",
            )
    return ()


def _wild_rules(own_wind: Tile, kind: int) -> tuple[str, str]:
    if kind < EAST:
        return "B1", "A5"
    if kind == own_wind:
        return "B2", "A8"
    return "B2", "A5" if kind <= NORTH else "A7"


def equal_indicators(ruleset: RuleSet, held: int, *, spare: bool) -> Items:
    """A19: both indicators of one kind."""
    if not held:
        return ()
    tai = ruleset.tai["A19"]
    if spare:
        return _item("A19", tai[2], "两张财神多余", "both wild tiles, spare")
    return _item(
        "A19", tai[held - 1], f"相同财神×{held}", f"{_COUNT[held]} of two equal wild tiles"
    )


def hard_hand(ruleset: RuleSet, wilds: int) -> Items:
    """V4: no wild tile held."""
    return () if wilds else one(ruleset, "V4", "硬牌", "hard hand")


def many_wild(ruleset: RuleSet, wilds: int) -> Items:
    """V14: four, five or six wild tiles held."""
    if wilds < 4 or "V14" not in ruleset.tai:
        return ()
    return _item(
        "V14",
        ruleset.tai["V14"][wilds - 4],
        f"杀猪：{_ZH_COUNT[wilds]}张财神",
        f"kill-pig: {_COUNT[wilds]} wild tiles",
    )


def kill_pig(ruleset: RuleSet) -> Items:
    """A6: the value of a kill-pig."""
    return one(ruleset, "A6", "三张财神带一张", "kill-pig: three wild tiles and another")


# Tiles set aside.


def set_aside(ruleset: RuleSet, bonus: Sequence[Tile]) -> Items:
    """B3, A3, A4: bonus tiles set aside."""
    items: list[Item] = []
    for kind in (SEASONS, PLANTS, WHITE):
        tiles = sorted(tile for tile in bonus if KIND[tile] == kind)
        if not tiles:
            continue
        for rule, least in (("B3", 1), ("A3" if kind == WHITE else "A4", 2)):
            if rule in ruleset.tai and len(tiles) >= least:
                tai = ruleset.tai[rule][len(tiles) - least]
                items += _item(rule, tai, _aside_zh(tiles), _aside_en(tiles))
    return tuple(items)


def _aside_zh(tiles: Sequence[Tile]) -> str:
    if tiles[0] != WHITE:
        return "".join(ZH[tile] for tile in tiles)
    return "白板" if len(tiles) == 1 else f"白板×{len(tiles)}"


def _aside_en(tiles: Sequence[Tile]) -> str:
    return f"{_COUNT[len(tiles)]} {word(tiles[0])}{'s' if len(tiles) > 1 else ''}"


# Melds.


def meld(ruleset: RuleSet, own_wind: Tile, made: Meld) -> Items:
    """B3, B4, B5, A4k, A9, A10, A11: what a kong gives by itself."""
    if not made.is_kong:
        return ()
    if made.kind == "bonus_kong":
        return opening_kong(ruleset, made.tiles)
    tile = made.tiles[0]
    concealed = made.kind == "concealed_kong"
    if "B4" in ruleset.tai:
        place = 0 if tile in (GREEN, RED, own_wind) else 1
        rule = "B5" if concealed else "B4"
    elif tile == own_wind:
        rule, place = "A10", 1 if concealed else 0
    else:
        rule, place = "A11" if concealed else "A9", 1 if is_large(tile) else 0
    zh = f"{'暗' if concealed else '明'}杠{ZH[tile]}"
    en = f"{'concealed' if concealed else 'exposed'} kong of {word(tile)}"
    return _item(rule, ruleset.tai[rule][place], zh, en)


def opening_kong(ruleset: RuleSet, tiles: Sequence[Tile]) -> Items:
    """A4k, or B3's four: four bonus tiles held at the first replacement."""
    zh = f"起手暗杠{_aside_zh(sorted(tiles))}"
    en = f"opening kong of {word(tiles[0])}s"
    if "A4k" in ruleset.tai:
        return one(ruleset, "A4k", zh, en)
    return _item("B3", ruleset.tai["B3"][3], zh, en)


def is_large(tile: Tile) -> bool:
    """Tell a large head (T5): 1, 9 and honours."""
    return tile >= EAST or tile % 9 in (0, 8)


# Honours.


def honour_triplet(ruleset: RuleSet, tile: Tile, *, melded: bool) -> Items:
    """B6, A2: a pung or triplet of 中, 发 or own wind."""
    zh, en = ZH[tile], f"{'pung' if melded else 'triplet'} of {word(tile)}"
    return one(ruleset, "B6", zh, en) + one(ruleset, "A2", zh, en)


def own_wind_pair(ruleset: RuleSet, tile: Tile) -> Items:
    """B7: a pair of own wind."""
    return one(ruleset, "B7", f"门风对：{ZH[tile]}", f"pair of own wind ({word(tile)})")


# How the hand was won.


def how_won(ruleset: RuleSet, own_wind: Tile, win: Win) -> Items:
    """Return the items that the way of winning with the shape gives."""
    return (
        self_draw(ruleset, win)
        + opening(ruleset, win)
        + after_kong(ruleset, own_wind, win)
        + robbed_kong(ruleset, win)
        + in_share_out(ruleset, win)
        + declared_ready(ruleset, win)
    )


def self_draw(ruleset: RuleSet, win: Win) -> Items:
    """V1, A17."""
    if win.by != "self_draw":
        return ()
    return one(ruleset, "V1", "自摸", "self-draw") + one(ruleset, "A17", "自摸", "self-draw")


def opening(ruleset: RuleSet, win: Win) -> Items:
    """V2, V3: heavenly, and earthly in the forms that ``earthly`` lists."""
    if win.opening == "heavenly":
        return one(ruleset, "V2", "天胡", "heavenly hand")
    form = "first_draw" if win.by == "self_draw" else "first_discard"
    if win.opening == "earthly" and form in ruleset.earthly:
        return one(ruleset, "V3", "地胡", "earthly hand")
    return ()


def after_kong(ruleset: RuleSet, own_wind: Tile, win: Win) -> Items:
    """V11, A16: a win on the tile drawn after a kong (A16: after a bonus tile too)."""
    if win.after is None:
        return ()
    what = {"exposed_kong": "an exposed kong", "concealed_kong": "a concealed kong"}
    en = f"win after {what.get(win.after, 'a replaced bonus tile')}"
    zh = "补花开花" if win.after == "bonus" else "杠上开花"
    items = one(ruleset, "A16", zh, en)
    if "V11" in ruleset.tai and win.after != "bonus":
        exposed, concealed, more = ruleset.tai["V11"]
        tai = exposed if win.after == "exposed_kong" else concealed
        if win.kong_tile in (RED, own_wind):
            tai += more
        items += _item("V11", tai, zh, en)
    return items


def robbed_kong(ruleset: RuleSet, win: Win) -> Items:
    """V12, A18."""
    if win.by != "robbed_kong":
        return ()
    zh, en = "抢杠胡", "robbing a kong"
    return one(ruleset, "V12", zh, en) + one(ruleset, "A18", zh, en)


def in_share_out(ruleset: RuleSet, win: Win) -> Items:
    """V16."""
    return one(ruleset, "V16", "分牌", "win in the share-out") if win.share_out else ()


def declared_ready(ruleset: RuleSet, win: Win) -> Items:
    """P7: worth the field ``ready_tai``."""
    return _item("P7", ruleset.ready_tai, "听牌", "declared ready") if win.ready else ()


def clean_hand(ruleset: RuleSet, *, clean: bool) -> Items:
    """A1: nothing melded or set aside, no wild tile."""
    return one(ruleset, "A1", "清水", "clean hand") if clean else ()


def single_wait(ruleset: RuleSet, melds: int) -> Items:
    """A20: all five sets melded."""
    return one(ruleset, "A20", "单吊", "single wait, all sets melded") if melds == 5 else ()


# What the reading is like.

PATTERNS: Final[tuple[tuple[str, tuple[str, ...], str, str], ...]] = (
    ("plain", ("V5",), "平胡", "plain hand"),
    ("green", ("V6",), "绿一色", "all green"),
    ("full_flush", ("V7", "A12"), "清一色", "full flush"),
    ("half_flush", ("V8", "A13"), "混一色", "half flush"),
    ("triplets", ("V9", "A14"), "对对和", "all triplets"),
    ("winds", ("V10", "A15"), "四风会齐", "four winds"),
    ("reunion", ("V13",), "财神汇", "wild reunion"),
)
"""Each pattern of a reading with the rule ids that pay for it, and its words."""


def pattern(ruleset: RuleSet, name: str) -> Items:
    """Return the item of a pattern (V5-V10, V13, A12-A15)."""
    for known, rules, zh, en in PATTERNS:
        if known == name:
            return tuple(item for rule in rules for item in one(ruleset, rule, zh, en))
    raise KeyError(name)


def worth(items: Sequence[Item]) -> int:
    """Add up the tai."""
    return sum(item.tai for item in items)
