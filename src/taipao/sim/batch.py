"""Many rounds at once, on one core or on all.

A round is known by the run's seed and its own number: whoever plays it, in whatever company, it is
the same. Round `n` is dealt by seat `n` modulo four unless told otherwise.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from taipao.errors import BadRequest
from taipao.game.state import SEATS
from taipao.rules.ruleset import RuleSet
from taipao.sim.rollout import BOTS, play_rounds
from taipao.sim.ruledata import rule_data
from taipao.sim.table import Batch, batch
from taipao.sim.tables import suit_tables
from taipao.sim.wall import Bytes

_DOMAIN: Final = "taipao-batch-1"
_PIECE: Final = 64
"""Rounds that a core takes at a time, so that none waits long for another."""


def master_of(seed: int) -> Bytes:
    """Return the 32 bytes from which the secrets of a run's rounds are made."""
    digest = hashlib.sha256(f"{_DOMAIN} {seed}".encode()).digest()
    return np.frombuffer(digest, np.uint8).copy()


def numbers_of(bots: Sequence[str]) -> list[int]:
    """Return the numbers of bots by name; `BadRequest` names one that compiled code has not."""
    for name in bots:
        if name not in BOTS:
            raise BadRequest(f"there is no compiled bot {name[:40]!r}; there are {', '.join(BOTS)}")
    return [BOTS.index(name) for name in bots]


def all_cores() -> int:
    """Count the processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play(
    ruleset: RuleSet,
    seed: int,
    numbers: ArrayLike,
    bots: ArrayLike,
    *,
    dealers: ArrayLike | None = None,
    cores: int = 1,
    room: Batch | None = None,
) -> Batch:
    """Play rounds to their end and return their tables, one an entry, in the order of `numbers`.

    `numbers` has shape (n,), each from 0; `bots` (4,) or (n, 4) by `numbers_of`, in seat order;
    `dealers` (n,), seats. `room` is a batch of n tables to play in, else one is made.
    """
    which = np.asarray(numbers, np.int64)
    count = len(which)
    # A copy, since what is broadcast may not be written to, which is another type to Numba.
    seats = np.array(np.broadcast_to(np.asarray(bots, np.int8), (count, SEATS)), order="C")
    first = which % SEATS if dealers is None else np.asarray(dealers, np.int64)
    tables = batch(count) if room is None else room
    if first.shape != (count,) or tables.shape != (count,):
        raise ValueError(f"dealers and tables: {count} expected")
    master, data = master_of(seed), rule_data(ruleset)

    def play_piece(start: int) -> None:
        part = slice(start, start + _PIECE)
        play_rounds(
            suit_tables(), data, tables[part], master, which[part], first[part], seats[part]
        )

    pieces = range(0, count, _PIECE)
    if cores == 1:
        for start in pieces:
            play_piece(start)
    else:
        with ThreadPoolExecutor(cores) as pool:
            for _ in pool.map(play_piece, pieces):
                pass
    return tables


def rounds(
    ruleset: RuleSet,
    bots: Sequence[str],
    seed: int,
    count: int,
    *,
    cores: int = 1,
    at_once: int = 1024,
) -> Iterator[Batch]:
    """Play rounds 0 to `count` - 1 among four bots, named in seat order; yield them by the batch.

    The tables of a batch are played in again: take what is wanted before asking for the next.
    """
    chosen: NDArray[np.int8] = np.array(numbers_of(bots), np.int8)
    tables = batch(min(at_once, count))
    for start in range(0, count, at_once):
        numbers = np.arange(start, min(start + at_once, count))
        yield play(ruleset, seed, numbers, chosen, cores=cores, room=tables[: len(numbers)])
