"""What a seat may do at a table: RULES 3, read again and without haste.

Actions are the JSON objects of docs/events.md, in the order that page fixes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .ruleset import Ruleset
from .shape import is_complete, waits
from .tiles import FLOWERS, TILES, WHITE, is_suit, kind

Action = dict[str, Any]

WIN: Action = {"type": "win"}
PUNG: Action = {"type": "pung"}
PASS: Action = {"type": "pass"}
CANCEL: Action = {"type": "cancel_ready"}


def kong(tile: str) -> Action:
    return {"type": "kong", "tile": tile}


def in_order(tiles: list[str]) -> list[str]:
    return sorted(tiles, key=TILES.index)


def discard(tile: str, *, ready: bool = False) -> Action:
    return {"type": "discard", "tile": tile, "ready": ready}


@dataclass
class Meld:
    kind: str
    tiles: list[str]


@dataclass
class Seat:
    hand: list[str] = field(default_factory=list)
    river: list[str] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    bonus: list[str] = field(default_factory=list)
    ready: bool = False
    drawn: str | None = None

    @property
    def meld_tiles(self) -> list[list[str]]:
        return [meld.tiles for meld in self.melds]


@dataclass
class Offer:
    tile: str
    source: int
    robbing: bool


@dataclass
class Table:
    """A round in progress. `since`: what the seat to act did last: "start", "draw" or "claim"."""

    ruleset: Ruleset
    dealer: int
    wall: list[str]
    seats: list[Seat] = field(default_factory=lambda: [Seat() for _ in range(4)])
    head: int = 0
    tail: int = 0
    phase: str = "opening"
    turn: int = 0
    since: str = "start"
    after: str | None = None
    kong_tile: str | None = None
    shared: int = 0
    offer: Offer | None = None

    @property
    def indicators(self) -> tuple[str, str]:
        return self.wall[143], self.wall[142]

    @property
    def wild(self) -> frozenset[str]:
        """The wild kinds (W1)."""
        return frozenset(map(kind, self.indicators))

    def is_wild(self, tile: str) -> bool:
        return kind(tile) in self.wild

    def is_bonus(self, tile: str) -> bool:
        """T3, W4."""
        white = tile == WHITE and self.ruleset["white_is_bonus"]
        return (tile in FLOWERS or white) and not self.is_wild(tile)

    @property
    def left(self) -> int:
        """Tiles in the wall, indicators not counted (P9)."""
        return 142 - self.head - self.tail

    @property
    def limit(self) -> int:
        """P9, P11: the tiles left at which no more are drawn."""
        kinds = [meld.kind for seat in self.seats for meld in seat.melds]
        exposed = kinds.count("exposed_kong") + kinds.count("added_kong")
        concealed = kinds.count("concealed_kong") + kinds.count("bonus_kong")
        extra = {
            "each": 2 * (exposed + concealed),
            "second": 2 * (exposed // 2) + 2 * (concealed // 2),
        }[self.ruleset["reserve_per_kong"]]
        reserve: int = self.ruleset["reserve"]
        return reserve + (4 if self.ruleset["share_out"] else 0) + extra

    @property
    def called(self) -> bool:
        """P8: a chow, pung or kong was made; an opening kong is not counted."""
        return any(meld.kind != "bonus_kong" for seat in self.seats for meld in seat.melds)

    def wild_held(self, hand: list[str]) -> list[int]:
        """Return how many are held of each wild kind, fewest first."""
        return sorted(sum(kind(tile) == name for tile in hand) for name in self.wild)


def options(table: Table, number: int) -> list[Action]:
    """Return what seat `number` may do now."""
    seat = table.seats[number]
    found: list[Action] = []
    if table.phase == "turn" and table.turn == number:
        found = ready_turn(table, seat) if seat.ready else own_turn(table, seat)
    elif table.phase == "claims" and table.turn != number:
        found = claims(table, number)
    elif table.phase == "share_out" and table.turn == number and wins_with_hand(table, seat):
        # P7, locked: a drawn wild tile must be won with.
        bound = seat.ready and table.ruleset["ready"] == "locked"
        forced = bound and seat.drawn is not None and table.is_wild(seat.drawn)
        found = [WIN] if forced else [WIN, PASS]
    if (
        seat.ready
        and table.ruleset["ready"] == "assist"
        and table.phase not in ("opening", "ended")
    ):
        found.append(CANCEL)
    return found


def wins_with_hand(table: Table, seat: Seat) -> bool:
    """P6, or V15, A6 and A19 without the shape."""
    if is_complete(seat.hand, table.wild, len(seat.melds)):
        return True
    when = table.ruleset["kill_pig"]
    held = table.wild_held(seat.hand)
    if when == "off":
        return False
    if len(held) == 1:
        return "A19" in table.ruleset.tai and held == [2]
    return sum(held) >= 4 and (when == "any_four" or held[1] == 3)


def own_turn(table: Table, seat: Seat) -> list[Action]:
    found = []
    if table.since != "claim":  # P4: no kong and no win after a chow or pung
        if wins_with_hand(table, seat):
            found.append(WIN)
        pungs = [meld.tiles[0] for meld in seat.melds if meld.kind == "pung"]
        found += [
            kong(tile)
            for tile in TILES
            if not table.is_wild(tile)
            and (seat.hand.count(tile) == 4 or (tile in seat.hand and tile in pungs))
        ]
    tiles = may_be_discarded(table, seat)
    found += [discard(tile) for tile in tiles]
    for tile in tiles:
        rest = list(seat.hand)
        rest.remove(tile)
        if waits(table.ruleset, table.indicators, table.wild, rest, seat.meld_tiles):
            found.append(discard(tile, ready=True))
    return found


def may_be_discarded(table: Table, seat: Seat) -> list[str]:
    """W3: wild tiles only when there is nothing else, or freely by the field."""
    held = [tile for tile in TILES if tile in seat.hand]
    real = [tile for tile in held if not table.is_wild(tile)]
    return held if table.ruleset["discard_wild"] or not real else real


def ready_turn(table: Table, seat: Seat) -> list[Action]:
    """P7: win, a kong with the drawn tile that leaves the waits the same, or let it go."""
    drawn = seat.drawn
    assert drawn is not None, "a ready seat acts on a drawn tile alone"
    found = [WIN] if wins_with_hand(table, seat) else []
    if table.is_wild(drawn):
        return found
    rest = list(seat.hand)
    rest.remove(drawn)
    before = waits(table.ruleset, table.indicators, table.wild, rest, seat.meld_tiles)
    after = None
    if rest.count(drawn) == 3:
        melds = [*seat.meld_tiles, [drawn] * 4]
        without = [tile for tile in rest if tile != drawn]
        after = waits(table.ruleset, table.indicators, table.wild, without, melds)
    elif any(meld.kind == "pung" and meld.tiles[0] == drawn for meld in seat.melds):
        melds = [[*tiles, drawn] if tiles == [drawn] * 3 else tiles for tiles in seat.meld_tiles]
        after = waits(table.ruleset, table.indicators, table.wild, rest, melds)
    if after == before:
        found.append(kong(drawn))
    return [*found, PASS]


def claims(table: Table, number: int) -> list[Action]:
    offer, seat = table.offer, table.seats[number]
    assert offer is not None
    found = []
    if is_complete([*seat.hand, offer.tile], table.wild, len(seat.melds)):
        found.append(WIN)
    if not offer.robbing and not table.is_wild(offer.tile):
        found += meld_claims(table, number, offer)
    return [*found, PASS] if found else []


def meld_claims(table: Table, number: int, offer: Offer) -> list[Action]:
    seat, tile = table.seats[number], offer.tile
    equal = seat.hand.count(tile)
    if seat.ready:
        without = [held for held in seat.hand if held != tile]
        melds = [*seat.meld_tiles, [tile] * 4]
        same = equal == 3 and waits(
            table.ruleset, table.indicators, table.wild, without, melds
        ) == waits(table.ruleset, table.indicators, table.wild, seat.hand, seat.meld_tiles)
        return [kong(tile)] if same else []
    found = [kong(tile)] if equal == 3 else []
    found += [PUNG] if equal >= 2 else []
    if table.ruleset["chow"] and number == (offer.source + 1) % 4 and is_suit(tile):
        for lowest in range(int(tile[0]) - 2, int(tile[0]) + 1):
            run = [f"{lowest + step}{tile[1]}" for step in range(3)]
            pair = [held for held in run if held != tile]
            if all(held in seat.hand and not table.is_wild(held) for held in pair):
                found.append({"type": "chow", "tiles": pair})
    return found
