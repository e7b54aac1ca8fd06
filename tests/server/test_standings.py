"""Leaderboards and profiles, from rounds booked by figures worked by hand; and what they cost."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest
import sqlalchemy as sa
from msgspec.structs import replace
from sqlalchemy import Connection

from taipao.server.keeping import Booking, Store
from taipao.server.schema import accounts
from taipao.server.standings import (
    DAYS,
    KEPT_MILLISECONDS,
    PLACES,
    Board,
    BoardName,
    CoinsAt,
    Standings,
    ahead_query,
    best_query,
    coins_query,
    counts_query,
    items_query,
    own_query,
    place_of,
    top_query,
    week_of,
)
from taipao.server.store import DatabaseStore, open_store
from tests.server.coins import join, made_up
from tests.server.serving import serving
from tests.server.visitors import visiting

HOUR = 3600 * 1000
DAY = 24 * HOUR
MONDAY = 20_003 * DAY - 8 * HOUR
"""Monday, 7 October 2024, at midnight in China."""

WIN = Booking(
    "novice",
    "standard",
    ("a", "b", "c", None),
    totals=(42, 3, 0, 1),
    winner=0,
    dealer=1,
    points=(168, -74, -49, -45),
    by="discard",
    tai=14,
    items=(("V4", 7), ("V6", 7)),
    source=2,
)
DRAW = Booking("novice", "standard", ("a", "b", "c", None), (0,) * 4, None, 2, (0,) * 4)
# The same hand is won by seat 1, of account b, with 80 points; seat 0 deals.
GREAT = replace(
    WIN,
    totals=(0, 80, 0, 0),
    winner=1,
    dealer=0,
    points=(-160, 320, -80, -80),
    by="self_draw",
    tai=20,
    items=(("V4", 10), ("V4", 10)),
    source=None,
)


class Clock:
    def __init__(self) -> None:
        self.now = MONDAY + 12 * HOUR

    def __call__(self) -> int:
        return self.now


class Rounds:
    """A store, and rounds that are booked in it one after the other."""

    def __init__(self, store: DatabaseStore, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.standings = Standings(store, clock)
        self._number = 0

    async def book(self, booking: Booking, *, later: int = 1) -> None:
        self.clock.now += later
        self._number += 1
        await self.store.commit(made_up(f"r{self._number}", booking))

    async def board(self, name: BoardName, asker: str | None = None) -> Board:
        """Return a board as it is after ten seconds."""
        self.clock.now += KEPT_MILLISECONDS
        return await self.standings.board(name, asker)

    async def shown(self, name: BoardName) -> list[tuple[int, str, int]]:
        board = await self.board(name)
        return [(place.place, place.id, place.value) for place in board.places]

    async def change(self, account: str, **columns: Any) -> None:
        changed = sa.update(accounts).where(accounts.c.id == account).values(**columns)
        await self.store.write(lambda connection: connection.execute(changed).rowcount)


@pytest.fixture
async def rounds(database_url: str) -> AsyncIterator[Rounds]:
    clock = Clock()
    store = await open_store(database_url, clock=clock)
    await join(store, "a", "b", "c", "d")
    yield Rounds(store, clock)
    await store.close()


async def test_ranks_by_points(rounds: Rounds) -> None:
    assert await rounds.shown("ranks") == []
    await rounds.book(WIN)
    assert await rounds.shown("ranks") == [(1, "a", 168)]
    await rounds.book(GREAT)
    await rounds.book(replace(WIN, accounts=("d", None, None, None)))
    # Whoever has as many is at the same place.
    assert await rounds.shown("ranks") == [(1, "b", 320), (2, "d", 168), (2, "a", 168)]
    board = await rounds.board("ranks", "a")
    assert board.own == board.places[2]
    assert (board.own.name, board.own.rank, board.own.record) == ("name of a", "一万", None)
    assert (await rounds.board("ranks", "c")).own is None, "without points there is no place"
    assert (await rounds.board("ranks")).own is None


async def test_the_week_is_that_of_china_and_begins_on_monday(rounds: Rounds) -> None:
    assert week_of(MONDAY) == week_of(MONDAY + 7 * DAY - 1) == MONDAY
    assert week_of(MONDAY - 1) == MONDAY - 7 * DAY
    rounds.clock.now = MONDAY - 2
    await rounds.book(WIN)
    await rounds.book(GREAT)
    assert await rounds.shown("week") == [(1, "b", 32_000), (2, "c", -8_000), (3, "a", -16_000)]
    rounds.clock.now = MONDAY + 7 * DAY - KEPT_MILLISECONDS - 1
    assert [place[1] for place in await rounds.shown("week")] == ["b", "c", "a"]
    assert await rounds.shown("week") == []


async def test_the_weeks_coins_are_what_was_won_less_what_was_lost(rounds: Rounds) -> None:
    await rounds.book(WIN)
    await rounds.book(GREAT)
    # a has 46,800 coins after the first round, and can pay in the second.
    week = [(1, "b", 24_600), (2, "a", 800), (3, "c", -12_900)]
    assert await rounds.shown("week") == week
    own = (await rounds.board("week", "c")).own
    assert own is not None
    assert (own.place, own.value) == (3, -12_900)


async def test_the_best_hand_of_each_with_its_record(rounds: Rounds) -> None:
    await rounds.book(WIN)
    await rounds.book(WIN)
    await rounds.book(GREAT)
    await rounds.book(replace(WIN, accounts=(None, "c", "a", "b")))
    board = await rounds.board("hands", "a")
    assert [(one.place, one.id, one.value, one.record) for one in board.places] == [
        (1, "b", 80, "/records/r3"),
        # Of two equal hands the first.
        (2, "a", 42, "/records/r1"),
    ]
    assert board.own == board.places[1]
    assert (await rounds.board("hands", "c")).own is None


async def test_only_coin_rooms_count(rounds: Rounds) -> None:
    await rounds.book(replace(GREAT, room=None))
    for name in ("ranks", "week", "hands"):
        assert await rounds.shown(name) == []
    found = await rounds.standings.profile("b", "b")
    assert found is not None
    assert (found.rounds, found.wins, found.best, found.items) == (0, 0, (), {})


@pytest.mark.parametrize(
    "columns", [{"deleted": 1}, {"kind": "bot"}, {"banned_until": 2**52, "ban_reason": "x"}]
)
async def test_who_is_not_shown_has_no_place(rounds: Rounds, columns: dict[str, Any]) -> None:
    await rounds.book(WIN)
    await rounds.book(GREAT)
    await rounds.change("b", **columns)
    assert await rounds.shown("ranks") == [(1, "a", 168)]
    assert await rounds.shown("week") == [(1, "a", 800), (2, "c", -12_900)]
    assert await rounds.shown("hands") == [(1, "a", 42)]
    for name in ("ranks", "week", "hands"):
        assert (await rounds.board(name, "b")).own is None


async def test_a_ban_that_is_over_is_forgotten(rounds: Rounds) -> None:
    await rounds.book(GREAT)
    await rounds.change("b", banned_until=rounds.clock.now + KEPT_MILLISECONDS, ban_reason="x")
    assert await rounds.shown("ranks") == [(1, "b", 320)]


async def test_the_own_place_beyond_the_first_fifty(rounds: Rounds) -> None:
    names = [f"n{number:02}" for number in range(PLACES + 10)]
    await join(rounds.store, *names)
    for name in names:
        await rounds.book(replace(GREAT, accounts=(None, name, None, None)))
    await rounds.book(WIN)
    for name in ("ranks", "week", "hands"):
        board = await rounds.board(name, "a")
        assert len(board.places) == PLACES
        assert {place.place for place in board.places} == {1}
        assert board.own is not None
        assert (board.own.id, board.own.place) == ("a", PLACES + 11)
        assert board.own not in board.places
        assert (await rounds.board(name, "d")).own is None


async def test_the_own_place_is_counted_as_the_list_is(rounds: Rounds) -> None:
    for booking in (WIN, GREAT, DRAW, WIN, replace(WIN, accounts=("d", "a", None, "b"))):
        await rounds.book(booking)
    for name in ("ranks", "week", "hands"):
        for place in (await rounds.board(name)).places:
            now = rounds.clock.now
            counted = await rounds.store.read(
                lambda opened, at=(name, place.id, now): place_of(opened, *at)
            )
            assert counted == place


async def test_what_was_read_is_kept_for_ten_seconds(rounds: Rounds) -> None:
    assert (await rounds.board("ranks")).places == ()
    await rounds.book(WIN)
    rounds.clock.now += KEPT_MILLISECONDS - 2
    assert (await rounds.standings.board("ranks", None)).places == ()
    rounds.clock.now += 1
    assert len((await rounds.standings.board("ranks", None)).places) == 1
    # The clock may be set back.
    rounds.clock.now -= DAY
    await rounds.book(GREAT)
    assert len((await rounds.standings.board("ranks", None)).places) == 2


async def test_what_was_read_before_somebody_was_renamed_is_forgotten(rounds: Rounds) -> None:
    async def name() -> str:
        found = await rounds.standings.profile("a", None)
        assert found is not None
        return found.name

    assert await name() == "name of a"
    await rounds.change("a", name="another")
    assert await name() == "name of a"
    rounds.standings.forget()
    assert await name() == "another"

    # Read before, and answered after it.
    reading, go_on = asyncio.Event(), asyncio.Event()

    class Slow:
        async def read(self, work: Any) -> Any:
            found = await rounds.store.read(work)
            reading.set()
            await go_on.wait()
            return found

    rounds.standings = Standings(cast("Store", Slow()), rounds.clock)
    early = asyncio.create_task(name())
    await reading.wait()
    await rounds.change("a", name="a third")
    rounds.standings.forget()
    go_on.set()
    assert await early == "another"
    assert await name() == "a third"


async def test_a_profile_counts_what_was_played(rounds: Rounds) -> None:
    for booking in (WIN, DRAW, GREAT, WIN):
        await rounds.book(booking)
    winner = await rounds.standings.profile("a", "b")
    assert winner is not None
    assert (winner.id, winner.name, winner.kind) == ("a", "name of a", "guest")
    assert (winner.rank, winner.rank_points) == ("二万", 336)
    assert (winner.rounds, winner.wins, winner.win_rate) == (4, 2, 0.5)
    assert (winner.mean_tai, winner.draws, winner.dealt_in) == (14.0, 1, 0)
    assert (winner.draw_rate, winner.deal_in_rate) == (0.25, 0.0)
    assert winner.items == {"V4": 2, "V6": 2}
    assert [(one.total, one.tai, one.record) for one in winner.best] == [
        (42, 14, "/records/r1"),
        (42, 14, "/records/r4"),
    ]
    assert winner.best[0].items == (("V4", 7), ("V6", 7))
    loser = await rounds.standings.profile("c", None)
    assert loser is not None
    assert (loser.rounds, loser.wins, loser.draws, loser.dealt_in) == (4, 0, 1, 2)
    assert (loser.draw_rate, loser.deal_in_rate) == (0.25, 0.5)
    assert (loser.win_rate, loser.mean_tai, loser.best) == (0.0, None, ())
    idle = await rounds.standings.profile("d", None)
    assert idle is not None
    assert (idle.rounds, idle.win_rate, idle.mean_tai) == (0, None, None)
    assert (idle.draw_rate, idle.deal_in_rate) == (None, None)


async def test_of_a_profiles_hands_the_best_three(rounds: Rounds) -> None:
    for more in (0, 3, 1, 2):
        # The winner has so much more, from each of the others.
        points = (168 + 4 * more, -74 - 2 * more, -49 - more, -45 - more)
        await rounds.book(replace(WIN, totals=(42 + more, 3, 0, 1), points=points))
    found = await rounds.standings.profile("a", None)
    assert found is not None
    assert [(one.total, one.record) for one in found.best] == [
        (45, "/records/r2"),
        (44, "/records/r4"),
        (43, "/records/r3"),
    ]


async def test_coins_day_by_day_for_their_owner_alone(rounds: Rounds) -> None:
    signed_up = rounds.clock.now
    await rounds.book(WIN)
    first = rounds.clock.now
    # Before and after midnight in China.
    rounds.clock.now = MONDAY + DAY - 2
    await rounds.book(DRAW)
    late = rounds.clock.now
    await rounds.book(GREAT)
    assert signed_up < first < late
    rounds.clock.now += KEPT_MILLISECONDS
    own = await rounds.standings.profile("a", "a")
    assert own is not None
    assert own.coins == (CoinsAt(late, 46_800), CoinsAt(late + 1, 30_800))
    for other in ("b", None):
        seen = await rounds.standings.profile("a", other)
        assert seen is not None
        assert seen.coins == ()
        assert replace(own, coins=()) == seen


async def test_of_many_days_the_last_ninety(rounds: Rounds) -> None:
    for _ in range(DAYS + 5):
        await rounds.book(DRAW, later=DAY)
    last = rounds.clock.now
    found = await rounds.standings.profile("a", "a")
    assert found is not None
    assert [one.time for one in found.coins] == [last - DAY * ago for ago in range(DAYS)][::-1]


async def test_nobody_has_no_profile(rounds: Rounds) -> None:
    await rounds.change("b", deleted=1)
    for account in ("b", "x", "house", "mint"):
        assert await rounds.standings.profile(account, account) is None


# What they cost

FILL = (
    "insert into tables (id, state, status, changed) values ('many', '{}', 'open', 0)",
    "insert into rounds (id, table_id, number, status, began, ended) "
    "select 'm' || n, 'many', n, 'finished', n, n from numbers",
    "insert into results (round_id, seat, account_id, room, ruleset, points, coins, rank_points, "
    'won, "by", tai, total, items, ended) '
    "select 'm' || n, seat, case when seat = 3 then null else 'p' || ((n * 7 + seat) % 500) end, "
    "case when n % 10 = 0 then null else 'novice' end, 'standard', 1, 1, 1, "
    "seat = n % 4, null, 0, (n * 31 + seat) % 97, '[]', n * 3600000 from numbers cross join "
    "(select 0 as seat union all select 1 union all select 2 union all select 3) as seats",
    "insert into accounts (id, name, kind, made, rank_points) "
    "select 'p' || (n % 500), 'p', 'guest', 0, n % 90 from numbers where n <= 500",
    "insert into purses (id, coins) select 'p' || (n % 500), 0 from numbers where n <= 500",
    "insert into entries (id, kind, made) select n + 100, 'refill', n * 3600000 from numbers",
    "insert into postings (entry_id, line, purse, amount, balance) "
    "select n + 100, 1, 'p' || (n % 500), 0, 0 from numbers",
)
ROUNDS = 6_000
NUMBERS = (
    f"create temporary table numbers as with recursive counted (n) as (select cast(1 as bigint) "
    f"union all select n + 1 from counted where n < {ROUNDS}) select n from counted"
)
WEEK_LATER = ROUNDS * HOUR


def plan(connection: Connection, statement: sa.Select[Any]) -> str:
    text = str(statement.compile(connection, compile_kwargs={"literal_binds": True}))
    sqlite = connection.dialect.name == "sqlite"
    rows = connection.exec_driver_sql(f"explain {'query plan ' * sqlite}{text}")
    return "\n".join(str(row[-1]) for row in rows)


async def test_no_statement_looks_at_all_results(rounds: Rounds) -> None:
    now = WEEK_LATER
    statements = {
        **{f"top of {name}": top_query(name, now) for name in ("ranks", "week", "hands")},
        **{f"own in {name}": own_query(name, "p7", now) for name in ("ranks", "week", "hands")},
        # Ahead of most, as somebody is who has hardly anybody ahead.
        "ahead in ranks": ahead_query("ranks", 88, now),
        "ahead in week": ahead_query("week", 88, now),
        "ahead in hands": ahead_query("hands", 95, now),
        "counts": counts_query("p7"),
        "items": items_query("p7"),
        "best": best_query("p7"),
        "coins": coins_query("p7"),
    }

    def work(connection: Connection) -> dict[str, str]:
        connection.exec_driver_sql(NUMBERS)
        for statement in FILL:
            connection.exec_driver_sql(statement)
        if connection.dialect.name == "postgresql":
            for table in ("results", "accounts", "entries", "postings"):
                connection.exec_driver_sql(f"analyze {table}")
        plans = {what: plan(connection, one) for what, one in statements.items()}
        connection.exec_driver_sql("drop table numbers")
        return plans

    plans = await rounds.store.write(work)
    for what, told in plans.items():
        # Whatever is more than nothing is everything.
        scans = re.findall(r"SCAN (?:results|other|postings|entries)\b.*|.*account_id>.*", told)
        scans += re.findall(r"Seq Scan on (?:results|postings)\b.*", told)
        assert scans == [], f"{what}:\n{told}"


async def test_over_http_coins_are_told_to_their_owner_alone() -> None:
    async with serving() as served, visiting(served) as own, visiting(served) as other:
        me = (await own.get("/api/me"))["id"]
        mine = await own.get(f"/api/players/{me}")
        assert mine["coins"][-1]["coins"] == 30_000
        assert (mine["rank"], mine["items"], mine["best"]) == ("白板", {}, [])
        assert await other.get(f"/api/players/{me}") == {**mine, "coins": []}
        async with visiting(served, guest=False) as nobody:
            assert await nobody.get(f"/api/players/{me}") == {**mine, "coins": []}
            for name in ("ranks", "week", "hands"):
                assert await nobody.get(f"/api/leaderboards/{name}") == {"places": [], "own": None}
            assert await nobody.refused("/api/players/nobody", method="GET") == (
                404,
                "there is no such player {'reason': 'no_player'}",
            )
            assert (await nobody.http.get("/api/leaderboards/coins")).status_code in {400, 404}
