"""The reader of hands against brute force: try every tile for every wild tile."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from taipao.hand import Hand, Meld
from taipao.rules.readings import all_readings
from taipao.rules.variety import telling_readings
from taipao.rules.waits import is_complete
from taipao.tiles import KIND, parse, wild_faces

STANDS_FOR = [tile for tile in range(34) if tile != 31]


def split(tiles):
    """Yield every way to split sorted tiles into sets and one pair, by brute force."""
    for pair in sorted(set(tiles)):
        if tiles.count(pair) >= 2:
            left = list(tiles)
            left.remove(pair)
            left.remove(pair)
            for sets in split_sets(tuple(left)):
                yield tuple(sorted(sets)), (pair, pair)


def split_sets(tiles):
    if not tiles:
        yield ()
        return
    first = tiles[0]
    candidates = [(first,) * 3]
    if first < 27 and first % 9 < 7:
        candidates.append((first, first + 1, first + 2))
    for made in candidates:
        left = list(tiles)
        try:
            for tile in made:
                left.remove(tile)
        except ValueError:
            continue
        for more in split_sets(tuple(left)):
            yield (made, *more)


def brute_shapes(real, wilds):
    found = set()
    for shown in combinations_with_replacement(STANDS_FOR, wilds):
        found.update(split(tuple(sorted(real + shown))))
    return found


def one_suit_hands(size):
    for real in combinations_with_replacement(range(9), size):
        if max(Counter(real).values(), default=0) <= 4:
            yield real


def check(real, wilds, melds):
    held = parse("99p9s")[:wilds] if wilds < 3 else parse("999p999s")[:wilds]
    hand = Hand.of(real + held, wild_faces(parse("9p9s")))
    laid = (Meld("chow", parse("123s")),) * melds
    wanted = brute_shapes(real, wilds)
    read = list(all_readings(hand, laid, white_is_bonus=True))
    assert {(each.sets[melds:], each.pair) for each in read} == wanted
    assert len({(each.sets, each.pair, each.wilds) for each in read}) == len(read)
    assert is_complete(hand, melds) is bool(wanted)
    sorts = set(telling_readings(hand, laid, white_is_bonus=True))
    assert bool(sorts) is bool(wanted)
    assert sorts <= set(read)


@pytest.mark.parametrize(("wilds", "melds"), [(0, 4), (1, 4), (2, 4), (0, 5), (1, 5), (2, 5)])
def test_every_one_suit_hand_is_read_as_brute_force_reads_it(wilds, melds):
    for real in one_suit_hands(17 - 3 * melds - wilds):
        check(real, wilds, melds)


@pytest.mark.soak
@pytest.mark.parametrize(("wilds", "melds"), [(3, 4), (4, 4), (0, 3), (1, 3), (2, 3)])
def test_every_longer_one_suit_hand_is_read_as_brute_force_reads_it(wilds, melds):
    for real in one_suit_hands(17 - 3 * melds - wilds):
        check(real, wilds, melds)


def test_each_way_to_say_which_wild_tile_is_which_is_a_reading():
    hand = Hand.of(parse("1p2p9m9s5z"), wild_faces(parse("9m9s")))
    assert not list(all_readings(hand, (), white_is_bonus=False))
    hand = Hand.of(parse("12p55z9m"), wild_faces(parse("9m9s")))
    laid = (Meld("chow", parse("123s")),) * 4
    read = list(all_readings(hand, laid, white_is_bonus=False))
    assert [(each.sets[4], each.pair, each.wilds) for each in read] == [
        (parse("123p"), parse("55z"), (parse("9m3p"),))
    ]


@pytest.mark.parametrize(
    ("text", "indicators", "themselves"),
    [("111m34f", "1f2f", True), ("11m234f", "1f9s", True), ("11m555z", "5z9s", True)],
)
def test_wild_flowers_and_whites_may_stand_for_themselves(text, indicators, themselves):
    hand = Hand.of(parse(text), wild_faces(parse(indicators)))
    laid = (Meld("chow", parse("123s")),) * 4
    read = list(all_readings(hand, laid, white_is_bonus=True))
    alone = [each for each in read if all(KIND[held] == KIND[shown] for held, shown in each.wilds)]
    assert bool(alone) is themselves
    for each in read:
        stands = {shown for held, shown in each.wilds if held != shown}
        assert not stands & {31, *range(34, 42)}


def test_a_wild_tile_stands_for_white_only_where_white_is_an_ordinary_tile():
    hand = Hand.of(parse("11m5z9m9s"), wild_faces(parse("9m9s")))
    laid = (Meld("chow", parse("123s")),) * 4
    assert not list(all_readings(hand, laid, white_is_bonus=True))
    read = list(all_readings(hand, laid, white_is_bonus=False))
    assert any(each.sets[4] == parse("555z") for each in read)


def test_two_wild_tiles_of_two_kinds_are_the_pair_of_any_tile():
    hand = Hand.of(parse("9m9s"), wild_faces(parse("9m9s")))
    laid = (Meld("chow", parse("123s")),) * 5
    read = list(all_readings(hand, laid, white_is_bonus=True))
    assert sorted(each.pair for each in read) == [(tile, tile) for tile in STANDS_FOR]
