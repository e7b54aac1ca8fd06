"""What operators see and do over HTTP, while players are at their tables."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from taipao.server.outbox import CLOSE_BANNED, CLOSE_SIGNED_OUT
from tests.server.chance import SeededChance
from tests.server.client import Client, connected
from tests.server.operating import QUEUE, SETTINGS, SOON, TOKEN, WHY, id_of, operating
from tests.server.purses import all_purses
from tests.server.serving import Served, serving
from tests.server.test_coin_table import WON
from tests.server.visitors import Visitor, member, visiting


@asynccontextmanager
async def playing() -> AsyncIterator[tuple[Served, Visitor, list[Visitor], list[Client]]]:
    """Let four play at a coin table whose dealer can win, and an operator look on."""
    async with AsyncExitStack() as stack:
        chance = SeededChance(walls=[WON])
        served = await stack.enter_async_context(serving(SETTINGS, chance=chance))
        operator = await stack.enter_async_context(operating(served))
        visitors = [await stack.enter_async_context(visiting(served)) for _ in range(4)]
        for visitor in visitors:
            await visitor.post(QUEUE)
        (table,) = {(await visitor.get("/api/queue?wait=25"))["table"] for visitor in visitors}
        clients = []
        for visitor in visitors:
            socket = connected(served.port, additional_headers=visitor.cookie)
            client = await stack.enter_async_context(socket)
            await client.hello(table=table)
            await client.start(None, "00")
            clients.append(client)
        places = [client.log[0]["seat"] for client in clients]
        order = sorted(range(4), key=lambda one: places[one])
        yield served, operator, [visitors[i] for i in order], [clients[i] for i in order]


@pytest.mark.parametrize("token", ["x", TOKEN[:-1], TOKEN + "s", "é"])
async def test_only_the_token_lets_in(token: str) -> None:
    async with serving(SETTINGS) as served, visiting(served) as visitor:
        me = await id_of(visitor)
        paths = ["accounts", f"accounts/{me}", "tables", "tables/x", "reports", "acts"]
        visitor.http.headers.encoding = "utf-8"
        visitor.http.headers["authorization"] = f"Bearer {token}"
        for path in paths:
            assert (await visitor.http.get(f"/api/admin/{path}")).status_code == 401
        for act in (f"accounts/{me}/{what}" for what in ("ban", "unban", "correction")):
            body = {**WHY, "until": SOON, "amount": 5}
            assert (await visitor.http.post(f"/api/admin/{act}", json=body)).status_code == 401
        assert (await visitor.http.post("/api/admin/tables/x/freeze", json=WHY)).status_code == 401
        del visitor.http.headers["authorization"]
        assert (await visitor.http.get("/api/admin/accounts")).status_code == 401
        told = await visitor.get("/api/me")
        assert (told["banned"], told["coins"]) == (None, 30_000)


async def test_tokens_are_not_guessed() -> None:
    settings = replace(SETTINGS, sign_in_rate=3)
    async with (
        serving(settings) as served,
        operating(served, "a guess at the token") as guessing,
        operating(served) as operator,
    ):
        answers = [(await guessing.http.get("/api/admin/acts")).status_code for _ in range(5)]
        assert answers == [401, 401, 401, 429, 429]
        assert await operator.get("/api/admin/acts") == []


async def test_without_a_token_nobody_is_an_operator() -> None:
    async with serving() as served, operating(served, "any token at all") as operator:
        assert (await operator.http.get("/api/admin/accounts")).status_code == 404


async def test_accounts_are_found_by_name_and_inspected() -> None:
    async with (
        serving(SETTINGS) as served,
        operating(served) as operator,
        member(served, "Alice"),
        member(served, "50%_Bob") as bob,
    ):
        everybody = await operator.get("/api/admin/accounts")
        assert {one["name"] for one in everybody} == {"Alice", "50%_Bob"}
        for search, found in (("ali", {"Alice"}), ("%_", {"50%_Bob"}), ("x", set())):
            listed = await operator.http.get("/api/admin/accounts", params={"search": search})
            assert {one["name"] for one in listed.json()} == found
        me = await id_of(bob)
        (row,) = (await operator.http.get("/api/admin/accounts", params={"search": me})).json()
        shown = await operator.get(f"/api/admin/accounts/{me}")
        assert shown["account"] == row
        assert (row["kind"], row["coins"], row["banned_until"]) == ("member", 30_000, None)
        assert [line["kind"] for line in shown["lines"]] == ["signup"]
        assert (shown["tables"], shown["reports"], shown["acts"]) == ([], [], [])
        assert (await operator.http.get("/api/admin/accounts/nobody")).status_code == 404


async def test_a_correction_is_in_the_ledger_with_its_reason() -> None:
    async with (
        serving(SETTINGS) as served,
        operating(served) as operator,
        visiting(served) as player,
    ):
        me = await id_of(player)
        path = f"/api/admin/accounts/{me}/correction"
        assert await operator.post(path, {**WHY, "amount": -1_000, "id": "1"}) == {"coins": 29_000}
        assert await operator.post(path, {**WHY, "amount": 250, "id": "2"}) == {"coins": 29_250}
        # Asked for again, it is not done again.
        assert await operator.post(path, {**WHY, "amount": 250, "id": "2"}) == {"coins": 29_250}
        lines = (await player.get("/api/ledger"))["lines"]
        assert [(one["kind"], one["amount"], one["note"]) for one in lines] == [
            ("correction", 250, "two at <one> table"),
            ("correction", -1_000, "two at <one> table"),
            ("signup", 30_000, None),
        ]
        assert (await all_purses(served.house.store))["house"] == 750
        acts = await operator.get("/api/admin/acts")
        assert [(one["operator"], one["act"], one["target"]) for one in acts] == [
            ("Ann", "correct +250", me),
            ("Ann", "correct -1000", me),
        ]
        for body, why in (
            ({**WHY, "amount": -30_000, "id": "3"}, "has only 29250 coins"),
            ({**WHY, "amount": 0, "id": "3"}, "moves 1 to"),
            ({**WHY, "amount": 9, "id": "2"}, "something else"),
            ({**WHY, "amount": 5, "id": "a b"}, "Expected `str` matching regex"),
            ({**WHY, "amount": 5, "id": "3", "reason": " "}, "Expected `str` matching regex"),
        ):
            status, told = await operator.refused(path, body)
            assert (status, why in told) == (400, True)
        assert len(await operator.get("/api/admin/acts")) == 2, "what was refused is no act"
        assert (await operator.refused("/api/admin/accounts/house/correction", body))[0] == 400


async def test_a_ban_in_mid_round_and_its_end() -> None:
    async with playing() as (served, operator, visitors, clients):
        banned = await id_of(visitors[1])
        await clients[0].until("decision")
        path = f"/api/admin/accounts/{banned}"
        row = await operator.post(f"{path}/ban", {**WHY, "until": SOON})
        assert (row["banned_until"], row["ban_reason"]) == (SOON, "two at <one> table")
        assert await clients[1].closed() == CLOSE_BANNED
        assert clients[1].log[-1] == {"type": "banned", "until": SOON, "reason": WHY["reason"]}
        while not (seats := await clients[0].until("seats"))["players"][1]["leaving"]:
            pass
        assert seats["players"][1]["autopilot"]
        status, told = await visitors[1].refused(QUEUE)
        assert (status, "two at <one> table" in told) == (403, True)
        decision = clients[0].told("decision")[-1]
        await clients[0].act(decision["id"], {"type": "win"})
        over = await clients[0].until("round_over")
        assert over["results"][1]["coins"] == -12_600, "the round is paid"
        while (seats := await clients[0].until("seats"))["players"][1]["kind"] != "bot":
            pass
        me = await visitors[1].get("/api/me")
        assert (me["coins"], me["table"]) == (17_400, None)
        assert me["banned"] == {"until": SOON, "reason": "two at <one> table"}
        assert served.house.lobby.of(banned) == ()

        row = await operator.post(f"{path}/unban", {**WHY, "reason": "served"})
        assert (row["banned_until"], row["ban_reason"]) == (None, None)
        assert (await visitors[1].get("/api/me"))["banned"] is None
        acts = (await operator.get(path))["acts"]
        assert [one["act"] for one in acts] == ["unban", "ban until 6429-10-17 02:45"]
        assert [one["reason"] for one in acts] == ["served", "two at <one> table"]


async def test_a_program_gets_an_account_by_a_token_of_its_own() -> None:
    async with serving(SETTINGS) as served, operating(served) as operator:
        made = await operator.post("/api/admin/bots", {**WHY, "name": "Deep Taipao"})
        async with operating(served, made["token"]) as program:
            me = await program.get("/api/me")
            assert (me["id"], me["name"], me["kind"]) == (made["id"], "Deep Taipao", "bot")
            assert (await program.http.get("/api/admin/acts")).status_code == 401
            status, _ = await program.refused(QUEUE)
            assert status == 409, "programs play in coin rooms only where the operator lets them"
            await program.post("/api/friends", {})
        (act,) = await operator.get("/api/admin/acts")
        assert (act["act"], act["target"]) == ("bot", made["id"])
        for name in ("deep  taipao", "greedy", ""):
            body = {**WHY, "name": name}
            assert (await operator.refused("/api/admin/bots", body))[0] == 400


async def test_a_programs_token_ends_by_a_new_one() -> None:
    async with serving(SETTINGS) as served, operating(served) as operator:
        made = await operator.post("/api/admin/bots", {**WHY, "name": "Robot"})
        path = f"/api/admin/accounts/{made['id']}/token"
        async with operating(served, made["token"]) as program:
            table = (await program.post("/api/tables", {}))["id"]
            status, told = await program.refused("/api/account", {}, "DELETE")
            assert (status, "the operator can" in told) == (403, True)
            bearer = {"authorization": f"Bearer {made['token']}"}
            async with connected(served.port, additional_headers=bearer) as client:
                await client.hello(table=table)
                given = await operator.post(path, WHY)
                assert await client.closed() == CLOSE_SIGNED_OUT
            assert (await program.http.get("/api/me")).status_code == 401
        async with operating(served, given["token"]) as program:
            me = await program.get("/api/me")
            assert (me["id"], me["table"]) == (made["id"], table)
        act, _ = await operator.get("/api/admin/acts")
        assert (act["act"], act["target"], act["reason"]) == ("token", made["id"], WHY["reason"])
        async with visiting(served) as person:
            for other in ("nobody", await id_of(person)):
                assert (await operator.refused(f"/api/admin/accounts/{other}/token", WHY))[0] == 400
            assert await id_of(person), "a person's sessions go on"


@pytest.mark.parametrize("until", [0, 1_790_000_000_000, 2**52, 2**53])
async def test_a_ban_has_an_end_that_can_be_told(until: int) -> None:
    async with (
        serving(SETTINGS) as served,
        operating(served) as operator,
        visiting(served) as player,
    ):
        path = f"/api/admin/accounts/{await id_of(player)}/ban"
        assert (await operator.refused(path, {**WHY, "until": until}))[0] == 400
        path = "/api/admin/accounts/nobody/ban"
        assert (await operator.refused(path, {**WHY, "until": SOON}))[0] == 400
        assert await operator.get("/api/admin/acts") == []


async def test_a_frozen_table_moves_no_coins() -> None:
    async with playing() as (served, operator, visitors, clients):
        await clients[0].until("decision")
        (row,) = await operator.get("/api/admin/tables")
        assert (row["status"], row["room"], row["sockets"]) == ("playing", "novice", 4)
        accounts = [await id_of(visitor) for visitor in visitors]
        assert [seat["account"] for seat in row["seats"]] == accounts
        table = f"/api/admin/tables/{row['id']}"
        frozen = await operator.post(f"{table}/freeze", WHY)
        assert frozen == {**row, "status": "frozen"}
        for client in clients:
            told = await client.until("frozen")
            assert told["message"].startswith("An operator has stopped this table")
            assert (await visitors[0].http.get(told["record"])).status_code == 200
        assert await operator.post(f"{table}/freeze", WHY) == frozen
        shown = await operator.get(table)
        assert [one["status"] for one in shown["rounds"]] == ["frozen"]
        assert [(one["act"], one["target"]) for one in shown["acts"]] == [("freeze", row["id"])]
        purses = await all_purses(served.house.store)
        assert [purses[account] for account in accounts] == [30_000] * 4
        # They may go on elsewhere.
        await visitors[0].post(QUEUE)
        assert (await operator.http.get("/api/admin/tables/none")).status_code == 404


async def test_reports_are_listed() -> None:
    async with playing() as (_, operator, visitors, clients):
        await clients[0].until("decision")
        reporter, account = [await id_of(visitor) for visitor in visitors[:2]]
        view = clients[0].told("view")[-1]
        table = clients[0].log[0]["table"]
        said: dict[str, Any] = {"account": account, "table": table, "text": "tells 'tiles' <b>"}
        for body in (said, said, {**said, "round": view["round"]}):
            assert await visitors[0].post("/api/reports", body) is None
        latest, *earlier = await operator.get("/api/admin/reports")
        assert latest == {
            **said,
            "id": latest["id"],
            "reporter": reporter,
            "round": view["round"],
            "made": latest["made"],
        }
        assert {one["round"] for one in earlier} == {None}
        before = await operator.get(f"/api/admin/reports?before={latest['id']}")
        assert before == earlier
        shown = await operator.get(f"/api/admin/accounts/{account}")
        assert shown["reports"] == [latest, *earlier]
        assert shown["tables"] == [table]
        for change in (
            {"account": "nobody"},
            {"account": reporter},
            {"table": "none"},
            {"round": "none"},
            {"text": ""},
            {"text": "x" * 501},
            {"text": " \n"},
            {"text": "a nul \0"},
            {"text": "\x1b[2J"},
            {"account": "a\0"},
            {"table": "a\0"},
            {"round": "a\0"},
            {"reporter": account},
        ):
            body = {**said, **change}
            assert (await visitors[0].http.post("/api/reports", json=body)).status_code == 400
        assert len(await operator.get("/api/admin/reports")) == 1 + len(earlier)


@pytest.mark.parametrize("text", [" ", "\n", "a nul \0", "\0", "\x1b[2Jcleared", "\x9b2J", "x\x7f"])
async def test_reasons_are_text_and_nothing_else(text: str) -> None:
    async with serving(SETTINGS) as served, operating(served) as operator:
        for why in ({**WHY, "reason": text}, {**WHY, "operator": text}):
            assert (await operator.refused("/api/admin/bots", {**why, "name": "Robot"}))[0] == 400
        assert await operator.get("/api/admin/acts") == []
        why = {**WHY, "reason": "two lines,\n\tone indented"}
        await operator.post("/api/admin/bots", {**why, "name": "Robot"})


async def test_reports_come_slowly_and_from_players() -> None:
    settings = replace(SETTINGS, report_rate=2)
    async with serving(settings) as served, visiting(served) as one, visiting(served) as other:
        table = (await one.post("/api/tables", {}))["id"]
        said = {"account": await id_of(other), "table": table, "text": "slow"}
        answers = [(await one.http.post("/api/reports", json=said)).status_code for _ in range(3)]
        assert answers == [204, 204, 429]
        async with visiting(served, guest=False) as nobody:
            assert (await nobody.http.post("/api/reports", json=said)).status_code == 401
