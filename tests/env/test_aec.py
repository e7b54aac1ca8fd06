"""The PettingZoo environment: its own checks, ours, and the rounds that it plays."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from taipao.env.aec import AGENTS, TaipaoAEC, env
from taipao.errors import IllegalAction
from taipao.game.replay import replay
from taipao.rules.ruleset import NAMES


def play(made: TaipaoAEC, seed: int, rng: np.random.Generator) -> dict[str, float]:
    """Play a round at random, and return what each agent was told that it won."""
    made.reset(seed=seed)
    won = dict.fromkeys(AGENTS, 0.0)
    for agent in made.agent_iter():
        seen, reward, over, _, _ = made.last()
        won[agent] += reward
        legal = np.flatnonzero(seen["action_mask"])
        assert over == (not len(legal))
        made.step(None if over else rng.choice(legal))
    return won


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_it_passes_the_checks_of_pettingzoo() -> None:
    api_test(env(), num_cycles=300)
    seed_test(env, num_cycles=100)


@pytest.mark.parametrize("base", NAMES)
def test_rounds_are_legal_and_add_to_zero(base: str) -> None:
    made, rng = TaipaoAEC(ruleset=base), np.random.default_rng(1)
    for seed in range(40):
        won = play(made, seed, rng)
        assert sum(won.values()) == 0
        ended = replay(made.record()).board.result
        assert ended is not None
        assert tuple(won.values()) == ended.points


def test_the_seed_decides_the_wall_and_no_seed_is_the_next_round() -> None:
    made, other = TaipaoAEC(), TaipaoAEC()
    walls = []
    for one in (made, other):
        one.reset(seed=5)
        walls.append(one._driver.table.wall.tolist())
        one.reset()
        walls.append(one._driver.table.wall.tolist())
    assert walls[0] == walls[2] != walls[1] == walls[3]


def test_an_action_that_the_mask_forbids_changes_nothing() -> None:
    made = TaipaoAEC()
    made.reset(seed=1)
    agent = made.agent_selection
    before = made.observe(agent)
    wrong = int(np.flatnonzero(before["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction, match=f"may not take action {wrong}"):
        made.step(wrong)
    assert made.agent_selection == agent
    assert np.array_equal(made.observe(agent)["observation"], before["observation"])
