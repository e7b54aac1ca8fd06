"""The REST part for coin rooms: what there is, and waiting for a seat."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any, Final

from litestar import Request, Router, delete, get, post
from litestar.datastructures import State
from litestar.exceptions import NotAuthorizedException, NotFoundException, PermissionDeniedException
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from taipao.server.guard import household
from taipao.server.house import House
from taipao.server.keeping import Account
from taipao.server.queues import Waiting
from taipao.server.refusals import because
from taipao.server.rest import Conflict, Unavailable
from taipao.server.rooms import NoEntry, RoomInfo, Rooms
from taipao.server.sessions import player

AnyRequest = Request[Any, Any, Any]

_LONGEST: Final = 25


class Queued(Struct, frozen=True):
    """Where the caller waits, among how many and for how many seconds, or at which table it sits.

    `table` is null while it waits.
    """

    room: str
    ruleset: str
    waiting: int
    seconds: float
    table: str | None = None


class QueueLeft(Struct, frozen=True):
    """Whether the caller has left; if not it has been seated, at this table of a coin room."""

    left: bool
    table: str | None


@get("/rooms")
async def rooms(state: State) -> tuple[RoomInfo, ...]:
    """List the coin rooms, with each rule set."""
    house: House = state.house
    return house.rooms.rooms()


@post(
    "/rooms/{room:str}/{ruleset:str}/queue",
    status_code=200,
    raises=[
        NotAuthorizedException,
        PermissionDeniedException,
        NotFoundException,
        Conflict,
        Unavailable,
    ],
)
async def enter(
    request: AnyRequest, state: State, room: FromPath[str], ruleset: FromPath[str]
) -> Queued:
    """Wait for a seat in a coin room; who does not ask again for 15 seconds has gone."""
    house: House = state.house
    address = "" if request.client is None else household(request.client.host)
    waiting = None
    try:
        while waiting is None:
            closings = house.sockets.closings
            account = await player(house.sessions, request)
            # A session may end after it was read: who waits by then is taken out, nobody else.
            known = partial(house.sockets.unclosed, closings)
            waiting = await house.rooms.enter(account, address, (room, ruleset), known)
    except NoEntry as refusal:
        if refusal.reason == "no_room":
            raise NotFoundException(str(refusal), extra=because(refusal.reason)) from None
        if refusal.reason == "draining":
            raise Unavailable(str(refusal), extra=because(refusal.reason)) from None
        raise Conflict(str(refusal), extra=because(refusal.reason)) from None
    return _queued(house.rooms, waiting)


@get(
    "/queue",
    raises=[NotAuthorizedException, PermissionDeniedException, NotFoundException, Unavailable],
)
async def queue(
    request: AnyRequest,
    state: State,
    wait: Annotated[int, QueryParameter(ge=0, le=_LONGEST)] = 0,
) -> Queued:
    """Say where the caller waits or sits; answers after `wait` seconds, or once it is seated.

    404 if it neither waits nor sits in a coin room, as after the server's restart: ask again.
    """
    house: House = state.house
    account = await player(house.sessions, request)
    waiting = house.rooms.waiting(account.id)
    if waiting is not None:
        await waiting.wait(wait)
        if not waiting.done.done():
            return _queued(house.rooms, waiting)
    return _seated(house.rooms, account)


@delete(
    "/queue",
    status_code=200,
    raises=[NotAuthorizedException, PermissionDeniedException, Unavailable],
)
async def leave(request: AnyRequest, state: State) -> QueueLeft:
    """Wait no longer. Who is just being seated is: the answer says at which table."""
    house: House = state.house
    account = await player(house.sessions, request)
    table = await house.rooms.leave(account.id)
    return QueueLeft(table is None, None if table is None else table.id)


ROOMS_API: Final = Router("/api", route_handlers=[rooms, enter, queue, leave])


def _queued(rooms: Rooms, waiting: Waiting) -> Queued:
    room, ruleset = waiting.key
    seconds = asyncio.get_running_loop().time() - waiting.since
    return Queued(room, ruleset, rooms.length(waiting.key), round(seconds, 1))


def _seated(rooms: Rooms, account: Account) -> Queued:
    table = rooms.table_of(account.id)
    if table is None or table.setup.room is None:
        raise NotFoundException(
            "you wait for no seat and have none in a coin room", extra=because("not_waiting")
        )
    key = table.setup.room, str(table.setup.ruleset)
    return Queued(*key, rooms.length(key), 0.0, table.id)
