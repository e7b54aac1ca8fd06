"""Rounds are booked as they end: by figures worked by hand, exactly once, whatever happens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from taipao.errors import StoreFault
from taipao.server.journal import booked_of
from taipao.server.keeping import Booked, Booking, EndedRound, NewLines, Unit
from taipao.server.ledger import Ledger
from taipao.server.schema import accounts, results
from taipao.server.store import DatabaseStore, open_store
from tests.server.coins import hold, join, made_up
from tests.server.test_store_crash import lose_one_answer

# Seat 0 wins 42; seat 1 deals. Worked by hand in `test_who_goes_broke_pays_the_winner_first`.
BOOKING = Booking(
    "novice",
    "standard",
    ("a", "b", "c", "d"),
    totals=(42, 3, 0, 1),
    winner=0,
    dealer=1,
    points=(168, -74, -49, -45),
    by="discard",
    tai=14,
    items=(("V4", 7), ("V6", 7)),
    source=2,
)


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[DatabaseStore]:
    opened = await open_store(database_url)
    await join(opened, "a", "b", "c", "d")
    yield opened
    await opened.close()


async def coins(store: DatabaseStore, *names: str) -> list[int]:
    return [await Ledger(store).coins(name) for name in names]


async def test_a_round_moves_its_points_times_the_room_s_rate(store: DatabaseStore) -> None:
    booked = await store.commit(made_up("r", BOOKING))
    assert booked == Booked(
        coins=(16_800, -7_400, -4_900, -4_500),
        balances=(46_800, 22_600, 25_100, 25_500),
        rank_points=(168, 0, 0, 0),
        rank_before=(0, 0, 0, 0),
        rank_after=(168, 0, 0, 0),
        had=(30_000, 30_000, 30_000, 30_000),
    )
    assert await coins(store, "a", "b", "c", "d", "house") == [46_800, 22_600, 25_100, 25_500, 0]
    again = await store.commit(made_up("s", BOOKING, "another"))
    assert again is not None
    assert (again.rank_before, again.rank_after) == ((168, 0, 0, 0), (336, 0, 0, 0))


async def test_who_goes_broke_pays_the_winner_first(store: DatabaseStore) -> None:
    """The dealer, b, owes the winner 42 twice, 8,400, and has 5,000: the winner gets those.

    c owes the winner 4,200, the dealer 2 x 3 points, 600, and d 100, and has 4,500: 4,200 go to the
    winner, 300 to the dealer, nothing to d. d owes the winner 4,200 and the dealer 2 x 2 points,
    400, and has enough. So a gets 5,000 + 4,200 + 4,200; b pays 5,000 and gets 300 + 400: what b
    is paid in this round does not help b to pay in it.
    """
    await hold(store, b=5_000, c=4_500)
    booked = await store.commit(made_up("r", BOOKING))
    assert booked is not None
    assert booked.coins == (13_400, -4_300, -4_500, -4_600)
    assert booked.balances == (43_400, 700, 0, 25_400)
    assert booked.had == (30_000, 5_000, 4_500, 30_000)
    # Rank points do not depend on what could be paid.
    assert booked.rank_points == (168, 0, 0, 0)


async def test_bots_play_out_of_the_house_s_purse_without_a_limit(store: DatabaseStore) -> None:
    bots = replace(BOOKING, accounts=(None, None, "c", None))
    booked = await store.commit(made_up("r", bots))
    assert booked == Booked(
        coins=(16_800, -7_400, -4_900, -4_500),
        balances=(None, None, 25_100, None),
        rank_points=(0, 0, 0, 0),
        rank_before=(None, None, 0, None),
        rank_after=(None, None, 0, None),
        had=(None, None, 30_000, None),
    )
    winning = replace(BOOKING, room="expert", accounts=("a", None, None, None))
    booked = await store.commit(made_up("s", winning, "another"))
    assert booked is not None
    assert booked.balances == (30_000 + 168 * 600, None, None, None)
    assert await coins(store, "house") == [4_900 - 168 * 600]


async def test_at_a_table_without_coins_only_results_are_kept(store: DatabaseStore) -> None:
    booked = await store.commit(made_up("r", replace(BOOKING, room=None)))
    nobody = (None, None, None, None)
    assert booked == Booked((0, 0, 0, 0), nobody, (0, 0, 0, 0), nobody, nobody, nobody)
    assert await coins(store, "a", "b") == [30_000, 30_000]
    assert [line.kind for line in await Ledger(store).lines("a")] == ["signup"]


async def test_a_result_is_kept_for_each_seat(store: DatabaseStore) -> None:
    await store.commit(made_up("r", BOOKING))
    wanted = sa.select(results).order_by(results.c.seat)
    rows = await store.read(lambda connection: connection.execute(wanted).all())
    assert tuple(rows[0])[:-2] == (
        *("r", 0, "a", "novice", "standard", 168, 16_800, 168, True, "discard", 14, 42),
        '[["V4",7],["V6",7]]',
    )
    assert tuple(rows[1])[:-2] == (
        *("r", 1, "b", "novice", "standard", -74, -7_400, 0, False, None, 0, 3, "[]"),
    )
    assert [row.dealt_in for row in rows] == [False, False, True, False]


async def test_a_draw_is_booked_too(store: DatabaseStore) -> None:
    draw = Booking("expert", "standard", ("a", "b", "c", "d"), (0, 0, 0, 0), None, 2, (0, 0, 0, 0))
    booked = await store.commit(made_up("r", draw))
    assert booked is not None
    assert booked.balances == (30_000,) * 4
    latest = (await Ledger(store).lines("a"))[0]
    assert (latest.kind, latest.round, latest.amount) == ("round", "r", 0)


REFUSED = {
    "points that do not follow": replace(BOOKING, points=(1, -1, 0, 0)),
    "a room there is not": replace(BOOKING, room="golden"),
    "an account there is not": replace(BOOKING, accounts=("a", "b", "c", "x")),
    "the house as a player": replace(BOOKING, accounts=("a", "b", "c", "house")),
}


@pytest.mark.parametrize("what", REFUSED)
async def test_what_cannot_be_booked_is_refused_with_the_end_of_its_round(
    store: DatabaseStore, what: str
) -> None:
    good = [made_up(f"good{i}", BOOKING, f"table{i}") for i in range(3)]
    units = [*good[:2], made_up("bad", REFUSED[what]), good[2]]
    outcomes = await asyncio.gather(*map(store.commit, units), return_exceptions=True)
    assert isinstance(outcomes[2], StoreFault)
    assert [type(one) for one in (*outcomes[:2], outcomes[3])] == [Booked] * 3
    assert await store.record("bad") is None
    assert await coins(store, "c") == [30_000 - 3 * 4_900]


async def test_only_the_finish_of_a_round_is_booked(store: DatabaseStore) -> None:
    opening = NewLines("r", 1, (b"header\n",))
    with pytest.raises(StoreFault, match="books a round that it does not finish"):
        await store.commit(Unit("t", b"{}", lines=opening, number=1, booking=BOOKING))
    dropped = EndedRound("r", "dropped", None)
    with pytest.raises(StoreFault, match="books a round that it does not finish"):
        await store.commit(Unit("t", ended=dropped, booking=BOOKING))


async def test_a_booking_sent_many_times_at_once_is_booked_once(store: DatabaseStore) -> None:
    await hold(store, c=4_500)
    unit = made_up("r", BOOKING)
    outcomes = await asyncio.gather(*(store.commit(unit) for _ in range(5)))
    assert outcomes == [outcomes[0]] * 5
    assert await store.commit(unit) == outcomes[0]
    assert await coins(store, "c") == [0]


@pytest.mark.parametrize("happened", [True, False])
async def test_a_commit_in_doubt_returns_what_was_booked(
    store: DatabaseStore, monkeypatch: pytest.MonkeyPatch, happened: bool
) -> None:
    await store.commit(made_up("before", BOOKING, "before"))
    lose_one_answer(monkeypatch, store, happened)
    bots = replace(BOOKING, accounts=(None, None, None, None))
    units = made_up("r", BOOKING), made_up("s", bots, "another")
    booked = await asyncio.gather(*map(store.commit, units))
    assert booked[0] == Booked(
        coins=(16_800, -7_400, -4_900, -4_500),
        balances=(63_600, 15_200, 20_200, 21_000),
        rank_points=(168, 0, 0, 0),
        rank_before=(168, 0, 0, 0),
        rank_after=(336, 0, 0, 0),
        had=(46_800, 22_600, 25_100, 25_500),
    )
    assert booked[1] is not None
    assert (booked[1].coins, booked[1].balances) == (booked[0].coins, (None,) * 4)
    assert await coins(store, "a", "house") == [63_600, 0]


async def test_what_is_read_back_is_what_was_returned(store: DatabaseStore) -> None:
    await hold(store, c=4_500)
    for round_id, booking in {
        "coins": BOOKING,
        "bots": replace(BOOKING, accounts=("a", None, "c", None), room="expert"),
        "points": replace(BOOKING, room=None),
    }.items():
        booked = await store.commit(made_up(round_id, booking, round_id))
        name = round_id
        assert await store.read(lambda opened, name=name: booked_of(opened, name)) == booked
    assert await store.read(lambda opened: booked_of(opened, "none")) is None


async def test_a_deleted_account_pays_what_it_had_and_keeps_nothing(store: DatabaseStore) -> None:
    await hold(store, c=4_500)
    gone = sa.update(accounts).where(accounts.c.id.in_(["a", "c"])).values(deleted=1)
    await store.write(lambda connection: connection.execute(gone).rowcount)
    booked = await store.commit(made_up("r", BOOKING))
    # c pays 4,200 to a and 300 to b, as anybody would; then all that a and c hold goes.
    assert booked == Booked(
        coins=(16_800, -7_700, -4_500, -4_600),
        balances=(None, 22_300, None, 25_400),
        rank_points=(0, 0, 0, 0),
        rank_before=(None, 0, None, 0),
        rank_after=(None, 0, None, 0),
        had=(30_000, 30_000, 4_500, 30_000),
    )
    assert await coins(store, "a", "c", "house") == [0, 0, 46_800 + 25_500]
    assert await store.commit(made_up("r", BOOKING)) == booked


async def test_who_is_deleted_in_a_coin_round_keeps_the_coins_while_another_table_ends_one(
    store: DatabaseStore,
) -> None:
    """They may have to be paid out of: they go where they go at the end of the coin round."""
    gone = sa.update(accounts).where(accounts.c.id == "b").values(deleted=1)
    await store.write(lambda connection: connection.execute(gone).rowcount)
    await store.commit(made_up("f", replace(BOOKING, room=None), "friends"))
    assert await coins(store, "b", "house") == [30_000, 0]
    await store.commit(made_up("r", BOOKING))
    assert await coins(store, "b", "house") == [0, 22_600]


async def test_rounds_that_end_together_are_booked_one_after_the_other(
    store: DatabaseStore,
) -> None:
    units = [made_up(f"r{i}", BOOKING, f"t{i}") for i in range(3)]
    booked = await asyncio.gather(*map(store.commit, units))
    assert [one and one.balances[0] for one in booked] == [46_800, 63_600, 80_400]
    assert [one and one.rank_after[0] for one in booked] == [168, 336, 504]
    assert await coins(store, "a", "b") == [80_400, 7_800]
    ranks = sa.select(accounts.c.id, accounts.c.rank_points).order_by(accounts.c.id)
    kept = await store.read(lambda connection: connection.execute(ranks).all())
    assert [tuple(row) for row in kept] == [("a", 504), ("b", 0), ("c", 0), ("d", 0)]
