"""P9, P10, P11, P12: the end of the wall, the share-out, the draw, and who deals next."""

from __future__ import annotations

import pytest

from taipao.game.state import SEATS

WAITS_A = "123456789m111p23s11z"  # 1s, 4s
WAITS_B = "123456789m222p56s22z"  # 4s, 7s


def small(base="standard", reserve=70, **fields):
    """Return a rule set whose wall ends three draws after the deal."""
    return {"base": base, "set": {"reserve": reserve, **fields}}


def to_the_end(made, *, dealer=0):
    """Play the three draws of `small` and stop where the fourth would come."""
    made.play("0 discard 7z", "1 discard 7s", "2 discard 8p", "3 discard 8s")
    assert made.board.left == made.board.limit
    return made


def ending(table, spec=None, *, hands=None, draws="", **kwargs):
    made = table(
        spec or small(),
        hands={0: "7z", **(hands or {})},
        draws="7s8p8s" + draws,
        **kwargs,
    )
    return to_the_end(made)


# The limit.


def test_the_share_out_begins_when_twenty_four_remain(table):
    made = table().drain(24)
    assert made.of_type("drawn")[-1]["why"] == "turn", "the draw at twenty-five is played"
    due = (made.board.turn + 1) % SEATS
    made.let_go()
    assert made.phase == "claims"
    made.drain()
    assert made.of_type("share_out_began") == [{"type": "share_out_began", "seat": due}]
    shared = made.of_type("drawn")[-4:]
    assert [d["seat"] for d in shared] == [(due + place) % SEATS for place in range(4)]
    assert {(d["why"], d["end"], d["after"]) for d in shared} == {("share_out", "head", None)}
    assert made.result.winner is None
    assert made.board.left == 20


def test_alternate_ends_when_twenty_remain_without_a_share_out(table):
    made = table("alternate").drain(20).drain()
    assert made.of_type("share_out_began") == []
    assert made.result.winner is None
    assert made.board.left == 20


@pytest.mark.parametrize(
    ("fields", "exposed", "concealed", "opening", "expected"),
    [
        ({"reserve_per_kong": "each"}, 0, 0, 0, 24),
        ({"reserve_per_kong": "each"}, 1, 0, 0, 26),
        ({"reserve_per_kong": "each"}, 1, 2, 0, 30),
        ({"reserve_per_kong": "each", "opening_four_kong": True}, 0, 1, 1, 28),
        ({"reserve_per_kong": "second"}, 1, 1, 0, 24),
        ({"reserve_per_kong": "second"}, 2, 1, 0, 26),
        ({"reserve_per_kong": "second"}, 2, 2, 0, 28),
        ({"reserve_per_kong": "second", "opening_four_kong": True}, 1, 1, 1, 26),
        ({"reserve_per_kong": "second", "share_out": False}, 2, 3, 0, 24),
        ({"share_out": False}, 0, 1, 0, 22),
        ({"reserve": 0}, 0, 0, 0, 4),
        ({"reserve": 30}, 1, 0, 0, 36),
    ],
)
def test_kongs_keep_tiles_back(table, fields, exposed, concealed, opening, expected):
    """By `each`, two a kong; by `second`, two for every second one of a sort (P9, P11)."""
    kongs = ["7777s", "8888s", "6666s"][:concealed]
    hands = {
        0: "1m1p7z" + "".join(kongs),
        1: "111m111p" if exposed else "",
        2: "1234f" if opening else "",
    }
    made = table({"base": "standard", "set": fields}, hands=hands, tail="1z2z3z4z4z6z")
    for kong in kongs:
        made.play(f"0 kong {kong[0]}s")
    for tile in ("1m", "1p")[:exposed]:
        made.play(f"0 discard {tile}", f"1 kong {tile}").let_go()
        for _ in (2, 3):
            made.play("pass").let_go()
        made.play("pass")
    assert made.board.limit == expected
    if exposed + concealed:
        assert made.of_type("kong_made")[-1]["limit"] == expected


def test_a_robbed_kong_keeps_nothing_back(table):
    made = table(hands={0: "4s7z", 1: "44s7z", 3: WAITS_A}, draws="7z8p8p4s")
    made.play("0 discard 4s", "1 pung", "1 discard 7z")
    made.play("2 discard 7z", "3 discard 8p", "0 discard 8p", "1 kong 4s")
    assert made.board.limit == 24, "a declared kong does not count yet"
    made.play("3 win")
    assert made.board.limit == 24


# The share-out.


def test_four_tiles_go_out_each_asked_before_the_next(table):
    hands = {0: "7z" + WAITS_A, 1: WAITS_B}
    made = ending(table, hands=hands, draws="4s4s9s7p")
    made.play("pass")
    assert made.phase == "share_out"
    assert made.asked == {0: ["win", "pass"]}
    assert made.board.shared == 1
    made.play("0 pass")
    assert made.asked == {1: ["win", "pass"]}
    assert made.board.shared == 2
    made.play("1 win")
    won = made.won
    assert (won["seat"], won["by"], won["tile"]) == (1, "self_draw", "4s")
    assert (won["share_out"], won["after"], won["source"]) == (True, None, None)
    assert {"V1": 1, "V16": 3}.items() <= made.items(1).items()
    assert made.board.left == 72, "the first in order who wins, wins alone"


