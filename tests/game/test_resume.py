"""A running round taken up from the lines of its record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from taipao.bots.simulation import simulate
from taipao.errors import RecordError
from taipao.game import play as play_module
from taipao.game.actions import CancelReady, Pass
from taipao.game.claims import Decision
from taipao.game.events import Event
from taipao.game.play import Play
from taipao.game.record import ActionLine, EventLine, Line, canonical, read, read_running
from taipao.game.replay import replay, steps
from taipao.game.state import Round
from taipao.rules.ruleset import load_ruleset
from tests.golden.make import HERE, ROUNDS

from .players import at_random, opened, played
from .rounds import round_of

RULESETS = ["standard", "alternate", {"base": "standard", "set": {"ready": "locked"}}]


def stopped(game: Play, random: Random, answers: int) -> Play:
    """Play `answers` answers at most, and close the decisions they close."""
    for _ in range(answers):
        while game.go_on() is not None:
            pass
        if game.over:
            break
        seat = game.decision.waiting[0]
        offers = [a for a in game.decision.offers[seat] if type(a).__name__ != "CancelReady"]
        game.answer(seat, game.decision.id, random.choice(offers), "player")
    return game


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(6))
def test_a_round_stands_where_its_lines_break_off(ruleset, seed):
    random = Random(seed)
    game = stopped(opened(load_ruleset(ruleset), random), random, 12 * seed)
    again = Play.resume(game.lines())
    assert again.round == game.round
    assert again.events == game.events
    assert again.opening == game.opening
    assert again.unfinished() == game.unfinished()
    assert again.decision.offers == game.decision.offers
    assert again.decision.id == game.decision.id
    assert again.decision.answers == {}, "an open decision is asked again"
    played(again, random, [at_random] * 4)
    assert replay(again.record()) == again.round
    assert again.record().startswith(game.unfinished())


def lines_of(seed: int = 3) -> list[bytes]:
    random = Random(seed)
    return list(stopped(opened(load_ruleset("standard"), random), random, 20).lines())


def test_lines_that_do_not_follow_are_refused():
    lines = lines_of()
    action = next(i for i, line in enumerate(lines) if line.startswith(b'{"action"'))
    for bad, told in [
        ([], "empty"),
        (lines[:1], "before dealt"),
        (lines[:3], "ends before"),
        (lines[: action + 1], "last action causes"),
        ([*lines[:4], *lines[5:]], "line 5"),
        ([*lines, b'{"sha256":"0"}\n'], "neither an event nor an action"),
        ([*lines, lines[-1]], f"line {len(lines) + 1}"),
        ([lines[0].replace(b'"version":1', b'"version":2'), *lines[1:]], "version 2"),
        ([*lines[:-1], lines[-1][:-1]], "newline"),
    ]:
        with pytest.raises(RecordError, match=told):
            Play.resume(bad)


def test_the_lines_after_those_already_known():
    lines = lines_of()
    game = Play.resume(lines)
    assert game.lines() == tuple(lines)
    assert game.lines(len(lines) - 2) == tuple(lines[-2:])
    assert game.lines(len(lines)) == ()


# Resuming does not ask again what was legal. What it leads to is compared with `steps`, which asks
# the engine about every line.

BOTS = ("greedy", "random", "greedy", "greedy")


@cache
def record_of(kind: str, which: Any) -> bytes:
    """Return the record of a golden round, of one at random, or of one that bots played."""
    if kind == "golden":
        return (HERE / f"{which}.jsonl").read_bytes()
    if kind == "random":
        return round_of(which).record
    return next(simulate(load_ruleset(which), BOTS, seed=5, rounds=1)).record


# Rounds of odd numbers have walls that their headers do not give: those are not resumed.
RECORDS = [
    *(("golden", name) for name in ROUNDS),
    *(("random", seed) for seed in range(0, 24, 2)),
    ("bots", "standard"),
    ("bots", "alternate"),
]


def lines_in(record: bytes) -> list[bytes]:
    return record.splitlines(keepends=True)[:-1]


def checked(lines: Sequence[bytes]) -> tuple[Round, list[Event]]:
    """Return where lines lead to and their events, every line being checked."""
    done = list(steps(read_running(lines)))
    return done[-1].round, [one.line.event for one in done if isinstance(one.line, EventLine)]


def resumed(lines: Sequence[bytes]) -> tuple[Round, list[Event]]:
    again = Play.resume(lines)
    assert again.decision == Decision.open(again.round)
    assert again.lines() == tuple(lines)
    assert again.opening == tuple(again.events[: len(again.opening)])
    assert type(again.opening[-1]).__name__ == "PlayBegan"
    return again.round, again.events


def result_of(take_up: Callable[[Sequence[bytes]], object], lines: Sequence[bytes]) -> object:
    """Return what lines lead to, or why they are refused."""
    try:
        return take_up(lines)
    except RecordError as error:
        return str(error)


@pytest.fixture
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no line be checked one by one: what resumes now does so by its actions alone."""

    def never(_: object) -> Iterator[object]:
        raise AssertionError("a good round was checked line by line")

    monkeypatch.setattr(play_module, "steps", never)


