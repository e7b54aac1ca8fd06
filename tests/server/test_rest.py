"""The REST part: guests, tables, rounds, records, and what it says of itself."""

from __future__ import annotations

import asyncio
import hashlib
import random

import pytest

from taipao.game.replay import replay
from taipao.server.protocol import protocol_schema
from taipao.server.settings import Settings
from taipao.server.store import DatabaseStore, open_store
from tests.server.client import connected, plain
from tests.server.serving import UNLIMITED, serving
from tests.server.visitors import visiting


@pytest.fixture
async def kept(database_url: str) -> DatabaseStore:
    """A store on both kinds of database; `serving` closes it."""
    return await open_store(database_url)


async def test_a_guest_is_known_by_its_cookie_alone() -> None:
    async with serving() as served, visiting(served, guest=False) as visitor:
        assert (await visitor.http.get("/api/me")).status_code == 401
        answer = await visitor.http.post("/api/guest")
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Secure" not in cookie
        guest = answer.json()
        assert guest["name"].startswith("guest-")
        assert guest.items() <= (await visitor.get("/api/me")).items()
        again = await visitor.http.post("/api/guest")
        assert again.json() == guest
        assert "set-cookie" not in again.headers
        async with visiting(served) as other:
            assert (await other.get("/api/me"))["id"] != guest["id"]


async def test_behind_tls_cookies_are_for_tls_alone() -> None:
    async with (
        serving(Settings(secure=True, drain=0)) as served,
        visiting(served, guest=False) as visitor,
    ):
        cookie = (await visitor.http.post("/api/guest")).headers["set-cookie"]
    assert cookie.startswith("__Host-taipao=")
    assert {"Secure", "Path=/"} <= set(cookie.split("; "))
    assert "Domain" not in cookie


async def test_only_a_hash_of_the_token_is_kept() -> None:
    store = await open_store()
    async with serving(store=store) as served, visiting(served) as visitor:
        token = visitor.http.cookies["taipao"]
        guest = await store.account(hashlib.sha256(token.encode()).digest())
        assert guest is not None
        assert (await visitor.get("/api/me"))["id"] == guest.id
        assert await store.account(token.encode()) is None


async def test_a_table_is_opened_and_filled(kept: DatabaseStore) -> None:
    async with serving(store=kept) as served, visiting(served) as host, visiting(served) as friend:
        table = await host.post(
            "/api/tables",
            {
                "seats": ["greedy", "me", "free", "random"],
                "ruleset": {"base": "standard", "set": {"double_from": 10}},
                "seconds": 5,
                "reserve": 0,
            },
        )
        assert table["seat"] == 1
        assert [seat["kind"] for seat in table["seats"]] == ["bot", "player", "free", "bot"]
        assert table["ruleset"] == {"base": "standard", "set": {"double_from": 10}}
        assert (table["seconds"], table["reserve"], table["status"]) == (5, 0, "waiting")
        path = f"/api/tables/{table['id']}"
        assert await host.get(path) == table
        assert (await friend.get(path))["seat"] is None
        async with visiting(served, guest=False) as stranger:
            assert (await stranger.get(path))["seat"] is None
            assert (await stranger.refused(f"{path}/sit"))[0] == 401
        seated = await friend.post(f"{path}/sit")
        assert seated["seat"] == 2
        assert await friend.post(f"{path}/sit") == seated
        assert (await host.post(f"{path}/sit"))["seat"] == 1
        async with visiting(served) as late:
            assert await late.refused(f"{path}/sit") == (
                409,
                "no seat at this table is free {'reason': 'no_seat'}",
            )
        async with (
            connected(served.port, additional_headers=host.cookie) as one,
            connected(served.port, additional_headers=friend.cookie) as other,
        ):
            assert (await one.hello(table=table["id"]))["seat"] == 1
            assert (await other.hello(table=table["id"]))["seat"] == 2
            await one.send({"type": "start"})
            await other.send({"type": "start"})
            await one.until("view")
            await other.until("view")
            assert (await host.get(path))["status"] == "playing"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"seats": ["greedy"] * 4}, "one of the four is `me`, got 0"),
        ({"seats": ["me", "me", "free", "free"]}, "one of the four is `me`, got 2"),
        ({"seats": ["me", "free", "free"]}, "Expected `array` of length 4"),
        ({"seats": ["me", "free", "free", "oracle"]}, "there is no bot 'oracle'"),
        ({"ruleset": "classic"}, "classic"),
        ({"ruleset": {"base": "standard", "set": {"chow": 3}}}, "chow must be true or false"),
        ({"ruleset": 7}, "Expected `str | object`"),
        ({"seconds": -1}, ">= 0"),
        ({"seconds": 3601}, "<= 3600"),
        ({"seconds": True}, "Expected `int | null`"),
        ({"chairs": []}, "unknown field `chairs`"),
        ([], "Expected `object`"),
    ],
)
async def test_a_table_that_cannot_be_is_refused(body: object, told: str) -> None:
    async with serving() as served, visiting(served) as visitor:
        status, detail = await visitor.refused("/api/tables", body)
        assert status == 400
        assert told in detail
        assert len(served.house.lobby) == 0


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"\xff", 400),
        (b'{"ruleset":' + b'{"set":' * 2000 + b"1" + b"}" * 2001, 400),
        (b'{"ruleset":"' + b"a" * 20_000 + b'"}', 413),
    ],
)
async def test_bodies_that_are_none_are_refused(content: bytes, status: int) -> None:
    async with serving() as served, visiting(served) as visitor:
        answer = await visitor.http.post(
            "/api/tables", content=content, headers={"content-type": "application/json"}
        )
        assert answer.status_code == status
        assert "Traceback" not in answer.text


