"""Build the suit tables that ``tables`` reads: ``python -m taipao.rules.build_tables``.

The package's build calls ``build`` by this file's path, so only NumPy and the standard library may
be imported here. NumPy is needed for building alone, never to play.

A suit is a base-5 key over nine counts, the honours one over seven. For each key ``d[k][p]`` is the
least number of tiles to add until it holds *k* sets, and with ``p`` a pair beside them; copies are
not capped, since a wild tile may be the fifth of its kind. Few vectors are distinct, so each key
has a one-byte class; two classes merge into a pair class, and two pair classes into the number
for the whole hand.

A second group of tables tells how few wild tiles use up *all* tiles of a key in one form (any sets,
triplets only, chows only; on 2 3 4 6 8 alone also green sets and green chows). Each byte holds two
numbers: low nibble without the pair, high nibble with it; 15 means more than six.
"""

import struct
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

MAGIC = b"taipao01"
SETS = 5
STATES = 2 * (SETS + 1)
TOO_MANY = 15
MOST_WILD = 6
FAR = 99

Bytes = NDArray[np.uint8]


def build(path: Path) -> None:
    """Compute all tables and write them to ``path``."""
    suits = _suit_vectors()
    honours = _honour_vectors()
    suit_class, suit_rows = _classes(suits)
    honour_class, honour_rows = _classes(honours)
    two_suits, suit_pairs = _classes(_merge(suit_rows, suit_rows))
    with_honours, honour_pairs = _classes(_merge(suit_rows, honour_rows))
    whole = _merge(suit_pairs, honour_pairs)[:, 1::2].T
    green_any, green_chows = _green()
    parts = {
        "suit_class": suit_class.astype(np.uint8),
        "honour_class": honour_class.astype(np.uint8),
        "two_suits": two_suits.astype("<u2"),
        "with_honours": with_honours.astype("<u2"),
        "whole": np.ascontiguousarray(whole),
        "any_sets": _used_up(suits),
        "triplets": _triplets(9),
        "chows": _chows(),
        "green_sets": green_any,
        "green_chows": green_chows,
    }
    sizes = (len(suit_rows), len(honour_rows), len(suit_pairs), len(honour_pairs))
    head = struct.pack("<8s4I", MAGIC, *sizes)
    body = b"".join(part.tobytes() for part in parts.values())
    path.write_bytes(head + body)


