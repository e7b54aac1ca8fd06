"""Slow bots choose beside the event loop, in time or not at all."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator

import pytest
from prometheus_client.parser import text_string_to_metric_families

from taipao.bots import Bot
from taipao.game.actions import Action, CancelReady, Discard, Win
from taipao.game.play import Play
from taipao.game.record import Seat, header
from taipao.game.view import View
from taipao.rules.ruleset import load_ruleset
from taipao.server.choosing import DEADLINE, Choosing, Forethought
from taipao.server.metrics import Metrics
from taipao.server.sitting import AUTOPILOT, Question, Sitting
from taipao.server.supplies import Pace
from tests.server.conftest import Open, PassiveBot
from tests.server.test_metrics import told
from tests.server.test_sitting import WAITING, RepentingBot
from tests.server.walls import wall_of

ABOUT = {"table": "t", "round": "r"}


class HeldBot(PassiveBot):
    """Chooses once it may, and notes in which thread."""

    def __init__(self) -> None:
        self.may = threading.Event()
        self.threads: set[str] = set()

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        assert self.may.wait(20)
        self.threads.add(threading.current_thread().name)
        return super().choose(view, actions)


class WrongBot:
    """Raises, or chooses what it was not offered."""

    def __init__(self, action: Action | None) -> None:
        self._action = action

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        if self._action is None:
            raise ZeroDivisionError
        return self._action


def sitting(bot: Bot, hand: str = WAITING[:-2] + "1z", draws: str = "2z2z2z2z3z") -> Sitting:
    """Seat 1 deals, and its bot is asked first; seats 2 and 3 have quick bots."""
    ruleset = load_ruleset("standard")
    seats = [Seat(str(seat)) for seat in range(4)]
    first = header(ruleset, seats, number=1, dealer=1, secret=bytes(32), contributions=[None] * 4)
    play = Play(first, ruleset=ruleset, wall=wall_of({1: hand}, dealer=1, draws=draws))
    return Sitting(play, {1: bot, 2: PassiveBot(), 3: PassiveBot()}, {1})


@pytest.fixture
def choosing() -> Iterator[Choosing]:
    choosing = Choosing(deadline=20, most=2)
    yield choosing
    choosing.close()


def fallbacks(metrics: Metrics) -> dict[str, float]:
    return {
        sample.labels["why"]: sample.value
        for family in text_string_to_metric_families(metrics.text().decode())
        for sample in family.samples
        if sample.name == "taipao_bot_fallbacks_total"
    }


def autopilots(question: Question) -> Action:
    return AUTOPILOT.choose(question.view, question.offers)


async def test_a_slow_bot_chooses_in_a_thread_before_its_step_falls_due(choosing: Choosing) -> None:
    bot, metrics = HeldBot(), Metrics()
    table = sitting(bot)
    forethought = Forethought(table, choosing, metrics, ABOUT)
    forethought.begin()
    forethought.begin()
    bot.may.set()
    choices = await forethought.take()
    assert bot.threads == {"bots_0"}
    assert table.go_on(choices)
    assert b'"by":"bot","seat":1' in table.play.unfinished()
    assert not table.asks_again
    assert told(metrics)["taipao_bot_choice_seconds_count"] == 1, "it was asked once"
    assert fallbacks(metrics) == {}
    assert await forethought.take() == {}, "nobody slow is asked any more"


async def test_it_sees_the_same_as_when_the_step_falls_due(choosing: Choosing) -> None:
    table = sitting(PassiveBot())
    (question,) = table.questions
    chosen = await choosing.choose(question, Metrics(), ABOUT)
    assert chosen == PassiveBot().choose(table.view(1), table.play.decision.offers[1])


@pytest.mark.parametrize("action", [None, Win(), Discard("7z")], ids=["raises", "win", "discard"])
async def test_what_a_bot_gets_wrong_is_the_autopilots(
    choosing: Choosing, action: Action | None, caplog: pytest.LogCaptureFixture
) -> None:
    metrics = Metrics()
    (question,) = sitting(WrongBot(action)).questions
    assert await choosing.choose(question, metrics, ABOUT) == autopilots(question)
    assert fallbacks(metrics) == {"failed": 1}
    assert "the autopilot chooses for a bot: failed" in caplog.text


async def test_who_is_late_is_waited_for_no_longer() -> None:
    bot, metrics, choosing = HeldBot(), Metrics(), Choosing(deadline=0.01)
    (question,) = sitting(bot).questions
    try:
        assert await choosing.choose(question, metrics, ABOUT) == autopilots(question)
        # What waits behind it is late as well, and then never begun.
        assert await choosing.choose(question, metrics, ABOUT) == autopilots(question)
    finally:
        bot.may.set()
        choosing.close()
    assert fallbacks(metrics) == {"late": 2}


async def test_only_so_many_are_in_line(choosing: Choosing) -> None:
    bot, metrics = HeldBot(), Metrics()
    (question,) = sitting(bot).questions
    waiting = [asyncio.create_task(choosing.choose(question, metrics, ABOUT)) for _ in range(2)]
    await asyncio.sleep(0)
    assert await choosing.choose(question, metrics, ABOUT) == autopilots(question)
    assert fallbacks(metrics) == {"busy": 1}
    bot.may.set()
    assert len(set(await asyncio.gather(*waiting))) == 1


async def test_who_takes_a_declaration_back_is_asked_again_at_once(choosing: Choosing) -> None:
    table = sitting(RepentingBot())
    forethought = Forethought(table, choosing, Metrics(), ABOUT)
    again = 0
    while b"ready_cancelled" not in table.play.unfinished():
        if table.due is None:
            decision = table.play.decision
            table.answer(0, decision.id, PassiveBot().choose(table.view(0), table.asked[0]))
            table.resolve()
            continue
        due = table.due_number
        table.go_on(await forethought.take())
        while table.asks_again:
            again += 1
            assert table.due_number == due, "nothing has to pass before"
            assert CancelReady() not in table.questions[0].offers
            table.go_on(await forethought.take())
    assert again == 1
    assert table.questions == (), "it has answered"


def test_nobody_waits_for_a_bot_after_a_discard() -> None:
    assert Pace().pause[0] > DEADLINE


@pytest.mark.parametrize("bots", ["random", "easy", "normal", "solid"])
async def test_a_round_against_slow_bots_is_played_to_its_end(
    open_room: Open, bots: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("taipao.server.dealing.SLOW", frozenset({"random", bots}))
    async with open_room(bots=bots) as room, room.come(0) as client:
        await client.start()
        assert (await client.play_round(random.Random(1)))["type"] == "round_over"
        metrics = room.supplies.metrics
        assert told(metrics)["taipao_bot_choice_seconds_count"] > 10
        # Machines that test are slow at times.
        assert set(fallbacks(metrics)) <= {"late"}
