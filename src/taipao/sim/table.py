"""One round as a record, and the numbers that it holds."""

from __future__ import annotations

from typing import Protocol, cast

import numpy as np
from numpy.typing import DTypeLike, NDArray

from taipao.sim.layout import lay_out
from taipao.sim.ruledata import COLUMNS
from taipao.sim.score import PLAN, Row
from taipao.sim.shape import Counts, Flags, Keys
from taipao.sim.weights import FACTS

# What `numbers` holds.
PHASE = 0
TURN = 1
SINCE = 2
AFTER = 3
"""By its place in `ruledata.AFTER`."""
KONG_TILE = 4
SHARED = 5
OFFER_TILE = 6
OFFER_SOURCE = 7
OFFER_KIND = 8
HEAD = 9
TAIL = 10
LIMIT = 11
DEALER = 12
NUMBER = 13
"""Public events so far."""
EXPOSED = 14
CONCEALED = 15
CALLED = 16
WINNER = 17
WON = 18
"""The key of the way the round was won."""
NEXT_DEALER = 19
FIRST = 20
"""The indicators' kinds."""
SECOND = 21
LOGGED = 22
"""Rows of the log so far."""
NUMBERS = 23

NOBODY = -1
NO_TILE = -1

TURN_PHASE = 0
CLAIMS = 1
SHARE_OUT = 2
ENDED = 3

START = 0
DRAW = 1
CLAIM = 2

NO_OFFER = 0
DISCARD_OFFER = 1
KONG_OFFER = 2

AFTER_EXPOSED = 1
AFTER_CONCEALED = 2
AFTER_BONUS = 3

CHOW = 0
PUNG = 1
EXPOSED_KONG = 2
ADDED_KONG = 3
CONCEALED_KONG = 4
BONUS_KONG = 5

# Actions. A discard is its face; a discard with which ready is declared, its face and DECLARE.
DECLARE = 42
PASS = 84
WIN = 85
CLAIM_PUNG = 86
KONG = 87
"""A kong is its kind, 0 to 33, and this."""
CLAIM_CHOW = 121
"""The lowest, the middle or the highest of three in a row is the tile claimed: 123, 122, 121."""
CANCEL = 124
ACTIONS = 125

NOT_ASKED = -2
NO_ANSWER = -1

RIVER = 100
"""More than the discards of four seats, of 78 draws and 20 claims."""
CHOICES = 48
"""More than the actions of a hand: a discard and a declaration for each of 17 tiles, kongs, …"""
LOG = 768
"""More than 78 draws, 98 discards, as many declarations and cancellations, with their actions."""
LOG_WIDTH = 6


class Table(Protocol):
    """One round in progress. All arrays are of four seats but those that say otherwise."""

    numbers: Keys
    counts: Counts
    keys: Keys
    """Shape (4, 4): the keys of each hand."""
    wilds: Keys
    melds: Keys
    meld_kinds: Counts
    meld_tiles: Counts
    aside: Counts
    """Seasons, plants and whites set aside."""
    bonus: Counts
    """Tiles set aside, by face."""
    rivers: Counts
    discards: Keys
    """How many tiles lie in each river, those that were claimed too."""
    drawn: Keys
    ready: Flags
    wild: Flags
    """By face."""
    seen: Counts
    """By kind: tiles that lie open for all."""
    wall: Keys
    secret: NDArray[np.uint8]
    """What the wall was made from."""
    choices: Keys
    """What each seat may do now, as many as `offered` says, in the order of docs/events.md."""
    offered: Keys
    answers: Keys
    totals: Keys
    payments: Keys
    """Shape (4, 4): what each seat pays each."""
    points: Keys
    rows: Row
    log: NDArray[np.int16]
    """One row an event or an action (log.py)."""
    chance: NDArray[np.uint64]
    plan: Keys
    """This and what follows is room to work in."""
    taken: Counts
    found: Keys
    before: Flags
    kinds: Flags
    unseen: Keys
    able: Flags
    far: Keys
    helping: Keys
    row: Row
    facts: NDArray[np.float64]
    """What the solid bot knows of the round (weights.py)."""
    masked: Keys
    heaps: Keys
    """Shape (4, 3): by suit and the honours, the kinds held once, twice, and more often."""


Batch = NDArray[np.void]
"""Many tables as one array: a field has a table a row, an entry is a `Table`."""

_FIELDS: dict[str, tuple[DTypeLike, tuple[int, ...]]] = {
    "numbers": (np.int64, (NUMBERS,)),
    "counts": (np.int8, (4, 42)),
    "keys": (np.int64, (4, 4)),
    "wilds": (np.int64, (4,)),
    "melds": (np.int64, (4,)),
    "meld_kinds": (np.int8, (4, 5)),
    "meld_tiles": (np.int8, (4, 5)),
    "aside": (np.int8, (4, 3)),
    "bonus": (np.int8, (4, 42)),
    "rivers": (np.int8, (4, RIVER)),
    "discards": (np.int64, (4,)),
    "drawn": (np.int64, (4,)),
    "ready": (np.uint8, (4,)),
    "wild": (np.uint8, (42,)),
    "seen": (np.int8, (36,)),
    "wall": (np.int64, (144,)),
    "secret": (np.uint8, (32,)),
    "choices": (np.int64, (4, CHOICES)),
    "offered": (np.int64, (4,)),
    "answers": (np.int64, (4,)),
    "totals": (np.int64, (4,)),
    "payments": (np.int64, (4, 4)),
    "points": (np.int64, (4,)),
    "rows": (np.int32, (4, COLUMNS)),
    "log": (np.int16, (LOG, LOG_WIDTH)),
    "chance": (np.uint64, (1,)),
    "plan": (np.int64, (PLAN,)),
    "taken": (np.int8, (36,)),
    "found": (np.int64, (34,)),
    "before": (np.uint8, (36,)),
    "kinds": (np.uint8, (36,)),
    "unseen": (np.int64, (36,)),
    "able": (np.uint8, (42,)),
    "far": (np.int64, (42,)),
    "helping": (np.int64, (42,)),
    "row": (np.int32, (COLUMNS,)),
    "facts": (np.float64, (FACTS,)),
    "masked": (np.int64, (4,)),
    "heaps": (np.int64, (4, 3)),
}
TABLE = lay_out(_FIELDS)


def batch(number: int) -> Batch:
    """Make room for so many rounds."""
    return np.zeros(number, TABLE)


def table() -> Table:
    """Make room for a round."""
    return cast("Table", batch(1)[0])
