"""P2, T1, T3, T4, W1, W4 and A4k: the deal, the indicators, the opening replacement."""

from __future__ import annotations

import pytest

from taipao.game.events import redact
from taipao.game.state import SEATS
from taipao.tiles import NAMES, NUMBER

OPENING = {"base": "standard", "set": {"opening_four_kong": True}}


def short(events):
    """Say of each event of the opening what it did, in a few words."""
    words = []
    for event in events:
        if event["type"] == "drawn":
            words.append(f"{event['seat']} draws {event['tile']} from {event['end']}")
        elif event["type"] == "bonus_set_aside":
            words.append(f"{event['seat']} sets aside {' '.join(event['tiles'])}")
        elif event["type"] == "opening_kong_made":
            words.append(f"{event['seat']} lays {' '.join(event['tiles'])}")
    return words


@pytest.mark.parametrize("dealer", range(SEATS))
def test_four_times_four_from_the_dealer_on_and_one_more_to_the_dealer(table, dealer):
    made = table(dealer=dealer)
    wall = made.wall
    (dealt,) = made.of_type("dealt")
    for place in range(SEATS):
        seat = (dealer + place) % SEATS
        tiles = [wall[16 * turn + 4 * place + at] for turn in range(4) for at in range(4)]
        if place == 0:
            tiles.append(wall[64])
        assert dealt["hands"][seat] == sorted(tiles, key=NUMBER.__getitem__)
        assert len(dealt["hands"][seat]) == (17 if seat == dealer else 16)
    assert dealt["indicators"] == [wall[143], wall[142]]
    assert dealt["limit"] == 24
    assert made.types() == ["dealt", "play_began"]
    assert (made.phase, made.board.turn, made.board.left) == ("turn", dealer, 77)


@pytest.mark.parametrize("dealer", range(SEATS))
def test_winds_go_round_from_the_dealer(table, dealer):
    board = table(dealer=dealer).board
    assert [board.wind((dealer + place) % SEATS) for place in range(SEATS)] == [0, 1, 2, 3]


def test_bonus_tiles_are_replaced_in_rounds_of_one_turn_a_player(table):
    made = table(
        dealer=1,
        hands={1: "1f5z", 2: "2f", 0: "5z"},
        tail="6f1m7f2m3m8f4m",
    )
    assert short(made.events) == [
        "1 sets aside 5z 1f",
        "1 draws 6f from tail",
        "1 draws 1m from tail",
        "2 sets aside 2f",
        "2 draws 7f from tail",
        "0 sets aside 5z",
        "0 draws 2m from tail",
        "1 sets aside 6f",
        "1 draws 3m from tail",
        "2 sets aside 7f",
        "2 draws 8f from tail",
        "2 sets aside 8f",
        "2 draws 4m from tail",
    ]
    assert made.types()[-1] == "play_began"
    assert made.board.tail == 7
    assert made.bonus(2) == "278f"
    assert [made.board.seats[seat].size for seat in range(SEATS)] == [16, 17, 16, 16]


def test_a_draw_of_the_opening_is_no_draw_of_a_turn(table):
    """An opening replacement is no bloom, and the tile is not "the drawn one" (P2)."""
    made = table(hands={0: "123456789m123456p5p1f"}, tail="5p")
    assert made.of_type("drawn")[0]["why"] == "opening"
    assert made.of_type("drawn")[0]["after"] is None
    assert made.round.owns[0].drawn is None
    made.play("0 win")
    assert made.won["after"] is None
    assert made.won["opening"] == "heavenly"
    assert "V11" not in made.items(0)


def test_the_dealer_can_kong_after_the_opening_replacement(table):
    made = table(hands={0: "555m1f"}, tail="5m3s")
    assert "kong 5m" in made.legal(0)
    made.play("0 kong 5m")
    assert made.melds(0) == ["concealed_kong 5555m"]
    assert made.of_type("drawn")[-1]["tile"] == "3s"


@pytest.mark.parametrize("seat", range(SEATS))
def test_an_opening_kong_is_laid_as_four_backs(table, seat):
    made = table("alternate", dealer=0, hands={seat: "1234f"}, tail="7s")
    assert short(made.events) == [f"{seat} lays 1f 2f 3f 4f", f"{seat} draws 7s from tail"]
    assert made.melds(seat) == ["bonus_kong "]
    assert made.round.owns[seat].hidden == (("1f", "2f", "3f", "4f"),)
    assert made.bonus(seat) == ""
    event = made.game.opening[1]
    for other in range(SEATS):
        assert (redact(event, other).tiles is None) == (other != seat)


def test_opening_kongs_come_first_white_then_seasons_then_plants(table):
    made = table(
        "alternate",
        hands={0: "5678f1234f5555z"},
        tail="1m2m3m",
    )
    assert short(made.events) == [
        "0 lays 5z 5z 5z 5z",
        "0 draws 1m from tail",
        "0 lays 1f 2f 3f 4f",
        "0 draws 2m from tail",
        "0 lays 5f 6f 7f 8f",
        "0 draws 3m from tail",
    ]
    assert made.board.seats[0].size == 8


def test_the_other_bonus_tiles_follow_the_opening_kong_in_the_same_turn(table):
    """What the kong itself drew is held when all bonus tiles are set aside."""
    made = table("alternate", hands={0: "1234f5f", 1: "5z"}, tail="6f1m2m7f3m4m")
    assert short(made.events) == [
        "0 lays 1f 2f 3f 4f",
        "0 draws 6f from tail",
        "0 sets aside 5f 6f",
        "0 draws 1m from tail",
        "0 draws 2m from tail",
        "1 sets aside 5z",
        "1 draws 7f from tail",
        "1 sets aside 7f",
        "1 draws 3m from tail",
    ]


