"""The wall: exactly as INTERFACES says, and as the second implementation makes it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from taipao.game.wall import commitment, is_whole, seed, wall
from tests.reference import wall as reference

CASES = json.loads((Path(__file__).parent.parent / "cases/wall.json").read_text("utf-8"))


def unhexed(case):
    given = [None if value is None else bytes.fromhex(value) for value in case["contributions"]]
    return bytes.fromhex(case["secret"]), given


@pytest.mark.parametrize("case", CASES)
def test_the_published_cases(case):
    secret, given = unhexed(case)
    assert commitment(secret).hex() == case["commitment"]
    assert seed(secret, given).hex() == case["seed"]
    assert " ".join(wall(secret, given)) == case["wall"]


def test_the_second_implementation_makes_the_same_walls():
    random = Random(7)
    for _ in range(200):
        secret = random.randbytes(32)
        given = [random.choice((None, random.randbytes(random.randint(1, 64)))) for _ in range(4)]
        tiles = wall(secret, given)
        assert list(tiles) == reference.wall(secret, given)
        assert commitment(secret).hex() == reference.commitment(secret)
        assert is_whole(tiles)


def test_every_contribution_counts_and_so_does_its_seat():
    secret, nothing = bytes(32), [None] * 4
    walls = {wall(secret, nothing)}
    for seat in range(4):
        given = list(nothing)
        given[seat] = b"\0"
        walls.add(wall(secret, given))
    walls.add(wall(secret, [b"\0\0", None, None, None]))
    assert len(walls) == 6


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33)])
def test_a_secret_has_32_bytes(secret):
    for make in (lambda: commitment(secret), lambda: wall(secret, [None] * 4)):
        with pytest.raises(ValueError, match="secret: 32 bytes expected"):
            make()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([None] * 3, "four entries"),
        ([None] * 5, "four entries"),
        ([None, b"", None, None], r"contributions\[1\]: 1 to 64 bytes"),
        ([None, None, None, bytes(65)], r"contributions\[3\]: 1 to 64 bytes"),
    ],
)
def test_contributions_are_four_of_1_to_64_bytes(given, message):
    with pytest.raises(ValueError, match=message):
        wall(bytes(32), given)


def test_a_wall_is_whole_with_its_144_tiles_only():
    tiles = wall(bytes(32), [None] * 4)
    assert not is_whole(tiles[:-1])
    assert not is_whole((*tiles[:-1], tiles[0]))
    assert is_whole(tuple(reversed(tiles)))
