"""The bot `greedy`: nearest to the winning shape, then most tiles that help, then most tai.

It looks one discard ahead, plays for its own hand alone and remembers nothing. What a claim or a
kong pays is read off the score of a player who has not won (B9), so that it follows every rule set.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from taipao.bots.sight import Sight, discardable
from taipao.game.actions import Action, Chow, Discard, Kong, Pass, Pung, Win
from taipao.game.melding import claimed, konged
from taipao.game.view import View
from taipao.hand import Hand, Meld
from taipao.rules.waits import distance, is_complete, useful
from taipao.tiles import FACES_OF, NAMES, NUMBER, Tile

_PASS: Final = Pass()
_GOOD_WAIT: Final = 8
"""Unseen winning tiles from which a wait need not get better: those of an open-ended chow."""
_PATIENCE: Final = 4
"""The most own draws for which a better win than a certain one is waited for."""


class Prospect(Struct, frozen=True):
    """A hand after its best discard: how far it is, and how many unseen tiles bring it nearer."""

    discard: Tile
    distance: int
    unseen: int


class GreedyBot:
    """Play for the fastest win, and among equally fast ones for the dearest."""

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        """Return the best of `actions` as this bot sees it; it never cancels ready."""
        sight = Sight(view)
        win = actions[0]
        if isinstance(win, Win) and _takes_win(sight, actions):
            return win
        if view.board.phase == "claims":
            return _claim(sight, actions)
        return _turn(sight, actions)


def _turn(sight: Sight, actions: tuple[Action, ...]) -> Action:
    """Choose on an own turn: a kong that costs no speed, else the best discard."""
    tiles = _discards(actions)
    best = _best_discard(sight, sight.hand, sight.melds, tiles) if tiles else None
    worth = sight.base_tai(sight.hand, sight.melds)
    for action in actions:
        if isinstance(action, Kong):
            hand, melds = konged(sight.hand, sight.melds, NUMBER[action.tile])
            # A declared seat is offered only kongs that leave its waits the same (P7).
            as_near = best is None or distance(hand, len(melds)) <= best.distance
            if as_near and sight.base_tai(hand, melds) >= worth:
                return action
    if best is None:
        return _PASS
    ready = Discard(NAMES[best.discard], ready=True)
    if ready in actions and _declares(sight, best):
        return ready
    return Discard(NAMES[best.discard])


def _discards(actions: tuple[Action, ...]) -> list[Tile]:
    return [NUMBER[a.tile] for a in actions if isinstance(a, Discard) and not a.ready]


def _declares(sight: Sight, best: Prospect) -> bool:
    """Tell whether to declare ready: with a good wait, and for good only if it pays (P7)."""
    for_good = sight.ruleset.ready == "locked"
    return best.unseen >= _GOOD_WAIT and (sight.ruleset.ready_tai > 0 or not for_good)


def _claim(sight: Sight, actions: tuple[Action, ...]) -> Action:
    """Claim the offered tile if that brings the hand nearer, or pays and leaves it as near."""
    before = distance(sight.hand, len(sight.melds))
    worth = sight.base_tai(sight.hand, sight.melds)
    offered = sight.offered
    assert offered is not None, "a claim is legal only where a tile is offered"
    best: tuple[Prospect, Action] | None = None
    for action in actions:
        if not isinstance(action, Kong | Pung | Chow):
            continue
        hand, melds = claimed(sight.hand, sight.melds, action, offered)
        # With one tile too many the best discard leaves the distance, unless it is a complete hand.
        near = max(distance(hand, len(melds)), 0)
        pays = near == before and sight.base_tai(hand, melds) > worth
        if isinstance(action, Kong):
            if pays:
                return action
        elif near < before or (pays and before > 0):
            after = _best_discard(sight, hand, melds, discardable(hand))
            if best is None or _rank(after) < _rank(best[0]):
                best = after, action
    return _PASS if best is None else best[1]


def _rank(prospect: Prospect) -> tuple[int, int]:
    return prospect.distance, -prospect.unseen


def _takes_win(sight: Sight, actions: tuple[Action, ...]) -> bool:
    """Tell whether to win now: always with the shape, else unless waiting promises more.

    Without the shape a win scores for its wild tiles alone (V15, A6, A19), and with that many of
    them the shape, which scores them too, is seldom far.
    """
    hand, melds = sight.hand, sight.melds
    tiles = _discards(actions)
    if not tiles and _PASS in actions and sight.board.phase == "turn" and sight.drawn is not None:
        tiles = [sight.drawn]
    if not tiles or is_complete(hand, len(melds)):
        return True
    best = _best_discard(sight, hand, melds, tiles)
    if best.distance > 0 or not best.unseen:
        return True
    waiting = hand.remove(best.discard)
    kinds = useful(waiting, len(melds), white_is_bonus=sight.ruleset.white_is_bonus)
    tile = FACES_OF[max(kinds, key=sight.unseen.__getitem__)][0]
    promised = sight.self_drawn(waiting.add(tile), melds, tile)
    missed = (1 - best.unseen / sight.hidden) ** min(sight.draws, _PATIENCE)
    certain = sight.self_drawn(hand, melds, tile)
    return certain >= (1 - missed) * promised


def _best_discard(
    sight: Sight, hand: Hand, melds: tuple[Meld, ...], tiles: Iterable[Tile]
) -> Prospect:
    """Return what the best of `tiles` leaves: nearest, then most that helps, then most tai.

    Wild tiles go last. A hand that no unseen tile helps counts as farther than one that is helped.
    """
    sets = len(melds)
    rests = {tile: hand.remove(tile) for tile in tiles}
    rests = {tile: rest for tile, rest in rests.items() if tile not in hand.wild} or rests
    far = {tile: distance(rest, sets) for tile, rest in rests.items()}
    least = most = 0
    best: list[Tile] = []
    for least in sorted(set(far.values())):
        helping = {tile: sight.helping(rests[tile], sets) for tile in far if far[tile] == least}
        most = max(helping.values())
        best = [tile for tile, unseen in helping.items() if unseen == most]
        if most:
            break
    if len(best) > 1:
        best = [max(best, key=lambda tile: _tai(sight, rests[tile], melds))]
    return Prospect(best[0], least, most)


def _tai(sight: Sight, hand: Hand, melds: tuple[Meld, ...]) -> tuple[int, int]:
    """Rank what a hand may come to: what counts already, then how near a flush is."""
    return sight.base_tai(hand, melds), sight.suited(hand, melds)
