"""Tables for the tests of the server: at once, with seeded bots, and watched from within."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass

import pytest

from taipao.game.actions import Action, Discard, Pass
from taipao.game.view import View
from taipao.server.app import create_app
from taipao.server.chance import SystemChance
from taipao.server.store import MemoryStore
from taipao.server.table import AT_ONCE
from taipao.tiles import TileName
from tests.server.client import serving


class SeededChance(SystemChance):
    """Repeatable rounds, with scripted walls for as long as there are any."""

    def __init__(self, seed: int = 0, dealer: int = 0, walls: Sequence[tuple[TileName, ...]] = ()):
        self._random = random.Random(seed)
        self._dealer = dealer
        self._walls = list(walls)
        self._rounds = 0
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

    def pause(self, shortest: float, longest: float) -> float:
        self.pauses.append((shortest, longest))
        return super().pause(shortest, longest)


@dataclass
class Served:
    """A served table, and its store to look into."""

    port: int
    store: MemoryStore

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


Serve = Callable[..., AbstractAsyncContextManager[Served]]


@pytest.fixture
def serve() -> Serve:
    """Serve a table of random bots that never wait."""

    @asynccontextmanager
    async def served(**options: object) -> AsyncIterator[Served]:
        store = MemoryStore()
        defaults = {
            "store": store,
            "pace": AT_ONCE,
            "bots": ("random", "random", "random"),
            "chance": SeededChance(),
        }
        async with serving(create_app(**{**defaults, **options})) as port:  # type: ignore[arg-type]
            yield Served(port, store)

    return served


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
