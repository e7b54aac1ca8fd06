"""What is kept when the server is killed, the database goes away, or an answer is lost."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, make_url

from taipao.errors import StoreAway, StoreFault
from taipao.server.keeping import Account, EndedRound, LiveTable, NewLines, Unit
from taipao.server.store import DatabaseStore, open_store
from tests.postgresql import Cluster
from tests.server.store_writer import lines, record

ROOT = Path(__file__).parents[2]


def writer(url: str, tables: int, seed: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.server.store_writer", url, str(tables), str(seed)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)


def killed(url: str, tables: int, seed: int, seconds: float) -> dict[str, tuple[int, bool]]:
    """Let a process write for so long, kill it; return how far it says that each round got."""
    process = writer(url, tables, seed)
    assert process.stdout is not None
    with process:
        said = [process.stdout.readline()]
        time.sleep(seconds)
        process.kill()
        said += process.stdout.readlines()
    assert process.returncode == -9
    reached: dict[str, tuple[int, bool]] = {}
    for line in said:
        round_id, kept, over = line.decode().split()
        reached[round_id] = (int(kept), over == "1")
    return reached


async def check(url: str, reached: dict[str, tuple[int, bool]]) -> None:
    """Find everything that was acknowledged in the store, once, and nothing that was not meant."""
    store = await open_store(url)
    try:
        live = {table.round_id: table for table in await store.open_tables()}
        for round_id, (kept, over) in reached.items():
            table = live.get(round_id)
            if table is None:
                assert await store.record(round_id) == record(round_id)
            else:
                assert not over
                assert len(table.lines) >= kept
        for round_id, table in live.items():
            if round_id is not None:
                assert table.lines == lines(round_id, 1, len(table.lines))
                assert await store.record(round_id) is None
            infos = await store.rounds(table.id, limit=10**6)
            assert [info.number for info in infos] == list(range(len(infos), 0, -1))
            assert [info.id for info in infos if info.status == "live"] == (
                [] if round_id is None else [round_id]
            )
    finally:
        await store.close()


def kill_many_times(url: str, times: int) -> None:
    chance = random.Random(times)
    reached: dict[str, tuple[int, bool]] = {}
    for seed in range(times):
        reached.update(killed(url, 20, seed, chance.uniform(0, 0.2)))
        asyncio.run(check(url, reached))
    assert reached


def test_nothing_acknowledged_is_missing_after_kill_9(database_url: str) -> None:
    kill_many_times(database_url, 3)


@pytest.mark.soak
def test_nothing_acknowledged_is_missing_after_many_kills(database_url: str) -> None:
    kill_many_times(database_url, 50)


def test_a_second_process_on_the_same_file_is_refused_until_the_first_is_dead(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path / 'taipao.db'}"
    first = writer(url, 1, 0)
    assert first.stdout is not None
    with first:
        first.stdout.readline()
        with pytest.raises(StoreFault, match="is in use by another taipao server; stop that one"):
            asyncio.run(open_store(url))
        first.kill()
    asyncio.run(check(url, {}))


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """A cluster that the test may stop."""
    made = Cluster()
    try:
        made.start()
        yield made
    finally:
        made.remove()


@pytest.mark.postgresql
@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_tables_wait_while_postgresql_is_stopped_and_then_go_on(
    own_cluster: Cluster, mode: str
) -> None:
    url = own_cluster.database()
    store = await open_store(url)
    last: dict[str, int] = {}

    async def play(name: str) -> None:
        await store.commit(Unit(name, state=b"{}", lines=NewLines(name, 1, (b"1",)), number=1))
        while last.setdefault(name, 1) < 10**9 and not over:
            number = last[name] + 1
            await store.commit(Unit(name, lines=NewLines(name, number, (b"%d" % number,))))
            last[name] = number

    over = False
    tasks = [asyncio.create_task(play(f"t{i}")) for i in range(20)]
    for _ in range(2):
        before = sum(last.values())
        while sum(last.values()) < before + 200:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(own_cluster.stop, mode)
        while not store.committer.away:
            await asyncio.sleep(0.01)
        stopped = dict(last)
        with pytest.raises(StoreAway, match="the database: "):
            await store.account(b"token")
        assert last == stopped
        await asyncio.to_thread(own_cluster.start)
        while last == stopped:
            await asyncio.sleep(0.01)
        assert await store.account(b"token") is None
    over = True
    await asyncio.gather(*tasks)
    assert store.committer.faults == 0
    kept = {table.id: table.lines for table in await store.open_tables()}
    assert kept == {
        name: tuple(b"%d" % i for i in range(1, number + 1)) for name, number in last.items()
    }
    await store.close()


UNITS = [
    Unit("t", lines=NewLines("r", 2, (b"two", b"three"))),
    Unit("t", state=b'{"x":1}'),
    Unit("t", state=b"{}", ended=EndedRound("r", "finished", b"one\ndigest")),
    Unit("t", ended=EndedRound("r", "frozen", b"one\ntwo")),
    Unit("t", ended=EndedRound("r", "dropped", None)),
    Unit(
        "t",
        lines=NewLines("r", 2, (b"two",)),
        ended=EndedRound("r", "finished", b"one\ntwodigest"),
    ),
    Unit(
        "t",
        lines=NewLines("s", 1, (b"new",)),
        ended=EndedRound("r", "dropped", None),
        number=2,
    ),
]


@pytest.mark.parametrize("happened", [True, False], ids=["it happened", "it did not"])
@pytest.mark.parametrize("unit", UNITS)
async def test_a_commit_whose_answer_is_lost_is_looked_up_and_made_once(
    database_url: str, monkeypatch: pytest.MonkeyPatch, unit: Unit, happened: bool
) -> None:
    store = await open_store(database_url)
    opening = Unit("t", state=b"{}", lines=NewLines("r", 1, (b"one\n",)), number=1)
    await store.commit(opening)
    lose_one_answer(monkeypatch, store, happened)
    others = [Unit(f"other{i}", state=b"{}") for i in range(3)]
    newcomer = Account("g", "name")
    await asyncio.gather(*map(store.commit, [unit, *others]), store.add_account(newcomer, b"token"))
    lost = await picture(store)
    assert store.committer.faults == 0
    assert await store.account(b"token") == newcomer
    await store.close()

    async with asyncio.timeout(60):
        plain = await open_store("sqlite://")
        for one in (opening, unit, *others):
            await plain.commit(one)
        assert lost == await picture(plain)
        await plain.close()


async def picture(store: DatabaseStore) -> tuple[list[LiveTable], list[tuple[object, ...]]]:
    rounds = [
        (info.id, info.number, info.status, await store.record(info.id))
        for info in await store.rounds("t")
    ]
    # In one batch they change at the same time.
    tables = sorted(await store.open_tables(), key=lambda table: table.id)
    return tables, sorted(rounds, key=str)


def lose_one_answer(monkeypatch: pytest.MonkeyPatch, store: DatabaseStore, happened: bool) -> None:
    """Let the next write be committed or not, and its connection break before it says so."""
    opened = store._database
    write = opened.write
    left = [True]

    async def lossy(work: object) -> object:
        if left.pop() if left else False:
            if happened:
                await write(work)  # type: ignore[arg-type]
            raise ConnectionResetError("the connection was reset")
        return await write(work)  # type: ignore[arg-type]

    monkeypatch.setattr(opened, "write", lossy)


@pytest.mark.postgresql
async def test_who_is_cut_off_waits_for_what_it_left_in_the_server(
    cluster: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    """As long as that may still commit, nothing is looked up and nothing written beside it."""
    url = cluster.database()
    store = await open_store(url)
    await store.commit(Unit("t", state=b"{}", lines=NewLines("r", 1, (b"one",)), number=1))
    opened = store._database
    left_behind, opened._writer = opened._writer, None  # type: ignore[attr-defined]
    task = asyncio.create_task(store.commit(Unit("t", lines=NewLines("r", 2, (b"two",)))))
    while not store.committer.away:
        await asyncio.sleep(0.01)
    assert not task.done()
    await left_behind.close()
    await task
    assert "in use by another taipao server" in caplog.text
    assert (await store.open_tables())[0].lines == (b"one", b"two")
    await store.close()


async def cut_off(url: str, cluster: Cluster) -> None:
    """End every connection to a database, as PostgreSQL's end would."""
    ending = "select pg_terminate_backend(pid) from pg_stat_activity where datname = "
    name = make_url(url).database
    await asyncio.to_thread(
        cluster.run, "psql", *cluster.connection, "-c", f"{ending}'{name}'", "postgres"
    )


