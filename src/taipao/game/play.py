"""A round in progress: the same master for simulations, tests and the table of a server.

It holds the round, the decision it stands at and the record, and knows nothing of time, sockets or
who decides: whoever drives it hands in answers and asks it to go on.
"""

from __future__ import annotations

from collections.abc import Sequence

from taipao.errors import IllegalAction
from taipao.game.actions import Action, CancelReady, Chooser
from taipao.game.claims import PROCEED, Decision, Outcome
from taipao.game.engine import automatic, start, step
from taipao.game.events import Event
from taipao.game.legal import can_cancel
from taipao.game.record import EventLine, Header, Recorder, read_action, read_running
from taipao.game.replay import agreed, revealed_wall, steps
from taipao.game.state import Round
from taipao.rules.ruleset import RuleSet, load_ruleset
from taipao.tiles import TileName


class Play:
    """One round from the deal to its end.

    Drive it by `go_on` until it returns None; then some seats in `decision.waiting` owe an answer.
    """

    def __init__(
        self,
        first: Header,
        *,
        ruleset: RuleSet | None = None,
        wall: tuple[TileName, ...] | None = None,
    ) -> None:
        """Deal the round that a record's header describes.

        `ruleset` saves loading the header's again; a `wall` in place of the header's is for tests
        alone: such a record does not verify.
        """
        self._deal(first, ruleset or load_ruleset(first.ruleset), wall or revealed_wall(first))
        self.decision = Decision.open(self.round)

    def _deal(self, first: Header, ruleset: RuleSet, wall: tuple[TileName, ...]) -> None:
        self.header = first
        self.ruleset = ruleset
        self._recorder = Recorder(first)
        self._by: dict[int, Chooser] = {}
        self.round: Round
        self.round, events = start(ruleset, first.dealer, wall)
        self._recorder.events(events)
        self.opening: tuple[Event, ...] = events
        """The events of the deal and the opening, to be told before the first decision."""
        self.events: list[Event] = list(events)
        """Everything that has happened, from the deal on."""

    @classmethod
    def resume(cls, lines: Sequence[bytes]) -> Play:
        """Take a round up where the lines of its record break off, its decision open again.

        The round is played again by the actions alone and has to write the same lines. Whether an
        action was legal is not asked again: it was before its line was kept (`replay` does ask).
        Raises `RecordError` with the first line that differs, or if the lines end between an action
        and what it causes.
        """
        play = object.__new__(cls)
        first = read_running(lines[:1]).header
        play._deal(first, *agreed(first))
        try:
            same = play._plays(lines)
        except Exception:
            # There is no saying where an action ends that was never legal.
            same = False
        if not same:
            play._play_checked(lines)
        play.decision = Decision.open(play.round)
        return play

    def _plays(self, lines: Sequence[bytes]) -> bool:
        """Play a round that has just been dealt by its lines; tell whether it writes the same."""
        recorder = self._recorder
        while len(recorder) < len(lines) and not self.over:
            chosen = read_action(lines[len(recorder)])
            if chosen is None:
                self._apply(PROCEED, "ready")
            elif not self._apply(Outcome(chosen.seat, chosen.action), chosen.by):
                return False
        return recorder.lines() == tuple(lines)

    def _play_checked(self, lines: Sequence[bytes]) -> None:
        """Play a round by its lines, each being checked against the engine."""
        events: list[Event] = []
        for done in steps(read_running(lines)):
            self.round = done.round
            if isinstance(done.line, EventLine):
                events.append(done.line.event)
        self._recorder = Recorder.resume(lines, self.round.board.number)
        self.events = events

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.round.board.phase == "ended"

    def answer(self, seat: int, decision: int, action: Action, by: Chooser) -> None:
        """Take an answer to the open decision; `IllegalAction` as `Decision.answer` raises it."""
        self.decision = self.decision.answer(seat, decision, action)
        self._by[seat] = by

    def cancel_ready(self, seat: int, by: Chooser) -> tuple[Event, ...]:
        """Take back a seat's declaration, at any time (P7); its open choices change at once.

        Raises `IllegalAction` if there is none, or none that may be taken back.
        """
        if not can_cancel(self.round.board, self.round.owns[seat]):
            raise IllegalAction(f"seat {seat} has no declaration to take back")
        events = self._apply(Outcome(seat, CancelReady()), by)
        answers = self.decision.answers
        self.decision = Decision.open(self.round)
        for other, action in answers.items():
            # The pass of a declared seat on its turn is none of its choices any more.
            if action in self.decision.offers[other]:
                self.decision = self.decision.answer(other, self.decision.id, action)
        return events

    def go_on(self) -> tuple[Event, ...] | None:
        """Close the open decision if the answers allow it and return what follows.

        None while an answer is owed, or when the round is over.
        """
        if self.over:
            return None
        outcome = automatic(self.round)
        by: Chooser = "ready"
        if outcome is None:
            outcome = self.decision.outcome()
            if outcome is None:
                return None
            by = self._by[outcome.seat] if outcome.seat is not None else by
        events = self._apply(outcome, by)
        self._by = {}
        self.decision = Decision.open(self.round)
        return events

    def _apply(self, outcome: Outcome, by: Chooser) -> tuple[Event, ...]:
        self.round, events = step(self.round, outcome)
        if outcome.seat is not None and outcome.action is not None:
            self._recorder.action(outcome.seat, outcome.action, by)
        self._recorder.events(events)
        self.events += events
        return events

    def lines(self, after: int = 0) -> tuple[bytes, ...]:
        """Return the lines of the record so far but the first `after`."""
        return self._recorder.lines(after)

    def record(self) -> bytes:
        """Return the whole record of an ended round."""
        if not self.over:
            raise IllegalAction("the round has not ended: its record is not whole", "not_over")
        return self._recorder.finish()

    def unfinished(self) -> bytes:
        """Return the record so far, for whoever looks into a round that broke off."""
        return self._recorder.unfinished()
