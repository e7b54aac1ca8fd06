"""What happened in a round: one tagged struct an event (docs/events.md, "Events").

Every event type declares in `privacy` which of its fields are hidden from whom. A type without
the declaration cannot be defined, so a new field is never sent to all by forgetting about it.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from taipao.game.sheet import Sheet
from taipao.rules.settlement import Due
from taipao.tiles import TileName

End = Literal["head", "tail"]
Why = Literal["opening", "turn", "kong", "bonus", "share_out"]
After = Literal["exposed_kong", "concealed_kong", "bonus"]
KongKind = Literal["exposed_kong", "added_kong", "concealed_kong"]
By = Literal["self_draw", "discard", "robbed_kong"]
Opening = Literal["heavenly", "earthly"]


class Privacy(Struct, frozen=True):
    """Which fields of an event type are hidden.

    `own`: seen by the event's seat alone. `each`: four entries, each seen by its seat alone.
    `whole`: the event itself is known to its seat alone and has no public number.
    """

    own: tuple[str, ...] = ()
    each: tuple[str, ...] = ()
    whole: bool = False


PUBLIC = Privacy()


class _Event(Struct, frozen=True, tag_field="type"):
    privacy: ClassVar[Privacy]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "privacy" not in cls.__dict__:
            raise TypeError(f"event {cls.__name__} does not declare its privacy")


class Dealt(_Event, frozen=True, tag="dealt"):
    """Sixteen tiles to each seat, seventeen to the dealer, and both indicators up (P2, W1)."""

    privacy: ClassVar = Privacy(each=("hands",))

    dealer: int
    indicators: tuple[TileName, TileName]
    hands: tuple[tuple[TileName, ...] | None, ...]
    limit: int


class OpeningKongMade(_Event, frozen=True, tag="opening_kong_made"):
    """Four bonus tiles of one kind, dealt together, laid as four backs (A4k)."""

    privacy: ClassVar = Privacy(own=("tiles",))

    seat: int
    tiles: tuple[TileName, ...] | None
    limit: int


class BonusSetAside(_Event, frozen=True, tag="bonus_set_aside"):
    """Bonus tiles leave the hand, face up (T3)."""

    privacy: ClassVar = PUBLIC

    seat: int
    tiles: tuple[TileName, ...]


class Drawn(_Event, frozen=True, tag="drawn"):
    """One tile from the wall into a hand."""

    privacy: ClassVar = Privacy(own=("tile",))

    seat: int
    end: End
    why: Why
    after: After | None
    kong_tile: TileName | None
    tile: TileName | None


class PlayBegan(_Event, frozen=True, tag="play_began"):
    """The opening is over: the dealer acts with seventeen tiles."""

    privacy: ClassVar = PUBLIC

    seat: int


class ReadyDeclared(_Event, frozen=True, tag="ready_declared"):
    """Ready, told to all (P7, `ready: locked`)."""

    privacy: ClassVar = PUBLIC

    seat: int


class ReadyNoted(_Event, frozen=True, tag="ready_noted"):
    """Ready, known to the seat alone (P7, `ready: assist`)."""

    privacy: ClassVar = Privacy(whole=True)

    seat: int


class ReadyCancelled(_Event, frozen=True, tag="ready_cancelled"):
    """A noted declaration taken back (P7, `ready: assist`)."""

    privacy: ClassVar = Privacy(whole=True)

    seat: int


class Discarded(_Event, frozen=True, tag="discarded"):
    """A tile into the river, offered to the other three."""

    privacy: ClassVar = PUBLIC

    seat: int
    tile: TileName
    drawn: bool


class ChowMade(_Event, frozen=True, tag="chow_made"):
    """The last discard of `source` completes three in a row."""

    privacy: ClassVar = PUBLIC

    seat: int
    source: int
    tile: TileName
    tiles: tuple[TileName, TileName, TileName]


class PungMade(_Event, frozen=True, tag="pung_made"):
    """The last discard of `source` joins two equal tiles."""

    privacy: ClassVar = PUBLIC

    seat: int
    source: int
    tile: TileName


class KongMade(_Event, frozen=True, tag="kong_made"):
    """A kong counts from now on; `limit` already includes it (P9, P11)."""

    privacy: ClassVar = PUBLIC

    seat: int
    kind: KongKind
    tile: TileName
    source: int | None
    limit: int


class AddedKongDeclared(_Event, frozen=True, tag="added_kong_declared"):
    """The fourth tile lies beside the pung and may be robbed (P5)."""

    privacy: ClassVar = PUBLIC

    seat: int
    tile: TileName


class ShareOutBegan(_Event, frozen=True, tag="share_out_began"):
    """Four last tiles go out, the first to `seat` (P9)."""

    privacy: ClassVar = PUBLIC

    seat: int


class Won(_Event, frozen=True, tag="won"):
    """A win with its circumstances; the winner's hand holds `tile` from now on."""

    privacy: ClassVar = PUBLIC

    seat: int
    by: By
    tile: TileName
    source: int | None
    after: After | None
    kong_tile: TileName | None
    opening: Opening | None
    share_out: bool
    ready: bool


class RoundEnded(_Event, frozen=True, tag="round_ended"):
    """All hands are open and the round is settled; no winner is an exhaustive draw.

    `dues` say what each payment is for; records written before they were told are without.
    """

    privacy: ClassVar = PUBLIC

    winner: int | None
    hands: tuple[tuple[TileName, ...], ...]
    hidden: tuple[tuple[tuple[TileName, ...], ...], ...]
    sheets: tuple[Sheet, ...] | None
    payments: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    next_dealer: int
    dues: tuple[Due, ...] | UnsetType = UNSET


Event = (
    Dealt
    | OpeningKongMade
    | BonusSetAside
    | Drawn
    | PlayBegan
    | ReadyDeclared
    | ReadyNoted
    | ReadyCancelled
    | Discarded
    | ChowMade
    | PungMade
    | KongMade
    | AddedKongDeclared
    | ShareOutBegan
    | Won
    | RoundEnded
)


def is_numbered(event: Event) -> bool:
    """Tell whether an event has a public number."""
    return not event.privacy.whole


def redact(event: Event, seat: int) -> Event | None:
    """Return the event as `seat` may see it, or None if it may not know of it."""
    privacy: Privacy = event.privacy
    if privacy is PUBLIC:
        return event
    mine = getattr(event, "seat", None) == seat
    if privacy.whole:
        return event if mine else None
    hidden: dict[str, object] = {} if mine else dict.fromkeys(privacy.own)
    for field in privacy.each:
        entries = enumerate(getattr(event, field))
        hidden[field] = tuple(entry if owner == seat else None for owner, entry in entries)
    return msgspec.structs.replace(event, **hidden) if hidden else event
