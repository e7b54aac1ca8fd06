"""How a friends' match ends, without sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec import Struct

from taipao.server.finish import places
from taipao.server.keeping import Account
from taipao.server.outbox import Outbox
from taipao.server.protocol import Dissolve, Place
from taipao.server.store import open_store
from taipao.server.supplies import AT_ONCE, Supplies
from taipao.server.table import Table
from taipao.server.tablestate import NO_CLOCK, Setup, bot, person
from tests.server.chance import SeededChance


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((5, -20, 40, -25), [(2, 1, 40), (0, 2, 5), (1, 3, -20), (3, 4, -25)]),
        ((0, 0, 0, 0), [(0, 1, 0), (1, 1, 0), (2, 1, 0), (3, 1, 0)]),
        ((-6, 3, 3, 0), [(1, 1, 3), (2, 1, 3), (3, 3, 0), (0, 4, -6)]),
        ((9, -3, -3, -3), [(0, 1, 9), (1, 2, -3), (2, 2, -3), (3, 2, -3)]),
    ],
)
def test_equal_points_share_a_place(
    points: tuple[int, ...], expected: list[tuple[int, int, int]]
) -> None:
    assert places(points) == tuple(Place(*one) for one in expected)


class Seated(Struct):
    """A friends' table, and the sockets of those who sit there."""

    table: Table
    outboxes: list[Outbox]

    async def vote(self, seat: int, *, on: bool = True) -> bool:
        await self.table._said(self.outboxes[seat], Dissolve(on), 0.0)
        return self.table.over

    async def lose(self, seat: int, *, seconds: float = 60) -> None:
        """Let somebody have gone so many seconds ago."""
        await self.table._leave(self.outboxes[seat])
        self.table._seats[seat].gone -= seconds


@asynccontextmanager
async def seated(*accounts: Account) -> AsyncIterator[Seated]:
    store = await open_store()
    first, second, third = map(person, accounts)
    setup = Setup(
        (first, second, third, bot("greedy")), clock=NO_CLOCK, code="ABCDEF", host="a", length=4
    )
    table = await Table.new("table", setup, Supplies(store, SeededChance(), AT_ONCE))
    outboxes = [Outbox() for _ in accounts]
    for account, outbox in zip(accounts, outboxes, strict=True):
        await table._join(outbox, account.id, None, None)
    yield Seated(table, outboxes)
    await store.close()


ADA, BO, CY = (Account(one, one) for one in ("ada", "bo", "cy"))
PROGRAM = Account("program", "program", "bot")


async def test_the_last_vote_of_those_who_are_there_ends_the_match() -> None:
    async with seated(ADA, BO, CY) as friends:
        assert not await friends.vote(0)
        assert not await friends.vote(1)
        assert await friends.vote(2)


async def test_programs_have_no_vote_and_are_not_waited_for() -> None:
    async with seated(ADA, PROGRAM, CY) as friends:
        assert not await friends.vote(1)
        assert not await friends.vote(0)
        assert await friends.vote(2)
    async with seated(ADA, PROGRAM, CY) as friends:
        for seat in (0, 2):
            await friends.lose(seat)
        assert not await friends.vote(1), "whoever is a person is away"
    async with seated(ADA, PROGRAM, CY) as friends:
        await friends.vote(0)
        await friends.lose(2)
        assert not await friends.vote(1), "nor may it count the votes of others"
        assert not friends.table._seats.players[1].dissolving
        assert await friends.vote(0)


async def test_a_lost_connection_ends_no_match() -> None:
    async with seated(ADA, BO, CY) as friends:
        await friends.vote(0)
        for seat in (1, 2):
            await friends.lose(seat)
        assert not friends.table.over
        assert await friends.vote(0), "who is alone there and says so again ends it"


async def test_who_has_just_gone_is_waited_for() -> None:
    async with seated(ADA, BO, CY) as friends:
        for seat in (1, 2):
            await friends.lose(seat, seconds=0)
        assert not await friends.vote(0), "both may be back in a moment"
        friends.table._seats[1].gone -= 60
        assert not await friends.vote(0), "one may be"
        await friends.table._join(friends.outboxes[2], CY.id, None, None)
        assert not await friends.vote(0), "one is"
        assert await friends.vote(2)


async def test_who_goes_takes_the_vote_along() -> None:
    async with seated(ADA, BO, CY) as friends:
        await friends.vote(0)
        await friends.vote(1)
        await friends.table._leave(friends.outboxes[1])
        await friends.table._join(friends.outboxes[1], BO.id, None, None)
        assert not await friends.vote(2)
        assert await friends.vote(1)
