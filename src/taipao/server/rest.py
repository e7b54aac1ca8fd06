"""The REST part: tables, rounds and records (documented by itself at `/api/schema`)."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.exceptions import (
    ClientException,
    HTTPException,
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
)
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Struct

from taipao.bots import LEVELS, NAMES
from taipao.errors import BadRequest
from taipao.rules.ruleset import load_ruleset
from taipao.server.alone import BOTS
from taipao.server.house import House
from taipao.server.keeping import Account
from taipao.server.lobby import NoSeat
from taipao.server.protocol import Friends, RuleSetSpec, protocol_schema
from taipao.server.refusals import because
from taipao.server.sessions import player
from taipao.server.settings import Settings
from taipao.server.table import Table, address
from taipao.server.tablestate import FREE, Chair, ChairKind, Clock, Setup, bot, person

AnyRequest = Request[Any, Any, Any]

_TABLES: Final = 16
"""Tables at which one guest may sit; who wants more has to leave some alone for a while."""

_ROUNDS: Final = 50
_LATEST: Final = 2**53
"""A time that is never reached, and that JSON's readers can hold."""
_LINES: Final = "application/x-ndjson"
_PROTOCOL: Final = protocol_schema()
_WITH_RECORD: Final = frozenset({"finished", "frozen"})

ME: Final = "me"
_BOTS: Final = ", ".join(dict.fromkeys((*LEVELS, *NAMES)))
SeatWish = Annotated[str, Meta(max_length=40, description=f"`{ME}`, `free`, or a bot: {_BOTS}")]
Seconds = Annotated[int, Meta(ge=0, le=3600)]

RequestId = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{1,64}$",
        description="the asker's own: what is sent again with it is not done again",
    ),
]

_CONTROL: Final = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
Text = Annotated[
    str, Meta(max_length=500, pattern=rf"^[^{_CONTROL}]*[^\s{_CONTROL}][^{_CONTROL}]*$")
]
"""What people say, with no control character but tabs and newlines; databases refuse some."""


class Conflict(ClientException):
    """What was asked for is right, but cannot be as things stand."""

    status_code = 409


class Unavailable(HTTPException):
    """The server takes nothing new just now."""

    status_code = 503


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened: who sits where, the rule set, and how long players may think.

    Without `seconds` and `reserve` they are the server's; 0 `seconds` is no clock.
    """

    seats: tuple[SeatWish, SeatWish, SeatWish, SeatWish] = (ME, *BOTS)
    ruleset: RuleSetSpec = "standard"
    seconds: Seconds | None = None
    reserve: Seconds | None = None


class SeatInfo(Struct, frozen=True):
    """Who sits in a seat; a free one has no name, a bot's is that of its kind."""

    kind: ChairKind
    name: str


class TableInfo(Struct, frozen=True):
    """A table as anybody may see it; `seat` is that of whoever asks, null for others.

    `friends` is what a friends' table was opened with; it is `over` once its match is.
    """

    id: str
    seats: tuple[SeatInfo, ...]
    ruleset: RuleSetSpec
    seconds: float
    reserve: float
    status: Literal["waiting", "playing", "over", "frozen"]
    seat: int | None
    friends: Friends | None = None


class Round(Struct, frozen=True):
    """A round of a table; times are UTC milliseconds, `record` is where its record is."""

    id: str
    number: int
    status: Literal["live", "finished", "frozen", "dropped"]
    began: int
    ended: int | None
    record: str | None


class Rounds(Struct, frozen=True):
    """Rounds, the latest first; `before` goes on where they end, null if there are no more."""

    rounds: tuple[Round, ...]
    before: int | None


@post(
    "/tables",
    raises=[NotAuthorizedException, PermissionDeniedException, Conflict, Unavailable],
)
async def open_table(request: AnyRequest, state: State, data: JSONBody[NewTable]) -> TableInfo:
    """Open a table. One seat is `me`, the others are bots, or free for whoever comes first."""
    house: House = state.house
    guest = await player(house.sessions, request)
    setup = _setup(data, guest, house.settings)
    may_open(house, guest)
    return info_of(await house.lobby.create(setup), guest)


@get("/tables/{table_id:str}", raises=[NotFoundException, Unavailable])
async def table_info(request: AnyRequest, state: State, table_id: FromPath[str]) -> TableInfo:
    """Show an open table to whoever knows its id."""
    house: House = state.house
    return info_of(table_of(house, table_id), await house.sessions.known(request))


@post(
    "/tables/{table_id:str}/sit",
    status_code=200,
    raises=[
        NotAuthorizedException,
        PermissionDeniedException,
        NotFoundException,
        Conflict,
        Unavailable,
    ],
)
async def sit(request: AnyRequest, state: State, table_id: FromPath[str]) -> TableInfo:
    """Take the first free seat of a table; who sits there already keeps the seat."""
    house: House = state.house
    guest = await player(house.sessions, request)
    may_sit(house, guest, table_of(house, table_id))
    try:
        table, _ = await house.lobby.sit(table_id, guest)
    except NoSeat as error:
        raise Conflict(str(error), extra=because(error.reason)) from None
    return info_of(table, guest)


