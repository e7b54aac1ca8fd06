"""What the solid bot goes by: the same numbers for the bot in Python and for the compiled one.

Found by simulation (`tools/tune_solid.py`, docs/strength.md). Nothing here needs what compiling
needs, so that plain installs read it, too.
"""

from __future__ import annotations

from typing import Final

# Chances that a tile which helps comes by another's discard: by a pung from any of three, by a chow
# from the one before, as the winning tile from any of three.
PUNGED: Final = 0
CHOWED: Final = 1
WON_OFF: Final = 2

# Tiles that will help a hand once it is ready, and how many more for each tile it then lacks.
READY_ANY: Final = 3
MORE_ANY: Final = 4
READY_FLUSH: Final = 5
MORE_FLUSH: Final = 6
READY_TRIPLETS: Final = 7
MORE_TRIPLETS: Final = 8

# Chance that the round ends before the next own draw: at first, more for each own discard made, for
# each meld of whoever of the others has most, and over the own draws left.
ENDING: Final = 9
ENDING_BY_DISCARDS: Final = 10
ENDING_BY_MELDS: Final = 11
ENDING_BY_DRAWS: Final = 12

# What is expected counts as doubled by parts: from so many tai below the figure, over so many.
DOUBLED_BEFORE: Final = 13
DOUBLED_OVER: Final = 14

# Tai: what another's win would have cost; and the part of the base tai that others pay for it.
SPARED: Final = 15
SETTLED: Final = 16

# Chances: of a win by self-draw; for each set not laid down that it will be; for each tile out of
# place that a hand of chows comes of it all the same.
DRAWN: Final = 17
LAID: Final = 18
CHOWS: Final = 19

# By what the worth of winning now, of a claim and of a kong is multiplied before it is compared.
WINNING: Final = 20
CLAIMING: Final = 21
KONGING: Final = 22

# So many tiles farther than the nearest shape a dearer one may be.
REACH: Final = 23

# Tai that are hoped for from each triplet, since it may become a kong.
HOPED: Final = 24

# The part, of one, by which the worth of each choice is mistaken at most, by lot.
MISTAKEN: Final = 25

WEIGHTS: Final = 26

# fmt: off
_SOLID: Final = (
    0.659, 0.104, 0.63, 1.903, 6.224, 4.902, 5.478, 5.094, 3.569, 0.012, 0.007, 0.005, 0.817,
    3.144, 3.132, 2.183, 0.21, 0.691, 0.242, 0.313, 1.036, 0.902, 1.595, 3.367, 0.625, 0.0,
)
# fmt: on

STRENGTHS: Final[dict[str, tuple[float, ...]]] = {
    "solid": _SOLID,
    "normal": (*_SOLID[:MISTAKEN], 0.1),
    "easy": (*_SOLID[:MISTAKEN], 0.3),
}
"""The weights of each strength, by the name of the bot that plays so."""

# What is known of a round at one decision, as both bots keep it.
HIDDEN: Final = 0
"""Tiles that the seat sees nowhere."""
WILD_LEFT: Final = 1
WILD_FIRST: Final = 2
"""Those of the first indicator's kind."""
WILD_SECOND: Final = 3
BONUS_LEFT: Final = 4
DRAWS: Final = 5
"""Own draws left."""
HASTE: Final = 6
"""Chance that the round ends before the next own draw, without regard to the draws left."""
PAID: Final = 7
"""How often a winner's total is paid: four times, the dealer's six."""
FACTS: Final = 8
