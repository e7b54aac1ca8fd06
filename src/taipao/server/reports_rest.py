"""The REST part for reporting a player to the operator."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import Request, Response, Router, post
from litestar.datastructures import State
from litestar.exceptions import (
    NotAuthorizedException,
    PermissionDeniedException,
    TooManyRequestsException,
)
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from msgspec import Meta, Struct

from taipao.server.house import House
from taipao.server.rest import Text, Unavailable
from taipao.server.sessions import limit, player

AnyRequest = Request[Any, Any, Any]

Id = Annotated[str, Meta(max_length=64, pattern=r"^[\w-]+$")]


class NewReport(Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of an account at a table, and where it is about one, of its round."""

    account: Id
    table: Id
    text: Text
    round: Id | None = None


@post(
    "/reports",
    status_code=204,
    responses={204: ResponseSpec(None, description="Done; there is nothing to say")},
    raises=[
        NotAuthorizedException,
        PermissionDeniedException,
        TooManyRequestsException,
        Unavailable,
    ],
)
async def report(request: AnyRequest, state: State, data: JSONBody[NewReport]) -> Response[None]:
    """Report a player to the operator."""
    house: House = state.house
    reporter = await player(house.sessions, request)
    limit(house.limits.reports, request)
    await house.reports.add(reporter.id, data.account, data.table, data.round, data.text)
    return Response(None, status_code=204)


REPORTS_API: Final = Router("/api", route_handlers=[report])
