"""The 42 faces and 36 kinds of tile (T2), and their notation.

A tile is the number of its face, in the order of the wall: ``1m``-``9m`` are 0-8, ``1p``-``9p``
9-17, ``1s``-``9s`` 18-26, ``1z``-``7z`` 27-33 and the flowers ``1f``-``8f`` 34-41. Faces and kinds
agree up to 33; for counting, the four seasons are kind 34 and the four plants kind 35.
"""

from collections.abc import Iterable
from typing import Final, Literal, get_args

from taipao.errors import TileError

Tile = int

FACES: Final = 42
KINDS: Final = 36

_START: Final = {"m": 0, "p": 9, "s": 18, "z": 27, "f": 34}
_LAST_DIGIT: Final = {"m": 9, "p": 9, "s": 9, "z": 7, "f": 8}

# fmt: off
TileName = Literal[
    "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m",
    "1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p",
    "1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s",
    "1z", "2z", "3z", "4z", "5z", "6z", "7z",
    "1f", "2f", "3f", "4f", "5f", "6f", "7f", "8f",
]
# fmt: on
"""A tile as text: what actions, events, records and the protocol hold."""

NAMES: Final[tuple[TileName, ...]] = get_args(TileName)
NUMBER: Final[dict[str, Tile]] = {name: tile for tile, name in enumerate(NAMES)}
ZH: Final[tuple[str, ...]] = (
    *(number + suit for suit in "万筒条" for number in "一二三四五六七八九"),
    *"东南西北白发中春夏秋冬梅兰竹菊",
)
KIND: Final[tuple[int, ...]] = (*range(34), 34, 34, 34, 34, 35, 35, 35, 35)
FACES_OF: Final[tuple[tuple[Tile, ...], ...]] = (
    *((kind,) for kind in range(34)),
    (34, 35, 36, 37),
    (38, 39, 40, 41),
)
COPIES: Final[tuple[int, ...]] = (*(4 for _ in range(34)), *(1 for _ in range(8)))

EAST: Final = 27
SOUTH: Final = 28
WEST: Final = 29
NORTH: Final = 30
WHITE: Final = 31
GREEN: Final = 32
RED: Final = 33
SEASONS: Final = 34
PLANTS: Final = 35

_BY_ZH: Final[dict[str, Tile]] = {name: tile for tile, name in enumerate(ZH)}
_DIGITS: Final = frozenset("0123456789")


def parse(text: str) -> tuple[Tile, ...]:
    """Read tiles in Tenhou's notation or by their Chinese names, in the order written.

    Raises ``TileError`` naming the offending characters and their position.

    >>> parse("123m7z")
    (0, 1, 2, 33)
    >>> parse("一万东春")
    (0, 27, 34)
    """
    tiles: list[Tile] = []
    at = 0
    end = len(text)
    while at < end:
        if text[at] in _DIGITS:
            stop = at
            while stop < end and text[stop] in _DIGITS:
                stop += 1
            suit = text[stop : stop + 1]
            if suit not in _START or not suit:
                raise _unreadable(text, at, stop + 1)
            for index in range(at, stop):
                digit = ord(text[index]) - 48
                if not 1 <= digit <= _LAST_DIGIT[suit]:
                    raise TileError(
                        f"there is no tile {text[index] + suit!r} (character {index + 1})",
                        text[index] + suit,
                        index,
                    )
                tiles.append(_START[suit] + digit - 1)
            at = stop + 1
        elif text[at : at + 2] in _BY_ZH:
            tiles.append(_BY_ZH[text[at : at + 2]])
            at += 2
        elif text[at] in _BY_ZH:
            tiles.append(_BY_ZH[text[at]])
            at += 1
        else:
            raise _unreadable(text, at, at + 1)
    return tuple(tiles)


def _unreadable(text: str, start: int, stop: int) -> TileError:
    offending = text[start:stop]
    shown = offending if len(offending) <= 24 else offending[:24] + "…"
    missing = "" if stop <= len(text) else ": the suit letter is missing"
    return TileError(
        f"cannot read {shown!r} as tiles (character {start + 1}){missing}", offending, start
    )


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Write tiles sorted and grouped by suit.

    >>> format_tiles([33, 12, 12, 2, 0, 1])
    '123m44p7z'
    """
    written: list[str] = []
    suit = ""
    for tile in sorted(tiles):
        digit, letter = NAMES[tile][0], NAMES[tile][1]
        if letter != suit:
            written.append(suit)
            suit = letter
        written.append(digit)
    return "".join(written) + suit


def wild_faces(indicators: tuple[Tile, Tile]) -> frozenset[Tile]:
    """Return every face of the indicators' kinds (W1): a flower makes its whole colour wild."""
    return frozenset(face for tile in indicators for face in FACES_OF[KIND[tile]])
