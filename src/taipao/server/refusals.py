"""Why the REST part refuses something: a code beside the words, for programs and for the page."""

from __future__ import annotations

from typing import Final, Literal

from taipao.errors import BadRequest, RuleSetError

RefusalCode = Literal[
    # Who calls.
    "nobody",
    "wrong_credentials",
    "wrong_password",
    "banned",
    "program",
    # Names and coins.
    "bad_name",
    "name_taken",
    "named",
    "bad_password",
    "no_account",
    "coins_enough",
    "refilled",
    "in_round",
    "queueing",
    # Tables.
    "no_table",
    "no_seat",
    "not_there",
    "not_over",
    "too_many_tables",
    "no_more_tables",
    "bad_ruleset",
    # Coin rooms.
    "no_room",
    "too_few_coins",
    "waiting",
    "seated",
    "bot",
    "not_waiting",
    # What there is to be seen and said.
    "no_record",
    "no_player",
    "not_reportable",
    # Anything.
    "bad_request",
    "too_many_requests",
    "busy",
    "draining",
    "store_fault",
]
"""The page has words for each in both languages; only ever added to."""

Extra = dict[str, RefusalCode]


class Objection(BadRequest):
    """Something that cannot be as things stand; `reason` is its code."""

    def __init__(self, reason: RefusalCode, message: str) -> None:
        super().__init__(message)
        self.reason: Final = reason


def because(reason: RefusalCode) -> Extra:
    """Return what an answer has besides its words."""
    return {"reason": reason}


def reason_of(error: BadRequest) -> RefusalCode:
    """Return the code of what was asked for in vain."""
    if isinstance(error, Objection):
        return error.reason
    return "bad_ruleset" if isinstance(error, RuleSetError) else "bad_request"