def test_only_dealt_tiles_make_an_opening_kong(table):
    made = table("alternate", hands={0: "555z4f", 1: "567f"}, tail="5z8f1m2m3m4m5m6m7m8m")
    assert made.of_type("opening_kong_made") == []
    assert made.bonus(0) == "5555z48f"
    made = table("alternate", hands={0: "1234f", 1: "555z"}, tail="5z5m6m7m")
    assert [event["seat"] for event in made.of_type("opening_kong_made")] == [0]


def test_four_drawn_together_as_replacements_make_no_opening_kong(table):
    made = table("alternate", hands={0: "555z5f"}, tail="1f2f3f4f1m2m3m4m")
    assert made.of_type("opening_kong_made") == []
    assert made.bonus(0) == "555z12345f"


def test_wild_tiles_make_no_opening_kong(table):
    made = table("alternate", indicators="1f9p", hands={0: "234f", 1: "5678f"}, tail="1m")
    assert [event["seat"] for event in made.of_type("opening_kong_made")] == [1]
    assert "234f" in made.hand(0)


def test_without_the_field_there_is_no_opening_kong(table):
    made = table("standard", hands={0: "1234f"}, tail="1m2m3m4m")
    assert made.of_type("opening_kong_made") == []
    assert made.bonus(0) == "1234f"
    made = table({"base": "alternate", "set": {"opening_four_kong": False}}, hands={0: "5555z"})
    assert made.of_type("opening_kong_made") == []
    assert made.bonus(0) == "5555z"


def test_an_opening_kong_in_standard_is_a_set_and_scores_as_four_set_aside(table):
    made = table(OPENING, hands={0: "1234f123456789m111p2z"}, tail="2z")
    made.play("0 win")
    assert made.won["opening"] == "heavenly"
    assert made.items(0) == {"B3": 10, "V1": 1, "V2": 13, "V4": 7}
    assert [meld.kind for meld in made.board.seats[0].melds] == ["bonus_kong"]


def test_the_backs_are_turned_up_when_the_round_ends(table):
    made = table("alternate", hands={1: "1234f", 0: "123456789m123456p55p"}, tail="9m")
    assert made.board.seats[1].melds[0].tiles == ()
    made.play("0 win")
    assert made.board.seats[1].melds[0].tiles == ("1f", "2f", "3f", "4f")
    assert made.result.hidden == ((), (("1f", "2f", "3f", "4f"),), (), ())


def test_the_dealers_tiles_may_all_be_replaced(table):
    """Twelve bonus tiles in one hand, and nothing but bonus tiles to replace them at first."""
    made = table(hands={0: "1234f5z"}, tail="5678f5z5z5z1m2m3m4m5m6m7m")
    assert made.bonus(0) == "5555z12345678f"
    assert made.board.tail == 12
    assert made.board.seats[0].size == 17


def test_white_is_a_bonus_tile_unless_the_field_says_otherwise(table):
    made = table(hands={0: "5555z"}, tail="1m2m3m4m")
    assert made.bonus(0) == "5555z"
    spec = {"base": "standard", "set": {"white_is_bonus": False}}
    made = table(spec, hands={0: "5555z1f", 1: "5z"[:0]}, tail="1m")
    assert made.bonus(0) == "1f"
    assert "kong 5z" in made.legal(0)
    assert "discard 5z" in made.legal(0)
    spec = {"base": "alternate", "set": {"white_is_bonus": False}}
    assert table(spec, hands={0: "5555z"}).of_type("opening_kong_made") == []


@pytest.mark.parametrize(
    ("indicators", "wild"),
    [
        ("9s9p", "9p9s"),
        ("9s9s", "9s"),
        ("5z7z", "5z7z"),
        ("1f9p", "9p1f2f3f4f"),
        ("1f3f", "1f2f3f4f"),
        ("5f1f", "1f2f3f4f5f6f7f8f"),
        ("8f5f", "5f6f7f8f"),
    ],
)
def test_every_other_tile_of_an_indicators_kind_is_wild(table, indicators, wild):
    board = table(indicators=indicators).board
    assert "".join(NAMES[face] for face in sorted(board.wild)) == wild


@pytest.mark.parametrize(("indicators", "held"), [("9s9s", "99s"), ("1f3f", "24f")])
def test_equal_indicators_leave_two_wild_tiles(table, indicators, held):
    """Also two flowers of one colour (W1): the other two stay in the hand as wild tiles (W4)."""
    made = table(indicators=indicators, hands={1: held})
    assert made.round.owns[1].hand.wilds == 2
    assert made.bonus(1) == ""
    elsewhere = [name for name in made.wall[:142] if NUMBER[name] in made.board.wild]
    assert len(elsewhere) == 2


def test_a_wild_white_or_flower_is_not_replaced(table):
    made = table(indicators="5z1f", hands={0: "55z", 1: "2f3f5f", 2: "5z"}, tail="1m")
    assert "55z" in made.hand(0)
    assert "23f" in made.hand(1)
    assert made.bonus(1) == "5f"
    assert made.bonus(2) == ""


def test_the_opening_takes_no_notice_of_the_walls_end(table):
    spec = {"base": "standard", "set": {"reserve": 1000}}
    made = table(spec, hands={0: "1f", 3: "5z"}, tail="1m2m")
    assert made.board.tail == 2
    assert made.phase == "turn"