def test_it_begins_with_the_player_due_to_draw(table):
    # Seat 2 claims the last discard; the turn passes to seat 3.
    made = ending(table, hands={2: "88s1z"}, draws="6s6s6s6s")
    made.play("2 pung", "2 discard 1z", "pass")
    assert made.of_type("share_out_began") == [{"type": "share_out_began", "seat": 3}]
    shared = [event["seat"] for event in made.of_type("drawn") if event["why"] == "share_out"]
    assert shared[0] == 3


def test_nothing_is_discarded_claimed_or_konged_in_the_share_out(table):
    made = ending(table, hands={0: "7z444s123456789m23p"}, draws="4s")
    made.play("pass")
    seat = made.board.turn
    for words in ("kong 4s", "discard 1m"):
        made.refuses(seat, words)
    assert all(word in ("win", "pass") for seat in range(4) for word in made.legal(seat))


def test_who_gets_a_bonus_tile_is_not_asked_and_keeps_it_set_aside(table):
    made = ending(table, hands={0: "7z999s9p"}, draws="1f5z4s6z", tail="9m")
    made.play("pass")
    # Seat 0 could have won without the shape on any tile but a bonus tile.
    assert made.bonus(0) == "1f"
    assert made.bonus(1) == "5z"
    assert 0 not in made.asked
    assert made.board.tail == 0, "nothing is replaced"
    assert made.board.shared in (3, 4)


def test_a_wild_tile_of_the_share_out_can_win(table):
    made = ending(table, hands={0: "7z" + WAITS_A}, draws="9s").play("pass", "0 win")
    assert made.items(0)["V16"] == 3
    made = ending(table, indicators="1f9p", hands={0: "7z" + WAITS_A}, draws="2f")
    made.play("pass", "0 win")
    assert made.won["tile"] == "2f"


def test_kill_pig_without_the_shape_wins_in_the_share_out(table):
    hands = {0: "7z999s9p147m258p1z2z3z4z"}
    made = ending(table, hands=hands, draws="6s").play("pass")
    assert made.legal(0) == ["win", "pass"]
    made.play("0 win")
    assert made.result.sheets[0].shape == "kill_pig"
    assert made.items(0) == {"V14": 13}, "nothing else, V16 neither"


def test_nobody_wins_the_share_out(table):
    made = ending(table, draws="1z1z2z2z").play(*["pass"] * 5)
    assert made.phase == "ended"
    assert made.result.winner is None
    assert made.board.left == 70


def test_a_player_due_to_replace_a_bonus_tile_is_first_in_order(table):
    """The check comes before every draw, also from the tail (P9)."""
    made = table(small(reserve=72), hands={0: "7z", 1: WAITS_A}, draws="1f4s")
    # 77 at the deal; the limit is 76: seat 1 draws the season, and its replacement is not drawn.
    made.play("0 discard 7z", "pass")
    assert made.bonus(1) == "1f"
    assert made.of_type("share_out_began") == [{"type": "share_out_began", "seat": 1}]
    assert made.asked == {1: ["win", "pass"]}
    made.play("1 win")
    assert (made.won["after"], made.won["share_out"]) == (None, True)


def test_the_last_discard_before_the_share_out_can_be_claimed(table):
    made = ending(table, hands={1: "88s1z", 0: "7z67s"}).play("1 pung")
    assert made.melds(1) == ["pung 888s"]
    assert made.phase == "turn"
    made = ending(table, hands={0: "7z67s"}).play("0 chow 6s7s")
    assert made.melds(0) == ["chow 678s"]
    made = ending(table, hands={1: "123456789m111p67s11z"}).play("1 win")
    assert made.won["by"] == "discard"
    assert made.won["share_out"] is False


def test_a_kong_near_the_limit_is_legal_and_its_maker_first_in_order(table):
    """Its own two count first; V11 does not apply."""
    made = ending(table, hands={2: "888s123456789m11p23s"}, draws="4s6s6s6s")
    made.play("2 kong 8s")
    assert made.of_type("kong_made")[0]["limit"] == 76
    assert made.of_type("share_out_began") == [{"type": "share_out_began", "seat": 2}]
    assert made.board.tail == 0
    assert made.asked == {2: ["win", "pass"]}
    made.play("2 win")
    assert (made.won["after"], made.won["kong_tile"]) == (None, None)
    assert "V11" not in made.items(2)
    assert made.items(2)["V16"] == 3


