"""The REST part for accounts: who is calling, names and passwords, coins and the own ledger."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import Request, Response, Router, delete, get, post
from litestar.datastructures import State
from litestar.exceptions import (
    NotAuthorizedException,
    PermissionDeniedException,
    TooManyRequestsException,
)
from litestar.params import JSONBody
from msgspec import Meta, Struct

from taipao.rules.settlement import rank
from taipao.server.accounts import Accounts, Ban, Named, NameTaken, Standing
from taipao.server.house import House
from taipao.server.keeping import Account, AccountKind
from taipao.server.naming import MOST_CHARACTERS
from taipao.server.rest import Conflict, Unavailable
from taipao.server.sessions import hashed, limit, new_token, signed_in

AnyRequest = Request[Any, Any, Any]

_LATEST: Final = 2**53

# Before a name is brought into the form in which it is kept it may be longer.
Name = Annotated[
    str,
    Meta(max_length=64, description=f"1 to {MOST_CHARACTERS} characters, once in the form NFKC"),
]
NewPassword = Annotated[str, Meta(min_length=8, max_length=128)]
Password = Annotated[str, Meta(max_length=128)]


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    """A name and its password."""

    name: Name
    password: Password


class NewMember(Struct, frozen=True, forbid_unknown_fields=True):
    """The name and the password that an account is kept by."""

    name: Name
    password: NewPassword


class PasswordChange(Struct, frozen=True, forbid_unknown_fields=True):
    """The password so far, and the one from now on."""

    old: Password
    new: NewPassword


class Deletion(Struct, frozen=True, forbid_unknown_fields=True):
    """The password of the account to be deleted; a guest has none."""

    password: Password = ""


class Me(Struct, frozen=True):
    """Who is calling. `table` is where they sit, `refill` says whether coins may be had (C4).

    Whoever is `banned` may not play until that time.
    """

    id: str
    name: str
    kind: AccountKind
    coins: int
    rank_points: int
    rank: str
    table: str | None
    refill: bool
    banned: Ban | None


@post("/guest", status_code=200, raises=[TooManyRequestsException, Unavailable])
async def make_guest(request: AnyRequest, state: State) -> Response[Account]:
    """Become a guest: answers with the account that the cookie names, or makes a guest's."""
    house: House = state.house
    session, cookie = await house.sessions.greet(request)
    return Response(session.account, cookies=[] if cookie is None else [cookie])


@get("/me", raises=[NotAuthorizedException, Unavailable])
async def me(request: AnyRequest, state: State) -> Me:
    """Say who is calling, with their coins and rank; works for the banned too."""
    house: House = state.house
    session = await signed_in(house.sessions, request)
    account = session.account
    standing = Standing() if house.accounts is None else await house.accounts.standing(account.id)
    tables = [table for table in house.lobby.of(account.id) if not table.frozen]
    return Me(
        account.id,
        account.name,
        account.kind,
        standing.coins,
        standing.rank_points,
        rank(standing.rank_points),
        tables[-1].id if tables else None,
        standing.refill,
        session.ban,
    )


@post(
    "/account",
    status_code=200,
    raises=[NotAuthorizedException, Conflict, TooManyRequestsException, Unavailable],
)
async def sign_up(
    request: AnyRequest, state: State, data: JSONBody[NewMember]
) -> Response[Account]:
    """Give a guest's account a name and a password, by which it is kept; all else stays.

    No other name may look like this one. The session goes on with a new cookie.
    """
    house, accounts = _of(state)
    session = await signed_in(house.sessions, request)
    limit(house.limits.sign_ups, request)
    token = new_token()
    try:
        member = await accounts.upgrade(session, data.name, data.password, hashed(token))
    except (Named, NameTaken) as error:
        raise Conflict(str(error)) from None
    house.sockets.renew(member.id, session.token, hashed(token))
    return Response(member, cookies=[house.cookies.made(token)])


