"""What the bot solid does, situation by situation, and how its settings differ."""

from __future__ import annotations

from typing import Any

import pytest

from taipao.bots import make
from taipao.bots.outlook import Outlook
from taipao.bots.progress import lacking_triplets, missing
from taipao.bots.sight import Sight
from taipao.game.actions import Action, Chow, Discard, Kong, Pass, Pung, Win
from taipao.hand import Hand
from taipao.sim.weights import MISTAKEN, STRENGTHS, WEIGHTS
from taipao.tiles import parse

from .situations import situation

READY = "123m456m789m123p55s56p"  # waits for 4p and 7p


def solid(hand: str, **more: Any) -> Action:
    view = situation(hand, **more)
    return make("solid", 0).choose(view, view.legal())


def test_wins_when_nothing_promises_more() -> None:
    assert solid(READY + "7p", drawn="7p") == Win()
    assert solid(READY, offered="4p") == Win()
    assert solid(READY, offered="4p", kind="added_kong") == Win()
    assert solid(READY + "7p", drawn="7p", phase="share_out") == Win()


def test_discards_what_is_of_no_use() -> None:
    assert solid(READY + "4z", drawn="4z") == Discard("4z")


def test_does_not_declare_ready_for_nothing() -> None:
    paid = {"base": "standard", "set": {"ready_tai": 2}}
    assert solid(READY + "4z", drawn="4z") == Discard("4z")
    assert solid(READY + "4z", drawn="4z", ruleset=paid) == Discard("4z", ready=True)


def test_leaves_the_wait_that_has_more_tiles() -> None:
    hand = "123m456m789m234s88p135p"
    assert solid(hand, seen="222p") == Discard("1p")
    assert solid(hand, seen="444p") == Discard("5p")


def test_keeps_what_makes_a_flush_that_is_near() -> None:
    # Ready either way; without the pair of bamboo the whole hand is of one suit, doubled.
    hand = "123m345m567m789m23m8m4s"
    chosen = solid(hand, drawn="4s")
    assert chosen == Discard("4s")


def test_claims_what_brings_it_nearer_and_pays() -> None:
    assert solid("12m456m78m1235p55s24p4z", offered="3m") in (Chow(("1m", "2m")), Pass())
    assert solid("123m45m78m13p46p678s77z", offered="7z") in (Pung(), Pass())


def test_takes_a_kong_that_costs_nothing() -> None:
    assert solid("1111p123m456m789m55s57s", drawn="1p") == Kong("1p")


@pytest.mark.parametrize("discard_wild", [False, True])
def test_keeps_wild_tiles(discard_wild: bool) -> None:
    rules = {"base": "standard", "set": {"discard_wild": discard_wild, "kill_pig": "off"}}
    chosen = solid("99s9p13579m2468p2467s1z", ruleset=rules)
    assert isinstance(chosen, Discard)
    assert chosen.tile not in ("9s", "9p")


@pytest.mark.parametrize("ruleset", ["standard", "alternate"])
def test_a_nearer_hand_is_worth_more(ruleset: str) -> None:
    view = situation(READY + "4z", drawn="4z", ruleset=ruleset)
    outlook = Outlook(Sight(view), STRENGTHS["solid"])
    wild = view.board.wild
    hands = ["123m456m789m123p55s56p", "123m456m789m123p55s5p4z", "123m456m789m12p55s5p44z1s"]
    values = [outlook.worth(Hand.of(parse(hand), wild), ()) for hand in hands]
    assert values[0] > values[1] > values[2] > 0


def test_counts_what_triplets_lack() -> None:
    assert lacking_triplets(5, (0, 1, 5)) == 0
    assert lacking_triplets(5, (1, 0, 5)) == 1
    assert lacking_triplets(5, (0, 0, 0)) == 17
    assert lacking_triplets(1, (0, 2, 0)) == 1
    assert lacking_triplets(0, (1, 0, 0)) == 1


def test_counts_what_any_hand_lacks() -> None:
    hand = Hand.of(parse("123m456m789m123p55s56p"), frozenset())
    assert missing(hand.keys, 0) == 1
    assert missing((0, 0, 0, 0), 5) == 2


def test_weaker_settings_differ_in_what_they_mistake_alone() -> None:
    mistaken = [weights[MISTAKEN] for weights in STRENGTHS.values()]
    assert mistaken == sorted(mistaken)
    assert mistaken[0] == 0
    assert len({weights[:MISTAKEN] for weights in STRENGTHS.values()}) == 1
    assert all(len(weights) == WEIGHTS for weights in STRENGTHS.values())


def test_a_weaker_setting_chooses_by_its_lots() -> None:
    view = situation("13579m2468p2467s1z234z", drawn="4z")
    chosen = {make("easy", seed).choose(view, view.legal()) for seed in range(30)}
    assert len(chosen) > 1
    assert len({make("solid", seed).choose(view, view.legal()) for seed in range(30)}) == 1
