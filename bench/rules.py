"""Measure scoring, the win check and the first hand against PyPI mahjong, in one run on one core.

    python bench/rules.py [HANDS]

Prints microseconds and ratios. Every hand is met once, after warming on others of the same sort.
"""

import gc
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from mahjong.agari import Agari
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.meld import Meld as TheirMeld
from mahjong.tile import TilesConverter

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from taipao.rules.ruleset import RuleSet, load_ruleset  # noqa: E402
from taipao.rules.scoring import score_winner  # noqa: E402
from taipao.rules.waits import is_complete  # noqa: E402
from tests.rules.dealing import Dealt, deal  # noqa: E402

FIRST_HAND = """
import time
from taipao.hand import Hand
from taipao.rules.ruleset import load_ruleset
from taipao.rules.scoring import Win, score_winner
from taipao.tiles import parse, wild_faces
began = time.perf_counter()
indicators = parse("9m9s")
hand = Hand.of(parse("999m9s123m789p23457s55p"), wild_faces(indicators))
score_winner(load_ruleset("standard"), indicators, 1, hand, (), (), Win(13, "self_draw"))
print(time.perf_counter() - began)
"""


def ours(rng: Random, count: int, least: int, most: int) -> list[tuple[RuleSet, Dealt]]:
    """Deal distinct hands, the two rule sets in turn."""
    rulesets = load_ruleset("standard"), load_ruleset("alternate")
    hands: dict[Dealt, RuleSet] = {}
    while len(hands) < count:
        ruleset = rulesets[len(hands) % 2]
        hands[deal(rng, ruleset, rng.randint(least, most))] = ruleset
    return [(ruleset, dealt) for dealt, ruleset in hands.items()]


def theirs(rng: Random, count: int) -> list[tuple[list[int], int, list[Any], HandConfig]]:
    """Make distinct winning hands for PyPI mahjong: four sets, a pair, up to three open melds."""
    hands: dict[tuple[int, ...], tuple[list[int], int, list[Any], HandConfig]] = {}
    while len(hands) < count:
        made = _their_hand(rng)
        if made is not None:
            hands.setdefault((*made[0], made[1], len(made[2])), made)
    return list(hands.values())


def _their_hand(rng: Random) -> tuple[list[int], int, list[Any], HandConfig] | None:
    used = [0] * 34
    tiles: list[int] = []
    sets: list[list[int]] = []
    for _ in range(4):
        kind = rng.randrange(34)
        chow = kind < 27 and kind % 9 < 7 and rng.random() < 0.65
        kinds = [kind, kind + 1, kind + 2] if chow else [kind] * 3
        sets.append(_take(kinds, used, tiles))
    _take([rng.randrange(34)] * 2, used, tiles)
    if max(used) > 4:
        return None
    opened = rng.choice((0, 0, 1, 2, 3))
    melds = [
        TheirMeld(
            meld_type=TheirMeld.CHI if made[0] // 4 != made[1] // 4 else TheirMeld.PON, tiles=made
        )
        for made in sets[:opened]
    ]
    config = HandConfig(is_tsumo=rng.random() < 0.5, player_wind=27 + rng.randrange(4))
    return sorted(tiles), tiles[-1], melds, config


def _take(kinds: list[int], used: list[int], tiles: list[int]) -> list[int]:
    made = []
    for kind in kinds:
        made.append(4 * kind + used[kind] % 4)
        used[kind] += 1
    tiles.extend(made)
    return made


def spent(work: Callable[[], None]) -> float:
    """Return the processor time of a piece of work in seconds."""
    gc.collect()
    began = time.process_time()
    work()
    return time.process_time() - began


def turn_about(
    count: int, mine: Callable[[slice], None], other: Callable[[slice], None]
) -> tuple[float, float]:
    """Measure both sides in turn, part by part, so that both meet the same load: us a hand."""
    spent_here = spent_there = 0.0
    step = max(1, count // 20)
    for start in range(0, count, step):
        part = slice(start, start + step)
        spent_here += spent(partial(mine, part))
        spent_there += spent(partial(other, part))
    return spent_here / count * 1e6, spent_there / count * 1e6


def on_part(work: Callable[[list[Any]], None], hands: list[Any], part: slice) -> None:
    work(hands[part])


def show(name: str, mine: float, other: float, goal: float) -> None:
    print(f"{name}: {mine:.2f} us, mahjong {other:.2f} us, ratio {other / mine:.2f} (goal {goal})")


def check_all(hands: list[tuple[RuleSet, Dealt]]) -> None:
    for _, dealt in hands:
        is_complete(dealt.hand, len(dealt.melds))


def agari_all(agari: Agari, hands: list[list[int]]) -> None:
    for counts in hands:
        agari.is_agari(counts)


def score_all(hands: list[tuple[RuleSet, Dealt]]) -> None:
    for ruleset, dealt in hands:
        score_winner(ruleset, *dealt)


def estimate_all(
    calculator: HandCalculator, hands: list[tuple[list[int], int, list[Any], HandConfig]]
) -> None:
    for tiles, last, melds, config in hands:
        calculator.estimate_hand_value(tiles, last, melds=melds, config=config)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    rng = Random(1)
    calculator, agari = HandCalculator(), Agari()
    their_all = theirs(rng, 2 * count)
    estimate_all(calculator, their_all[:count])
    their_hands = their_all[count:]
    counts = [TilesConverter.to_34_array(tiles) for tiles, _, _, _ in their_hands]
    for name, least, most, goal in (("0-2", 0, 2, 2.0), ("4-6", 4, 6, 1.0)):
        dealt = ours(rng, 2 * count, least, most)
        score_all(dealt[:count])
        hands = dealt[count:]
        mine, other = turn_about(
            count,
            partial(on_part, score_all, hands),
            partial(on_part, partial(estimate_all, calculator), their_hands),
        )
        show(f"score, {name} wild tiles", mine, other, goal)
        mine, other = turn_about(
            count,
            partial(on_part, check_all, hands),
            partial(on_part, partial(agari_all, agari), counts),
        )
        show(f"win check, {name} wild tiles", mine, other, 4.0)
    first = [
        float(
            subprocess.run(
                [sys.executable, "-c", FIRST_HAND], check=True, capture_output=True
            ).stdout
        )
        for _ in range(5)
    ]
    print(f"first hand of a process: {median(first) * 1e3:.2f} ms (goal 5)")


if __name__ == "__main__":
    main()
