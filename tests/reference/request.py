"""A request of `taipao score`, read and checked (INTERFACES)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from . import ruleset as rulesets
from .errors import BadRequestError
from .ruleset import Ruleset
from .tiles import (
    FLOWERS,
    SEATS,
    TILES,
    WHITE,
    copies,
    is_flower,
    is_suit,
    kind,
    own_wind,
    parse,
    parse_one,
    spell,
)

EXPOSED = ("exposed_kong", "added_kong")
KONGS = (*EXPOSED, "concealed_kong")
MELD_SIZES = {"chow": 3, "pung": 3, **dict.fromkeys(KONGS, 4), "bonus_kong": 4}


@dataclass(frozen=True)
class Meld:
    kind: str
    tiles: tuple[str, ...]

    @property
    def tile(self) -> str:
        """The tile a pung or kong is of."""
        return self.tiles[0]


@dataclass(frozen=True)
class Win:
    tile: str
    by: str
    after: str | None
    kong_tile: str | None
    opening: str | None
    share_out: bool
    ready: bool

    @property
    def self_draw(self) -> bool:
        return self.by == "self_draw"


@dataclass(frozen=True)
class Request:
    ruleset: Ruleset
    indicators: tuple[str, ...]
    seat: str
    hand: tuple[str, ...]
    melds: tuple[Meld, ...]
    bonus: tuple[str, ...]
    win: Win | None

    @cached_property
    def wind(self) -> str:
        return own_wind(self.seat)

    @cached_property
    def concealed(self) -> tuple[str, ...]:
        """All concealed tiles, the winning one with them."""
        return self.hand + ((self.win.tile,) if self.win else ())

    @cached_property
    def wild_kinds(self) -> tuple[str, ...]:
        """The one or two kinds that are wild."""
        return tuple(dict.fromkeys(kind(tile) for tile in self.indicators))

    def is_wild(self, tile: str) -> bool:
        return kind(tile) in self.wild_kinds

    @cached_property
    def wild_held(self) -> dict[str, int]:
        """How many wild tiles of each wild kind are held."""
        return {
            wild: sum(kind(tile) == wild for tile in self.concealed) for wild in self.wild_kinds
        }

    @cached_property
    def wild_count(self) -> int:
        return sum(self.wild_held.values())

    def is_bonus(self, tile: str) -> bool:
        """T3, and the field `white_is_bonus`."""
        return is_flower(tile) or (tile == WHITE and self.ruleset["white_is_bonus"])

    @cached_property
    def kongs(self) -> tuple[Meld, ...]:
        """The kongs but the opening ones."""
        return tuple(meld for meld in self.melds if meld.kind in KONGS)

    @cached_property
    def bonus_kongs(self) -> tuple[Meld, ...]:
        return tuple(meld for meld in self.melds if meld.kind == "bonus_kong")


def read(body: dict[str, Any]) -> Request:
    """Make a checked Request of a decoded JSON object, or raise BadRequestError."""
    request = Request(
        ruleset=rulesets.load(body.get("ruleset", "standard")),
        indicators=read_indicators(body.get("indicators")),
        seat=read_choice(body.get("seat_wind"), SEATS, "seat_wind"),
        hand=parse(body.get("hand"), "hand"),
        melds=read_melds(body.get("melds")),
        bonus=parse("" if body.get("bonus") is None else body["bonus"], "bonus"),
        win=read_win(body.get("win")),
    )
    check_melds(request)
    check_bonus(request)
    check_hand(request)
    check_copies(request)
    if request.win:
        check_win(request, request.win)
    return request


def read_choice(value: object, choices: Iterable[str], what: str) -> str:
    if not isinstance(value, str) or value not in choices:
        raise BadRequestError(f"{what}: {value!r} is none of {', '.join(choices)}")
    return value


def read_bool(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise BadRequestError(f"{what}: true or false is wanted, not {value!r}")
    return value


def read_indicators(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadRequestError("indicators: a list of two tiles is wanted")
    return tuple(parse_one(text, "indicators") for text in value)


def read_melds(value: object) -> tuple[Meld, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise BadRequestError("melds: a list is wanted")
    melds = []
    for number, entry in enumerate(value, start=1):
        what = f"meld {number}"
        if not isinstance(entry, dict):
            raise BadRequestError(f"{what}: an object is wanted")
        meld_kind = read_choice(entry.get("kind"), MELD_SIZES, f"{what}: kind")
        tiles = sorted(parse(entry.get("tiles"), what), key=TILES.index)
        melds.append(Meld(meld_kind, tuple(tiles)))
    return tuple(melds)


def read_win(value: object) -> Win | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise BadRequestError("win: an object or null is wanted")
    after, kong_tile, opening = value.get("after"), value.get("kong_tile"), value.get("opening")
    return Win(
        tile=parse_one(value.get("tile"), "win.tile"),
        by=read_choice(value.get("by"), ("self_draw", "discard", "robbed_kong"), "win.by"),
        after=None
        if after is None
        else read_choice(after, ("exposed_kong", "concealed_kong", "bonus"), "win.after"),
        kong_tile=None if kong_tile is None else parse_one(kong_tile, "win.kong_tile"),
        opening=None
        if opening is None
        else read_choice(opening, ("heavenly", "earthly"), "win.opening"),
        share_out=read_bool(value.get("share_out", False), "win.share_out"),
        ready=read_bool(value.get("ready", False), "win.ready"),
    )


def check_melds(request: Request) -> None:
    for number, meld in enumerate(request.melds, start=1):
        what = f"meld {number}: {spell(meld.tiles)}"
        if len(meld.tiles) != MELD_SIZES[meld.kind]:
            raise BadRequestError(f"{what} has not {MELD_SIZES[meld.kind]} tiles")
        if any(request.is_wild(tile) for tile in meld.tiles):
            raise BadRequestError(f"{what} has a wild tile, which cannot be melded (W3)")
        if meld.kind == "bonus_kong":
            if not request.ruleset["opening_four_kong"]:
                raise BadRequestError(f"{what}: the rule set has no opening kong (A4k)")
            quartets = [(WHITE,) * 4, FLOWERS[:4], FLOWERS[4:]]
            if meld.tiles not in quartets or not all(map(request.is_bonus, meld.tiles)):
                raise BadRequestError(f"{what} is no opening kong (A4k)")
            continue
        if any(request.is_bonus(tile) for tile in meld.tiles):
            raise BadRequestError(f"{what} has a bonus tile, which is set aside (T3)")
        if meld.kind == "chow":
            if not request.ruleset["chow"]:
                raise BadRequestError(f"{what}: the rule set has no chow")
            numbers = [int(tile[0]) for tile in meld.tiles]
            first = numbers[0]
            one_suit = all(is_suit(t) and t[1] == meld.tile[1] for t in meld.tiles)
            if not one_suit or numbers != [first, first + 1, first + 2]:
                raise BadRequestError(f"{what} is no chow")
        elif len(set(meld.tiles)) != 1:
            raise BadRequestError(f"{what} is no {meld.kind}")


def check_bonus(request: Request) -> None:
    for tile in request.bonus:
        if not request.is_bonus(tile):
            raise BadRequestError(f"bonus: {tile} is no bonus tile (T3)")
        if request.is_wild(tile):
            raise BadRequestError(f"bonus: {tile} is wild and is not set aside (W4)")


def check_hand(request: Request) -> None:
    size = 16 - 3 * len(request.melds)
    sizes = [size]
    if request.win is None and request.ruleset["share_out"]:
        sizes.append(size + 1)
    if len(request.melds) > 5 or len(request.hand) not in sizes:
        raise BadRequestError(
            f"hand: {len(request.hand)} tiles, not {' or '.join(map(str, sizes))}"
        )
    for tile in request.concealed:
        if request.is_bonus(tile) and not request.is_wild(tile):
            raise BadRequestError(f"hand: {tile} is a bonus tile, which is set aside (T3)")


def check_copies(request: Request) -> None:
    """No more tiles of a kind than there are, the indicators counted."""
    seen = Counter(request.concealed + request.bonus + request.indicators)
    for meld in request.melds:
        seen.update(meld.tiles)
    for tile, number in seen.items():
        if number > copies(tile):
            raise BadRequestError(f"{tile}: {number} of them, but there are {copies(tile)}")


def check_win(request: Request, win: Win) -> None:
    """Refuse circumstances that cannot be (INTERFACES)."""
    if win.opening is not None:
        if any(meld.kind != "bonus_kong" for meld in request.melds):
            raise BadRequestError(f"win.opening: no {win.opening} win with a meld (P8)")
        if win.by == "robbed_kong":
            raise BadRequestError(f"win.opening: no {win.opening} win by a robbed kong (P8)")
    if win.opening == "heavenly":
        if request.seat != "east":
            raise BadRequestError("win.opening: a heavenly win is the dealer's (P8)")
        if not win.self_draw or win.after is not None:
            raise BadRequestError("win.opening: a heavenly win is with the tiles dealt (P8)")
    if win.opening == "earthly" and request.seat == "east":
        raise BadRequestError("win.opening: an earthly win is not the dealer's (P8)")
    if win.after is not None and not win.self_draw:
        raise BadRequestError("win.after: only with a self-draw")
    if win.after in ("exposed_kong", "concealed_kong"):
        kinds = EXPOSED if win.after == "exposed_kong" else ("concealed_kong",)
        if not any(meld.kind in kinds and meld.tile == win.kong_tile for meld in request.melds):
            raise BadRequestError(f"win.kong_tile: no {win.after} of {win.kong_tile} is there")
    elif win.kong_tile is not None:
        raise BadRequestError("win.kong_tile: without a kong in after")
    if win.after == "bonus" and not request.bonus:
        raise BadRequestError("win.after: nothing is set aside")
    if win.share_out:
        if not request.ruleset["share_out"]:
            raise BadRequestError("win.share_out: the rule set has none")
        if not win.self_draw or win.after is not None or win.opening is not None:
            raise BadRequestError("win.share_out: a self-draw without after and opening (P9)")
    if win.by == "robbed_kong":
        if request.is_wild(win.tile):
            raise BadRequestError(f"win.tile: {win.tile} is wild and is never konged (W3)")
        if any(win.tile in meld.tiles for meld in request.melds) or win.tile in request.hand:
            raise BadRequestError(f"win.tile: other copies of {win.tile} are not free")
