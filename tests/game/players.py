"""Players for whole rounds in tests: one that chooses at random, one that tries to win."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from taipao.game.actions import Action, CancelReady, Chow, Discard, Kong, Pass, Pung, Win
from taipao.game.legal import legal
from taipao.game.play import Play
from taipao.game.record import Seat, header
from taipao.game.state import SEATS, Round
from taipao.rules.ruleset import RuleSet
from taipao.rules.waits import distance
from taipao.tiles import NAMES, NUMBER, TileName

Chooser = Callable[[Random, Round, int, tuple[Action, ...]], Action]
SEATED = tuple(Seat(f"seat {seat}") for seat in range(SEATS))


def opened(ruleset: RuleSet, random: Random, *, wall: tuple[TileName, ...] | None = None) -> Play:
    """Deal a round whose secret, contributions and dealer `random` draws."""
    contributions = [random.choice((None, random.randbytes(random.randint(1, 64)))) for _ in SEATED]
    first = header(
        ruleset,
        SEATED,
        number=1,
        dealer=random.randrange(SEATS),
        secret=random.randbytes(32),
        contributions=contributions,
    )
    return Play(first, ruleset=ruleset, wall=wall)


def played(play: Play, random: Random, choosers: Sequence[Chooser]) -> Play:
    """Play a round to its end; answers come in a random order, and ready is sometimes undone."""
    while not play.over:
        if play.go_on() is not None:
            continue
        cancelling = [s for s in range(SEATS) if CancelReady() in legal(play.round, s)]
        if cancelling and random.random() < 0.05:
            play.cancel_ready(random.choice(cancelling), "player")
            continue
        seat = random.choice(play.decision.waiting)
        offers = [a for a in play.decision.offers[seat] if not isinstance(a, CancelReady)]
        action = choosers[seat](random, play.round, seat, tuple(offers))
        play.answer(seat, play.decision.id, action, "bot")
    return play


def at_random(random: Random, round_: Round, seat: int, actions: tuple[Action, ...]) -> Action:
    """Choose any action, each as likely as another."""
    return random.choice(actions)


def to_win(random: Random, round_: Round, seat: int, actions: tuple[Action, ...]) -> Action:
    """Win, kong and declare ready whenever possible, and come nearer with every discard."""
    for kind in (Win, Kong):
        for action in actions:
            if isinstance(action, kind) and random.random() < 0.9:
                return action
    hand, melds = round_.owns[seat].hand, len(round_.board.seats[seat].melds)
    discards = [action for action in actions if isinstance(action, Discard)]
    if discards:
        return min(
            discards,
            key=lambda action: (
                distance(hand.remove(NUMBER[action.tile]), melds),
                not action.ready or random.random() < 0.3,
                random.random(),
            ),
        )
    for action in actions:
        if isinstance(action, Pung) and random.random() < 0.7:
            return action
        if isinstance(action, Chow):
            after = hand.remove(NUMBER[action.tiles[0]]).remove(NUMBER[action.tiles[1]])
            if distance(after, melds + 1) < distance(hand, melds):
                return action
    return Pass() if Pass() in actions else random.choice(actions)


def clustered(random: Random) -> tuple[TileName, ...]:
    """Return a wall in which equal and neighbouring tiles lie together, so that much happens."""
    tiles = [name for face, name in enumerate(NAMES) for _ in range(4 if face < 34 else 1)]
    size = random.choice((2, 3, 4, 6))
    blocks = [tiles[at : at + size] for at in range(0, len(tiles), size)]
    random.shuffle(blocks)
    wall = [name for block in blocks for name in block]
    for _ in range(random.randrange(20)):
        a, b = random.randrange(144), random.randrange(144)
        wall[a], wall[b] = wall[b], wall[a]
    return tuple(wall)
