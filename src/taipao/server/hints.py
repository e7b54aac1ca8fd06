"""What a seat's hand waits for and what each wait would pay, from its view alone (P7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from taipao.game.actions import Action, Discard
from taipao.game.state import Board, Own, melds_of
from taipao.game.view import View
from taipao.hand import Hand
from taipao.rules.scoring import Win, score_winner
from taipao.rules.waits import waits
from taipao.server.protocol import DiscardWaits, Wait
from taipao.tiles import FACES_OF, KIND, NAMES, NUMBER, Tile, TileName

_COPIES = 4


class OwnWaits:
    """The waits of one seat through a round: priced again only when its own tiles have changed."""

    def __init__(self) -> None:
        self._seen: tuple[object, object] = (None, None)
        self._tiles: tuple[object, ...] | None = None
        self._priced: tuple[_Priced, ...] = ()

    def of(self, view: View) -> tuple[Wait, ...]:
        """Return the waits of the own hand without the tile just drawn; none after the round."""
        own, board = view.own, view.board
        if board.phase == "ended":
            return ()
        open_tiles = board.seats[view.seat]
        if self._seen[0] is own and self._seen[1] is open_tiles:
            return _waits(view, self._priced)
        self._seen = own, open_tiles
        hand = own.hand if own.drawn is None else own.hand.remove(NUMBER[own.drawn])
        tiles = (hand, own.hidden, own.ready, open_tiles.melds, open_tiles.bonus)
        if tiles != self._tiles:
            self._tiles = tiles
            self._priced = _priced(view, hand, ready=own.ready)
        return _waits(view, self._priced)


def discard_waits(view: View, actions: Sequence[Action]) -> tuple[DiscardWaits, ...]:
    """Return, for each discard with which ready may be declared, what the hand then waits for.

    Those are the discards after which it waits for anything (P7). The totals count the declaration.
    """
    found = []
    for action in actions:
        if isinstance(action, Discard) and action.ready:
            left = view.own.hand.remove(NUMBER[action.tile])
            waits_after = _waits(view, _priced(view, left, ready=True))
            found.append(DiscardWaits(action.tile, waits_after))
    return tuple(found)


class _Priced(Struct, frozen=True):
    """A kind that completes a hand, with the totals that it would score."""

    kind: int
    tile: TileName
    self_draw: int
    discard: int


def _priced(view: View, hand: Hand, *, ready: bool) -> tuple[_Priced, ...]:
    board, own, seat = view.board, view.own, view.seat
    first, second = board.indicators
    indicators = NUMBER[first], NUMBER[second]
    melds = melds_of(board, own, seat)
    bonus = tuple(NUMBER[name] for name in board.seats[seat].bonus)

    def total(tile: Tile, win: Win) -> int:
        return score_winner(
            board.ruleset, indicators, board.wind(seat), hand.add(tile), melds, bonus, win
        ).total

    found = []
    for kind in waits(board.ruleset, indicators, hand, melds):
        tile = _face(kind, hand, indicators)
        self_draw = total(tile, Win(tile, "self_draw", ready=ready))
        discard = total(tile, Win(tile, "discard", ready=ready))
        found.append(_Priced(kind, NAMES[tile], self_draw, discard))
    return tuple(found)


def _waits(view: View, priced: tuple[_Priced, ...]) -> tuple[Wait, ...]:
    if not priced:
        return ()
    seen = _seen(view.board, view.own)
    return tuple(
        Wait(one.tile, _COPIES - seen[one.kind], one.self_draw, one.discard) for one in priced
    )


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
