"""Whatever changes something, sent twice at the same moment, counts once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from taipao.server.audit import audit
from taipao.server.schema import accounts, entries, reports, sessions
from taipao.server.store import open_store
from tests.server.client import connected
from tests.server.operating import QUEUE, SETTINGS, SOON, WHY, operating
from tests.server.purses import all_purses, endow
from tests.server.serving import Served, serving
from tests.server.visitors import Visitor, member, visiting

PASSWORD = "correct horse"
NEW = "battery staple"
ALICE = {"name": "Alice", "password": PASSWORD}


@dataclass
class Site:
    """A server, one who plays there, another, and the operator."""

    served: Served
    alice: Visitor
    bob: Visitor
    operator: Visitor
    id: str

    async def count(self, table: sa.Table, *where: sa.ColumnElement[bool]) -> int:
        def look(connection: Connection) -> int:
            counted = sa.select(sa.func.count()).select_from(table).where(*where)
            return int(connection.execute(counted).scalar_one())

        return await self.served.house.store.read(look)

    async def acts(self) -> list[str]:
        return [one["act"] for one in await self.operator.get("/api/admin/acts")]


@pytest.fixture
async def site(database_url: str) -> AsyncIterator[Site]:
    """Serve on either kind of database; at the end the ledger has to be sound."""
    async with AsyncExitStack() as stack:
        store = await open_store(database_url)
        served = await stack.enter_async_context(serving(SETTINGS, store=store))
        alice = await stack.enter_async_context(visiting(served))
        bob = await stack.enter_async_context(visiting(served))
        operator = await stack.enter_async_context(operating(served))
        yield Site(served, alice, bob, operator, (await alice.get("/api/me"))["id"])
        await store.read(audit)
        assert sum((await all_purses(store)).values()) == 0


async def twice(
    visitor: Visitor, path: str, body: object = None, method: str = "POST"
) -> list[httpx.Response]:
    """Send a request twice at the same moment, by two connections; the better answer is first."""
    both = (visitor.http.request(method, path, json=body) for _ in range(2))
    answers = sorted(await asyncio.gather(*both), key=lambda answer: answer.status_code)
    assert answers[0].is_success, answers[0].text
    assert answers[1].status_code < 500, answers[1].text
    return list(answers)


async def take_a_name(site: Site) -> None:
    await site.alice.post("/api/account", ALICE)


async def test_a_name_is_taken_once(site: Site) -> None:
    first, second = await twice(site.alice, "/api/account", ALICE)
    assert second.status_code in {401, 409}
    assert first.json() == {"id": site.id, "name": "Alice", "kind": "member"}
    assert (await site.alice.get("/api/me"))["name"] == "Alice", "its cookie is good"
    assert await site.count(accounts, accounts.c.skeleton.is_not(None)) == 1
    assert await site.count(sessions, sessions.c.account_id == site.id) == 1


async def test_a_deletion_pays_the_house_once(site: Site) -> None:
    await take_a_name(site)
    _, second = await twice(site.alice, "/api/account", {"password": PASSWORD}, "DELETE")
    assert second.status_code in {204, 401, 403}
    assert (await site.alice.http.get("/api/me")).status_code == 401
    assert await site.count(entries, entries.c.kind == "deletion") == 1
    purses = await all_purses(site.served.house.store)
    assert (purses[site.id], purses["house"]) == (0, 30_000)


async def test_a_guest_is_deleted_once(site: Site) -> None:
    _, second = await twice(site.alice, "/api/account", {}, "DELETE")
    assert second.status_code in {204, 401}
    assert await site.count(entries, entries.c.kind == "deletion") == 1


@pytest.mark.parametrize("path", ["/api/session", "/api/sessions"])
async def test_who_signs_out_is_signed_out(site: Site, path: str) -> None:
    await take_a_name(site)
    async with connected(site.served.port, additional_headers=site.alice.cookie) as client:
        await client.hello()
        _, second = await twice(site.alice, path, {}, "DELETE")
        assert second.status_code in {204, 401}
        assert await client.closed() == 4004
    assert (await site.alice.http.get("/api/me")).status_code == 401
    assert await site.count(sessions, sessions.c.account_id == site.id) == 0
    await site.alice.post("/api/session", ALICE)
    assert (await site.alice.get("/api/me"))["id"] == site.id


async def test_who_signs_in_has_the_session_that_the_cookie_names(site: Site) -> None:
    await take_a_name(site)
    _, second = await twice(site.bob, "/api/session", ALICE)
    assert second.status_code == 200
    assert (await site.bob.get("/api/me"))["id"] == site.id
    # The guest that Bob was is left; each of the two answers began a session.
    assert await site.count(sessions, sessions.c.account_id == site.id) <= 3


async def test_a_password_is_changed_once(site: Site) -> None:
    await take_a_name(site)
    _, second = await twice(site.alice, "/api/password", {"old": PASSWORD, "new": NEW})
    assert second.status_code in {401, 403}
    assert (await site.alice.get("/api/me"))["id"] == site.id, "its cookie is good"
    assert await site.count(sessions, sessions.c.account_id == site.id) == 1
    assert (await site.bob.refused("/api/session", ALICE))[0] == 401
    await site.bob.post("/api/session", {**ALICE, "password": NEW})


async def test_a_refill_is_given_once(site: Site) -> None:
    await endow(site.served.house.store, site.id, 5_000)
    first, second = await twice(site.alice, "/api/refill")
    assert second.status_code in {200, 409}
    assert first.json() == {"coins": 20_000}
    assert await site.count(entries, entries.c.kind == "refill") == 1


@pytest.mark.parametrize("amount", [250, -250])
async def test_a_correction_is_made_once(site: Site, amount: int) -> None:
    body = {**WHY, "amount": amount, "id": "1"}
    answers = await twice(site.operator, f"/api/admin/accounts/{site.id}/correction", body)
    assert [answer.json() for answer in answers] == [{"coins": 30_000 + amount}] * 2
    assert await site.count(entries, entries.c.kind == "correction") == 1
    assert await site.acts() == [f"correct {amount:+}"]


async def test_a_ban_and_its_end_are_one_act_each(site: Site) -> None:
    path = f"/api/admin/accounts/{site.id}"
    answers = await twice(site.operator, f"{path}/ban", {**WHY, "until": SOON})
    assert [answer.json()["banned_until"] for answer in answers] == [SOON] * 2
    assert (await site.alice.get("/api/me"))["banned"] == {"until": SOON, "reason": WHY["reason"]}
    answers = await twice(site.operator, f"{path}/unban", WHY)
    assert [answer.json()["banned_until"] for answer in answers] == [None] * 2
    assert (await site.alice.get("/api/me"))["banned"] is None
    assert [act.split()[0] for act in await site.acts()] == ["unban", "ban"]
    # Until another time it is another ban.
    await site.operator.post(f"{path}/ban", {**WHY, "until": SOON})
    await site.operator.post(f"{path}/ban", {**WHY, "until": SOON + 60_000})
    assert len(await site.acts()) == 4


async def test_a_report_is_one(site: Site) -> None:
    table = (await site.bob.post("/api/tables", {}))["id"]
    said = {"account": (await site.bob.get("/api/me"))["id"], "table": table, "text": "slow"}
    answers = await twice(site.alice, "/api/reports", said)
    assert [answer.status_code for answer in answers] == [204, 204]
    assert await site.count(reports) == 1
    await site.alice.post("/api/reports", {**said, "text": "and rude"})
    assert await site.count(reports) == 2


async def test_a_friends_table_is_opened_once_by_one_request(site: Site) -> None:
    answers = await twice(site.alice, "/api/friends", {"id": "1", "rounds": 4})
    one, other = (answer.json() for answer in answers)
    assert one == other
    assert await site.alice.post("/api/friends", {"id": "1", "rounds": 4}) == one
    assert site.served.house.lobby.seats_of(site.id) == 1
    status, why = await site.alice.refused("/api/friends", {"id": "1", "rounds": 8})
    assert (status, "another table" in why) == (400, True)
    # Another request, and another's, are other tables.
    others = [await site.alice.post("/api/friends", {"id": "2", "rounds": 4})]
    others.append(await site.bob.post("/api/friends", {"id": "1", "rounds": 4}))
    others += [await site.alice.post("/api/friends", {"rounds": 4}) for _ in range(2)]
    assert len({table["code"] for table in (one, *others)}) == 5
    table = site.served.house.lobby.find(one["id"])
    assert table is not None
    assert await site.served.house.lobby.close_table(table)
    assert (await site.alice.post("/api/friends", {"id": "1", "rounds": 4}))["id"] != one["id"]


async def test_the_last_table_that_a_host_may_open_is_opened_once(site: Site) -> None:
    for _ in range(15):
        await site.alice.post("/api/friends", {})
    answers = await twice(site.alice, "/api/friends", {"id": "last"})
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert (await site.alice.refused("/api/friends", {"id": "more"}))[0] == 409


async def test_a_seat_is_taken_once(site: Site) -> None:
    table = (await site.alice.post("/api/friends", {}))["id"]
    for path in (f"/api/tables/{table}/sit", f"/api/tables/{table}/sit/2"):
        answers = await twice(site.bob, path)
        assert [answer.json() for answer in answers] == [answers[0].json()] * 2
        seats = Counter(seat["kind"] for seat in answers[0].json()["seats"])
        assert seats == {"player": 2, "free": 2}


async def test_a_queue_is_joined_and_left_once(site: Site) -> None:
    rooms = site.served.house.rooms
    answers = await twice(site.alice, QUEUE)
    assert [answer.json()["waiting"] for answer in answers] == [1, 1]
    assert rooms.length(("novice", "standard")) == 1
    answers = await twice(site.alice, "/api/queue", {}, "DELETE")
    assert [answer.json() for answer in answers] == [{"left": True, "table": None}] * 2
    assert rooms.length(("novice", "standard")) == 0


async def test_a_table_is_frozen_once(site: Site) -> None:
    table = (await site.alice.post("/api/friends", {}))["id"]
    answers = await twice(site.operator, f"/api/admin/tables/{table}/freeze", WHY)
    assert [answer.json()["status"] for answer in answers] == ["frozen"] * 2
    assert await site.acts() == ["freeze"]


async def test_a_program_is_made_once(site: Site) -> None:
    _, second = await twice(site.operator, "/api/admin/bots", {**WHY, "name": "Deep Taipao"})
    assert second.status_code == 400, "the name is taken by then"
    assert await site.count(accounts, accounts.c.kind == "bot") == 1
    assert await site.acts() == ["bot"]


async def test_of_two_new_tokens_of_a_program_the_last_is_good(site: Site) -> None:
    made: dict[str, Any] = await site.operator.post(
        "/api/admin/bots", {**WHY, "name": "Deep Taipao"}
    )
    answers = await twice(site.operator, f"/api/admin/accounts/{made['id']}/token", WHY)
    good = 0
    for token in (made["token"], *(answer.json()["token"] for answer in answers)):
        headers = {"authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(base_url=site.served.address, headers=headers) as http:
            good += (await http.get("/api/me")).status_code == 200
    assert good == 1
    assert await site.count(sessions, sessions.c.account_id == made["id"]) == 1


async def test_a_guest_who_asks_twice_is_known_by_one_cookie(site: Site) -> None:
    async with visiting(site.served, guest=False) as newcomer:
        answers = await twice(newcomer, "/api/guest")
        assert (await newcomer.get("/api/me"))["id"] in {one.json()["id"] for one in answers}
    async with member(site.served, "Carol") as carol:
        answers = await twice(carol, "/api/guest")
        assert answers[0].json() == answers[1].json()
