"""How many masked steps a second the batched environment takes on one core, beside riichienv.

    python bench/environment.py [--tables 4096] [--steps 200]

A step is one answer of one seat at one table, chosen at random by its mask, and ends with the next
mask; rounds that end are dealt anew. Those of PyPI's `riichienv` are answers of its own random
agents. Processor time, the best of some turns.
"""

from __future__ import annotations

import argparse
import sys
from importlib.metadata import version
from time import perf_counter, process_time

import numpy as np
from riichienv import RiichiEnv
from riichienv.agents import RandomAgent

from taipao.env.batched import BatchedTables
from taipao.rules.ruleset import NAMES
from taipao.sim.observation import KINDS, PLANES

TURNS = 3


def ours(base: str, number: int, steps: int, *, planes: bool) -> float:
    made, rng = BatchedTables(number, base), np.random.default_rng(0)
    out = np.empty((number, PLANES, KINDS), np.uint8)
    state = made.reset()
    best = 0.0
    for _ in range(TURNS):
        began = process_time()
        for _ in range(steps):
            if planes:
                made.observations(out)
            state = made.step(made.choose_any(rng))
        best = max(best, steps * number / (process_time() - began))
    assert state.masks.any(axis=1).all()
    return best


def theirs(rounds: int) -> float:
    agent, best = RandomAgent(), 0.0
    for _ in range(TURNS):
        began, answers = process_time(), 0
        for seed in range(rounds):
            env = RiichiEnv(seed=seed)
            asked = env.reset()
            while not env.done():
                answers += len(asked)
                asked = env.step({seat: agent.act(seen) for seat, seen in asked.items()})
        best = max(best, answers / (process_time() - began))
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=4096)
    parser.add_argument("--steps", type=int, default=200)
    arguments = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, numba {version('numba')}, numpy {version('numpy')}")
    began = perf_counter()
    BatchedTables(1).reset()
    print(f"compiled or loaded in {perf_counter() - began:.1f} s")
    peer = theirs(50)
    print(f"riichienv {version('riichienv')}: {peer:,.0f} steps a second")
    for base in NAMES:
        for planes, what in ((False, "masks"), (True, "masks and observations")):
            rate = ours(base, arguments.tables, arguments.steps, planes=planes)
            print(
                f"{base}, {what}: {rate:,.0f} steps a second, {rate / peer:.1f} times riichienv's"
            )


if __name__ == "__main__":
    main()
