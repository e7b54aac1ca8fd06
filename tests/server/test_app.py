"""The application over plain HTTP and by one socket: who may ask, the page, whose table it is."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from taipao.errors import StoreAway
from taipao.server.alone import OneTable
from taipao.server.logs import JsonLines
from taipao.server.protocol import MAX_MESSAGE_BYTES
from taipao.server.settings import Settings
from taipao.server.store import DatabaseStore, open_store
from tests.server.client import connected, seated
from tests.server.serving import UNLIMITED, serving
from tests.server.visitors import JSON, visiting

ONE = OneTable(bots=("random", "random", "random"))
FOREIGN = [
    {"host": "evil.example"},
    {"host": "127.0.0.1.evil.example:{port}"},
    {"host": "127.0.0.1"},
    {"host": "127.0.0.1:1"},
    {"host": "0.0.0.0:{port}"},
    {"host": ""},
    {"origin": "http://evil.example"},
    {"origin": "http://evil.example:{port}"},
    {"origin": "http://127.0.0.1"},
    {"origin": "http://localhost:1"},
    {"origin": "https://127.0.0.1:{port}"},
    {"origin": "http://127.0.0.1:{port}@evil.example"},
    {"origin": "null"},
]
OWN = [
    {},
    {"host": "localhost:{port}"},
    {"host": "LocalHost:{port}", "origin": "http://localhost:{port}"},
    {"origin": "http://127.0.0.1:{port}"},
]


def filled(headers: dict[str, str], port: int) -> dict[str, str]:
    return {name: value.format(port=port) for name, value in headers.items()}


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>台炮</title>", "utf-8")
    (folder / "assets/main-1a2b3c.js").write_text("export {};\n")
    (folder / "assets/tiles-1a2b3c.svg").write_text("<svg/>")
    (folder / "icon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("not of the page")
    return folder


@pytest.mark.parametrize("headers", FOREIGN)
async def test_at_a_table_for_one_others_are_refused(built: Path, headers: dict[str, str]) -> None:
    async with serving(one=ONE, page=built) as served, httpx.AsyncClient() as http:
        for path in ("/", "/icon.svg", "/records/x", "/api/me"):
            answer = await http.get(f"{served.address}{path}", headers=filled(headers, served.port))
            assert answer.status_code == 403
            assert "taipao play" in answer.text


@pytest.mark.parametrize("headers", OWN)
async def test_the_machines_own_names_are_taken(built: Path, headers: dict[str, str]) -> None:
    async with serving(one=ONE, page=built) as served, httpx.AsyncClient() as http:
        answer = await http.get(served.address, headers=filled(headers, served.port))
        assert answer.status_code == 200
        assert "台炮" in answer.text


@pytest.mark.parametrize("headers", [h for h in FOREIGN if "origin" in h])
async def test_a_foreign_page_gets_no_socket(headers: dict[str, str]) -> None:
    for one in (ONE, None):
        async with serving(one=one) as served:
            with pytest.raises(InvalidStatus) as refused:
                async with connected(served.port, origin=filled(headers, served.port)["origin"]):
                    pass
            assert refused.value.response.status_code == 403


async def test_a_foreign_name_gets_no_socket() -> None:
    """As in DNS rebinding: the name is foreign, the address ours."""
    async with serving(one=ONE) as served:
        with pytest.raises(InvalidStatus) as refused:
            async with connect(
                f"ws://evil.example:{served.port}/ws", host="127.0.0.1", port=served.port
            ):
                pass
        assert refused.value.response.status_code == 403


async def test_the_pages_own_socket_is_taken() -> None:
    async with serving(one=ONE) as served:
        origin = f"http://127.0.0.1:{served.port}"
        async with connected(served.port, origin=origin) as client:
            assert (await client.hello())["seat"] == 0


async def test_a_server_for_many_knows_its_names_and_its_pages() -> None:
    settings = Settings(
        hosts=("Mahjong.example",), origins=("https://pages.example",), secure=True, drain=0
    )
    async with (
        serving(settings) as served,
        httpx.AsyncClient(base_url=served.address, headers=JSON) as http,
    ):
        for headers, status in (
            ({"host": "mahjong.example"}, 200),
            ({"host": "mahjong.example", "origin": "https://mahjong.example"}, 200),
            ({"host": "mahjong.example", "origin": "https://pages.example"}, 200),
            ({"host": "mahjong.example", "origin": "http://mahjong.example"}, 403),
            ({"host": "mahjong.example", "origin": "https://evil.example"}, 403),
            ({"host": "evil.example", "origin": "https://evil.example"}, 403),
            ({}, 403),
        ):
            assert (await http.post("/api/guest", headers=headers)).status_code == status


async def test_operators_ask_by_any_name() -> None:
    settings = Settings(hosts=("mahjong.example",), drain=0)
    async with serving(settings) as served, httpx.AsyncClient(base_url=served.address) as http:
        for path in ("/healthz", "/readyz", "/metrics"):
            assert (await http.get(path)).status_code == 200
            foreign = await http.get(path, headers={"origin": "https://evil.example"})
            assert foreign.status_code == 403
        assert (await http.get("/healthz/")).status_code == 403
        assert (await http.get("/")).status_code == 403


async def test_the_page_is_never_kept_and_hashed_files_for_ever(built: Path) -> None:
    async with (
        serving(page=built) as served,
        httpx.AsyncClient(base_url=served.address) as http,
    ):
        page = await http.get("/")
        assert page.headers["cache-control"] == "no-cache"
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        policy = page.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "script-src" not in policy
        assert "unsafe" not in policy
        assert page.headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in page.headers
        script = await http.get("/assets/main-1a2b3c.js")
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["content-type"] == "text/javascript; charset=utf-8"
        icon = await http.get("/icon.svg")
        assert icon.headers["content-type"] == "image/svg+xml"
        assert icon.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/../../secret.txt",
        "//etc/passwd",
        "/" + "a" * 5000,
        "/assets",
        "/assets/",
        "/nothing.js",
        "/api/nothing",
    ],
)
async def test_outside_the_page_there_is_nothing(built: Path, path: str) -> None:
    async with serving(page=built) as served:
        # httpx tidies paths up, so the request is written by hand.
        answer = await raw_get(served.port, path)
    assert answer.startswith(b"HTTP/1.1 404")
    assert b"not of the page" not in answer


async def raw_get(port: int, path: str) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode()
    )
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer


async def test_a_page_that_is_not_built_says_how(tmp_path: Path) -> None:
    async with serving(page=tmp_path / "none") as served, httpx.AsyncClient() as http:
        answer = await http.get(served.address)
    assert answer.status_code == 503
    assert "make play" in answer.text
    assert "构建" in answer.text


async def test_a_stranger_gets_a_cookie_and_a_table_of_its_own() -> None:
    async with serving() as served:
        async with connected(served.port) as first:
            table = (await first.hello())["table"]
            assert first.socket.response is not None
            cookie = first.socket.response.headers["set-cookie"].split(";")[0]
        async with connected(served.port, additional_headers={"cookie": cookie}) as again:
            assert again.socket.response is not None
            assert "set-cookie" not in again.socket.response.headers
            assert (await again.hello())["table"] == table
        async with connected(served.port) as other:
            assert (await other.hello())["table"] != table


async def test_two_windows_of_somebody_new_meet_at_one_table() -> None:
    async with serving() as served, visiting(served) as visitor:
        cookie = f"taipao={visitor.token}"
        async with (
            connected(served.port, additional_headers={"cookie": cookie}) as one,
            connected(served.port, additional_headers={"cookie": cookie}) as other,
        ):
            tables = await asyncio.gather(one.hello(), other.hello())
    assert tables[0]["table"] == tables[1]["table"]
    assert len({table["table"] for table in tables}) == 1


async def test_nobody_plays_at_a_table_where_another_sits() -> None:
    async with serving() as served, seated(served.port) as owner:
        table = owner.log[-1]["table"]
        async with connected(served.port) as other:
            for wanted in (table, "none"):
                await other.send({"type": "hello", "protocol": 1, "table": wanted})
                assert (await other.until("error"))["code"] == "no_table"
            # It may still go to its own.
            assert (await other.hello())["table"] != table


async def test_a_flood_is_refused_and_read_slowly() -> None:
    settings = Settings(socket_rate=20, address_rate=0, drain=0)
    async with serving(settings) as served, seated(served.port) as client:
        for _ in range(100):
            await client.send({"type": "autopilot", "on": False})
        assert (await client.until("error"))["code"] == "too_fast"
        async with seated(served.port) as other:
            assert other.log[-1]["type"] == "welcome", "others are heard at once"


async def test_an_address_that_asks_too_much_is_refused() -> None:
    settings = Settings(address_rate=1, drain=0)
    async with serving(settings) as served, httpx.AsyncClient(base_url=served.address) as http:
        answers = [await http.get("/healthz") for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200] * 4 + [429]
        assert answers[-1].headers["retry-after"] == "1"
        with pytest.raises(InvalidStatus):
            async with connected(served.port):
                pass


async def test_a_proxy_is_believed_only_if_it_is_named() -> None:
    for proxies, statuses in (((), [200] * 4 + [429]), (("127.0.0.1",), [200] * 5)):
        settings = Settings(address_rate=1, drain=0, proxies=proxies)
        async with serving(settings) as served, httpx.AsyncClient() as http:
            answers = [
                await http.get(
                    f"{served.address}/healthz", headers={"x-forwarded-for": f"10.0.0.{n}"}
                )
                for n in range(5)
            ]
        assert [answer.status_code for answer in answers] == statuses


async def test_while_the_database_is_away_nobody_is_let_in(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = await open_store()

    async def away(_: DatabaseStore, __: object) -> None:
        raise StoreAway("the database is away")

    async with serving(store=store) as served, httpx.AsyncClient(base_url=served.address) as http:
        assert (await http.get("/readyz")).text == "ready\n"
        monkeypatch.setattr(DatabaseStore, "read", away)
        answer = await http.get("/readyz")
        assert (answer.status_code, answer.text) == (503, "the database does not answer\n")
        assert (await http.get("/healthz")).status_code == 200
        answer = await http.get("/api/me", headers={"cookie": "taipao=x"})
        assert answer.status_code == 503
        async with connected(served.port, additional_headers={"cookie": "taipao=x"}) as client:
            assert await client.closed() == 1013
    assert [one.levelno for one in caplog.records if one.exc_info] == []
    assert any(one.levelno == logging.ERROR for one in caplog.records)


async def test_a_database_that_answers_and_takes_nothing_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def full(_: object, __: bool) -> None:
        raise OSError("the disk is full")

    store = await open_store()
    async with (
        serving(store=store) as served,
        httpx.AsyncClient(base_url=served.address) as http,
        seated(served.port) as client,
    ):
        with monkeypatch.context() as broken:
            broken.setattr(store.committer, "_keep", full)
            broken.setattr(store.committer, "_is_away", lambda _: True)
            await client.start()
            async with asyncio.timeout(20):
                while not store.committer.away:
                    await asyncio.sleep(0.005)
            answer = await http.get("/readyz")
            assert (answer.status_code, answer.text) == (503, "the database is away\n")
            figures = (await http.get("/metrics")).text.splitlines()
            assert "taipao_database_away 1.0" in figures
            assert "taipao_commit_waiting 0.0" in figures, "the unit is being tried"
        await client.until("view")
        assert (await http.get("/readyz")).status_code == 200
        assert "taipao_database_away 0.0" in (await http.get("/metrics")).text.splitlines()


async def test_figures_are_told_unless_turned_off() -> None:
    async with serving() as served, seated(served.port) as client:
        await client.start()
        await client.until("decision")
        async with httpx.AsyncClient(base_url=served.address) as http:
            answer = await http.get("/metrics")
            assert answer.headers["content-type"].startswith("text/plain; version=")
            for line in ("taipao_tables 1.0", "taipao_sockets 1.0", "taipao_frozen_tables 0.0"):
                assert line in answer.text.splitlines()
            kept = [line for line in answer.text.splitlines() if "commit_seconds_count" in line]
            assert float(kept[0].split()[1]) >= 1
    async with serving(Settings(metrics=False, drain=0)) as served, httpx.AsyncClient() as http:
        assert (await http.get(f"{served.address}/metrics")).status_code == 404


async def test_draining_tells_everybody_and_then_lets_go() -> None:
    async with (
        serving(Settings(drain=30, address_rate=0)) as served,
        seated(served.port) as client,
        httpx.AsyncClient(base_url=served.address, headers=JSON) as http,
    ):
        await http.post("/api/guest")
        await client.start()
        await client.until("decision")
        served.server.end()
        assert "重启" in (await client.until("draining"))["message"]
        answer = await http.get("/readyz")
        assert (answer.status_code, answer.text) == (503, "draining\n")
        assert (await http.post("/api/tables", json={})).status_code == 503
        async with connected(served.port) as late:
            await late.send({"type": "hello", "protocol": 1})
            assert (await late.until("error"))["code"] == "draining"
        # Told again, it waits no longer for the round.
        served.server.end()
        assert await client.closed() == 1012


async def test_stopping_closes_sockets() -> None:
    async with AsyncExitStack() as clients:
        async with serving(UNLIMITED, one=ONE) as served:
            client = await clients.enter_async_context(seated(served.port))
        assert await client.closed() == 1012


async def test_records_are_copied_for_the_one_person(tmp_path: Path) -> None:
    one = OneTable(bots=("random",) * 3, records=tmp_path)
    async with serving(one=one) as served, seated(served.port) as client:
        await client.start()
        over = await client.play_round(random.Random(7))
        async with httpx.AsyncClient(base_url=served.address) as http:
            record = (await http.get(over["record"])).content
        name = over["record"].rsplit("/", 1)[1]
        async with asyncio.timeout(20):
            while not (tmp_path / f"{name}.jsonl").exists():
                await asyncio.sleep(0.005)
        assert (tmp_path / f"{name}.jsonl").read_bytes() == record


async def test_a_fault_of_a_table_is_logged_with_table_round_and_number(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: object) -> None:
        raise RuntimeError("the engine is broken")

    async with serving() as served, seated(served.port) as client:
        monkeypatch.setattr("taipao.game.play.Play.go_on", fail)
        await client.start()
        view = await client.until("view")
        if view["view"]["turn"] == view["view"]["seat"]:
            decision = await client.until("decision")
            await client.act(decision["id"], decision["actions"][0])
        await client.until("frozen")
        async with httpx.AsyncClient(base_url=served.address) as http:
            figures = (await http.get("/metrics")).text.splitlines()
    assert "taipao_frozen_tables 1.0" in figures
    (logged,) = [one for one in caplog.records if one.levelno == logging.ERROR]
    line = json.loads(JsonLines().format(logged))
    assert line["table"] == client.log[0]["table"]
    assert line["round"] == view["round"]
    assert line["number"] >= view["view"]["number"] > 0
    assert line["fault"].endswith("RuntimeError: the engine is broken")


async def test_the_log_says_what_becomes_of_a_table(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "taipao")
    async with serving() as served:
        async with seated(served.port) as client:
            await client.start()
            await client.play_round(random.Random(0))
        async with asyncio.timeout(20):
            while served.house.lobby.figures().sockets:
                await asyncio.sleep(0.005)
    lines = [json.loads(JsonLines().format(one)) for one in caplog.records]
    told = {line["message"]: line for line in lines}
    round_ = {"table": client.log[0]["table"], "round": client.told("view")[0]["round"]}
    opened, began, over, gone = (
        {name: told[message].get(name) for name in ("table", "round", "seat", "number")}
        for message in (
            "the table is opened",
            "round 1 begins",
            "round 1 is over",
            "a socket is gone",
        )
    )
    assert opened == {"table": round_["table"], "round": None, "seat": None, "number": None}
    view, event = client.told("view")[0]["view"], client.told("event")[-1]
    assert began == round_ | {"seat": None, "number": view["number"]}
    assert over == round_ | {"seat": None, "number": event["number"]}
    assert gone == opened | {"seat": 0}


async def test_a_message_that_is_too_big_ends_its_socket_alone() -> None:
    async with serving() as served, seated(served.port) as client, seated(served.port) as other:
        await client.send("x" * (MAX_MESSAGE_BYTES + 1))
        assert await client.closed() == 1009
        await other.send("x" * MAX_MESSAGE_BYTES)
        assert (await other.until("error"))["code"] == "bad_message"
