"""The wall anyone can verify: commitment, seed and shuffle (docs/wall.md)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count

from taipao.tiles import NAMES, TileName

SECRET_BYTES = 32
CONTRIBUTION_BYTES = 64
"""The most bytes one player may contribute."""

_DOMAIN = b"taipao-wall-1"
_ORDERED: tuple[TileName, ...] = tuple(
    name for face, name in enumerate(NAMES) for _ in range(4 if face < 34 else 1)
)


def commitment(secret: bytes) -> bytes:
    """Return the 32 bytes published before the players contribute."""
    return hashlib.sha256(_checked_secret(secret)).digest()


def seed(secret: bytes, contributions: Sequence[bytes | None]) -> bytes:
    """Return the 32 bytes that decide a wall.

    `contributions` has four entries in seat order, each None or 1 to 64 bytes; anything else is
    a ValueError.
    """
    if len(contributions) != 4:
        raise ValueError(f"contributions: four entries expected, got {len(contributions)}")
    digest = hashlib.sha256(_DOMAIN + _checked_secret(secret))
    for seat, value in enumerate(contributions):
        if value is not None and not 1 <= len(value) <= CONTRIBUTION_BYTES:
            raise ValueError(f"contributions[{seat}]: 1 to 64 bytes expected, got {len(value)}")
        digest.update(bytes([len(value)]) + value if value is not None else b"\0")
    return digest.digest()


def wall(secret: bytes, contributions: Sequence[bytes | None]) -> tuple[TileName, ...]:
    """Return the 144 tiles, head first, that a secret and four contributions give."""
    words = _words(seed(secret, contributions))
    tiles = list(_ORDERED)
    for i in range(len(tiles) - 1, 0, -1):
        j = _below(words, i + 1)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return tuple(tiles)


def is_whole(tiles: Sequence[TileName]) -> bool:
    """Tell whether `tiles` are the 144 tiles of the game in some order (T2)."""
    return sorted(tiles) == sorted(_ORDERED)


def _checked_secret(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"secret: 32 bytes expected, got {len(secret)}")
    return secret


def _words(seed_bytes: bytes) -> Iterator[int]:
    for counter in count():
        block = hashlib.sha256(seed_bytes + counter.to_bytes(8, "big")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")


def _below(words: Iterator[int], n: int) -> int:
    """Return a number in 0…n-1, skipping the words that would favour the small ones."""
    bound = (1 << 32) // n * n
    return next(word for word in words if word < bound) % n
