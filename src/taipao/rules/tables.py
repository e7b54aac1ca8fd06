"""The suit tables, mapped from the file that ``build_tables`` wrote.

All keys are those of ``Hand``. See ``build_tables`` for what the numbers mean.
"""

import mmap
import struct
from pathlib import Path
from typing import Final

from taipao.errors import TablesMissing

_HEAD: Final = struct.Struct("<8s4I")
_MAGIC: Final = b"taipao01"
_REMEDY: Final = "build them with: python -m taipao.rules.build_tables"


def _open() -> memoryview:
    path = Path(__file__).with_name("tables.bin")
    try:
        with path.open("rb") as file:
            return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError) as error:
        raise TablesMissing(f"the suit tables {path.name} cannot be read; {_REMEDY}") from error


def _split(whole_file: memoryview) -> tuple[tuple[int, ...], list[memoryview]]:
    if len(whole_file) < _HEAD.size:
        raise TablesMissing(f"the suit tables are incomplete; {_REMEDY}")
    magic, suits, honours, suit_pairs, honour_pairs = _HEAD.unpack_from(whole_file)
    if magic != _MAGIC:
        raise TablesMissing(f"the suit tables are of another version; {_REMEDY}")
    lengths = (
        5**9,
        5**7,
        2 * suits * suits,
        2 * suits * honours,
        6 * suit_pairs * honour_pairs,
        5**9,
        5**9,
        5**9,
        5**5,
        5**5,
    )
    if len(whole_file) != _HEAD.size + sum(lengths):
        raise TablesMissing(f"the suit tables are incomplete; {_REMEDY}")
    parts: list[memoryview] = []
    at = _HEAD.size
    for length in lengths:
        parts.append(whole_file[at : at + length])
        at += length
    return (suits, honours, suit_pairs, honour_pairs), parts


_SIZES, _PARTS = _split(_open())

SUIT_CLASSES, HONOUR_CLASSES, SUIT_PAIRS, HONOUR_PAIRS = _SIZES

SUIT_CLASS: Final = _PARTS[0]
"""Suit key -> class."""
HONOUR_CLASS: Final = _PARTS[1]
"""Honour key -> class."""
TWO_SUITS: Final = _PARTS[2].cast("H")
"""Class of 万 * SUIT_CLASSES + class of 筒 -> pair class."""
WITH_HONOURS: Final = _PARTS[3].cast("H")
"""Class of 条 * HONOUR_CLASSES + class of the honours -> pair class."""
MISSING: Final = tuple(
    _PARTS[4][sets * SUIT_PAIRS * HONOUR_PAIRS : (sets + 1) * SUIT_PAIRS * HONOUR_PAIRS]
    for sets in range(6)
)
"""For 0 to 5 sets and a pair: pair class * HONOUR_PAIRS + pair class -> tiles to add."""
ANY_SETS: Final = _PARTS[5]
TRIPLETS: Final = _PARTS[6]
CHOWS: Final = _PARTS[7]
"""Suit key -> wild tiles that use up all its tiles: low nibble without, high with the pair."""
GREEN_SETS: Final = _PARTS[8]
GREEN_CHOWS: Final = _PARTS[9]
"""The same for the key of the counts of 2 3 4 6 8 条, base 5, lowest first."""
