"""What a hand may become: what each wait would score, and what each discard leaves."""

from collections.abc import Sequence

from msgspec import Struct

from taipao.hand import Hand, Meld
from taipao.rules.items import Win
from taipao.rules.ruleset import RuleSet
from taipao.rules.scoring import score_winner
from taipao.rules.waits import count_seen, distance, useful, waits
from taipao.tiles import COPIES, FACES_OF, Tile


class Wait(Struct, frozen=True, gc=False):
    """One winning kind of a ready hand (P7).

    ``tile`` is a face of it, ``unseen`` counts the tiles nobody has shown. The totals are after S1,
    for a plain draw and a plain discard; the tai are before it.
    """

    kind: int
    tile: Tile
    unseen: int
    self_draw: int
    discard: int
    self_draw_tai: int
    discard_tai: int


class DiscardOption(Struct, frozen=True, gc=False):
    """What one discard leaves: the distance, and ``(kind, unseen)`` of each useful kind."""

    discard: Tile
    distance: int
    useful: tuple[tuple[int, int], ...]

    @property
    def unseen(self) -> int:
        """How many unseen tiles would help."""
        return sum(unseen for _, unseen in self.useful)


def wait_totals(
    ruleset: RuleSet,
    indicators: tuple[Tile, Tile],
    seat_wind: int,
    hand: Hand,
    melds: tuple[Meld, ...],
    bonus: tuple[Tile, ...],
    seen: Sequence[Tile] = (),
    *,
    ready: bool = False,
) -> tuple[Wait, ...]:
    """Return the waits of a hand of ``3n + 1`` tiles with what each would score, by kind.

    ``seen`` lists further tiles that the player sees (rivers, others' melds and flowers); own hand,
    melds, bonus tiles and the indicators are counted anyway. ``ready`` counts ``ready_tai``.
    """
    kinds = waits(ruleset, indicators, hand, melds)
    if not kinds:
        # Most hands: a server asks after every discard.
        return ()
    taken = count_seen(indicators, hand, melds, (*bonus, *seen))
    found: list[Wait] = []
    for kind in kinds:
        tile = face_left(kind, indicators, hand)
        won = hand.add(tile)
        by_draw, by_discard = (
            score_winner(ruleset, indicators, seat_wind, won, melds, bonus, win)
            for win in (Win(tile, "self_draw", ready=ready), Win(tile, "discard", ready=ready))
        )
        found.append(
            Wait(
                kind,
                tile,
                _unseen(taken, kind),
                by_draw.total,
                by_discard.total,
                by_draw.tai,
                by_discard.tai,
            )
        )
    return tuple(found)


def discard_options(
    ruleset: RuleSet,
    indicators: tuple[Tile, Tile],
    hand: Hand,
    melds: tuple[Meld, ...],
    seen: Sequence[Tile] = (),
) -> tuple[DiscardOption, ...]:
    """Return what each tile of a hand of ``3n + 2`` tiles would leave if discarded, by tile.

    Whether a wild tile may be discarded (W3) is not asked here.
    """
    taken = count_seen(indicators, hand, melds, seen)
    options: list[DiscardOption] = []
    for tile in sorted(set(hand.tiles())):
        left = hand.remove(tile)
        kinds = useful(left, len(melds), white_is_bonus=ruleset.white_is_bonus)
        counted = tuple((kind, _unseen(taken, kind)) for kind in kinds)
        options.append(DiscardOption(tile, distance(left, len(melds)), counted))
    return tuple(options)


def _unseen(taken: Sequence[int], kind: int) -> int:
    return max(0, 4 - taken[kind])


def face_left(kind: int, indicators: tuple[Tile, Tile], hand: Hand) -> Tile:
    """Return a face of the kind of which a copy is neither in the hand nor turned up.

    There must be one.
    """
    return next(
        face for face in FACES_OF[kind] if hand.counts[face] + indicators.count(face) < COPIES[face]
    )
