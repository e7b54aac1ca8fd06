"""The suit tables as arrays for compiled code; `rules/build_tables.py` says what they mean."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from taipao.rules import tables

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint16]


class Tables(NamedTuple):
    """All tables under the names they have in `rules/tables.py`, and the widths of their rows."""

    suit_class: Bytes
    honour_class: Bytes
    two_suits: Words
    with_honours: Words
    missing: Bytes
    """Shape (6, pair classes * honour pair classes): tiles to add for so many sets and a pair."""
    any_sets: Bytes
    triplets: Bytes
    chows: Bytes
    green_sets: Bytes
    green_chows: Bytes
    suit_classes: int
    honour_classes: int
    honour_pairs: int


@cache
def suit_tables() -> Tables:
    """Return the tables; they are mapped from the package's file, not copied but for `missing`."""
    return Tables(
        np.frombuffer(tables.SUIT_CLASS, np.uint8),
        np.frombuffer(tables.HONOUR_CLASS, np.uint8),
        np.frombuffer(tables.TWO_SUITS, np.uint16),
        np.frombuffer(tables.WITH_HONOURS, np.uint16),
        np.stack([np.frombuffer(part, np.uint8) for part in tables.MISSING]),
        np.frombuffer(tables.ANY_SETS, np.uint8),
        np.frombuffer(tables.TRIPLETS, np.uint8),
        np.frombuffer(tables.CHOWS, np.uint8),
        np.frombuffer(tables.GREEN_SETS, np.uint8),
        np.frombuffer(tables.GREEN_CHOWS, np.uint8),
        tables.SUIT_CLASSES,
        tables.HONOUR_CLASSES,
        tables.HONOUR_PAIRS,
    )
