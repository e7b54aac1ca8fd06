"""Many rounds stepped together, as NumPy arrays."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from taipao.env.driver import Planes
from taipao.errors import IllegalAction
from taipao.game.state import SEATS
from taipao.rules.ruleset import load_ruleset
from taipao.sim.batch import master_of, numbers_of
from taipao.sim.observation import (
    KINDS,
    ORACLE_PLANES,
    PLANES,
    observe_all,
    observe_all_hidden,
)
from taipao.sim.ruledata import rule_data
from taipao.sim.stepping import NO_BOT, begin_all, first_illegal, step_all
from taipao.sim.table import ACTIONS, batch
from taipao.sim.tables import suit_tables


class Step(NamedTuple):
    """Where all tables stand. The arrays are the environment's own: the next step changes them."""

    seats: NDArray[np.int64]
    """Shape (n,): who is asked."""
    masks: NDArray[np.bool_]
    """Shape (n, 125): what that seat may do."""
    rewards: NDArray[np.int64]
    """Shape (n, 4): the points of all seats where a round has ended, else zeros."""
    ended: NDArray[np.bool_]
    """Shape (n,): whether a round has ended; seats and masks are of the next one then."""


class BatchedTables:
    """`number` tables; where a round ends, the next is dealt at once.

    Table `i` plays rounds `i`, `i + number`, and so on of the seed. `bots` are names, or None for a
    seat that is asked; `cores` share the tables.
    """

    def __init__(
        self,
        number: int,
        ruleset: str | dict[str, Any] = "standard",
        bots: Sequence[str | None] = (None,) * SEATS,
        seed: int = 0,
        cores: int = 1,
    ) -> None:
        """Make room for the tables; `reset` deals. Raises `RuleSetError` and `BadRequest`."""
        self.ruleset = load_ruleset(ruleset)
        self.tables = batch(number)
        row = [NO_BOT if name is None else numbers_of([name])[0] for name in bots]
        if len(row) != SEATS or NO_BOT not in row:
            raise ValueError("bots: four seats expected, at least one of them None")
        self._bots = np.tile(np.array(row, np.int8), (number, 1))
        self._data = rule_data(self.ruleset)
        self._seed = seed
        self.rounds = np.arange(number)
        """Which round of the seed each table plays."""
        self._masks = np.zeros((number, ACTIONS), np.uint8)
        self._ended = np.zeros(number, np.uint8)
        self._state = Step(
            np.zeros(number, np.int64),
            self._masks.view(np.bool_),
            np.zeros((number, SEATS), np.int64),
            self._ended.view(np.bool_),
        )
        size = -(-number // cores)
        self._parts = [slice(start, start + size) for start in range(0, number, size)]
        self._pool = ThreadPoolExecutor(cores) if cores > 1 else None

    def reset(self, seed: int | None = None) -> Step:
        """Deal the first round at every table, of a new seed if one is given.

        One that bots end before anybody is asked is left out, and the table's next one dealt.
        """
        if seed is not None:
            self._seed = seed
        number = len(self.tables)
        self._master = master_of(self._seed)
        self.rounds[:] = np.arange(number)
        self._state.rewards[:] = 0
        self._ended[:] = 0
        begin_all(
            suit_tables(),
            self._data,
            self.tables,
            self._master,
            self.rounds,
            number,
            self._bots,
            self._state.seats,
            self._masks,
        )
        return self._state

    def step(self, actions: ArrayLike) -> Step:
        """Take one action at each table, shape (n,).

        Raises `IllegalAction` for the first that its mask forbids; nothing has changed then.
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != self._state.seats.shape:
            raise ValueError(f"actions: shape {self._state.seats.shape} expected")
        wrong = first_illegal(self._masks, chosen)
        if wrong >= 0:
            seat = self._state.seats[wrong]
            raise IllegalAction(f"table {wrong}: seat {seat} may not take action {chosen[wrong]}")

        def step_part(part: slice) -> None:
            step_all(
                suit_tables(),
                self._data,
                self.tables[part],
                self._master,
                self.rounds[part],
                len(self.tables),
                self._bots[part],
                chosen[part],
                self._state.seats[part],
                self._masks[part],
                self._state.rewards[part],
                self._ended[part],
            )

        if self._pool is None:
            step_part(self._parts[0])
        else:
            for _ in self._pool.map(step_part, self._parts):
                pass
        return self._state

    def observations(self, out: Planes | None = None) -> Planes:
        """Return what the seats that are asked see, shape (n, PLANES, 36)."""
        planes = self._room(out, PLANES)
        observe_all(self._data, self.tables, self._state.seats, planes)
        return planes

    def oracle(self, out: Planes | None = None) -> Planes:
        """Return what the seats that are asked do not see, shape (n, ORACLE_PLANES, 36)."""
        planes = self._room(out, ORACLE_PLANES)
        observe_all_hidden(self.tables, self._state.seats, planes)
        return planes

    def _room(self, out: Planes | None, rows: int) -> Planes:
        shape = len(self.tables), rows, KINDS
        if out is None:
            return np.empty(shape, np.uint8)
        if out.shape != shape or out.dtype != np.uint8:
            raise ValueError(f"out: shape {shape} of uint8 expected")
        return out

    def choose_any(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """Return any legal action at each table, all equally likely."""
        left = (rng.random(len(self.tables)) * self._masks.sum(axis=1)).astype(np.int64)
        found = np.argmax(np.cumsum(self._masks, axis=1, dtype=np.int64) > left[:, None], axis=1)
        return np.asarray(found, np.int64)