@get("/tables/{table_id:str}/rounds", raises=[NotFoundException, Unavailable])
async def rounds(
    state: State,
    table_id: FromPath[str],
    before: Annotated[int, QueryParameter(ge=0, le=_LATEST)] = _LATEST,
) -> Rounds:
    """List a table's rounds, 50 at a time: those that began before `before`, the latest first."""
    house: House = state.house
    found = await house.store.rounds(table_id, before=before, limit=_ROUNDS)
    if not found and house.lobby.find(table_id) is None:
        raise NotFoundException("there is no such table", extra=because("no_table"))
    return Rounds(
        tuple(
            Round(
                one.id,
                one.number,
                one.status,
                one.began,
                one.ended,
                address(one.id) if one.status in _WITH_RECORD else None,
            )
            for one in found
        ),
        found[-1].began if len(found) == _ROUNDS else None,
    )


@get(
    "/records/{round_id:str}",
    responses={200: ResponseSpec(bytes, media_type=_LINES, generate_examples=False)},
    raises=[NotFoundException, Unavailable],
)
async def record(state: State, round_id: FromPath[str]) -> Response[bytes]:
    """Answer with the record of a finished or frozen round, as a file to keep.

    Whoever has the id may see it; it names no person.
    """
    house: House = state.house
    data = await house.store.record(round_id)
    if data is None:
        raise NotFoundException("there is no such record", extra=because("no_record"))
    return Response(
        data,
        media_type=_LINES,
        headers={"content-disposition": f'attachment; filename="taipao-{round_id}.jsonl"'},
    )


@get("/protocol")
async def protocol() -> dict[str, Any]:
    """Answer with the JSON Schema of what is said over the WebSocket `/ws`.

    `ClientMessage` and `ServerMessage` among its definitions are all that either side may say.
    """
    return _PROTOCOL


API: Final = Router("/api", route_handlers=[open_table, table_info, sit, rounds, protocol])


def check_strictly(body: bytes, kind: type[Struct]) -> None:
    """Refuse what Litestar lets pass for true and false. Raises `BadRequest`."""
    try:
        msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise BadRequest(str(error)) from None


def may_open(house: House, guest: Account) -> None:
    """See whether somebody may open a table now. Raises `Conflict` or `Unavailable`."""
    _check_seats(house, guest)
    if house.lobby.draining or house.lobby.full:
        raise Unavailable(
            "no table is opened just now; try again later", extra=because("no_more_tables")
        )


def may_sit(house: House, guest: Account, table: Table) -> None:
    """See whether somebody may sit down at one more table. Raises `Conflict`."""
    if table.seat_of(guest.id) is None:
        _check_seats(house, guest)


def _check_seats(house: House, guest: Account) -> None:
    if house.lobby.seats_of(guest.id) >= _TABLES:
        raise Conflict(f"you sit at {_TABLES} tables already", extra=because("too_many_tables"))


def table_of(house: House, table_id: str) -> Table:
    """Return an open table. Raises `NotFoundException`."""
    table = house.lobby.find(table_id)
    if table is None:
        raise NotFoundException("there is no such table", extra=because("no_table"))
    return table


def _setup(wanted: NewTable, guest: Account, settings: Settings) -> Setup:
    """Make what a table is opened with. Raises `BadRequest` saying what cannot be."""
    if wanted.seats.count(ME) != 1:
        raise BadRequest(f"seats: one of the four is `{ME}`, got {wanted.seats.count(ME)}")
    first, second, third, fourth = (_chair(wish, guest) for wish in wanted.seats)
    return Setup(
        (first, second, third, fourth),
        load_ruleset(wanted.ruleset).spec(),
        Clock(
            settings.seconds if wanted.seconds is None else wanted.seconds,
            settings.reserve if wanted.reserve is None else wanted.reserve,
        ),
    )


def _chair(wish: str, guest: Account) -> Chair:
    if wish == ME:
        return person(guest)
    return FREE if wish == FREE.kind else bot(wish)


def info_of(table: Table, guest: Account | None) -> TableInfo:
    """Return what somebody, or nobody that is known, may see of a table."""
    setup = table.setup
    return TableInfo(
        table.id,
        tuple(SeatInfo(chair.kind, chair.name) for chair in setup.chairs),
        setup.ruleset,
        setup.clock.seconds,
        setup.clock.reserve,
        _status(table),
        None if guest is None else table.seat_of(guest.id),
        setup.friends,
    )


def _status(table: Table) -> Literal["waiting", "playing", "over", "frozen"]:
    if table.frozen:
        return "frozen"
    if table.over:
        return "over"
    return "playing" if table.playing else "waiting"
