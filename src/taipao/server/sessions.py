"""Who is calling: an account, known by a random token in a cookie that scripts cannot read.

A program may send its token as `Authorization: Bearer TOKEN` instead.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, Final, Protocol

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import (
    NotAuthorizedException,
    PermissionDeniedException,
    TooManyRequestsException,
)

from taipao.server.accounts import SESSION_DAYS, Accounts, Session
from taipao.server.guard import Addresses
from taipao.server.keeping import Account
from taipao.server.refusals import because

Connection = ASGIConnection[Any, Any, Any, Any]

_TOKEN_BYTES: Final = 32
_ID_BYTES: Final = 12
_BEARER: Final = "Bearer "

PERSON: Final = Account("you", "player")
"""Who plays at a server for one person."""


class Sessions(Protocol):
    """Tells who is calling."""

    async def session(self, connection: Connection) -> Session | None:
        """Return the session of whoever is calling, or None for somebody new."""

    async def known(self, connection: Connection) -> Account | None:
        """Return who is calling, or None for somebody new."""

    async def greet(self, connection: Connection) -> tuple[Session, Cookie | None]:
        """Return the session of whoever is calling; somebody new becomes a guest, with a cookie.

        Raises `TooManyRequestsException` where too many have come from one address.
        """


class OnePerson:
    """Takes everybody for the one person who plays on this machine; there is no sign-in."""

    async def session(self, connection: Connection) -> Session:
        """Return the session of the one person."""
        return Session(b"", PERSON)

    async def known(self, connection: Connection) -> Account:
        """Return the one person."""
        return PERSON

    async def greet(self, connection: Connection) -> tuple[Session, None]:
        """Return the session of the one person, who needs no cookie."""
        return Session(b"", PERSON), None


class Cookies:
    """The cookie that holds a token.

    `secure` cookies travel by https alone, and no other host can set them.
    """

    def __init__(self, *, secure: bool) -> None:
        self._secure = secure
        self.name: Final = "__Host-taipao" if secure else "taipao"

    def made(self, token: str) -> Cookie:
        """Return the cookie that a browser is to keep."""
        return self._cookie(token, SESSION_DAYS * 24 * 3600)

    def gone(self) -> Cookie:
        """Return the cookie that takes a browser's away."""
        return self._cookie("", 0)

    def _cookie(self, value: str, seconds: int) -> Cookie:
        return Cookie(
            self.name,
            value=value,
            max_age=seconds,
            secure=self._secure,
            httponly=True,
            samesite="lax",
        )


class TokenSessions:
    """Knows accounts by the token that comes with a call; only a hash of it is kept."""

    def __init__(self, accounts: Accounts, cookies: Cookies, newcomers: Addresses) -> None:
        """Set it up; `newcomers` limits how many guests one address may make."""
        self._accounts = accounts
        self._cookies = cookies
        self._newcomers = newcomers

    async def session(self, connection: Connection) -> Session | None:
        """Return the session whose token came with a call, or None."""
        token = connection.cookies.get(self._cookies.name)
        if token is None:
            authorization = connection.headers.get("authorization", "")
            if not authorization.startswith(_BEARER):
                return None
            token = authorization.removeprefix(_BEARER)
        return await self._accounts.session(hashed(token))

    async def known(self, connection: Connection) -> Account | None:
        """Return the account whose token came with a call, or None."""
        session = await self.session(connection)
        return None if session is None else session.account

    async def greet(self, connection: Connection) -> tuple[Session, Cookie | None]:
        """Return the session whose token came with a call, or a new guest's and its cookie.

        Raises `TooManyRequestsException` where too many have come from one address.
        """
        session = await self.session(connection)
        if session is not None:
            return session, None
        limit(self._newcomers, connection)
        token = new_token()
        number = secrets.randbelow(10_000)
        guest = Account(new_account_id(), f"guest-{number:04}")
        await self._accounts.add_guest(guest, hashed(token))
        return Session(hashed(token), guest), self._cookies.made(token)


async def signed_in(sessions: Sessions, connection: Connection) -> Session:
    """Return the session of whoever is calling.

    Raises `NotAuthorizedException` if there is none.
    """
    session = await sessions.session(connection)
    if session is None:
        raise NotAuthorizedException(
            "nobody is known by this cookie: POST /api/guest first", extra=because("nobody")
        )
    return session


async def player(sessions: Sessions, connection: Connection) -> Account:
    """Return who is calling, if they may play.

    Raises `NotAuthorizedException` for nobody, `PermissionDeniedException` for the banned.
    """
    session = await signed_in(sessions, connection)
    if session.ban is not None:
        raise PermissionDeniedException(
            f"you are banned: {session.ban.reason}", extra=because("banned")
        )
    return session.account


def limit(addresses: Addresses, connection: Connection) -> None:
    """Count a call from its address. Raises `TooManyRequestsException` if there are too many."""
    client = connection.client
    if client is not None and (wait := addresses.try_take(client.host)):
        raise TooManyRequestsException(
            "too many of these from your address; try again later",
            headers={"retry-after": str(int(wait) + 1)},
            extra=because("too_many_requests"),
        )


def new_token() -> str:
    """Return a token that nobody has or can guess."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def new_account_id() -> str:
    """Return an id that no account has."""
    return secrets.token_urlsafe(_ID_BYTES)


def hashed(token: str) -> bytes:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).digest()
