"""The REST part for standings: leaderboards and profiles, for anybody to see."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Router, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from taipao.server.house import House
from taipao.server.refusals import because
from taipao.server.rest import Unavailable
from taipao.server.standings import Board, BoardName, Profile

AnyRequest = Request[Any, Any, Any]


@get("/leaderboards/{name:str}", raises=[Unavailable])
async def leaderboard(request: AnyRequest, state: State, name: FromPath[BoardName]) -> Board:
    """List the first 50 by rank points, by coins won since Monday in China, or by their best hand.

    Bots, the banned and deleted accounts are left out. May be ten seconds old.
    """
    house: House = state.house
    asker = await house.sessions.known(request)
    return await house.standings.board(name, None if asker is None else asker.id)


@get("/players/{account_id:str}", raises=[NotFoundException, Unavailable])
async def profile(request: AnyRequest, state: State, account_id: FromPath[str]) -> Profile:
    """Show what an account has played in coin rooms; coins only to itself. May be 10 seconds old.

    What rules are called is in `/api/rulesets`, in the fields `tai.RULE`.
    """
    house: House = state.house
    asker = await house.sessions.known(request)
    found = await house.standings.profile(account_id, None if asker is None else asker.id)
    if found is None:
        raise NotFoundException("there is no such player", extra=because("no_player"))
    return found


STANDINGS_API: Final = Router("/api", route_handlers=[leaderboard, profile])
