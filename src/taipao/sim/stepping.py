"""Tables that are driven from outside, one answer at a time: compiled.

Of a decision that several seats share, each is asked in seat order and sees no other's answer.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from taipao.sim.kernel import kernel
from taipao.sim.play import ask, cancel_ready, go_on, is_automatic
from taipao.sim.rollout import choose, open_round
from taipao.sim.ruledata import RuleData
from taipao.sim.table import ACTIONS, CANCEL, ENDED, NO_ANSWER, NOBODY, PHASE, Batch, Table
from taipao.sim.tables import Tables
from taipao.sim.wall import Bytes

Seats = NDArray[np.int64]
Masks = NDArray[np.uint8]

NO_BOT = -1
"""In place of a bot: whoever drives the table answers for the seat."""


@kernel
def go_to_next(tables: Tables, data: RuleData, table: Table, bots: NDArray[np.int8]) -> int:
    """Go on until somebody who is no bot is asked; return the seat, `NOBODY` at the end.

    The decision that the table stands at has been asked.
    """
    while table.numbers[PHASE] != ENDED:
        if not is_automatic(table):
            seat = 0
            while seat < 4:
                if table.answers[seat] == NO_ANSWER:
                    if bots[seat] == NO_BOT:
                        return seat
                    action = choose(tables, data, table, seat, bots[seat])
                    answer(tables, data, table, seat, action)
                    # After cancelling ready it may be asked again.
                    continue
                seat += 1
        go_on(tables, data, table)
        if table.numbers[PHASE] != ENDED:
            ask(tables, data, table)
    return NOBODY


@kernel
def answer(tables: Tables, data: RuleData, table: Table, seat: int, action: int) -> None:
    """Take a seat's answer, or its cancelling ready, after which it may be asked again (P7)."""
    if action == CANCEL:
        cancel_ready(table, seat)
        ask(tables, data, table)
    else:
        table.answers[seat] = action


@kernel
def begin(
    tables: Tables,
    data: RuleData,
    table: Table,
    master: Bytes,
    number: int,
    dealer: int,
    bots: NDArray[np.int8],
) -> int:
    """Deal a round and go on to the first who is asked; return the seat.

    `NOBODY` if the bots play it out among themselves.
    """
    open_round(data, table, master, number, dealer)
    ask(tables, data, table)
    return go_to_next(tables, data, table, bots)


@kernel
def write_mask(table: Table, seat: int, mask: NDArray[np.uint8]) -> None:
    """Tell of each action whether a seat may take it."""
    mask[:] = 0
    if seat != NOBODY:
        for place in range(table.offered[seat]):
            mask[table.choices[seat, place]] = 1


@kernel
def begin_all(
    tables: Tables,
    data: RuleData,
    batch: Batch,
    master: Bytes,
    numbers: NDArray[np.int64],
    stride: int,
    bots: NDArray[np.int8],
    seats: Seats,
    masks: Masks,
) -> None:
    """Deal a round at each table, and tell who is asked and what each may do.

    A round that bots end before anybody is asked is left out: the one `stride` further is dealt.
    """
    for place in range(batch.shape[0]):
        table = batch[place]
        number = numbers[place]
        seat = begin(tables, data, table, master, number, number % 4, bots[place])
        while seat == NOBODY:
            numbers[place] += stride
            number = numbers[place]
            seat = begin(tables, data, table, master, number, number % 4, bots[place])
        seats[place] = seat
        write_mask(table, seat, masks[place])


@kernel
def first_illegal(masks: Masks, actions: NDArray[np.int64]) -> int:
    """Return the first place of which the action is not allowed, or -1."""
    for place in range(actions.shape[0]):
        action = actions[place]
        if action < 0 or action >= ACTIONS or not masks[place, action]:
            return place
    return -1


@kernel
def step_all(
    tables: Tables,
    data: RuleData,
    batch: Batch,
    master: Bytes,
    numbers: NDArray[np.int64],
    stride: int,
    bots: NDArray[np.int8],
    actions: NDArray[np.int64],
    seats: Seats,
    masks: Masks,
    rewards: NDArray[np.int64],
    ended: NDArray[np.uint8],
) -> None:
    """Take one answer at each table and go on to the next who is asked.

    Where a round ends, its points are the rewards, and the round `stride` further is dealt.
    """
    for place in range(batch.shape[0]):
        table = batch[place]
        answer(tables, data, table, seats[place], actions[place])
        seat = go_to_next(tables, data, table, bots[place])
        rewards[place] = 0
        ended[place] = 0
        # Bots alone may end the next round too, before it is anybody else's turn.
        while seat == NOBODY:
            ended[place] = 1
            for other in range(4):
                rewards[place, other] += table.points[other]
            numbers[place] += stride
            number = numbers[place]
            seat = begin(tables, data, table, master, number, number % 4, bots[place])
        seats[place] = seat
        write_mask(table, seat, masks[place])
