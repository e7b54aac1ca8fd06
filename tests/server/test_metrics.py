"""The figures for Prometheus."""

from __future__ import annotations

import pytest
from prometheus_client.parser import text_string_to_metric_families

from taipao.server.metrics import Figures, Metrics
from taipao.server.playing import Playing
from tests.server.client import seated
from tests.server.conftest import Open


def told(metrics: Metrics) -> dict[str, float]:
    return {
        sample.name: sample.value
        for family in text_string_to_metric_families(metrics.text().decode())
        for sample in family.samples
        if "le" not in sample.labels
    }


def test_what_is_counted_and_what_is_looked_up() -> None:
    metrics = Metrics()
    asked = []

    def figures() -> Figures:
        asked.append(1)
        return Figures(tables=3, frozen=1, sockets=8, autopilots=2, waiting=5, longest=4)

    metrics.watch(figures)
    assert not asked, "registering looks nothing up"
    metrics.decisions.inc()
    metrics.decisions.inc()
    metrics.rounds.inc()
    metrics.action_seconds.observe(0.25)
    metrics.count_batch(7, 0.5)
    found = told(metrics)
    assert {
        "taipao_tables": 3,
        "taipao_frozen_tables": 1,
        "taipao_sockets": 8,
        "taipao_autopilots": 2,
        "taipao_queue_length": 5,
        "taipao_queue_longest": 4,
        "taipao_decisions_total": 2,
        "taipao_rounds_total": 1,
        "taipao_action_to_broadcast_seconds_sum": 0.25,
        "taipao_commit_seconds_sum": 0.5,
        "taipao_commit_units_sum": 7,
    }.items() <= found.items()
    assert asked == [1]


async def test_what_an_action_takes_is_measured_without_the_next_question(
    open_room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask, measured = Playing._ask_all, []

    async def look_first(playing: Playing, pause: float | None) -> None:
        measured.append(told(room.supplies.metrics)["taipao_action_to_broadcast_seconds_count"])
        await ask(playing, pause)

    monkeypatch.setattr(Playing, "_ask_all", look_first)
    async with open_room() as room, seated(room.port) as client:
        await client.start()
        decision = await client.until("decision")
        await client.act(decision["id"], decision["actions"][0])
        await client.until("event")
    before, after = measured[:2]
    assert (before, after) == (0, 1)


def test_two_servers_of_one_process_do_not_mix() -> None:
    one, other = Metrics(), Metrics()
    one.decisions.inc()
    assert told(other)["taipao_decisions_total"] == 0
