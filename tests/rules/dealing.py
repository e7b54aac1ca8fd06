"""Random winning hands of every sort, for tests and for the benchmark."""

from collections import Counter
from random import Random
from typing import NamedTuple

from taipao.hand import Hand, Meld
from taipao.rules.items import Win
from taipao.rules.ruleset import RuleSet
from taipao.tiles import EAST, FACES, FACES_OF, KIND, WHITE, Tile, wild_faces


class Dealt(NamedTuple):
    """The arguments of ``score_winner`` after the rule set."""

    indicators: tuple[Tile, Tile]
    seat_wind: int
    hand: Hand
    melds: tuple[Meld, ...]
    bonus: tuple[Tile, ...]
    win: Win


POOLS = {
    "all": tuple(range(34)),
    "flush": tuple(range(9)),
    "half": (*range(9, 18), *range(27, 34)),
    "green": (19, 20, 21, 23, 25, 32),
    "honours": (*range(27, 34), 0, 1, 2),
    "ends": (0, 8, 9, 17, 18, 26, *range(27, 34)),
}


def deal(rng: Random, ruleset: RuleSet, wilds: int, *, melds: int | None = None) -> Dealt:
    """Deal a winning hand holding exactly ``wilds`` wild tiles."""
    while True:
        laid = rng.choice((0, 0, 1, 2, 3, 5)) if melds is None else melds
        dealt = _try(rng, ruleset, wilds, laid)
        if dealt is not None:
            return dealt


def _try(rng: Random, ruleset: RuleSet, wilds: int, melds: int) -> Dealt | None:
    indicators = rng.randrange(FACES), rng.randrange(FACES)
    if rng.random() < 0.25:
        indicators = indicators[0], rng.choice(FACES_OF[KIND[indicators[0]]])
        if indicators[0] >= 34 and indicators[0] == indicators[1]:
            return None
    wild = wild_faces(indicators)
    white_real = not ruleset.white_is_bonus and WHITE not in wild
    pool = [
        tile
        for tile in POOLS[rng.choice(tuple(POOLS))]
        if tile not in wild and (tile != WHITE or white_real)
    ]
    left = Counter({tile: 4 if tile < 34 else 1 for tile in range(FACES)})
    left.subtract(indicators)
    if not pool or min(left.values()) < 0:
        return None
    laid: list[Meld] = []
    for _ in range(melds):
        made = _meld(rng, ruleset, pool, wild, left)
        if made is None:
            return None
        laid.append(made)
        left.subtract(made.tiles)
    tiles: list[Tile] = []
    chows = rng.random()
    for _ in range(5 - melds):
        tiles += _set(rng, pool, chows)
    tiles += [rng.choice(pool)] * 2
    rng.shuffle(tiles)
    tiles = tiles[wilds:]
    if any(tile in wild for tile in tiles):
        return None
    held = [face for face in sorted(wild) for _ in range(left[face])]
    if len(held) < wilds or wilds > 17 - 3 * melds:
        return None
    tiles += rng.sample(held, wilds)
    if rng.random() < 0.2:
        wanted = [face for face in held if KIND[face] == KIND[indicators[0]]][:wilds]
        rest = [face for face in held if KIND[face] != KIND[indicators[0]]][: wilds - len(wanted)]
        tiles[len(tiles) - wilds :] = wanted + rest
    left.subtract(tiles)
    if min(left.values()) < 0:
        return None
    bonus = [tile for tile in (WHITE,) * 4 + tuple(range(34, FACES)) if tile not in wild]
    if not ruleset.white_is_bonus:
        bonus = [tile for tile in bonus if tile != WHITE]
    melded = {tile for made in laid for tile in made.tiles}
    bonus = [tile for tile in bonus if tile not in melded and (tile != WHITE or left[tile] > 0)]
    aside = rng.sample(bonus, rng.choice((0, 0, 1, 2, 5))) if len(bonus) >= 5 else []
    seat_wind = rng.randrange(4)
    return Dealt(
        indicators,
        seat_wind,
        Hand.of(tiles, wild),
        tuple(laid),
        tuple(aside),
        _win(rng, seat_wind, rng.choice(tiles), tuple(laid), tuple(aside), ruleset),
    )


def _meld(
    rng: Random, ruleset: RuleSet, pool: list[Tile], wild: frozenset[Tile], left: Counter[Tile]
) -> Meld | None:
    if ruleset.opening_four_kong and rng.random() < 0.1:
        whites = [(WHITE,) * 4] if ruleset.white_is_bonus else []
        fours = [*whites, FACES_OF[34], FACES_OF[35]]
        four = rng.choice(fours)
        fits = not wild & set(four) and all(left[tile] >= four.count(tile) for tile in four)
        return Meld("bonus_kong", four) if fits else None
    tiles = _set(rng, pool, 0.5)
    kind = "chow" if tiles[0] != tiles[1] else "pung"
    if kind == "pung" and rng.random() < 0.5:
        kind = rng.choice(("exposed_kong", "added_kong", "concealed_kong"))
        tiles = tiles[:1] * 4
    if wild & set(tiles) or any(left[tile] < tiles.count(tile) for tile in tiles):
        return None
    return Meld(kind, tuple(tiles))


def _set(rng: Random, pool: list[Tile], chows: float) -> list[Tile]:
    tile = rng.choice(pool)
    run = [tile, tile + 1, tile + 2]
    if tile < EAST and tile % 9 < 7 and rng.random() < chows:
        return run
    return [tile] * 3


def _win(
    rng: Random,
    seat_wind: int,
    tile: Tile,
    melds: tuple[Meld, ...],
    bonus: tuple[Tile, ...],
    ruleset: RuleSet,
) -> Win:
    by = rng.choice(("self_draw", "discard", "robbed_kong"))
    after = kong_tile = None
    kongs = [made for made in melds if made.is_kong and made.kind != "bonus_kong"]
    if by == "self_draw" and kongs and rng.random() < 0.6:
        made = rng.choice(kongs)
        after = "concealed_kong" if made.kind == "concealed_kong" else "exposed_kong"
        kong_tile = made.tiles[0]
    elif by == "self_draw" and bonus and rng.random() < 0.3:
        after = "bonus"
    opening = None
    if not melds and after is None and rng.random() < 0.3:
        if seat_wind == 0 and by == "self_draw":
            opening = "heavenly"
        elif seat_wind and by != "robbed_kong":
            opening = "earthly"
    share_out = (
        ruleset.share_out and by == "self_draw" and not after and not opening and rng.random() < 0.3
    )
    return Win(tile, by, after, kong_tile, opening, share_out, rng.random() < 0.2)
