"""The legal list: its order is part of the contract (docs/events.md)."""

from __future__ import annotations

from taipao.game.actions import CancelReady
from taipao.game.legal import asked, is_answer, is_bonus
from taipao.rules.ruleset import load_ruleset
from taipao.tiles import NUMBER


def test_the_order_on_an_own_turn(table):
    """Win, kongs by tile, discards by tile, discards with ready by tile."""
    made = table(hands={0: "111123m111123p777s11z"}, indicators="9s8s")
    words = made.legal(0)
    names = [word.split()[0] for word in words]
    assert names == sorted(names, key=["win", "kong", "discard", "ready"].index)
    for name in ("kong", "discard", "ready"):
        tiles = [NUMBER[word.split()[1]] for word in words if word.startswith(name)]
        assert tiles == sorted(tiles)
        assert tiles
    assert [word for word in words if word.startswith("kong")] == ["kong 1m", "kong 1p"]
    assert words[0] == "win"


def test_the_order_of_a_claim(table):
    """Win, kong, pung, chows by their lowest own tile, pass."""
    made = table(hands={0: "4s", 1: "23444556s11z123m"})
    made.play("0 discard 4s")
    claims = [word for word in made.legal(1) if word != "win"]
    assert claims == ["kong 4s", "pung", "chow 2s3s", "chow 3s5s", "chow 5s6s", "pass"]


def test_cancel_comes_last(table):
    made = table(hands={0: "123456789m111p23s11z7z", 1: "4s"})
    made.play("0 ready 7z")
    assert made.legal(0) == ["cancel"]
    made.play("1 discard 4s")
    assert made.legal(0) == ["win", "pass", "cancel"]


def test_cancelling_is_no_answer_and_makes_nobody_asked(table):
    made = table(hands={0: "123456789m111p23s11z7z"}).play("0 ready 7z")
    assert not is_answer(CancelReady())
    assert asked(made.round) == {}


def test_each_tile_is_offered_once(table):
    made = table(hands={0: "111222333z1p"})
    words = made.legal(0)
    assert len(set(words)) == len(words)


def test_bonus_tiles():
    usual = load_ruleset("standard")
    plain = load_ruleset({"base": "standard", "set": {"white_is_bonus": False}})
    nothing = frozenset()
    bonus = [name for name in NUMBER if is_bonus(usual, nothing, NUMBER[name])]
    assert bonus == ["5z", *(f"{number}f" for number in range(1, 9))]
    assert not is_bonus(plain, nothing, NUMBER["5z"])
    assert is_bonus(plain, nothing, NUMBER["1f"])
    wild = frozenset((NUMBER["5z"], NUMBER["1f"]))
    assert not is_bonus(usual, wild, NUMBER["5z"])
    assert not is_bonus(usual, wild, NUMBER["1f"])
    assert is_bonus(usual, wild, NUMBER["5f"])
