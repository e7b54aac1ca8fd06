"""Seeded requests of `taipao score` of every kind; all but `disturbed` ones are possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

from . import ruleset as rulesets
from .disturb import disturb
from .errors import RequestError
from .random_ruleset import random_ruleset
from .request import Request, read
from .tiles import (
    CHINESE,
    FLOWERS,
    GREEN,
    HONOURS,
    RED,
    SEATS,
    SUIT_TILES,
    TILES,
    WHITE,
    WINDS,
    copies,
    is_honour,
    kind,
    parse,
    spell,
)

Body = dict[str, Any]

STYLES = ("any", "any", "any", "chows", "chows", "flush", "half", "green", "triplets", "winds")
WALL = [tile for tile in TILES for _ in range(copies(tile))]
CHINESE_NAMES = {tile: name for name, tile in CHINESE.items()}


def indicators(rng: Random) -> list[str]:
    """Two tiles of the wall; often of one kind, often whites, flowers and other honours."""
    pools = (WALL, list(SUIT_TILES), list(HONOURS), [WHITE], list(FLOWERS))
    first = rng.choice(rng.choice(pools))
    while True:
        second = rng.choice(rng.choice(pools))
        if rng.random() < 0.15:
            second = rng.choice([tile for tile in TILES if kind(tile) == kind(first)])
        if second != first or copies(first) > 1:
            return [first, second]


def wild_tiles(shown: list[str]) -> list[str]:
    """Return every wild tile there is beside the indicators."""
    kinds = {kind(tile) for tile in shown}
    wild = [tile for tile in WALL if kind(tile) in kinds]
    for tile in shown:
        wild.remove(tile)
    return wild


def random_sets(rng: Random) -> tuple[list[list[str]], list[str]]:
    """Return five sets and a pair, to the taste of a style; there may be too many of a tile."""
    style = rng.choice(STYLES)
    suit = rng.choice("mps")
    sets = [random_set(rng, style, suit) for _ in range(5)]
    pair = random_set(rng, style, suit)[:1] * 2
    if style == "winds":
        winds = rng.sample(WINDS, 4)
        sets[: rng.choice((2, 3, 4))] = [[wind] * 3 for wind in winds[:3]]
        sets = (sets + [random_set(rng, "half", suit)] * 2)[:5]
        pair = rng.choice(([winds[3]] * 2, pair))
    rng.shuffle(sets)
    return sets, pair


def random_set(rng: Random, style: str, suit: str) -> list[str]:
    """Return a chow or triplet to the taste of a style."""
    suits = suit if style in ("flush", "half") else "mps"
    honours = {"green": (GREEN,), "flush": (), "chows": ()}.get(style, HONOURS)
    if honours and rng.random() < 0.25:
        return [rng.choice(honours)] * 3
    if style == "green":
        return rng.choice([["2s", "3s", "4s"], [rng.choice(["2s", "3s", "4s", "6s", "8s"])] * 3])
    in_suit = rng.choice(suits)
    if style == "triplets" or (style != "chows" and rng.random() < 0.3):
        return [f"{rng.randint(1, 9)}{in_suit}"] * 3
    first = rng.randint(1, 7)
    return [f"{first + step}{in_suit}" for step in range(3)]


def meld_of(rng: Random, tiles: list[str]) -> Body:
    """Make a meld of a set, a triplet sometimes as a kong."""
    if len(set(tiles)) > 1:
        return {"kind": "chow", "tiles": write(rng, tiles)}
    sort = rng.choice(("pung", "pung", "exposed_kong", "added_kong", "concealed_kong"))
    return {"kind": sort, "tiles": write(rng, tiles if sort == "pung" else [*tiles, tiles[0]])}


def bonus_kong(rng: Random) -> Body:
    return {"kind": "bonus_kong", "tiles": rng.choice(("5555z", "1234f", "5678f"))}


def set_aside(rng: Random, spec: object, taken: list[str]) -> list[str]:
    """Return bonus tiles to set aside: often none, often few, sometimes many."""
    pool = list(FLOWERS)
    if rulesets.load(spec)["white_is_bonus"]:
        pool += [WHITE] * 4
    for tile in taken:
        if tile in pool:
            pool.remove(tile)
    pool = [tile for tile in pool if kind(tile) not in map(kind, taken[:2])]
    number = rng.choice((0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 6, len(pool)))
    return rng.sample(pool, min(number, len(pool)))


def write(rng: Random, tiles: list[str]) -> str:
    """Write tiles in any order and in any of the accepted ways."""
    way = rng.random()
    if way < 0.6:
        return spell(tiles)
    mixed = rng.sample(tiles, len(tiles))
    if way < 0.8:
        return "".join(mixed)
    return "".join(CHINESE_NAMES[tile] if rng.random() < 0.5 else tile for tile in mixed)


def frame(rng: Random) -> Body:
    """Return what all requests have."""
    body: Body = {
        "id": rng.choice((None, rng.randrange(1000), f"r{rng.randrange(1000)}", [1, {"a": None}])),
        "ruleset": random_ruleset(rng),
        "indicators": indicators(rng),
        "seat_wind": rng.choice(SEATS),
    }
    return body


def finish(rng: Random, body: Body) -> Body:
    """Leave out, or send as null, what may be."""
    for name in ("melds", "bonus"):
        if not body[name] and rng.random() < 0.5:
            body[name] = None
            if rng.random() < 0.5:
                del body[name]
    if body.get("win"):
        for name, value in list(body["win"].items()):
            if not value and rng.random() < 0.5:
                del body["win"][name]
    elif rng.random() < 0.5:
        body["win"] = None
    if body["ruleset"] == "standard" and rng.random() < 0.3:
        del body["ruleset"]
    if body["id"] is None and rng.random() < 0.5:
        del body["id"]
    if rng.random() < 0.1:
        body["comment"] = {"other keys": "are ignored"}
    return body


def circumstances(rng: Random, body: Body, concealed: list[str]) -> Body:
    """Take a tile to win on, and make a `win` that is mostly possible with the rest."""
    melds = body["melds"]
    win: Body = {
        "by": rng.choice(("self_draw", "self_draw", "discard", "robbed_kong")),
        "after": None,
        "kong_tile": None,
        "opening": None,
        "share_out": False,
        "ready": rng.random() < 0.2,
    }
    wild = wild_tiles(body["indicators"])
    single = [tile for tile in concealed if concealed.count(tile) == 1 and tile not in wild]
    if win["by"] == "robbed_kong" and single:
        win["tile"] = rng.choice(single)
    else:
        win["tile"] = rng.choice(concealed)
    concealed.remove(win["tile"])
    kongs = [meld for meld in melds if meld["kind"].endswith("kong")]
    if win["by"] == "self_draw":
        event = rng.random()
        if kongs and event < 0.6:
            kong = rng.choice(kongs)
            win["after"] = kong["kind"].replace("added", "exposed")
            win["kong_tile"] = parse(kong["tiles"], "kong")[0]
        elif event < 0.7:
            win["after"] = "bonus"
        elif event < 0.8:
            win["share_out"] = True
    first_turn = all(meld["kind"] == "bonus_kong" for meld in melds) and not win["share_out"]
    if rng.random() < (0.3 if first_turn else 0.05):
        win["opening"] = "heavenly" if body["seat_wind"] == "east" else "earthly"
    return win


def winner(rng: Random, wild_numbers: tuple[int, ...] = (0, 0, 0, 1, 1, 2, 3, 4, 5, 6)) -> Body:
    """A hand that was made of five sets and a pair, then given wild tiles."""
    body = frame(rng)
    wild = wild_tiles(body["indicators"])
    melded = rng.choice((0, 0, 0, 1, 1, 2, 3, 4, 5))
    sets, pair = random_sets(rng)
    melds = [meld_of(rng, tiles) for tiles in sets[:melded]]
    concealed = [tile for tiles in sets[melded:] for tile in tiles] + pair
    wild_number = rng.choice(wild_numbers)
    if wild_number >= 3 <= len(wild) and melded < 5 and rng.random() < 0.3:
        concealed[:3] = rng.sample(wild, 3)  # perhaps a triplet of the wild tiles' own kind
    elif wild_number >= 2 and rng.random() < 0.3:
        concealed[-2:] = rng.sample(wild, 2)  # perhaps a pair of it
    if rng.random() < 0.3 and rulesets.load(body["ruleset"])["opening_four_kong"]:
        if melds:
            melds[0] = bonus_kong(rng)
        else:
            melds, concealed = [bonus_kong(rng)], concealed[3:]
    for _ in range(wild_number):
        left = list(wild)
        for tile in concealed:
            if tile in left:
                left.remove(tile)
        places = [i for i, tile in enumerate(concealed) if tile not in wild]
        if left and places:
            concealed[rng.choice(places)] = rng.choice(left)
    return close(rng, body, melds, concealed)


def close(rng: Random, body: Body, melds: list[Body], concealed: list[str]) -> Body:
    """Complete a request of one who declares a win with these tiles."""
    body["melds"] = melds
    body["bonus"] = write(rng, set_aside(rng, body["ruleset"], body["indicators"] + concealed))
    body["win"] = circumstances(rng, body, concealed)
    body["hand"] = write(rng, concealed)
    return finish(rng, body)


def near_win(rng: Random) -> Body:
    """A winner's hand with one tile exchanged."""
    body = winner(rng, wild_numbers=(0, 0, 0, 0, 1, 1, 2))
    request = request_of(body)
    if request is None:
        return body
    hand = list(request.hand)
    hand[rng.randrange(len(hand))] = rng.choice(TILES[:34])
    body["hand"] = write(rng, hand)
    return body


