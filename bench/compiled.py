"""What compiled rules do in a second of one core, beside the same rules in Python in one run.

    python bench/compiled.py [--hands 20000] [--rounds 3000]

Hands are distinct winning ones with none to six wild tiles; rounds are whole ones among random
bots, the shuffle included. The best of some turns of processor time counts. The first line is how
long compiling took, or loading what was compiled before.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter, process_time

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from taipao.bots.simulation import simulate
from taipao.errors import NotAWin
from taipao.rules.ruleset import NAMES, load_ruleset
from taipao.rules.scoring import score_winner as scored_in_python
from taipao.rules.waits import distance as far_in_python
from taipao.rules.waits import is_complete as complete_in_python
from taipao.sim.kernel import kernel
from taipao.sim.positions import counts_of, key_of, seat_of
from taipao.sim.rollout import LONGEST, play_round
from taipao.sim.ruledata import COLUMNS, rule_data
from taipao.sim.score import Seat, room, score_winner
from taipao.sim.shape import distance, is_complete
from taipao.sim.table import table
from taipao.sim.tables import suit_tables
from taipao.sim.wall import shuffle
from tests.rules.dealing import deal

TURNS = 7


@kernel
def score_all(tables, data, seats, kinds, counts, key, on_turn, space, row):
    total = 0
    for i in range(seats.shape[0]):
        seat = Seat(
            seats[i, 0],
            seats[i, 1],
            seats[i, 2],
            kinds[i],
            seats[i, 3],
            counts[i, 42:47],
            counts[i, 47:52],
            counts[i, 52:55],
        )
        total += score_winner(tables, data, seat, counts[i, :42], key[i], on_turn[i], space, row)
    return total


@kernel
def check_all(tables, seats, kinds, counts, keys):
    number = 0
    for i in range(seats.shape[0]):
        number += is_complete(tables, counts[i, :42], kinds[i], seats[i, 3], keys)
    return number


@kernel
def measure_all(tables, seats, kinds, counts, keys):
    number = 0
    for i in range(seats.shape[0]):
        number += distance(tables, counts[i, :42], kinds[i], seats[i, 3], keys)
    return number


@kernel
def play_all(tables, data, made, seeds, state, log):
    number = 0
    for i in range(seeds.shape[0]):
        shuffle(seeds[i], made.wall)
        number += play_round(tables, data, made, i % 4, state, log)
    return number


def fastest(work: Callable[[], object]) -> float:
    """Return the least processor time of some turns, in seconds."""
    times = []
    for _ in range(TURNS):
        began = process_time()
        work()
        times.append(process_time() - began)
    return min(times)


def report(what: str, compiled: float, python: float) -> None:
    print(f"{what}: {compiled:,.0f} a second, {compiled / python:.0f} times Python's {python:,.0f}")


def hands(base: str, number: int) -> None:
    ruleset, rng, tables = load_ruleset(base), Random(5), suit_tables()
    dealt = [deal(rng, ruleset, rng.randint(0, 6)) for _ in range(number)]
    laid = [seat_of(one.indicators, one.seat_wind, one.melds, one.bonus) for one in dealt]
    seats = np.array([(one.wind, one.first, one.second, one.melds) for one in laid])
    kinds = np.stack([one.wild for one in laid])
    counts = np.stack(
        [
            np.concatenate([counts_of(one.hand), seat.meld_kinds, seat.meld_tiles, seat.aside])
            for one, seat in zip(dealt, laid, strict=True)
        ]
    )
    key = np.array([key_of(one.win, one.seat_wind) for one in dealt])
    on_turn = np.array([one.win.by == "self_draw" for one in dealt])
    data, space, row = rule_data(ruleset), room(), np.zeros(COLUMNS, np.int32)
    some = dealt[:2000]

    def in_python() -> None:
        for one in some:
            try:
                scored_in_python(ruleset, *one)
            except NotAWin:
                continue

    def check_in_python() -> None:
        for one in some:
            complete_in_python(one.hand, len(one.melds))

    def measure_in_python() -> None:
        for one in some:
            far_in_python(one.hand, len(one.melds))

    keys = np.zeros(4, np.int64)
    for what, work, slow in (
        (
            "score of the best reading",
            lambda: score_all(tables, data, seats, kinds, counts, key, on_turn, space, row),
            in_python,
        ),
        (
            "win check from counts",
            lambda: check_all(tables, seats, kinds, counts, keys),
            check_in_python,
        ),
        (
            "distance from counts",
            lambda: measure_all(tables, seats, kinds, counts, keys),
            measure_in_python,
        ),
    ):
        work()
        report(f"{base}, {what}", number / fastest(work), len(some) / fastest(slow))


def rounds(base: str, number: int) -> None:
    ruleset, made, log = load_ruleset(base), table(), np.zeros((LONGEST, 2), np.uint8)
    digests = [hashlib.sha256(b"%d" % i).digest() for i in range(number)]
    seeds = np.stack([np.frombuffer(one, np.uint8) for one in digests])
    state, data = np.array([5], np.uint64), rule_data(ruleset)

    def play() -> None:
        play_all(suit_tables(), data, made, seeds, state, log)

    began = process_time()
    slow = sum(1 for _ in simulate(ruleset, ["random"] * 4, seed=1, rounds=100))
    python = slow / (process_time() - began)
    report(f"{base}, rounds among random bots", number / fastest(play), python)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3_000)
    arguments = parser.parse_args()
    began = perf_counter()
    made, log = table(), np.zeros((LONGEST, 2), np.uint8)
    seeds, state = np.zeros((1, 32), np.uint8), np.array([5], np.uint64)
    play_all(suit_tables(), rule_data(load_ruleset("standard")), made, seeds, state, log)
    print(f"compiled or loaded in {perf_counter() - began:.1f} s")
    for base in NAMES:
        hands(base, arguments.hands)
        rounds(base, arguments.rounds)


if __name__ == "__main__":
    main()
