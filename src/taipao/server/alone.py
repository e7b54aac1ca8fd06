"""A server for one person at one table: what is kept of it, and when that is let go."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from taipao.bots import bot_named
from taipao.errors import BadRequest
from taipao.rules.ruleset import load_ruleset
from taipao.server.keeping import EndedRound, LiveTable, Store, Unit
from taipao.server.sessions import PERSON
from taipao.server.tablestate import NO_CLOCK, Setup, bot, decode_state, person

BOTS: Final = ("normal", "normal", "normal")
"""On the right, opposite and on the left, by their level."""


class OneTable(Struct, frozen=True):
    """What the one person wants to play.

    `bots` and `ruleset` are None where none were asked for: then what is kept goes on, whatever it
    was begun with. `fresh` lets go of what is kept. `records` is a folder for copies of records.
    """

    bots: tuple[str, str, str] | None = None
    ruleset: str | dict[str, Any] | None = None
    fresh: bool = False
    records: Path | None = None

    def setup(self) -> Setup:
        """Make what the table is opened with.

        Raises `BadRequest` for a bot, `RuleSetError` for a rule set that does not exist.
        """
        right, opposite, left = (bot(kind) for kind in self.bots or BOTS)
        ruleset = load_ruleset(self.ruleset or "standard").spec()
        return Setup((person(PERSON), right, opposite, left), ruleset, NO_CLOCK)

    async def prepare(self, store: Store) -> None:
        """Let go of what is kept, if that is wanted or something else is asked for.

        Raises `BadRequest` if a round would be lost that was not to be.
        """
        for live in await store.open_tables():
            if not self.fresh:
                if (other := self._other(live)) is None:
                    continue
                if live.round_id is not None:
                    raise BadRequest(
                        f"a round is still being played with {other}: go on without asking for "
                        "something else, or add --fresh to let go of it"
                    )
            dropped = live.round_id and EndedRound(live.round_id, "dropped", None)
            await store.commit(Unit(live.id, status="closed", ended=dropped or None))

    def _other(self, live: LiveTable) -> str | None:
        """Say what the kept table is played with, if it is something else than was asked for."""
        try:
            state = decode_state(live.state)
        except msgspec.DecodeError as error:
            raise BadRequest(
                f"the table that is kept cannot be read: {error}; add --fresh to let go of it"
            ) from None
        chairs = ",".join(chair.name for chair in state.setup.chairs[1:])
        if self.bots is not None and chairs != ",".join(map(bot_named, self.bots)):
            return f"the bots {chairs}"
        played = state.setup.ruleset if state.match is None else state.match.ruleset
        if self.ruleset is not None and load_ruleset(self.ruleset) != load_ruleset(played):
            return f"the rule set {played}"
        return None
