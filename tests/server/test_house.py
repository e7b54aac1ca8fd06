"""The own table: the last, or one against bots of a level."""

from __future__ import annotations

import pytest

from taipao.bots import LEVELS, Level
from tests.server.client import Client, connected
from tests.server.serving import Served, serving
from tests.server.visitors import Visitor, visiting


async def own_table(served: Served, visitor: Visitor, level: Level | None) -> tuple[str, list[str]]:
    """Come to the own table; return its id and who sits there besides."""
    async with connected(served.port, additional_headers=visitor.cookie) as client:
        welcome = await client.hello(level=level)
        return welcome["table"], [player["name"] for player in welcome["players"][1:]]


async def test_each_level_has_a_table_of_its_own_that_is_gone_back_to() -> None:
    async with serving() as served, visiting(served) as visitor:
        normal, names = await own_table(served, visitor, None)
        assert names == [LEVELS["normal"]] * 3
        hard, names = await own_table(served, visitor, "hard")
        assert names == [LEVELS["hard"]] * 3
        easy, names = await own_table(served, visitor, "easy")
        assert names == [LEVELS["easy"]] * 3
        assert len({normal, hard, easy}) == 3
        assert (await own_table(served, visitor, "normal"))[0] == normal
        assert (await own_table(served, visitor, "hard"))[0] == hard
        assert (await own_table(served, visitor, None))[0] == easy, "where it sat down last"


async def test_a_table_with_others_is_none_against_bots() -> None:
    async with serving() as served, visiting(served) as visitor:
        seats = ["me", "free", "normal", "normal"]
        shared = (await visitor.post("/api/tables", {"seats": seats}))["id"]
        assert (await own_table(served, visitor, "normal"))[0] != shared


@pytest.mark.parametrize("level", ["solid", "", 1])
async def test_there_is_no_such_level(level: object) -> None:
    async with serving() as served, connected(served.port) as client:
        assert await refusal(client, level) == "bad_message"


async def refusal(client: Client, level: object) -> str:
    await client.send({"type": "hello", "protocol": 1, "level": level})
    code: str = (await client.until("error", "welcome"))["code"]
    return code
