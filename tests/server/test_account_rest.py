"""Accounts over plain HTTP and by sockets, as their owners and as others try."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher

from taipao.rules.settlement import rank
from taipao.server.outbox import CLOSE_BANNED, CLOSE_SIGNED_OUT
from taipao.server.protocol import PROTOCOL
from taipao.server.sessions import hashed, new_token
from taipao.server.settings import Settings
from tests.server.client import connected
from tests.server.serving import UNLIMITED, serving
from tests.server.visitors import JSON, member, visiting

PASSWORD = "correct horse"
ALICE = {"name": "Alice", "password": PASSWORD}
WRONG = (401, "the name or the password is wrong {'reason': 'wrong_credentials'}")


async def test_a_guest_keeps_the_account_by_a_name_and_a_password() -> None:
    async with serving() as served, visiting(served) as browser, visiting(served) as phone:
        guest = await browser.get("/api/me")
        assert guest == {
            "id": guest["id"],
            "name": guest["name"],
            "kind": "guest",
            "coins": 30_000,
            "rank_points": 0,
            "rank": rank(0),
            "table": None,
            "refill": False,
            "banned": None,
        }
        made = await browser.post("/api/account", {"name": "  Ａlice ", "password": PASSWORD})
        assert made == {"id": guest["id"], "name": "Alice", "kind": "member"}
        assert await browser.get("/api/me") == {**guest, "name": "Alice", "kind": "member"}
        assert (await phone.post("/api/session", {**ALICE, "name": "alice"})) == made
        assert (await phone.get("/api/me"))["id"] == guest["id"]
        assert (await browser.get("/api/me"))["id"] == guest["id"], "both are signed in"
        assert await browser.refused("/api/account", ALICE) == (
            409,
            "this account has a name already {'reason': 'named'}",
        )


@pytest.mark.parametrize("name", ["Alice", "ALICE", "A1ice", "Аlice", "𝓐lice", "A lice"])
async def test_no_second_name_looks_like_the_first(name: str) -> None:
    async with serving() as served, member(served, "Alice"), visiting(served) as other:
        wanted = {"name": name, "password": PASSWORD}
        assert (await other.refused("/api/account", wanted))[0] == 409
        assert (await other.get("/api/me"))["kind"] == "guest"


async def test_of_two_at_once_one_has_the_name() -> None:
    async with serving() as served, visiting(served) as one, visiting(served) as other:
        answers = await asyncio.gather(
            *(who.http.post("/api/account", json=ALICE) for who in (one, other, one, other))
        )
    assert sorted(answer.status_code for answer in answers)[0] == 200
    assert [answer.status_code for answer in answers].count(200) == 1


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"name": "greedy", "password": PASSWORD}, 400),
        ({"name": "guest-0001", "password": PASSWORD}, 400),
        ({"name": "a\u202eb", "password": PASSWORD}, 400),
        ({"name": "a\u0000b", "password": PASSWORD}, 400),
        ({"name": "", "password": PASSWORD}, 400),
        ({"name": "a" * 65, "password": PASSWORD}, 400),
        ({"name": "Alice", "password": "1234567"}, 400),
        ({"name": "Alice", "password": "p" * 129}, 400),
        ({"name": "Alice"}, 400),
        ({"name": 7, "password": PASSWORD}, 400),
        ({"name": "Alice", "password": PASSWORD, "coins": 10**9}, 400),
        ({"name": "Alice", "password": PASSWORD, "kind": "bot"}, 400),
    ],
)
async def test_what_cannot_be_an_account(body: dict[str, Any], status: int) -> None:
    async with serving() as served, visiting(served) as visitor:
        assert (await visitor.refused("/api/account", body))[0] == status
        assert (await visitor.get("/api/me"))["kind"] == "guest"


@pytest.mark.parametrize(
    "name",
    [
        "' OR '1'='1",
        "x'; DROP TABLE--",
        'a" OR ""="',
        "<script>x()",
        "<img src=x>",
        "{{7*7}}",
        "${jndi:x}",
        "%s%n%x",
        "../../etc",
        "\\",
    ],
)
async def test_names_and_passwords_are_text_and_nothing_else(name: str) -> None:
    async with serving() as served, member(served, "Bob"), visiting(served) as visitor:
        text = {"name": name, "password": f"{name}' OR 1=1; --"}
        made = await visitor.post("/api/account", text)
        assert made["name"] == name
        answer = await visitor.http.get("/api/me")
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.json()["name"] == name
        async with visiting(served) as other:
            assert await other.refused("/api/session", {**text, "name": "Bob"}) == WRONG
            assert await other.refused("/api/session", {**text, "password": PASSWORD}) == WRONG
            assert await other.post("/api/session", text) == made


@pytest.mark.parametrize(
    "name", ["Alice", "Nobody", "guest-0001", "greedy", "a\u0007b", "\u200b", "", "x" * 64]
)
async def test_unknown_names_and_wrong_passwords_are_not_told_apart(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = []

    def verify(_: PasswordHasher, kept: str, password: bytes) -> bool:
        compared.append(password)
        return compare(hasher, kept, password)

    compare, hasher = PasswordHasher.verify, PasswordHasher(1, 8, 1)
    monkeypatch.setattr(PasswordHasher, "verify", verify)
    async with serving() as served, member(served, "Alice"), visiting(served) as other:
        attempt = {"name": name, "password": "battery staple"}
        answer = await other.http.post("/api/session", json=attempt)
        assert answer.status_code == 401
        assert answer.json()["detail"] == "the name or the password is wrong"
        assert "set-cookie" not in answer.headers
        assert compared == [b"battery staple"]


async def test_a_session_fixed_by_others_is_not_the_one_that_is_signed_in() -> None:
    async with (
        serving() as served,
        visiting(served) as evil,
        member(served, "Alice"),
        visiting(served, guest=False) as victim,
    ):
        victim.hold(evil.token)
        await victim.post("/api/session", ALICE)
        assert victim.token != evil.token
        assert (await victim.get("/api/me"))["name"] == "Alice"
        assert (await evil.http.get("/api/me")).status_code == 401


async def test_a_session_fixed_by_others_ends_when_the_guest_takes_a_name() -> None:
    async with (
        serving() as served,
        visiting(served) as evil,
        visiting(served, guest=False) as victim,
    ):
        victim.hold(evil.token)
        await victim.post("/api/account", ALICE)
        assert (await victim.get("/api/me"))["name"] == "Alice"
        assert (await evil.http.get("/api/me")).status_code == 401


async def test_a_token_that_was_made_up_is_nobodys() -> None:
    async with serving() as served, visiting(served, guest=False) as visitor:
        visitor.hold("chosen-by-me")
        assert (await visitor.http.get("/api/me")).status_code == 401
        await visitor.post("/api/guest")
        assert visitor.token != "chosen-by-me"


async def test_signing_out_ends_one_session_and_its_sockets() -> None:
    async with serving() as served, member(served, "Alice") as browser, visiting(served) as phone:
        await phone.post("/api/session", ALICE)
        here = connected(served.port, additional_headers=browser.cookie)
        there = connected(served.port, additional_headers=phone.cookie)
        async with here as own, there as other:
            await own.hello()
            token = browser.token
            await browser.delete("/api/session")
            assert await own.closed() == CLOSE_SIGNED_OUT
            assert "taipao" not in browser.http.cookies
            assert (await phone.get("/api/me"))["name"] == "Alice"
            await other.hello()
        browser.hold(token)
        assert (await browser.http.get("/api/me")).status_code == 401


async def test_signing_out_everywhere_at_a_table() -> None:
    async with serving() as served, member(served, "Alice") as browser, visiting(served) as phone:
        await phone.post("/api/session", ALICE)
        here = connected(served.port, additional_headers=browser.cookie)
        there = connected(served.port, additional_headers=phone.cookie)
        async with here as own, there as other:
            await own.hello()
            await own.start()
            await own.until("view")
            await phone.delete("/api/sessions")
            assert await own.closed() == CLOSE_SIGNED_OUT
            assert await other.closed() == CLOSE_SIGNED_OUT
        assert (await browser.http.get("/api/me")).status_code == 401
        assert (await phone.http.get("/api/me")).status_code == 401
        await browser.post("/api/session", ALICE)
        async with connected(served.port, additional_headers=browser.cookie) as back:
            welcome = await back.hello()
            assert welcome["players"][welcome["seat"]]["connected"], "the seat was kept"
            await back.until("view")


async def test_a_guest_upgraded_in_mid_round_keeps_the_seat() -> None:
    async with (
        serving() as served,
        visiting(served) as browser,
        connected(served.port, additional_headers=browser.cookie) as client,
    ):
        table = (await client.hello())["table"]
        await client.start()
        decision = await client.until("decision", "round_over")
        await browser.post("/api/account", ALICE)
        seats = await client.until("seats")
        assert seats["players"][0]["name"] == "Alice"
        if decision["type"] == "decision":
            await client.act(decision["id"], decision["actions"][0])
            await client.until("decision", "round_over", "event")
        assert (await browser.get("/api/me"))["table"] == table
        async with connected(served.port, additional_headers=browser.cookie) as second:
            assert (await second.hello())["table"] == table
            assert await client.closed() == 4000, "the newer window has the seat"
            await browser.delete("/api/session")
            assert await second.closed() == CLOSE_SIGNED_OUT


async def test_a_socket_from_before_the_upgrade_is_the_new_sessions() -> None:
    async with (
        serving() as served,
        visiting(served) as browser,
        connected(served.port, additional_headers=browser.cookie) as client,
    ):
        await client.hello()
        await browser.post("/api/account", ALICE)
        await browser.delete("/api/session")
        assert await client.closed() == CLOSE_SIGNED_OUT


async def test_signing_in_instead_of_a_guest_takes_the_guest_from_its_table() -> None:
    async with (
        serving() as served,
        member(served, "Alice"),
        visiting(served) as browser,
        connected(served.port, additional_headers=browser.cookie) as client,
    ):
        await client.hello()
        await browser.post("/api/session", ALICE)
        assert await client.closed() == CLOSE_SIGNED_OUT


async def test_a_changed_password_ends_all_other_sessions() -> None:
    new = {"old": PASSWORD, "new": "battery staple"}
    async with serving() as served, member(served, "Alice") as browser, visiting(served) as phone:
        await phone.post("/api/session", ALICE)
        before = browser.token
        here = connected(served.port, additional_headers=browser.cookie)
        there = connected(served.port, additional_headers=phone.cookie)
        async with here as own, there as other:
            assert await browser.refused("/api/password", {**new, "old": "wrong horse"}) == (
                403,
                "the password is wrong {'reason': 'wrong_password'}",
            )
            assert await browser.post("/api/password", new) is None
            assert await other.closed() == CLOSE_SIGNED_OUT
            await own.hello()
        assert browser.token != before
        assert (await browser.get("/api/me"))["name"] == "Alice"
        assert (await phone.http.get("/api/me")).status_code == 401
        assert await phone.refused("/api/session", ALICE) == WRONG
        await phone.post("/api/session", {**ALICE, "password": "battery staple"})


async def test_a_guest_has_no_password_to_change() -> None:
    async with serving() as served, visiting(served) as guest:
        assert (await guest.refused("/api/password", {"old": "", "new": PASSWORD}))[0] == 403


async def test_a_deleted_account_is_gone_and_its_name_free() -> None:
    async with serving() as served, member(served, "Alice") as browser, visiting(served) as phone:
        await phone.post("/api/session", ALICE)
        answer = await browser.refused("/api/account", {"password": "wrong horse"}, "DELETE")
        assert answer == (403, "the password is wrong {'reason': 'wrong_password'}")
        await browser.delete("/api/account", {"password": PASSWORD})
        assert "taipao" not in browser.http.cookies
        assert (await phone.http.get("/api/me")).status_code == 401
        assert await phone.refused("/api/session", ALICE) == WRONG
        async with member(served, "Alice") as another:
            assert (await another.get("/api/me"))["coins"] == 30_000


async def test_the_banned_are_told_why_and_do_not_play() -> None:
    async with serving() as served, member(served, "Alice") as browser:
        async with connected(served.port, additional_headers=browser.cookie) as client:
            await client.hello()
            me = await browser.get("/api/me")
            await served.house.ban(me["id"], 2**47, "three at <one> table", "test")
            assert await client.closed() == CLOSE_BANNED
            banned = {"until": 2**47, "reason": "three at <one> table"}
            assert client.log[-1] == {"type": "banned", **banned}
        assert (await browser.get("/api/me"))["banned"] == banned
        async with connected(served.port, additional_headers=browser.cookie) as client:
            assert await client.closed() == CLOSE_BANNED
            assert client.log == [{"type": "banned", **banned}]
        status, detail = await browser.refused("/api/tables", {})
        assert status == 403
        assert "three at <one> table" in detail
        await browser.delete("/api/session")
        await browser.post("/api/session", ALICE)
        assert (await browser.get("/api/me"))["banned"] == banned
        assert served.house.accounts is not None
        await served.house.operators.unban(me["id"], "served", "test")
        assert (await browser.get("/api/me"))["banned"] is None
        await browser.post("/api/tables", {})


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1"},
    ],
)
async def test_pages_elsewhere_do_nothing_in_a_players_name(headers: dict[str, str]) -> None:
    async with serving() as served, member(served, "Alice") as browser:
        for method, path in (
            ("POST", "/api/guest"),
            ("GET", "/api/me"),
            ("POST", "/api/account"),
            ("POST", "/api/session"),
            ("DELETE", "/api/session"),
            ("DELETE", "/api/sessions"),
            ("POST", "/api/password"),
            ("DELETE", "/api/account"),
            ("POST", "/api/tables"),
        ):
            answer = await browser.http.request(method, path, json=ALICE, headers=headers)
            assert answer.status_code == 403
            assert "set-cookie" not in answer.headers
            assert "access-control-allow-origin" not in answer.headers
        asked = await browser.http.options("/api/session", headers=headers)
        assert "access-control-allow-origin" not in asked.headers
        with pytest.raises(Exception, match="403"):
            async with connected(served.port, additional_headers={**browser.cookie, **headers}):
                pass
        assert (await browser.get("/api/me"))["name"] == "Alice"


@pytest.mark.parametrize(
    "kind",
    [
        None,
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain; application/json",
        "application/json-seq",
    ],
)
async def test_what_any_form_could_send_changes_nothing(kind: str | None) -> None:
    async with serving() as served, member(served, "Alice") as browser:
        headers = dict(browser.cookie) if kind is None else {**browser.cookie, "content-type": kind}
        async with httpx.AsyncClient(base_url=served.address) as form:
            for path in ("/api/tables", "/api/session", "/api/account", "/api/guest"):
                content = json.dumps(ALICE).encode()
                answer = await form.post(path, content=content, headers=headers)
                assert answer.status_code == 415
            answer = await form.delete("/api/session", headers=headers)
            assert answer.status_code == 415
        assert (await browser.get("/api/me"))["table"] is None


async def test_one_address_makes_only_so_many_guests_by_http_or_by_socket() -> None:
    settings = Settings(drain=0, guest_rate=2)
    async with (
        serving(settings) as served,
        visiting(served) as first,
        visiting(served, guest=False) as late,
    ):
        async with connected(served.port) as second:
            await second.hello()
        answer = await late.http.post("/api/guest")
        assert answer.status_code == 429
        assert 1700 < int(answer.headers["retry-after"]) <= 1801
        async with connected(served.port) as third:
            assert await third.closed() == 1013
        assert (await first.http.post("/api/guest")).status_code == 200, "it is one already"


async def test_one_address_takes_only_so_many_names_and_tries_so_many_passwords() -> None:
    settings = Settings(drain=0, sign_up_rate=1, sign_in_rate=3)
    async with serving(settings) as served, member(served, "Alice"), visiting(served) as other:
        assert (await other.refused("/api/account", {**ALICE, "name": "Bob"}))[0] == 429
        for _ in range(3):
            assert await other.refused("/api/session", {**ALICE, "password": "x"}) == WRONG
        assert (await other.refused("/api/session", ALICE))[0] == 429
        assert (await other.refused("/api/password", {"old": "", "new": PASSWORD}))[0] == 429


async def test_a_bot_plays_by_its_token() -> None:
    async with serving() as served, httpx.AsyncClient(base_url=served.address) as http:
        token = new_token()
        about = "bot-1", "Deep Taipao", hashed(token)
        bot = await served.house.operators.add_bot(*about, "research", "Ann")
        bearer = {"authorization": f"Bearer {token}"}
        me = (await http.get("/api/me", headers=bearer)).json()
        assert (me["id"], me["name"], me["kind"]) == (bot.id, "Deep Taipao", "bot")
        assert (await http.get("/api/me", headers={"authorization": token})).status_code == 401
        table = (await http.post("/api/tables", json={}, headers={**JSON, **bearer})).json()
        async with connected(served.port, additional_headers=bearer) as client:
            await client.send({"type": "hello", "protocol": PROTOCOL, "table": table["id"]})
            assert (await client.until("welcome"))["seat"] == 0


async def test_at_a_table_for_one_there_are_no_accounts() -> None:
    from tests.server.test_app import ONE

    async with serving(one=ONE) as served, visiting(served) as visitor:
        me = await visitor.get("/api/me")
        assert (me["id"], me["coins"], me["refill"]) == ("you", 0, False)
        for method, path in (
            ("POST", "/api/account"),
            ("POST", "/api/session"),
            ("DELETE", "/api/session"),
        ):
            answer = await visitor.http.request(method, path, json=ALICE)
            assert answer.status_code in {404, 405}


def test_no_limit_is_for_tests_alone() -> None:
    assert UNLIMITED.guest_rate == UNLIMITED.sign_up_rate == UNLIMITED.sign_in_rate == 0
    assert min(Settings().guest_rate, Settings().sign_up_rate, Settings().sign_in_rate) > 0
