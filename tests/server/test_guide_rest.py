"""The guide and the calculator, over HTTP."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any, get_args

import pytest

from taipao.errors import ImpossibleCode
from taipao.rules.requests import answer_score
from taipao.rules.ruleset import RuleSet, load_ruleset
from taipao.server.alone import OneTable
from taipao.server.desk import Desk
from taipao.server.guard import Addresses
from taipao.server.guide import Library, Written, write_guide
from tests.server.serving import serving
from tests.server.visitors import visiting

WON: dict[str, Any] = {
    "indicators": ["8m", "3z"],
    "seat_wind": "south",
    "hand": "123456m789p56s55p",
    "melds": [{"kind": "pung", "tiles": "777z"}],
    "bonus": "1f5z",
    "win": {"tile": "7s", "by": "self_draw"},
}


async def test_the_guide_has_lessons_rules_and_scored_examples() -> None:
    async with serving() as served, visiting(served, guest=False) as visitor:
        guide = await visitor.get("/api/guide")
        assert guide["ruleset"] == "standard"
        assert [lesson["id"] for lesson in guide["lessons"]][:2] == ["aim", "tiles"]
        listed = {rule for chapter in guide["chapters"] for rule in chapter["rules"]}
        assert listed == {rule["rule"] for rule in guide["rules"]}
        for example in guide["examples"]:
            again = await visitor.post("/api/score", example["request"])
            assert again["sheet"]["items"] == example["sheet"]["items"]
        alternate = await visitor.get("/api/guide?ruleset=alternate")
        assert {example["rule"] for example in alternate["examples"]} > {"A1", "A4k", "A19"}


async def test_a_guide_that_is_known_is_not_sent_again() -> None:
    async with serving() as served, visiting(served, guest=False) as visitor:
        first = await visitor.http.get("/api/guide")
        etag = first.headers["etag"]
        assert first.headers["cache-control"] == "no-cache"
        for known in (etag, f'"other", W/{etag}'):
            again = await visitor.http.get("/api/guide", headers={"if-none-match": known})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == etag
        other = await visitor.http.get(
            "/api/guide?ruleset=alternate", headers={"if-none-match": etag}
        )
        assert other.status_code == 200
        assert other.headers["etag"] != etag


async def test_who_asks_while_a_guide_is_written_waits_for_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written, go = list[str](), threading.Event()

    def write_slowly(ruleset: RuleSet) -> Written:
        written.append(ruleset.name)
        go.wait()
        return write_guide(ruleset)

    monkeypatch.setattr("taipao.server.guide.write_guide", write_slowly)
    library, desk, ruleset = Library(), Desk(), load_ruleset("standard")
    try:
        first, *others = (asyncio.create_task(library.write(ruleset, desk)) for _ in range(3))
        await asyncio.sleep(0)
        first.cancel()
        go.set()
        one, other = await asyncio.gather(*others)
        assert one is other
        assert library.find(ruleset) is one
        assert written == ["standard"]
    finally:
        go.set()
        desk.close()


async def test_a_changed_rule_set_changes_guide_and_score() -> None:
    spec = {"base": "standard", "set": {"tai.V4": 5, "double_from": 9}}
    async with serving() as served, visiting(served, guest=False) as visitor:
        answer = await visitor.http.get("/api/guide", params={"ruleset": json.dumps(spec)})
        guide = answer.json()
        assert guide["ruleset"] == spec
        assert [one["tai"] for one in guide["examples"] if one["rule"] == "V4"] == [5]
        assert [one["tai"] for one in guide["rules"] if one["rule"] == "V4"] == [[5]]
        scored = await visitor.post("/api/score", {**WON, "ruleset": spec})
        assert (scored["sheet"]["tai"], scored["sheet"]["total"]) == (9, 18)
        for text in ("nosuch", '{"base": "standard", "set": {"tai.V99": 1}}', "{"):
            refused = await visitor.http.get("/api/guide", params={"ruleset": text})
            assert refused.status_code == 400


async def test_a_winner_is_scored_with_what_each_pays() -> None:
    async with serving() as served, visiting(served, guest=False) as visitor:
        scored = await visitor.post("/api/score", WON)
        told: Any = answer_score(WON)
        sheet = scored["sheet"]
        assert {key: sheet[key] for key in ("tai", "total", "items", "reading")} == {
            key: told[key] for key in ("tai", "total", "items", "reading")
        }
        assert scored["payments"] == [22, 0, 11, 11]
        assert (scored["waits"], scored["fault"]) == (None, None)


async def test_a_hand_that_waits_is_told_for_what() -> None:
    async with serving() as served, visiting(served, guest=False) as visitor:
        scored = await visitor.post("/api/score", {**WON, "win": None})
        waits = {wait["tile"]: wait for wait in scored["waits"]}
        assert waits.keys() >= {"4s", "7s"}
        assert waits["7s"]["self_draw"] == 11
        assert scored["sheet"]["role"] == "non_winner"
        assert scored["payments"] is None


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        (
            {"hand": "1111456m789p56s55p", "indicators": ["1m", "3z"]},
            {"code": "too_many", "where": "hand", "tile": "1m", "count": 5, "expected": 4},
        ),
        (
            {"hand": "123456m789p56s5p"},
            {"code": "hand_size", "where": "hand", "tile": None, "count": 12, "expected": 13},
        ),
        (
            {"melds": [{"kind": "chow", "tiles": "689s"}]},
            {"code": "not_a_run", "where": "melds[0].tiles", "tile": "6s"},
        ),
        ({"hand": "123456m789p56s5p1f"}, {"code": "bonus_in_hand", "tile": "1f"}),
        ({"win": {"tile": "9s", "by": "self_draw"}}, {"code": "not_a_win", "where": None}),
        (
            {"win": {"tile": "7s", "by": "self_draw", "opening": "heavenly"}},
            {"code": "opening_melded", "where": "win.opening"},
        ),
    ],
)
async def test_a_hand_that_cannot_be_is_told_why(
    changes: dict[str, Any], fault: dict[str, Any]
) -> None:
    async with serving() as served, visiting(served, guest=False) as visitor:
        scored = await visitor.post("/api/score", {**WON, **changes})
        assert fault.items() <= scored["fault"].items()
        assert scored["fault"]["message"]
        assert scored["sheet"] is None


@pytest.mark.parametrize(
    "body",
    [
        {},
        {**WON, "hand": 5},
        {**WON, "hand": "1x"},
        {**WON, "seat_wind": "up"},
        {**WON, "ruleset": "nosuch"},
        {**WON, "win": {"tile": "7s", "by": "self_draw", "share_out": 0}},
        {**WON, "indicators": ["8m"]},
    ],
)
async def test_what_is_no_request_is_refused(body: dict[str, Any]) -> None:
    async with serving() as served, visiting(served, guest=False) as visitor:
        assert (await visitor.refused("/api/score", body))[0] == 400


async def test_a_server_for_one_person_has_the_guide_too() -> None:
    async with serving(one=OneTable()) as served, visiting(served, guest=False) as visitor:
        assert (await visitor.get("/api/guide"))["lessons"]
        assert (await visitor.get("/api/rulesets"))["rulesets"]
        assert (await visitor.post("/api/score", WON))["sheet"]["total"] == 11


async def test_who_asks_too_much_waits() -> None:
    async with serving() as served, visiting(served, guest=False) as visitor:
        served.house.desk.askers = Addresses(0.001, seconds=2000)
        assert [
            (await visitor.http.post("/api/score", json=WON)).status_code for _ in range(3)
        ] == [200, 200, 429]


def test_every_code_has_its_words_in_the_page() -> None:
    from pathlib import Path

    page = Path(__file__).parents[2] / "web/src/rest/guide.ts"
    known = page.read_text("utf-8").partition("export type FaultCode =")[2].partition(";")[0]
    assert {part.strip(" '\n") for part in known.split("|") if part.strip()} == {
        "not_a_win",
        *get_args(ImpossibleCode),
    }
