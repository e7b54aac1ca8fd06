"""Rule sets with some fields changed, and the numbers of actions."""

from __future__ import annotations

from random import Random

import numpy as np

from taipao.game.actions import Action, CancelReady, Chow, Discard, Kong, Pass, Pung, Win
from taipao.game.state import Board
from taipao.rules.ruleset import RuleSet, load_ruleset
from taipao.sim.shape import Flags
from taipao.sim.table import (
    ACTIONS,
    CANCEL,
    CLAIM_CHOW,
    CLAIM_PUNG,
    DECLARE,
    KONG,
    PASS,
    WIN,
)
from taipao.tiles import NUMBER

FIELDS = {
    "chow": (True, False),
    "white_is_bonus": (True, False),
    "discard_wild": (True, False),
    "share_out": (True, False),
    "reserve": (0, 20, 40),
    "reserve_per_kong": ("each", "second"),
    "dealer_stays_on_win": (True, False),
    "dealer_stays_on_draw": (True, False),
    "kill_pig": ("three_and_one", "any_four", "off"),
    "four_winds_pair": (True, False),
    "bloom_through_bonus": (True, False),
    "opening_four_kong": (True, False),
    "ready": ("assist", "locked"),
    "ready_tai": (0, 3),
    "double_from": (0, 5, 13),
}


def some_ruleset(rng: Random) -> RuleSet:
    """Return one of the two rule sets, as it is or with some of its fields changed."""
    base = rng.choice(("standard", "alternate"))
    if rng.random() < 0.4:
        return load_ruleset(base)
    changed = {field: rng.choice(values) for field, values in FIELDS.items() if rng.random() < 0.4}
    return load_ruleset({"base": base, "set": changed})


def number_of(action: Action, board: Board) -> int:
    """Return the number that compiled code has for an action."""
    match action:
        case Discard(tile, ready):
            return NUMBER[tile] + (DECLARE if ready else 0)
        case Kong(tile):
            return KONG + NUMBER[tile]
        case Chow(tiles):
            assert board.offer is not None
            return (
                CLAIM_CHOW
                + (NUMBER[tiles[0]] - NUMBER[board.offer.tile] + 2)
                - (NUMBER[tiles[0]] > NUMBER[board.offer.tile])
            )
        case Win():
            return WIN
        case Pung():
            return CLAIM_PUNG
        case Pass():
            return PASS
        case CancelReady():
            return CANCEL


def mask_of(actions: tuple[Action, ...], board: Board) -> Flags:
    """Return actions as compiled code has them."""
    mask = np.zeros(ACTIONS, np.bool_)
    mask[[number_of(action, board) for action in actions]] = True
    return mask
