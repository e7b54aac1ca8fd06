"""What an outsider tries at every call there is: in others' names, in every text, for others' eyes.

Sessions that were fixed, the limits on guests, names and passwords, and unknown names at sign-in
are in `test_account_rest.py`; sockets of other sites in `test_app.py`; watchers, seats and tables
of others in their own.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from base64 import b64encode
from collections.abc import AsyncIterator, Iterator
from typing import Any, Final
from urllib.parse import quote

import httpx
import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher
from msgspec.structs import replace

from taipao.server.audit import audit
from taipao.server.page import PAGE
from taipao.server.schema import accounts, sessions
from tests.server.client import connected
from tests.server.operating import SETTINGS, WHY, asked, id_of, operating
from tests.server.purses import all_purses
from tests.server.serving import Served, serving
from tests.server.test_texts import calls, description, filled, named, resolved
from tests.server.visitors import JSON, Visitor, member, visiting

PASSWORD: Final = "correct horse"
NASTY: Final = (
    "x' OR '1'='1",
    "x'; DROP TABLE accounts; DELETE FROM postings; --",
    '"><script>alert(1)</script><img src=x onerror=alert(1)>',
    "${jndi:ldap://x} {{7*7}} %s%n ../../etc/passwd \\",
)
"""Statements, markup and templates, which are text like any other."""
EVERYWHERE: Final = (NASTY[0], " ".join(NASTY[1:]))
PLAUSIBLE: Final[dict[tuple[str, str], dict[str, Any]]] = {
    ("POST", "/api/account"): {"name": "Bob", "password": PASSWORD},
    ("DELETE", "/api/account"): {"password": PASSWORD},
    ("POST", "/api/password"): {"old": PASSWORD, "new": "battery staple"},
    ("POST", "/api/reports"): {"account": "0", "table": "0", "text": "slow"},
}
"""Bodies that would do for the calls that need one before they ask who is calling."""
FOR_ALL: Final = {("POST", "/api/guest"), ("POST", "/api/session"), ("POST", "/api/score")}
"""Calls that ask nobody who is calling; the last keeps nothing."""


@pytest.fixture
async def asking(database_url: str) -> AsyncIterator[tuple[Served, Visitor]]:
    """Ask a server whose ledger is sound in the end."""
    async with asked(database_url) as (served, visitor):
        yield served, visitor
        await served.house.store.read(audit)


async def changing(visitor: Visitor) -> list[tuple[str, str]]:
    """Return method and address of every call that may change something."""
    found = calls(await description(visitor))
    return [(m, next(filled(path, "0"), path)) for m, path, _ in found if m != "GET"]


async def nothing_has_changed(served: Served, visitor: Visitor) -> None:
    me = await visitor.get("/api/me")
    assert (me["name"], me["coins"], me["table"], me["banned"]) == ("Alice", 30_000, None, None)
    assert len(served.house.lobby) == 0
    assert await visitor.get("/api/admin/acts") == []
    assert await visitor.get("/api/admin/reports") == []
    assert len(await visitor.get("/api/admin/accounts")) == 1


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1.evil.example"],
)
async def test_no_other_site_calls_anything(asking: tuple[Served, Visitor], origin: str) -> None:
    served, visitor = asking
    tried = await changing(visitor)
    assert len(tried) > 15
    for method, address in (*tried, ("GET", "/api/ledger"), ("GET", "/api/me"), ("GET", "/")):
        headers = {"origin": origin}
        answer = await visitor.http.request(method, address, json={}, headers=headers)
        assert answer.status_code == 403, (method, address)
        assert "access-control-allow-origin" not in answer.headers
        assert "set-cookie" not in answer.headers
    await nothing_has_changed(served, visitor)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded"])
async def test_no_form_calls_anything(asking: tuple[Served, Visitor], kind: str) -> None:
    served, visitor = asking
    for method, address in await changing(visitor):
        headers = {"content-type": kind}
        answer = await visitor.http.request(method, address, content="{}", headers=headers)
        assert answer.status_code == 415, (method, address)
    await nothing_has_changed(served, visitor)


async def test_nobody_by_no_cookie_changes_anything_or_reads_what_is_anybodys() -> None:
    own = ("/api/me", "/api/ledger", "/api/queue", "/api/admin/accounts", "/api/admin/acts")
    async with (
        serving(SETTINGS) as served,
        member(served, "Alice") as alice,
        httpx.AsyncClient(base_url=served.address, headers=JSON) as nobody,
    ):
        for method, address in await changing(alice):
            if (method, address) in FOR_ALL:
                continue
            body = PLAUSIBLE.get((method, address), {})
            answer = await nobody.request(method, address, json=body)
            assert answer.status_code == 401, (method, address, answer.text)
        for address in own:
            assert (await nobody.get(address)).status_code == 401
        assert (await alice.get("/api/me"))["name"] == "Alice"


async def test_a_hash_from_the_database_or_a_part_of_a_token_lets_nobody_in() -> None:
    async with serving() as served, member(served, "Alice") as alice:
        token = alice.token
        kept = hashlib.sha256(token.encode()).digest()
        wanted = sa.select(sessions.c.token)
        tokens = await served.house.store.read(lambda c: c.execute(wanted).scalars().all())
        assert tokens == [kept]
        for tried in (kept.hex(), b64encode(kept).decode(), token[:-1], token + "x", token.lower()):
            for headers in (
                {"cookie": f"taipao={tried}"},
                {"authorization": f"Bearer {tried}"},
            ):
                async with httpx.AsyncClient(base_url=served.address) as thief:
                    assert (await thief.get("/api/me", headers=headers)).status_code == 401


async def test_nobody_is_told_a_token_or_an_address(asking: tuple[Served, Visitor]) -> None:
    _, visitor = asking
    await visitor.post("/api/rooms/novice/standard/queue")
    await visitor.post("/api/friends", {})
    me = await id_of(visitor)
    for method, path, _ in calls(await description(visitor)):
        if method != "GET":
            continue
        for part in (me, "0"):
            for address in filled(path, part) if "{" in path else (path,):
                text = (await visitor.http.get(address)).text
                assert visitor.token not in text, address
                assert "argon2" not in text, address
                assert hashlib.sha256(visitor.token.encode()).hexdigest() not in text, address
                assert "127.0.0.1" not in text, address


async def test_others_ledgers_and_the_records_of_rounds_being_played_are_nobodys() -> None:
    async with (
        serving(SETTINGS) as served,
        member(served, "Alice") as alice,
        visiting(served) as other,
    ):
        me = await id_of(alice)
        for query in (f"account={me}", f"account_id={me}", f"purse={me}", f"id={me}", "purse=mint"):
            lines = (await other.get(f"/api/ledger?{query}"))["lines"]
            assert [line["balance"] for line in lines] == [30_000]
        assert (await other.get(f"/api/players/{me}"))["coins"] == []
        async with connected(served.port, additional_headers=alice.cookie) as client:
            table = (await client.hello())["table"]
            await client.start()
            round_id = (await client.until("view"))["round"]
            for who in (alice, other):
                answer = await who.http.get(f"/records/{round_id}")
                assert (answer.status_code, "secret" in answer.text) == (404, False)
            shown = await other.http.get(f"/api/tables/{table}/rounds")
            assert shown.json()["rounds"][0]["record"] is None


def texts(
    call: dict[str, Any], described: dict[str, Any]
) -> Iterator[tuple[str, dict[str, Any] | None]]:
    """Yield the query and the body of a call with one of its texts being nasty, for each."""
    for name in named(call, "query"):
        for text in EVERYWHERE:
            yield str(httpx.QueryParams({name: text})), None
    wanted = call.get("requestBody")
    if wanted is None:
        return
    schema = resolved(wanted["content"]["application/json"]["schema"], described)
    good = {"operator": "Ann", "reason": "why", "id": "1", "name": "Bob", "password": PASSWORD}
    good |= {"until": 2**47, "amount": 1, "account": "x", "table": "x", "text": "slow", "old": "x"}
    good |= {"new": PASSWORD}
    body = {name: good[name] for name in schema["properties"] if name in good}
    for name in schema["properties"]:
        for text in EVERYWHERE:
            yield "", {**body, name: text}


async def test_statements_and_markup_are_text_in_every_field(
    asking: tuple[Served, Visitor],
) -> None:
    served, visitor = asking
    described = await description(visitor)
    tried = 0
    for method, path, call in calls(described):
        address = next(filled(path, "0"), path)
        tries = [(f"{address}?{query}".rstrip("?"), body) for query, body in texts(call, described)]
        for text in EVERYWHERE:
            tries += [(whole, {}) for whole in filled(path, quote(text, safe=""))]
        for whole, body in tries:
            answer = await visitor.http.request(method, whole, json=body)
            assert answer.status_code < 500, (method, whole, body, answer.text)
            if answer.content:
                kind = answer.headers["content-type"]
                assert kind == "application/json", (method, whole, kind)
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert "unsafe" not in answer.headers["content-security-policy"]
            tried += 1
    assert tried > 100
    assert (await visitor.get("/api/me"))["name"] == "Alice"
    assert sum((await all_purses(served.house.store)).values()) == 0
    counted = sa.select(sa.func.count()).select_from(accounts)
    assert await served.house.store.read(lambda c: c.execute(counted).scalar()) >= 1


async def test_what_players_and_operators_write_is_told_as_they_wrote_it(
    asking: tuple[Served, Visitor],
) -> None:
    served, visitor = asking
    async with visiting(served) as other, operating(served) as operator:
        about = await id_of(other)
        table = (await visitor.post("/api/tables", {}))["id"]
        for number, text in enumerate(NASTY):
            said = {"account": about, "table": table, "text": text}
            await visitor.post("/api/reports", said)
            why = {"operator": text, "reason": text}
            path = f"/api/admin/accounts/{about}"
            await operator.post(f"{path}/ban", {**why, "until": 2**46})
            assert (await other.get("/api/me"))["banned"]["reason"] == text
            await operator.post(f"{path}/unban", why)
            await operator.post(f"{path}/correction", {**why, "amount": 1, "id": str(number)})
            line = (await other.get("/api/ledger"))["lines"][0]
            assert (line["note"], line["balance"]) == (text, 30_001 + number)
            found = await operator.http.get("/api/admin/accounts", params={"search": text})
            assert found.json() == []
        told = await operator.get("/api/admin/reports")
        assert [one["text"] for one in told] == [*reversed(NASTY)]
        acts = await operator.get("/api/admin/acts")
        assert {one["reason"] for one in acts} == {*NASTY}
        assert {one["operator"] for one in acts} == {*NASTY}


async def test_names_without_a_password_take_as_long_as_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a program, of somebody who is deleted or banned, of nobody: one hash is compared."""
    compared: list[bytes] = []
    hasher, compare = PasswordHasher(1, 8, 1), PasswordHasher.verify

    def verify(_: PasswordHasher, kept: str, password: bytes) -> bool:
        compared.append(password)
        return compare(hasher, kept, password)

    async with serving(SETTINGS) as served, operating(served) as operator:
        await operator.post("/api/admin/bots", {**WHY, "name": "Deep Taipao"})
        async with member(served, "Gone") as gone:
            await gone.delete("/api/account", {"password": PASSWORD})
        async with member(served, "Banned") as banned:
            path = f"/api/admin/accounts/{await id_of(banned)}/ban"
            await operator.post(path, {**WHY, "until": 2**47})
        monkeypatch.setattr(PasswordHasher, "verify", verify)
        async with visiting(served) as other:
            answers = []
            for name in ("Deep Taipao", "Gone", "Banned", "Nobody", "guest", "house"):
                compared.clear()
                tried = {"name": name, "password": "battery staple"}
                answers.append((await other.refused("/api/session", tried), len(compared)))
        said = "the name or the password is wrong {'reason': 'wrong_credentials'}"
        assert answers == [((401, said), 1)] * 6


