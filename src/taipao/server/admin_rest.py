"""The REST part for operators, whose token is a setting: what `taipao admin` asks.

Whatever changes something says who does it and why, and is kept (`operators.py`).
"""

from __future__ import annotations

import hmac
from typing import Annotated, Any, Final

from litestar import Router, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct

from taipao.server.account_rest import Name
from taipao.server.acts import OperatorAct
from taipao.server.house import House
from taipao.server.keeping import RoundInfo
from taipao.server.ledger import MOST, LedgerLine
from taipao.server.operators import AccountRow
from taipao.server.reports import Report
from taipao.server.rest import RequestId, Text, info_of, table_of
from taipao.server.sessions import hashed, limit, new_account_id, new_token
from taipao.server.table import Table
from taipao.server.tablestate import ChairKind

_LINES: Final = 20


class Why(Struct, frozen=True, forbid_unknown_fields=True):
    """Who does something, and why."""

    operator: Text
    reason: Text


class NewBan(Struct, frozen=True, forbid_unknown_fields=True):
    """A ban until a time in UTC milliseconds."""

    operator: Text
    reason: Text
    until: int


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """Coins that the house gives an account, or takes if below zero.

    `id` is the asker's: what is sent again with it is not done again.
    """

    operator: Text
    reason: Text
    id: RequestId
    amount: Annotated[int, Meta(ge=-MOST, le=MOST)]


class Corrected(Struct, frozen=True):
    """The coins of an account after a correction."""

    coins: int


class Occupant(Struct, frozen=True):
    """Who sits in a seat; `account` is a person's."""

    kind: ChairKind
    name: str
    account: str | None


class NewBot(Struct, frozen=True, forbid_unknown_fields=True):
    """The account of a program, by the name that it plays under."""

    operator: Text
    reason: Text
    name: Name


class MadeBot(Struct, frozen=True):
    """A program's account, and the token that it plays by; nobody can be told that again."""

    id: str
    name: str
    token: str


class NewToken(Struct, frozen=True):
    """The token that a program plays by from now on; nobody can be told it again."""

    token: str


class TableRow(Struct, frozen=True):
    """A table: of which coin room or friends' code, who sits there, how many are there."""

    id: str
    status: str
    room: str | None
    code: str | None
    seats: tuple[Occupant, ...]
    sockets: int


class InspectedTable(Struct, frozen=True):
    """A table, its latest rounds, and what operators did to it."""

    table: TableRow
    rounds: list[RoundInfo]
    acts: list[OperatorAct]


class InspectedAccount(Struct, frozen=True):
    """An account: where it sits, its latest coins, what was reported of it and done to it."""

    account: AccountRow
    tables: tuple[str, ...]
    lines: list[LedgerLine]
    reports: list[Report]
    acts: list[OperatorAct]


