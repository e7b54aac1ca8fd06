"""The REST part for whoever reads or reckons: rule sets, the guide, and what a hand is worth."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, Literal

from litestar import Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.exceptions import TooManyRequestsException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from msgspec import Struct

from taipao.errors import Impossible, ImpossibleCode, NotAWin
from taipao.game.sheet import Sheet, sheet_of
from taipao.rules.appraisal import Appraisal, appraise
from taipao.rules.fields import Field, fields, values
from taipao.rules.requests import ScoreRequest, position_of
from taipao.rules.ruleset import NAMES, load_ruleset
from taipao.server.guide import Guide
from taipao.server.hints import told
from taipao.server.house import House
from taipao.server.protocol import Wait
from taipao.server.rest import Unavailable, check_strictly
from taipao.server.rules_rest import RuleSetText, spec_of
from taipao.server.sessions import limit

AnyRequest = Request[Any, Any, Any]


class RuleSets(Struct, frozen=True):
    """Every rule set with all its values by field, and what each field may be and is called."""

    rulesets: dict[str, dict[str, Any]]
    fields: tuple[Field, ...]


class Fault(Struct, frozen=True):
    """Why a hand cannot be, or does not win: `where` in the request, and which `tile`.

    `count` is how many there are, `expected` how many there may be.
    """

    code: ImpossibleCode | Literal["not_a_win"]
    message: str
    where: str | None = None
    tile: str | None = None
    count: int | None = None
    expected: int | None = None


class Scored(Struct, frozen=True):
    """What a hand is worth.

    `payments` has what each seat, from East on, pays the winner; `waits` what another player's hand
    waits for. With a `fault` there is nothing else.
    """

    sheet: Sheet | None = None
    payments: tuple[int, ...] | None = None
    waits: tuple[Wait, ...] | None = None
    fault: Fault | None = None


@get("/rulesets")
async def rulesets() -> RuleSets:
    """List the rule sets, and all that a friends' table may change of them."""
    return RuleSets({name: values(load_ruleset(name)) for name in NAMES}, fields())


@get(
    "/guide",
    responses={200: ResponseSpec(Guide, generate_examples=False)},
    raises=[TooManyRequestsException, Unavailable],
)
async def guide(
    request: AnyRequest, state: State, ruleset: RuleSetText = NAMES[0]
) -> Response[bytes]:
    """Teach a rule set: lessons, its rules, and a scored example of every figure.

    `ETag` and `If-None-Match` are understood.
    """
    house: House = state.house
    chosen = load_ruleset(spec_of(ruleset))
    written = house.library.find(chosen)
    if written is None:
        limit(house.desk.askers, request)
        written = await house.library.write(chosen, house.desk)
    known = request.headers.get("if-none-match", "")
    unchanged = written.etag in (tag.strip().removeprefix("W/") for tag in known.split(","))
    return Response(
        b"" if unchanged else written.body,
        status_code=304 if unchanged else 200,
        media_type="application/json",
        headers={"etag": written.etag, "cache-control": "no-cache"},
    )


@post("/score", status_code=200, raises=[TooManyRequestsException, Unavailable])
async def score(request: AnyRequest, state: State, data: JSONBody[ScoreRequest]) -> Scored:
    """Say what a hand is worth (docs/requests.md), or why it cannot be."""
    house: House = state.house
    check_strictly(await request.body(), ScoreRequest)
    limit(house.desk.askers, request)
    return await house.desk.do(partial(_scored, data))


GUIDE_API: Final = Router("/api", route_handlers=[rulesets, guide, score])


def _scored(data: ScoreRequest) -> Scored:
    try:
        return _appraised(appraise(position_of(data)))
    except Impossible as error:
        what = error.code, str(error), error.where, error.tile, error.count, error.expected
        return Scored(fault=Fault(*what))
    except NotAWin as error:
        return Scored(fault=Fault("not_a_win", str(error)))


def _appraised(appraisal: Appraisal) -> Scored:
    waits = appraisal.waits
    return Scored(
        sheet_of(appraisal.score),
        appraisal.payments,
        None if waits is None else tuple(told(one, one.unseen) for one in waits),
    )
