"""Tune the weights of the bot solid by simulation; what is found goes into `sim/weights.py`.

    pip install -e '.[sim,tune]'
    python tools/tune_solid.py --minutes 30 --kept weights.json

CMA-ES over the logarithms of the weights, from those that stand or from those of the file. All
candidates of a generation play the same new walls, one against three of `--against`, in all four
seats, under both rule sets. A point under `alternate` counts for more, since less is paid there.
Every few generations the mean of the search is written to the file, and shown as it does on walls
that are always the same.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

import cma
import numpy as np

from taipao.rules.ruleset import load_ruleset
from taipao.sim.batch import play
from taipao.sim.rollout import BOTS, SOLID
from taipao.sim.ruledata import rule_data
from taipao.sim.table import batch
from taipao.sim.weights import MISTAKEN, STRENGTHS

COUNTS = {"standard": 1.0, "alternate": 2.2}
AT_ONCE = 256
SPREAD = 0.25
POPULATION = 14
SHOWN_EVERY = 5


class Walls:
    """Rounds of one bot among three others, under each rule set."""

    def __init__(self, against: int) -> None:
        self._against = against
        self._room = batch(AT_ONCE)

    def points(self, weights: list[float], name: str, seed: int, walls: int) -> float:
        """Return what the bot gains a round with these weights."""
        ruleset = load_ruleset(name)
        rule_data(ruleset).weights[0, :MISTAKEN] = weights
        gained = 0
        for start in range(0, 4 * walls, AT_ONCE):
            rounds = np.arange(start, min(start + AT_ONCE, 4 * walls))
            places, seats = np.arange(len(rounds)), rounds % 4
            bots = np.full((len(rounds), 4), self._against)
            bots[places, seats] = SOLID
            room = self._room[: len(rounds)]
            tables = play(ruleset, seed, rounds // 4, bots, room=room)
            gained += int(tables["points"][places, seats].sum())
        return gained / (4 * walls)


def main() -> None:
    """Search for so many minutes."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--walls", type=int, default=500, help="a candidate and rule set")
    parser.add_argument("--against", choices=BOTS, default="greedy")
    parser.add_argument("--kept", type=Path, default=Path("weights.json"))
    given = parser.parse_args()
    walls = Walls(BOTS.index(given.against))
    first = list(STRENGTHS["solid"][:MISTAKEN])
    if given.kept.exists():
        first = json.loads(given.kept.read_text())
    options: dict[str, Any] = {"popsize": POPULATION, "seed": 1, "verbose": -9}
    search = cma.CMAEvolutionStrategy(np.log(first), SPREAD, options)
    until, generation = time.monotonic() + 60 * given.minutes, 0
    while time.monotonic() < until:
        candidates = search.ask()
        losses = []
        for candidate in candidates:
            weights = [math.exp(x) for x in candidate]
            losses.append(
                -sum(
                    counts * walls.points(weights, name, generation, given.walls)
                    for name, counts in COUNTS.items()
                )
            )
        search.tell(candidates, losses)
        generation += 1
        if generation % SHOWN_EVERY == 0:
            mean = [math.exp(x) for x in search.mean]
            given.kept.write_text(json.dumps(mean))
            shown = [f"{name} {walls.points(mean, name, -1, 2000):+.2f}" for name in COUNTS]
            print(generation, f"candidates {-sum(losses) / len(losses):+.2f}", *shown, flush=True)
    print([round(math.exp(x), 3) for x in search.mean])


if __name__ == "__main__":
    main()
