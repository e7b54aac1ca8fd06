"""The values a round is made of: `Board` for all, `Own` for one seat, `Round` for the engine.

A `Round` is a board, four owns and the wall; a `View` (view.py) is a board and one own. Both are
folded by the same functions (fold.py), so a view cannot hold what its seat was not told.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from taipao.game.events import After, RoundEnded, Won
from taipao.hand import Hand, Meld, MeldKind
from taipao.rules.ruleset import RuleSet
from taipao.tiles import NUMBER, Tile, TileName

SEATS = 4
DRAWABLE = 142
"""Tiles in the wall without the two indicators."""

Phase = Literal["opening", "turn", "claims", "share_out", "ended"]
Since = Literal["start", "draw", "claim"]


class RiverTile(Struct, frozen=True):
    """A discard: whether it equalled the tile just drawn, and whether another seat took it."""

    tile: TileName
    drawn: bool
    taken: bool = False


class OpenMeld(Struct, frozen=True):
    """A meld as it lies on the table; `tile` was claimed from seat `source`.

    The tiles of an opening kong are empty until the round ends: they are in its owner's `Own`.
    """

    kind: MeldKind
    tiles: tuple[TileName, ...]
    tile: TileName | None = None
    source: int | None = None


class SeatBoard(Struct, frozen=True):
    """What lies open before one seat, and how many tiles it holds."""

    size: int = 0
    river: tuple[RiverTile, ...] = ()
    melds: tuple[OpenMeld, ...] = ()
    bonus: tuple[TileName, ...] = ()
    ready: bool = False


class Offer(Struct, frozen=True):
    """The tile that the other seats may claim, or rob."""

    tile: TileName
    source: int
    kind: Literal["discard", "added_kong"]


class Board(Struct, frozen=True):
    """What all four seats see."""

    ruleset: RuleSet
    number: int = 0
    dealer: int = 0
    indicators: tuple[TileName, ...] = ()
    wild: frozenset[int] = frozenset()
    limit: int = 0
    head: int = 0
    tail: int = 0
    phase: Phase = "opening"
    turn: int = 0
    since: Since = "start"
    after: After | None = None
    kong_tile: TileName | None = None
    shared: int = 0
    offer: Offer | None = None
    seats: tuple[SeatBoard, ...] = (SeatBoard(),) * SEATS
    won: Won | None = None
    result: RoundEnded | None = None

    @property
    def left(self) -> int:
        """Tiles still in the wall, indicators not counted."""
        return DRAWABLE - self.head - self.tail

    @property
    def indicator_faces(self) -> tuple[Tile, Tile]:
        """The indicators as the rules take them."""
        first, second = self.indicators
        return NUMBER[first], NUMBER[second]

    @property
    def called(self) -> bool:
        """Whether any chow, pung or kong was made; an opening kong is none here (P8)."""
        return any(meld.kind != "bonus_kong" for seat in self.seats for meld in seat.melds)

    def wind(self, seat: int) -> int:
        """Return a seat's wind, 0 for East (T4)."""
        return (seat - self.dealer) % SEATS


class Own(Struct, frozen=True):
    """What one seat sees besides the board."""

    hand: Hand
    drawn: TileName | None = None
    hidden: tuple[tuple[TileName, ...], ...] = ()
    ready: bool = False


class Round(Struct, frozen=True):
    """A round in full: what the engine works on and nobody else sees."""

    board: Board
    owns: tuple[Own, ...]
    wall: tuple[TileName, ...]


def empty_own() -> Own:
    """Return what a seat has before the deal."""
    return Own(Hand.of((), frozenset()))


def melds_of(board: Board, own: Own, seat: int) -> tuple[Meld, ...]:
    """Return a seat's melds as the rules read them, its opening kongs with their tiles."""
    melds = board.seats[seat].melds
    if not melds:
        return ()
    hidden = iter(own.hidden)
    return tuple(
        Meld(
            meld.kind,
            tuple(
                NUMBER[name] for name in (next(hidden) if meld.kind == "bonus_kong" else meld.tiles)
            ),
        )
        for meld in melds
    )


def bonus_of(board: Board, seat: int) -> tuple[Tile, ...]:
    """Return the tiles that a seat has set aside, as the rules read them."""
    return tuple(NUMBER[name] for name in board.seats[seat].bonus)
