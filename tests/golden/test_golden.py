"""Golden rounds: each record leads, line by line, to the same views and legal actions as ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from taipao.game import actions, events
from taipao.game.record import EventLine, read
from taipao.game.replay import replay, verify
from tests.golden.make import HERE, ROUNDS, described


@pytest.mark.parametrize("name", ROUNDS)
def test_a_golden_record_leads_to_the_same_steps(name: str) -> None:
    record = (HERE / f"{name}.jsonl").read_bytes()
    expected = (HERE / f"{name}.steps.jsonl").read_bytes().splitlines(keepends=True)
    for found, line in zip(described(record), expected, strict=True):
        assert found == line
    assert replay(record).board.phase == "ended"
    assert verify(record) > 64


def test_the_golden_rounds_are_those_that_are_there() -> None:
    assert {path.name for path in HERE.glob("*.jsonl")} == {
        f"{name}{end}" for name in ROUNDS for end in (".jsonl", ".steps.jsonl")
    }


def test_the_golden_rounds_hold_every_event_and_action() -> None:
    lines = [line for path in _records() for line in read(path.read_bytes()).lines]
    assert {type(line.event) for line in lines if isinstance(line, EventLine)} == {
        *events.Event.__args__
    }
    chosen = {type(line.action) for line in lines if not isinstance(line, EventLine)}
    assert chosen == {*actions.Action.__args__}


def _records() -> list[Path]:
    return [HERE / f"{name}.jsonl" for name in ROUNDS]
