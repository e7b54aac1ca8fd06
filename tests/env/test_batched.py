"""Many tables at once: masks, rewards, and what the seats see."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from taipao.env.batched import BatchedTables
from taipao.errors import IllegalAction
from taipao.rules.ruleset import NAMES
from taipao.sim import observation as seen
from taipao.sim.table import PASS


def run(made: BatchedTables, steps: int) -> tuple[int, np.ndarray]:
    """Step at random, checking every mask; return the rounds that ended and all points."""
    rng, rounds, points = np.random.default_rng(0), 0, np.zeros(4, np.int64)
    state = made.reset()
    for _ in range(steps):
        assert state.masks.any(axis=1).all()
        state = made.step(made.choose_any(rng))
        assert not state.rewards.sum(axis=1).any()
        assert not state.rewards[~state.ended].any()
        rounds += int(state.ended.sum())
        points += state.rewards.sum(axis=0)
    return rounds, points


@pytest.mark.parametrize("base", NAMES)
def test_masks_are_legal_and_rewards_add_to_zero(base: str) -> None:
    rounds, points = run(BatchedTables(64, base), 500)
    assert rounds > 100
    assert points.sum() == 0


@pytest.mark.soak
@pytest.mark.parametrize("base", NAMES)
def test_ten_thousand_episodes_are_legal_and_add_to_zero(base: str) -> None:
    made, rounds = BatchedTables(512, base), 0
    for _ in range(10):
        rounds += run(made, 300)[0]
        made = BatchedTables(512, base, seed=rounds)
    assert rounds >= 10_000


def test_cores_do_not_change_what_happens() -> None:
    states = []
    for cores in (1, 2):
        made, rng = BatchedTables(10, seed=4, cores=cores), np.random.default_rng(2)
        made.reset()
        for _ in range(200):
            state = made.step(made.choose_any(rng))
        states.append([field.copy() for field in (*state, made.observations(), made.oracle())])
    for one, other in zip(*states, strict=True):
        assert np.array_equal(one, other)


def test_bots_play_the_seats_that_are_theirs() -> None:
    made, rng = (
        BatchedTables(20, bots=("greedy", None, "greedy", "random")),
        np.random.default_rng(2),
    )
    state = made.reset(seed=9)
    total = np.zeros(4, np.int64)
    for _ in range(600):
        assert (state.seats == 1).all()
        state = made.step(made.choose_any(rng))
        total += state.rewards.sum(axis=0)
    assert total[0] > 0 > total[1]


def test_a_round_that_bots_end_before_anybody_is_asked_is_left_out() -> None:
    # With this seed the bots end one of the first rounds before seat 0 is asked.
    made = BatchedTables(1024, bots=(None, "greedy", "greedy", "greedy"))
    state = made.reset(seed=7)
    assert (state.seats == 0).all()
    assert state.masks.any(axis=1).all()
    assert not state.rewards.any()
    assert not np.array_equal(made.rounds, np.arange(1024))


def test_what_is_forbidden_changes_no_table() -> None:
    made = BatchedTables(3)
    state = made.reset()
    before, actions = made.tables.copy(), state.masks.argmax(axis=1)
    actions[1] = PASS
    with pytest.raises(IllegalAction, match=r"table 1: seat . may not take action 84"):
        made.step(actions)
    assert np.array_equal(made.tables["counts"], before["counts"])
    with pytest.raises(ValueError, match="shape"):
        made.step(actions[:2])


def piled(tiles: dict[int, int]) -> np.ndarray:
    rows = np.zeros((4, 36), np.uint8)
    for kind, number in tiles.items():
        rows[: min(number, 4), kind] = 1
    return rows


def counted(faces: Any) -> dict[int, int]:
    counts: dict[int, int] = {}
    for face in faces:
        kind = face if face < 34 else 34 if face < 38 else 35
        counts[kind] = counts.get(kind, 0) + 1
    return counts


def test_planes_show_what_a_seat_sees_and_no_more() -> None:
    made, rng = BatchedTables(40), np.random.default_rng(6)
    state = made.reset(seed=2)
    for _ in range(120):
        state = made.step(made.choose_any(rng))
    planes, hidden = made.observations(), made.oracle()
    assert planes.shape == (40, seen.PLANES, 36)
    for place, table in enumerate(made.tables):
        seat, rows = int(state.seats[place]), planes[place]
        hand = [face for face in range(42) for _ in range(table.counts[seat, face])]
        assert np.array_equal(rows[seen.HELD : seen.HELD + 4], piled(counted(hand)))
        for turn in range(4):
            other = (seat + turn) % 4
            at = seen.SEATS + turn * seen.SEAT_ROWS
            river = table.rivers[other, : table.discards[other]].tolist()
            found = rows[at + seen.RIVER : at + seen.RIVER + 4]
            assert np.array_equal(found, piled(counted(river)))
            assert (rows[seen.NUMBERS + seen.MELDS_OF + turn] == table.melds[other]).all()
            if turn:
                tiles = [face for face in range(42) for _ in range(table.counts[other, face])]
                at = seen.ORACLE_HANDS + 4 * (turn - 1)
                assert np.array_equal(hidden[place, at : at + 4], piled(counted(tiles)))
        # What is not seen lies in the wall, in other hands, or hidden in an opening kong.
        unseen = rows[seen.UNSEEN : seen.UNSEEN + 4].sum(axis=0)
        others = [other for other in range(4) if other != seat]
        elsewhere = counted(
            face for other in others for face in range(42) for _ in range(table.counts[other, face])
        )
        left = table.wall[table.numbers[9] : 142 - table.numbers[10]].tolist()
        for kind, number in counted(left).items():
            elsewhere[kind] = elsewhere.get(kind, 0) + number
        assert unseen.tolist() == [elsewhere.get(kind, 0) for kind in range(36)]
