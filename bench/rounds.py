"""How many whole rounds a second, and how long a bot thinks.

Measures in processor time of this one process, in turns of a second, so that what else the machine
does falls on both sides alike. Against PyPI's `jansou` 0.14.0, a riichi library: whole deals of
its own game with its own random agents, legal actions and records included on both sides.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator
from itertools import count
from time import process_time

from jansou.core.rules import preset
from jansou.game.agents import RandomAgent
from jansou.game.environment import Environment

from taipao.bots import Bot, make
from taipao.bots.greedy import GreedyBot
from taipao.bots.simulation import play_out, simulate
from taipao.game.actions import Action
from taipao.game.play import Play
from taipao.game.record import Seat, header
from taipao.game.view import View
from taipao.rules.ruleset import NAMES, RuleSet, load_ruleset

TURN = 1.0
"""Seconds of processor time that each side gets at a time."""


class Timed:
    """A greedy bot that notes how long each of its decisions takes, in seconds."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self._bot = GreedyBot()

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        began = process_time()
        action = self._bot.choose(view, actions)
        self.seconds.append(process_time() - began)
        return action


def opened(ruleset: RuleSet, bot: str, number: int) -> Play:
    """Deal one round from a wall that its number decides."""
    secret = hashlib.sha256(b"bench %d" % number).digest()
    seats = [Seat(bot, bot)] * 4
    none = (None,) * 4
    first = header(ruleset, seats, number=1, dealer=number % 4, secret=secret, contributions=none)
    return Play(first, ruleset=ruleset)


def ours(ruleset: RuleSet) -> Iterator[int]:
    """Play random rounds for ever, giving 1 for each."""
    for number in count():
        players: list[Bot] = [make("random", 4 * number + seat) for seat in range(4)]
        play = opened(ruleset, "random", number)
        play_out(play, players)
        play.record()
        yield 1


def theirs() -> Iterator[int]:
    """Play random games of jansou for ever, giving the number of deals of each."""
    rules = preset("tenhou")
    for number in count():
        environment = Environment(rules, seed=number)
        environment.run([RandomAgent(4 * number + seat) for seat in range(4)])
        yield len(environment.records)


def checked(ruleset: RuleSet) -> Iterator[int]:
    """Play greedy rounds for ever with every check of a simulation, giving 1 for each."""
    for _ in simulate(ruleset, ("greedy",) * 4, seed=1, rounds=10**9):
        yield 1


def rates(sides: dict[str, Iterator[int]], turns: int) -> dict[str, float]:
    """Give rounds a second of processor time for each side, taken in turns."""
    for side in sides.values():
        next(side)
    done = dict.fromkeys(sides, 0)
    spent = dict.fromkeys(sides, 0.0)
    for _ in range(turns):
        for name, side in sides.items():
            began = process_time()
            while process_time() - began < TURN:
                done[name] += next(side)
            spent[name] += process_time() - began
    return {name: done[name] / spent[name] for name in sides}


def thinking(ruleset: RuleSet, rounds: int) -> list[float]:
    """Give how long each greedy decision of some rounds took, in seconds, sorted."""
    bot = Timed()
    for number in range(-10, rounds):
        if number == 0:
            bot.seconds.clear()
        play_out(opened(ruleset, "greedy", number % 10_000), [bot] * 4)
    return sorted(bot.seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=5, help="seconds for each side")
    parser.add_argument("--rounds", type=int, default=300, help="rounds of greedy decisions")
    arguments = parser.parse_args()
    rulesets = {name: load_ruleset(name) for name in NAMES}
    sides = {f"random, {name}": ours(ruleset) for name, ruleset in rulesets.items()}
    sides["random, jansou 0.14.0"] = theirs()
    sides |= {f"greedy, checked, {name}": checked(rules) for name, rules in rulesets.items()}
    found = rates(sides, arguments.turns)
    jansou = found["random, jansou 0.14.0"]
    print("whole rounds a second")
    for name, rate in found.items():
        ratio = f"{rate / jansou:6.2f} x jansou" if name.startswith("random") else ""
        print(f"  {name:28}{rate:8.1f}{ratio}")
    print("greedy decisions, milliseconds")
    for name, ruleset in rulesets.items():
        seconds = thinking(ruleset, arguments.rounds)
        at = [1000 * seconds[int(part * (len(seconds) - 1))] for part in (0.5, 0.99, 1)]
        print(f"  {name:28}p50 {at[0]:.3f}   p99 {at[1]:.3f}   most {at[2]:.3f}")


if __name__ == "__main__":
    main()
