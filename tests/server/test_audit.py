"""Whoever changes the ledger behind the server's back is found, with the entry."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa

from taipao.errors import LedgerFault, StoreFault
from taipao.server.audit import Sound, audit
from taipao.server.database import pack
from taipao.server.engines import look_into, open_database
from taipao.server.entries import post
from taipao.server.journal import closing
from taipao.server.ledger import Ledger
from taipao.server.store import DatabaseStore, open_store
from tests.server.coins import Played, hold, join, played

WON: Played = next(one for one in played(10) if one.booking(None, (None,) * 4).winner is not None)
DAY = 24 * 3600 * 1000


async def a_day(url: str) -> None:
    """Sign up by entries 1 to 5, correct by 6 and 7, play by 8, refill by 9, close by 10."""
    store = await open_store(url, clock=lambda: DAY)
    await join(store, "a", "b", "c", "d", "e")
    await hold(store, e=10_000, d=0)
    await store.commit(WON.unit("t", "r", WON.booking("novice", ("a", "b", None, "c"))))
    await Ledger(store, lambda: DAY).refill("e")
    await delete(store, "e")
    await store.close()


async def delete(store: DatabaseStore, account: str) -> None:
    def work(connection: sa.Connection) -> None:
        connection.exec_driver_sql(f"update accounts set deleted = 1 where id = '{account}'")
        post(connection, [closing(account, 20_000)], DAY)

    await store.write(work)


@pytest.fixture
async def url(database_url: str) -> AsyncIterator[str]:
    await a_day(database_url)
    yield database_url


async def tamper(url: str, *statements: str) -> None:
    """Change what is kept as nobody may, the guards being taken away for it."""

    def work(connection: sa.Connection) -> None:
        if connection.dialect.name == "sqlite":
            wanted = "select name from sqlite_master where type = 'trigger'"
            for name in connection.exec_driver_sql(wanted).scalars().all():
                connection.exec_driver_sql(f"drop trigger {name}")
        else:
            for table in ("entries", "postings"):
                connection.exec_driver_sql(f"alter table {table} disable trigger user")
        for statement in statements:
            connection.exec_driver_sql(statement)

    database = await open_database(url)
    try:
        await database.write(work)
    finally:
        await database.close()


async def test_a_sound_ledger_is_found_sound(url: str) -> None:
    assert await look_into(url, audit) == Sound(entries=10, rounds=1, purses=7)


async def test_an_empty_ledger_is_sound(database_url: str) -> None:
    await (await open_store(database_url)).close()
    assert await look_into(database_url, audit) == Sound(entries=0, rounds=0, purses=2)


async def test_it_can_be_checked_while_a_server_is_running(url: str) -> None:
    store = await open_store(url)
    assert (await look_into(url, audit)).rounds == 1
    await store.close()


TAMPERED = {
    "an amount": (
        "entry 3: the postings add to 1, not to zero",
        "update postings set amount = amount + 1 where entry_id = 3 and line = 2",
    ),
    "both sides of an entry": (
        "entry 6: leaves purse",
        "update postings set amount = amount * 2 where entry_id = 6",
    ),
    "a balance": (
        "entry 2: leaves purse b with 30000 coins, not 30001",
        "update postings set balance = balance + 1 where entry_id = 2 and line = 2",
    ),
    "a purse": (
        "purse a holds 1000000 coins, its postings add to ",
        "update purses set coins = 1000000 where id = 'a'",
    ),
    "a purse that nobody filled": (
        "purse thief holds 5 coins, its postings add to None",
        "insert into purses (id, coins) values ('thief', 5)",
    ),
    "an account without a purse": (
        "purse thief holds None coins",
        "insert into accounts (id, name, kind, made) values ('thief', 'thief', 'guest', 1)",
    ),
    "an entry taken away": (
        "entry 4: the next one there is has the number 5",
        "delete from postings where entry_id = 4",
        "delete from entries where id = 4",
    ),
    "a posting taken away": (
        "entry 4: has not all its postings",
        "delete from postings where entry_id = 4 and line = 1",
    ),
    "a second sign-up": (
        "entry 11: a gets 30000 coins for signing up, after",
        "insert into entries (id, kind, made) values (11, 'signup', 1)",
        "insert into postings (entry_id, line, purse, amount, balance) "
        "select 11, 1, id, -30000, coins - 30000 from purses where id = 'mint'",
        "insert into postings (entry_id, line, purse, amount, balance) "
        "select 11, 2, id, 30000, coins + 30000 from purses where id = 'a'",
    ),
    "a refill of another day": (
        "entry 9: the refill of e is not noted for its day",
        "update refills set day = day + 1",
    ),
    "a refill that was not due": (
        "entry 9: a refill is between one account and the mint",
        "update postings set purse = 'house' where entry_id = 9 and line = 1",
        "update postings set balance = (select balance from postings where entry_id = 8 and "
        "purse = 'house') - 10000 where entry_id = 9 and line = 1",
    ),
    "a deletion undone": (
        "entry 10: e is not deleted, or keeps coins",
        "update accounts set deleted = null where id = 'e'",
    ),
    "who played": (
        "entry 8: the result of seat 0 of round r: is of account d, but purse a played",
        "update results set account_id = 'd' where seat = 0",
    ),
    "a result's points": (
        "entry 8: the result of seat 1 of round r: points is 7, by its record ",
        "update results set points = 7 where seat = 1",
    ),
    "a result's tai": (
        "entry 8: the result of seat",
        "update results set tai = 99 where won",
    ),
    "a result's room": (
        "entry 8: by its record seat 0 of round r gets",
        "update results set room = 'expert'",
    ),
    "a result taken away": (
        "entry 8: round r has not four results of one room",
        "delete from results where seat = 3",
    ),
    "rank points": (
        "account b has 12345 rank points, its results add to",
        "update accounts set rank_points = 12345 where id = 'b'",
    ),
    "a record taken away": (
        "entry 8: round r has no record",
        "update rounds set record = null",
    ),
    "a deletion that leaves coins": (
        "account c is deleted, and its purse holds ",
        "update accounts set deleted = 1, rank_points = 0 where id = 'c'",
    ),
    "a sign-up of nobody": (
        "purse thief is no account's",
        "insert into purses (id, coins) values ('thief', 30000)",
        "insert into entries (id, kind, made) values (11, 'signup', 1)",
        "insert into postings (entry_id, line, purse, amount, balance) "
        "select 11, 1, id, -30000, coins - 30000 from purses where id = 'mint'",
        "insert into postings (entry_id, line, purse, amount, balance) "
        "values (11, 2, 'thief', 30000, 30000)",
        "update purses set coins = coins - 30000 where id = 'mint'",
    ),
    "a correction that nobody made": (
        "entry 6: no operator's act is the correction of e by -20000 coins",
        "delete from operator_acts where target = 'e'",
    ),
    "a correction made another's": (
        "entry 7: no operator's act is the correction of d by -30000 coins",
        "update operator_acts set target = 'a' where target = 'd'",
    ),
    "a correction's reason": (
        "entry 6: no operator's act is the correction of e by -20000 coins",
        "update entries set note = 'won' where id = 6",
    ),
    "a correction kept as another act": (
        "entry 6: no operator's act is the correction of e by -20000 coins",
        "update operator_acts set act = 'unban' where target = 'e'",
    ),
    "a correction without its entry": (
        "act 3 of an operator, correct +5 of a, has no entry",
        "insert into operator_acts (id, operator, act, target, reason, made) "
        "values (4, 'Eve', 'correct -9', 'b', 'why', 9)",
        "insert into operator_acts (id, operator, act, target, reason, made) "
        "values (3, 'Eve', 'correct +5', 'a', 'why', 9)",
        "insert into operator_acts (id, operator, act, target, reason, made) "
        "values (5, 'Eve', 'unban', 'b', 'why', 9)",
    ),
    "a correction's act doubled": (
        "act 3 of an operator, correct -20000 of e, has no entry",
        "insert into operator_acts (id, operator, act, target, reason, made) "
        "select 3, operator, act, target, reason, made from operator_acts where target = 'e'",
    ),
    "a refill noted by itself": (
        "a refill of a is noted, and there was none",
        "insert into refills (account_id, day) values ('a', 5)",
    ),
    "a round never booked": (
        "round alone of a coin room is over, and was never booked",
        "insert into rounds select 'alone', table_id, 9, status, record, began, ended from rounds "
        "where id = 'r'",
        "update tables set state = "
        """'{"setup":{"chairs":[{"kind":"player","guest":null}],"room":"novice"}}'""",
    ),
    "when results ended": (
        "round r was booked at another time than it ended",
        "update results set ended = ended + 1",
    ),
    "when a round ended": (
        "round r was booked at another time than it ended",
        "update rounds set ended = ended + 1",
    ),
    "when a round was booked": (
        "round r was booked at another time than it ended",
        "update entries set made = made + 1 where id = 8",
    ),
    "a result by itself": (
        "round alone has results, and nothing was booked for it",
        "insert into rounds select 'alone', table_id, 9, status, record, began, ended from rounds "
        "where id = 'r'",
        "insert into results select 'alone', seat, account_id, room, ruleset, points, coins, "
        'rank_points, won, "by", tai, total, items, ended, dealt_in from results '
        "where round_id = 'r'",
    ),
}


@pytest.mark.parametrize("what", TAMPERED)
async def test_what_was_tampered_with_is_named(url: str, what: str) -> None:
    message, *statements = TAMPERED[what]
    await tamper(url, *statements)
    with pytest.raises(LedgerFault) as caught:
        await look_into(url, audit)
    assert str(caught.value).startswith(message)


def blob(record: bytes, url: str) -> str:
    text = pack(record).hex()
    return f"x'{text}'" if url.startswith("sqlite") else f"decode('{text}', 'hex')"


async def test_a_record_with_a_byte_changed_is_named(url: str) -> None:
    changed = WON.record.replace(b'"number":1', b'"number":2', 1)
    await tamper(url, f"update rounds set record = {blob(changed, url)}")
    with pytest.raises(LedgerFault, match="entry 8: the record of round r does not replay: "):
        await look_into(url, audit)
    await tamper(url, "update rounds set record = substr(record, 9)")
    with pytest.raises(LedgerFault, match="entry 8: the record of round r does not replay: "):
        await look_into(url, audit)


async def test_another_round_s_record_is_not_this_round_s(url: str) -> None:
    other = next(one for one in played(10) if one.booking(None, (None,) * 4).winner is None)
    await tamper(url, f"update rounds set record = {blob(other.record, url)}")
    with pytest.raises(LedgerFault, match="entry 8: by its record seat 0 of round r gets 0 coins"):
        await look_into(url, audit)


async def test_a_database_that_is_not_there_or_is_older_is_not_looked_into(
    database_url: str,
) -> None:
    if database_url.startswith("sqlite"):
        with pytest.raises(StoreFault, match="there is no such file"):
            await look_into(database_url, audit)
    else:
        with pytest.raises(StoreFault, match="has schema none of ours"):
            await look_into(database_url, audit)
    await (await open_store(database_url)).close()
    await tamper(database_url, "update schema_version set version_num = '0001'")
    with pytest.raises(StoreFault, match=r"has schema 0001, taipao \S+ reads "):
        await look_into(database_url, audit)