async def test_mass_sign_up_of_one_address_is_refused_by_every_way_in() -> None:
    settings = replace(SETTINGS, guest_rate=3, sign_up_rate=2)
    async with serving(settings) as served, httpx.AsyncClient(base_url=served.address) as http:

        async def newcomer() -> int:
            async with httpx.AsyncClient(base_url=served.address, headers=JSON) as one:
                # A proxy that nobody has named is not believed.
                answer = await one.post("/api/guest", headers={"x-forwarded-for": "192.0.2.1"})
                return answer.status_code

        statuses = sorted(await asyncio.gather(*(newcomer() for _ in range(12))))
        assert statuses == [200] * 3 + [429] * 9
        async with connected(served.port) as client:
            assert await client.closed() == 1013
        counted = sa.select(sa.func.count()).select_from(accounts)
        assert await served.house.store.read(lambda c: c.execute(counted).scalar()) == 3
        assert (await http.get("/healthz")).status_code == 200


def test_nothing_in_the_page_is_inline() -> None:
    """The policy forbids it, so that a browser would not run it anyway."""
    text = (PAGE / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", text) == []
    assert re.findall(r"<style|\bstyle=|\bon\w+=|javascript:", text) == []
    assert re.findall(r"(?:src|href)=\"(?!\./)[^\"]*\"", text) == []


@pytest.mark.parametrize(
    ("headers", "status"),
    [({"origin": "https://evil.example"}, 403), ({"content-type": "text/plain"}, 415), ({}, 429)],
)
async def test_what_is_refused_at_the_door_has_the_policy_too(
    headers: dict[str, str], status: int
) -> None:
    settings = replace(SETTINGS, address_rate=0.25 if status == 429 else 0)
    async with serving(settings) as served:
        async with httpx.AsyncClient(base_url=served.address, headers=JSON) as http:
            answer = await http.post("/api/guest", headers=headers)
            if status == 429:
                answer = await http.post("/api/guest", headers=headers)
        assert answer.status_code == status
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
