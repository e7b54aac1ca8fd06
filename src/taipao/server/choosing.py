"""Where slow bots choose: in a thread beside the event loop, before their step falls due."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from time import monotonic
from typing import Final

from taipao.errors import IllegalAction
from taipao.game.actions import Action
from taipao.server.metrics import Metrics
from taipao.server.pool import Pool, TooBusy
from taipao.server.sitting import AUTOPILOT, Question, Sitting

_log = logging.getLogger(__name__)

DEADLINE: Final = 0.25
"""Seconds that a bot has. Below the shortest pause after a discard, so that nobody can tell by a
longer one that a bot had something to choose."""

_WAITING: Final = 64
"""Choices that may be in line: more would not be made within the deadline."""


class Choosing:
    """One thread in which slow bots choose, one after another.

    It is made at the first choice. More threads would be no faster, as they share one interpreter;
    and so no bot is ever asked twice at once.
    """

    def __init__(self, deadline: float = DEADLINE, most: int = _WAITING) -> None:
        self._pool = Pool("bots", threads=1, most=most, refusal="too many bots are to choose")
        self._deadline = deadline

    async def choose(
        self, question: Question, metrics: Metrics, about: Mapping[str, object]
    ) -> Action:
        """Return what a bot chooses, or the autopilot's choice where it does not in time.

        `about` tells for the log which table it is.
        """
        began = monotonic()
        try:
            async with asyncio.timeout(self._deadline):
                action = await self._pool.do(lambda: _choice(question))
        except TooBusy:
            why = "busy"
        except TimeoutError:
            why = "late"
        except Exception:
            # Nobody's round shall stop for what a program gets wrong.
            why = "failed"
            _log.exception("a bot failed to choose", extra={**about, "seat": question.seat})
        else:
            metrics.bot_seconds.observe(monotonic() - began)
            return action
        metrics.bot_fallbacks.labels(why).inc()
        _log.warning(
            "the autopilot chooses for a bot: %s", why, extra={**about, "seat": question.seat}
        )
        return AUTOPILOT.choose(question.view, question.offers)

    def close(self) -> None:
        """Let go of the thread; what waits for it is dropped."""
        self._pool.close()


def _choice(question: Question) -> Action:
    """Ask the bot. Raises `IllegalAction` where it chooses what was not offered."""
    action = question.bot.choose(question.view, question.offers)
    if action not in question.offers:
        raise IllegalAction(f"the bot chose {action}, which it was not offered")
    return action


class Forethought:
    """What the slow bots of one round are choosing."""

    def __init__(
        self,
        sitting: Sitting,
        choosing: Choosing,
        metrics: Metrics,
        about: Mapping[str, object],
    ) -> None:
        self._sitting = sitting
        self._choosing = choosing
        self._metrics = metrics
        self._about = about
        self._begun: dict[tuple[int, int], asyncio.Task[Action]] = {}
        """By decision and seat."""

    def begin(self) -> None:
        """Let every bot that is asked begin to choose, if it has not."""
        for question in self._sitting.questions:
            key = question.decision, question.seat
            if key not in self._begun:
                self._begun[key] = asyncio.create_task(
                    self._choosing.choose(question, self._metrics, self._about)
                )

    async def take(self) -> dict[int, Action]:
        """Return what the bots choose that are asked, by seat, each choice once."""
        self.begin()
        begun, self._begun = self._begun, {}
        return {seat: await choice for (_, seat), choice in begun.items()}
