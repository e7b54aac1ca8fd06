"""The Gymnasium environment: its own checks, and an agent among bots."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from taipao.env.single import TaipaoSingle
from taipao.game.replay import replay


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_it_passes_the_checks_of_gymnasium() -> None:
    check_env(gymnasium.make("Taipao-v1").unwrapped, skip_render_check=True)


def test_the_agent_gets_its_own_points_at_the_end() -> None:
    made, rng = (
        TaipaoSingle(seat=2, opponents=("random", "greedy", "random")),
        np.random.default_rng(3),
    )
    for seed in range(30):
        seen, _ = made.reset(seed=seed)
        over, rewards = False, []
        while not over:
            action = rng.choice(np.flatnonzero(seen["action_mask"]))
            seen, reward, over, cut, info = made.step(action)
            assert not cut
            assert "refused" not in info
            rewards.append(reward)
        assert not any(rewards[:-1])
        ended = replay(made.record()).board.result
        assert ended is not None
        assert rewards[-1] == ended.points[2]
        assert info["points"] == ended.points


def test_a_forbidden_action_is_refused_and_changes_nothing() -> None:
    made = TaipaoSingle()
    seen, _ = made.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    again, reward, over, _, info = made.step(wrong)
    assert "may not" in info["refused"]
    assert (reward, over) == (0, False)
    assert np.array_equal(seen["observation"], again["observation"])
