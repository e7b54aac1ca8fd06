"""The round as a Gymnasium environment: one seat is the agent's, bots play the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from taipao.env.driver import Driver, Planes
from taipao.errors import IllegalAction
from taipao.game.state import SEATS
from taipao.sim.observation import KINDS, PLANES
from taipao.sim.table import ACTIONS

Observation = dict[str, Any]


class TaipaoSingle(gymnasium.Env[Observation, np.int64]):
    """One round an episode; the reward is the agent's points, when it ends, and 0 before.

    An action that the mask forbids changes nothing and is no end (S5): its `info` has `refused`,
    the reason, and the same question is open again.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 (Gymnasium's own type)

    def __init__(
        self,
        ruleset: str | dict[str, Any] = "standard",
        opponents: Sequence[str] = ("greedy", "greedy", "greedy"),
        seat: int = 0,
        render_mode: str | None = None,
    ) -> None:
        """Seat the agent; `opponents` are the next three in turn."""
        bots: list[str | None] = [None] * SEATS
        for turn, name in enumerate(opponents, start=1):
            bots[(seat + turn) % SEATS] = name
        self.render_mode = render_mode
        self._seat = seat
        self._driver = Driver(ruleset, bots)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (PLANES, KINDS), np.uint8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(ACTIONS)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a round: of a seed always the same, without one the next of the last seed.

        Rounds that the bots end before the agent is asked once are left out.
        """
        super().reset(seed=seed)
        self._driver.deal(seed)
        while self._driver.over:
            self._driver.deal(None)
        return self._observation(), {}

    def step(self, action: int | np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take the agent's action and let the bots play on until the agent is asked again."""
        info: dict[str, Any] = {}
        try:
            self._driver.act(int(action))
        except IllegalAction as error:
            info["refused"] = str(error)
        over = self._driver.over
        reward = float(self._driver.points()[self._seat]) if over else 0.0
        if over:
            info["points"] = self._driver.points()
        return self._observation(), reward, over, False, info

    def _observation(self) -> Observation:
        return {
            "observation": self._driver.observation(self._seat),
            "action_mask": self._driver.mask(self._seat),
        }

    def oracle(self) -> Planes:
        """Return the planes of what the agent does not see, for a teacher or a critic."""
        return self._driver.oracle(self._seat)

    def record(self) -> bytes:
        """Return the record of the round that has ended (docs/record.md)."""
        return self._driver.record()


gymnasium.register("Taipao-v1", entry_point="taipao.env.single:TaipaoSingle")
