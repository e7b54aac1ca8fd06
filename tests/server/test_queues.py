"""Who waits for a seat in a coin room, and who is taken."""

from __future__ import annotations

import pytest

from taipao.server import queues
from taipao.server.keeping import Account
from taipao.server.queues import Key, Queues, Waiting

NOVICE: Key = ("novice", "standard")
EXPERT: Key = ("expert", "standard")


def enter(there: Queues, name: str, address: str = "", key: Key = NOVICE) -> Waiting:
    waiting = Waiting(Account(name, name), address or name, key, 30_000, 0)
    # As if everybody had come at another time.
    waiting.since += len(there._known)
    there.enter(waiting)
    return waiting


def names(chosen: list[Waiting]) -> str:
    return "".join(waiting.account.id for waiting in chosen)


async def test_those_are_chosen_who_have_waited_longest_of_other_addresses() -> None:
    there = Queues()
    for name, address in zip("abcdef", ("1", "1", "2", "3", "4", "5"), strict=True):
        enter(there, name, address)
    enter(there, "x", key=EXPERT)
    assert names(there.choose(NOVICE, 4)) == "acde"
    assert names(there.choose(NOVICE, 2, {"1", "3"})) == "ce"
    assert names(there.choose(EXPERT, 4)) == "x"
    assert there.length(NOVICE) == 6, "they wait until they are taken"


async def test_who_was_taken_sits_down_or_waits_on_in_the_old_order() -> None:
    there = Queues()
    a, b, c = (enter(there, name) for name in "abc")
    there.take([a, b])
    assert names(there.choose(NOVICE, 4)) == "c"
    assert there.of("a") is a
    there.put_back([b, a])
    assert names(there.choose(NOVICE, 4)) == "abc"
    there.take([b])
    there.seated([b], "table")
    assert await b.wait(0) == "table"
    assert there.of("b") is None
    assert names(there.choose(NOVICE, 4)) == "ac"
    assert await c.wait(0) is None
    assert not c.done.done()


async def test_who_leaves_while_being_seated_leaves_only_if_that_fails() -> None:
    there = Queues()
    a, b = enter(there, "a"), enter(there, "b")
    there.leave(a)
    assert a.done.result() is None
    assert there.of("a") is None
    there.take([b])
    there.leave(b)
    assert not b.done.done()
    there.put_back([b])
    assert b.done.result() is None
    assert there.length(NOVICE) == 0


async def test_who_was_not_heard_of_for_long_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    there = Queues()
    a, b = enter(there, "a"), enter(there, "b")
    b._polls = 1
    monkeypatch.setattr(queues, "_SILENCE", -1.0)
    assert names(there.choose(NOVICE, 4)) == "b"
    assert a.done.result() is None


async def test_all_go_when_the_server_stops() -> None:
    there = Queues()
    a, b = enter(there, "a"), enter(there, "b")
    there.take([b])
    there.close()
    assert a.done.result() is None
    there.put_back([b])
    assert b.done.result() is None
