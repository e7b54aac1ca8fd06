"""Who a browser is: a guest, known by a random token in a cookie that scripts cannot read."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, Final, Protocol

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from taipao.server.keeping import Account

Connection = ASGIConnection[Any, Any, Any, Any]

_TOKEN_BYTES: Final = 32
_ID_BYTES: Final = 12
_DAYS: Final = 400
"""Browsers keep no cookie for longer."""

PERSON: Final = Account("you", "player")
"""Who plays at a server for one person."""


class Accounts(Protocol):
    """Where accounts are kept: the part of a store that sessions need."""

    async def add_account(self, account: Account, token: bytes) -> None:
        """Keep a new account; `token` is the SHA-256 of what its cookie holds."""

    async def account(self, token: bytes) -> Account | None:
        """Return the account that has a session with this hashed token, or None."""


class Sessions(Protocol):
    """Tells who is calling."""

    async def known(self, connection: Connection) -> Account | None:
        """Return who is calling, or None for somebody new."""

    async def greet(self, connection: Connection) -> tuple[Account, Cookie | None]:
        """Return who is calling; somebody new becomes a guest, with a cookie to be set."""


class OnePerson:
    """Takes everybody for the one person who plays on this machine; there is no sign-in."""

    async def known(self, connection: Connection) -> Account:
        """Return the one person."""
        return PERSON

    async def greet(self, connection: Connection) -> tuple[Account, None]:
        """Return the one person, who needs no cookie."""
        return PERSON, None


class CookieSessions:
    """Knows guests by their cookie; only a hash of what it holds is kept.

    `secure` cookies travel by https alone, and no other host can set them.
    """

    def __init__(self, accounts: Accounts, *, secure: bool) -> None:
        self._accounts = accounts
        self._secure = secure
        self.cookie: Final = "__Host-taipao" if secure else "taipao"

    async def known(self, connection: Connection) -> Account | None:
        """Return the guest whose cookie came with a call, or None."""
        token = connection.cookies.get(self.cookie)
        return None if token is None else await self._accounts.account(_hashed(token))

    async def greet(self, connection: Connection) -> tuple[Account, Cookie | None]:
        """Return the guest whose cookie came with a call, or a new one and its cookie."""
        guest = await self.known(connection)
        if guest is not None:
            return guest, None
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        guest = Account(secrets.token_urlsafe(_ID_BYTES), f"guest-{secrets.randbelow(10_000):04}")
        await self._accounts.add_account(guest, _hashed(token))
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
