"""What both directions of the protocol share: versions, bounds, names and codes."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from taipao.game.wall import CONTRIBUTION_BYTES

PROTOCOL: Final = 1
"""Raised whenever the meaning of a field changes; fields that are only added leave it."""

MAX_MESSAGE_BYTES: Final = 16 * 1024

RuleSetSpec = str | dict[str, Any]
"""The name of a rule set, or `{"base", "set"}` as `load_ruleset` reads it."""

Seat = Annotated[int, Meta(ge=0, le=3)]
DecisionId = Annotated[int, Meta(ge=0, le=2**31)]
EventNumber = Annotated[int, Meta(ge=0, le=2**31)]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
# Python's `$` also matches before a last newline.
Contribution = Annotated[
    str, Meta(pattern=rf"^([0-9a-fA-F]{{2}}){{1,{CONTRIBUTION_BYTES}}}$(?!\n)")
]

Phrase = Literal[
    # Words.
    "hello",
    "thanks",
    "well_played",
    "what_luck",
    "so_close",
    "let_me_think",
    "hurry",
    "one_more",
    # Faces.
    "smiling",
    "laughing",
    "winking",
    "amazed",
    "sweating",
    "crying",
]
"""All that one player can say to the others; there is no free text."""

ErrorCode = Literal[
    "bad_message",
    "hello_expected",
    "already_greeted",
    "wrong_protocol",
    "bad_ruleset",
    "round_running",
    "no_match",
    "no_round",
    "stale_decision",
    "already_answered",
    "illegal",
    "frozen",
    "replaced",
    "no_table",
    "not_alone",
    "fixed_ruleset",
    "not_in_room",
    "leaving",
    "not_friends",
    "not_host",
    "match_begun",
    "other_seat",
    "match_over",
    "not_watched",
    "watching",
    "too_late",
    "draining",
    "too_fast",
    "no_hints",
    "hints_busy",
]
