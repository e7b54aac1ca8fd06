"""A position appraised: its score, what the others pay, and what it waits for."""

from collections import Counter
from typing import Any

import msgspec

from taipao.rules.outlook import DiscardOption, Wait, discard_options, wait_totals
from taipao.rules.position import SEAT_WINDS, Position
from taipao.rules.requests import describe_items, describe_reading, describe_score
from taipao.rules.scoring import Item, Score
from taipao.rules.settlement import SEATS, payments
from taipao.rules.waits import distance
from taipao.tiles import FACES_OF, NAMES


class Appraisal(msgspec.Struct, frozen=True):
    """Hold all that a sheet says.

    `payments` has what each seat pays the winner before the others settle among themselves, by
    seat wind, the winner's own 0; None for another player. `distance` and `waits` are None for a
    winner and for a hand with a tile more; `discards` is what each discard leaves, the best first,
    for a hand about to discard.
    """

    position: Position
    score: Score
    payments: tuple[int, ...] | None
    distance: int | None
    waits: tuple[Wait, ...] | None
    discards: tuple[DiscardOption, ...] | None = None

    def as_json(self) -> dict[str, Any]:
        """Write it as `taipao score` answers, with more fields."""
        answer: dict[str, Any] = {"legal": True, **describe_score(self.score)}
        other = self.score.runner_up
        answer["runner_up"] = other and {
            "tai": other.tai,
            "total": other.total,
            "items": describe_items(other.items),
            "reading": describe_reading(other.reading),
        }
        answer["payments"] = self.payments and dict(zip(SEAT_WINDS, self.payments, strict=True))
        answer["distance"] = self.distance
        answer["waits"] = self.waits and [
            {
                "tile": NAMES[wait.tile],
                "unseen": wait.unseen,
                "self_draw": wait.self_draw,
                "discard": wait.discard,
            }
            for wait in self.waits
        ]
        answer["discards"] = self.discards and [
            {
                "tile": NAMES[option.discard],
                "distance": option.distance,
                "unseen": option.unseen,
                "useful": {NAMES[FACES_OF[kind][0]]: unseen for kind, unseen in option.useful},
            }
            for option in self.discards
        ]
        return answer


def appraise(position: Position, *, to_discard: bool = False) -> Appraisal:
    """Appraise a checked position; raises NotAWin where its tiles do not win."""
    score = position.score(runner_up=True)
    if position.win is not None:
        winner = position.seat_wind
        totals = [score.total if seat == winner else 0 for seat in range(SEATS)]
        matrix = payments(totals, winner, 0)
        paid = tuple(row[winner] for row in matrix)
        return Appraisal(position, score, paid, None, None)
    if to_discard:
        return Appraisal(position, score, None, None, None, _discards(position))
    sets = len(position.melds)
    if position.hand.size != 16 - 3 * sets:
        return Appraisal(position, score, None, None, None)
    return Appraisal(
        position,
        score,
        None,
        distance(position.hand, sets),
        wait_totals(
            position.ruleset,
            position.indicators,
            position.seat_wind,
            position.hand,
            position.melds,
            position.bonus,
        ),
    )


def _discards(position: Position) -> tuple[DiscardOption, ...]:
    """Give what each discard leaves, the best first; wild tiles only where they may go (W3)."""
    hand = position.hand
    freely = position.ruleset.discard_wild or hand.wilds == hand.size
    options = discard_options(
        position.ruleset, position.indicators, hand, position.melds, position.bonus
    )
    allowed = [option for option in options if freely or option.discard not in hand.wild]
    return tuple(sorted(allowed, key=lambda option: (option.distance, -option.unseen)))


def difference(best: tuple[Item, ...], other: tuple[Item, ...]) -> tuple[list[Item], list[Item]]:
    """Give the items that only `best` has and those that only `other` has."""
    mine, theirs = Counter(best), Counter(other)
    return list((mine - theirs).elements()), list((theirs - mine).elements())
