"""Replaying and verifying: the engine and the wall against the bytes (see also tests/cli)."""

from __future__ import annotations

import hashlib

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from taipao.errors import RecordError, VerifyError
from taipao.game.events import RoundEnded
from taipao.game.record import EndLine, EventLine, canonical, read
from taipao.game.replay import replay, steps, verify
from taipao.game.state import SEATS
from taipao.game.view import project

from .rounds import round_of

SEEDS = [0, 2, 4]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_line_is_a_step(seed):
    game = round_of(seed)
    record = read(game.record)
    walked = list(steps(record))
    assert [step.number for step in walked] == list(range(2, len(record.lines) + 2))
    assert tuple(step.line for step in walked) == record.lines
    assert walked[-1].round == game.end


@pytest.mark.parametrize("seed", SEEDS)
def test_a_replayed_round_gives_every_seat_its_view(seed):
    game = round_of(seed)
    again = replay(game.record)
    for seat in range(SEATS):
        assert project(again, seat) == project(game.end, seat)


def rewritten(record: bytes, **changed: object) -> bytes:
    """Return a record with other fields in its last event, and a digest that fits."""
    *lines, last, _ = record.splitlines(keepends=True)
    line = msgspec.json.decode(last, type=EventLine)
    assert isinstance(line.event, RoundEnded)
    body = b"".join((*lines, canonical(replace(line, event=replace(line.event, **changed)))))
    return body + canonical(EndLine(hashlib.sha256(body).hexdigest()))


def test_a_record_from_before_payments_said_what_they_are_for_replays_as_it_was_written():
    game = round_of(0)
    older = rewritten(game.record, dues=UNSET)
    assert b'"dues"' in game.record
    assert b'"dues"' not in older
    assert replay(older) == game.end
    with pytest.raises(RecordError, match=r"round_ended\.points"):
        replay(rewritten(game.record, dues=UNSET, points=(1, -1, 0, 0)))
    with pytest.raises(RecordError, match=r"round_ended\.dues"):
        replay(rewritten(game.record, dues=()))


def test_a_scripted_wall_does_not_verify():
    game = round_of(1)
    assert game.wall is not None
    with pytest.raises(RecordError):
        replay(game.record)
    with pytest.raises(VerifyError, match="line 2"):
        verify(game.record)
