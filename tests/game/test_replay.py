"""Replaying and verifying: the engine and the wall against the bytes (see also tests/cli)."""

from __future__ import annotations

import pytest

from taipao.errors import RecordError, VerifyError
from taipao.game.record import read
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


def test_a_scripted_wall_does_not_verify():
    game = round_of(1)
    assert game.wall is not None
    with pytest.raises(RecordError):
        replay(game.record)
    with pytest.raises(VerifyError, match="line 2"):
        verify(game.record)