async def test_no_more_tables_are_opened_than_are_wanted() -> None:
    settings = Settings(max_tables=1, drain=0)
    async with serving(settings) as served, visiting(served) as visitor:
        await visitor.post("/api/tables", {})
        assert (await visitor.refused("/api/tables", {}))[0] == 503
        async with connected(served.port) as other:
            await other.send({"type": "hello", "protocol": 1})
            assert (await other.until("error"))["code"] == "no_table"


async def test_rounds_and_records_are_public_by_their_id(kept: DatabaseStore) -> None:
    async with serving(store=kept) as served, visiting(served) as visitor:
        table = await visitor.post("/api/tables", {"seats": ["me", *["random"] * 3]})
        path = f"/api/tables/{table['id']}/rounds"
        assert await visitor.get(path) == {"rounds": [], "before": None}
        async with connected(served.port, additional_headers=visitor.cookie) as client:
            await client.hello(table=table["id"])
            await client.start()
            await client.until("view")
            [live] = (await visitor.get(path))["rounds"]
            assert (live["status"], live["ended"], live["record"]) == ("live", None, None)
            over = await client.play_round(random.Random(1))
        async with visiting(served, guest=False) as stranger:
            [finished] = (await stranger.get(path))["rounds"]
            assert finished["status"] == "finished"
            assert finished["record"] == over["record"]
            assert finished["began"] <= finished["ended"]
            answer = await stranger.http.get(finished["record"])
            assert answer.headers["content-type"] == "application/x-ndjson"
            assert answer.headers["content-disposition"].endswith('.jsonl"')
        replay(answer.content)
        me = await visitor.get("/api/me")
        for secret in (me["id"], me["name"], table["id"], visitor.http.cookies["taipao"]):
            assert secret.encode() not in answer.content


async def test_what_is_not_there() -> None:
    async with serving(UNLIMITED) as served, visiting(served) as visitor:
        for path in ("/api/tables/x", "/api/tables/x/rounds", "/records/x", "/api/nothing"):
            answer = await visitor.http.get(path)
            assert answer.status_code == 404
        assert (await visitor.refused("/api/tables/x/sit"))[0] == 404
        for before in ("-1", "x", "99999999999999999999"):
            answer = await visitor.http.get(f"/api/tables/x/rounds?before={before}")
            assert answer.status_code == 400


async def test_it_describes_itself_and_loads_nothing_from_elsewhere() -> None:
    async with serving() as served, visiting(served) as visitor:
        for path in ("/api/schema", "/api/schema/openapi.json"):
            schema = await visitor.get(path)
            assert schema["openapi"].startswith("3.")
        assert set(schema["paths"]) >= {
            "/api/guest",
            "/api/me",
            "/api/account",
            "/api/session",
            "/api/sessions",
            "/api/password",
            "/api/tables",
            "/api/tables/{table_id}",
            "/api/tables/{table_id}/sit",
            "/api/tables/{table_id}/rounds",
            "/api/protocol",
            "/records/{round_id}",
        }
        opening = schema["paths"]["/api/tables"]["post"]
        assert {"201", "400", "401", "503"} <= set(opening["responses"])
        assert opening["description"].startswith("Open a table.")
        for page in ("/api/schema/swagger", "/api/schema/redoc"):
            assert (await visitor.http.get(page)).status_code == 404


async def test_a_guest_sits_at_so_many_tables_however_fast_it_asks() -> None:
    async with serving() as served, visiting(served) as greedy, visiting(served) as host:
        answers = await asyncio.gather(
            *(greedy.http.post("/api/tables", json={}) for _ in range(20))
        )
        assert sorted(answer.status_code for answer in answers) == [201] * 16 + [409] * 4
        assert len(served.house.lobby) == 16
        table = await host.post("/api/tables", {"seats": ["me", "free", "greedy", "greedy"]})
        status, detail = await greedy.refused(f"/api/tables/{table['id']}/sit")
        assert (status, detail) == (
            409,
            "you sit at 16 tables already {'reason': 'too_many_tables'}",
        )
        own = next(answer.json() for answer in answers if answer.status_code == 201)
        assert (await greedy.post(f"/api/tables/{own['id']}/sit"))["seat"] == 0


async def test_the_schema_of_the_protocol_is_served_as_it_is() -> None:
    async with serving() as served, visiting(served, guest=False) as stranger:
        answer = await stranger.http.get("/api/protocol")
        assert answer.headers["content-type"] == "application/json"
        assert answer.json() == plain(protocol_schema())
