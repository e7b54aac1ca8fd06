"""What comes between the table's look at the purses and the deal, and right after it (C3, C4)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from taipao.errors import BadRequest
from taipao.server.entries import REFILL
from taipao.server.keeping import Booked, Unit
from taipao.server.ledger import NoRefill
from taipao.server.succession import Succession
from tests.server.conftest import Open
from tests.server.purses import all_purses, endow
from tests.server.room import Room
from tests.server.test_coin_table import ALL, chairs, coin_table, win

LOOK = Succession.look_at_purses


@pytest.fixture
def open_room(open_kept_room: Open) -> Open:
    """Open every table in both kinds of database."""
    return open_kept_room


def after_the_look(patch: pytest.MonkeyPatch, do: Callable[[], Awaitable[object]]) -> None:
    """Have something done once, after the next look at the purses and before the deal."""

    async def look(self: Succession) -> None:
        await LOOK(self)
        patch.setattr(Succession, "look_at_purses", LOOK)
        await do()

    patch.setattr(Succession, "look_at_purses", look)


async def refill(room: Room, account: str) -> int:
    return await room.house.ledger.refill(account, [room.table.id])


async def start_again(room: Room, patch: pytest.MonkeyPatch, coins: int) -> None:
    """Have seat 3 refilled after the look of the next round, before which it has so many coins."""
    await endow(room.store, "guest-3", coins)

    async def refilled() -> None:
        assert await refill(room, "guest-3") == REFILL

    after_the_look(patch, refilled)


async def test_a_refill_just_before_the_deal_is_from_before_the_round(
    open_room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C3: whoever pays has what they had before the round, and of that the refill is a part."""
    async with coin_table(open_room, *ALL) as (room, clients):
        # By hand in test_coin_table.py: seat 3 pays 13,600 and 500, and has 15,900 left.
        assert (await win(clients[0]))["results"][3]["balance"] == 15_900
        await start_again(room, monkeypatch, 5_000)
        for client in clients:
            await client.start(None, "00")
        results = (await win(clients[0]))["results"]
        # Out of 5,000 it could not have paid that.
        assert [one["coins"] for one in results] == [40_800, -12_600, -14_100, -14_100]
        assert results[3]["balance"] == 5_900
        with pytest.raises(NoRefill, match="there has been a refill today"):
            await refill(room, "guest-3")
        assert sum((await all_purses(room.store)).values()) == 0


async def test_who_was_broke_at_the_look_gives_the_seat_up_and_keeps_the_refill(
    open_room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with coin_table(open_room, *ALL) as (room, clients):
        await win(clients[0])
        await start_again(room, monkeypatch, 0)
        for client in clients:
            await client.start(None, "00")
        assert (await clients[3].until("freed"))["why"] == "broke"
        results = (await win(clients[0]))["results"]
        assert results[3] == {**results[3], "coins": -14_100, "balance": None}, "a bot played"
        assert chairs(room)[3] == "bot"
        assert (await all_purses(room.store))["guest-3"] == REFILL
        assert sum((await all_purses(room.store)).values()) == 0


async def test_who_loses_all_to_a_correction_after_the_look_pays_nothing(
    open_room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with coin_table(open_room, *ALL) as (room, clients):
        await win(clients[0])
        after_the_look(monkeypatch, lambda: endow(room.store, "guest-3", 0))
        for client in clients:
            await client.start(None, "00")
        results = (await win(clients[0]))["results"]
        # Seats 1 and 2 pay 13,600 each, seat 2 another 500 to seat 1, and seat 3 has nothing.
        assert [one["coins"] for one in results] == [27_200, -13_100, -14_100, 0]
        assert results[3]["balance"] == 0
        assert (await clients[3].until("freed"))["why"] == "broke"
        assert sum((await all_purses(room.store)).values()) == 0


@pytest.mark.parametrize("together", [True, False])
async def test_from_the_deal_on_nobody_is_refilled(
    open_room: Open, monkeypatch: pytest.MonkeyPatch, *, together: bool
) -> None:
    """Also not by what is kept in one transaction with the deal."""
    outcomes: list[int | BadRequest] = []

    async def ask(room: Room) -> None:
        try:
            outcomes.append(await refill(room, "guest-3"))
        except NoRefill as refusal:
            outcomes.append(refusal)

    async with coin_table(open_room, *ALL) as (room, clients):
        await win(clients[0])
        await endow(room.store, "guest-3", 5_000)
        commit = room.store.commit

        async def deal(unit: Unit) -> Booked | None:
            if unit.lines is None or unit.lines.first != 1:
                return await commit(unit)
            monkeypatch.setattr(room.store, "commit", commit)
            if not together:
                booked = await commit(unit)
                await ask(room)
                return booked
            sizes: list[int] = []
            room.store.committer.on_batch = lambda items, _: sizes.append(items)
            booked, _ = await asyncio.gather(commit(unit), ask(room))
            assert sizes == [2]
            return booked

        monkeypatch.setattr(room.store, "commit", deal)
        for client in clients:
            await client.start(None, "00")
        results = (await win(clients[0]))["results"]
        (refusal,) = outcomes
        assert "there is no refill in a round" in str(refusal)
        # Seat 3 pays 5,000, all of it to the winner.
        assert [one["coins"] for one in results] == [32_200, -13_100, -14_100, -5_000]
        assert sum((await all_purses(room.store)).values()) == 0