@pytest.mark.postgresql
@pytest.mark.parametrize("meanwhile", ["still there", "gone again"])
async def test_who_was_taken_over_from_writes_no_more(cluster: Cluster, meanwhile: str) -> None:
    """Else what the other one has promised would be lost under what this one remembers."""
    url = cluster.database()
    old = await open_store(url)
    await old.commit(Unit("t", state=b"{}", lines=NewLines("r", 1, (b"one",)), number=1))
    await cut_off(url, cluster)
    new = await open_store(url)
    await new.commit(Unit("t", state=b'{"new":1}', lines=NewLines("r", 2, (b"two",))))
    if meanwhile == "gone again":
        await new.close()

    async with asyncio.timeout(60):
        for state in (b'{"old":1}', b'{"old":2}'):
            with pytest.raises(StoreFault, match="taken over by another taipao server"):
                await old.commit(Unit("t", state=state))
        with pytest.raises(StoreFault, match="taken over by another taipao server"):
            await old.account(b"token")
    await old.close()
    if meanwhile == "gone again":
        new = await open_store(url)
    assert await new.open_tables() == [LiveTable("t", b'{"new":1}', "r", (b"one", b"two"))]
    await new.commit(Unit("t", state=b"{}"))
    await new.close()


@pytest.mark.postgresql
async def test_who_was_only_cut_off_goes_on(cluster: Cluster) -> None:
    url = cluster.database()
    store = await open_store(url)
    for state in (b'{"a":1}', b'{"b":1}'):
        await cut_off(url, cluster)
        await store.commit(Unit("t", state=state))
        assert await store.open_tables() == [LiveTable("t", state, None, ())]
    await store.close()


async def test_a_full_disk_is_waited_out(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path / 'taipao.db'}")
    await store.commit(Unit("t", state=b"{}"))

    def bound(pages: int) -> object:
        def work(connection: Connection) -> None:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

        return work

    await store._database.write(bound(1))  # type: ignore[arg-type]
    big = asyncio.create_task(store.commit(Unit("t", state=b'"%s"' % (b"x" * 100_000))))
    while not store.committer.away:
        await asyncio.sleep(0.01)
    assert not big.done()
    await store._database.write(bound(10**6))  # type: ignore[arg-type]
    await big
    assert store.committer.faults == 0
    await store.close()
