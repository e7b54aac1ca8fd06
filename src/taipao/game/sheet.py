"""The score sheet of one seat, in the words of `taipao score`'s answer (docs/requests.md)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from taipao.rules.scoring import Item, Reading, Score
from taipao.tiles import NAMES, TileName, format_tiles


class WildUse(Struct, frozen=True):
    """A wild tile and what it stands for."""

    tile: TileName
    stands_for: TileName = field(name="as")


class SheetReading(Struct, frozen=True):
    """One way to read a hand: five sets, melds first, and a pair, as text."""

    sets: tuple[str, ...]
    pair: str
    wilds: tuple[WildUse, ...]


class RunnerUp(Struct, frozen=True):
    """The best reading whose items differ, for the question why it was not taken (V19)."""

    tai: int
    total: int
    items: tuple[Item, ...]
    reading: SheetReading | None


class Sheet(Struct, frozen=True):
    """A seat's tai, item by item."""

    role: Literal["winner", "non_winner"]
    shape: Literal["sets", "kill_pig"] | None
    tai: int
    doubled: bool
    total: int
    items: tuple[Item, ...]
    reading: SheetReading | None
    runner_up: RunnerUp | None


def sheet_of(score: Score) -> Sheet:
    """Write a score down with tiles as text."""
    other = score.runner_up
    return Sheet(
        score.role,
        score.shape,
        score.tai,
        score.doubled,
        score.total,
        score.items,
        _reading(score.reading),
        None
        if other is None
        else RunnerUp(other.tai, other.total, other.items, _reading(other.reading)),
    )


def _reading(reading: Reading | None) -> SheetReading | None:
    if reading is None:
        return None
    return SheetReading(
        tuple(format_tiles(tiles) for tiles in reading.sets),
        format_tiles(reading.pair),
        tuple(WildUse(NAMES[held], NAMES[shown]) for held, shown in reading.wilds),
    )
