"""How long a round takes to resume, against checking every line of it with the engine.

    python bench/resume.py [--rounds 300] [--turns 5]

Rounds of greedy bots are cut in the middle, each somewhere else. Both sides take up the same lines
in turns, measured in processor time of this one process.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable, Sequence
from time import process_time

from taipao.bots.simulation import simulate
from taipao.game.claims import Decision
from taipao.game.play import Play
from taipao.game.record import read_running
from taipao.game.replay import steps
from taipao.rules.ruleset import NAMES, load_ruleset

Lines = Sequence[bytes]


def checked(lines: Lines) -> Decision:
    """Take a round up with every line checked, legal actions included."""
    *_, last = steps(read_running(lines))
    return Decision.open(last.round)


def cut(rounds: int) -> list[Lines]:
    """Return the lines of rounds up to some point where a seat has chosen."""
    found = []
    for name in NAMES:
        played = simulate(load_ruleset(name), ("greedy",) * 4, seed=1, rounds=rounds // len(NAMES))
        for number, one in enumerate(played):
            lines = one.record.splitlines(keepends=True)[:-1]
            chosen = [at for at, line in enumerate(lines) if line.startswith(b'{"action"')]
            found.append(lines[: chosen[number % len(chosen)]])
    return found


def seconds(take_up: Callable[[Lines], object], rounds: Sequence[Lines]) -> float:
    """Return the processor time of taking all rounds up."""
    began = process_time()
    for lines in rounds:
        take_up(lines)
    return process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--turns", type=int, default=5)
    arguments = parser.parse_args()
    rounds = cut(arguments.rounds)
    # As the server does it: nothing that is made here becomes garbage that has to be found.
    gc.disable()
    turns = [
        (seconds(Play.resume, rounds), seconds(checked, rounds)) for _ in range(arguments.turns)
    ]
    fast, slow = (min(side) / len(rounds) * 1000 for side in zip(*turns, strict=True))
    lines = sum(map(len, rounds)) / len(rounds)
    print(
        f"{len(rounds)} rounds of {lines:.0f} lines on average, milliseconds of processor a round"
    )
    print(f"  resumed            {fast:.3f}")
    print(f"  every line checked {slow:.3f}   {slow / fast:.2f} x")


if __name__ == "__main__":
    main()
