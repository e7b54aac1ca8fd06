"""Bots against one another: the same walls, each side in every seat.

A *contest* is two bots and a format. Of each wall every seating is played, so neither the luck of a
seat nor of a wall favours a side, and a bot against itself comes to zero exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct

from taipao.errors import BadRequest
from taipao.game.state import SEATS
from taipao.trials.intervals import Estimate, ratio
from taipao.trials.journal import Journal

FORMATS: Final = {"1v3": 1, "2v2": 2}
"""How many seats the first bot has."""

Seating = tuple[bool, ...]
"""By seat, whether the first bot sits there."""


class Contest(Struct, frozen=True):
    """Two bots by name, and how many seats the first has: a key of `FORMATS`."""

    first: str
    second: str
    format: str


class Side(Struct, frozen=True):
    """Sums over the seats of one bot: points, wins, totals of those, claims made, seats ready.

    A claim is a meld begun with another's discard. Ready is who stands declared at the end.
    """

    points: int
    wins: int
    total: int
    claims: int
    ready: int


class WallResult(Struct, frozen=True):
    """What came of all seatings of one wall."""

    wall: int
    draws: int
    first: Side
    second: Side


class SideSummary(Struct, frozen=True):
    """A bot's figures: wins, claims and ready a round and seat, the mean total of its wins."""

    wins: Estimate | None
    total: Estimate | None
    claims: Estimate | None
    ready: Estimate | None


class Summary(Struct, frozen=True):
    """What a contest shows. `points` is what the first bot gains a round and seat."""

    contest: Contest
    walls: int
    rounds: int
    points: Estimate | None
    draws: Estimate | None
    first: SideSummary
    second: SideSummary


Player = Callable[[range], list[WallResult]]
"""Plays all seatings of some walls."""


def contests(bots: Sequence[str], formats: Sequence[str]) -> list[Contest]:
    """Pair each bot with all that come after it; `BadRequest` for fewer than two."""
    if len(bots) < 2:
        raise BadRequest("an arena needs two bots or more; the same name twice is allowed")
    pairs = dict.fromkeys(combinations(bots, 2))
    return [Contest(first, second, form) for first, second in pairs for form in formats]


def seatings(form: str) -> tuple[Seating, ...]:
    """Return every way in which the first bot's seats may lie: four of 1v3, six of 2v2."""
    return tuple(
        tuple(seat in taken for seat in range(SEATS))
        for taken in combinations(range(SEATS), FORMATS[form])
    )


def hold(
    walls: int, play: Player, journal: Journal[WallResult] | None = None, *, at_once: int = 1
) -> Iterator[list[WallResult]]:
    """Play walls 0 to `walls` - 1 and yield their results, some at a time, in order.

    What the journal has already is not played again; what is played is kept in it. `BadRequest` if
    its walls are not those from 0 on.
    """
    known = journal.rows[:walls] if journal is not None else []
    if any(result.wall != wall for wall, result in enumerate(known)):
        raise BadRequest("these results leave out walls, or have some twice")
    if known:
        yield known
    for start in range(len(known), walls, at_once):
        results = play(range(start, min(start + at_once, walls)))
        if journal is not None:
            journal.add(results)
        yield results


def summarize(contest: Contest, results: Sequence[WallResult]) -> Summary:
    """Estimate every figure of a contest from the results of its walls."""
    seats = FORMATS[contest.format]
    rounds = len(seatings(contest.format))
    return Summary(
        contest,
        len(results),
        rounds * len(results),
        ratio([one.first.points for one in results], [rounds * seats] * len(results)),
        ratio([one.draws for one in results], [rounds] * len(results)),
        _side([one.first for one in results], rounds * seats),
        _side([one.second for one in results], rounds * (SEATS - seats)),
    )


def _side(walls: Sequence[Side], places: int) -> SideSummary:
    """Sum one side up; `places` is how often one of its seats was played on each wall."""
    wins, all_places = [wall.wins for wall in walls], [places] * len(walls)
    return SideSummary(
        ratio(wins, all_places),
        ratio([wall.total for wall in walls], wins),
        ratio([wall.claims for wall in walls], all_places),
        ratio([wall.ready for wall in walls], all_places),
    )
