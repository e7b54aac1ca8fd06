"""Why a request gets no figures."""

from __future__ import annotations


class Refused(Exception):
    """A request that is answered with an error."""

    code: str


class Bad(Refused):
    """Malformed, or what cannot be at a table."""

    code = "bad_request"


class NotAWin(Refused):
    """A possible hand, declared won, that does not win."""

    code = "not_a_win"
