"""Tables for the tests of the server: at once, with seeded bots, and watched from within."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest

from taipao.game.actions import Action, Discard, Pass
from taipao.game.view import View
from taipao.server.chance import SystemChance
from taipao.tiles import TileName
from tests.server.room import Room, room


class SeededChance(SystemChance):
    """Repeatable rounds, with scripted walls for as long as there are any."""

    def __init__(self, seed: int = 0, dealer: int = 0, walls: Sequence[tuple[TileName, ...]] = ()):
        self._random = random.Random(seed)
        self._dealer = dealer
        self._walls = list(walls)
        self._rounds = 0
        self.next_table = "table"
        self.pauses: list[tuple[float, float]] = []

    def secret(self) -> bytes:
        return self._random.randbytes(32)

    def wall(self) -> tuple[TileName, ...] | None:  # type: ignore[override]
        return self._walls.pop(0) if self._walls else None

    def first_dealer(self) -> int:
        return self._dealer

    def bot_seed(self) -> int:
        return self._random.getrandbits(64)

    def round_id(self) -> str:
        self._rounds += 1
        return f"round-{self._rounds}"

    def table_id(self) -> str:
        return self.next_table

    def pause(self, shortest: float, longest: float) -> float:
        self.pauses.append((shortest, longest))
        return super().pause(shortest, longest)


Open = Callable[..., AbstractAsyncContextManager[Room]]


@pytest.fixture
def open_room() -> Open:
    """Open a table of random bots that never wait, repeatable."""

    def opened(**options: Any) -> AbstractAsyncContextManager[Room]:
        return room(**{"chance": SeededChance(), **options})

    return opened


class PassiveBot:
    """Takes nothing and discards what it draws."""

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        if Pass() in actions:
            return Pass()
        discards = [a for a in actions if isinstance(a, Discard) and not a.ready]
        return next((a for a in discards if a.tile == view.own.drawn), discards[-1])


@pytest.fixture
def passive_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taipao.server.table.make", lambda kind, seed: PassiveBot())
