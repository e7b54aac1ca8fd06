"""The ASGI application: the page, the REST part, what operators ask, and the WebSocket."""

from __future__ import annotations

import logging
from typing import Any, Final

from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp, Receive, Scope, Send

import taipao
from taipao.errors import BadRequest, StoreFault
from taipao.server.account_rest import ACCOUNTS, ME
from taipao.server.admin_rest import ADMIN_API
from taipao.server.friends_rest import FRIENDS_API, link
from taipao.server.guard import Addresses, Guard
from taipao.server.guide_rest import GUIDE_API
from taipao.server.health import healthz, metrics, readyz
from taipao.server.house import House
from taipao.server.line import Lines
from taipao.server.page import page
from taipao.server.pool import TooBusy
from taipao.server.protocol import MAX_MESSAGE_BYTES
from taipao.server.refusals import RefusalCode, because, reason_of
from taipao.server.reports_rest import REPORTS_API
from taipao.server.rest import API, record
from taipao.server.rooms_rest import ROOMS_API
from taipao.server.rules_rest import RULES_API
from taipao.server.standings_rest import STANDINGS_API
from taipao.server.texts import CheckedRequest, check_address

_log = logging.getLogger(__name__)

_ANSWERED: Final = (HTTPException, BadRequest, StoreFault, TooBusy, RecursionError)
"""What is no fault of this program's: whoever caused it is told."""

_FOR_MANY: Final = (ACCOUNTS, ROOMS_API, FRIENDS_API, REPORTS_API, STANDINGS_API, link)
"""What a server for one person does not answer."""

AnyRequest = Request[Any, Any, Any]


def create_app(house: House) -> ASGIApp:
    """Make the application of one server.

    Sockets do not go through Litestar: its layers would cost each message as much as the message.
    """
    requests, lines = _requests(house), Lines(house)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await (lines if scope["type"] == ScopeType.WEBSOCKET else requests)(scope, receive, send)

    return Guard(app, allowed=house.allowed, addresses=Addresses(house.settings.address_rate))


def _requests(house: House) -> Litestar:
    return Litestar(
        [
            ME,
            API,
            RULES_API,
            GUIDE_API,
            *(_FOR_MANY if house.accounts else ()),
            *((ADMIN_API,) if house.accounts and house.settings.admin_token else ()),
            record,
            healthz,
            readyz,
            metrics,
            page,
        ],
        state=State({"house": house, "page": house.page}),
        openapi_config=OpenAPIConfig(
            title="Taipao mahjong",
            version=taipao.__version__,
            use_handler_docstrings=True,
            path="/api/schema",
            # The description alone: pages that show it would load scripts from elsewhere.
            render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
        ),
        request_class=CheckedRequest,
        request_max_body_size=MAX_MESSAGE_BYTES,
        before_request=check_address,
        logging_config=None,
        exception_handlers={
            BadRequest: _bad_request,
            StoreFault: _store_fault,
            TooBusy: _too_busy,
            RecursionError: _too_deep,
        },
        after_exception=[_log_fault],
    )


def _bad_request(_: AnyRequest, error: BadRequest) -> Response[dict[str, object]]:
    return _refusal(400, str(error), reason_of(error))


def _store_fault(_: AnyRequest, error: StoreFault) -> Response[dict[str, object]]:
    _log.error("a request could not be answered: %s", error)
    return _refusal(503, "the database does not answer just now; try again", "store_fault")


def _too_busy(_: AnyRequest, error: TooBusy) -> Response[dict[str, object]]:
    return _refusal(503, str(error), "busy")


def _too_deep(_: AnyRequest, __: RecursionError) -> Response[dict[str, object]]:
    """Answer a body that nests too deeply to be decoded; the table's own code runs elsewhere."""
    return _refusal(400, "the request is nested too deeply", "bad_request")


def _refusal(status: int, detail: str, reason: RefusalCode) -> Response[dict[str, object]]:
    """Refuse in the form in which Litestar does."""
    told = {"status_code": status, "detail": detail, "extra": because(reason)}
    return Response(told, status_code=status)


async def _log_fault(fault: Exception, scope: Scope) -> None:
    if not isinstance(fault, _ANSWERED):
        _log.error("a fault while answering %s", scope["path"], exc_info=fault)
