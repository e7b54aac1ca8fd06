"""What Prometheus is told of a server: counted where it happens, or looked up when it asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import Struct
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from taipao.server.committer import Committer

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST

_SECONDS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
_UNITS: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


class Figures(Struct, frozen=True):
    """How a server stands at one moment.

    `waiting` is what has come to the tables and is not dealt with, the longest queue being
    `longest`.
    """

    tables: int
    frozen: int
    sockets: int
    autopilots: int
    waiting: int
    longest: int


_TOLD: Final = {
    "tables": ("taipao_tables", "Tables that are open, frozen ones included"),
    "frozen": ("taipao_frozen_tables", "Tables that a fault of their own has stopped"),
    "sockets": ("taipao_sockets", "Sockets that have a seat"),
    "autopilots": ("taipao_autopilots", "Seats that the autopilot plays for"),
    "waiting": ("taipao_queue_length", "Messages and steps waiting in the queues of all tables"),
    "longest": ("taipao_queue_longest", "Messages and steps waiting in the longest queue"),
}


class Metrics:
    """One server's figures, in a registry of its own, so that servers of one process do not mix.

    The parts of the server count into the attributes; `watch` says where the rest is looked up.
    """

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self.decisions = Counter(
            "taipao_decisions",
            "Answers that a table has taken, of people and bots",
            registry=self._registry,
        )
        self.rounds = Counter(
            "taipao_rounds", "Rounds that have been played to their end", registry=self._registry
        )
        self.bot_seconds = Histogram(
            "taipao_bot_choice_seconds",
            "From a slow bot's question until its choice, the wait for its turn included",
            buckets=_SECONDS,
            registry=self._registry,
        )
        self.bot_fallbacks = Counter(
            "taipao_bot_fallbacks",
            "Choices made by the autopilot for a slow bot that was late or failed, or had no room",
            ["why"],
            registry=self._registry,
        )
        self.action_seconds = Histogram(
            "taipao_action_to_broadcast_seconds",
            "From an action's arrival until what came of it is on its way to every seat",
            buckets=_SECONDS,
            registry=self._registry,
        )
        self.commit_seconds = Histogram(
            "taipao_commit_seconds",
            "How long the database takes for one group commit",
            buckets=_SECONDS,
            registry=self._registry,
        )
        self.commit_units = Histogram(
            "taipao_commit_units",
            "How many tables' units one group commit holds",
            buckets=_UNITS,
            registry=self._registry,
        )

        self._away = Gauge(
            "taipao_database_away",
            "1 while the database is away and tables wait for it",
            registry=self._registry,
        )
        self._commit_waiting = Gauge(
            "taipao_commit_waiting",
            "Tables' units that wait for a group commit to take them",
            registry=self._registry,
        )

    def measure(self, committer: Committer[Any]) -> None:
        """Count the group commits of a committer, and look up how it stands."""
        committer.on_batch = self.count_batch
        self._away.set_function(lambda: float(committer.away))
        self._commit_waiting.set_function(lambda: float(committer.waiting))

    def count_batch(self, units: int, seconds: float) -> None:
        """Count one group commit: how many tables' units it held, and how long it took."""
        self.commit_units.observe(units)
        self.commit_seconds.observe(seconds)

    def watch(self, figures: Callable[[], Figures]) -> None:
        """Ask `figures` whenever Prometheus asks; to be called once."""
        self._registry.register(_Watched(figures))

    def text(self) -> bytes:
        """Write every figure in Prometheus's text format."""
        return generate_latest(self._registry)


class _Watched(Collector):
    def __init__(self, figures: Callable[[], Figures]) -> None:
        self._figures = figures

    def collect(self) -> Iterable[Metric]:
        figures = self._figures()
        for field, (name, meaning) in _TOLD.items():
            yield GaugeMetricFamily(name, meaning, value=getattr(figures, field))

    def describe(self) -> Iterable[Metric]:
        """Name the figures without looking them up: at registration there may be none."""
        for name, meaning in _TOLD.values():
            yield GaugeMetricFamily(name, meaning)
