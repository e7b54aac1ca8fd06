"""The bot `random`: any legal action, all equally likely."""

from __future__ import annotations

from random import Random

from taipao.game.actions import Action
from taipao.game.view import View


class RandomBot:
    """Choose uniformly at random among the legal actions, cancelling ready included."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        """Return any of `actions`."""
        # Python keeps the sequence of random() across versions, and of no other method.
        return actions[int(self._random.random() * len(actions))]
