"""All the randomness a table uses, handed to it from outside."""

from __future__ import annotations

import random
import secrets
from typing import Final, Protocol

from taipao.game.wall import SECRET_BYTES
from taipao.tiles import TileName

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH: Final = 6
"""Codes of friends' tables: people read them out to each other, so without I and O."""


class Chance(Protocol):
    """Where a table's walls, lots, seeds and ids come from.

    A test hands a table one of its own, with scripted walls; nothing else can.
    """

    def secret(self) -> bytes:
        """Choose the secret of a coming round: 32 bytes."""

    def wall(self) -> tuple[TileName, ...] | None:
        """Return a scripted wall, head first, or None for the one that the secret gives."""

    def first_dealer(self) -> int:
        """Draw the first dealer of a match by lot (P12)."""

    def order(self) -> tuple[int, int, int, int]:
        """Draw by lot who sits where: the four seats in any order."""

    def bot_seed(self) -> int:
        """Choose what a bot's own choices are drawn from."""

    def round_id(self) -> str:
        """Choose the name of a round, unguessable."""

    def table_id(self) -> str:
        """Choose the name of a table, unguessable."""

    def code(self) -> str:
        """Choose the code of a friends' table: six letters that are not mistaken for figures."""

    def pause(self, shortest: float, longest: float) -> float:
        """Choose a length between two, in seconds."""


class SystemChance:
    """The operating system's randomness, and walls that anyone can verify."""

    def secret(self) -> bytes:
        """Choose the secret of a coming round: 32 bytes."""
        return secrets.token_bytes(SECRET_BYTES)

    def wall(self) -> None:
        """Leave every wall to its secret and the contributions, so that it can be verified."""

    def first_dealer(self) -> int:
        """Draw the first dealer of a match by lot (P12)."""
        return secrets.randbelow(4)

    def order(self) -> tuple[int, int, int, int]:
        """Draw by lot who sits where: the four seats in any order."""
        first, second, third, fourth = secrets.SystemRandom().sample(range(4), 4)
        return first, second, third, fourth

    def bot_seed(self) -> int:
        """Choose what a bot's own choices are drawn from."""
        return secrets.randbits(64)

    def round_id(self) -> str:
        """Choose the name of a round, unguessable."""
        return secrets.token_urlsafe(12)

    def table_id(self) -> str:
        """Choose the name of a table, unguessable."""
        return secrets.token_urlsafe(12)

    def code(self) -> str:
        """Choose the code of a friends' table: six letters that are not mistaken for figures."""
        return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))

    def pause(self, shortest: float, longest: float) -> float:
        """Choose a length between two, in seconds."""
        return random.uniform(shortest, longest)
