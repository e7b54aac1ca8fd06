"""How a table answers who asks for hints: one answer to each request, never in the way of play."""

from __future__ import annotations

import asyncio
import logging

from taipao.game.view import View
from taipao.server.advice import hints_of
from taipao.server.audience import Seat
from taipao.server.outbox import Outbox
from taipao.server.protocol import Decision, Hint, Refused, ServerMessage
from taipao.server.thinkers import Dropped, Thinkers

_log = logging.getLogger(__name__)


class Hinting:
    """Works hints out for the seats of one table, while the table goes on."""

    def __init__(self, table_id: str, thinkers: Thinkers) -> None:
        self._table_id = table_id
        self._thinkers = thinkers
        # A task that nobody holds may be collected before it ends.
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, seat: Seat, message: Hint, view: View) -> None:
        """Take a request for the decision it names, or else for the hand as it is in `view`.

        The answer comes later. Refused are a decision that is not open, a second request beside
        the first, and too many.
        """
        decision = message.decision
        asked = None if decision is None else seat.asked
        if decision is not None and (asked is None or asked.id != decision):
            seat.refuse("stale_decision", "that decision is not open", decision)
        elif seat.outbox is None:
            # Whoever asked is gone.
            return
        elif seat.advised is seat.outbox:
            seat.refuse("hints_busy", "what you asked before is not answered yet", decision)
        elif seat.hints.try_take():
            seat.refuse("too_fast", "you ask too often: this is not answered", decision)
        elif self._thinkers.full:
            seat.refuse("hints_busy", "too many ask just now; try again", decision)
        else:
            seat.advised = seat.outbox
            task = asyncio.create_task(self._answer(seat, seat.outbox, asked, view))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _answer(self, seat: Seat, outbox: Outbox, asked: Decision | None, view: View) -> None:
        """Work hints out and send them; what is not wanted any more is dropped on the way."""

        def wanted() -> bool:
            return seat.outbox is outbox and (asked is None or seat.asked is asked)

        decision = None if asked is None else asked.id
        over = Refused("stale_decision", "the decision is over", decision)
        answer: ServerMessage
        try:
            answer = await self._thinkers.think(
                lambda breathe: hints_of(
                    view, decision, () if asked is None else asked.actions, breathe
                ),
                wanted,
            )
        except Dropped:
            answer = over
        except Exception:
            # Play goes on without: hints are not what a table stops for.
            about = {"table": self._table_id, "seat": seat.index}
            _log.exception("hints could not be worked out", extra=about)
            answer = Refused("hints_busy", "this could not be worked out", decision)
        finally:
            if seat.advised is outbox:
                seat.advised = None
        outbox.post(answer if wanted() else over)
