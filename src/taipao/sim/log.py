"""What happens in a round, noted row by row: compiled.

A row is what happened, the seat, and up to four numbers; `record.py` reads them.
"""

from __future__ import annotations

from taipao.sim.kernel import kernel
from taipao.sim.table import LOGGED, NUMBER, Table

# Public events, the numbers after the seat behind each.
DEALT = 0
"""The dealer; limit."""
OPENING_KONG = 1
"""White 31 or the lowest flower, limit."""
SET_ASIDE = 2
"""Face, how many."""
DRAWN = 3
"""Face, the end and the reason of the draw, after what, the kong's tile."""
PLAY_BEGAN = 4
DECLARED = 5
DISCARDED = 6
"""Face, whether it equals the tile drawn."""
CHOW_MADE = 7
"""Source, tile, lowest of the three."""
PUNG_MADE = 8
"""Source, tile."""
KONG_MADE = 9
"""Kind of meld, tile, source or -1, limit."""
KONG_DECLARED = 10
"""Tile."""
SHARED_OUT = 11
WON_BY = 12
"""Key of the way, tile, source or -1, the kong's tile."""
ROUND_OVER = 13
# What is not public, or no event.
MORE_ASIDE = 14
"""Face, how many: more of the same event."""
NOTED = 15
CANCELLED = 16
ACTED = 17
"""Action, whether a ready seat passed by itself."""

FROM_HEAD = 1
"""Whether a draw was from the head; the reason is added twice."""
IN_OPENING = 0
IN_TURN = 2
AFTER_KONG = 4
FOR_BONUS = 6
IN_SHARE_OUT = 8


@kernel
def note(table: Table, what: int, seat: int, a: int, b: int, c: int, d: int) -> None:
    """Add a row to the log; a public event has the next number."""
    row = table.numbers[LOGGED]
    log = table.log
    log[row, 0], log[row, 1], log[row, 2] = what, seat, a
    log[row, 3], log[row, 4], log[row, 5] = b, c, d
    table.numbers[LOGGED] = row + 1
    if what <= ROUND_OVER:
        table.numbers[NUMBER] += 1
