"""Why a request gets no figures."""

from __future__ import annotations


class RequestError(Exception):
    """A request that is answered with an error."""

    code: str


class BadRequestError(RequestError):
    """Malformed, or what cannot be at a table."""

    code = "bad_request"


class NotAWinError(RequestError):
    """A possible hand, declared won, that does not win."""

    code = "not_a_win"
