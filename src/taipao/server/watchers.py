"""Those who watch a table: sockets that are told what all may know, and say nothing."""

from __future__ import annotations

from typing import Final

from taipao.game.events import redact
from taipao.server.outbox import Outbox
from taipao.server.protocol import Happened, RoundOver, Said, ServerMessage, Whole, encode
from taipao.server.sitting import Numbered
from taipao.server.tablestate import Watch

MOST: Final = 16
"""How many may watch one table at once."""

NOBODY: Final = -1
"""The seat of who has none: what only some may know is hidden from it, and it never acts."""


class Watchers:
    """The sockets that watch one table, as it may be watched.

    With all hands `hidden` they are shown the round as it is played, `later` only where its record
    is once it is over; `over` is what they were told last of one.
    """

    def __init__(self, watch: Watch) -> None:
        self.watch: Final = watch
        self._outboxes: list[Outbox] = []
        self.over: RoundOver | None = None

    @property
    def full(self) -> bool:
        """Whether no more may come."""
        return len(self._outboxes) >= MOST

    @property
    def shown(self) -> bool:
        """Whether anybody is there to be shown the round that is played."""
        return self.watch == "hidden" and bool(self._outboxes)

    def holds(self, outbox: Outbox) -> bool:
        """Tell whether a socket is one of them."""
        return outbox in self._outboxes

    def add(self, outbox: Outbox) -> None:
        """Take a socket in."""
        self._outboxes.append(outbox)

    def remove(self, outbox: Outbox) -> None:
        """Let go of a socket that is gone, if it is one of them."""
        if outbox in self._outboxes:
            self._outboxes.remove(outbox)

    def post(self, message: ServerMessage) -> None:
        """Send all a message that holds nothing of a round that is played."""
        if isinstance(message, RoundOver):
            self.over = message
        if self._outboxes:
            self._post_text(encode(message))

    def show_whole(self, whole: Whole) -> None:
        """Send all a round as nobody alone sees it."""
        if self.shown:
            self._post_text(encode(whole))

    def show(self, one: Numbered) -> None:
        """Send all what happened, as far as everybody may know it."""
        event = redact(one.event, NOBODY) if self.shown else None
        if event is not None:
            self._post_text(encode(Happened(one.number, event)))

    def show_said(self, said: Said) -> None:
        """Send all what a seat says, if they see the round that it may be about."""
        if self.shown:
            self._post_text(encode(said))

    def close(self, code: int) -> None:
        """Close all their sockets."""
        for outbox in self._outboxes:
            outbox.close(code)

    def _post_text(self, text: bytes) -> None:
        for outbox in self._outboxes:
            outbox.post_text(text)
