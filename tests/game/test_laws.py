"""What holds after every event of every round: tiles, views, legality, caches, refusals."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from taipao.errors import IllegalAction
from taipao.game.actions import CancelReady, Chow, Discard, Kong, Pass, Pung, Win
from taipao.game.engine import decide, evolve
from taipao.game.events import (
    AddedKongDeclared,
    ChowMade,
    Discarded,
    Drawn,
    PlayBegan,
    RoundEnded,
    is_numbered,
    redact,
)
from taipao.game.legal import is_bonus, legal
from taipao.game.record import read
from taipao.game.replay import replay, steps, verify
from taipao.game.state import SEATS
from taipao.game.view import fold, initial, project
from taipao.hand import Hand
from taipao.tiles import NAMES, NUMBER, wild_faces

from .rounds import round_of

SEEDS = range(48)
SOAKED = range(1000, 3000, 50)
WHOLE = Counter({name: 4 if face < 34 else 1 for face, name in enumerate(NAMES)})


def tiles_of(round_):
    """Count every tile of a round, wherever it lies."""
    board = round_.board
    found = Counter(board.indicators)
    found.update(round_.wall[board.head : board.head + board.left])
    for seat, own in zip(board.seats, round_.owns, strict=True):
        found.update(NAMES[tile] for tile in own.hand.tiles())
        found.update(thrown.tile for thrown in seat.river if not thrown.taken)
        found.update(seat.bonus)
        for meld in seat.melds:
            found.update(meld.tiles)
        if board.result is None:
            for tiles in own.hidden:
                found.update(tiles)
    if board.offer is not None and board.offer.kind == "added_kong" and board.phase == "claims":
        found[board.offer.tile] += 1
    return found


def check_tiles(seed):
    for number, event, round_ in round_of(seed).after_each():
        assert tiles_of(round_) == WHOLE, (number, event)


def check_views(seed):
    """Folding what a seat was told gives what it sees, and it may do what the engine lets it."""
    game = round_of(seed)
    views = [initial(game.ruleset, seat) for seat in range(SEATS)]
    for number, event, round_ in game.after_each():
        for seat in range(SEATS):
            told = redact(event, seat)
            if told is not None:
                views[seat] = fold(views[seat], told)
            assert views[seat] == project(round_, seat), (number, seat)
            assert views[seat].legal() == legal(round_, seat), (number, seat)


def check_secrets(seed):
    """No redacted event names a tile that is private to another seat."""
    for _, event in round_of(seed).events():
        privacy = type(event).privacy
        for seat in range(SEATS):
            told = redact(event, seat)
            mine = getattr(event, "seat", None) == seat
            if privacy.whole and not mine:
                assert told is None
                continue
            for field in privacy.own:
                assert (getattr(told, field) is None) == (not mine), (event, seat)
            for field in privacy.each:
                shown = [entry is not None for entry in getattr(told, field)]
                assert shown == [owner == seat for owner in range(SEATS)], (event, seat)
            others = set(event.__struct_fields__) - {*privacy.own, *privacy.each}
            assert all(getattr(told, name) == getattr(event, name) for name in others)


def check_caches(seed):
    """Whatever is kept up to date step by step equals what is worked out anew."""
    numbered = 0
    for _, event, round_ in round_of(seed).after_each():
        board = round_.board
        numbered += is_numbered(event)
        assert board.number == numbered
        first, second = (NUMBER[name] for name in board.indicators)
        assert board.wild == wild_faces((first, second))
        assert board.left == 142 - board.head - board.tail
        assert board.left >= 0
        for seat, own in zip(board.seats, round_.owns, strict=True):
            assert own.hand == Hand.of(own.hand.tiles(), board.wild)
            assert own.hand.size == seat.size
            assert own.drawn is None or own.hand.counts[NUMBER[own.drawn]]


def some_actions(random):
    """Return a handful of actions of every kind."""
    tiles = random.sample(NAMES, 6)
    low = random.randrange(7)
    return [
        Win(),
        Pung(),
        Pass(),
        CancelReady(),
        *(Kong(tile) for tile in tiles),
        *(Discard(tile, ready) for tile in tiles for ready in (False, True)),
        Chow((NAMES[low], NAMES[low + 1])),
        Chow((NAMES[low + 1], NAMES[low])),
        Chow((tiles[0], tiles[1])),
    ]


def stands(event, round_):
    """Tell whether a round waits after an event, and not in the middle of a run of events."""
    if isinstance(event, Drawn):
        board = round_.board
        bonus = is_bonus(board.ruleset, board.wild, NUMBER[event.tile])
        return board.phase in ("turn", "share_out") and not bonus
    return isinstance(event, PlayBegan | Discarded | AddedKongDeclared | ChowMade | RoundEnded)


def check_refusals(seed):
    """What is legal has effect, or is a pass; all else is refused and changes nothing (S5)."""
    random = Random(seed)
    for _, event, round_ in round_of(seed).after_each():
        if not stands(event, round_) or random.random() < 0.7:
            continue
        before = msgspec.json.encode(round_.owns), round_.board
        for seat in range(SEATS):
            allowed = legal(round_, seat)
            assert len(set(map(str, allowed))) == len(allowed)
            for action in allowed:
                after = round_
                for caused in decide(round_, seat, action):
                    after = evolve(after, caused)
                assert (after != round_) or isinstance(action, Pass)
            for action in some_actions(random):
                if action not in allowed:
                    with pytest.raises(IllegalAction):
                        decide(round_, seat, action)
        assert before == (msgspec.json.encode(round_.owns), round_.board)


def check_results(seed):
    result = round_of(seed).end.board.result
    assert sum(result.points) == 0
    for seat in range(SEATS):
        paid = sum(result.payments[seat])
        got = sum(row[seat] for row in result.payments)
        assert result.points[seat] == got - paid
        assert result.payments[seat][seat] == 0


def check_replay(seed):
    """The record alone leads to the very same rounds, and its wall verifies."""
    game = round_of(seed)
    live = {number: round_ for number, _, round_ in game.after_each()}
    for step in steps(read(game.record)):
        assert live.get(step.number, step.round) == step.round
    assert replay(game.record) == game.end
    drawn = sum(isinstance(event, Drawn) for _, event in game.events())
    assert verify(game.record) == 67 + drawn


@pytest.mark.parametrize("seed", SEEDS)
def test_every_tile_is_somewhere_once_after_every_event(seed):
    check_tiles(seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_views_leak_nothing_and_miss_nothing(seed):
    check_views(seed)
    check_secrets(seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_kept_equals_what_is_worked_out_anew(seed):
    check_caches(seed)


@pytest.mark.parametrize("seed", SEEDS[::3])
def test_illegal_actions_are_refused_and_change_nothing(seed):
    check_refusals(seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_results_add_to_zero(seed):
    check_results(seed)


@pytest.mark.parametrize("seed", SEEDS[::2])
def test_replay_equals_live(seed):
    check_replay(seed)


@pytest.mark.soak
@pytest.mark.parametrize("first", SOAKED)
def test_all_laws_at_length(first):
    for seed in range(first, first + 50):
        check_tiles(seed)
        check_views(seed)
        check_secrets(seed)
        check_caches(seed)
        check_refusals(seed)
        check_results(seed)
        if round_of(seed).wall is None:
            check_replay(seed)
