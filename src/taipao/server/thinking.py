"""How long a seat may think: a time for each decision, and a reserve for the round."""

from __future__ import annotations

from taipao.server.tablestate import Clock


class Thinking:
    """One seat's time. Times are those of one monotonic clock, in seconds.

    `reserve` is what is left for the round; at a table without a clock it is never used up.
    `running` says whether a decision is open.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._decision: int | None = None
        # When that decision was begun first, and the reserve at that time.
        self._since = 0.0
        self._whole = 0.0
        self.running = False
        self.reserve = clock.reserve

    def fill(self) -> None:
        """Begin a new round, with a whole reserve."""
        self._decision, self.running = None, False
        self.reserve = self._clock.reserve

    def start(self, now: float, decision: int) -> float | None:
        """Begin a decision; return when its time is up, or None without a clock.

        One that was begun before has no more time for it: it goes on, as if never stopped.
        """
        if decision != self._decision:
            self._decision, self._since, self._whole = decision, now, self.reserve
        self.running = True
        return self._until

    def stop(self, now: float) -> None:
        """End the decision, if one is open, and take from the reserve what it needed of it."""
        if self.running and self._clock.seconds:
            used = max(now - self._since - self._clock.seconds, 0.0)
            # Kept in tenths, so that what is stored says no more than what is shown.
            self.reserve = round(max(self._whole - used, 0.0), 1)
        self.running = False

    def is_up(self, now: float, decision: int) -> bool:
        """Tell whether a decision was begun before and its time is up by now."""
        until = self._until
        return decision == self._decision and until is not None and now >= until

    def left(self, now: float) -> tuple[float, float] | tuple[None, None]:
        """Return what is left of the decision's time and of the reserve; None without a clock."""
        if not self._clock.seconds:
            return None, None
        if not self.running:
            return self._clock.seconds, self.reserve
        own = self._clock.seconds - (now - self._since)
        return round(max(own, 0.0), 1), round(max(self._whole + min(own, 0.0), 0.0), 1)

    @property
    def _until(self) -> float | None:
        return self._since + self._clock.seconds + self._whole if self._clock.seconds else None
