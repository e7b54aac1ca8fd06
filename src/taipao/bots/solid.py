"""The bot `solid`: it takes what promises most points, by the chance to win and what that pays.

It weighs the whole of what is open, winning included: a small win is declined where the hand
promises a larger one, a claim or a kong is taken where the hand after it promises more. It looks at
no clock and remembers nothing but the lots that a weaker setting is mistaken by.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from msgspec.structs import replace

from taipao.bots.outlook import Outlook
from taipao.bots.sight import Sight, discardable
from taipao.game.actions import Action, Chow, Discard, Kong, Pass, Pung, Win
from taipao.game.ending import score_win, won
from taipao.game.melding import claimed, konged
from taipao.game.view import View
from taipao.hand import Hand, Meld
from taipao.sim.weights import CLAIMING, KONGING, MISTAKEN, SPARED, WINNING
from taipao.tiles import NAMES, NUMBER, Tile

_PASS = Pass()


class SolidBot:
    """Play for the most points. `weights` say how strong it is, `seed` what it is mistaken in."""

    def __init__(self, weights: Sequence[float], seed: int) -> None:
        self._weights = weights
        self._lots = Random(seed)

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        """Return the best of `actions` as this bot sees it; it never cancels ready."""
        if view.board.phase == "share_out":
            return actions[0] if isinstance(actions[0], Win) else _PASS
        return _Choice(self._weights, self._lots, view, actions).best()


class _Choice:
    """One decision."""

    def __init__(
        self, weights: Sequence[float], lots: Random, view: View, actions: tuple[Action, ...]
    ) -> None:
        self._weights, self._lots = weights, lots
        self._view, self._actions = view, actions
        self._sight = Sight(view)
        self._outlook = Outlook(self._sight, weights)

    def best(self) -> Action:
        """Return the best action."""
        best, most = self._on_offer() if self._view.board.phase == "claims" else self._on_turn()
        win = self._actions[0]
        if isinstance(win, Win) and (self._sure() >= most or best not in self._actions):
            return win
        return best

    def _sure(self) -> float:
        """Return what winning now is worth."""
        board, own, seat = self._view.board, self._view.own, self._view.seat
        win = won(board, own, seat)
        if board.offer is not None:
            own = replace(own, hand=own.hand.add(NUMBER[win.tile]))
        total = score_win(board, own, win).total
        return (total + self._weights[SPARED]) * (self._outlook.paid * self._weights[WINNING])

    def _seen(self, hand: Hand, melds: tuple[Meld, ...]) -> float:
        """Return the worth of a hand as the bot sees it: a weaker one is mistaken by lot."""
        value = self._outlook.worth(hand, melds)
        mistaken = self._weights[MISTAKEN]
        if mistaken > 0.0:
            value *= 1.0 + mistaken * (2.0 * self._lots.random() - 1.0)
        return value

    def _best_discard(
        self, hand: Hand, melds: tuple[Meld, ...], tiles: Iterable[Tile]
    ) -> tuple[Tile | None, float]:
        """Return the best of the tiles, and what the hand is worth without it."""
        best, most = None, -1.0
        for tile in tiles:
            value = self._seen(hand.remove(tile), melds)
            if value > most:
                best, most = tile, value
        return best, most

    def _on_turn(self) -> tuple[Action, float]:
        """Return the best of discards and kongs, and what it is worth."""
        sight, actions = self._sight, self._actions
        hand, melds = sight.hand, sight.melds
        best: Action = _PASS
        most = 0.0
        tiles = [NUMBER[a.tile] for a in actions if isinstance(a, Discard) and not a.ready]
        discard, value = self._best_discard(hand, melds, tiles)
        if discard is not None:
            best, most = Discard(NAMES[discard]), value
        elif sight.drawn is not None:
            # Declared ready: the tile drawn goes.
            most = self._seen(hand.remove(sight.drawn), melds)
        for action in actions:
            if isinstance(action, Kong):
                after = konged(hand, melds, NUMBER[action.tile])
                value = self._seen(*after) * self._weights[KONGING]
                if value > most:
                    best, most = action, value
        if isinstance(best, Discard) and sight.ruleset.ready_tai > 0:
            ready = Discard(best.tile, ready=True)
            if ready in actions:
                best = ready
        return best, most

    def _on_offer(self) -> tuple[Action, float]:
        """Return the best of claims and passing, and what it is worth."""
        sight = self._sight
        offered = sight.offered
        assert offered is not None, "a claim is legal only where a tile is offered"
        best: Action = _PASS
        most = self._seen(sight.hand, sight.melds)
        for action in self._actions:
            if not isinstance(action, Kong | Pung | Chow):
                continue
            hand, melds = claimed(sight.hand, sight.melds, action, offered)
            if isinstance(action, Kong):
                value = self._seen(hand, melds) * self._weights[KONGING]
            else:
                _, value = self._best_discard(hand, melds, discardable(hand))
                value *= self._weights[CLAIMING]
            if value > most:
                best, most = action, value
        return best, most
