"""Compiled rounds against the engine: every decision, every tile, every figure."""

from __future__ import annotations

import hashlib
from collections import Counter
from random import Random

import numpy as np
import pytest

from taipao.bots import make
from taipao.game.actions import Action, CancelReady, Discard, Kong, Win
from taipao.game.claims import Decision, Outcome
from taipao.game.engine import automatic, start, step
from taipao.game.legal import legal
from taipao.game.state import Round
from taipao.game.view import project, unseen
from taipao.game.wall import seed, wall
from taipao.sim import opening, play
from taipao.sim.actions import action_of, number_of
from taipao.sim.rollout import BOTS, choose
from taipao.sim.ruledata import MELD_KINDS, rule_data
from taipao.sim.table import (
    CANCEL,
    HEAD,
    LIMIT,
    NEXT_DEALER,
    NO_TILE,
    NOBODY,
    NOT_ASKED,
    NUMBER,
    PHASE,
    SINCE,
    TAIL,
    TURN,
    Table,
    table,
)
from taipao.sim.tables import suit_tables
from taipao.sim.wall import secret_of, seed_of, shuffle
from taipao.tiles import COPIES, FACES, KIND, NAMES
from taipao.tiles import NUMBER as FACE
from tests.sim.walls import some_ruleset

# Compiling is dear: one process does it for all.
pytestmark = pytest.mark.xdist_group("compiled")

TABLES = suit_tables()
PHASES = ("turn", "claims", "share_out", "ended")
SINCES = ("start", "draw", "claim")
WALL = [NAMES[face] for face in range(FACES) for _ in range(COPIES[face])]


def same(made: Table, expected: Round) -> None:
    """Compare all that a round holds."""
    board, numbers = expected.board, made.numbers
    assert PHASES[numbers[PHASE]] == board.phase
    assert numbers[NUMBER] == board.number
    assert numbers[TURN] == board.turn
    assert (numbers[HEAD], numbers[TAIL], numbers[LIMIT]) == (board.head, board.tail, board.limit)
    over = board.phase == "ended"
    assert over or SINCES[numbers[SINCE]] == board.since
    for seat, (shown, own) in enumerate(zip(board.seats, expected.owns, strict=True)):
        assert tuple(made.counts[seat]) == own.hand.counts
        assert tuple(made.keys[seat]) == own.hand.keys
        assert made.wilds[seat] == own.hand.wilds
        assert made.ready[seat] == own.ready
        drawn = NO_TILE if own.drawn is None else FACE[own.drawn]
        assert over or made.drawn[seat] == drawn
        river = made.rivers[seat, : made.discards[seat]]
        assert list(river) == [FACE[one.tile] for one in shown.river]
        assert made.melds[seat] == len(shown.melds)
        for place, meld in enumerate(shown.melds):
            assert MELD_KINDS[made.meld_kinds[seat, place]] == meld.kind
            if meld.tiles:
                assert made.meld_tiles[seat, place] == min(FACE[tile] for tile in meld.tiles)
        assert Counter(FACE[tile] for tile in shown.bonus) == {
            face: int(number) for face, number in enumerate(made.bonus[seat]) if number
        }
        if not over:
            own_tiles = Counter(KIND[face] for face in own.hand.tiles())
            own_tiles.update(KIND[FACE[tile]] for kong in own.hidden for tile in kong)
            left = [4 - int(made.seen[kind]) - own_tiles[kind] for kind in range(36)]
            assert left == unseen(project(expected, seat))


def chosen(rng: Random, actions: tuple[Action, ...], style: float) -> Action:
    """Choose so that wins, kongs and declarations are seen often enough."""
    wins = [action for action in actions if isinstance(action, Win)]
    ready = [action for action in actions if isinstance(action, Discard) and action.ready]
    kongs = [action for action in actions if isinstance(action, Kong)]
    if wins and style < 0.7:
        return wins[0]
    if ready and style < 0.6:
        return rng.choice(ready)
    if kongs and style < 0.5:
        return kongs[0]
    return rng.choice([action for action in actions if not isinstance(action, CancelReady)])