def admit(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Let only those pass who show the operators' token. Raises `NotAuthorizedException`.

    Who shows a wrong one is counted as who tries passwords is.
    """
    house: House = connection.app.state.house
    shown = connection.headers.get("authorization", "")
    expected = f"Bearer {house.settings.admin_token}"
    if not hmac.compare_digest(shown.encode(), expected.encode()):
        limit(house.limits.sign_ins, connection)
        raise NotAuthorizedException("this is for operators: the token is missing or wrong")


@get("/accounts")
async def accounts(state: State, search: FromQuery[str] = "") -> list[AccountRow]:
    """List accounts, the newest first: those with that id, or with that in their name."""
    house: House = state.house
    return await house.operators.accounts(search)


@get("/accounts/{account_id:str}")
async def account(state: State, account_id: FromPath[str]) -> InspectedAccount:
    """Show an account."""
    house: House = state.house
    found = await house.operators.account(account_id)
    if found is None:
        raise NotFoundException(f"there is no account {account_id}")
    return InspectedAccount(
        found,
        tuple(table.id for table in house.lobby.of(account_id)),
        await house.ledger.lines(account_id, limit=_LINES),
        await house.reports.latest(account=account_id, limit=_LINES),
        await house.operators.acts(target=account_id, limit=_LINES),
    )


@post("/accounts/{account_id:str}/ban", status_code=200)
async def ban(state: State, account_id: FromPath[str], data: JSONBody[NewBan]) -> AccountRow:
    """Ban an account: it leaves at once, its seat in a coin room at the end of the round."""
    house: House = state.house
    await house.ban(account_id, data.until, data.reason, data.operator)
    return await _row(house, account_id)


@post("/accounts/{account_id:str}/unban", status_code=200)
async def unban(state: State, account_id: FromPath[str], data: JSONBody[Why]) -> AccountRow:
    """Lift a ban."""
    house: House = state.house
    await house.operators.unban(account_id, data.reason, data.operator)
    return await _row(house, account_id)


@post("/accounts/{account_id:str}/correction", status_code=200)
async def correct(state: State, account_id: FromPath[str], data: JSONBody[Correction]) -> Corrected:
    """Correct an account's coins by a posting, which its owner reads with the reason."""
    house: House = state.house
    correction = account_id, data.amount, data.reason, data.operator
    return Corrected(await house.operators.correct(*correction, request=data.id))


@post("/bots", status_code=200)
async def make_bot(state: State, data: JSONBody[NewBot]) -> MadeBot:
    """Make the account of a program. Nobody else may have its name, or one that looks like it."""
    house: House = state.house
    token = new_token()
    about = new_account_id(), data.name, hashed(token)
    bot = await house.operators.add_bot(*about, data.reason, data.operator)
    return MadeBot(bot.id, bot.name, token)


@post("/accounts/{account_id:str}/token", status_code=200)
async def give_token(state: State, account_id: FromPath[str], data: JSONBody[Why]) -> NewToken:
    """Give a program's account a new token: the one that it had is good for nothing any more."""
    house: House = state.house
    return NewToken(await house.give_token(account_id, data.reason, data.operator))


@get("/tables")
async def tables(state: State) -> list[TableRow]:
    """List the open tables."""
    house: House = state.house
    return [_table(table) for table in house.lobby]


@get("/tables/{table_id:str}")
async def inspect_table(state: State, table_id: FromPath[str]) -> InspectedTable:
    """Show a table, also one that has stopped or closed for good."""
    house: House = state.house
    table = house.lobby.find(table_id)
    return InspectedTable(
        await _kept(house, table_id) if table is None else _table(table),
        await house.store.rounds(table_id, limit=_LINES),
        await house.operators.acts(target=table_id, limit=_LINES),
    )


@post("/tables/{table_id:str}/freeze", status_code=200)
async def freeze(state: State, table_id: FromPath[str], data: JSONBody[Why]) -> TableRow:
    """Freeze a table: its round is kept as far as it goes, and no coins move for it.

    A table that has stopped already stays as it is.
    """
    house: House = state.house
    table = table_of(house, table_id)
    act = house.operators.act("freeze", table_id, data.reason, data.operator)
    if await table.halt(act):
        # The act is kept with the table's end; where that could not be kept, the act has to be.
        await house.operators.note(act)
    if not table.frozen:
        raise NotFoundException("the table has just been closed")
    return _table(table)


@get("/reports")
async def reports(state: State, before: FromQuery[int | None] = None) -> list[Report]:
    """List what players have reported, the latest first."""
    house: House = state.house
    return await house.reports.latest(before=before)


@get("/acts")
async def acts(state: State, before: FromQuery[int | None] = None) -> list[OperatorAct]:
    """List what operators have done, the latest first."""
    house: House = state.house
    return await house.operators.acts(before=before)


ADMIN_API: Final = Router(
    "/api/admin",
    guards=[admit],
    route_handlers=[
        accounts,
        account,
        ban,
        unban,
        correct,
        make_bot,
        give_token,
        tables,
        inspect_table,
        freeze,
        reports,
        acts,
    ],
)


async def _row(house: House, account_id: str) -> AccountRow:
    found = await house.operators.account(account_id)
    assert found is not None, "something has just been done to it"
    return found


async def _kept(house: House, table_id: str) -> TableRow:
    """Return a table that only the store still has."""
    found = await house.operators.table(table_id)
    if found is None:
        raise NotFoundException("there is no such table")
    setup = found.setup
    seats = tuple(Occupant(chair.kind, chair.name, chair.account) for chair in setup.chairs)
    return TableRow(table_id, found.status, setup.room, setup.code, seats, 0)


def _table(table: Table) -> TableRow:
    setup = table.setup
    seats = tuple(Occupant(chair.kind, chair.name, chair.account) for chair in setup.chairs)
    status = info_of(table, None).status
    return TableRow(table.id, status, setup.room, setup.code, seats, table.sockets)
