"""A census as a page of Markdown with plots (docs/statistics.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from taipao.rules.explained import explain_rules
from taipao.rules.ruleset import RuleSet
from taipao.sim.ruledata import IDS
from taipao.trials.census import LARGEST, Census, Ratio, WildWorth
from taipao.trials.chart import bars, intervals
from taipao.trials.intervals import Estimate

_BINS: Final = (0, 3, 5, 7, 10, 13, 20, 26, 30, 40, 60, 100, LARGEST + 1)
_QUANTILES: Final = (0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1.0)
_FEWEST: Final = 1000
"""Seats of which a mean, and its interval, say something."""


def page(
    counted: Sequence[tuple[RuleSet, Census]],
    how: str,
    plot: Callable[[RuleSet, str], str] | None = None,
) -> str:
    """Write the page; `how` says in a sentence what was played.

    `plot` gives the address of a rule set's plot by name, `totals` or `wilds`; without it the page
    shows none.
    """
    parts = [
        "# Statistics",
        how,
        "Figures after ± reach as far as a 95 % interval does; rounds are drawn independently. "
        "They hold for these bots: other players win more, or less, with the same tiles.",
    ]
    for ruleset, census in counted:
        name = ruleset.name if isinstance(ruleset.spec(), str) else f"{ruleset.name}, changed"
        parts += [f"## {name[0].upper()}{name[1:]}", *_chapter(ruleset, census, plot)]
    return "\n\n".join(parts) + "\n"


def plots(ruleset: RuleSet, census: Census) -> dict[str, str]:
    """Draw a rule set's plots, as SVG by name."""
    shares = _binned(census.winner_totals)
    drawn = {"totals": bars(f"Totals of wins, {ruleset.name}", shares, "total, after doubling")}
    rows = [
        (f"{dealt} dealt", one)
        for dealt, points in enumerate(census.dealt.points)
        if (one := _enough(points)) is not None
    ]
    if rows:
        title = f"What wild tiles are worth, {ruleset.name}"
        drawn["wilds"] = intervals(title, rows, "mean points of the round, 95 % intervals")
    return drawn


def _chapter(
    ruleset: RuleSet, census: Census, plot: Callable[[RuleSet, str], str] | None
) -> list[str]:
    wins, ways = census.wins, census.ways
    dealer = census.dealer_points.estimate()
    parts = [
        _table(
            ("", ""),
            [
                ("rounds", f"{census.rounds:,}"),
                ("draws", _percent(census.draws.estimate())),
                ("won by self-draw", _share(ways["self_draw"], wins)),
                ("won by discard", _share(ways["discard"], wins)),
                ("won by robbing a kong", _share(ways["robbed_kong"], wins)),
                ("won in the share-out", _share(ways["share_out"], wins)),
                ("wins doubled (S1)", _share(census.doubled, wins)),
                ("the dealer wins", _percent(census.dealer_wins.estimate())),
                ("the dealer gains, points a round", _signed(dealer)),
                ("each other seat", _signed(_third(dealer))),
            ],
        ),
        "### Totals",
        "What winners' sheets come to after doubling, and the base tai of the others in rounds "
        "that were won.",
        _totals(census),
    ]
    if plot is not None:
        parts.append(f"![Totals of wins]({plot(ruleset, 'totals')})")
    parts += [
        "### Items",
        "How often each rule gives tai, on the sheets of winners and of the others; what it gives "
        "where it does; and its part of all tai of winners, before doubling.",
        _items(ruleset, census),
        "### Wild tiles",
        "By the wild tiles that a seat is dealt, before replacements, the dealer's 17th tile "
        "included: luck alone, so the differences are what they are worth (a little is the "
        "dealer's edge, who has one tile more).",
        _wilds(census.dealt),
    ]
    if plot is not None and any(map(_enough, census.dealt.points)):
        parts.append(f"![What wild tiles are worth]({plot(ruleset, 'wilds')})")
    parts += [
        "By those held when the round ends, the winning tile included. Long rounds bring more of "
        "them, and some hands win because of them: this is what they go with.",
        _wilds(census.held),
    ]
    return parts


def _totals(census: Census) -> str:
    both = census.winner_totals, census.other_totals
    rows = [("mean", *(f"{_mean(one):.2f}" for one in both))]
    rows += [(_named(share), *(str(_quantile(one, share)) for one in both)) for share in _QUANTILES]
    return _table(("", "winner", "others"), rows)


def _named(share: float) -> str:
    return "largest" if share == 1 else "median" if share == 0.5 else f"{share:.0%} have at most"


def _mean(counts: NDArray[np.int64]) -> float:
    return float((counts * np.arange(len(counts))).sum() / max(1, counts.sum()))


def _quantile(counts: NDArray[np.int64], share: float) -> int:
    """Return the least total that so large a share does not go beyond."""
    return int(np.searchsorted(np.cumsum(counts), share * counts.sum()))


def _binned(counts: NDArray[np.int64]) -> list[tuple[str, float]]:
    whole = max(1, int(counts.sum()))
    return [
        (
            f"{low}+" if high > LARGEST else f"{low}–{high - 1}",
            int(counts[low:high].sum()) / whole,
        )
        for low, high in pairwise(_BINS)
    ]


def _items(ruleset: RuleSet, census: Census) -> str:
    wins, all_tai = census.wins, int(census.winner_tai.sum())
    rows = []
    for rule in explain_rules(ruleset):
        if rule.rule not in IDS:
            continue
        place = IDS.index(rule.rule)
        winner, others = int(census.winner_items[place]), int(census.other_items[place])
        if not (winner or others or rule.tai):
            continue
        tai = int(census.winner_tai[place])
        rows.append(
            (
                rule.rule,
                rule.en.name,
                _share(winner, wins),
                _share(others, 3 * wins),
                f"{tai / winner:.2f}" if winner else "",
                _share(tai, all_tai),
            )
        )
    return _table(("rule", "", "winners", "others", "tai", "of all tai"), rows)


def _wilds(worth: WildWorth) -> str:
    rows = []
    seats = sum(one.whole for one in worth.points)
    for number, (wins, points) in enumerate(zip(worth.wins, worth.points, strict=True)):
        if points.whole:
            figures = (_percent(wins.estimate()), _signed(points.estimate()))
            if _enough(points) is None:
                figures = ("too few", "")
            rows.append((str(number), _share(points.whole, seats), *figures))
    return _table(("wild tiles", "seats", "win", "points a round"), rows)


def _enough(ratio: Ratio) -> Estimate | None:
    """Return an estimate if it is made of seats enough."""
    return ratio.estimate() if ratio.whole >= _FEWEST else None


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---", *("---:" for _ in head[1:])], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _third(one: Estimate | None) -> Estimate | None:
    """Return what each of the other three has when one has this: points add to zero (S4)."""
    return None if one is None else Estimate(-one.mean / 3, -one.high / 3, -one.low / 3)


def _share(part: int, whole: int) -> str:
    share = part / whole if whole else 0.0
    if not part:
        return "0"
    # What is rare has more places, lest it look as if it never happened.
    return f"{share:.1%}" if share >= 0.01 else f"{share:.3%}" if share >= 0.00001 else "< 0.001%"


def _percent(one: Estimate | None) -> str:
    return "–" if one is None else f"{one.mean:.2%} ± {one.high - one.mean:.2%}"


def _signed(one: Estimate | None) -> str:
    return "–" if one is None else f"{one.mean:+.2f} ± {one.high - one.mean:.2f}"
