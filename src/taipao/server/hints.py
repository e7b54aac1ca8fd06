"""What a seat's hand waits for and what each wait would pay, from its view alone (P7)."""

from __future__ import annotations

from collections.abc import Sequence

from taipao.game.actions import Action, Discard
from taipao.game.state import melds_of
from taipao.game.view import View, unseen
from taipao.hand import Hand
from taipao.rules.outlook import wait_totals
from taipao.server.protocol import DiscardWaits, Wait
from taipao.tiles import NAMES, NUMBER


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
    totals = wait_totals(
        board.ruleset,
        board.indicator_faces,
        board.wind(seat),
        hand,
        melds_of(board, own, seat),
        tuple(NUMBER[name] for name in board.seats[seat].bonus),
        ready=ready,
    )
    if not totals:
        return ()
    # `hand` lacks the tile just drawn or to be discarded, which the seat sees all the same.
    left = unseen(view)
    return tuple(
        Wait(NAMES[wait.tile], left[wait.kind], wait.self_draw, wait.discard) for wait in totals
    )
