"""Sheets in the words of `taipao score`."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from taipao.rules.requests import answer_score

from .test_claiming import WAITS_A

CASES = Path(__file__).parent.parent / "cases/score.jsonl"
ONE = json.loads(CASES.read_text("utf-8").splitlines()[0])["request"]


def test_a_sheet_is_the_answer_of_taipao_score_without_id_and_legal(table):
    made = table(hands={0: "4s", 1: WAITS_A}).play("0 discard 4s", "1 win")
    sheet = json.loads(msgspec.json.encode(made.result.sheets[1]))
    request = {
        "ruleset": "standard",
        "indicators": ["9s", "9p"],
        "seat_wind": "south",
        "hand": WAITS_A,
        "melds": [],
        "bonus": "",
        "win": {"tile": "4s", "by": "discard", "after": None, "opening": "earthly"},
    }
    answer = json.loads(json.dumps(answer_score(request)))
    assert answer.pop("legal") is True
    assert answer.pop("id") is None
    assert sheet.keys() - answer.keys() <= {"runner_up"}
    assert {name: sheet[name] for name in answer} == answer


@pytest.mark.parametrize("name", ["role", "shape", "tai", "doubled", "total", "items", "reading"])
def test_the_answer_of_taipao_score_has_every_field_of_a_sheet(name):
    assert name in answer_score(ONE)
