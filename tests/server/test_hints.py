from __future__ import annotations

from typing import Any

from taipao.game.actions import Discard, Win
from taipao.game.claims import PROCEED, Outcome
from taipao.game.engine import start, step
from taipao.game.view import View, project
from taipao.rules.ruleset import load_ruleset
from taipao.server.hints import OwnWaits, discard_waits, own_win_total
from taipao.tiles import TileName
from tests.server.walls import wall_of

HAND = "123456789m123p45s99s1z"
_WAITING = "123456789m123p45s99s"
_OTHER = "147m258p369s11223467z"


def dealt(hand: str, ruleset: Any = "standard", **wall: Any) -> View:
    """Return the dealer's view after the deal."""
    round_, _ = start(load_ruleset(ruleset), 0, wall_of({0: hand}, **wall))
    return project(round_, 0)


def test_each_discard_that_leaves_a_waiting_hand_is_explained() -> None:
    view = dealt(HAND)
    found = {entry.tile: entry.waits for entry in discard_waits(view, view.legal())}
    waits = {wait.tile: wait for wait in found["1z"]}
    assert set(waits) == {"3s", "6s", "2f", "6f"}
    # All four 3s are unseen; of the wild flowers three a colour.
    assert [waits[tile].unseen for tile in ("3s", "6s", "2f", "6f")] == [4, 4, 3, 3]
    # Hard hand 7 + plain hand 13, doubled; drawn by oneself one more.
    assert (waits["3s"].discard, waits["3s"].self_draw) == (40, 42)
    # A wild tile held: no hard hand, and with its base tai no plain hand (B2).
    assert (waits["2f"].discard, waits["2f"].self_draw) == (3, 4)


def test_a_tile_in_the_own_hand_is_seen_even_when_it_is_the_discard() -> None:
    view = dealt("123456789m123p45s99s3s")
    found = {entry.tile: entry.waits for entry in discard_waits(view, view.legal())}
    assert {wait.tile: wait.unseen for wait in found["3s"]}["3s"] == 3


def test_the_declaration_counts_where_the_rule_set_pays_for_it() -> None:
    view = dealt(HAND, {"base": "standard", "set": {"ready_tai": 2}})
    found = {entry.tile: entry.waits for entry in discard_waits(view, view.legal())}
    assert {wait.tile: wait.discard for wait in found["1z"]}["3s"] == 44


def test_without_waiting_discards_there_is_nothing_to_explain() -> None:
    view = dealt("147m258p369s11223467z")
    assert discard_waits(view, view.legal()) == ()
    assert OwnWaits().of(view) == ()


def test_the_own_waits_leave_out_the_tile_just_drawn() -> None:
    round_, _ = start(load_ruleset("standard"), 0, wall_of({0: HAND}, draws="2z3z4z6z"))
    assert OwnWaits().of(project(round_, 0)) == ()
    tile: TileName | None = "1z"
    for _ in range(5):
        seat = round_.board.turn
        assert tile is not None
        round_, _ = step(round_, Outcome(seat, Discard(tile)))
        waiting = OwnWaits().of(project(round_, 0))
        assert {wait.tile for wait in waiting} == {"3s", "6s", "2f", "6f"}
        round_, _ = step(round_, PROCEED)
        assert OwnWaits().of(project(round_, 0)) == waiting
        tile = round_.owns[round_.board.turn].drawn


def test_tiles_that_lie_open_are_seen() -> None:
    round_, _ = start(load_ruleset("standard"), 0, wall_of({0: HAND}, draws="3s"))
    round_, _ = step(round_, Outcome(0, Discard("1z")))
    round_, _ = step(round_, PROCEED)
    assert {w.tile: w.unseen for w in OwnWaits().of(project(round_, 0))}["3s"] == 4
    round_, _ = step(round_, Outcome(1, Discard("3s")))
    assert {w.tile: w.unseen for w in OwnWaits().of(project(round_, 0))}["3s"] == 3


def test_what_winning_now_would_score_is_what_it_then_scores() -> None:
    heavenly, _ = start(load_ruleset("standard"), 0, wall_of({0: "123456789m123p456s99s"}))
    before, _ = start(load_ruleset("standard"), 0, wall_of({0: _OTHER, 1: _WAITING}))
    earthly, _ = step(before, Outcome(0, Discard("3s")))
    for round_, seat in ((heavenly, 0), (earthly, 1)):
        view = project(round_, seat)
        told = own_win_total(view, view.legal())
        ended, _ = step(round_, Outcome(seat, Win()))
        assert ended.board.result is not None
        assert ended.board.result.sheets is not None
        assert told == ended.board.result.sheets[seat].total
        # A plain win would score less.
        assert told > max((wait.self_draw for wait in OwnWaits().of(view)), default=0)


def test_who_cannot_win_is_told_no_total() -> None:
    view = dealt(_OTHER)
    assert own_win_total(view, view.legal()) is None
