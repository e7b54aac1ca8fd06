"""How long hints take, and how much they hold up an event loop beside them.

    python bench/hints.py [--hands 200]

Hands of 17 tiles with none to six wild tiles, dealt at random and one tile from complete: there a
discard leaves the most to price. Times are processor time of one request. The last lines say how
late a timer of 1 ms is with nothing beside it, and beside hints worked out one after another as a
server does it.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from taipao.game.actions import Action
from taipao.game.legal import legal_actions
from taipao.game.state import Board, Own, SeatBoard
from taipao.game.view import View
from taipao.rules.ruleset import NAMES, load_ruleset
from taipao.server.advice import hints_of
from taipao.server.thinkers import Thinkers
from taipao.tiles import NAMES as FACES
from tests.rules.dealing import deal

WILD = range(7)


def asked(
    rng: Random, ruleset_name: str, wilds: int, *, near: bool
) -> tuple[View, tuple[Action, ...]]:
    """Return a view in which a tile is to be discarded, and what is legal."""
    ruleset = load_ruleset(ruleset_name)
    dealt = deal(rng, ruleset, wilds, melds=0)
    hand = dealt.hand
    if near:
        real = [tile for tile in hand.tiles() if tile not in hand.wild]
        spare = [tile for tile in range(34) if hand.counts[tile] == 0 and tile not in hand.wild]
        hand = hand.remove(rng.choice(real)).add(rng.choice([tile for tile in spare if tile != 31]))
    board = Board(
        ruleset,
        number=30,
        dealer=-dealt.seat_wind % 4,
        indicators=tuple(FACES[tile] for tile in dealt.indicators),
        wild=hand.wild,
        phase="turn",
        since="draw",
        seats=(SeatBoard(17), *(SeatBoard(16),) * 3),
    )
    own = Own(hand, FACES[hand.tiles()[-1]])
    return View(board, 0, own), legal_actions(board, own, 0)


def worked_out(view: View, actions: tuple[Action, ...]) -> float:
    begun = process_time()
    hints_of(view, 30, actions)
    return 1000 * (process_time() - begun)


async def lateness(hands: list[tuple[View, tuple[Action, ...]]]) -> list[float]:
    """Return by how many milliseconds a timer is late while hints are worked out, or none are."""
    thinkers, late = Thinkers(), list[float]()

    async def tick() -> None:
        while True:
            begun = perf_counter()
            await asyncio.sleep(0.001)
            late.append(1000 * (perf_counter() - begun) - 1)

    ticking = asyncio.create_task(tick())
    if not hands:
        await asyncio.sleep(2)
    for view, actions in hands:
        await thinkers.think(partial(hints_of, view, 30, actions), lambda: True)
    ticking.cancel()
    thinkers.close()
    return late


def shown(times: list[float]) -> str:
    *_, p95 = sorted(times)[: int(0.95 * len(times)) + 1]
    return f"mean {statistics.mean(times):6.2f}  p95 {p95:6.2f}  most {max(times):6.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=200)
    count = parser.parse_args().hands
    rng, slowest = Random(1), list[tuple[View, tuple[Action, ...]]]()
    print("milliseconds for one request")
    for name in NAMES:
        for wilds in WILD:
            for near in (False, True):
                hands = [asked(rng, name, wilds, near=near) for _ in range(count)]
                times = [worked_out(*hand) for hand in hands]
                kind = "one tile from complete" if near else "complete"
                print(f"{name:10} {wilds} wild, {kind:22}  {shown(times)}")
                slowest += sorted(hands, key=lambda hand: worked_out(*hand))[-3:]
    for beside, hands in (("nothing", []), ("the slowest", slowest)):
        print(f"a timer beside {beside:12} is late by  {shown(asyncio.run(lateness(hands)))}")


if __name__ == "__main__":
    main()
