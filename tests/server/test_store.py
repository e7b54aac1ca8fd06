"""What is kept, on both databases."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from taipao.errors import BadRequest, StoreAway, StoreFault
from taipao.game.record import read
from taipao.server import engines, postgres
from taipao.server.keeping import (
    Account,
    EndedRound,
    LiveTable,
    NewLines,
    RoundEnd,
    RoundInfo,
    Unit,
)
from taipao.server.store import DatabaseStore, open_store
from taipao.server.urls import parse_url
from tests.game.rounds import round_of
from tests.postgresql import Cluster

TOKEN = b"t" * 32


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[DatabaseStore]:
    ticks = itertools.count(1000, 10)
    opened = await open_store(database_url, clock=lambda: next(ticks))
    yield opened
    await opened.close()


def opening(table: str, round_id: str, *lines: bytes, number: int = 1) -> Unit:
    """Return the unit with which a table's round begins."""
    return Unit(table, state=b"{}", lines=NewLines(round_id, 1, lines), number=number)


def ending(table: str, round_id: str, how: RoundEnd, record: bytes | None) -> Unit:
    return Unit(table, state=b'{"over":true}', ended=EndedRound(round_id, how, record))


async def test_an_open_table_comes_back_with_the_lines_of_its_live_round(
    store: DatabaseStore,
) -> None:
    await store.commit(opening("t", "r", b"header\n", b"one\n"))
    await store.commit(Unit("t", lines=NewLines("r", 3, (b"two\n", b"three\n"))))
    await store.commit(Unit("t", state='{"名":"桌"}'.encode()))

    lines = (b"header\n", b"one\n", b"two\n", b"three\n")
    assert await store.open_tables() == [LiveTable("t", '{"名":"桌"}'.encode(), "r", lines)]


async def test_a_table_without_a_round_comes_back_too_and_a_closed_or_frozen_one_does_not(
    store: DatabaseStore,
) -> None:
    for name in ("a", "b", "c"):
        await store.commit(Unit(name, state=b"{}"))
    await store.commit(Unit("b", status="closed"))
    await store.commit(Unit("c", state=b'{"why":1}', status="frozen"))

    assert await store.open_tables() == [LiveTable("a", b"{}", None, ())]
    await store.commit(Unit("b", status="open"))
    assert [table.id for table in await store.open_tables()] == ["a", "b"]


async def test_frozen_tables_are_counted(store: DatabaseStore) -> None:
    assert await store.frozen_tables() == 0
    for name in ("a", "b", "c", "d"):
        await store.commit(Unit(name, state=b"{}"))
    for name in ("b", "c"):
        await store.commit(Unit(name, status="frozen"))
    await store.commit(Unit("d", status="closed"))
    assert await store.frozen_tables() == 2
    await store.commit(Unit("b", state=b"{}", status="open"))
    assert await store.frozen_tables() == 1


async def test_the_table_that_changed_last_comes_back_as_the_last(store: DatabaseStore) -> None:
    for name in ("b", "a", "c"):
        await store.commit(Unit(name, state=b"{}"))
    assert [table.id for table in await store.open_tables()] == ["b", "a", "c"]
    await store.commit(Unit("b", state=b'{"over":1}'))
    assert [table.id for table in await store.open_tables()] == ["a", "c", "b"]


async def test_more_than_ten_lines_stay_in_their_order(store: DatabaseStore) -> None:
    lines = tuple(b"%d\n" % i for i in range(1, 130))
    await store.commit(opening("t", "r", *lines[:3]))
    await store.commit(Unit("t", lines=NewLines("r", 4, lines[3:])))
    [table] = await store.open_tables()
    assert table.lines == lines


async def test_a_finished_round_is_its_lines_and_the_digest_byte_for_byte(
    store: DatabaseStore,
) -> None:
    record = round_of(1).record
    live = tuple(record.splitlines(keepends=True)[:-1])
    await store.commit(opening("t", "r", *live[:10]))
    for first in range(10, len(live) - 1, 3):
        part = live[first : min(first + 3, len(live) - 1)]
        await store.commit(Unit("t", lines=NewLines("r", first + 1, part)))
    last = NewLines("r", len(live), live[-1:])
    await store.commit(Unit("t", lines=last, ended=EndedRound("r", "finished", record)))

    kept = await store.record("r")
    assert kept == record
    assert read(kept) == read(record)
    assert await store.open_tables() == [LiveTable("t", b"{}", None, ())]