@pytest.mark.parametrize(("kind", "which"), RECORDS)
@pytest.mark.usefixtures("unchecked")
def test_every_beginning_leads_to_what_the_checked_one_does(kind, which):
    record = record_of(kind, which)
    lines, walked = lines_in(record), list(steps(read(record)))
    events: list[Event] = []
    ends = 0
    for done in walked:
        if isinstance(done.line, EventLine):
            events.append(done.line.event)
        if not is_whole(lines[: done.number]):
            continue
        ends += 1
        assert resumed(lines[: done.number]) == (done.round, events)
    assert ends > 1
    assert resumed(lines)[0].board.phase == "ended"


def is_whole(lines: Sequence[bytes]) -> bool:
    """Tell whether lines do not end between an action and what it causes."""
    try:
        checked(lines)
    except RecordError:
        return False
    return True


@pytest.mark.parametrize(("kind", "which"), RECORDS[::4])
def test_a_beginning_that_ends_too_early_is_refused_as_the_checked_one_is(kind, which):
    lines = lines_in(record_of(kind, which))
    for size in range(len(lines) + 1):
        if not is_whole(lines[:size]):
            with pytest.raises(RecordError) as expected:
                checked(lines[:size])
            with pytest.raises(RecordError) as found:
                Play.resume(lines[:size])
            assert str(found.value) == str(expected.value)


@pytest.mark.parametrize(("kind", "which"), RECORDS)
@pytest.mark.usefixtures("unchecked")
def test_it_goes_on_to_the_same_record(kind, which):
    record = record_of(kind, which)
    lines = lines_in(record)
    later = read(record).lines
    sizes = [size for size in range(2, len(lines)) if is_whole(lines[:size])]
    for size in Random(0).sample(sizes, min(8, len(sizes))):
        again = Play.resume(lines[:size])
        go_on_as(again, later)
        assert again.record() == record


def go_on_as(play: Play, later: Sequence[Line]) -> None:
    """Play a round to its end as a record goes on; who is not told of there passes."""
    while not play.over:
        line = later[len(play.lines()) - 1]
        if isinstance(line, ActionLine):
            if isinstance(line.action, CancelReady):
                play.cancel_ready(line.seat, line.by)
                continue
            if line.by != "ready":
                play.answer(line.seat, play.decision.id, line.action, line.by)
        for seat in play.decision.waiting:
            if Pass() in play.decision.offers[seat] and not play.decision.single:
                play.answer(seat, play.decision.id, Pass(), "bot")
        assert play.go_on() is not None


def damaged(lines: list[bytes], random: Random) -> list[bytes]:
    """Return lines of which one is lost, doubled, moved, written otherwise or of another round."""
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    bad = list(lines)
    match random.randrange(6):
        case 0:
            del bad[at]
        case 1:
            bad.insert(at, bad[at])
        case 2:
            bad[at], bad[other] = bad[other], bad[at]
        case 3:
            place = random.randrange(len(bad[at]))
            bad[at] = (
                bad[at][:place] + random.choice(b'0179ampsz{"').to_bytes() + bad[at][place + 1 :]
            )
        case 4:
            bad[at] = bad[at][: random.randrange(len(bad[at]))]
        case _:
            bad[at] = random.choice(lines_in(record_of("bots", "standard")))
    return bad


@pytest.mark.parametrize("number", range(8))
def test_damaged_lines_are_refused_as_the_checked_ones_are(number):
    random = Random(number)
    lines = lines_in(record_of(*RECORDS[3 * number]))
    for _ in range(40):
        size = random.randrange(2, len(lines) + 1)
        bad = damaged(lines[:size], random)
        assert result_of(resumed, bad) == result_of(checked, bad)


def test_lines_with_the_time_are_taken_up_as_they_are():
    lines = lines_of()
    later = (replace(line, time=5) for line in read_running(lines).lines)
    timed = [lines[0], *map(canonical, later)]
    assert resumed(timed) == checked(timed) == checked(lines)


@pytest.mark.parametrize("seed", [1, 3])
def test_a_round_on_another_wall_than_its_own_is_not_resumed(seed):
    lines = lines_in(round_of(seed).record)
    with pytest.raises(RecordError, match="line 2"):
        Play.resume(lines)


def test_an_action_without_effect_is_not_taken_for_one():
    random = Random(3)
    game = opened(load_ruleset("standard"), random)
    seat = game.decision.waiting[0]
    game.answer(seat, game.decision.id, game.decision.offers[seat][-1], "player")
    game.go_on()
    assert game.round.board.phase == "claims"
    nothing = ActionLine(Pass(), (seat + 1) % 4, "player")
    bad = [*game.lines(), canonical(nothing)]
    with pytest.raises(RecordError, match=f"line {len(bad)}"):
        Play.resume(bad)
