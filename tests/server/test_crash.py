"""Many live tables under players while the server is killed and the database goes away.

Whatever happens, every round is one story: what any player was ever shown is in the record, once,
at its number, and the record is what the engine and the wall say.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections import defaultdict
from collections.abc import Iterator, Sequence

import msgspec
import pytest

from taipao.client import NEVER_AGAIN
from taipao.game.claims import Decision
from taipao.game.events import RoundEnded, is_numbered, redact
from taipao.game.record import EventLine, read, read_running
from taipao.game.replay import steps, verify
from taipao.game.state import SEATS, Round
from taipao.game.view import project, wire
from taipao.server.keeping import LiveTable
from taipao.server.outbox import CLOSE_TOO_SLOW
from taipao.server.store import DatabaseStore, open_store
from taipao.server.tablestate import decode_state
from tests.postgresql import Cluster
from tests.server.players import Player, Shown, Site, all_back, all_go_on, playing, until

pytestmark = pytest.mark.skipif(
    os.name == "nt", reason="Windows sends no signals to another process"
)


def told(lines: Sequence[EventLine], rounds: Sequence[Round], seat: int, shown: Shown) -> Shown:
    """Return what a seat may have been shown of a round, views and decisions where `shown` has."""
    all_of_it = Shown(shown.commitment)
    viewed, decided = ({number for number, _ in some} for some in (shown.views, shown.decisions))
    for line, round_ in zip(lines, rounds, strict=True):
        number = round_.board.number
        event = redact(line.event, seat)
        if event is not None and is_numbered(event):
            all_of_it.events[number] = msgspec.json.encode(event)
        elif event is not None:
            all_of_it.private.add((number, msgspec.json.encode(event)))
        if number in viewed:
            view = msgspec.json.encode(wire(project(round_, seat)))
            all_of_it.views.add((number, view))
        if number in decided:
            offers = Decision.open(round_).offers.get(seat)
            all_of_it.decisions.add((number, msgspec.json.encode(offers)))
    return all_of_it


def check_round(
    data: bytes | Sequence[bytes], number: int, shown: Sequence[tuple[int, Shown]]
) -> RoundEnded | None:
    """Check a finished record, or the lines of a live one, against what seats were shown of it.

    Returns the result of a finished one.
    """
    finished = isinstance(data, bytes)
    record = read(data) if isinstance(data, bytes) else read_running(data)
    # This compares every line with what the engine does: numbers are dense, each is there once.
    replayed = [step for step in steps(record) if isinstance(step.line, EventLine)]
    lines = [step.line for step in replayed if isinstance(step.line, EventLine)]
    rounds = [step.round for step in replayed]
    result = rounds[-1].board.result
    assert (result is not None) == finished
    if isinstance(data, bytes):
        assert verify(data) > 0
    assert record.header.round == number
    for seat, one in shown:
        assert one.commitment == record.header.commitment
        assert finished or not one.over
        all_of_it = told(lines, rounds, seat, one)
        assert one.events.items() <= all_of_it.events.items()
        assert one.private <= all_of_it.private
        assert one.views <= all_of_it.views
        assert one.decisions <= all_of_it.decisions
    return result


async def check_table(store: DatabaseStore, table: LiveTable, players: Sequence[Player]) -> int:
    """Check all rounds of a table; return how many are finished."""
    infos = (await store.rounds(table.id, limit=10**6))[::-1]
    assert [info.number for info in infos] == list(range(1, len(infos) + 1))
    assert {info.id for info in infos} >= {id_ for player in players for id_ in player.shown}
    points, finished = [0] * SEATS, 0
    for info in infos:
        shown = [(p.seat, p.shown[info.id]) for p in players if info.id in p.shown]
        record = await store.record(info.id)
        if info.id == table.round_id:
            assert (info.status, record) == ("live", None)
            check_round(table.lines, info.number, shown)
        else:
            assert info.status == "finished"
            assert record is not None
            result = check_round(record, info.number, shown)
            assert result is not None
            points = [a + b for a, b in zip(points, result.points, strict=True)]
            finished += 1
    match = decode_state(table.state).match
    assert match is not None
    assert (match.round, list(match.points)) == (finished + 1, points)
    return finished


async def check(url: str, players: Sequence[Player]) -> None:
    """Find all that players were shown in the database, and nothing there that cannot be."""
    by_table: defaultdict[str, list[Player]] = defaultdict(list)
    for player in players:
        by_table[player.table].append(player)
        # Nobody was thrown out for good, or fell behind.
        assert not player.closed.keys() & (NEVER_AGAIN | {CLOSE_TOO_SLOW})
    store = await open_store(url)
    try:
        tables = await store.open_tables()
        assert {table.id for table in tables} == by_table.keys()
        assert sum([await check_table(store, table, by_table[table.id]) for table in tables]) > 0
    finally:
        await store.close()


async def play_a_little(players: Sequence[Player]) -> None:
    """Wait until every table has gone on and a round is over."""
    await all_back(players)
    await all_go_on(players)
    await until(lambda: any(one.over for player in players for one in player.shown.values()))


async def kill_many_times(url: str, tables: int, times: int) -> None:
    chance = random.Random(times)
    async with playing(url, tables) as (site, players):
        for _ in range(times):
            await all_back(players)
            await asyncio.sleep(chance.uniform(0.05, 1))
            await site.end(signal.SIGKILL)
            site.start()
        await play_a_little(players)
        await site.end(signal.SIGTERM)
    assert all(player.closed[1012] for player in players)
    await check(url, players)


async def test_nothing_shown_is_missing_after_five_kills(database_url: str) -> None:
    await kill_many_times(database_url, 24, 5)


@pytest.mark.soak
async def test_nothing_shown_is_missing_after_fifty_kills(database_url: str) -> None:
    await kill_many_times(database_url, 50, 50)


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """A cluster that the test may stop."""
    made = Cluster()
    try:
        made.start()
        yield made
    finally:
        made.remove()


async def stand_still(players: Sequence[Player]) -> None:
    """Wait until nobody is shown anything any more; never, if tables play on."""
    quiet, places = 0, [player.place for player in players]
    async with asyncio.timeout(60):
        while quiet < 20:
            await asyncio.sleep(0.03)
            before, places = places, [player.place for player in players]
            quiet = quiet + 1 if places == before else 0


async def stop_and_look(site: Site, players: Sequence[Player], cluster: Cluster, mode: str) -> None:
    """Stop the cluster, and see that the server stays and its tables pause."""
    sockets = [player.closed.total() for player in players]
    await asyncio.to_thread(cluster.stop, mode)
    assert await site.readiness() == 503
    await stand_still(players)
    assert [player.closed.total() for player in players] == sockets
    # Who comes just now is turned away, and comes again.
    turned_away = players[-1].closed[1013]
    await players[-1].leave()
    await until(lambda: players[-1].closed[1013] > turned_away)
    assert not players[-1].back


@pytest.mark.postgresql
@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_tables_pause_while_postgresql_is_stopped_and_then_go_on(
    own_cluster: Cluster, mode: str
) -> None:
    url = own_cluster.database()
    async with playing(url, 24) as (site, players):
        for _ in range(2):
            await play_a_little(players)
            await stop_and_look(site, players, own_cluster, mode)
            await asyncio.to_thread(own_cluster.start)
            await play_a_little(players)
            assert await site.readiness() == 200
        # Killed while it waits for the database, with units of which nobody knows.
        await stop_and_look(site, players, own_cluster, mode)
        await site.end(signal.SIGKILL)
        await asyncio.to_thread(own_cluster.start)
        site.start()
        await play_a_little(players)
        await site.end(signal.SIGTERM)
    await check(url, players)


@pytest.mark.postgresql
async def test_a_server_whose_database_is_away_ends_when_told(own_cluster: Cluster) -> None:
    url = own_cluster.database()
    async with playing(url, 3) as (site, players):
        await play_a_little(players)
        await stop_and_look(site, players, own_cluster, "fast")
        complaints = await site.end_complaining(signal.SIGTERM)
        assert "units are given up" in complaints
        assert "Traceback" not in complaints
        # What was not kept was shown to nobody.
        await asyncio.to_thread(own_cluster.start)
        site.start()
        await play_a_little(players)
        await site.end(signal.SIGTERM)
    await check(url, players)
