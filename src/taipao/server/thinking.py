"""How long a seat may think: a time for each decision, and a reserve for the round."""

from __future__ import annotations

from taipao.server.tablestate import Clock


class Thinking:
    """One seat's time. Times are those of one monotonic clock, in seconds.

    `reserve` is what is left for the round. At a table without a clock it is never used up.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since: float | None = None
        self.reserve = clock.reserve

    def fill(self) -> None:
        """Begin a new round, with a whole reserve."""
        self._since = None
        self.reserve = self._clock.reserve

    def start(self, now: float) -> float | None:
        """Begin a decision; return when its time is up, or None without a clock."""
        self._since = now
        return now + self._clock.seconds + self.reserve if self._clock.seconds else None

    def stop(self, now: float) -> None:
        """End the decision, if one is open, and take from the reserve what it needed of it."""
        if self._since is not None:
            used = max(now - self._since - self._clock.seconds, 0.0)
            if self._clock.seconds:
                # Kept in tenths, so that what is stored says no more than what is shown.
                self.reserve = round(max(self.reserve - used, 0.0), 1)
            self._since = None

    def left(self, now: float) -> tuple[float, float] | tuple[None, None]:
        """Return what is left of the decision's time and of the reserve; None without a clock."""
        if not self._clock.seconds:
            return None, None
        since = now if self._since is None else self._since
        own = self._clock.seconds - (now - since)
        return round(max(own, 0.0), 1), round(max(self.reserve + min(own, 0.0), 0.0), 1)
