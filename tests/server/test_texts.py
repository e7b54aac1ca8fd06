"""What cannot be kept as text is refused wherever it stands, on both kinds of database."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest

from tests.server.client import connected
from tests.server.operating import asked
from tests.server.serving import Served, serving
from tests.server.visitors import JSON, Visitor

NUL = "a\0b"
BAD_PARTS = ("%00", "a%00b", "%FF", "%ED%A0%80", "%ED%B0%80x", "%C0%80", "a%80")
"""A NUL, a byte out of place, halves of a surrogate pair, and a NUL written too long."""
BAD_TEXTS = (b'"\\ud800"', b'"\\udc00\\ud800"', b'"\xff"', b'"\xed\xa0\x80"', b'"\x00"', b"\xff")
BIDDEN = {"string": "x", "integer": 1, "boolean": True, "array": [], "object": {}, "null": None}
OTHERS = ("/t/{code}", "/{path}", "/assets/{path}")
"""What is answered besides what the description has."""


@pytest.fixture
async def asking(database_url: str) -> AsyncIterator[tuple[Served, Visitor]]:
    async with asked(database_url) as (served, visitor):
        yield served, visitor


async def description(visitor: Visitor) -> dict[str, Any]:
    told: dict[str, Any] = await visitor.get("/api/schema/openapi.json")
    return told


def calls(described: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield method, path and description of every call there is, what signs out being the last."""
    for last in (False, True):
        for path, methods in described["paths"].items():
            for method, call in methods.items():
                if (method == "delete") is last:
                    yield method.upper(), path, call


def named(call: dict[str, Any], where: str) -> list[str]:
    return [one["name"] for one in call.get("parameters", ()) if one["in"] == where]


def filled(path: str, part: str) -> Iterator[str]:
    """Yield a path with a part in the place of each of its parameters in turn."""
    pieces = path.split("/")
    for place, piece in enumerate(pieces):
        if piece.startswith("{"):
            whole = [*pieces[:place], part, *pieces[place + 1 :]]
            yield "/".join("0" if one.startswith("{") else one for one in whole)


async def test_no_path_holds_what_is_no_text(asking: tuple[Served, Visitor]) -> None:
    _, visitor = asking
    paths = [(m, path) for m, path, _ in calls(await description(visitor))]
    paths += [("GET", path) for path in OTHERS]
    tried = 0
    for method, path in paths:
        for part in BAD_PARTS:
            for address in filled(path, part):
                # A seat is a number, and what is no number is no seat.
                allowed = {404} if "/sit/" in path and address.endswith(part) else {400}
                answer = await visitor.http.request(method, address)
                assert answer.status_code in allowed, (method, address, answer.text)
                tried += 1
    assert tried > 20 * len(BAD_PARTS)
    assert (await visitor.get("/api/me"))["name"] == "Alice"


async def test_no_query_holds_what_is_no_text(asking: tuple[Served, Visitor]) -> None:
    _, visitor = asking
    for method, path, call in calls(await description(visitor)):
        names = named(call, "query")
        queries = [f"{name}={part}" for name in names for part in BAD_PARTS]
        for query in (*queries, f"unknown={BAD_PARTS[0]}", f"{BAD_PARTS[1]}=1", BAD_PARTS[2]):
            address = f"{next(filled(path, '0'), path)}?{query}"
            answer = await visitor.http.request(method, address)
            assert answer.status_code == 400, (method, address, answer.text)
            assert "the query" in answer.json()["detail"]
    assert (await visitor.get("/api/me"))["name"] == "Alice"


def resolved(schema: dict[str, Any], described: dict[str, Any]) -> dict[str, Any]:
    reference = schema.get("$ref")
    if reference is None:
        return schema
    found: dict[str, Any] = described["components"]["schemas"][reference.rpartition("/")[2]]
    return found


def bodies(call: dict[str, Any], described: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield bodies of a call with a NUL in each of its fields in turn, and one in a field's name.

    The other fields are as good as the description alone can make them.
    """
    wanted = call.get("requestBody")
    if wanted is None:
        return
    schema = resolved(wanted["content"]["application/json"]["schema"], described)
    good: dict[str, Any] = {}
    for name, field in schema["properties"].items():
        kind = resolved(field, described).get("type", "string")
        good[name] = BIDDEN[kind if isinstance(kind, str) else kind[0]]
    yield {**good, NUL: "x"}
    for name in good:
        yield {**good, name: NUL}
    yield {**good, name: [{"set": {NUL: 1}}]}


async def test_no_json_holds_what_is_no_text(asking: tuple[Served, Visitor]) -> None:
    _, visitor = asking
    described = await description(visitor)
    tried = 0
    for method, path, call in calls(described):
        address = next(filled(path, "0"), path)
        for body in bodies(call, described):
            answer = await visitor.http.request(method, address, json=body)
            assert answer.status_code == 400, (method, path, body, answer.text)
            assert "U+0000 cannot be in a text - at `" in answer.json()["detail"]
            tried += 1
        if "requestBody" in call:
            for text in BAD_TEXTS:
                content = b'{"name": ' + text + b"}"
                answer = await visitor.http.request(method, address, content=content)
                assert answer.status_code == 400, (method, path, content, answer.text)
    assert tried > 50
    assert (await visitor.get("/api/me"))["name"] == "Alice"


async def test_it_is_said_where_a_nul_stands(asking: tuple[Served, Visitor]) -> None:
    _, visitor = asking
    for body, where in (
        ({"name": NUL, "password": "correct horse"}, "`$.name`"),
        ({"name": "Bob", "password": ["x", NUL]}, "`$.password[...]`"),
        ({NUL: "Bob"}, "`key of $`"),
        (NUL, "`$`"),
    ):
        status, told = await visitor.refused("/api/session", body)
        assert (status, where in told) == (400, True), told
    status, told = await visitor.refused("/api/admin/accounts?search=a%00", method="GET")
    assert status == 400
    assert told.startswith("the query holds the character U+0000, its character 9")
    status, told = await visitor.refused("/api/players/a%FF", method="GET")
    assert status == 400
    assert told.startswith("the path is not UTF-8 at its byte 15")


@pytest.mark.parametrize("path", [b"/api/players/\xff", b"/api/players/a\x00", b"/?\xed\xa0\x80"])
async def test_bytes_that_no_address_has_end_their_own_connection(path: bytes) -> None:
    async with serving() as served:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(b"GET " + path + b" HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
        answer = await reader.read()
        writer.close()
        assert answer == b"" or answer.startswith(b"HTTP/1.1 4"), answer
        async with httpx.AsyncClient(base_url=served.address, headers=JSON) as http:
            assert (await http.post("/api/guest")).status_code == 200


async def test_sockets_say_nothing_that_cannot_be_kept(asking: tuple[Served, Visitor]) -> None:
    served, visitor = asking
    socket = connected(served.port, additional_headers=visitor.cookie)
    async with socket as client:
        for table in (json.dumps(NUL), '"\\ud800"'):
            await client.send('{"type": "hello", "protocol": 1, "table": ' + table + "}")
            assert (await client.receive())["code"] in {"no_table", "bad_message"}
        await client.hello()
        await client.start({"base": NUL, "set": {NUL: NUL}})
        assert (await client.until("error"))["code"] == "bad_ruleset"
        await client.start()
        await client.until("view")
