"""The application over plain HTTP: who may ask, the page, the records."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from taipao.server.app import bind, create_app
from tests.server.client import connected, serving
from tests.server.conftest import Serve

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
async def test_others_are_refused(serve: Serve, built: Path, headers: dict[str, str]) -> None:
    async with serve(built=built) as table, httpx.AsyncClient() as http:
        for path in ("/", "/icon.svg", "/records/x"):
            answer = await http.get(table.address + path, headers=filled(headers, table.port))
            assert answer.status_code == 403
            assert "台炮" not in answer.text


@pytest.mark.parametrize("headers", OWN)
async def test_this_machine_is_answered(serve: Serve, built: Path, headers: dict[str, str]) -> None:
    async with serve(built=built) as table, httpx.AsyncClient() as http:
        answer = await http.get(table.address, headers=filled(headers, table.port))
        assert answer.status_code == 200
        assert "台炮" in answer.text


@pytest.mark.parametrize("headers", [h for h in FOREIGN if "origin" in h])
async def test_a_foreign_page_gets_no_socket(serve: Serve, headers: dict[str, str]) -> None:
    async with serve() as table:
        with pytest.raises(InvalidStatus) as refused:
            async with connected(table.port, origin=filled(headers, table.port)["origin"]):
                pass
        assert refused.value.response.status_code == 403


async def test_a_foreign_name_gets_no_socket(serve: Serve) -> None:
    """As in DNS rebinding: the name is foreign, the address ours."""
    async with serve() as table:
        with pytest.raises(InvalidStatus) as refused:
            async with connect(
                f"ws://evil.example:{table.port}/ws", host="127.0.0.1", port=table.port
            ):
                pass
        assert refused.value.response.status_code == 403


async def test_the_pages_own_socket_is_taken(serve: Serve) -> None:
    async with serve() as table:
        origin = f"http://127.0.0.1:{table.port}"
        async with connected(table.port, origin=origin) as client:
            assert (await client.hello())["seat"] == 0


async def test_the_page_is_never_kept_and_hashed_files_for_ever(serve: Serve, built: Path) -> None:
    async with serve(built=built) as table, httpx.AsyncClient(base_url=table.address) as http:
        page = await http.get("/")
        assert page.headers["cache-control"] == "no-cache"
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        policy = page.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "script-src" not in policy
        assert page.headers["x-content-type-options"] == "nosniff"
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
        "/%00",
        "/" + "a" * 5000,
        "/assets",
        "/assets/",
        "/nothing.js",
    ],
)
async def test_outside_the_page_there_is_nothing(serve: Serve, built: Path, path: str) -> None:
    async with serve(built=built) as table:
        # httpx tidies paths up, so the request is written by hand.
        answer = await raw_get(table.port, path)
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


async def test_a_page_that_is_not_built_says_how(serve: Serve, tmp_path: Path) -> None:
    async with serve(built=tmp_path / "none") as table, httpx.AsyncClient() as http:
        answer = await http.get(table.address)
    assert answer.status_code == 503
    assert "make play" in answer.text
    assert "构建" in answer.text


async def test_a_record_that_is_not_there(serve: Serve) -> None:
    async with serve() as table, httpx.AsyncClient() as http:
        assert (await http.get(f"{table.address}/records/none")).status_code == 404


def test_only_this_machine_is_listened_to() -> None:
    with bind() as listening:
        host, port = listening.getsockname()
        assert host == "127.0.0.1"
        with pytest.raises(OSError):
            bind(port)


async def test_stopping_closes_sockets() -> None:
    async with AsyncExitStack() as clients:
        async with serving(create_app()) as port:
            client = await clients.enter_async_context(connected(port))
            await client.hello()
        assert await client.closed() == 1012
