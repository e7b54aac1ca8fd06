"""The actions of `taipao.game` and their numbers in compiled code, which `table.py` gives."""

from __future__ import annotations

from taipao.game.actions import Action, CancelReady, Chow, Discard, Kong, Pass, Pung, Win
from taipao.sim.table import (
    CANCEL,
    CLAIM_CHOW,
    CLAIM_PUNG,
    DECLARE,
    KONG,
    PASS,
    WIN,
)
from taipao.tiles import NAMES, NUMBER, Tile


def number_of(action: Action, offered: Tile | None) -> int:
    """Return the number of an action; that of a chow depends on the tile offered."""
    match action:
        case Discard(tile, ready):
            return NUMBER[tile] + (DECLARE if ready else 0)
        case Kong(tile):
            return KONG + NUMBER[tile]
        case Chow((low, high)):
            assert offered is not None, "a chow is legal only where a tile is offered"
            return CLAIM_CHOW + (NUMBER[low] > offered) + (NUMBER[high] > offered)
        case Win():
            return WIN
        case Pung():
            return CLAIM_PUNG
        case Pass():
            return PASS
        case CancelReady():
            return CANCEL
    raise TypeError(f"no action: {action!r}")


def action_of(number: int, offered: Tile | None) -> Action:
    """Return the action that has a number; `offered` is the tile that may be claimed."""
    if number < DECLARE:
        return Discard(NAMES[number])
    if number < PASS:
        return Discard(NAMES[number - DECLARE], ready=True)
    if KONG <= number < CLAIM_CHOW:
        return Kong(NAMES[number - KONG])
    if CLAIM_CHOW <= number < CANCEL:
        assert offered is not None, "a chow is legal only where a tile is offered"
        lowest = offered - 2 + number - CLAIM_CHOW
        low, high = (tile for tile in range(lowest, lowest + 3) if tile != offered)
        return Chow((NAMES[low], NAMES[high]))
    others: dict[int, Action] = {
        PASS: Pass(),
        WIN: Win(),
        CLAIM_PUNG: Pung(),
        CANCEL: CancelReady(),
    }
    return others[number]
