"""What a client says: `Hello` first, then what it says to its table."""

from __future__ import annotations

from msgspec import Struct

from taipao.bots import Level
from taipao.game.actions import Action
from taipao.server.protocol.terms import (
    Contribution,
    DecisionId,
    EventNumber,
    Id,
    Phrase,
    RuleSetSpec,
    Seat,
)


class Hello(Struct, frozen=True, tag_field="type", tag="hello"):
    """The first message: which protocol the client speaks, and at which table it plays.

    A client that comes back names the `round` that it shows and the number of the `last` public
    event it has seen of it. Who wants to `watch` names the table and takes no seat.
    Who names no table plays alone against bots, of a `level` if that is named, else those of last
    time.
    """

    protocol: int
    table: Id | None = None
    round: Id | None = None
    last: EventNumber | None = None
    watch: bool = False
    level: Level | None = None


class Start(Struct, frozen=True, tag_field="type", tag="start"):
    """Begin a match under `ruleset`, or without it say that one is ready for the next round.

    `contribution` is hex of 1 to 64 bytes that go into the wall.
    """

    ruleset: RuleSetSpec | None = None
    contribution: Contribution | None = None


class Act(Struct, frozen=True, tag_field="type", tag="act"):
    """Answer the open decision; `cancel_ready` answers none and needs no `decision`."""

    action: Action
    decision: DecisionId | None = None


class Autopilot(Struct, frozen=True, tag_field="type", tag="autopilot"):
    """Leave the own seat to the autopilot, or take it back, at any time."""

    on: bool


class Contribute(Struct, frozen=True, tag_field="type", tag="contribute"):
    """Answer a `seal`: hex of 1 to 64 bytes that go into the wall."""

    contribution: Contribution


class Leave(Struct, frozen=True, tag_field="type", tag="leave"):
    """Give the own seat up.

    In a coin room at once, or at the end of the round being played; at a friends' table before its
    first round.
    """


class Dissolve(Struct, frozen=True, tag_field="type", tag="dissolve"):
    """Vote for ending a friends' table now, or withdraw the vote.

    It ends when all persons who are there want it, programs aside, and somebody says so.
    """

    on: bool


class Fill(Struct, frozen=True, tag_field="type", tag="fill"):
    """Let a bot have a free seat of a friends' table, or with `on` false take it out again.

    Its host may, from the own seat and before the first round.
    """

    seat: Seat
    on: bool


class Say(Struct, frozen=True, tag_field="type", tag="say"):
    """Say one of the phrases to all at the table."""

    phrase: Phrase


class Hint(Struct, frozen=True, tag_field="type", tag="hint"):
    """Ask what the open decision leaves of the own hand; without one, how that stands."""

    decision: DecisionId | None = None


TableMessage = Start | Act | Autopilot | Contribute | Leave | Dissolve | Fill | Say | Hint
"""What a client says to its table once it has been greeted."""

ClientMessage = Hello | TableMessage