def play_alike(rng: Random, made: Table, bot: str | None = None) -> str:
    """Play one round on both sides, and return how it ended; a `bot` is asked at every decision."""
    ruleset, tiles, dealer, style = some_ruleset(rng), WALL[:], rng.randrange(4), rng.random()
    rng.shuffle(tiles)
    data = rule_data(ruleset)
    made.wall[:] = [FACE[name] for name in tiles]
    opening.deal(data, made, dealer)
    player = None if bot is None else make(bot, 0)
    expected, _ = start(ruleset, dealer, tiles)
    while True:
        same(made, expected)
        if expected.board.phase == "ended":
            break
        play.ask(TABLES, data, made)
        decision = Decision.open(expected)
        for seat in range(4):
            offered = None if expected.board.offer is None else FACE[expected.board.offer.tile]
            actions = legal(expected, seat)
            found = made.choices[seat, : made.offered[seat]].tolist()
            assert found == [number_of(action, offered) for action in actions], ruleset.spec()
            assert [action_of(number, offered) for number in found] == list(actions)
            assert (made.answers[seat] != NOT_ASKED) == (seat in decision.offers)
            if bot is not None and player is not None and seat in decision.offers:
                action = player.choose(project(expected, seat), actions)
                number = choose(TABLES, data, made, seat, BOTS.index(bot))
                assert number == number_of(action, offered), (ruleset.spec(), expected.board)
        by_itself = automatic(expected)
        assert (by_itself is not None) == play.is_automatic(made)
        cancellable = [
            seat
            for seat in range(4)
            if made.offered[seat] and made.choices[seat, made.offered[seat] - 1] == CANCEL
        ]
        if cancellable and rng.random() < 0.1:
            seat = rng.choice(cancellable)
            expected, _ = step(expected, Outcome(seat, CancelReady()))
            play.cancel_ready(made, seat)
            continue
        outcome = by_itself
        if outcome is None:
            for seat, actions in decision.offers.items():
                action = chosen(rng, actions, style)
                decision = decision.answer(seat, decision.id, action)
                made.answers[seat] = number_of(action, offered)
            outcome = decision.outcome()
            assert outcome is not None
        taker = play.go_on(TABLES, data, made)
        assert taker == (NOBODY if outcome.seat is None else outcome.seat)
        expected, _ = step(expected, outcome)
    result = expected.board.result
    assert result is not None
    assert tuple(made.points) == result.points
    assert made.numbers[NEXT_DEALER] == result.next_dealer
    if result.sheets is None:
        return "draw"
    assert list(made.totals) == [sheet.total for sheet in result.sheets]
    won = expected.board.won
    assert won is not None
    return "share_out" if won.share_out else won.by


def test_rounds_are_those_of_the_engine() -> None:
    # This seed has a robbed kong among its rounds, which are few.
    rng, made = Random(14), table()
    ends = Counter(play_alike(rng, made) for _ in range(500))
    assert ends.keys() == {"draw", "discard", "self_draw", "robbed_kong", "share_out"}


def test_other_rounds_are_those_of_the_engine() -> None:
    rng, made = Random(10), table()
    for _ in range(100):
        play_alike(rng, made)


@pytest.mark.parametrize("bot", ["greedy", "solid"])
def test_a_bot_chooses_the_same(bot: str) -> None:
    rng, made = Random(21), table()
    for _ in range(60):
        play_alike(rng, made, bot)


def test_a_wall_is_that_of_its_secret() -> None:
    made, master = table(), hashlib.sha256(b"master").digest()
    for number in (*range(20), 2**40):
        secret, found = np.zeros(32, np.uint8), np.zeros(32, np.uint8)
        secret_of(np.frombuffer(bytearray(master), np.uint8), number, secret)
        assert secret.tobytes() == hashlib.sha256(master + number.to_bytes(8, "big")).digest()
        seed_of(secret, found)
        assert found.tobytes() == seed(secret.tobytes(), (None,) * 4)
        shuffle(found, made.wall)
        assert [NAMES[face] for face in made.wall] == list(wall(secret.tobytes(), (None,) * 4))


@pytest.mark.soak
def test_rounds_are_those_of_the_engine_for_long() -> None:
    rng, made = Random(2), table()
    for _ in range(200_000):
        play_alike(rng, made)


@pytest.mark.soak
@pytest.mark.parametrize("bot", ["greedy", "solid"])
def test_a_bot_chooses_the_same_for_long(bot: str) -> None:
    rng, made = Random(3), table()
    for _ in range(5_000):
        play_alike(rng, made, bot)
