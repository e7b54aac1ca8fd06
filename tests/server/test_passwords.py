"""Passwords: argon2id, in threads, a bounded number at a time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Literal

import pytest
from argon2 import PasswordHasher

from taipao.server.passwords import Passwords
from taipao.server.pool import TooBusy


@pytest.fixture
def passwords() -> Iterator[Passwords]:
    made = Passwords()
    yield made
    made.close()


async def test_a_password_is_known_by_its_hash_alone(passwords: Passwords) -> None:
    kept = await passwords.hash("correct horse")
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert "horse" not in kept
    assert kept != await passwords.hash("correct horse"), "each has a salt of its own"
    assert await passwords.verify(kept, "correct horse")
    assert not await passwords.verify(kept, "correct horsf")
    assert not await passwords.verify(kept, "")


async def test_keyboards_may_differ(passwords: Passwords) -> None:
    kept = await passwords.hash("caf\u00e9 １２３４")
    assert await passwords.verify(kept, "cafe\u0301 1234")


async def test_half_a_character_is_one_of_a_password(passwords: Passwords) -> None:
    assert not await passwords.verify(await passwords.hash("12345678"), "1234567\ud800")


class CountingHasher(PasswordHasher):
    """Counts what it is asked, and answers only while the gate is open."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.verified = 0
        self.gate = threading.Event()
        self.gate.set()

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        self.gate.wait()
        self.verified += 1
        return super().verify(hash, password)


async def test_a_password_that_nobody_has_takes_as_much_work() -> None:
    hasher = CountingHasher()
    passwords = Passwords(hasher)
    kept = await passwords.hash("correct horse")
    assert not await passwords.verify(kept, "wrong horse")
    assert hasher.verified == 1
    assert not await passwords.verify(None, "wrong horse")
    assert hasher.verified == 2
    assert not await passwords.verify(None, ""), "not even the one that is hashed for nobody"
    passwords.close()


async def test_only_so_many_wait() -> None:
    hasher = CountingHasher()
    passwords = Passwords(hasher)
    hasher.gate.clear()
    waiting = [asyncio.create_task(passwords.verify(None, "guess")) for _ in range(64)]
    await asyncio.sleep(0)
    with pytest.raises(TooBusy):
        await passwords.verify(None, "one more")
    hasher.gate.set()
    assert await asyncio.gather(*waiting) == [False] * 64
    assert not await passwords.verify(None, "again")
    passwords.close()
