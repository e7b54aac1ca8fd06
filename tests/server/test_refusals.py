"""Every refusal of the REST part carries a code, by which the page says it in its own words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_args

import pytest

import taipao.server
from taipao.errors import BadRequest, RuleSetError
from taipao.server.refusals import Objection, RefusalCode, reason_of
from tests.server.serving import serving
from tests.server.visitors import visiting

SERVER: Final = Path(taipao.server.__file__).parent
CODES: Final = frozenset(get_args(RefusalCode))
PROTOCOL: Final = Path(__file__).resolve().parents[2] / "docs/protocol.md"
UNSEEN: Final = frozenset(("admin_rest.py", "health.py", "page.py", "refusals.py"))
"""What answers operators and browsers alone, and not the page."""

ANSWERS: Final = frozenset(
    (
        "Conflict",
        "Unavailable",
        "NotAuthorizedException",
        "PermissionDeniedException",
        "NotFoundException",
        "TooManyRequestsException",
    )
)


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SERVER.glob("*.py")):
        if path.name not in UNSEEN:
            yield path.name, ast.parse(path.read_text(encoding="utf-8"))


def test_no_refusal_goes_without_its_code() -> None:
    found = 0
    for name, tree in modules():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)):
                continue
            called = node.exc.func
            if isinstance(called, ast.Name) and called.id in ANSWERS:
                found += 1
                extra = [ast.unparse(one.value) for one in node.exc.keywords if one.arg == "extra"]
                assert extra, f"{name}:{node.lineno} says no code"
                assert extra[0].startswith("because("), f"{name}:{node.lineno}"
    assert found > 15


def test_every_code_is_said_somewhere_and_described() -> None:
    strings = {
        node.value
        for _, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert CODES - strings - {"bad_ruleset"} == set(), "a code that nothing refuses with"
    told = PROTOCOL.read_text(encoding="utf-8")
    assert [code for code in sorted(CODES) if f"`{code}`" not in told] == []


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (BadRequest("x"), "bad_request"),
        (RuleSetError("x", "double_from"), "bad_ruleset"),
        (Objection("no_seat", "x"), "no_seat"),
    ],
)
def test_what_is_asked_for_in_vain_has_a_code(error: BadRequest, code: str) -> None:
    assert reason_of(error) == code


async def test_codes_come_with_the_answers() -> None:
    async with serving() as served, visiting(served) as visitor:

        async def refused(method: str, path: str, body: object = None) -> tuple[int, str]:
            answer = await visitor.http.request(method, path, json=body)
            return answer.status_code, answer.json()["extra"]["reason"]

        changed = {"ruleset": {"base": "standard", "set": {"double_from": -1}}}
        assert await refused("POST", "/api/friends", changed) == (400, "bad_ruleset")
        assert await refused("POST", "/api/friends", {"hints": 0}) == (400, "bad_request")
        assert await refused("GET", "/api/friends/QQQQQQ") == (404, "no_table")
        assert await refused("POST", "/api/tables/x/sit") == (404, "no_table")
        assert await refused("GET", "/api/queue") == (404, "not_waiting")
        assert await refused("POST", "/api/refill") == (409, "coins_enough")
        assert await refused("GET", "/api/players/x") == (404, "no_player")
        wrong = {"name": "nobody", "password": "correct horse"}
        assert await refused("POST", "/api/session", wrong) == (401, "wrong_credentials")
        named = {"name": "\N{ZERO WIDTH SPACE}", "password": "correct horse"}
        assert await refused("POST", "/api/account", named) == (400, "bad_name")
        for chosen in ("1234567", "p" * 129):
            named = {"name": "Alice", "password": chosen}
            assert await refused("POST", "/api/account", named) == (400, "bad_password")
            change = {"old": "correct horse", "new": chosen}
            assert await refused("POST", "/api/password", change) == (400, "bad_password")
        own = [(await visitor.post("/api/friends", {"bots": 3}))["id"] for _ in range(16)]
        assert await refused("POST", "/api/friends", {}) == (409, "too_many_tables")
        assert await refused("POST", f"/api/tables/{own[0]}/sit/1") == (409, "no_seat")
