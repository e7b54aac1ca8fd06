"""What compiled rules do in a second of one core, beside the same rules in Python, and riichienv.

    python bench/compiled.py [--hands 100000] [--rounds 3000]

Hands are distinct winning ones with none to six wild tiles. Rounds are whole ones, the shuffle, the
score sheets and a log of all that happens included; those of PyPI's `riichienv`, whose game is
written in Rust, are single rounds of riichi among its own random agents. The best of some turns of
processor time counts, of elapsed time where two cores work. The first line is how long compiling
took, or loading what was compiled before.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from random import Random
from time import perf_counter, process_time

import numpy as np
from riichienv import RiichiEnv
from riichienv.agents import RandomAgent

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from taipao.bots.simulation import simulate
from taipao.errors import NotAWin
from taipao.rules.ruleset import NAMES, RuleSet, load_ruleset
from taipao.rules.scoring import score_winner as scored_in_python
from taipao.rules.waits import distance as far_in_python
from taipao.rules.waits import is_complete as complete_in_python
from taipao.sim.batch import all_cores, numbers_of, play
from taipao.sim.kernel import kernel
from taipao.sim.layout import lay_out
from taipao.sim.positions import counts_of, key_of, seat_of
from taipao.sim.ruledata import COLUMNS, rule_data
from taipao.sim.score import PLAN, Seat, score_winner
from taipao.sim.shape import distance, is_complete, read_keys
from taipao.sim.table import batch
from taipao.sim.tables import suit_tables
from taipao.sim.warm import warm
from tests.rules.dealing import Dealt, deal

TURNS = 5


HAND = lay_out(
    {
        "counts": (np.int8, (42,)),
        "wind": (np.int64, ()),
        "first": (np.int64, ()),
        "second": (np.int64, ()),
        "wild": (np.uint8, (42,)),
        "melds": (np.int64, ()),
        "meld_kinds": (np.int8, (5,)),
        "meld_tiles": (np.int8, (5,)),
        "aside": (np.int8, (3,)),
        "won": (np.int64, ()),
        "on_turn": (np.uint8, ()),
    }
)


@kernel
def score_all(tables, data, hands, keys, plan, row):
    total = 0
    for i in range(hands.shape[0]):
        one = hands[i]
        seat = Seat(
            one.wind,
            one.first,
            one.second,
            one.wild[:],
            one.melds,
            one.meld_kinds[:],
            one.meld_tiles[:],
            one.aside[:],
        )
        counts = one.counts[:]
        wilds = read_keys(counts, one.first, one.second, keys)
        on_turn = one.on_turn != 0
        total += score_winner(tables, data, seat, counts, keys, wilds, one.won, on_turn, plan, row)
    return total


@kernel
def check_all(tables, hands, keys):
    number = 0
    for i in range(hands.shape[0]):
        one = hands[i]
        number += is_complete(tables, one.counts[:], one.first, one.second, one.melds, keys)
    return number


@kernel
def measure_all(tables, hands, keys):
    number = 0
    for i in range(hands.shape[0]):
        one = hands[i]
        number += distance(tables, one.counts[:], one.first, one.second, one.melds, keys)
    return number


def fastest(work: Callable[[], object], clock: Callable[[], float] = process_time) -> float:
    """Return the least time of some turns, in seconds."""
    times = []
    for _ in range(TURNS):
        began = clock()
        work()
        times.append(clock() - began)
    return min(times)


def report(what: str, ours: float, other: float, whose: str) -> None:
    print(f"{what}: {ours:,.0f} a second, {ours / other:.1f} times {whose} {other:,.0f}")


def distinct(ruleset: RuleSet, number: int) -> list[Dealt]:
    rng, dealt = Random(5), {}
    while len(dealt) < number:
        dealt[deal(rng, ruleset, rng.randint(0, 6))] = None
    return list(dealt)


def hands(base: str, number: int) -> None:
    ruleset, tables = load_ruleset(base), suit_tables()
    dealt = distinct(ruleset, number)
    laid = np.zeros(number, HAND)
    for one, place in zip(dealt, laid, strict=True):
        seat = seat_of(one.indicators, one.seat_wind, one.melds, one.bonus)
        for name, value in seat._asdict().items():
            place[name] = value
        place["counts"] = counts_of(one.hand)
        place["won"] = key_of(one.win, one.seat_wind)
        place["on_turn"] = one.win.by == "self_draw"
    data, row = rule_data(ruleset), np.zeros(COLUMNS, np.int32)
    keys, plan = np.zeros(4, np.int64), np.zeros(PLAN, np.int64)
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

    for what, work, slow in (
        (
            "score of the best reading",
            lambda: score_all(tables, data, laid, keys, plan, row),
            in_python,
        ),
        ("win check from counts", lambda: check_all(tables, laid, keys), check_in_python),
        (
            "distance from counts",
            lambda: measure_all(tables, laid, keys),
            measure_in_python,
        ),
    ):
        work()
        report(f"{base}, {what}", number / fastest(work), len(some) / fastest(slow), "Python's")


def peer(number: int) -> float:
    """Return how many rounds of riichi a second riichienv plays among random agents."""
    agent = RandomAgent()

    def work() -> None:
        for seed in range(number):
            env = RiichiEnv(seed=seed)
            asked = env.reset()
            while not env.done():
                asked = env.step({seat: agent.act(seen) for seat, seen in asked.items()})

    return number / fastest(work)


def rounds(base: str, bots: Sequence[str], number: int, theirs: float | None) -> None:
    ruleset, seats = load_ruleset(base), numbers_of(bots)
    room, cores = batch(number), all_cores()
    seeds = iter(range(10**6))

    def work(cores: int = 1) -> None:
        play(ruleset, next(seeds), range(number), seats, cores=cores, room=room)

    what = f"{base}, rounds among {bots[0]} bots"
    began = process_time()
    slow = sum(1 for _ in simulate(ruleset, bots, seed=1, rounds=50))
    ours, python = number / fastest(work), slow / (process_time() - began)
    report(what, ours, python, "Python's checked")
    if theirs is not None:
        report(what, ours, theirs, f"riichienv {version('riichienv')}'s")
    if cores > 1:
        one = number / fastest(work, perf_counter)
        two = number / fastest(lambda: work(2), perf_counter)
        report(f"{what}, two cores", two, one, "one core's")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3_000)
    arguments = parser.parse_args()
    print(f"compiled or loaded in {warm():.1f} s")
    versions = (f"{name} {version(name)}" for name in ("numba", "numpy", "riichienv"))
    print(f"Python {sys.version.split()[0]}, {', '.join(versions)}")
    for base in NAMES:
        hands(base, arguments.hands)
    theirs = peer(max(arguments.rounds // 30, 20))
    for base in NAMES:
        rounds(base, ("random",) * 4, arguments.rounds, theirs)
        rounds(base, ("greedy",) * 4, arguments.rounds, None)


if __name__ == "__main__":
    main()
