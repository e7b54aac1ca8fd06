"""What a seat's hand waits for and what each wait would pay, from its view alone (P7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from taipao.game.actions import Action, Discard
from taipao.game.state import Board, Own, melds_of
from taipao.game.view import View
from taipao.hand import Hand
from taipao.rules.scoring import Win, score_winner
from taipao.rules.waits import waits
from taipao.server.protocol import DiscardWaits, Wait
from taipao.tiles import FACES_OF, KIND, NAMES, NUMBER, Tile

_COPIES = 4


def own_waits(view: View) -> tuple[Wait, ...]:
    """Return the waits of the own hand without the tile just drawn; none after the round."""
    own, board = view.own, view.board
    if board.phase == "ended":
        return ()
    hand = own.hand if own.drawn is None else own.hand.remove(NUMBER[own.drawn])
    return _waits(view, hand, ready=own.ready)


def discard_waits(view: View, actions: Sequence[Action]) -> tuple[DiscardWaits, ...]:
    """Return, for each discard among `actions` after which the hand waits, what it waits for.

    Where ready may be declared with the discard, the totals count the declaration.
    """
    discards = [action for action in actions if isinstance(action, Discard)]
    declarable = {action.tile for action in discards if action.ready}
    found = []
    for tile in dict.fromkeys(action.tile for action in discards):
        left = view.own.hand.remove(NUMBER[tile])
        if waiting := _waits(view, left, ready=tile in declarable):
            found.append(DiscardWaits(tile, waiting))
    return tuple(found)


def _waits(view: View, hand: Hand, *, ready: bool) -> tuple[Wait, ...]:
    board, own, seat = view.board, view.own, view.seat
    first, second = board.indicators
    indicators = NUMBER[first], NUMBER[second]
    melds = melds_of(board, own, seat)
    kinds = waits(board.ruleset, indicators, hand, melds)
    if not kinds:
        return ()
    seen = _seen(board, own)
    bonus = tuple(NUMBER[name] for name in board.seats[seat].bonus)

    def total(tile: Tile, win: Win) -> int:
        return score_winner(
            board.ruleset, indicators, board.wind(seat), hand.add(tile), melds, bonus, win
        ).total

    found = []
    for kind in kinds:
        tile = _face(kind, hand, indicators)
        self_draw = total(tile, Win(tile, "self_draw", ready=ready))
        discard = total(tile, Win(tile, "discard", ready=ready))
        found.append(Wait(NAMES[tile], _COPIES - seen[kind], self_draw, discard))
    return tuple(found)


def _face(kind: int, hand: Hand, indicators: tuple[Tile, Tile]) -> Tile:
    """Return a face of the kind that may still come: flowers have one tile a face."""
    faces = FACES_OF[kind]
    free = (face for face in faces if not hand.counts[face] and face not in indicators)
    return faces[0] if len(faces) == 1 else next(free)


def _seen(board: Board, own: Own) -> Counter[int]:
    """Count the tiles of each kind that the seat sees: its own, and all that lies open."""
    seen = [NAMES[tile] for tile in own.hand.tiles()]
    seen += board.indicators
    for tiles in own.hidden:
        seen += tiles
    if board.offer is not None and board.offer.kind == "added_kong":
        seen.append(board.offer.tile)
    for seat in board.seats:
        # A discard that was taken lies in the meld, or the winner's hand, that took it.
        seen += (discard.tile for discard in seat.river if not discard.taken)
        seen += seat.bonus
        for meld in seat.melds:
            seen += meld.tiles
    return Counter(KIND[NUMBER[name]] for name in seen)
