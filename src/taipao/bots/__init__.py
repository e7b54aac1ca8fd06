"""Computer players. A bot sees a `View` and nothing else, so it cannot know what its seat does not.

`make` builds one by its name; `simulation` plays whole rounds among four of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, Literal, Protocol

from taipao.bots.greedy import GreedyBot
from taipao.bots.solid import SolidBot
from taipao.bots.uniform import RandomBot
from taipao.errors import BadRequest
from taipao.game.actions import Action
from taipao.game.view import View
from taipao.sim.weights import STRENGTHS


class Bot(Protocol):
    """A player that is a program.

    What it chooses depends on its seed, on what it was asked before and on the view, and on nothing
    else: no clock, no state it shares, no tile its seat does not see.
    """

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        """Return one of `actions`, the seat's legal actions at an open decision, never empty.

        `CancelReady` may be among them (P7). It answers nothing: who drives the bot carries it out
        and asks again.
        """
        ...


_BOTS: Final[dict[str, Callable[[int], Bot]]] = {
    "greedy": lambda _seed: GreedyBot(),
    "random": RandomBot,
    **{name: partial(SolidBot, weights) for name, weights in STRENGTHS.items()},
}
NAMES: Final = tuple(_BOTS)
"""The names of all bots."""

SLOW: Final = frozenset(STRENGTHS)
"""Those whose choices take milliseconds: whoever has other things to do asks them in a thread."""

Level = Literal["easy", "normal", "hard"]
"""How strong the bots are that somebody plays against, as players choose it."""

LEVELS: Final[Mapping[Level, str]] = MappingProxyType(
    {"easy": "easy", "normal": "normal", "hard": "solid"}
)
"""Which bot plays at each level."""


def bot_named(name: str) -> str:
    """Return the name of a bot that is named by itself or by its level."""
    return next((bot for level, bot in LEVELS.items() if level == name), name)


def make(name: str, seed: int) -> Bot:
    """Build a bot by its name; `seed` decides whatever it leaves to chance.

    Raises `BadRequest` for a name that is not among `NAMES`.
    """
    if name not in _BOTS:
        raise BadRequest(f"there is no bot {name[:40]!r}; there are {', '.join(NAMES)}")
    return _BOTS[name](seed)
