"""Names of accounts: how they are written, and which look alike.

What looks alike is Unicode's to say (UTS #39); the package `confusable-homoglyphs` has its data.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from confusable_homoglyphs.utils import load  # type: ignore[import-untyped]

from taipao.bots import LEVELS, NAMES
from taipao.server.refusals import Objection

MOST_CHARACTERS: Final = 16

_MOST_MARKS: Final = 2
"""Marks on one letter: as many as Thai or Vietnamese need, not towers of them."""

# Letters, numbers, marks, punctuation, symbols: no control or format character (bidi, zero-width),
# no private or unassigned one, no end of a line.
_MAJOR_CATEGORIES: Final = frozenset("LNMPS")

# Letters, marks and symbols that nobody sees: fillers, joiners, variation selectors.
_UNSEEN: Final = frozenset(
    (
        *map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)),
        *map(chr, range(0x180B, 0x1810)),
        *map(chr, range(0xFE00, 0xFE10)),
        *map(chr, range(0xE0100, 0xE01F0)),
    )
)
_DIRECTION: Final = "\u200e"

_WORDS: Final = (
    *NAMES,
    *LEVELS,
    "bot",
    "player",
    "you",
    "house",
    "mint",
    "admin",
    "operator",
    "taipao",
)
_CHINESE_WORDS: Final = ("机器人", "玩家", "游客", "访客", "管理员", "系统", "庄家")


def normal_name(name: str) -> str:
    """Return a name as it is kept: NFKC, no more than one space between words.

    Raises `Objection` for a name that nobody may have, saying why.
    """
    normal = " ".join(filter(None, unicodedata.normalize("NFKC", name).split(" ")))
    if not 1 <= len(normal) <= MOST_CHARACTERS:
        raise Objection("bad_name", f"name: 1 to {MOST_CHARACTERS} characters are expected")
    marks = _MOST_MARKS
    for character in normal:
        if character != " " and not _is_seen(character):
            raise Objection("bad_name", f"name: U+{ord(character):04X} cannot be in a name")
        marks = marks + 1 if unicodedata.category(character)[0] == "M" else 0
        if marks > _MOST_MARKS:
            raise Objection("bad_name", "name: a letter with so many marks cannot be read")
    if _is_reserved(skeleton(normal)):
        raise Objection("bad_name", "name: this one is kept for bots, guests and the house")
    return normal


def skeleton(name: str) -> str:
    """Return what a name looks like: two names with one skeleton cannot be told apart.

    Capitals count as small letters, and i as l, whose capital it looks like.
    """
    table = _prototypes()
    # Capitals look like other letters than small ones do, so once before and once after.
    once = unicodedata.normalize("NFKC", name).translate(table).casefold()
    twice = unicodedata.normalize("NFD", once).translate(table).casefold()
    return unicodedata.normalize("NFC", twice).replace("i", "l").replace(" ", "")


def _is_seen(character: str) -> bool:
    return unicodedata.category(character)[0] in _MAJOR_CATEGORIES and character not in _UNSEEN


@cache
def _reserved() -> frozenset[str]:
    return frozenset(map(skeleton, (*_WORDS, *_CHINESE_WORDS)))


def _is_reserved(looks: str) -> bool:
    return looks in _reserved() or looks.startswith(skeleton("guest"))


@cache
def _prototypes() -> dict[int, str]:
    """Return what each character is written as in a skeleton, for `str.translate`."""
    alike: dict[str, list[str]] = {
        glyph: [other["c"] for other in others]
        for glyph, others in load("confusables.json").items()
    }
    return {
        ord(glyph): _prototype(glyph, alike).replace(_DIRECTION, "")
        for glyph in alike
        if len(glyph) == 1
    }


def _prototype(glyph: str, alike: dict[str, list[str]]) -> str:
    """Return the one glyph that stands for all that look like this one.

    The data link every glyph with its prototype, and the prototype with all its glyphs.
    """
    linked = alike[glyph]
    if len(linked) > 1:
        return glyph
    other = linked[0]
    if len(other) > 1 or len(alike[other]) > 1:
        return other
    return min(glyph, other)
