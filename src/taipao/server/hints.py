"""What a seat's hand waits for and what each wait would pay, from its view alone (P7)."""

from __future__ import annotations

from collections.abc import Sequence

from taipao.game.actions import Action, Discard
from taipao.game.state import Own, SeatBoard, bonus_of, melds_of
from taipao.game.view import View, unseen
from taipao.hand import Hand, Meld
from taipao.rules import outlook
from taipao.server.protocol import DiscardWaits, Wait
from taipao.tiles import NAMES, NUMBER


class OwnWaits:
    """The waits of one seat through a round: priced again only when its own tiles have changed."""

    def __init__(self) -> None:
        self._seen: tuple[object, object] = (None, None)
        self._tiles: tuple[object, ...] | None = None
        self._priced: tuple[outlook.Wait, ...] = ()

    def none_of(self, own: Own, open_tiles: SeatBoard) -> bool:
        """Tell whether the seat's tiles are the very same as the last time, and wait for nothing.

        What others do makes no difference to them then, and most often that is how it is.
        """
        same = self._seen[0] is own and self._seen[1] is open_tiles
        return same and not self._priced

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
            melds = melds_of(board, own, view.seat)
            self._priced = _priced(view, hand, melds, ready=own.ready)
        return _waits(view, self._priced)


def discard_waits(view: View, actions: Sequence[Action]) -> tuple[DiscardWaits, ...]:
    """Return, for each discard with which ready may be declared, what the hand then waits for.

    Those are the discards after which it waits for anything (P7). The totals count the declaration.
    """
    found = []
    for action in actions:
        if isinstance(action, Discard) and action.ready:
            left = view.own.hand.remove(NUMBER[action.tile])
            melds = melds_of(view.board, view.own, view.seat)
            found.append(DiscardWaits(action.tile, waits_of(view, left, melds, ready=True)))
    return tuple(found)


def waits_of(view: View, hand: Hand, melds: tuple[Meld, ...], *, ready: bool) -> tuple[Wait, ...]:
    """Return what a hand would wait for that the seat may come to have, with such melds."""
    return _waits(view, _priced(view, hand, melds, ready=ready))


def _priced(
    view: View, hand: Hand, melds: tuple[Meld, ...], *, ready: bool
) -> tuple[outlook.Wait, ...]:
    """Return what completes a hand, with the totals that it would score."""
    board, seat = view.board, view.seat
    return outlook.wait_totals(
        board.ruleset,
        board.indicator_faces,
        board.wind(seat),
        hand,
        melds,
        bonus_of(board, seat),
        ready=ready,
    )


def _waits(view: View, priced: tuple[outlook.Wait, ...]) -> tuple[Wait, ...]:
    if not priced:
        return ()
    # The hand that was priced lacks the tile just drawn or to be discarded, which the seat sees.
    left = unseen(view)
    return tuple(told(one, left[one.kind]) for one in priced)


def told(wait: outlook.Wait, unseen: int) -> Wait:
    """Return a wait as it is told, with how many of its tiles are unseen."""
    return Wait(
        NAMES[wait.tile],
        unseen,
        wait.self_draw,
        wait.discard,
        wait.self_draw_tai,
        wait.discard_tai,
    )
