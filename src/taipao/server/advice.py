"""What a seat is told of its choices, worked out from its view alone.

How far the hand is, what each discard and claim would leave, what a win would come to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal

from taipao.game.actions import Action, Chow, Discard, Kong, Pung, Win
from taipao.game.ending import score_win, won
from taipao.game.legal import discardable
from taipao.game.melding import claimed, konged
from taipao.game.state import Own, melds_of
from taipao.game.view import View, unseen
from taipao.hand import Hand, Meld
from taipao.rules.outlook import face_left
from taipao.rules.settlement import SEATS, settle
from taipao.rules.waits import distance, useful
from taipao.server.hints import waits_of
from taipao.server.protocol import (
    DiscardHint,
    Hints,
    MeldHint,
    Prize,
    Prospect,
    Useful,
)
from taipao.tiles import NAMES, NUMBER, TileName

_COMPLETE: Final = -1


def hints_of(
    view: View,
    decision: int | None,
    actions: Sequence[Action],
    breathe: Callable[[], None] = lambda: None,
) -> Hints:
    """Return the hints for a decision with its legal actions; without one, for the hand alone.

    ``breathe`` is called between steps of some milliseconds: it may rest, or raise to give up.
    Totals count a ready declaration that has been made, and none that still could be.
    """
    return _Adviser(view, breathe).hints(decision, actions)


def prize_of(view: View) -> Prize:
    """Return what the seat's win comes to, as it would be won now; it must be legal."""
    board, own, seat = view.board, view.own, view.seat
    win = won(board, own, seat)
    if board.offer is not None:
        own = Own(own.hand.add(NUMBER[win.tile]), None, own.hidden, own.ready)
    score = score_win(board, own, win)
    assert score.shape is not None, "a winner has one or the other"
    totals = [score.total if one == seat else 0 for one in range(SEATS)]
    return Prize(score.shape, score.tai, score.total, settle(totals, seat, board.dealer)[seat])


class _Adviser:
    """A seat's tiles in the terms of `taipao.rules`, and what it has not seen, by kind."""

    def __init__(self, view: View, breathe: Callable[[], None]) -> None:
        self._view = view
        self._breathe = breathe
        self._hand = view.own.hand
        self._melds = melds_of(view.board, view.own, view.seat)
        self._unseen = unseen(view)

    def hints(self, decision: int | None, actions: Sequence[Action]) -> Hints:
        discards = [a.tile for a in actions if isinstance(a, Discard) and not a.ready]
        far = distance(self._hand, len(self._melds))
        return Hints(
            decision,
            far,
            None if discards else self._waiting(),
            self._discard_hints(discards),
            tuple(self._meld_hint(a) for a in actions if isinstance(a, Kong | Pung | Chow)),
            None if decision is None or Win() in actions else self._why_no_win(far),
        )

    def _waiting(self) -> Prospect | None:
        """Tell of the hand without the tile just drawn; None if it is to discard."""
        drawn = self._view.own.drawn
        hand = self._hand if drawn is None else self._hand.remove(NUMBER[drawn])
        return self._prospect(hand, self._melds) if _waits(hand, self._melds) else None

    def _discard_hints(self, discards: Iterable[TileName]) -> tuple[DiscardHint, ...]:
        left = [
            (tile, self._prospect(self._hand.remove(NUMBER[tile]), self._melds))
            for tile in discards
        ]
        best = min((_rank(prospect) for _, prospect in left), default=None)
        return tuple(
            DiscardHint(tile, _rank(prospect) == best, prospect) for tile, prospect in left
        )

    def _meld_hint(self, action: Kong | Pung | Chow) -> MeldHint:
        offer = self._view.board.offer
        if offer is not None:
            hand, melds = claimed(self._hand, self._melds, action, NUMBER[offer.tile])
        else:
            assert isinstance(action, Kong), "chow and pung are claims"
            hand, melds = konged(self._hand, self._melds, NUMBER[action.tile])
        kind = melds[-1].kind if len(melds) > len(self._melds) else "added_kong"
        if isinstance(action, Kong):
            return MeldHint(action, kind, None, self._prospect(hand, melds))
        tile = min(
            discardable(self._view.board.ruleset, hand),
            key=lambda tile: _rank(self._prospect(hand.remove(tile), melds, price=False)),
        )
        return MeldHint(action, kind, NAMES[tile], self._prospect(hand.remove(tile), melds))

    def _prospect(self, hand: Hand, melds: tuple[Meld, ...], *, price: bool = True) -> Prospect:
        """Tell how far a hand of ``3n + 1`` tiles is, what helps it, and what a win would count."""
        far = distance(hand, len(melds))
        if far == 0 and price:
            self._breathe()
            waits = waits_of(self._view, hand, melds, ready=self._view.own.ready)
            return Prospect(far, sum(wait.unseen for wait in waits), (), waits)
        helpful = self._helpful(hand, melds)
        return Prospect(far, sum(one.unseen for one in helpful), helpful, ())

    def _helpful(self, hand: Hand, melds: tuple[Meld, ...]) -> tuple[Useful, ...]:
        board = self._view.board
        kinds = useful(hand, len(melds), white_is_bonus=board.ruleset.white_is_bonus)
        return tuple(
            Useful(NAMES[face_left(kind, board.indicator_faces, hand)], self._unseen[kind])
            for kind in kinds
            if self._unseen[kind]
        )

    def _why_no_win(self, far: int) -> Literal["far", "other", "claimed"]:
        if far == _COMPLETE:
            return "claimed"
        return "other" if far == 0 and self._view.board.phase == "claims" else "far"


def _waits(hand: Hand, melds: tuple[Meld, ...]) -> bool:
    return hand.size == 16 - 3 * len(melds)


def _rank(prospect: Prospect) -> tuple[bool, int, int]:
    """Rank what is left, the best first; a hand that nothing helps any more comes last."""
    return prospect.unseen == 0, prospect.distance, -prospect.unseen