def draw(rng: Random, body: Body, number: int, wild_held: int, honours: float) -> list[str]:
    """Draw tiles from the wall, so many of them wild, and honours at a rate."""
    wild = wild_tiles(body["indicators"])
    tiles = rng.sample(wild, min(wild_held, len(wild)))
    wall = [tile for tile in TILES[:34] for _ in range(4) if tile not in wild]
    if rulesets.load(body["ruleset"])["white_is_bonus"]:
        wall = [tile for tile in wall if tile != WHITE]
    chosen = [tile for tile in wall if is_honour(tile) or rng.random() > honours]
    rng.shuffle(chosen)
    return tiles + chosen[: number - len(tiles)]


def kill_pig(rng: Random) -> Body:
    """Tiles with no shape but many wild tiles, declared won."""
    body = frame(rng)
    melds = [
        meld_of(rng, random_set(rng, "any", "m"))
        for _ in range(rng.choice((0, 0, 0, 0, 1, 1, 2, 4)))
    ]
    concealed = draw(rng, body, 17 - 3 * len(melds), rng.choice((2, 3, 3, 4, 4, 4, 4, 5, 6)), 0.2)
    return close(rng, body, melds, concealed)


def bystander(rng: Random) -> Body:
    """One who has not won, with many honours to count."""
    body = frame(rng)
    melds = [
        meld_of(rng, random_set(rng, rng.choice(STYLES), "m"))
        for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 3, 4, 5)))
    ]
    if rng.random() < 0.3 and rulesets.load(body["ruleset"])["opening_four_kong"]:
        melds = [bonus_kong(rng), *melds[1:]]
    size = 16 - 3 * len(melds) + rng.choice((0, 0, 0, 1))
    wild_held = rng.choice((0, 1, 1, 2, 2, 3, 4, 5, 6))
    hand = draw(rng, body, size, wild_held, rng.choice((0, 0.5, 0.8)))
    if rng.random() < 0.3:
        size = len(hand)
        heads = [t for t in (RED, GREEN, *WINDS) for _ in range(rng.choice((0, 1, 2, 3, 4)))]
        hand = (heads + hand)[:size]
    body["melds"] = melds
    body["hand"] = write(rng, hand)
    body["bonus"] = write(rng, set_aside(rng, body["ruleset"], body["indicators"] + hand))
    return finish(rng, body)


def request_of(body: Body) -> Request | None:
    try:
        return read(body)
    except RequestError:
        return None


def possible(make: Callable[[Random], Body]) -> Callable[[Random], Body]:
    """Return a maker that tries again until a request is possible at a table."""

    def persist(rng: Random) -> Body:
        while True:
            body = make(rng)
            if request_of(body) is not None:
                return body

    return persist


def disturbed(rng: Random) -> Body:
    """A possible request of any kind, then changed somewhere: most have become impossible."""
    body = possible(rng.choice((winner, kill_pig, bystander)))(rng)
    return disturb(rng, deepcopy(body))


KINDS_OF_REQUESTS: dict[str, Callable[[Random], Body]] = {
    "winner": possible(winner),
    "near_win": possible(near_win),
    "kill_pig": possible(kill_pig),
    "bystander": possible(bystander),
    "unchecked": lambda rng: rng.choice((winner, near_win, kill_pig, bystander))(rng),
    "disturbed": disturbed,
}


def requests(sort: str, seed: int, number: int) -> Iterator[Body]:
    """Yield so many requests of a sort, the same for the same seed."""
    rng = Random(f"{sort} {seed}")
    for _ in range(number):
        yield KINDS_OF_REQUESTS[sort](rng)
