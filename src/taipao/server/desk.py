"""Where sums are done for whoever asks: off the event loop, one at a time, few in line."""

from __future__ import annotations

from typing import Final

from taipao.server.guard import Addresses
from taipao.server.pool import Pool

_IN_LINE: Final = 32
"""Sums that may wait for the thread: a second or two's worth of ordinary hands."""

_RATE: Final = 3.0
_SAVED_SECONDS: Final = 20.0
"""One address may ask for so many a second, and for so many seconds' worth at once."""


class Desk(Pool):
    """Does sums in a thread of its own.

    `askers` counts what each address asks for.
    """

    def __init__(self) -> None:
        super().__init__(
            "desk",
            threads=1,
            most=_IN_LINE,
            refusal="too many hands are being counted just now; try again in a moment",
        )
        self.askers = Addresses(_RATE, seconds=_SAVED_SECONDS)
