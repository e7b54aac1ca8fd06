"""Tiles as plain strings ("5m", "1z", "3f"), and their kinds (RULES T2)."""

from __future__ import annotations

from collections.abc import Iterable

from .errors import BadRequestError

SUITS = "mps"
WINDS = ("1z", "2z", "3z", "4z")
WHITE, GREEN, RED = "5z", "6z", "7z"
SEASONS, PLANTS = "seasons", "plants"  # the two kinds of flowers: T2
SEATS = ("east", "south", "west", "north")

SUIT_TILES = tuple(f"{number}{suit}" for suit in SUITS for number in range(1, 10))
HONOURS = (*WINDS, WHITE, GREEN, RED)
FLOWERS = tuple(f"{number}f" for number in range(1, 9))
TILES = (*SUIT_TILES, *HONOURS, *FLOWERS)
KINDS = (*SUIT_TILES, *HONOURS, SEASONS, PLANTS)

CHINESE = {
    **{f"{cn}{suit_cn}": f"{number}{suit}"
       for suit, suit_cn in zip("mps", "万筒条", strict=True)
       for number, cn in enumerate("一二三四五六七八九", start=1)},
    **dict(zip("东南西北白发中", HONOURS, strict=True)),
    **dict(zip("春夏秋冬梅兰竹菊", FLOWERS, strict=True)),
}  # fmt: skip


def kind(tile: str) -> str:
    """Return the kind of a tile: itself, but one kind for each colour of flowers."""
    if tile in FLOWERS:
        return SEASONS if tile in FLOWERS[:4] else PLANTS
    return tile


def copies(tile: str) -> int:
    """Return how many of this very tile the 144 hold."""
    return 1 if tile in FLOWERS else 4


def is_suit(tile: str) -> bool:
    return tile in SUIT_TILES


def is_honour(tile: str) -> bool:
    return tile in HONOURS


def is_flower(tile: str) -> bool:
    return tile in FLOWERS


def own_wind(seat: str) -> str:
    return WINDS[SEATS.index(seat)]


def parse(text: object, what: str) -> tuple[str, ...]:
    """Read tiles written in Tenhou's notation or by their Chinese names, or both."""
    if not isinstance(text, str):
        raise BadRequestError(f"{what}: tiles are written as text")
    tiles: list[str] = []
    numbers = ""
    at = 0
    while at < len(text):
        sign = text[at]
        if sign in "123456789":
            numbers += sign
            at += 1
            continue
        if sign in "mpszf":
            group = [number + sign for number in numbers]
            if not group or any(tile not in TILES for tile in group):
                raise BadRequestError(f"{what}: no such tile at {at + 1}: {numbers + sign!r}")
            tiles += group
            numbers = ""
            at += 1
            continue
        name = next((text[at : at + n] for n in (2, 1) if text[at : at + n] in CHINESE), None)
        if name is None or numbers:
            raise BadRequestError(f"{what}: not a tile at {at + 1}: {numbers + sign!r}")
        tiles.append(CHINESE[name])
        at += len(name)
    if numbers:
        raise BadRequestError(f"{what}: numbers without a suit at the end: {numbers!r}")
    return tuple(tiles)


def parse_one(text: object, what: str) -> str:
    """Read exactly one tile."""
    tiles = parse(text, what)
    if len(tiles) != 1:
        raise BadRequestError(f"{what}: one tile is wanted, not {len(tiles)}")
    return tiles[0]


def spell(tiles: Iterable[str]) -> str:
    """Write tiles in Tenhou's notation, sorted by suit and number."""
    text = ""
    for suit in "mpszf":
        numbers = "".join(sorted(tile[0] for tile in tiles if tile[1] == suit))
        text += numbers + suit if numbers else ""
    return text
