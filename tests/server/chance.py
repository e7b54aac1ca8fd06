"""Chance that tests can repeat."""

from __future__ import annotations

import random
from collections.abc import Sequence

from taipao.server.chance import SystemChance
from taipao.tiles import TileName


class SeededChance(SystemChance):
    """Repeatable rounds, with scripted walls for as long as there are any."""

    def __init__(self, seed: int = 0, dealer: int = 0, walls: Sequence[tuple[TileName, ...]] = ()):
        self._random = random.Random(seed)
        self._dealer = dealer
        self._walls = list(walls)
        self._rounds = 0
        self._tables = 0
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
        self._tables += 1
        return "table" if self._tables == 1 else f"table-{self._tables}"

    def pause(self, shortest: float, longest: float) -> float:
        self.pauses.append((shortest, longest))
        return super().pause(shortest, longest)
