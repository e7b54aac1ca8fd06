"""Passwords: hashed with argon2id, off the event loop and not too many at a time."""

from __future__ import annotations

import unicodedata
from typing import Final

from argon2 import PasswordHasher, Type
from argon2.exceptions import VerificationError

from taipao.server.pool import Pool
from taipao.server.refusals import Objection

LEAST_IN_PASSWORD: Final = 8
MOST_IN_PASSWORD: Final = 128

_THREADS: Final = 2
_WAITING: Final = 64
"""Passwords that may wait for a thread: some two seconds' worth."""

# OWASP's least for argon2id, on one lane, since a core is shared with every table: 19 MiB, some
# 20 ms.
_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1, type=Type.ID)


def check_new(password: str) -> None:
    """Check a password that somebody chooses. Raises `Objection` for one of a wrong length."""
    if not LEAST_IN_PASSWORD <= len(password) <= MOST_IN_PASSWORD:
        raise Objection(
            "bad_password",
            f"password: {LEAST_IN_PASSWORD} to {MOST_IN_PASSWORD} characters are expected",
        )


class Passwords:
    """Hashes passwords and checks them, in two threads of its own."""

    def __init__(self, hasher: PasswordHasher = _HASHER) -> None:
        self._hasher = hasher
        self._pool = Pool(
            "passwords",
            threads=_THREADS,
            most=_WAITING,
            refusal="too many sign in just now; try again in a moment",
        )
        self._nobodys: str | None = None

    async def hash(self, password: str) -> str:
        """Return what is kept of a password. Raises `TooBusy`."""
        return await self._pool.do(lambda: self._hasher.hash(_normal(password)))

    async def verify(self, kept: str | None, password: str) -> bool:
        """Tell whether `kept` is of this password; None is of none, and takes as long to say so.

        Raises `TooBusy`.
        """
        return await self._pool.do(lambda: self._verify(kept, _normal(password)))

    def close(self) -> None:
        """Let go of the threads; what waits for them is dropped."""
        self._pool.close()

    def _verify(self, kept: str | None, password: bytes) -> bool:
        if self._nobodys is None:
            self._nobodys = self._hasher.hash(b"")
        try:
            self._hasher.verify(self._nobodys if kept is None else kept, password)
        except VerificationError:
            return False
        return kept is not None


def _normal(password: str) -> bytes:
    """Write a password as one keyboard or another gives it; half characters are kept."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
