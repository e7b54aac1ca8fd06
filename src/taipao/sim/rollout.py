"""Rounds among bots in compiled code."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from taipao.sim.chance import below
from taipao.sim.greedy import choose_greedy
from taipao.sim.kernel import kernel
from taipao.sim.opening import deal
from taipao.sim.play import ask, cancel_ready, go_on, is_automatic
from taipao.sim.ruledata import RuleData
from taipao.sim.solid import choose_solid
from taipao.sim.table import CANCEL, ENDED, NO_ANSWER, PHASE, Batch, Table
from taipao.sim.tables import Tables
from taipao.sim.wall import Bytes, secret_of, seed_of, shuffle
from taipao.sim.weights import STRENGTHS

Bots = NDArray[np.int8]

RANDOM = 0
GREEDY = 1
SOLID = 2
BOTS: Final = ("random", "greedy", *STRENGTHS)
"""The bots by name, each at its number."""


@kernel
def open_round(data: RuleData, table: Table, master: Bytes, number: int, dealer: int) -> None:
    """Deal the round of a number: its secret, its wall, and what its bots leave to chance."""
    secret, seed = table.secret[:], np.zeros(32, np.uint8)
    secret_of(master, number, secret)
    seed_of(secret, seed)
    shuffle(seed, table.wall[:])
    table.chance[0] = 0
    for place in range(8):
        table.chance[0] = table.chance[0] << np.uint64(8) | np.uint64(secret[place])
    deal(data, table, dealer)


@kernel
def choose_random(table: Table, seat: int) -> int:
    """Return any legal action, all equally likely, cancelling ready included."""
    return int(table.choices[seat, below(table.chance, table.offered[seat])])


@kernel
def choose(tables: Tables, data: RuleData, table: Table, seat: int, bot: int) -> int:
    """Return what a bot chooses for a seat that is asked."""
    if bot == GREEDY:
        return choose_greedy(tables, data, table, seat)
    if bot >= SOLID:
        return choose_solid(tables, data, data.weights[bot - SOLID], table, seat)
    return choose_random(table, seat)


@kernel
def play_out(tables: Tables, data: RuleData, table: Table, bots: Bots) -> None:
    """Play a round that is open to its end; `bots` are those of the four seats."""
    while table.numbers[PHASE] != ENDED:
        if ask(tables, data, table) and not is_automatic(table):
            seat = 0
            while seat < 4:
                if table.answers[seat] == NO_ANSWER:
                    action = choose(tables, data, table, seat, bots[seat])
                    if action == CANCEL:
                        cancel_ready(table, seat)
                        ask(tables, data, table)
                        # What is open has changed for this seat; whoever answered has answered.
                        continue
                    table.answers[seat] = action
                seat += 1
        go_on(tables, data, table)


@kernel
def play_rounds(
    tables: Tables,
    data: RuleData,
    batch: Batch,
    master: Bytes,
    numbers: NDArray[np.int64],
    dealers: NDArray[np.int64],
    bots: Bots,
) -> None:
    """Play rounds to their end, each in a table of its own: its number, its dealer, its bots."""
    for place in range(batch.shape[0]):
        table = batch[place]
        open_round(data, table, master, numbers[place], dealers[place])
        play_out(tables, data, table, bots[place])
