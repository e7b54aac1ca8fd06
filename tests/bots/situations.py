"""Views put together by hand, for what a bot does in one situation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from taipao.bots import make
from taipao.game.actions import Action
from taipao.game.state import SEATS, Board, Offer, OpenMeld, Own, Phase, RiverTile, SeatBoard, Since
from taipao.game.view import View
from taipao.hand import Hand
from taipao.rules.ruleset import load_ruleset
from taipao.tiles import NAMES, parse, wild_faces


def names(text: str) -> tuple[Any, ...]:
    return tuple(NAMES[tile] for tile in parse(text))


def situation(
    hand: str,
    *,
    melds: Sequence[tuple[str, str]] = (),
    ruleset: Any = "standard",
    indicators: str = "9s9p",
    drawn: str | None = None,
    offered: str | None = None,
    kind: Literal["discard", "added_kong"] = "discard",
    seen: str = "",
    bonus: str = "",
    phase: Phase | None = None,
    since: Since = "draw",
    ready: bool = False,
) -> View:
    """Return what seat 1, South, sees: on its turn, or with a tile `offered` by seat 0, the dealer.

    `seen` lies in the river of seat 2.
    """
    first, last_but_one = parse(indicators)
    wild = wild_faces((first, last_but_one))
    opened = tuple(
        OpenMeld(kind, names(tiles), names(tiles)[0], 0)  # type: ignore[arg-type]
        for kind, tiles in melds
    )
    tiles = parse(hand)
    seats = [SeatBoard(size=16) for _ in range(SEATS)]
    seats[1] = SeatBoard(size=len(tiles), melds=opened, bonus=names(bonus), ready=ready)
    seats[2] = SeatBoard(size=16, river=tuple(RiverTile(name, drawn=False) for name in names(seen)))
    offer = None if offered is None else Offer(names(offered)[0], 0, kind)
    if offer is not None and kind == "discard":
        seats[0] = SeatBoard(size=16, river=(RiverTile(offer.tile, drawn=False),))
    board = Board(
        load_ruleset(ruleset),
        number=20,
        indicators=names(indicators),
        wild=wild,
        limit=24,
        head=70,
        tail=2,
        phase=phase or ("turn" if offer is None else "claims"),
        turn=1 if offer is None else 0,
        since=since,
        offer=offer,
        seats=tuple(seats),
    )
    own = Own(Hand.of(tiles, wild), None if drawn is None else names(drawn)[0], ready=ready)
    return View(board, 1, own)


def greedy(hand: str, **options: Any) -> Action:
    """Return what the greedy bot does in a situation; it has to be legal."""
    view = situation(hand, **options)
    actions = view.legal()
    assert actions, "nobody asks this seat"
    chosen = make("greedy", 0).choose(view, actions)
    assert chosen in actions
    return chosen