async def test_a_record_not_made_of_the_round_s_lines_is_refused_and_changes_nothing(
    store: DatabaseStore,
) -> None:
    await store.commit(opening("t", "r", b"header\n", b"one\n"))
    with pytest.raises(StoreFault, match="the record of round r is not made of its lines"):
        await store.commit(ending("t", "r", "finished", b"header\nanother\nend\n"))
    assert await store.open_tables() == [LiveTable("t", b"{}", "r", (b"header\n", b"one\n"))]
    assert await store.record("r") is None


async def test_a_frozen_round_keeps_whatever_there_is_of_it(store: DatabaseStore) -> None:
    await store.commit(opening("t", "given", b"header\n", b"one\n"))
    await store.commit(ending("t", "given", "frozen", b"header\nodd\n"))
    await store.commit(opening("t", "lines", b"header\n", b"one\n", number=2))
    await store.commit(ending("t", "lines", "frozen", None))

    await store.commit(opening("t", "longer", b"header\n", b"one\n", number=3))
    await store.commit(ending("t", "longer", "frozen", b"header\none\ntwo\n"))

    assert await store.record("given") == b"header\none\n", "what was kept, not what is said"
    assert await store.record("lines") == b"header\none\n"
    assert await store.record("longer") == b"header\none\ntwo\n"


async def test_a_dropped_round_is_in_the_list_without_a_record(store: DatabaseStore) -> None:
    await store.commit(opening("t", "r", b"header\n"))
    await store.commit(ending("t", "r", "dropped", None))
    assert await store.record("r") is None
    assert [info.status for info in await store.rounds("t")] == ["dropped"]


async def test_one_unit_may_let_a_round_go_and_open_the_next(store: DatabaseStore) -> None:
    await store.commit(opening("t", "a", b"header\n"))
    await store.commit(
        Unit(
            "t",
            state=b"{}",
            lines=NewLines("b", 1, (b"next\n",)),
            ended=EndedRound("a", "dropped", None),
            number=1,
        )
    )
    assert await store.open_tables() == [LiveTable("t", b"{}", "b", (b"next\n",))]


async def test_a_unit_may_open_a_round_and_end_it(store: DatabaseStore) -> None:
    lines = NewLines("r", 1, (b"header\n", b"last\n"))
    record = b"header\nlast\ndigest\n"
    ended = EndedRound("r", "finished", record)
    await store.commit(Unit("t", state=b"{}", lines=lines, ended=ended, number=1))
    assert await store.record("r") == record


async def test_rounds_are_listed_the_latest_first_and_page_by_page(store: DatabaseStore) -> None:
    for number in (1, 2, 3):
        name = f"r{number}"
        await store.commit(opening("t", name, b"header\n", number=number))
        if number < 3:
            await store.commit(ending("t", name, "finished", b"header\n"))
    await store.commit(opening("other", "theirs", b"header\n"))

    infos = await store.rounds("t")
    assert infos == [
        RoundInfo("r3", "t", 3, "live", 1040, None),
        RoundInfo("r2", "t", 2, "finished", 1020, 1030),
        RoundInfo("r1", "t", 1, "finished", 1000, 1010),
    ]
    assert await store.rounds("t", limit=2) == infos[:2]
    assert await store.rounds("t", before=infos[1].began) == infos[2:]
    assert await store.rounds("nobody") == []
    assert await store.record("nothing") is None


async def test_guests_are_known_by_their_hashed_token(store: DatabaseStore) -> None:
    await store.add_account(Account("g", "小明"), TOKEN)
    assert await store.account(TOKEN) == Account("g", "小明")
    assert await store.account(b"u" * 32) is None
    with pytest.raises(StoreFault, match=r"sessions.token|sessions_pk"):
        await store.add_account(Account("h", "another"), TOKEN)


