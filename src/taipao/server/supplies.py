"""What all tables of a server share: the store, chance, pace, places, queues, thinkers, figures."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field

from taipao.server.chance import Chance, SystemChance
from taipao.server.keeping import Store
from taipao.server.metrics import Metrics
from taipao.server.places import Places
from taipao.server.queues import Queues
from taipao.server.thinkers import Thinkers


class Pace(Struct, frozen=True):
    """How long things take, in seconds: a shortest and a longest, drawn anew each time.

    `thought` is before a bot acts on its turn, `pause` after every discard and added kong. `seal`
    is how long contributions to a wall are waited for once a round is decided on. After a restart
    nobody's time runs before it is back, or `comeback` has passed: pages pause before they come.
    `absence` is how long others wait for a seat without a socket where no clock does it, and how
    long who has gone keeps a friends' match from being ended.
    """

    thought: tuple[float, float] = (0.2, 0.7)
    pause: tuple[float, float] = (0.3, 1.0)
    seal: float = 2.0
    comeback: float = 15.0
    absence: float = 60.0


AT_ONCE: Final = Pace((0.0, 0.0), (0.0, 0.0))


class Supplies(Struct, frozen=True):
    """What a server supplies its tables with. A test gives scripted chance.

    Tables note in `places` who sits there, take from `queues` who follows a leaver, and have hints
    worked out by `thinkers`.
    """

    store: Store
    chance: Chance = SystemChance()
    pace: Pace = Pace()
    metrics: Metrics = field(default_factory=Metrics)
    places: Places = field(default_factory=Places)
    queues: Queues = field(default_factory=Queues)
    thinkers: Thinkers = field(default_factory=Thinkers)
