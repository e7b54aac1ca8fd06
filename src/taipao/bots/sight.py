"""What a bot reads off its view: own tiles as the rules count them, and what it has not seen."""

from __future__ import annotations

from taipao.game.state import bonus_of, melds_of
from taipao.game.view import View, unseen
from taipao.hand import Hand, Meld
from taipao.rules.scoring import Win, score_other, score_winner
from taipao.rules.waits import useful
from taipao.tiles import NUMBER, Tile


class Sight:
    """A view in the terms of `taipao.rules`.

    `unseen` counts the tiles of each of the 36 kinds that are in the wall or in other hands,
    `hidden` all of them. `draws` is about how often the seat will still draw.
    """

    def __init__(self, view: View) -> None:
        board, own, seat = view.board, view.own, view.seat
        self.board = board
        self.seat = seat
        self.ruleset = board.ruleset
        self.indicators = board.indicator_faces
        self.hand = own.hand
        self.drawn = None if own.drawn is None else NUMBER[own.drawn]
        self.offered = None if board.offer is None else NUMBER[board.offer.tile]
        self.melds = melds_of(board, own, seat)
        self.draws = max(board.left - board.limit, 0) // len(board.seats)
        self._wind = board.wind(seat)
        self._bonus = bonus_of(board, seat)
        self.unseen = unseen(view)
        self.hidden = sum(self.unseen)

    def helping(self, hand: Hand, sets: int) -> int:
        """Count the unseen tiles that bring a hand of ``3n + 1`` tiles nearer."""
        unseen = self.unseen
        kinds = useful(hand, sets, white_is_bonus=self.ruleset.white_is_bonus)
        return sum(unseen[kind] for kind in kinds)

    def base_tai(self, hand: Hand, melds: tuple[Meld, ...]) -> int:
        """Return what the tiles count in case another wins (B9)."""
        return score_other(
            self.ruleset, self.indicators, self._wind, hand, melds, self._bonus
        ).total

    def self_drawn(self, hand: Hand, melds: tuple[Meld, ...], tile: Tile) -> int:
        """Return the total of winning with `hand`, which holds `tile`, the tile drawn."""
        win = Win(tile, "self_draw")
        return score_winner(
            self.ruleset, self.indicators, self._wind, hand, melds, self._bonus, win
        ).total

    def suited(self, hand: Hand, melds: tuple[Meld, ...]) -> int:
        """Count the tiles of the longest suit and the honours: how near a flush is."""
        counts = hand.counts
        groups = [sum(counts[start : start + 9]) for start in (0, 9, 18)]
        groups.append(sum(counts[27:34]))
        for meld in melds:
            if meld.kind != "bonus_kong":
                groups[meld.tiles[0] // 9] += 3
        return max(groups[:3]) + groups[3]


def discardable(hand: Hand) -> list[Tile]:
    """Return what may be discarded after a claim: wild tiles only where nothing else is (W3)."""
    held = [tile for tile, count in enumerate(hand.counts) if count]
    return [tile for tile in held if tile not in hand.wild] or held
