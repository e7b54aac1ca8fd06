"""The REST part for the rules: what each says, in words, with the figures of a rule set."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import Router, get
from litestar.params import QueryParameter
from msgspec import Struct

from taipao.errors import BadRequest
from taipao.rules.explained import Explanation, explain_rules
from taipao.rules.ruleset import load_ruleset
from taipao.server.protocol import RuleSetSpec

_LONGEST: Final = 4000


class Rules(Struct, frozen=True):
    """A rule set, and what each of its rules says under it."""

    ruleset: RuleSetSpec
    rules: tuple[Explanation, ...]


@get("/rules")
async def rules(
    ruleset: Annotated[
        str,
        QueryParameter(
            max_length=_LONGEST,
            description='a name, or the JSON of an object with `base` and `set`: {"base": …}',
        ),
    ] = "standard",
) -> Rules:
    """Say what each rule means, in Chinese and English, with the figures of a rule set.

    `sentence` says it in one, `more` goes on from there. Rules are named as on a score sheet.
    """
    chosen = load_ruleset(_spec(ruleset))
    return Rules(chosen.spec(), explain_rules(chosen))


RULES_API: Final = Router("/api", route_handlers=[rules])


def _spec(text: str) -> RuleSetSpec:
    """Read a rule set out of an address. Raises `BadRequest` if it is an object's JSON and bad."""
    if not text.startswith("{"):
        return text
    try:
        spec: RuleSetSpec = msgspec.json.decode(text, type=dict)
    except msgspec.DecodeError as error:
        raise BadRequest(f"ruleset: {error}") from None
    return spec
