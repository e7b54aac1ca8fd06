"""One compiled table that is driven action by action: what both environments of one table share."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from taipao.errors import IllegalAction
from taipao.game.actions import Action
from taipao.game.state import SEATS
from taipao.rules.ruleset import load_ruleset
from taipao.sim.actions import action_of
from taipao.sim.batch import master_of, numbers_of
from taipao.sim.observation import (
    KINDS,
    ORACLE_PLANES,
    PLANES,
    observe,
    observe_hidden,
)
from taipao.sim.record import export
from taipao.sim.ruledata import rule_data
from taipao.sim.stepping import NO_BOT, answer, begin, go_to_next, write_mask
from taipao.sim.table import ACTIONS, CLAIMS, NOBODY, OFFER_TILE, PHASE, table
from taipao.sim.tables import suit_tables

Mask = NDArray[np.int8]
Planes = NDArray[np.uint8]


class Driver:
    """A table at which `bots` play some seats, by name, and whoever calls plays those with None."""

    def __init__(self, ruleset: str | dict[str, Any], bots: Sequence[str | None]) -> None:
        """Take a rule set as INTERFACES names it; raises `RuleSetError` and `BadRequest`."""
        self.ruleset = load_ruleset(ruleset)
        self.table = table()
        self._data = rule_data(self.ruleset)
        self._names = [name or "player" for name in bots]
        self._bots = np.array(
            [NO_BOT if name is None else numbers_of([name])[0] for name in bots], np.int8
        )
        self._seed: int | None = None
        self._round = -1
        self.seat = NOBODY

    def deal(self, seed: int | None) -> None:
        """Deal a round and go on to who is asked first.

        A seed gives the first round of that seed, none the next one of the last seed.
        """
        if seed is not None or self._seed is None:
            self._seed = (
                int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed
            )
            self._master = master_of(self._seed)
            self._round = -1
        self._round += 1
        dealer = hashlib.sha256(self._master.tobytes() + b"%d" % self._round).digest()[0] % SEATS
        self.seat = begin(
            suit_tables(), self._data, self.table, self._master, self._round, dealer, self._bots
        )

    @property
    def over(self) -> bool:
        """Whether the round has ended; nobody is asked then."""
        return bool(self.seat == NOBODY)

    def act(self, number: int) -> None:
        """Take the action of the seat that is asked and go on to the next.

        Raises `IllegalAction` if it may not do that, or the round has ended; nothing changes then.
        """
        if self.over:
            raise IllegalAction("the round has ended", "not_asked")
        if not 0 <= number < ACTIONS or not self.mask(self.seat)[number]:
            raise IllegalAction(f"seat {self.seat} may not take action {number} now", "illegal")
        tables = suit_tables()
        answer(tables, self._data, self.table, self.seat, int(number))
        self.seat = go_to_next(tables, self._data, self.table, self._bots)

    def mask(self, seat: int) -> Mask:
        """Return 1 for each action that a seat may take, shape (125,); all 0 if it is not asked."""
        mask = np.zeros(ACTIONS, np.uint8)
        if seat == self.seat:
            write_mask(self.table, seat, mask)
        return mask.view(np.int8)

    def observation(self, seat: int) -> Planes:
        """Return the planes that a seat sees, shape (PLANES, 36)."""
        planes = np.zeros((PLANES, KINDS), np.uint8)
        observe(self._data, self.table, seat, planes)
        return planes

    def oracle(self, seat: int) -> Planes:
        """Return the planes of what a seat does not see, shape (ORACLE_PLANES, 36)."""
        planes = np.zeros((ORACLE_PLANES, KINDS), np.uint8)
        observe_hidden(self.table, seat, planes)
        return planes

    def points(self) -> tuple[int, ...]:
        """Return what each seat has won or lost; zeros until the round has ended."""
        return tuple(self.table.points.tolist())

    def action(self, number: int) -> Action:
        """Return an action as the game knows it, for people to read."""
        claims = self.table.numbers[PHASE] == CLAIMS
        return action_of(number, int(self.table.numbers[OFFER_TILE]) if claims else None)

    def record(self) -> bytes:
        """Return the record of the ended round (docs/record.md)."""
        return export(self.table, self.ruleset, self._round + 1, self._names)
