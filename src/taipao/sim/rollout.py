"""One round among bots in compiled code, with a log of every answer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from taipao.sim.chance import State, below
from taipao.sim.kernel import kernel
from taipao.sim.opening import deal
from taipao.sim.play import ask, cancel_ready, go_on, is_automatic
from taipao.sim.ruledata import RuleData
from taipao.sim.table import ACTIONS, CANCEL, ENDED, NO_ANSWER, PHASE, Table
from taipao.sim.tables import Tables

Log = NDArray[np.uint8]

RANDOM = 0

LONGEST = 4096
"""Answers that a log needs room for; hardly a round has a tenth of them."""

TOO_LONG = -1


@kernel
def choose_random(table: Table, seat: int, state: State) -> int:
    """Return any legal action, all equally likely, cancelling ready included."""
    offers = table.offers[seat]
    number = 0
    for action in range(ACTIONS):
        number += offers[action]
    left = below(state, number)
    for action in range(ACTIONS):
        if offers[action]:
            if left == 0:
                return action
            left -= 1
    return NO_ANSWER


@kernel
def play_round(
    tables: Tables, data: RuleData, table: Table, dealer: int, state: State, log: Log
) -> int:
    """Play the wall of a table to the end; return how many answers the log has.

    `TOO_LONG` if there are more than it has room for; the round has broken off there.

    The log has a row for each answer, in the order in which seats were asked: seat and action.
    """
    deal(tables, data, table, dealer)
    length = 0
    while table.numbers[PHASE] != ENDED:
        ask(tables, data, table)
        if not is_automatic(table):
            seat = 0
            while seat < 4:
                if table.answers[seat] == NO_ANSWER:
                    if length == log.shape[0]:
                        return TOO_LONG
                    action = choose_random(table, seat, state)
                    log[length, 0], log[length, 1] = seat, action
                    length += 1
                    if action == CANCEL:
                        cancel_ready(table, seat)
                        ask(tables, data, table)
                        # What is open has changed for this seat; whoever answered has answered.
                        continue
                    table.answers[seat] = action
                seat += 1
        go_on(tables, data, table)
    return length
