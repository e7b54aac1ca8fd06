"""What one seat sees: a type that has no field for a secret, and its form on the wire."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from taipao.game.actions import Action
from taipao.game.events import Event, RoundEnded, Won
from taipao.game.fold import fold_board, fold_own
from taipao.game.legal import legal_actions
from taipao.game.state import Board, Offer, Own, Phase, Round, SeatBoard, empty_own
from taipao.rules.ruleset import RuleSet
from taipao.tiles import KIND, KINDS, NAMES, NUMBER, TileName


class View(Struct, frozen=True):
    """A board and what one seat has to itself."""

    board: Board
    seat: int
    own: Own

    def legal(self) -> tuple[Action, ...]:
        """Return what the seat may do now, equal to `legal(round, seat)`."""
        return legal_actions(self.board, self.own, self.seat)


def initial(ruleset: RuleSet, seat: int) -> View:
    """Return a seat's view before the deal, to fold a round's events into."""
    return View(Board(ruleset), seat, empty_own())


def project(round_: Round, seat: int) -> View:
    """Return what `seat` sees of a round."""
    return View(round_.board, seat, round_.owns[seat])


def fold(view: View, event: Event) -> View:
    """Return the view after an event as its seat was sent it (`redact`)."""
    return View(fold_board(view.board, event), view.seat, fold_own(view.own, view.seat, event))


def unseen(view: View) -> list[int]:
    """Count the tiles of each of the 36 kinds that the seat of an unfinished round sees nowhere."""
    board, own = view.board, view.own
    left = [4] * KINDS
    for face, held in enumerate(own.hand.counts):
        left[KIND[face]] -= held
    _strike(left, board.indicators)
    for seat in board.seats:
        # A discard that was taken lies in the meld that took it.
        _strike(left, (thrown.tile for thrown in seat.river if not thrown.taken))
        _strike(left, seat.bonus)
        for meld in seat.melds:
            _strike(left, meld.tiles)
    for kong in own.hidden:
        _strike(left, kong)
    if board.offer is not None and board.offer.kind == "added_kong":
        _strike(left, (board.offer.tile,))
    return left


def _strike(left: list[int], names: Iterable[TileName]) -> None:
    for name in names:
        left[KIND[NUMBER[name]]] -= 1


class WireView(Struct, frozen=True):
    """A view as server, replay and page exchange it (docs/events.md, "Views")."""

    number: int
    seat: int
    ruleset: str | dict[str, Any]
    dealer: int
    indicators: tuple[TileName, ...]
    wild: tuple[TileName, ...]
    left: int
    limit: int
    phase: Phase
    turn: int
    offer: Offer | None
    seats: tuple[SeatBoard, ...]
    hand: tuple[TileName, ...]
    drawn: TileName | None
    hidden: tuple[tuple[TileName, ...], ...]
    ready: bool
    won: Won | None
    result: RoundEnded | None


def wire(view: View) -> WireView:
    """Write a view down for the wire."""
    board, own = view.board, view.own
    return WireView(
        board.number,
        view.seat,
        board.ruleset.spec(),
        board.dealer,
        board.indicators,
        tuple(NAMES[tile] for tile in sorted(board.wild)),
        board.left,
        board.limit,
        board.phase,
        board.turn,
        board.offer,
        board.seats,
        tuple(NAMES[tile] for tile in own.hand.tiles()),
        own.drawn,
        own.hidden,
        own.ready,
        board.won,
        board.result,
    )
