"""The REST part for friends' tables: what may be changed, opening one, finding it by its code."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from litestar import Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.exceptions import (
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
    TooManyRequestsException,
)
from litestar.params import FromPath, JSONBody, PathParameter
from litestar.response import Redirect
from msgspec import Meta, Struct

from taipao.bots import Level
from taipao.rules.ruleset import load_ruleset
from taipao.server.friends import Friends, Wishes
from taipao.server.house import House
from taipao.server.lobby import NoSeat
from taipao.server.protocol import RuleSetSpec
from taipao.server.refusals import Objection, because
from taipao.server.rest import (
    Conflict,
    RequestId,
    Seconds,
    TableInfo,
    Unavailable,
    check_strictly,
    info_of,
    may_open,
    may_sit,
    table_of,
)
from taipao.server.sessions import limit, player
from taipao.server.tablestate import Clock, Watch

AnyRequest = Request[Any, Any, Any]


class NewFriendsTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A friends' table to be opened.

    A match has so many `rounds`, dealer's repeats included. Without `seconds` and `reserve` they
    are the server's. Seats are `chosen` by who comes, or `drawn` by lot at the first round; `bots`
    have the last ones, of the `level` of all that have a seat there. Without `hints` nobody is told
    what a hand waits for. Others may `watch` not at all, with all hands hidden, or each round once
    it is over. What is asked for again with the same `id`, the asker's own, is the same table as
    long as that is open.
    """

    ruleset: RuleSetSpec = "standard"
    rounds: Literal[4, 8, 16] = 8
    seconds: Seconds | None = None
    reserve: Seconds | None = None
    hints: bool = True
    seats: Literal["chosen", "drawn"] = "chosen"
    bots: Annotated[int, Meta(ge=0, le=3)] = 0
    level: Level = "normal"
    watch: Watch = "no"
    id: RequestId | None = None


class Opened(Struct, frozen=True):
    """A friends' table that has been opened, and the code by which friends find it."""

    id: str
    code: str


@post(
    "/friends",
    raises=[NotAuthorizedException, PermissionDeniedException, Conflict, Unavailable],
)
async def open_table(request: AnyRequest, state: State, data: JSONBody[NewFriendsTable]) -> Opened:
    """Open a friends' table; the caller is its host and has the first seat."""
    house: House = state.house
    host = await player(house.sessions, request)
    settings = house.settings
    check_strictly(await request.body(), NewFriendsTable)
    wishes = Wishes(
        load_ruleset(data.ruleset),
        data.rounds,
        Clock(
            settings.seconds if data.seconds is None else data.seconds,
            settings.reserve if data.reserve is None else data.reserve,
        ),
        data.hints,
        data.seats == "drawn",
        data.bots,
        data.level,
        data.watch,
    )
    if not house.friends.asked(host, data.id):
        may_open(house, host)
    table = await house.friends.open(host, wishes, data.id)
    assert table.setup.code is not None
    return Opened(table.id, table.setup.code)


@get("/friends/{code:str}", raises=[NotFoundException, TooManyRequestsException, Unavailable])
async def find_table(request: AnyRequest, state: State, code: FromPath[str]) -> TableInfo:
    """Show a friends' table to whoever knows its code. Who guesses is soon refused."""
    house: House = state.house
    friends: Friends = house.friends
    # Right codes count as well: who guesses must not be able to tell them from wrong ones.
    limit(friends.lookups, request)
    table = friends.find(code)
    if table is None:
        raise NotFoundException("there is no such table", extra=because("no_table"))
    return info_of(table, await house.sessions.known(request))


@post(
    "/tables/{table_id:str}/sit/{seat:int}",
    status_code=200,
    raises=[
        NotAuthorizedException,
        PermissionDeniedException,
        NotFoundException,
        Conflict,
        Unavailable,
    ],
)
async def sit(
    request: AnyRequest,
    state: State,
    table_id: FromPath[str],
    seat: Annotated[int, PathParameter(ge=0, le=3)],
) -> TableInfo:
    """Take a certain seat, if it is free.

    Before the match of a friends' table who sits there gives up the own seat for it.
    """
    house: House = state.house
    guest = await player(house.sessions, request)
    may_sit(house, guest, table_of(house, table_id))
    try:
        table, _ = await house.lobby.sit(table_id, guest, seat)
    except NoSeat as error:
        raise Conflict(str(error), extra=because(error.reason)) from None
    return info_of(table, guest)


@post(
    "/tables/{table_id:str}/rematch",
    raises=[
        NotAuthorizedException,
        PermissionDeniedException,
        NotFoundException,
        Conflict,
        Unavailable,
    ],
)
async def rematch(request: AnyRequest, state: State, table_id: FromPath[str]) -> Opened:
    """Open a table for another match of who sits at a friends' table, the one there being over.

    All there are told; whoever asks after the first gets the same table. The caller is its host and
    keeps its seat, bots keep theirs, the other seats are free.
    """
    house: House = state.house
    asker = await player(house.sessions, request)
    table = table_of(house, table_id)
    if house.friends.next_of(table) is None:
        may_open(house, asker)
    try:
        opened = await house.friends.rematch(table, asker)
    except Objection as error:
        raise Conflict(str(error), extra=because(error.reason)) from None
    assert opened.setup.code is not None
    return Opened(opened.id, opened.setup.code)


@get("/t/{code:str}", include_in_schema=False)
async def link(code: FromPath[str]) -> Response[Any]:
    """Lead who follows a friends' table's link to the page."""
    return Redirect("../", query_params={"code": code})


FRIENDS_API: Final = Router("/api", route_handlers=[open_table, find_table, sit, rematch])