def _digits(length: int) -> NDArray[np.int8]:
    """Return the counts of every key: shape (5**length, length), lowest number first."""
    keys = np.arange(5**length)
    return np.stack([keys // 5**place % 5 for place in range(length)], axis=1).astype(np.int8)


def _suit_vectors() -> Bytes:
    """Return ``d`` for all suit keys: shape (5**9, 12), column 2k + p.

    Works from the ninth number down. A state is how many chows began one and two numbers lower (at
    most two each: three equal chows are three triplets), the sets and the pair still to make. A
    second triplet of a kind is never cheaper than a chow instead of it, so one is enough.
    """
    later = np.full((3, 3, STATES, 1), FAR, np.uint8)
    later[0, 0, 0] = 0
    for place in range(8, -1, -1):
        keys = later.shape[3]
        width = 3 if place > 0 else 1
        here = np.full((width if place > 1 else 1, width, STATES, keys, 5), FAR, np.uint8)
        for older in range(here.shape[0]):
            for newer in range(here.shape[1]):
                for begun in range(3 if place < 7 else 1):
                    for triplet in range(2):
                        for pair in range(2):
                            used = older + newer + begun + 3 * triplet + 2 * pair
                            cost = np.maximum(0, used - np.arange(5)).astype(np.uint8)
                            step = 2 * (begun + triplet) + pair
                            for state in range(STATES):
                                if state < step or state % 2 < pair:
                                    continue
                                rest = later[newer, begun, state - step]
                                np.minimum(
                                    here[older, newer, state],
                                    rest[:, None] + cost[None, :],
                                    out=here[older, newer, state],
                                )
        later = here.reshape(here.shape[0], here.shape[1], STATES, keys * 5)
    return np.ascontiguousarray(later[0, 0].T)


def _honour_vectors() -> Bytes:
    """Return ``d`` for all honour keys: shape (5**7, 12), column 2k + p; triplets and a pair."""
    later = np.full((STATES, 1), FAR, np.uint8)
    later[0] = 0
    for _ in range(7):
        keys = later.shape[1]
        here = np.full((STATES, keys, 5), FAR, np.uint8)
        for triplet in range(SETS + 1):
            for pair in range(2):
                cost = np.maximum(0, 3 * triplet + 2 * pair - np.arange(5)).astype(np.uint8)
                step = 2 * triplet + pair
                for state in range(step, STATES):
                    if state % 2 >= pair:
                        np.minimum(
                            here[state],
                            later[state - step][:, None] + cost[None, :],
                            out=here[state],
                        )
        later = here.reshape(STATES, keys * 5)
    return np.ascontiguousarray(later.T)


def _classes(vectors: Bytes) -> tuple[NDArray[np.int64], Bytes]:
    """Number the distinct rows: the number of each row, and the rows by number."""
    packed = np.zeros(len(vectors), np.uint64)
    for column in range(STATES):
        packed = packed << np.uint64(5) | vectors[:, column].astype(np.uint64)
    _, first, number = np.unique(packed, return_index=True, return_inverse=True)
    return number.reshape(-1), vectors[first]


def _merge(left: Bytes, right: Bytes) -> Bytes:
    """Combine every left row with every right row: shape (len(left) * len(right), 12)."""
    out = np.full((len(left), len(right), STATES), FAR, np.uint8)
    for a in range(STATES):
        for b in range(STATES):
            if a % 2 + b % 2 < 2 and a + b < STATES:
                total = left[:, None, a] + right[None, :, b]
                np.minimum(out[:, :, a + b], total, out=out[:, :, a + b])
    return out.reshape(-1, STATES)


def _nibbles(without: NDArray[np.integer], with_pair: NDArray[np.integer]) -> Bytes:
    low = np.where(without <= MOST_WILD, without, TOO_MANY)
    high = np.where(with_pair <= MOST_WILD, with_pair, TOO_MANY)
    packed: Bytes = (low | high << 4).astype(np.uint8)
    return packed


def _used_up(vectors: Bytes) -> Bytes:
    """Derive the form of any sets: all tiles are used if nothing but wild tiles fills the rest."""
    tiles = _digits(9).sum(axis=1, dtype=np.int64)
    best = [np.full(len(vectors), FAR, np.int64) for _ in range(2)]
    for sets in range(SETS, -1, -1):
        for pair in range(2):
            wild = 3 * sets + 2 * pair - tiles
            fits = (wild >= 0) & (vectors[:, 2 * sets + pair] == wild)
            best[pair] = np.where(fits, wild, best[pair])
    return _nibbles(best[0], best[1])


def _triplets(length: int) -> Bytes:
    """Derive the form of triplets: what each count lacks, and the cheapest place for the pair."""
    counts = _digits(length).astype(np.int64)
    lacking = -counts % 3
    for_pair = (2 - counts) % 3
    without = lacking.sum(axis=1)
    return _nibbles(without, without + (for_pair - lacking).min(axis=1))


def _chows() -> Bytes:
    """Derive the form of chows, from the ninth number down as in ``_suit_vectors``."""
    later = np.full((5, 5, 2, 1), FAR, np.uint8)
    later[0, 0, 0] = 0
    for place in range(8, -1, -1):
        keys = later.shape[3]
        width = 5 if place > 0 else 1
        here = np.full((width if place > 1 else 1, width, 2, keys, 5), FAR, np.uint8)
        for older in range(here.shape[0]):
            for newer in range(here.shape[1]):
                for begun in range(5 if place < 7 else 1):
                    for pair in range(2):
                        used = older + newer + begun + 2 * pair
                        spare = used - np.arange(5)
                        cost = np.where(spare >= 0, spare, FAR).astype(np.uint8)
                        for state in range(pair, 2):
                            rest = later[newer, begun, state - pair]
                            total = np.minimum(rest[:, None] + cost[None, :], FAR)
                            np.minimum(
                                here[older, newer, state],
                                total.astype(np.uint8),
                                out=here[older, newer, state],
                            )
        later = here.reshape(here.shape[0], here.shape[1], 2, keys * 5)
    return _nibbles(later[0, 0, 0].astype(np.int64), later[0, 0, 1].astype(np.int64))


def _green() -> tuple[Bytes, Bytes]:
    """Derive the green forms over the counts of 2 3 4 6 8: sets of any sort, and chows of 2 3 4."""
    counts = _digits(5).astype(np.int64)
    sets = [np.full(len(counts), FAR, np.int64) for _ in range(2)]
    chows = [np.full(len(counts), FAR, np.int64) for _ in range(2)]
    for run in range(5):
        left = counts - np.array([run, run, run, 0, 0])
        over = np.maximum(-left, 0)
        left = np.maximum(left, 0)
        lacking = -left % 3 + over
        with_pair = np.where(over > 0, over + 2, (2 - left) % 3)
        without = lacking.sum(axis=1)
        sets[0] = np.minimum(sets[0], without)
        sets[1] = np.minimum(sets[1], without + (with_pair - lacking).min(axis=1))
        unused = np.where(left > 0, FAR, over)
        in_pair = np.where(left <= 2, over + 2 - left, FAR)
        bare = unused.sum(axis=1)
        chows[0] = np.minimum(chows[0], bare)
        for kind in range(5):
            chows[1] = np.minimum(chows[1], bare - unused[:, kind] + in_pair[:, kind])
    return _nibbles(sets[0], sets[1]), _nibbles(chows[0], chows[1])


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("tables.bin"))
