"""The round as a PettingZoo AEC environment: four agents, asked one at a time.

Where several seats are asked about one tile they answer in seat order, none knowing what another
answered; who gets it is settled once all have (P4). Nobody else is ever the selected agent.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from taipao.env.driver import Driver, Planes
from taipao.game.state import SEATS
from taipao.sim.observation import KINDS, PLANES
from taipao.sim.table import ACTIONS

Environment = AECEnv[str, dict[str, Any], int | None]
AGENTS = tuple(f"seat_{seat}" for seat in range(SEATS))


def env(ruleset: str | dict[str, Any] = "standard") -> Environment:
    """Return a `TaipaoAEC` that complains when it is used in a wrong order."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TaipaoAEC(ruleset)))


class TaipaoAEC(Environment):
    """One round an episode. Rewards are the points of all four, once, when it ends.

    `ruleset` is a name, or an object with base and set.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (PettingZoo's own type)
        "name": "taipao_v1",
        "render_modes": [],
        "is_parallelizable": False,
    }

    def __init__(self, ruleset: str | dict[str, Any] = "standard") -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._driver = Driver(ruleset, (None,) * SEATS)
        self.possible_agents = list(AGENTS)
        self.render_mode = None
        self._space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (PLANES, KINDS), np.uint8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self._actions = {agent: spaces.Discrete(ACTIONS) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent sees."""
        return self._space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of the action ids."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a round: of a seed always the same, without one the next of the last seed."""
        self._driver.deal(seed)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._skip_agent_selection = None  # type: ignore[assignment]
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._settle()

    def step(self, action: int | None) -> None:
        """Take the selected agent's action; raises `IllegalAction` if its mask forbids it."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "only an agent whose round has ended steps with None"
        self._driver.act(int(action))
        self._cumulative_rewards[agent] = 0
        self._settle()
        self._accumulate_rewards()

    def _settle(self) -> None:
        """Select who is asked next, or end the round for all."""
        driver = self._driver
        if driver.over:
            self.rewards = dict(zip(AGENTS, driver.points(), strict=True))
            self.terminations = dict.fromkeys(AGENTS, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = AGENTS[driver.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the planes of an agent and its mask, all 0 unless it is the selected one."""
        seat = AGENTS.index(agent)
        return {
            "observation": self._driver.observation(seat),
            "action_mask": self._driver.mask(seat),
        }

    def oracle(self, agent: str) -> Planes:
        """Return the planes of what an agent does not see, for a teacher or a critic."""
        return self._driver.oracle(AGENTS.index(agent))

    def record(self) -> bytes:
        """Return the record of the round that has ended (docs/record.md)."""
        return self._driver.record()

    def render(self) -> None:
        """Show nothing: `record` gives the round to the replay page."""

    def close(self) -> None:
        """Free nothing: there is nothing to free."""
