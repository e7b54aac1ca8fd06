"""What the greedy bot does, situation by situation."""

from __future__ import annotations

from typing import Any

import pytest

from taipao.game.actions import Chow, Discard, Kong, Pass, Pung, Win

from .situations import greedy, situation

READY = "123m456m789m123p55s56p"  # waits for 4p and 7p
FOUR_WILD = "999s9p"
LOCKED = {"base": "standard", "set": {"ready": "locked"}}
LOCKED_PAID = {"base": "standard", "set": {"ready": "locked", "ready_tai": 2}}


def test_wins_whenever_it_has_the_shape() -> None:
    assert greedy("123m456m789m123p55s567p", drawn="7p") == Win()
    assert greedy("123m456m789m123p55s56p", offered="4p") == Win()
    assert greedy("123m456m789m123p55s56p", offered="4p", kind="added_kong") == Win()
    assert greedy("123m456m789m123p55s567p", drawn="7p", phase="share_out") == Win()


def test_discards_what_is_of_no_use() -> None:
    assert greedy("123m456m789m123p55s56p4z", drawn="4z") == Discard("4z", ready=True)
    assert greedy("123m456m78m1235p55s56p1z") == Discard("1z")


def test_leaves_most_unseen_tiles_that_help() -> None:
    # Without 1p it waits for 4p, without 5p for 2p.
    hand = "123m456m789m234s88p135p"
    assert greedy(hand, seen="222p") == Discard("1p", ready=True)
    assert greedy(hand, seen="444p") == Discard("5p", ready=True)


def test_a_wait_of_which_every_tile_is_seen_is_none() -> None:
    hand = "123m456m789m234s88p13p7s"
    assert greedy(hand) == Discard("7s", ready=True)
    assert greedy(hand, seen="2222p999s999p") != Discard("7s")


def test_prefers_tai_among_equals() -> None:
    # Either wind makes the fifth set with the wild tile; South's own counts (B7, B6).
    assert greedy("123m456m789m123p9s55s2z3z") == Discard("3z", ready=True)


@pytest.mark.parametrize("discard_wild", [False, True])
def test_keeps_wild_tiles(discard_wild: bool) -> None:
    rules = {"base": "standard", "set": {"discard_wild": discard_wild, "kill_pig": "off"}}
    chosen = greedy("99s9p13579m2468p2467s1z", ruleset=rules)
    assert isinstance(chosen, Discard)
    assert chosen.tile not in ("9s", "9p")


def test_discards_a_wild_tile_when_it_holds_nothing_else() -> None:
    melds = [("pung", "111m"), ("pung", "222m"), ("pung", "333m"), ("pung", "444m")]
    melds += [("pung", "111p")]
    chosen = greedy("9s9p", melds=melds, since="claim")
    assert isinstance(chosen, Discard)


class TestClaims:
    def test_what_brings_the_hand_nearer(self) -> None:
        assert greedy("12m456m78m1235p55s24p4z", offered="3m") == Chow(("1m", "2m"))
        assert greedy("12m456m78m135p55s24p44z", offered="4z") == Pung()

    def test_not_what_brings_it_no_nearer(self) -> None:
        assert greedy("456m789m123p88p46s123z", offered="3m") == Pass()
        assert greedy("123m456m789m123z7z5p46s", offered="1m") == Pass()

    def test_a_pung_that_pays_and_costs_no_distance(self) -> None:
        # The hand has partial sets enough, and loses its only pair.
        hand = "123m45m78m13p46p678s"
        assert greedy(hand + "77z", offered="7z") == Pung()
        assert greedy(hand + "33z", offered="3z") == Pass()
        unpaid = {"base": "standard", "set": {"tai.B6": 0}}
        assert greedy(hand + "77z", offered="7z", ruleset=unpaid) == Pass()

    def test_a_kong_that_pays_whoever_wins(self) -> None:
        assert greedy("111z123m456m78m1235p1s", offered="1z") == Kong("1z")
        unpaid = {"base": "standard", "set": {"tai.B4": [0, 0]}}
        assert greedy("111z123m456m78m1235p1s", offered="1z", ruleset=unpaid) == Pass()

    def test_no_kong_that_breaks_the_shape(self) -> None:
        # Ready with 55m 567m; a kong leaves 67m and no pair.
        assert greedy("55567m123m123p456p13s", offered="5m") == Pass()


class TestKongs:
    def test_concealed_when_it_costs_no_speed(self) -> None:
        assert greedy("1111z123m456m78m135p5s1s", drawn="1z") == Kong("1z")

    def test_not_when_a_tile_of_it_is_needed(self) -> None:
        # 444m 456m: a kong would leave 56m.
        assert greedy("444456m789m123p46p77s1z", drawn="4m") == Discard("1z", ready=True)

    def test_added(self) -> None:
        chosen = greedy("1z123m456m78m135p12s", melds=[("pung", "111z")], drawn="1z")
        assert chosen == Kong("1z")


class TestKillPig:
    """A win without the shape (V15) scores 13 tai for the wild tiles alone: 26 in all."""

    def test_taken_far_from_the_shape(self) -> None:
        assert greedy(FOUR_WILD + "147m258p36s1234z7z", drawn="9p") == Win()

    def test_left_where_waiting_promises_more(self) -> None:
        # A third of the unseen tiles make the shape, for 24 tai and more.
        hand = FOUR_WILD + "123m78m45p56s44z7z1s"
        assert Win() in situation(hand, drawn="9p").legal()
        assert isinstance(greedy(hand, drawn="9p"), Discard)

    def test_taken_where_nothing_is_drawn_any_more(self) -> None:
        hand = FOUR_WILD + "123m78m45p56s44z7z1s"
        assert greedy(hand, drawn="9p", phase="share_out") == Win()


class TestReady:
    @pytest.mark.parametrize(
        ("rules", "declares"), [("standard", True), (LOCKED, False), (LOCKED_PAID, True)]
    )
    def test_declared_with_a_good_wait(self, rules: Any, declares: bool) -> None:
        assert greedy(READY + "4z", ruleset=rules) == Discard("4z", ready=declares)

    @pytest.mark.parametrize("rules", ["standard", LOCKED_PAID])
    def test_not_declared_with_a_poor_one(self, rules: Any) -> None:
        hand = "123m456m789m123p55s46p4z"
        assert greedy(hand, ruleset=rules, seen="555p999s99p") == Discard("4z")

    def test_never_cancelled(self) -> None:
        assert greedy(READY + "9s", ready=True, drawn="9s") == Win()
        assert greedy("123m456m789m55s56p777z7z", ready=True, drawn="7z") == Kong("7z")
        nothing = {"base": "standard", "set": {"tai.B5": [0, 0]}}
        hand = "123m456m789m55s56p777z7z"
        assert greedy(hand, ready=True, drawn="7z", ruleset=nothing) == Pass()
