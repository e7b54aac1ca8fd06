"""The record: canonical JSON, numbers, and a digest under which no byte can change."""

from __future__ import annotations

import hashlib
import json

import pytest

from taipao.errors import RecordError
from taipao.game.actions import Discard
from taipao.game.events import Drawn, ReadyNoted
from taipao.game.record import Recorder, canonical, header, read
from taipao.rules.ruleset import load_ruleset

from .players import SEATED
from .rounds import round_of


def first(**changes):
    given = {
        "number": 1,
        "dealer": 0,
        "secret": bytes(32),
        "contributions": [None, b"\x01", None, None],
        **changes,
    }
    return header(load_ruleset("standard"), SEATED, **given)


def test_the_header_is_as_the_contract_says():
    plain = json.loads(canonical(first()))
    assert plain == {
        "format": "taipao-record",
        "version": 1,
        "ruleset": "standard",
        "digest": load_ruleset("standard").digest,
        "seats": [{"name": f"seat {seat}", "bot": None} for seat in range(4)],
        "round": 1,
        "dealer": 0,
        "secret": "00" * 32,
        "commitment": hashlib.sha256(bytes(32)).hexdigest(),
        "contributions": [None, "01", None, None],
    }


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_every_line_is_canonical_json(seed):
    lines = round_of(seed).record.decode().splitlines(keepends=True)
    for line in lines:
        value = json.loads(line)
        text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert line == text + "\n"
    body = "".join(lines[:-1]).encode()
    assert json.loads(lines[-1]) == {"sha256": hashlib.sha256(body).hexdigest()}


def test_private_events_have_no_number_and_shift_none():
    recorder = Recorder(first())
    recorder.events([Drawn(0, "head", "turn", None, None, "1m"), ReadyNoted(0)])
    recorder.action(0, Discard("1m"), "bot")
    recorder.events([Drawn(1, "head", "turn", None, None, "2m")], time=17)
    lines = [json.loads(line) for line in recorder.finish().splitlines()]
    assert [line.get("number") for line in lines[1:-1]] == [1, None, None, 2]
    assert lines[4]["time"] == 17
    assert "time" not in lines[1]


def test_a_record_reads_back():
    record = round_of(2).record
    parsed = read(record)
    again = b"".join([canonical(parsed.header), *map(canonical, parsed.lines)])
    assert record.startswith(again)
    assert len(parsed.lines) == record.count(b"\n") - 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: b"", "empty"),
        (lambda data: data[:-1], "newline"),
        (lambda data: data[: len(data) // 2], "cut short"),
        (lambda data: data.replace(b'"version":1', b'"version":2', 1), "version 2"),
        (lambda data: data.replace(b"{", b"{ ", 1), "column 2"),
        (lambda data: b"[]\n" + data, "line 1"),
        (lambda data: data.replace(b'"dealer":', b'"dealers":', 1), "line 1"),
        (lambda data: data.replace(b"\n", b"\n\n", 1), "line 2"),
        (lambda data: b"[" * 100_000 + b"\n" + data, "line 1"),
        (lambda data: b"\xff" + data, "line 1"),
    ],
)
def test_what_is_no_record_is_refused_with_its_place(change, message):
    with pytest.raises(RecordError, match=message):
        read(change(round_of(2).record))
