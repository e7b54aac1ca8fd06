"""Statistics of rounds, against what their records say."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import numpy as np
import pytest

from taipao.game.events import Dealt, RoundEnded, Won
from taipao.game.record import EventLine, read
from taipao.rules.ruleset import NAMES, load_ruleset
from taipao.sim.batch import rounds
from taipao.sim.record import export
from taipao.sim.ruledata import IDS
from taipao.tiles import NUMBER, wild_faces
from taipao.trials.census import Census, Ratio
from taipao.trials.intervals import ratio
from taipao.trials.report import page, plots

BOTS = ("greedy", "random", "greedy", "greedy")
Told = tuple[Dealt, Won | None, RoundEnded, list[list[int]]]
"""The deal, the win, the end, and each seat's row of tai in compiled code."""


def played(base: str, count: int) -> tuple[Census, list[Told]]:
    """Count rounds in batches, and read their records."""
    ruleset, census, told = load_ruleset(base), Census(), []
    for tables in rounds(ruleset, BOTS, 11, count, at_once=64):
        census.add(tables)
        for table in tables:
            lines = read(export(table, ruleset, 1, BOTS)).lines
            events = [line.event for line in lines if isinstance(line, EventLine)]
            won = next((one for one in events if isinstance(one, Won)), None)
            first, last = events[0], events[-1]
            assert isinstance(first, Dealt)
            assert isinstance(last, RoundEnded)
            told.append((first, won, last, table.rows.tolist()))
    return census, told


@pytest.mark.parametrize("base", NAMES)
def test_counts_are_those_of_the_records(base: str) -> None:
    census, told = played(base, 150)
    assert census.rounds == len(told) == 150
    wins = [(won, ended, rows) for _, won, ended, rows in told if won is not None]
    assert census.wins == len(wins)
    draws = census.draws.estimate()
    assert draws is not None
    assert draws.mean == pytest.approx(1 - len(wins) / 150)

    ways = Counter[str](won.by for won, _, _ in wins)
    ways["share_out"] = sum(won.share_out for won, _, _ in wins)
    assert census.ways == {way: ways[way] for way in census.ways}

    winner_items, winner_tai, other_items = Counter[str](), Counter[str](), Counter[str]()
    winner_totals, other_totals, doubled = Counter[int](), Counter[int](), 0
    for won, ended, rows in wins:
        assert ended.sheets is not None
        for seat, sheet in enumerate(ended.sheets):
            if seat == won.seat:
                # Where readings tie, the sheet may have other items of as many tai.
                tai = {rule: tai for rule, tai in zip(IDS, rows[seat][1:], strict=True) if tai}
                winner_items.update(tai.keys())
                winner_tai.update(tai)
                winner_totals[sheet.total] += 1
                doubled += sheet.doubled
                assert sum(tai.values()) == sheet.tai
            else:
                other_items.update({item.rule for item in sheet.items if item.tai})
                other_totals[sheet.total] += 1
    for found, expected in (
        (census.winner_items, winner_items),
        (census.winner_tai, winner_tai),
        (census.other_items, other_items),
    ):
        assert found.tolist() == [expected[rule] for rule in IDS]
    for totals, counted in (
        (census.winner_totals, winner_totals),
        (census.other_totals, other_totals),
    ):
        assert {total: int(totals[total]) for total in np.flatnonzero(totals).tolist()} == counted
    assert census.doubled == doubled


@pytest.mark.parametrize("base", NAMES)
def test_what_dealers_and_wild_tiles_are_worth(base: str) -> None:
    census, told = played(base, 150)
    expected = ratio([ended.points[dealt.dealer] for dealt, _, ended, _ in told], [1] * 150)
    found = census.dealer_points.estimate()
    assert found is not None
    assert expected is not None
    assert (found.mean, found.low) == pytest.approx((expected.mean, expected.low))
    won = census.dealer_wins.estimate()
    assert won is not None
    assert won.mean == sum(ended.winner == dealt.dealer for dealt, _, ended, _ in told) / 150

    for worth, hands_of in ((census.dealt, "dealt"), (census.held, "held")):
        for number in range(7):
            points, wins, seats = [], [], []
            for dealt, _, ended, _ in told:
                first, second = dealt.indicators
                wild = wild_faces((NUMBER[first], NUMBER[second]))
                hands = dealt.hands if hands_of == "dealt" else ended.hands
                chosen = [
                    seat
                    for seat, hand in enumerate(hands)
                    if sum(NUMBER[tile] in wild for tile in hand or ()) == number
                ]
                seats.append(len(chosen))
                points.append(sum(ended.points[seat] for seat in chosen))
                wins.append(sum(ended.winner == seat for seat in chosen))
            assert worth.points[number].whole == sum(seats)
            for one, parts in ((worth.points[number], points), (worth.wins[number], wins)):
                same, estimate = ratio(parts, seats), one.estimate()
                assert (same is None) == (estimate is None)
                if same is not None and estimate is not None:
                    assert (estimate.mean, estimate.high) == pytest.approx((same.mean, same.high))


def test_a_page_of_nothing_can_be_written() -> None:
    ruleset, census = load_ruleset("standard"), Census()
    assert Ratio().estimate() is None
    assert "| rounds | 0 |" in page([(ruleset, census)], "Nothing.")
    ElementTree.fromstring(plots(ruleset, census)["totals"])
