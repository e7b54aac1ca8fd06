"""The tables against patterns listed one by one."""

import shutil
import subprocess
import sys
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random

import numpy as np
import pytest

import taipao
from taipao.hand import Hand
from taipao.rules.tables import ANY_SETS, CHOWS, GREEN_CHOWS, GREEN_SETS, TRIPLETS
from taipao.rules.waits import distance
from taipao.tiles import wild_faces

CHOW_SETS = [(start, start + 1, start + 2) for start in range(7)]
TRIPLET_SETS = [(number,) * 3 for number in range(9)]
GREEN = (1, 2, 3, 5, 7)
GREEN_TRIPLETS = [(number,) * 3 for number in GREEN]
FORMS = {
    "any": (ANY_SETS, CHOW_SETS + TRIPLET_SETS),
    "triplets": (TRIPLETS, TRIPLET_SETS),
    "chows": (CHOWS, CHOW_SETS),
}


def patterns(kinds, sets, pairs):
    """List the counts of every choice of sets, with each of the pairs given."""
    found = set()
    for made in combinations_with_replacement(kinds, sets):
        for pair in pairs:
            counts = [0] * 9
            for tiles in made:
                for number in tiles:
                    counts[number] += 1
            if pair is not None:
                counts[pair] += 2
            found.add(tuple(counts))
    return np.array(sorted(found))


def random_counts(rng, most):
    while True:
        counts = [0] * 9
        for _ in range(rng.randint(0, most)):
            counts[rng.randrange(9)] += 1
        if max(counts) <= 4:
            return counts


def key_of(counts):
    return sum(count * 5**place for place, count in enumerate(counts))


@pytest.mark.parametrize("sets", [0, 1, 2, 3])
def test_distance_of_one_suit_is_that_to_the_nearest_pattern(sets):
    rng = Random(sets)
    wanted = patterns(CHOW_SETS + TRIPLET_SETS, sets, range(9))
    for _ in range(300):
        counts = random_counts(rng, 3 * sets + 2)
        tiles = [number for number, count in enumerate(counts) for _ in range(count)]
        lacking = int(np.maximum(0, wanted - np.array(counts)).sum(axis=1).min())
        assert distance(Hand.of(tiles, frozenset()), 5 - sets) == lacking - 1


@pytest.mark.parametrize("form", FORMS)
def test_fewest_wild_tiles_that_use_up_a_suit(form):
    table, kinds = FORMS[form]
    by_size = {
        (sets, paired): patterns(kinds, sets, range(9) if paired else [None])
        for sets in range(4)
        for paired in (False, True)
    }
    rng = Random(7)
    for _ in range(400):
        counts = random_counts(rng, 8)
        both = table[key_of(counts)]
        for paired, found in ((False, both & 15), (True, both >> 4)):
            wilds = fewest(by_size, counts, paired)
            if wilds is None:
                assert found > 11 - sum(counts) - 2 * paired or found == 15
            else:
                assert found == (wilds if wilds <= 6 else 15)


def fewest(by_size, counts, paired):
    for sets in range(4):
        wilds = 3 * sets + 2 * paired - sum(counts)
        if wilds >= 0 and (by_size[sets, paired] >= np.array(counts)).all(axis=1).any():
            return wilds
    return None


@pytest.mark.parametrize(
    ("table", "kinds"),
    [(GREEN_SETS, [(1, 2, 3), *GREEN_TRIPLETS]), (GREEN_CHOWS, [(1, 2, 3)])],
    ids=["sets", "chows"],
)
def test_fewest_wild_tiles_that_use_up_green_tiles(table, kinds):
    by_size = {
        (sets, paired): patterns(kinds, sets, GREEN if paired else [None])
        for sets in range(5)
        for paired in (False, True)
    }
    rng = Random(3)
    for _ in range(400):
        counts = [0] * 9
        for place in GREEN:
            counts[place] = rng.choice((0, 0, 0, 1, 2, 3, 4))
        if sum(counts) > 8:
            continue
        both = table[sum(counts[place] * 5**index for index, place in enumerate(GREEN))]
        for paired, found in ((False, both & 15), (True, both >> 4)):
            wilds = fewest(by_size, counts, paired)
            if wilds is not None:
                assert found == (wilds if wilds <= 6 else 15)


def test_a_wild_tile_may_be_the_fifth_of_its_kind():
    hand = Hand.of([0, 0, 0, 0, 9], wild_faces((9, 9)))
    assert distance(hand, 4) == -1


@pytest.mark.parametrize("damage", ["missing", "cut", "old"])
def test_tables_that_cannot_be_used_say_how_to_build_them(tmp_path, damage):
    package = tmp_path / "taipao"
    source = Path(taipao.__file__).parent
    (package / "rules").mkdir(parents=True)
    for name in ("__init__.py", "errors.py", "rules/__init__.py", "rules/tables.py"):
        shutil.copy(source / name, package / name)
    whole = (source / "rules" / "tables.bin").read_bytes()
    if damage == "cut":
        (package / "rules" / "tables.bin").write_bytes(whole[: len(whole) // 2])
    elif damage == "old":
        (package / "rules" / "tables.bin").write_bytes(b"taipao00" + whole[8:])
    code = (
        "from taipao.errors import TablesMissing\n"
        "try:\n    import taipao.rules.tables\n"
        "except TablesMissing as error:\n    print(error)\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "python -m taipao.rules.build_tables" in told.stdout
    assert not told.stderr
