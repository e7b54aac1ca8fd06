"""What all tables of a server share: the store, chance, pace, places, queues, thinkers, figures."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field

from taipao.bots import Level
from taipao.game.state import Board
from taipao.server.chance import Chance, SystemChance
from taipao.server.choosing import Choosing
from taipao.server.keeping import Store
from taipao.server.metrics import Metrics
from taipao.server.places import Places
from taipao.server.queues import Queues
from taipao.server.sitting import Due
from taipao.server.thinkers import Thinkers

_WHOLE_HAND: Final = 17
"""The tiles of a seat on its turn that has no melds."""


class Pace(Struct, frozen=True):
    """How long things take, in seconds: a shortest and a longest, drawn anew each time.

    `thought` is before a bot acts on its turn (see `before`), `pause` after every discard and added
    kong. `seal` is how long contributions to a wall are waited for once a round is decided on.
    After a restart nobody's time runs before it is back, or `comeback` has passed: pages pause
    before they come. `absence` is how long others wait for a seat without a socket where no clock
    does it, and how long who has gone keeps a friends' match from being ended.
    """

    thought: tuple[float, float] = (0.2, 0.7)
    pause: tuple[float, float] = (0.3, 1.0)
    seal: float = 2.0
    comeback: float = 15.0
    absence: float = 60.0

    def before(self, due: Due, board: Board) -> tuple[float, float]:
        """Return the shortest and the longest time until what is `due` falls due.

        A bot's `thought` is longer the more it has to choose from: with a whole hand in the later
        half of the range, ever earlier with fewer tiles, and in the earlier half where it can but
        discard what it drew. That is reckoned from what lies open alone, so that nobody learns from
        the time what a seat holds, or that it is ready where nobody else is to know (P7).
        """
        if due == "pause":
            return self.pause
        shortest, longest = self.thought
        seat = board.seats[board.turn]
        choices = 1 if seat.ready else seat.size
        half = (longest - shortest) / 2
        earliest = shortest + half * min((choices - 1) / (_WHOLE_HAND - 1), 1.0)
        return earliest, earliest + half


AT_ONCE: Final = Pace((0.0, 0.0), (0.0, 0.0))


class Supplies(Struct, frozen=True):
    """What a server supplies its tables with. A test gives scripted chance.

    Tables note in `places` who sits there, take from `queues` who follows a leaver, have hints
    worked out by `thinkers`, and let slow bots choose in `choosing`. Bots in coin rooms are of the
    level `room_bots`.
    """

    store: Store
    chance: Chance = SystemChance()
    pace: Pace = Pace()
    metrics: Metrics = field(default_factory=Metrics)
    places: Places = field(default_factory=Places)
    queues: Queues = field(default_factory=Queues)
    thinkers: Thinkers = field(default_factory=Thinkers)
    choosing: Choosing = field(default_factory=Choosing)
    room_bots: Level = "normal"
