"""Contests: their seatings, both engines, breaking off and going on."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from taipao.errors import BadRequest
from taipao.rules.ruleset import RuleSet, load_ruleset
from taipao.trials import players
from taipao.trials.arena import FORMATS, Contest, WallResult, contests, hold, seatings, summarize
from taipao.trials.journal import Journal
from taipao.trials.players import engine_for, player

pytestmark = pytest.mark.xdist_group("compiled")

STANDARD = load_ruleset("standard")
LOCKED = load_ruleset({"base": "alternate", "set": {"ready": "locked", "ready_tai": 3}})


def played(contest: Contest, walls: int, *, at_once: int = 8) -> list[WallResult]:
    play = player("compiled", contest, STANDARD, 1)
    return [one for some in hold(walls, play, at_once=at_once) for one in some]


@pytest.mark.parametrize("form", FORMATS)
def test_every_seating_is_played_once(form: str) -> None:
    every = [one for one in product((False, True), repeat=4) if sum(one) == FORMATS[form]]
    assert sorted(seatings(form)) == every


def test_each_bot_meets_those_after_it() -> None:
    assert contests(["a", "b", "c"], ["1v3", "2v2"]) == [
        Contest(first, second, form)
        for first, second in (("a", "b"), ("a", "c"), ("b", "c"))
        for form in ("1v3", "2v2")
    ]
    assert contests(["a", "a"], ["1v3"]) == [Contest("a", "a", "1v3")]
    with pytest.raises(BadRequest, match="two bots"):
        contests(["a"], ["1v3"])


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_bot_against_itself_comes_to_zero(bot: str, form: str) -> None:
    results = played(Contest(bot, bot, form), 20)
    assert [one.first.points for one in results] == [0] * 20
    summary = summarize(Contest(bot, bot, form), results)
    assert summary.points is not None
    assert (summary.points.low, summary.points.high) == (0, 0)


@pytest.mark.parametrize("form", FORMATS)
def test_greedy_beats_random(form: str) -> None:
    contest = Contest("greedy", "random", form)
    results = played(contest, 60)
    summary = summarize(contest, results)
    assert summary.rounds == 60 * len(seatings(form))
    assert summary.points is not None
    assert summary.points.low > 0
    for one in results:
        assert one.first.points + one.second.points == 0
        assert one.first.wins + one.second.wins + one.draws == len(seatings(form))


@pytest.mark.parametrize("ruleset", [STANDARD, LOCKED], ids=["standard", "locked"])
def test_both_engines_come_to_the_same(ruleset: RuleSet) -> None:
    contest = Contest("greedy", "greedy", "1v3")
    compiled = player("compiled", contest, ruleset, 5)
    slow = player("python", contest, ruleset, 5)
    assert slow(range(2, 5)) == compiled(range(2, 5))


def test_bots_in_python_play_any_wall_alone_as_in_company() -> None:
    play = player("python", Contest("random", "greedy", "2v2"), STANDARD, 3)
    assert play(range(2))[1:] == play(range(1, 2))


def test_who_plays_is_chosen_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert engine_for(["greedy", "random"]) == "compiled"
    assert engine_for(["greedy"], "python") == "python"
    with pytest.raises(BadRequest, match="no bot 'strong'; there are greedy, random, solid"):
        engine_for(["greedy", "strong"])
    monkeypatch.setattr(players, "NAMES", ("greedy", "thinker"))
    assert engine_for(["greedy", "thinker"]) == "python"
    with pytest.raises(BadRequest, match="no compiled bot 'thinker'"):
        engine_for(["thinker"], "compiled")
    monkeypatch.setattr(players, "find_spec", lambda _name: None)
    assert engine_for(["greedy"]) == "python"
    with pytest.raises(BadRequest, match=r"taipao\[sim\]"):
        engine_for(["greedy"], "compiled")


RUN = {"format": "test", "seed": 1}


def test_a_run_that_broke_off_goes_on_to_the_same(tmp_path: Path) -> None:
    contest, path = Contest("greedy", "random", "1v3"), tmp_path / "below" / "one.jsonl"
    play = player("compiled", contest, STANDARD, 1)
    whole = played(contest, 30)
    running = hold(30, play, Journal(path, RUN, WallResult), at_once=7)
    assert next(running) + next(running) == whole[:14]
    # The next line was being written when the machine went down.
    with path.open("ab") as file:
        file.write(b'{"wall":14,"dra')
    journal = Journal(path, RUN, WallResult)
    assert journal.rows == whole[:14]
    assert [one for some in hold(30, play, journal, at_once=7) for one in some] == whole
    again = Journal(path, RUN, WallResult)
    assert again.rows == whole
    assert list(hold(20, play, again)) == [whole[:20]]
    again.rows.pop(3)
    with pytest.raises(BadRequest, match="leave out walls"):
        next(hold(20, play, again))


def test_results_of_another_run_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    Journal(path, RUN, WallResult)
    with pytest.raises(BadRequest, match="have seed 1, this run 2"):
        Journal(path, {**RUN, "seed": 2}, WallResult)
    for text, words in (
        (b"other\n", "not the results"),
        (b'{"format":"test"}\n', "not the results"),
        (b'{"format":"test","seed":1}\n{"wall":"x"}\n', "not a line of results"),
        (b'{"format":"test","seed":1}\n' + b'{"wall":7,"draws":0}\n', "not a line of results"),
    ):
        path.write_bytes(text)
        with pytest.raises(BadRequest, match=words):
            Journal(path, RUN, WallResult)
