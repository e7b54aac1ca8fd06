"""What happens in very many compiled rounds, counted batch by batch. Needs the extra `taipao[sim]`.

A round is drawn independently of the others, so it is the cluster of every interval here.
"""

from __future__ import annotations

from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from taipao.game.state import SEATS
from taipao.sim.ruledata import AFTER, BY, IDS, OPENING, won_key
from taipao.sim.table import DEALER, NOBODY, WINNER, WON, Batch
from taipao.trials.intervals import Estimate, ratio_of_sums

Numbers = NDArray[np.int64]

MOST_WILD: Final = 6
LARGEST: Final = 1000
"""Larger totals are counted as this."""


class Ratio:
    """A ratio of sums over rounds that is added to batch by batch."""

    def __init__(self) -> None:
        self._clusters = 0
        self._sums = np.zeros(5, np.float64)

    def add(self, parts: Numbers, wholes: Numbers) -> None:
        """Add rounds, an entry each."""
        self._clusters += len(parts)
        products = (parts, wholes, parts * parts, parts * wholes, wholes * wholes)
        self._sums += [float(one.sum()) for one in products]

    @property
    def whole(self) -> int:
        """The sum of the wholes."""
        return int(self._sums[1])

    def estimate(self) -> Estimate | None:
        """Estimate the ratio; None if there is nothing to take it of."""
        return ratio_of_sums(self._clusters, *self._sums.tolist())


class WildWorth:
    """For each number of wild tiles from 0 to 6: what seats that have so many win, and gain."""

    def __init__(self) -> None:
        self.wins = [Ratio() for _ in range(MOST_WILD + 1)]
        self.points = [Ratio() for _ in range(MOST_WILD + 1)]

    def add(self, wilds: Numbers, won: Numbers, points: Numbers) -> None:
        """Add rounds; all arrays have shape (n, 4), seats in one order."""
        for held in range(MOST_WILD + 1):
            seats = (wilds == held).astype(np.int64)
            self.wins[held].add((won * seats).sum(axis=1), seats.sum(axis=1))
            self.points[held].add((points * seats).sum(axis=1), seats.sum(axis=1))


class Census:
    """Counts of ended rounds. `add` every batch, then read.

    `winner_items` and `other_items` count sheets by rule id on which the rule gave tai, in the
    order of `IDS`; `winner_tai` adds its tai up.
    """

    def __init__(self) -> None:
        self.rounds = 0
        self.draws = Ratio()
        self.dealer_wins = Ratio()
        self.dealer_points = Ratio()
        self.winner_totals = np.zeros(LARGEST + 1, np.int64)
        self.other_totals = np.zeros(LARGEST + 1, np.int64)
        self.doubled = 0
        self.ways = dict.fromkeys((*BY, "share_out"), 0)
        self.winner_items, self.winner_tai = (np.zeros(len(IDS), np.int64) for _ in range(2))
        self.other_items = np.zeros(len(IDS), np.int64)
        self.dealt, self.held = WildWorth(), WildWorth()

    @property
    def wins(self) -> int:
        """The rounds that somebody won."""
        return int(self.winner_totals.sum())

    def add(self, tables: Batch) -> None:
        """Add rounds that have ended."""
        count = len(tables)
        winner, dealer = tables["numbers"][:, WINNER], tables["numbers"][:, DEALER]
        won = (winner[:, None] == np.arange(SEATS)).astype(np.int64)
        self.rounds += count
        each, all_rounds = np.ones(count, np.int64), np.arange(count)
        self.draws.add((winner == NOBODY).astype(np.int64), each)
        self.dealer_wins.add((winner == dealer).astype(np.int64), each)
        self.dealer_points.add(tables["points"][all_rounds, dealer], each)
        self.held.add(tables["wilds"], won, tables["points"])
        # From the dealer on, as tiles are dealt.
        around = (dealer[:, None] + np.arange(SEATS)) % SEATS
        by_wind = all_rounds[:, None], around
        self.dealt.add(_dealt(tables), won[by_wind], tables["points"][by_wind])
        self._add_sheets(tables[winner != NOBODY], won[winner != NOBODY].astype(bool))

    def _add_sheets(self, tables: Batch, won: NDArray[np.bool_]) -> None:
        """Add rounds that somebody won; only they have sheets."""
        totals = np.minimum(tables["totals"], LARGEST)
        self.winner_totals += np.bincount(totals[won], minlength=LARGEST + 1)
        self.other_totals += np.bincount(totals[~won], minlength=LARGEST + 1)
        self.doubled += int((tables["totals"] != tables["rows"][:, :, 0])[won].sum())
        keys, times = np.unique(tables["numbers"][:, WON], return_counts=True)
        for key, often in zip(keys.tolist(), times.tolist(), strict=True):
            for way in _WAYS[key]:
                self.ways[way] += often
        figures = tables["rows"][:, :, 1:]
        winners, others = figures[won], figures[~won]
        self.winner_items += (winners != 0).sum(axis=0)
        self.winner_tai += winners.sum(axis=0)
        self.other_items += (others != 0).sum(axis=0)


def _dealt(tables: Batch) -> Numbers:
    """Count the wild tiles that each seat was dealt, from the dealer on, before replacements."""
    tiles = np.take_along_axis(tables["wild"], tables["wall"][:, :65], axis=1).astype(np.int64)
    dealt = tiles[:, :64].reshape(-1, 4, SEATS, 4).sum(axis=(1, 3))
    dealt[:, 0] += tiles[:, 64]
    return np.asarray(dealt, np.int64)


def _ways() -> dict[int, tuple[str, ...]]:
    """Return, by the key of a way to win, what it is counted as."""
    flags = (False, True)
    return {
        won_key(place, after, own=own, opening=opening, share_out=share_out, ready=ready): (
            by,
            "share_out",
        )
        if share_out
        else (by,)
        for (place, by), after, own, opening, share_out, ready in product(
            enumerate(BY), range(len(AFTER)), flags, range(len(OPENING)), flags, flags
        )
    }


_WAYS: Final = _ways()
