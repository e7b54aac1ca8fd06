"""One round as arrays, and the numbers that they hold."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from taipao.sim.ruledata import COLUMNS
from taipao.sim.score import Room, Row, room
from taipao.sim.shape import Counts, Flags, Keys

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
NUMBERS = 22

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

RIVER = 40


class Table(NamedTuple):
    """One round in progress. All arrays are of four seats but `numbers`, `wild` and `wall`."""

    numbers: Keys
    counts: Counts
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
    wall: Counts
    offers: Flags
    answers: Keys
    totals: Keys
    points: Keys
    rows: Row
    room: Room
    taken: Counts
    found: Keys
    before: Flags
    kinds: Flags


def table() -> Table:
    """Make room for a round."""
    return Table(
        np.zeros(NUMBERS, np.int64),
        np.zeros((4, 42), np.int8),
        np.zeros(4, np.int64),
        np.zeros((4, 5), np.int8),
        np.zeros((4, 5), np.int8),
        np.zeros((4, 3), np.int8),
        np.zeros((4, 42), np.int8),
        np.zeros((4, RIVER), np.int8),
        np.zeros(4, np.int64),
        np.zeros(4, np.int64),
        np.zeros(4, np.bool_),
        np.zeros(42, np.bool_),
        np.zeros(144, np.int8),
        np.zeros((4, ACTIONS), np.bool_),
        np.zeros(4, np.int64),
        np.zeros(4, np.int64),
        np.zeros(4, np.int64),
        np.zeros((4, COLUMNS), np.int32),
        room(),
        np.zeros(36, np.int8),
        np.zeros(34, np.int64),
        np.zeros(36, np.bool_),
        np.zeros(36, np.bool_),
    )
