"""Texts that come from outside: what none of them may hold, wherever in a request it stands.

PostgreSQL keeps no NUL in a text, and UTF-8 has no byte out of place and no half of a surrogate
pair. Whatever holds one is refused here, on both databases alike, before anything else reads it.
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import unquote_to_bytes

from litestar import Request

from taipao.errors import BadRequest

_NUL: Final = "\0"
_MOST_SHOWN: Final = 60
"""So many characters of where something stands are told."""


class CheckedRequest(Request[Any, Any, Any]):
    """A request whose JSON holds no text that cannot be kept."""

    async def json(self) -> object:
        """Return the body's JSON. Raises `BadRequest` that says where a NUL stands in it."""
        value = await super().json()
        if (where := _nul(value)) is not None:
            raise BadRequest(f"the character U+0000 cannot be in a text - at `{where}`")
        return value


async def check_address(request: Request[Any, Any, Any]) -> None:
    """See that path and query can be read as text. Raises `BadRequest` saying which cannot."""
    scope = request.scope
    _check("path", scope["raw_path"])
    _check("query", scope["query_string"])


def _check(what: str, written: bytes) -> None:
    try:
        text = unquote_to_bytes(written).decode()
    except UnicodeDecodeError as error:
        raise BadRequest(f"the {what} is not UTF-8 at its byte {error.start + 1}") from None
    if _NUL in text:
        place = text.index(_NUL) + 1
        raise BadRequest(f"the {what} holds the character U+0000, its character {place}")


def _nul(value: object, where: str = "$") -> str | None:
    """Return where a NUL stands in what was read from JSON, as msgspec names places."""
    if isinstance(value, str):
        return where[:_MOST_SHOWN] if _NUL in value else None
    if isinstance(value, list):
        return next((at for one in value if (at := _nul(one, f"{where}[...]"))), None)
    if isinstance(value, dict):
        for key, one in value.items():
            at = f"key of {where}"[:_MOST_SHOWN] if _NUL in key else _nul(one, f"{where}.{key}")
            if at is not None:
                return at
    return None
