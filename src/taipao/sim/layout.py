"""Records: what kernels work on, passed by its address and cut out of an array as it is.

Many arrays of their own would be handed over one by one at each call, and counted by each thread.
A record holds numbers and arrays of a known shape, no booleans: flags are bytes, 0 or 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

Record = np.dtype[np.void]


def lay_out(fields: Mapping[str, tuple[DTypeLike, tuple[int, ...]]]) -> Record:
    """Return the type of a record with these fields, each of a type and a shape, () for a number.

    An array of it has the fields by name, an entry of it as attributes.
    """
    rows: list[Any] = [(name, kind, shape) for name, (kind, shape) in fields.items()]
    return np.dtype((np.record, np.dtype(rows, align=True)))