REFUSED = {
    "lines that are there already": Unit("t", lines=NewLines("r", 2, (b"other\n",))),
    "a round nobody opened": Unit("t", lines=NewLines("x", 2, (b"line\n",))),
    "a second live round": opening("t", "second", b"header\n", number=2),
    "a round of a table nobody made": Unit("x", lines=NewLines("x", 1, (b"header\n",)), number=1),
    "a round without its number": Unit("t", lines=NewLines("x", 1, (b"header\n",))),
    "the end of no round": ending("t", "x", "dropped", None),
    "the status of no table": Unit("x", status="closed"),
    "a state that is no text": Unit("t", state=b"\xff"),
    "a number that is too big": opening("u", "u", b"header\n", number=10**30),
}


@pytest.mark.parametrize("what", REFUSED)
async def test_what_cannot_be_kept_is_refused_alone_and_whole(
    store: DatabaseStore, what: str
) -> None:
    await store.commit(opening("t", "r", b"header\n", b"one\n"))
    bad = REFUSED[what]
    good = [opening(f"good{i}", f"round{i}", b"header\n") for i in range(600)]
    # In the middle of a full batch; `t` of its own is not in it.
    results = await asyncio.gather(
        *map(store.commit, [*good[:300], bad, *good[300:]]), return_exceptions=True
    )

    faults = [result for result in results if result is not None]
    assert [type(fault) for fault in faults] == [StoreFault]
    assert isinstance(results[300], StoreFault)
    found = {table.id: table for table in await store.open_tables()}
    assert set(found) == {unit.table_id for unit in good} | {"t"}
    assert found["t"] == LiveTable("t", b"{}", "r", (b"header\n", b"one\n"))
    # And its table is not lost: what it wants next is kept.
    await store.commit(Unit("t", status="frozen"))


async def test_a_round_is_ended_once(store: DatabaseStore) -> None:
    await store.commit(opening("t", "r", b"header\n"))
    await store.commit(ending("t", "r", "frozen", b"header\n"))
    with pytest.raises(StoreFault, match="no live round r"):
        await store.commit(ending("t", "r", "dropped", None))
    assert await store.record("r") == b"header\n"


async def test_a_refusal_tells_nothing_of_what_was_to_be_kept(store: DatabaseStore) -> None:
    await store.commit(opening("t", "r", b"header\n"))
    with pytest.raises(StoreFault) as caught:
        await store.commit(Unit("t", lines=NewLines("r", 1, (b"a secret\n",)), number=1))
    assert "secret" not in str(caught.value)
    assert "secret" not in repr(caught.value.__cause__)


async def test_what_was_kept_is_there_for_the_next_to_open_it(database_url: str) -> None:
    store = await open_store(database_url)
    await store.commit(opening("t", "r", b"header\n"))
    await store.close()
    again = await open_store(database_url)
    assert await again.open_tables() == [LiveTable("t", b"{}", "r", (b"header\n",))]
    await again.close()


async def test_a_closed_store_says_so(store: DatabaseStore) -> None:
    await store.close()
    with pytest.raises(StoreFault, match="the store is closed"):
        await store.commit(Unit("t", state=b"{}"))
    with pytest.raises(StoreFault, match="the store is closed"):
        await store.open_tables()
    await store.close()


async def test_closing_keeps_what_waits(database_url: str) -> None:
    store = await open_store(database_url)
    waiting = [asyncio.create_task(store.commit(Unit(f"t{i}", state=b"{}"))) for i in range(700)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    again = await open_store(database_url)
    assert len(await again.open_tables()) == 700
    await again.close()


async def test_a_second_store_is_refused(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "OWNER_SECONDS", 0.2)
    store = await open_store(database_url)
    with pytest.raises(StoreFault, match="is in use by another taipao server"):
        await open_store(database_url)
    await store.commit(Unit("t", state=b"{}"))
    await store.close()
    await (await open_store(database_url)).close()


async def test_a_database_in_memory_keeps_as_long_as_it_is_open() -> None:
    store = await open_store()
    await store.commit(opening("t", "r", b"header\n"))
    await store.add_account(Account("g", "name"), TOKEN)
    assert [table.id for table in await store.open_tables()] == ["t"]
    assert await store.account(TOKEN) == Account("g", "name")
    await store.close()


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_is_handed_over_comes_back(data: st.DataObject) -> None:
    """Any bytes, in any portions, of several tables at once."""
    logs = data.draw(
        st.dictionaries(
            st.text("abc-_9", min_size=1, max_size=8),
            st.lists(st.lists(st.binary(), min_size=1, max_size=5), min_size=1, max_size=5),
            max_size=5,
        )
    )

    async def play(store: DatabaseStore, table: str, portions: list[list[bytes]]) -> None:
        first = 1
        for portion in portions:
            new = NewLines(table, first, tuple(portion))
            await store.commit(Unit(table, state=b"{}", lines=new, number=1))
            first += len(portion)

    async def main() -> None:
        store = await open_store()
        try:
            await asyncio.gather(*(play(store, *entry) for entry in logs.items()))
            found = {table.id: table.lines for table in await store.open_tables()}
        finally:
            await store.close()
        expected = {table: tuple(itertools.chain(*parts)) for table, parts in logs.items()}
        assert found == expected

    asyncio.run(main())


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("nonsense", "cannot be read: want sqlite:///FILE or postgresql://"),
        ("mysql://somebody@somewhere/db", "begins with mysql: want sqlite or postgresql"),
        ("postgresql://u:hush@h/d?colour=red", "has colour=: want host, port, sslmode or passfile"),
        ("postgresql://u:hush@h:port/d", "cannot be read"),
        ("postgresql://u:hush@h", "names no database"),
        ("postgresql://", "names no database"),
    ],
)
def test_a_wrong_url_is_explained_without_its_password(url: str, message: str) -> None:
    with pytest.raises(BadRequest, match=message) as caught:
        parse_url(url)
    assert "hush" not in str(caught.value)


