"""What a seat is told of its own hand: waits as they come, and hints when it asks for them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from taipao.game.actions import Action
from taipao.hand import MeldKind
from taipao.tiles import TileName


class Wait(Struct, frozen=True):
    """A tile that completes the hand, how many are unseen, and the totals it would score.

    The tai are those before doubling (S1). A wild flower stands for its colour, of which all four
    are wild.
    """

    tile: TileName
    unseen: int
    self_draw: int
    discard: int
    self_draw_tai: int
    discard_tai: int


class DiscardWaits(Struct, frozen=True):
    """What the hand waits for once `tile` is discarded."""

    tile: TileName
    waits: tuple[Wait, ...]


class Prize(Struct, frozen=True):
    """What a win that is offered counts, and the points that the three others pay for it.

    `shape` is `kill_pig` for a win by the wild tiles alone (V15).
    """

    shape: Literal["sets", "kill_pig"]
    tai: int
    total: int
    points: int


class Useful(Struct, frozen=True):
    """A tile that brings the hand nearer, and how many of its kind the seat has not seen."""

    tile: TileName
    unseen: int


class Prospect(Struct, frozen=True):
    """How far a hand is that waits for its next tile: tiles to go until it is ready, 0 once it is.

    `useful` are the unseen tiles that bring it nearer, `unseen` all of them together; of a ready
    hand those of its `waits`, which also name tiles of which none is left.
    """

    distance: int
    unseen: int
    useful: tuple[Useful, ...]
    waits: tuple[Wait, ...]


class DiscardHint(Struct, frozen=True):
    """What a discard leaves. `best`: none leaves the hand nearer, or with more tiles that help."""

    tile: TileName
    best: bool
    leaves: Prospect


class MeldHint(Struct, frozen=True):
    """What a chow, pung or kong makes, and what it leaves.

    After a chow or pung that is with the best `discard`, which is null after a kong.
    """

    action: Action
    kind: MeldKind
    discard: TileName | None
    leaves: Prospect


class Hints(Struct, frozen=True, tag_field="type", tag="hints"):
    """The answer to `hint`, from what the seat sees.

    `distance` is that of the tiles held, -1 for a winning hand. `hand` is the hand without the tile
    just drawn; null where a tile is to be discarded. `no_win` says why no win is offered, if none
    is: the hand is too `far`, it waits for an `other` tile than the one offered, or it has the
    shape but just `claimed` a tile (P4).
    """

    decision: int | None
    distance: int
    hand: Prospect | None
    discards: tuple[DiscardHint, ...]
    melds: tuple[MeldHint, ...]
    no_win: Literal["far", "other", "claimed"] | None