def test_kong_after_kong_near_the_walls_end(table):
    """The first kong may still draw, the second comes to the end by its own count."""
    made = table(
        small(reserve=70),
        hands={0: "6666s8888s7z"},
        tail="1z",
        draws="2z3z",
    )
    # 77 left, limit 74: the first kong makes it 76 and draws; the second makes it 78.
    made.play("0 kong 6s")
    assert (made.board.left, made.board.limit, made.phase) == (76, 76, "turn")
    made.play("0 kong 8s")
    assert made.board.limit == 78
    assert made.of_type("share_out_began") == [{"type": "share_out_began", "seat": 0}]
    assert made.board.tail == 1


def test_a_concealed_kong_at_the_limit_in_the_own_turn(table):
    made = table(small(reserve=72), hands={0: "7z", 1: "777s123456789m1z23s"}, draws="7s4s")
    made.play("0 discard 7z", "1 kong 7s")
    assert made.phase == "share_out"
    assert made.board.turn == 1
    assert made.round.owns[1].drawn == "4s"


def test_an_added_kong_at_the_limit_can_be_robbed_first(table):
    made = table(
        small(reserve=69),
        hands={0: "4s7z", 1: "44s7z", 3: WAITS_A},
        draws="7z8p8p4s",
    )
    made.play("0 discard 4s", "1 pung", "1 discard 7z")
    made.play("2 discard 7z", "3 discard 8p", "0 discard 8p", "1 kong 4s")
    assert made.asked == {3: ["win", "pass"]}
    made.play("pass")
    assert made.of_type("share_out_began") == [{"type": "share_out_began", "seat": 1}]


def test_a_kong_that_reaches_the_limit_ends_the_round_in_alternate(table):
    """Without its replacement (P11): here the second concealed one."""
    made = table(
        small("alternate", reserve=75, opening_four_kong=False),
        hands={0: "6666s8888s7z"},
        tail="1z",
    )
    made.play("0 kong 6s")
    assert (made.board.left, made.board.limit) == (76, 75)
    made.play("0 kong 8s")
    assert made.board.limit == 77
    assert made.phase == "ended"
    assert made.result.winner is None
    assert made.board.tail == 1


def test_a_share_out_in_alternate_is_played_and_gives_no_tai(table):
    spec = small("alternate", share_out=True)
    made = ending(table, spec, hands={0: "7z" + WAITS_A}, draws="4s").play("pass")
    assert made.board.limit == 74
    made.play("0 win")
    assert made.won["share_out"] is True
    assert set(made.items(0)) <= {"A1", "A2", "A17"}


def test_standard_without_a_share_out_ends_at_the_reserve(table):
    made = ending(table, small(reserve=74, share_out=False)).play("pass")
    assert made.phase == "ended"
    assert made.of_type("share_out_began") == []
    assert made.board.left == 74


@pytest.mark.parametrize("base", ["standard", "alternate"])
@pytest.mark.parametrize("share_out", [True, False])
@pytest.mark.parametrize("reserve", [0, 1, 20, 33])
def test_no_tile_of_the_reserve_is_ever_drawn(table, base, share_out, reserve):
    """And everything else is, where no kong keeps anything back."""
    made = table({"base": base, "set": {"share_out": share_out, "reserve": reserve}}).drain()
    assert made.result.winner is None
    assert made.board.left == reserve


# P10, P12.


@pytest.mark.parametrize(("stays", "dealer"), [(False, 1), (True, 0)])
@pytest.mark.parametrize("base", ["standard", "alternate"])
def test_an_exhaustive_draw_moves_nothing(table, base, stays, dealer):
    spec = small(base, reserve=70, share_out=False, dealer_stays_on_draw=stays)
    made = table(spec, hands={0: "7z"}, draws="7s8p8s7s8p8s4z")
    made.drain()
    result = made.result
    assert (result.winner, result.sheets) == (None, None)
    assert result.points == (0, 0, 0, 0)
    assert result.payments == ((0,) * 4,) * 4
    assert result.next_dealer == dealer


@pytest.mark.parametrize(("stays", "dealer"), [(True, 0), (False, 1)])
def test_a_dealer_who_wins_keeps_the_deal(table, stays, dealer):
    spec = {"base": "standard", "set": {"dealer_stays_on_win": stays}}
    made = table(spec, hands={0: "123456789m123456p55p"}).play("0 win")
    assert made.result.next_dealer == dealer


@pytest.mark.parametrize("winner", [0, 1, 3])
def test_otherwise_it_passes_to_the_next_player(table, winner):
    spec = {"base": "standard", "set": {"dealer_stays_on_draw": True}}
    made = table(spec, dealer=2, hands={2: "4s", winner: WAITS_A})
    made.play("2 discard 4s", f"{winner} win")
    assert made.result.next_dealer == 3


def test_the_deal_passes_from_the_last_seat_to_the_first(table):
    made = table(dealer=3, hands={3: "4s", 1: WAITS_A}).play("3 discard 4s", "1 win")
    assert made.result.next_dealer == 0
