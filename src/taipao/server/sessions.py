"""Who a browser is: a guest, known by a random token in a cookie that scripts cannot read."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, Final, Protocol

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from taipao.server.keeping import Guest

Connection = ASGIConnection[Any, Any, Any, Any]

_TOKEN_BYTES: Final = 32
_ID_BYTES: Final = 12
_DAYS: Final = 400
"""Browsers keep no cookie for longer."""

PERSON: Final = Guest("you", "player")
"""Who plays at a server for one person."""


class Guests(Protocol):
    """Where guests are kept: the part of a store that sessions need."""

    async def add_guest(self, guest: Guest, token: bytes) -> None:
        """Keep a guest; `token` is the SHA-256 of what its cookie holds."""

    async def guest(self, token: bytes) -> Guest | None:
        """Return the guest with this hashed token, or None."""


class Sessions(Protocol):
    """Tells who is calling."""

    async def known(self, connection: Connection) -> Guest | None:
        """Return who is calling, or None for somebody new."""

    async def greet(self, connection: Connection) -> tuple[Guest, Cookie | None]:
        """Return who is calling; somebody new becomes a guest, with a cookie to be set."""


class OnePerson:
    """Takes everybody for the one person who plays on this machine; there is no sign-in."""

    async def known(self, connection: Connection) -> Guest:
        """Return the one person."""
        return PERSON

    async def greet(self, connection: Connection) -> tuple[Guest, None]:
        """Return the one person, who needs no cookie."""
        return PERSON, None


class CookieSessions:
    """Knows guests by their cookie; only a hash of what it holds is kept.

    `secure` cookies travel by https alone, and no other host can set them.
    """

    def __init__(self, guests: Guests, *, secure: bool) -> None:
        self._guests = guests
        self._secure = secure
        self.cookie: Final = "__Host-taipao" if secure else "taipao"

    async def known(self, connection: Connection) -> Guest | None:
        """Return the guest whose cookie came with a call, or None."""
        token = connection.cookies.get(self.cookie)
        return None if token is None else await self._guests.guest(_hashed(token))

    async def greet(self, connection: Connection) -> tuple[Guest, Cookie | None]:
        """Return the guest whose cookie came with a call, or a new one and its cookie."""
        guest = await self.known(connection)
        if guest is not None:
            return guest, None
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        guest = Guest(secrets.token_urlsafe(_ID_BYTES), f"guest-{secrets.randbelow(10_000):04}")
        await self._guests.add_guest(guest, _hashed(token))
        return guest, Cookie(
            self.cookie,
            value=token,
            max_age=_DAYS * 24 * 3600,
            secure=self._secure,
            httponly=True,
            samesite="lax",
        )


def _hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
