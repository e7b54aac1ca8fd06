"""What a seat can choose: one tagged struct an action (docs/events.md, "Actions")."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from taipao.tiles import TileName

Chooser = Literal["player", "bot", "autopilot", "clock", "ready"]
"""Who or what chose an action; `ready` is the pass a declared seat makes by itself (P7)."""


class Win(Struct, frozen=True, tag_field="type", tag="win"):
    """Win: on an own turn, on a claim, by robbing a kong, or in the share-out (和)."""


class Kong(Struct, frozen=True, tag_field="type", tag="kong"):
    """Make a kong of `tile`: claimed, concealed or added, as the phase and hand decide (杠)."""

    tile: TileName


class Pung(Struct, frozen=True, tag_field="type", tag="pung"):
    """Claim the offered tile with two equal tiles of the own hand (碰)."""


class Chow(Struct, frozen=True, tag_field="type", tag="chow"):
    """Claim the offered tile with `tiles`, two tiles of the own hand in order (吃)."""

    tiles: tuple[TileName, TileName]


class Discard(Struct, frozen=True, tag_field="type", tag="discard"):
    """Discard `tile`, declaring ready with it if `ready` (听)."""

    tile: TileName
    ready: bool = False


class Pass(Struct, frozen=True, tag_field="type", tag="pass"):
    """Take nothing; when ready on an own turn, discard the drawn tile (过)."""


class CancelReady(Struct, frozen=True, tag_field="type", tag="cancel_ready"):
    """Take back a declaration of the assist form; no answer to an open decision (P7)."""


Action = Win | Kong | Pung | Chow | Discard | Pass | CancelReady
