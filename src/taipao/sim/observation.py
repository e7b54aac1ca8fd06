"""What a seat sees of a round, and what it does not, as planes of 36 kinds: compiled.

docs/environment.md describes the planes row by row; `VERSION` changes with their meaning. Seats are
counted from the one that looks: itself, then the next players in turn.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from taipao.sim.kernel import kernel
from taipao.sim.ruledata import LOCKED, RuleData
from taipao.sim.shape import KIND_OF
from taipao.sim.table import (
    BONUS_KONG,
    CHOW,
    CLAIM,
    CLAIMS,
    CONCEALED_KONG,
    DEALER,
    FIRST,
    HEAD,
    KONG_OFFER,
    LIMIT,
    NO_TILE,
    OFFER_KIND,
    OFFER_SOURCE,
    OFFER_TILE,
    PHASE,
    PUNG,
    SECOND,
    SHARE_OUT,
    SINCE,
    TAIL,
    Batch,
    Table,
)

Planes = NDArray[np.uint8]

VERSION: Final = 1

# The first row of each group.
HELD = 0
"""Own tiles: at least one, two, three, four of a kind."""
WILD = 4
INDICATORS = 5
"""At least one, two."""
DRAWN = 7
OFFERED = 8
UNSEEN = 9
"""Tiles that this seat sees nowhere: at least one to four."""
SEATS = 13
"""Four times what follows, by seat."""
MELDED = 0
"""At least one to four in melds; a hidden opening kong only its owner's."""
CONCEALED = 4
"""In a concealed kong."""
RIVER = 5
"""At least one to four discarded, claimed ones too."""
ASIDE = 9
"""At least one to four set aside."""
LAST = 13
"""The last discard."""
SEAT_ROWS = 14
NUMBERS = SEATS + 4 * SEAT_ROWS
"""Rows that hold one number throughout, from here on."""
LEFT = 0
"""Tiles that may still be drawn."""
WIND = 1
"""Own wind, East 0."""
READY = 2
CAN_ONLY_CLAIM = 3
ROB = 4
SHARED_OUT = 5
AFTER_CLAIM = 6
SOURCE = 7
"""Which seat offers the tile, 0 if none does."""
READY_OF = 8
"""Whether each of the other three is ready, where that is public."""
MELDS_OF = 11
"""How many melds each of the four has."""
PLANES = NUMBERS + 15

KINDS = 36

ORACLE_HANDS = 0
"""The other three hands, at least one to four each."""
ORACLE_HIDDEN = 12
"""The opening kongs of the other three."""
ORACLE_READY = 15
"""Whether each of the other three is ready."""
ORACLE_HEAD = 18
"""The next four tiles from the head, then those from the tail."""
ORACLE_TAIL = 22
ORACLE_PLANES = 26

DRAWABLE = 142


@kernel
def _pile(planes: Planes, row: int, kind: int, number: int) -> None:
    """Put tiles of a kind on top of those already in four rows that say "at least so many"."""
    level = 0
    while level < 4 and planes[row + level, kind]:
        level += 1
    for more in range(level, min(level + number, 4)):
        planes[row + more, kind] = 1


@kernel
def _pile_hand(planes: Planes, row: int, table: Table, seat: int) -> None:
    for face in range(42):
        if table.counts[seat, face]:
            _pile(planes, row, int(KIND_OF[face]), int(table.counts[seat, face]))


@kernel
def _pile_meld(planes: Planes, row: int, kind: int, tile: int) -> None:
    if kind == CHOW:
        for step in range(3):
            _pile(planes, row, tile + step, 1)
    else:
        _pile(planes, row, int(KIND_OF[tile]), 3 if kind == PUNG else 4)


