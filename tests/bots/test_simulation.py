"""Whole rounds under every kind of rule set, and the checks that each of them passes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from taipao.bots import simulation
from taipao.bots.laws import check
from taipao.bots.simulation import Played, play_out, simulate
from taipao.bots.tally import Tally
from taipao.bots.uniform import RandomBot
from taipao.errors import BadRequest, RoundFault
from taipao.game.engine import evolve, undealt
from taipao.game.events import Discarded, Drawn, redact
from taipao.game.play import Play
from taipao.game.record import Seat, header
from taipao.game.state import SEATS, Round
from taipao.game.view import fold, initial, project
from taipao.rules.ruleset import load_ruleset
from taipao.rules.settlement import Due
from tests.reference.random_ruleset import random_value
from tests.reference.round import check as check_again
from tests.reference.ruleset import FIELDS

FOUR = {
    "greedy": ("greedy",) * 4,
    "random": ("random",) * 4,
    "mixed": ("greedy", "random", "greedy", "random"),
}


def specs(seed: int, number: int) -> list[Any]:
    """Return rule sets with several fields changed, none of them to what no wall can hold."""
    random = Random(seed)
    made: list[Any] = []
    for _ in range(number):
        base = random.choice(tuple(FIELDS))
        fields = random.sample(sorted(FIELDS[base]), random.randint(1, 6))
        changes = {field: random_value(random, field, FIELDS[base][field]) for field in fields}
        if "reserve" in changes:
            changes["reserve"] = random.randrange(90)
        made.append({"base": base, "set": changes})
    return made


def simulated(spec: Any, bots: Sequence[str], seed: int, rounds: int) -> list[Played]:
    """Play rounds, each checked by the laws and read again by the second implementation."""
    played = list(simulate(load_ruleset(spec), bots, seed, rounds))
    for one in played:
        check_again(one.record)
    return played


@pytest.mark.parametrize("ruleset", ["standard", "alternate"])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("bots", FOUR)
def test_rounds_keep_every_law(ruleset: str, seed: int, bots: str) -> None:
    assert len(simulated(ruleset, FOUR[bots], seed, 12)) == 12


@pytest.mark.parametrize("seed", range(20))
def test_rounds_under_changed_rules_keep_every_law(seed: int) -> None:
    for spec, bots in product(specs(seed, 3), ("mixed", "greedy")):
        simulated(spec, FOUR[bots], seed, 2)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 150))
def test_many_rounds_under_changed_rules_keep_every_law(seed: int) -> None:
    for spec, bots in product(specs(seed, 10), FOUR.values()):
        simulated(spec, bots, seed, 5)


@pytest.mark.parametrize("ruleset", ["standard", "alternate"])
def test_equal_arguments_give_equal_bytes(ruleset: str) -> None:
    rules = load_ruleset(ruleset)
    first, again = (list(simulate(rules, FOUR["mixed"], 7, 3)) for _ in range(2))
    assert [one.record for one in first] == [one.record for one in again]
    longer = list(simulate(rules, FOUR["mixed"], 7, 5))
    assert [one.record for one in longer[:3]] == [one.record for one in first]
    other = list(simulate(rules, FOUR["mixed"], 8, 3))
    assert all(a.record != b.record for a, b in zip(first, other, strict=True))


def test_the_deal_passes_on_as_the_results_say() -> None:
    rounds = simulated("standard", FOUR["greedy"], 3, 12)
    for one, following in pairwise(rounds):
        dealt = following.events[0]
        assert dealt.dealer == one.result.next_dealer  # type: ignore[union-attr]
    assert [one.number for one in rounds] == list(range(1, 13))


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(BadRequest, match="no bot"):
        next(simulate(load_ruleset("standard"), ("greedy", "greedy", "greedy", "x"), 0, 1))


def test_views_are_folded_from_what_seats_are_told_at_every_event() -> None:
    for ruleset in ("standard", "alternate"):
        play, events = ended(ruleset)
        round_: Round = undealt(play.ruleset, play.round.wall)
        views = [initial(play.ruleset, seat) for seat in range(SEATS)]
        for event in events:
            round_ = evolve(round_, event)
            for seat in range(SEATS):
                seen = redact(event, seat)
                if seen is not None:
                    views[seat] = fold(views[seat], seen)
                assert views[seat] == project(round_, seat)
                assert views[seat].legal() == project(round_, seat).legal()


def ended(ruleset: str = "standard") -> tuple[Play, tuple[Any, ...]]:
    rules = load_ruleset(ruleset)
    first = header(
        rules,
        [Seat("random", "random")] * SEATS,
        number=1,
        dealer=0,
        secret=bytes(range(32)),
        contributions=(None,) * SEATS,
    )
    play = Play(first, ruleset=rules)
    return play, play_out(play, [RandomBot(seat) for seat in range(SEATS)])


class TestFaultsAreFound:
    def test_none_in_a_sound_round(self) -> None:
        play, events = ended()
        check(play.round, events, play.record())

    def test_a_tile_too_many(self) -> None:
        play, events = ended()
        wall = (*play.round.wall[:-1], "1m")
        indicators = (wall[-1], *play.round.board.indicators[1:])
        board = replace(play.round.board, indicators=indicators)
        with pytest.raises(RoundFault, match=r"tiles: there are .* of 1m"):
            check(replace(play.round, board=board), events, play.record())

    def test_points_from_nowhere(self) -> None:
        play, events = ended()
        board = play.round.board
        assert board.result is not None
        nothing = ((0,) * 4,) * 4
        wrong = (
            ({"points": (1, 0, 0, 0), "payments": nothing}, "do not add to zero"),
            ({"points": (7, -7, 0, 0), "payments": nothing}, "the payments come to"),
            ({"dues": (Due(0, 1, "S2", 1, 1),)}, "what is due comes to"),
        )
        for fields, words in wrong:
            result = replace(board.result, **fields)
            round_ = replace(play.round, board=replace(board, result=result))
            with pytest.raises(RoundFault, match=f"results: .*{words}"):
                check(round_, events, play.record())

    def test_a_record_of_another_round(self) -> None:
        play, events = ended()
        other = next(simulate(load_ruleset("standard"), FOUR["greedy"], 0, 1))
        with pytest.raises(RoundFault, match="record: it replays to another round"):
            check(play.round, events, other.record)
        with pytest.raises(RoundFault, match="record: line"):
            check(play.round, events, play.record()[:-80])

    def test_an_event_that_was_not_told(self) -> None:
        play, events = ended()
        for kind in (Drawn, Discarded):
            at = max(place for place, event in enumerate(events) if isinstance(event, kind))
            with pytest.raises(RoundFault, match="views: what seat"):
                check(play.round, events[:at] + events[at + 1 :], play.record())

    def test_a_round_that_has_not_ended(self) -> None:
        play, events = ended()
        board = replace(play.round.board, result=None)
        with pytest.raises(RoundFault, match="without a result"):
            check(replace(play.round, board=board), events, play.record())

    def test_a_fault_comes_with_its_round_and_its_record(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def stumble(*_: object) -> None:
            raise KeyError("9z")

        monkeypatch.setattr(simulation, "check", stumble)
        with pytest.raises(RoundFault, match="round 1: KeyError: '9z'") as fault:
            next(simulate(load_ruleset("standard"), FOUR["random"], 0, 1))
        assert fault.value.record.startswith(b'{"commitment":')


def test_the_tally_adds_up() -> None:
    tally = Tally()
    rounds = simulated("standard", FOUR["mixed"], 11, 20)
    for one in rounds:
        tally.add(one)
    summary = tally.summary()
    won = [one.result for one in rounds if one.result.winner is not None]
    assert summary["rounds"] == 20
    assert summary["wins"] == len(won) == sum(summary["wins_by_seat"])
    assert summary["draws"] == 20 - len(won)
    assert summary["self_draw"] + summary["discard"] + summary["robbed_kong"] == len(won)
    assert sum(summary["points_by_seat"]) == 0
    totals = [r.sheets[r.winner].total for r in won]  # type: ignore[index]
    assert summary["mean_total"] == round(sum(totals) / len(totals), 2)
    items = [item.rule for r in won for sheet in r.sheets or () for item in sheet.items]
    assert sum(sum(times.values()) for times in summary["rules"].values()) == len(items)
    assert list(summary["rules"]) == sorted(summary["rules"], key=lambda r: (r[0], int(r[1:])))


def test_an_empty_tally_has_no_means() -> None:
    summary = Tally().summary()
    assert summary["rounds"] == summary["mean_tai"] == summary["mean_discards"] == 0
