"""What the rules say, over HTTP."""

import json
from typing import Any

from taipao.server.alone import OneTable
from tests.server.serving import serving
from tests.server.visitors import visiting


def by_id(answer: dict[str, Any]) -> dict[str, Any]:
    return {one["rule"]: one for one in answer["rules"]}


async def test_every_rule_set_is_explained_to_anybody() -> None:
    async with serving() as served, visiting(served, guest=False) as visitor:
        standard = await visitor.get("/api/rules")
        assert standard["ruleset"] == "standard"
        assert "1" in by_id(standard)["V1"]["zh"]["sentence"]
        alternate = await visitor.get("/api/rules?ruleset=alternate")
        assert "A1" in by_id(alternate)
        assert "V1" not in by_id(alternate)
        changed = {"base": "standard", "set": {"tai.V1": 4, "double_from": 0}}
        answer = await visitor.http.get("/api/rules", params={"ruleset": json.dumps(changed)})
        told = by_id(answer.json())
        assert "4" in told["V1"]["en"]["sentence"]
        assert told["S1"] != by_id(standard)["S1"]


async def test_a_rule_set_that_cannot_be_is_refused() -> None:
    async with serving() as served, visiting(served) as visitor:
        for text, reason in (
            ("nosuch", "bad_ruleset"),
            ('{"base": "standard", "set": {"tai.V99": 1}}', "bad_ruleset"),
            ('{"base": ', "bad_request"),
            ("{" * 3000, "bad_request"),
        ):
            answer = await visitor.http.get("/api/rules", params={"ruleset": text})
            assert answer.status_code == 400, text
            assert answer.json()["extra"]["reason"] == reason
        assert (await visitor.http.get("/api/rules?ruleset=" + "x" * 5000)).status_code == 400


async def test_a_server_for_one_person_explains_them_too() -> None:
    async with serving(one=OneTable()) as served, visiting(served, guest=False) as visitor:
        assert (await visitor.get("/api/rules"))["rules"]
