"""Hints against the engine: what they say a discard, a claim or a win leads to, it does."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from taipao.game.actions import Action, Chow, Discard, Kong, Pung, Win
from taipao.game.claims import Outcome
from taipao.game.engine import start, step
from taipao.game.legal import asked
from taipao.game.state import SEATS, Round, bonus_of, melds_of
from taipao.game.view import View, project, unseen
from taipao.hand import Hand, Meld
from taipao.rules import scoring
from taipao.rules.ruleset import load_ruleset
from taipao.rules.waits import distance, waits
from taipao.server.advice import hints_of, prize_of
from taipao.server.protocol import DiscardHint, Hints, Prospect, Useful, Wait
from taipao.tiles import FACES_OF, KIND, NAMES, NUMBER, WHITE
from tests.game.rounds import round_of
from tests.server.walls import wall_of

READY = "123456789m123p45s99s1z"
SEEDS = range(10)


def dealt(hand: str, ruleset: Any = "standard", **wall: Any) -> Round:
    round_, _ = start(load_ruleset(ruleset), 0, wall_of({0: hand}, **wall))
    return round_


def hints(round_: Round, seat: int = 0) -> Hints:
    return hints_of(project(round_, seat), round_.board.number, asked(round_)[seat])


def by_tile(found: Hints) -> dict[str, DiscardHint]:
    return {hint.tile: hint for hint in found.discards}


def test_the_discard_that_makes_the_hand_ready_is_best_and_tells_what_wins() -> None:
    found = hints(dealt(READY))
    assert (found.distance, found.hand, found.no_win) == (0, None, "far")
    assert [hint.tile for hint in found.discards if hint.best] == ["1z"]
    leaves = by_tile(found)["1z"].leaves
    assert (leaves.distance, leaves.useful, leaves.unseen) == (0, (), 14)
    told = {wait.tile: wait for wait in leaves.waits}
    # Hard and plain, doubled; with a wild tile neither.
    assert told["3s"] == Wait("3s", 4, 42, 40, 21, 20)
    assert told["2f"] == Wait("2f", 3, 4, 3, 4, 3)
    assert by_tile(found)["1m"].leaves.distance == 1
    assert by_tile(found)["1m"].leaves.waits == ()


def test_a_declaration_counts_once_it_has_been_made() -> None:
    ruleset = {"base": "standard", "set": {"ready_tai": 2}}
    round_ = dealt(READY, ruleset)
    worth = {w.tile: w.discard_tai for w in by_tile(hints(round_))["1z"].leaves.waits}
    assert worth["3s"] == 20
    round_, _ = step(round_, Outcome(0, Discard("1z", ready=True)))
    hand = hints_of(project(round_, 0), None, ()).hand
    assert hand is not None
    assert {wait.tile: wait.discard_tai for wait in hand.waits}["3s"] == 22


def test_without_a_decision_the_hand_alone_is_told_of() -> None:
    found = hints_of(project(dealt("147m258p369s11223467z"), 0), None, ())
    assert found == Hints(None, found.distance, None, (), (), None)
    round_, _ = step(dealt(READY), Outcome(0, Discard("1z")))
    found = hints_of(project(round_, 0), None, ())
    assert found.hand is not None
    assert (found.distance, found.hand.distance, len(found.hand.waits)) == (0, 0, 4)


def test_why_a_hand_does_not_win() -> None:
    wall = wall_of({0: "13579m13579p1579s467z", 1: "123456789m123p45s99s"})
    round_, _ = start(load_ruleset("standard"), 0, wall)
    assert hints(round_).no_win == "far"
    round_, _ = step(round_, Outcome(0, Discard("9s")))
    found = hints(round_, 1)
    assert (found.distance, found.no_win) == (0, "other"), "it waits for 3s and 6s"
    round_, _ = step(round_, Outcome(1, Pung()))
    assert hints(round_, 1).no_win == "far"


def test_a_hand_that_is_complete_by_a_claim_does_not_win_right_then() -> None:
    wall = wall_of({0: "13579m13579p1579s467z", 1: "123456789m12355p99s"})
    round_, _ = start(load_ruleset("standard"), 0, wall)
    round_, _ = step(round_, Outcome(0, Discard("5p")))
    assert hints(round_, 1).no_win is None, "it wins on the tile, or claims it"
    round_, _ = step(round_, Outcome(1, Pung()))
    found = hints(round_, 1)
    assert (found.distance, found.no_win) == (-1, "claimed")


def test_a_win_is_told_with_all_that_counts_at_this_moment() -> None:
    heavenly = dealt("123456789m123p456s99s")
    wall = wall_of({0: "147m258p369s11223467z", 1: "123456789m123p45s99s"})
    before, _ = start(load_ruleset("standard"), 0, wall)
    earthly, _ = step(before, Outcome(0, Discard("3s")))
    for round_, seat in ((heavenly, 0), (earthly, 1)):
        check_win(round_, seat)
        # Twice the 13 of V2 or V3 among them.
        assert prize_of(project(round_, seat)).total >= 26 + 40


def situations(seed: int) -> Iterator[tuple[Round, int, View, tuple[Action, ...]]]:
    """Yield some decisions of a round, and all that offer something rare."""
    random = Random(seed)
    for _, _, round_ in round_of(seed).after_each():
        if round_.board.phase in ("opening", "ended"):
            continue
        for seat, actions in asked(round_).items():
            # After a kong nobody decides anything before its replacement has been drawn.
            if round_.board.phase != "claims" and round_.owns[seat].hand.size % 3 != 2:
                continue
            rare = any(isinstance(action, Kong | Chow | Pung | Win) for action in actions)
            if rare or random.random() < 0.15:
                yield round_, seat, project(round_, seat), actions


def helpful(view: View, hand: Hand, melds: tuple[Meld, ...]) -> dict[int, int]:
    """Return the unseen tiles, by kind, of which one more lowers the distance: by trying each."""
    far, left = distance(hand, len(melds)), unseen(view)
    found = {}
    for kind, faces in enumerate(FACES_OF):
        replaced = kind >= 34 or (kind == WHITE and view.board.ruleset.white_is_bonus)
        if not left[kind] or (replaced and not hand.wild & set(faces)):
            continue
        face = next(face for face in faces if hand.counts[face] < 4)
        if distance(hand.add(face), len(melds)) < far:
            found[kind] = left[kind]
    return found


def check_prospect(view: View, hand: Hand, melds: tuple[Meld, ...], told: Prospect) -> None:
    board, left = view.board, unseen(view)
    assert told.distance == distance(hand, len(melds))
    if told.distance:
        assert told.waits == ()
        assert {KIND[NUMBER[u.tile]]: u.unseen for u in told.useful} == helpful(view, hand, melds)
        assert told.unseen == sum(useful.unseen for useful in told.useful)
        return
    assert told.useful == ()
    indicators = board.indicator_faces
    kinds = waits(board.ruleset, indicators, hand, melds)
    assert tuple(KIND[NUMBER[wait.tile]] for wait in told.waits) == kinds
    for wait in told.waits:
        tile = NUMBER[wait.tile]
        assert wait.unseen == left[KIND[tile]]
        drawn, discarded = (
            scoring.score_winner(
                board.ruleset,
                indicators,
                board.wind(view.seat),
                hand.add(tile),
                melds,
                bonus_of(board, view.seat),
                win,
            )
            for win in (
                scoring.Win(tile, "self_draw", ready=view.own.ready),
                scoring.Win(tile, "discard", ready=view.own.ready),
            )
        )
        assert (wait.self_draw, wait.self_draw_tai) == (drawn.total, drawn.tai)
        assert (wait.discard, wait.discard_tai) == (discarded.total, discarded.tai)


def check_win(round_: Round, seat: int) -> None:
    after, _ = step(round_, Outcome(seat, Win()))
    result = after.board.result
    assert result is not None
    assert result.sheets is not None
    sheet, win = result.sheets[seat], prize_of(project(round_, seat))
    assert (win.shape, win.tai, win.total) == (sheet.shape, sheet.tai, sheet.total)
    assert win.points == sum(result.payments[payer][seat] for payer in range(SEATS))


def check_melds(round_: Round, seat: int, found: Hints) -> None:
    for hint in found.melds:
        after, _ = step(round_, Outcome(seat, hint.action))
        view = project(after, seat)
        before = [meld.kind for meld in round_.board.seats[seat].melds]
        made = [meld.kind for meld in view.board.seats[seat].melds]
        if isinstance(hint.action, Kong):
            assert hint.discard is None
            # An added kong may still be robbed, and counts once it was not.
            assert hint.kind == "added_kong" or made == [*before, hint.kind]
            continue
        assert made == [*before, hint.kind]
        melds = melds_of(view.board, view.own, seat)
        options = hints_of(view, view.board.number, view.legal()).discards
        best = {option.tile: option.leaves for option in options if option.best}
        assert best[hint.discard] == hint.leaves  # type: ignore[index]
        check_prospect(view, view.own.hand.remove(NUMBER[hint.discard or ""]), melds, hint.leaves)


@pytest.mark.parametrize("seed", SEEDS)
def test_hints_are_what_the_engine_makes_of_it(seed: int) -> None:
    for round_, seat, view, actions in situations(seed):
        found = hints_of(view, view.board.number, actions)
        hand, melds = view.own.hand, melds_of(view.board, view.own, seat)
        assert found.distance == distance(hand, len(melds))
        discards = [a.tile for a in actions if isinstance(a, Discard) and not a.ready]
        assert [hint.tile for hint in found.discards] == discards
        for hint in found.discards:
            check_prospect(view, hand.remove(NUMBER[hint.tile]), melds, hint.leaves)
        assert (found.hand is None) == bool(discards)
        if found.hand is not None:
            drawn = view.own.drawn
            kept = hand if drawn is None else hand.remove(NUMBER[drawn])
            check_prospect(view, kept, melds, found.hand)
        nearest = min((h.leaves.distance for h in found.discards if h.leaves.unseen), default=None)
        for hint in found.discards:
            if hint.best and nearest is not None:
                assert hint.leaves.distance == nearest
        claims = [action for action in actions if isinstance(action, Kong | Pung | Chow)]
        assert [hint.action for hint in found.melds] == claims
        check_melds(round_, seat, found)
        assert (found.no_win is None) == (Win() in actions)
        if Win() in actions:
            check_win(round_, seat)


@pytest.mark.parametrize("field", ["tai.V4", "double_from"])
def test_a_changed_rule_set_changes_what_is_told(field: str) -> None:
    changed = {"base": "standard", "set": {field: 100}}
    plain, other = (hints(dealt(READY, ruleset)) for ruleset in ("standard", changed))
    assert by_tile(plain)["1z"].leaves.waits != by_tile(other)["1z"].leaves.waits
    assert [h.best for h in plain.discards] == [h.best for h in other.discards]


def test_a_useful_flower_is_named_by_one_that_is_left() -> None:
    found = hints(dealt("147m258p369s13467z2f34f", indicators="1f9m"))
    named = {useful.tile for hint in found.discards for useful in hint.leaves.useful}
    assert not named & {"1f", "2f", "3f", "4f"}, "all four lie open or are held"
    found = hints(dealt("147m258p369s1234677z2f", indicators="1f9m"))
    useful = {one for hint in found.discards for one in hint.leaves.useful}
    assert Useful("3f", 2) in useful
    assert NAMES[NUMBER["3f"]] == "3f"
