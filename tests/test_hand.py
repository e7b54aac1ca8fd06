import pytest
from hypothesis import given
from hypothesis import strategies as st

from taipao.hand import Hand, Meld
from taipao.tiles import COPIES, FACES, parse, wild_faces

WALL = [face for face in range(FACES) for _ in range(COPIES[face])]
indicators = st.tuples(st.integers(0, FACES - 1), st.integers(0, FACES - 1))
some_tiles = st.lists(st.sampled_from(range(len(WALL))), unique=True, max_size=17).map(
    lambda places: [WALL[place] for place in places]
)


@given(some_tiles, indicators)
def test_keys_kept_tile_by_tile_equal_keys_made_at_once(tiles, turned):
    wild = wild_faces(turned)
    hand = Hand.of((), wild)
    for tile in tiles:
        hand = hand.add(tile)
    assert hand == Hand.of(tiles, wild)
    assert hand.tiles() == tuple(sorted(tiles))
    for place, tile in enumerate(tiles):
        hand = hand.remove(tile)
        assert hand == Hand.of(tiles[place + 1 :], wild)
    assert hand.size == hand.wilds == sum(hand.keys) == 0


@given(some_tiles, indicators)
def test_keys_hold_the_counts_of_tiles_that_are_not_wild(tiles, turned):
    hand = Hand.of(tiles, wild_faces(turned))
    for tile in range(34):
        digit = hand.keys[tile // 9] // 5 ** (tile % 9) % 5
        assert digit == (0 if tile in hand.wild else hand.counts[tile])
    assert hand.wilds == sum(hand.counts[face] for face in hand.wild)
    assert hand.size == len(tiles)


def test_equal_tiles_with_other_wild_tiles_are_another_hand():
    tiles = parse("123m7z")
    assert Hand.of(tiles, wild_faces((0, 1))) == Hand.of(reversed(tiles), wild_faces((1, 0)))
    assert Hand.of(tiles, wild_faces((0, 1))) != Hand.of(tiles, wild_faces((0, 2)))


def test_hands_can_be_keys():
    tiles = parse("123m7z")
    assert len({Hand.of(tiles, frozenset()), Hand.of(tiles[::-1], frozenset())}) == 1


def test_a_tile_that_is_not_there_cannot_be_removed():
    with pytest.raises(ValueError, match="no 5p"):
        Hand.of(parse("123m"), frozenset()).remove(13)


@pytest.mark.parametrize(
    ("kind", "is_kong"),
    [
        ("chow", False),
        ("pung", False),
        ("exposed_kong", True),
        ("added_kong", True),
        ("concealed_kong", True),
        ("bonus_kong", True),
    ],
)
def test_kongs_are_known(kind, is_kong):
    assert Meld(kind, (0, 0, 0)).is_kong is is_kong