@kernel
def observe(data: RuleData, table: Table, seat: int, planes: Planes) -> None:
    """Write what a seat sees into `planes`, shape (PLANES, 36)."""
    numbers = table.numbers
    planes[:] = 0
    _pile_hand(planes, HELD, table, seat)
    for face in range(42):
        if table.wild[face]:
            planes[WILD, KIND_OF[face]] = 1
    _pile(planes, INDICATORS, numbers[FIRST], 1)
    if numbers[FIRST] == numbers[SECOND]:
        planes[INDICATORS + 1, numbers[FIRST]] = 1
    else:
        planes[INDICATORS, numbers[SECOND]] = 1
    if table.drawn[seat] != NO_TILE:
        planes[DRAWN, KIND_OF[table.drawn[seat]]] = 1
    claims = numbers[PHASE] == CLAIMS
    if claims:
        planes[OFFERED, KIND_OF[numbers[OFFER_TILE]]] = 1
    for kind in range(KINDS):
        _pile(planes, UNSEEN, kind, 4 - int(table.seen[kind]))
    for face in range(42):
        for _ in range(table.counts[seat, face]):
            _take(planes, UNSEEN, int(KIND_OF[face]))
    for turn in range(4):
        other = (seat + turn) % 4
        _observe_seat(planes, SEATS + turn * SEAT_ROWS, table, other, turn == 0)
        planes[NUMBERS + MELDS_OF + turn] = table.melds[other]
        if turn and table.ready[other] and data.fields[LOCKED]:
            planes[NUMBERS + READY_OF + turn - 1] = 1
    for meld in range(table.melds[seat]):
        if table.meld_kinds[seat, meld] == BONUS_KONG:
            for _ in range(4):
                _take(planes, UNSEEN, int(KIND_OF[table.meld_tiles[seat, meld]]))
    left = DRAWABLE - numbers[HEAD] - numbers[TAIL] - numbers[LIMIT]
    planes[NUMBERS + LEFT] = max(left, 0)
    planes[NUMBERS + WIND] = (seat - numbers[DEALER]) % 4
    planes[NUMBERS + READY] = table.ready[seat]
    planes[NUMBERS + CAN_ONLY_CLAIM] = claims
    planes[NUMBERS + ROB] = claims and numbers[OFFER_KIND] == KONG_OFFER
    planes[NUMBERS + SHARED_OUT] = numbers[PHASE] == SHARE_OUT
    planes[NUMBERS + AFTER_CLAIM] = not claims and numbers[SINCE] == CLAIM
    if claims:
        planes[NUMBERS + SOURCE] = (numbers[OFFER_SOURCE] - seat) % 4


@kernel
def _take(planes: Planes, row: int, kind: int) -> None:
    """Take one tile off four rows that say "at least so many"."""
    level = 3
    while level >= 0 and not planes[row + level, kind]:
        level -= 1
    if level >= 0:
        planes[row + level, kind] = 0


@kernel
def _observe_seat(planes: Planes, row: int, table: Table, seat: int, own: bool) -> None:
    for meld in range(table.melds[seat]):
        kind, tile = int(table.meld_kinds[seat, meld]), int(table.meld_tiles[seat, meld])
        if own or kind != BONUS_KONG:
            _pile_meld(planes, row + MELDED, kind, tile)
        if kind == CONCEALED_KONG:
            planes[row + CONCEALED, KIND_OF[tile]] = 1
    for place in range(table.discards[seat]):
        _pile(planes, row + RIVER, int(KIND_OF[table.rivers[seat, place]]), 1)
    if table.discards[seat]:
        planes[row + LAST, KIND_OF[table.rivers[seat, table.discards[seat] - 1]]] = 1
    for face in range(31, 42):
        if table.bonus[seat, face]:
            _pile(planes, row + ASIDE, int(KIND_OF[face]), int(table.bonus[seat, face]))


@kernel
def observe_hidden(table: Table, seat: int, planes: Planes) -> None:
    """Write what a seat does not see into `planes`, shape (ORACLE_PLANES, 36)."""
    numbers = table.numbers
    planes[:] = 0
    for turn in range(3):
        other = (seat + turn + 1) % 4
        _pile_hand(planes, ORACLE_HANDS + 4 * turn, table, other)
        for meld in range(table.melds[other]):
            if table.meld_kinds[other, meld] == BONUS_KONG:
                planes[ORACLE_HIDDEN + turn, KIND_OF[table.meld_tiles[other, meld]]] = 1
        planes[ORACLE_READY + turn] = table.ready[other]
    for step in range(min(4, DRAWABLE - numbers[HEAD] - numbers[TAIL])):
        planes[ORACLE_HEAD + step, KIND_OF[table.wall[numbers[HEAD] + step]]] = 1
        planes[ORACLE_TAIL + step, KIND_OF[table.wall[141 - numbers[TAIL] - step]]] = 1


@kernel
def observe_all(data: RuleData, batch: Batch, seats: NDArray[np.int64], planes: Planes) -> None:
    """Observe many tables, each as one seat sees it."""
    for place in range(batch.shape[0]):
        observe(data, batch[place], seats[place], planes[place])


@kernel
def observe_all_hidden(batch: Batch, seats: NDArray[np.int64], planes: Planes) -> None:
    """Observe of many tables what one seat does not see."""
    for place in range(batch.shape[0]):
        observe_hidden(batch[place], seats[place], planes[place])
