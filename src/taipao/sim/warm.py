"""Compile everything beforehand, piece by piece, saying what is being done.

    python -m taipao.sim.warm

What is compiled is kept beside the code; then this only loads it.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import numpy as np

from taipao.rules.ruleset import load_ruleset
from taipao.sim import observation, play, rollout, stepping
from taipao.sim.batch import master_of
from taipao.sim.greedy import choose_greedy
from taipao.sim.legal import legal
from taipao.sim.ruledata import rule_data
from taipao.sim.score import Seat, score_winner
from taipao.sim.table import ACTIONS, batch
from taipao.sim.tables import suit_tables

Report = Callable[[str], None]


def warm(report: Report | None = None) -> float:
    """Compile or load what rounds are played with; return the seconds that it took.

    `report` is told before each piece which it is, out of how many.
    """
    began = perf_counter()
    tables, data = suit_tables(), rule_data(load_ruleset("standard"))
    many = batch(1)
    table = many[0]
    master, one = master_of(0), np.zeros(1, np.int64)
    bots = np.zeros((1, 4), np.int8)

    def score() -> None:
        kinds, tiles, aside = table.meld_kinds[0], table.meld_tiles[0], table.aside[0]
        seat, counts = Seat(0, 0, 1, table.wild, 0, kinds, tiles, aside), table.counts[0]
        score_winner(
            tables, data, seat, counts, table.keys[0], 0, 0, True, table.plan, table.rows[0]
        )

    seats, masks = np.zeros(1, np.int64), np.zeros((1, ACTIONS), np.uint8)
    asked = np.full((1, 4), stepping.NO_BOT, np.int8)

    def drive() -> None:
        stepping.begin_all(tables, data, many, master, one, 1, asked, seats, masks)
        rewards, ended = np.zeros((1, 4), np.int64), np.zeros(1, np.uint8)
        actions = masks.argmax(axis=1)
        stepping.first_illegal(masks, actions)
        stepping.step_all(
            tables, data, many, master, one, 1, asked, actions, seats, masks, rewards, ended
        )

    def observe() -> None:
        planes = np.zeros((1, observation.PLANES, observation.KINDS), np.uint8)
        hidden = np.zeros((1, observation.ORACLE_PLANES, observation.KINDS), np.uint8)
        observation.observe_all(data, many, seats, planes)
        observation.observe_all_hidden(many, seats, hidden)

    pieces: tuple[tuple[str, Callable[[], object]], ...] = (
        ("deal", lambda: rollout.open_round(data, table, master, 0, 0)),
        ("score", score),
        ("legal actions", lambda: legal(tables, data, table, 0)),
        ("what comes of them", lambda: play.ask(tables, data, table)),
        ("the bot greedy", lambda: choose_greedy(tables, data, table, 0)),
        ("whole rounds", lambda: rollout.play_rounds(tables, data, many, master, one, one, bots)),
        ("tables driven from outside", drive),
        ("observations", observe),
    )
    for number, (what, compile_it) in enumerate(pieces, start=1):
        if report is not None:
            report(f"compiling {number} of {len(pieces)}: {what}")
        compile_it()
    return perf_counter() - began


def main() -> None:
    """Compile everything, with a line on standard error that says what is being done."""
    from rich.console import Console

    console = Console(stderr=True)
    with console.status("compiling") as status:
        seconds = warm(status.update)
    console.print(f"compiled, or loaded what was compiled before, in {seconds:.1f} s")


if __name__ == "__main__":
    main()
