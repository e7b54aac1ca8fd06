"""Numbers drawn by lot in compiled code: SplitMix64, one state a table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from taipao.sim.kernel import kernel

State = NDArray[np.uint64]

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@kernel
def below(state: State, number: int) -> int:
    """Return a number from 0 to `number` - 1; `state` has one entry, and is changed."""
    state[0] += _STEP
    word = state[0]
    word = (word ^ word >> _30) * _FIRST
    word = (word ^ word >> _27) * _SECOND
    word = word ^ word >> _31
    # The high half times the number: the bias is one in thousands of millions.
    return int((word >> _32) * np.uint64(number) >> _32)
