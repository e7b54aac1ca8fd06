"""Where the wall ends, and the sheets and payments of a win."""

from __future__ import annotations

import pytest

from taipao.game.ending import limit_of
from taipao.game.state import Board, OpenMeld, SeatBoard
from taipao.rules.ruleset import load_ruleset
from taipao.rules.settlement import Due

WAITS_A = "123456789m111p23s11z"


@pytest.mark.parametrize(
    ("per_kong", "kinds", "more", "limit"),
    [
        ("each", [], None, 24),
        ("each", ["pung", "chow"], None, 24),
        ("each", ["exposed_kong", "added_kong", "concealed_kong", "bonus_kong"], None, 32),
        ("each", ["exposed_kong"], "added_kong", 28),
        ("second", ["exposed_kong", "concealed_kong"], None, 24),
        ("second", ["exposed_kong", "added_kong"], None, 26),
        ("second", ["concealed_kong", "bonus_kong"], None, 26),
        ("second", ["concealed_kong"], "bonus_kong", 26),
        ("second", ["concealed_kong"], "exposed_kong", 24),
        ("second", ["exposed_kong"] * 3 + ["concealed_kong"] * 3, None, 28),
        ("second", ["exposed_kong"] * 3, "exposed_kong", 28),
    ],
)
def test_the_limit_counts_the_kongs_at_the_table(per_kong, kinds, more, limit):
    ruleset = load_ruleset({"base": "standard", "set": {"reserve_per_kong": per_kong}})
    melds = tuple(OpenMeld(kind, ("5m",) * 4) for kind in kinds)
    seats = (SeatBoard(melds=melds[::2]), SeatBoard(), SeatBoard(melds=melds[1::2]), SeatBoard())
    assert limit_of(Board(ruleset, seats=seats), more=more) == limit


def test_everybody_pays_the_winner_and_the_others_settle_among_themselves(table):
    """S1-S4: the dealer twice over, and the larger base tai gets the difference."""
    made = table(hands={0: "4s", 1: WAITS_A, 2: "777z", 3: "666z11m"})
    made.play("0 discard 4s", "1 win")
    totals = [sheet.total for sheet in made.result.sheets]
    assert made.result.sheets[1].role == "winner"
    assert totals[0] == 0
    assert totals[2:] == [1, 1]
    winner = totals[1]
    assert made.items(1) == {"V3": 13, "V4": 7}
    assert winner == 40
    assert made.result.payments == (
        (0, 2 * winner, 2, 2),
        (0, 0, 0, 0),
        (0, winner, 0, 0),
        (0, winner, 0, 0),
    )
    assert made.result.dues[:2] == (Due(0, 1, "S2", winner, 2), Due(0, 2, "S3", 1, 2))
    assert made.result.points == (-2 * winner - 4, 4 * winner, 2 - winner, 2 - winner)


def test_the_winners_sheet_has_a_reading_and_the_next_best(table):
    made = table(hands={0: "4s", 1: "9s123456789m111p23s1z", 2: "777z"})
    made.play("0 discard 4s", "1 win")
    sheets = made.result.sheets
    assert sheets[1].reading is not None
    assert len(sheets[1].reading.sets) == 5
    assert [(use.tile, use.stands_for) for use in sheets[1].reading.wilds] == [("9s", "1z")]
    for seat in (0, 2, 3):
        assert (sheets[seat].role, sheets[seat].shape) == ("non_winner", None)
        assert (sheets[seat].reading, sheets[seat].runner_up) == (None, None)
        assert sheets[seat].doubled is False


def test_melds_and_bonus_tiles_are_scored(table):
    made = table(hands={0: "7z4s", 1: WAITS_A, 2: "777z1f2f", 3: "5555z"}, tail="8p8p6p6p6p6p9m")
    made.play("0 discard 7z", "2 kong 7z").let_go()
    made.play("pass").let_go().play("pass", "0 discard 4s", "1 win")
    assert made.items(2) == {"B3": 3, "B4": 4}
    assert made.items(3) == {"B3": 10}


def test_who_got_a_tile_of_the_share_out_is_scored_with_it(table):
    """Seventeen tiles and no win: the tile counts for its player (P9)."""
    spec = {"base": "standard", "set": {"reserve": 70}}
    made = table(spec, hands={0: "7z66z", 1: WAITS_A}, draws="7s8p8s6z4s", indicators="9s9p")
    made.play("0 discard 7z", "1 discard 7s", "2 discard 8p", "3 discard 8s", "pass", "1 win")
    assert made.won["share_out"]
    assert made.items(0) == {"B6": 1}
    assert [len(hand) for hand in made.result.hands] == [17, 17, 16, 16]
