"""Views: a type without secrets, its wire form, and that hidden tiles leave it alone."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from taipao.game.actions import Discard
from taipao.game.engine import decide, evolve, start
from taipao.game.events import redact
from taipao.game.legal import asked, legal
from taipao.game.state import SEATS, Own
from taipao.game.view import View, initial, project, unseen, wire
from taipao.rules.ruleset import load_ruleset
from taipao.tiles import KIND, KINDS, NUMBER, format_tiles

from .rounds import round_of
from .scripted import QUIET_FROM, seat_places

WAITS_A = "123456789m111p23s11z"


def test_a_view_has_no_field_for_a_secret():
    assert View.__struct_fields__ == ("board", "seat", "own")
    assert Own.__struct_fields__ == ("hand", "drawn", "hidden", "ready")


def test_before_the_deal_a_view_is_empty():
    view = initial(load_ruleset("standard"), 2)
    assert view.legal() == ()
    assert (view.board.number, view.own.hand.size) == (0, 0)


@pytest.mark.parametrize("seed", range(8))
def test_a_seat_does_not_see_the_wall_and_what_others_hide(seed):
    for _, _, round_ in round_of(seed).after_each():
        board = round_.board
        if board.number == 0 or board.phase == "ended":
            continue
        wall = [NUMBER[name] for name in round_.wall[board.head : board.head + board.left]]
        held = [
            [*own.hand.tiles(), *(NUMBER[name] for kong in own.hidden for name in kong)]
            for own in round_.owns
        ]
        for seat in range(SEATS):
            others = [tile for other in range(SEATS) if other != seat for tile in held[other]]
            kinds = Counter(KIND[tile] for tile in (*wall, *others))
            assert unseen(project(round_, seat)) == [kinds[kind] for kind in range(KINDS)]


def test_the_wire_form(table):
    spec = {"base": "standard", "set": {"opening_four_kong": True}}
    made = table(spec, dealer=3, hands={3: "1z", 1: "11z2z5678f"}, draws="8s", tail="7s")
    made.play("3 discard 1z", "1 pung", "1 discard 2z", "pass")
    plain = msgspec.json.decode(msgspec.json.encode(wire(project(made.round, 1))))
    assert " ".join(plain) == (
        "number seat ruleset dealer indicators wild left limit phase turn offer seats hand drawn "
        "hidden ready won result"
    )
    assert plain["ruleset"] == spec
    assert (plain["seat"], plain["dealer"], plain["turn"], plain["phase"]) == (1, 3, 2, "turn")
    assert plain["indicators"] == ["9s", "9p"]
    assert plain["wild"] == ["9p", "9s"]
    assert (plain["left"], plain["limit"]) == (75, 26)
    assert plain["hidden"] == [["5f", "6f", "7f", "8f"]]
    assert plain["seats"][3]["river"] == [{"tile": "1z", "drawn": False, "taken": True}]
    assert plain["seats"][1]["melds"] == [
        {"kind": "bonus_kong", "tiles": [], "tile": None, "source": None},
        {"kind": "pung", "tiles": ["1z"] * 3, "tile": "1z", "source": 3},
    ]
    assert plain["seats"][1]["size"] == len(plain["hand"]) == 10
    assert plain["result"] is None
    other = msgspec.json.decode(msgspec.json.encode(wire(project(made.round, 2))))
    assert other["drawn"] == "8s"
    assert other["hidden"] == []
    assert plain["drawn"] is None


def test_an_offer_on_the_wire(table):
    made = table(hands={0: "1z"}).play("0 discard 1z")
    plain = msgspec.json.decode(msgspec.json.encode(wire(project(made.round, 3))))
    assert plain["offer"] == {"tile": "1z", "source": 0, "kind": "discard"}
    assert (plain["phase"], plain["turn"]) == ("claims", 0)


@pytest.mark.parametrize("seat", range(SEATS))
def test_tiles_that_a_seat_cannot_see_leave_its_view_alone(table, seat):
    """Shuffle what is hidden from it: numbers, phases and all else stay as they were.

    With every shuffle other seats have other claims to the first discard, or none.
    """
    random = Random(seat)
    ruleset = load_ruleset("standard")
    wall = list(table(hands={0: "4s"}).wall)
    shown = {seat_places(0, 0)[0], *seat_places(0, seat)}
    hidden = [at for at in range(142) if at not in shown and at < QUIET_FROM]
    seen, claims = set(), set()
    for _ in range(30):
        tiles = [wall[at] for at in hidden]
        random.shuffle(tiles)
        for at, tile in zip(hidden, tiles, strict=True):
            wall[at] = tile
        round_, told = start(ruleset, 0, wall)
        for event in decide(round_, 0, Discard("4s")):
            round_ = evolve(round_, event)
            told = (*told, event)
        seen.add(str([redact(event, seat) for event in told]) + str(project(round_, seat)))
        claims.add(
            str({other: asked(round_).get(other) for other in range(SEATS) if other != seat})
        )
    assert len(seen) == 1
    assert len(claims) > 1


def test_legal_actions_come_from_the_view_alone(table):
    made = table(hands={0: "4s", 1: "23s", 2: "44s", 3: WAITS_A}).play("0 discard 4s")
    for seat in range(SEATS):
        assert project(made.round, seat).legal() == legal(made.round, seat)


def test_all_hands_are_open_in_the_end(table):
    made = table(hands={0: "123456789m123456p55p"}).play("0 win")
    for seat in range(SEATS):
        result = wire(project(made.round, seat)).result
        assert result is not None
        assert [len(hand) for hand in result.hands] == [17, 16, 16, 16]
        assert result.hands[0][0] == "1m"
    assert format_tiles(made.round.owns[0].hand.tiles()) == "123456789m12345556p"
