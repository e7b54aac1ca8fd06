"""The suit tables as one record for compiled code; `rules/build_tables.py` says what they mean."""

from __future__ import annotations

from functools import cache
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from taipao.rules import tables
from taipao.sim.layout import lay_out

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint16]


class Tables(Protocol):
    """The tables under the names they have in `rules/tables.py`, and the widths of their rows."""

    suit_class: Bytes
    honour_class: Bytes
    two_suits: Words
    with_honours: Words
    missing: Bytes
    """Shape (6, pair classes * honour pair classes): tiles to add for so many sets and a pair."""
    forms: NDArray[np.uint32]
    """By suit key, a byte each from the lowest: any sets, triplets, chows."""
    green_sets: Bytes
    green_chows: Bytes
    suit_classes: int
    honour_classes: int
    honour_pairs: int


@cache
def suit_tables() -> Tables:
    """Return the tables: a copy of 12 MB, in which what is looked up together lies together."""
    any_sets, triplets, chows = (
        np.frombuffer(part, np.uint8).astype(np.uint32)
        for part in (tables.ANY_SETS, tables.TRIPLETS, tables.CHOWS)
    )
    parts: dict[str, NDArray[np.generic]] = {
        "suit_class": np.frombuffer(tables.SUIT_CLASS, np.uint8),
        "honour_class": np.frombuffer(tables.HONOUR_CLASS, np.uint8),
        "two_suits": np.frombuffer(tables.TWO_SUITS, np.uint16),
        "with_honours": np.frombuffer(tables.WITH_HONOURS, np.uint16),
        "missing": np.stack([np.frombuffer(part, np.uint8) for part in tables.MISSING]),
        "forms": any_sets | triplets << np.uint32(8) | chows << np.uint32(16),
        "green_sets": np.frombuffer(tables.GREEN_SETS, np.uint8),
        "green_chows": np.frombuffer(tables.GREEN_CHOWS, np.uint8),
        "suit_classes": np.array(tables.SUIT_CLASSES, np.int64),
        "honour_classes": np.array(tables.HONOUR_CLASSES, np.int64),
        "honour_pairs": np.array(tables.HONOUR_PAIRS, np.int64),
    }
    made = np.zeros(1, lay_out({name: (part.dtype, part.shape) for name, part in parts.items()}))
    for name, part in parts.items():
        made[name][0] = part
    return cast("Tables", made[0])