def test_the_words_of_others_in_a_url_are_understood() -> None:
    url = parse_url("postgres://u:p@h/d?sslmode=require")
    assert url.drivername == "postgresql+asyncpg"
    assert dict(url.query) == {"ssl": "require"}


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("postgresql://u:hush@127.0.0.1:99999/d", "port must be 0-65535"),
        ("postgresql://u:hush@/d?host=/tmp&port=many", "non-integer port"),
    ],
)
async def test_a_url_that_only_the_driver_refuses_is_explained_too(url: str, message: str) -> None:
    with pytest.raises(BadRequest, match=message) as caught:
        await open_store(url)
    assert "hush" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "kind", "message"),
    [
        ("sqlite:////no/such/folder/a.db", StoreFault, "there is no folder /no/such/folder"),
        ("sqlite:///{tmp}", StoreFault, "Is a directory"),
        ("sqlite:///{tmp}/text", StoreFault, "text: is no SQLite database"),
        ("postgresql://u:hush@127.0.0.1:1/d", StoreAway, "postgresql://127.0.0.1/d: "),
    ],
)
async def test_a_database_that_cannot_be_opened_is_explained(
    tmp_path: Path, url: str, kind: type[StoreFault], message: str
) -> None:
    (tmp_path / "text").write_text("Dear diary")
    with pytest.raises(StoreFault, match=message) as caught:
        await open_store(url.format(tmp=tmp_path))
    assert type(caught.value) is kind
    assert "hush" not in str(caught.value)
    assert {path.name for path in tmp_path.iterdir()} == {"text"}


async def test_sqlite_is_durable_and_checks_keys(tmp_path: Path) -> None:
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}

    def settings_of(connection: Connection) -> dict[str, object]:
        return {
            name: connection.exec_driver_sql(f"pragma {name}").scalar_one()
            for name in (*wanted, "query_only")
        }

    opened = await engines.open_database(f"sqlite:///{tmp_path / 'taipao.db'}")
    assert await opened.write(settings_of) == {**wanted, "query_only": 0}
    assert await opened.read(settings_of) == {**wanted, "query_only": 1}
    await opened.close()


async def test_postgresql_is_durable_whatever_its_default(postgresql: str) -> None:
    def ask(connection: Connection) -> object:
        return connection.exec_driver_sql("show synchronous_commit").scalar_one()

    def weaken(connection: Connection) -> None:
        name = connection.exec_driver_sql("select current_database()").scalar_one()
        connection.exec_driver_sql(f"alter database {name} set synchronous_commit = off")

    for work in (weaken, lambda _: None):
        opened = await engines.open_database(postgresql)
        await opened.write(work)
        assert await opened.write(ask) == "on"
        await opened.close()


@pytest.mark.postgresql
async def test_a_database_that_nobody_made_is_named(cluster: Cluster) -> None:
    with pytest.raises(StoreFault, match='database "nosuch" does not exist'):
        await open_store(cluster.url("nosuch"))
