"""The REST part for accounts: who is calling, names and passwords, coins and the own ledger."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Final, Literal

from litestar import Request, Response, Router, delete, get, post
from litestar.datastructures import State
from litestar.exceptions import (
    NotAuthorizedException,
    PermissionDeniedException,
    TooManyRequestsException,
)
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from taipao.rules.settlement import rank
from taipao.server.accounts import Accounts, Ban, Named, NameTaken
from taipao.server.entries import EntryKind
from taipao.server.house import House
from taipao.server.keeping import Account, AccountKind
from taipao.server.ledger import NoRefill
from taipao.server.naming import MOST_CHARACTERS
from taipao.server.owned import Owned
from taipao.server.passwords import LEAST_IN_PASSWORD, MOST_IN_PASSWORD, check_new
from taipao.server.refusals import because
from taipao.server.rest import Conflict, Unavailable
from taipao.server.sessions import hashed, limit, new_token, signed_in
from taipao.server.table import address

AnyRequest = Request[Any, Any, Any]

_LATEST: Final = 2**53
"""More than any entry's number, and what JSON's readers can hold."""

_LINES: Final = 50
_EMPTY: Final = {204: ResponseSpec(None, description="Done; there is nothing to say")}

# Before a name is brought into the form in which it is kept it may be longer.
Name = Annotated[
    str,
    Meta(max_length=64, description=f"1 to {MOST_CHARACTERS} characters, once in the form NFKC"),
]
# Checked by `check_new`, whose refusal has a code; here it is only told.
NewPassword = Annotated[
    str, Meta(description=f"{LEAST_IN_PASSWORD} to {MOST_IN_PASSWORD} characters")
]
Password = Annotated[str, Meta(max_length=MOST_IN_PASSWORD)]


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

    At a server for one person the `kind` is `alone`: there are no accounts. Whoever is `banned` may
    not play until that time.
    """

    id: str
    name: str
    kind: AccountKind | Literal["alone"]
    coins: int
    rank_points: int
    rank: str
    table: str | None
    refill: bool
    banned: Ban | None


class Coins(Struct, frozen=True):
    """What is in the caller's purse now."""

    coins: int


class Line(Struct, frozen=True):
    """One line of the own ledger: so many coins came in, or went out if below zero.

    `id` is the entry's, `balance` what there was after it, `made` in UTC milliseconds; of a round's
    `record` is where its record is, and `note` is the reason of a correction.
    """

    id: int
    kind: EntryKind
    amount: int
    balance: int
    made: int
    round: str | None
    record: str | None
    note: str | None


