"""One reading of every sort: enough to find the best that differs from another.

Readings that no rule can tell apart are kept once. That leaves few, where six wild tiles allow a
hundred thousand readings.
"""

from collections.abc import Iterator

from taipao.hand import Hand, Meld
from taipao.rules.judging import flags_of
from taipao.rules.readings import Apart, Reading, Sets, aparts, assign, real_tiles
from taipao.tiles import EAST, WHITE, Tile

# (chows begun two and one numbers lower), sets and pair to make, wild tiles left, flags of what is
# made, the pair if it is of honours, wild tiles that stand for tiles of each wild kind.
_State = tuple[tuple[int, int], int, bool, int, int, int, tuple[int, ...]]
_Made = tuple[Sets, tuple[Tile, ...]]


def telling_readings(
    hand: Hand, melds: tuple[Meld, ...], *, white_is_bonus: bool
) -> Iterator[Reading]:
    """Yield readings of a hand of ``3n + 2`` tiles such that every sort is among them."""
    sets = 5 - len(melds)
    real = real_tiles(hand)
    if hand.size != 3 * sets + 2 or sum(real) + hand.wilds != hand.size:
        return
    for apart in aparts(hand, white_is_bonus=white_is_bonus):
        for made, pair in _sorts(hand, real, sets, apart, white_is_bonus):
            yield from assign(hand, melds, apart, made, pair)


def _sorts(
    hand: Hand, real: list[int], sets: int, apart: Apart, white_is_bonus: bool
) -> list[_Made]:
    wild = [tile for tile in sorted(hand.wild) if tile < 34]
    wilds = hand.wilds - len(apart.tiles)
    start: _State = ((0, 0), sets - len(apart.sets), not apart.pair, wilds, 0, -1, (0,) * len(wild))
    layer: dict[_State, _Made] = {start: ((), ())}
    for tile in range(34):
        following: dict[_State, _Made] = {}
        place = wild.index(tile) if tile in wild else -1
        barred = tile == WHITE and white_is_bonus
        for state, made in layer.items():
            for later, more in _go_on(state, made, tile, real[tile], place):
                if not (barred and later[3] < state[3]):
                    following.setdefault(later, more)
        layer = following
    return [
        made for state, made in layer.items() if state[:3] == ((0, 0), 0, False) and not state[3]
    ]


def _go_on(
    state: _State, made: _Made, tile: Tile, count: int, place: int
) -> Iterator[tuple[_State, _Made]]:
    """Yield what may follow once a kind is used up; ``place`` is that of a wild kind, or -1."""
    (older, newer), sets, pair, wilds, flags, paired, themselves = state
    if tile % 9 == 0 and older + newer:
        return
    chows = sets if tile < EAST and tile % 9 < 7 else 0
    for starting in range(chows + 1):
        for triplets in range(sets - starting + 1):
            for pairs in range(2 if pair else 1):
                fill = older + newer + starting + 3 * triplets + 2 * pairs - count
                if not 0 <= fill <= wilds:
                    continue
                now, shown, group = flags, made[1], paired
                here: Sets = ()
                if starting:
                    run = (tile, tile + 1, tile + 2)
                    now |= flags_of(run)
                    here = (run,) * starting
                if triplets:
                    now |= flags_of((tile,) * 3)
                    here += ((tile,) * 3,) * triplets
                if pairs:
                    shown = (tile, tile)
                    now |= flags_of(shown)
                    group = tile if tile >= EAST else -1
                seen = themselves
                if place >= 0 and fill:
                    seen = (*seen[:place], min(fill, 3), *seen[place + 1 :])
                later = (
                    (newer, starting),
                    sets - starting - triplets,
                    pair and not pairs,
                    wilds - fill,
                    now,
                    group,
                    seen,
                )
                yield later, (made[0] + here, shown)
