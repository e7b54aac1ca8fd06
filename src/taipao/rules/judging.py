"""What one given reading earns, worked out from its sets alone."""

from collections.abc import Sequence

from msgspec import Struct

from taipao.hand import Hand
from taipao.rules.counting import (
    ALL_GREEN,
    CHOW,
    FULL_FLUSH,
    GREEN_TILES,
    HALF_FLUSH,
    HONOUR,
    NOT_GREEN,
    PLAIN,
    REUNION,
    SUIT_SHIFT,
    TRIPLET,
    TRIPLETS,
    WINDS,
    Counting,
    face_count,
)
from taipao.rules.honours import TRIPLET_BITS
from taipao.rules.items import Items, worth
from taipao.rules.readings import Reading
from taipao.tiles import EAST, KIND, SEASONS, Tile


class Judgement(Struct, frozen=True, gc=False):
    """What depends on the reading: pattern bits, the honours' items, and spare wild tiles (A19)."""

    patterns: int
    honours: Items
    spare: bool


def judge(
    counting: Counting,
    hand: Hand,
    kinds: tuple[int, int],
    flags: int,
    melds: int,
    base_tai: int,
    reading: Reading,
) -> Judgement:
    """Judge a reading; ``flags`` are those of the melds, ``base_tai`` what they and others give."""
    melded = flags
    for tiles in (*reading.sets[melds:], reading.pair):
        flags |= flags_of(tiles)
    pair = reading.pair[0] - EAST if EAST <= reading.pair[0] < SEASONS else -1
    honours = counting.honours.items(flags & TRIPLET_BITS, melded, pair)
    patterns = 0
    if not flags & TRIPLET and not base_tai + worth(honours):
        patterns |= PLAIN
    if not flags & NOT_GREEN:
        patterns |= ALL_GREEN
    if flags >> SUIT_SHIFT & 7 in (1, 2, 4):
        patterns |= HALF_FLUSH if flags & HONOUR else FULL_FLUSH
    if not flags & CHOW:
        patterns |= TRIPLETS
    if counting.honours.four_winds(flags & TRIPLET_BITS, pair):
        patterns |= WINDS
    for kind in kinds:
        if face_count(hand.counts, kind) == 3 and _all_themselves(reading, kind):
            patterns |= REUNION
    spare = (
        kinds[0] == kinds[1]
        and counting.spare_pays
        and hand.wilds == 2
        and _all_themselves(reading, kinds[0])
    )
    return Judgement(patterns, honours, spare)


def _all_themselves(reading: Reading, kind: int) -> bool:
    return all(KIND[shown] == kind for held, shown in reading.wilds if KIND[held] == kind)


def flags_of(tiles: Sequence[Tile]) -> int:
    """Flag a concealed set or the pair. Flowers are neutral, 白 an honour (W2)."""
    tile = tiles[0]
    flags = 0
    if len(tiles) == 3:
        flags = TRIPLET if KIND[tile] == KIND[tiles[1]] else CHOW
    if tile >= SEASONS:
        return flags
    if not GREEN_TILES.issuperset(tiles):
        flags |= NOT_GREEN
    if tile < EAST:
        return flags | 1 << SUIT_SHIFT + tile // 9
    return flags | HONOUR | (1 << tile - EAST if len(tiles) == 3 else 0)