class Lines(Struct, frozen=True):
    """Lines, the latest first; `before` goes on where they end, null if there are no more."""

    lines: tuple[Line, ...]
    before: int | None


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
    owned, refill = Owned(0, 0), False
    if house.accounts is not None:
        owned = await house.accounts.owned(account.id)
        waits = house.rooms.waiting(account.id) is not None
        refill = not waits and await house.ledger.refillable(
            account.id, _coin_tables(house, account.id)
        )
    tables = [table for table in house.lobby.of(account.id) if not (table.frozen or table.over)]
    return Me(
        account.id,
        account.name,
        "alone" if house.accounts is None else account.kind,
        owned.coins,
        owned.rank_points,
        rank(owned.rank_points),
        tables[-1].id if tables else None,
        refill,
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
    check_new(data.password)
    house, accounts = _of(state)
    session = await signed_in(house.sessions, request)
    limit(house.limits.sign_ups, request)
    token = new_token()
    try:
        member = await accounts.upgrade(session, data.name, data.password, hashed(token))
    except (Named, NameTaken) as error:
        raise Conflict(str(error), extra=because(error.reason)) from None
    house.sockets.renew(member.id, session.token, hashed(token))
    house.rename(member)
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
        raise NotAuthorizedException(
            "the name or the password is wrong", extra=because("wrong_credentials")
        )
    if before is not None:
        house.sockets.close(before.account.id, only=before.token)
    return Response(account, cookies=[house.cookies.made(token)])


@delete(
    "/session",
    status_code=204,
    responses=_EMPTY,
    raises=[NotAuthorizedException, Unavailable],
)
async def sign_out(request: AnyRequest, state: State) -> Response[None]:
    """Sign out: the session ends, and so do its sockets."""
    house, accounts = _of(state)
    session = await signed_in(house.sessions, request)
    await accounts.sign_out(session)
    house.sockets.close(session.account.id, only=session.token)
    return _gone(house)


@delete(
    "/sessions",
    status_code=204,
    responses=_EMPTY,
    raises=[NotAuthorizedException, Unavailable],
)
async def sign_out_everywhere(request: AnyRequest, state: State) -> Response[None]:
    """Sign out everywhere: all of the account's sessions and sockets end.

    A guest whose cookie is gone does not come back.
    """
    house, accounts = _of(state)
    session = await signed_in(house.sessions, request)
    await accounts.sign_out_everywhere(session.account.id)
    await house.disconnect(session.account.id)
    return _gone(house)


@post(
    "/password",
    status_code=204,
    responses=_EMPTY,
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
    check_new(data.new)
    house, accounts = _of(state)
    session = await signed_in(house.sessions, request)
    limit(house.limits.sign_ins, request)
    token = new_token()
    changed = await accounts.change_password(session, data.old, data.new, hashed(token))
    if not changed:
        raise PermissionDeniedException("the password is wrong", extra=because("wrong_password"))
    house.sockets.close_others(session.account.id, session.token)
    house.sockets.renew(session.account.id, session.token, hashed(token))
    return Response(None, status_code=204, cookies=[house.cookies.made(token)])


@delete(
    "/account",
    status_code=204,
    responses=_EMPTY,
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
    account = session.account
    if account.kind == "bot":
        raise PermissionDeniedException(
            "a program's account stays: the operator can ban it, or end its token by a new one",
            extra=because("program"),
        )
    limit(house.limits.sign_ins, request)
    tables = partial(_coin_tables, house, account.id)
    deleted = await accounts.delete(account, data.password, tables)
    if not deleted:
        raise PermissionDeniedException("the password is wrong", extra=because("wrong_password"))
    await house.expel(account.id)
    house.forget(account.id)
    return _gone(house)


@post("/refill", status_code=200, raises=[NotAuthorizedException, Conflict, Unavailable])
async def refill(request: AnyRequest, state: State) -> Coins:
    """Be refilled to 20,000 coins; who has fewer may, once a day in China (C4), but in no round.

    Nor may who waits for a seat, since a round may be dealt there before the coins are kept.
    """
    house: House = state.house
    session = await signed_in(house.sessions, request)
    account_id = session.account.id
    if house.rooms.waiting(account_id) is not None:
        raise Conflict("there is no refill while you wait for a seat", extra=because("queueing"))
    try:
        return Coins(await house.ledger.refill(account_id, _coin_tables(house, account_id)))
    except NoRefill as refusal:
        raise Conflict(str(refusal), extra=because(refusal.reason)) from None


@get("/ledger", raises=[NotAuthorizedException, Unavailable])
async def ledger(
    request: AnyRequest,
    state: State,
    before: Annotated[int, QueryParameter(ge=0, le=_LATEST)] = _LATEST,
) -> Lines:
    """List what came into the caller's purse and went out, 50 lines at a time, latest first."""
    house: House = state.house
    session = await signed_in(house.sessions, request)
    found = await house.ledger.lines(session.account.id, before=before, limit=_LINES)
    return Lines(
        tuple(
            Line(
                one.id,
                one.kind,
                one.amount,
                one.balance,
                one.made,
                one.round,
                None if one.round is None else address(one.round),
                one.note,
            )
            for one in found
        ),
        found[-1].id if len(found) == _LINES else None,
    )


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
        refill,
        ledger,
    ],
)
"""What there is where there are accounts."""


def _of(state: State) -> tuple[House, Accounts]:
    house: House = state.house
    assert house.accounts is not None, "these calls are only answered where there are accounts"
    return house, house.accounts


def _coin_tables(house: House, account_id: str) -> list[str]:
    return [one.id for one in house.lobby.of(account_id) if one.setup.room is not None]


def _gone(house: House) -> Response[None]:
    return Response(None, status_code=204, cookies=[house.cookies.gone()])
