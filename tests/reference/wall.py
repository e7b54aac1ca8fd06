"""The wall that a secret and contributions give (INTERFACES, "The wall, and verifying it")."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from .tiles import TILES, copies


def commitment(secret: bytes) -> str:
    return sha256(secret).hexdigest()


def seed(secret: bytes, contributions: list[bytes | None]) -> bytes:
    message = b"taipao-wall-1" + secret
    for contribution in contributions:
        given = contribution or b""
        message += bytes([len(given)]) + given
    return sha256(message).digest()


def words(start: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = sha256(start + counter.to_bytes(8, "big")).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1


def wall(secret: bytes, contributions: list[bytes | None]) -> list[str]:
    """Return the 144 tiles, head first."""
    tiles = [tile for tile in TILES for _ in range(copies(tile))]
    source = words(seed(secret, contributions))
    for i in range(143, 0, -1):
        n = i + 1
        word = next(source)
        while word >= 2**32 // n * n:
            word = next(source)
        j = word % n
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return tiles