@post(
    "/session",
    status_code=200,
    raises=[NotAuthorizedException, TooManyRequestsException, Unavailable],
)
async def sign_in(
    request: AnyRequest, state: State, data: JSONBody[Credentials]
) -> Response[Account]:
    """Sign in by name and password: a new session, instead of the one that the call came with.

    Answers 401 alike where there is no such name and where the password is wrong.
    """
    house, accounts = _of(state)
    limit(house.limits.sign_ins, request)
    before = await house.sessions.session(request)
    token = new_token()
    account = await accounts.sign_in(data.name, data.password, hashed(token), instead_of=before)
    if account is None:
        raise NotAuthorizedException("the name or the password is wrong")
    if before is not None:
        house.sockets.close(before.account.id, only=before.token)
    return Response(account, cookies=[house.cookies.made(token)])


@delete("/session", status_code=204, raises=[NotAuthorizedException, Unavailable])
async def sign_out(request: AnyRequest, state: State) -> Response[None]:
    """Sign out: the session ends, and so do its sockets."""
    house, accounts = _of(state)
    session = await signed_in(house.sessions, request)
    await accounts.sign_out(session)
    house.sockets.close(session.account.id, only=session.token)
    return _gone(house)


@delete("/sessions", status_code=204, raises=[NotAuthorizedException, Unavailable])
async def sign_out_everywhere(request: AnyRequest, state: State) -> Response[None]:
    """Sign out everywhere: all of the account's sessions and sockets end.

    A guest whose cookie is gone does not come back.
    """
    house, accounts = _of(state)
    session = await signed_in(house.sessions, request)
    await accounts.sign_out_everywhere(session.account.id)
    house.sockets.close(session.account.id)
    return _gone(house)


@post(
    "/password",
    status_code=204,
    raises=[
        NotAuthorizedException,
        PermissionDeniedException,
        TooManyRequestsException,
        Unavailable,
    ],
)
async def change_password(
    request: AnyRequest, state: State, data: JSONBody[PasswordChange]
) -> Response[None]:
    """Change the password. All other sessions end; this one goes on with a new cookie."""
    house, accounts = _of(state)
    session = await signed_in(house.sessions, request)
    limit(house.limits.sign_ins, request)
    token = new_token()
    changed = await accounts.change_password(session, data.old, data.new, hashed(token))
    if not changed:
        raise PermissionDeniedException("the password is wrong")
    house.sockets.close_others(session.account.id, session.token)
    house.sockets.renew(session.account.id, session.token, hashed(token))
    return Response(None, status_code=204, cookies=[house.cookies.made(token)])


@delete(
    "/account",
    status_code=204,
    raises=[
        NotAuthorizedException,
        PermissionDeniedException,
        TooManyRequestsException,
        Unavailable,
    ],
)
async def delete_account(
    request: AnyRequest, state: State, data: JSONBody[Deletion]
) -> Response[None]:
    """Delete the account: its name, password and sessions go, and its coins to the house.

    Records name no person anyway; what was played stays in them, and its results are nobody's.
    """
    house, accounts = _of(state)
    session = await signed_in(house.sessions, request)
    limit(house.limits.sign_ins, request)
    deleted = await accounts.delete(session.account, data.password)
    if not deleted:
        raise PermissionDeniedException("the password is wrong")
    house.sockets.close(session.account.id)
    return _gone(house)


ME: Final = Router("/api", route_handlers=[make_guest, me])
"""What the page asks at every server."""

ACCOUNTS: Final = Router(
    "/api",
    route_handlers=[
        sign_up,
        sign_in,
        sign_out,
        sign_out_everywhere,
        change_password,
        delete_account,
    ],
)
"""What there is where there are accounts."""


def _of(state: State) -> tuple[House, Accounts]:
    house: House = state.house
    assert house.accounts is not None, "these calls are only answered where there are accounts"
    return house, house.accounts


def _gone(house: House) -> Response[None]:
    return Response(None, status_code=204, cookies=[house.cookies.gone()])
