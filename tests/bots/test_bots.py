"""What holds for every bot: it plays legally, by its seed, and by what its seat sees alone."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taipao.bots import LEVELS, NAMES, SLOW, Bot, bot_named, make
from taipao.errors import BadRequest
from taipao.game.actions import Action, CancelReady
from taipao.game.play import Play
from taipao.game.record import Seat, header
from taipao.game.state import SEATS, Round
from taipao.game.view import project
from taipao.hand import Hand
from taipao.rules.ruleset import load_ruleset
from taipao.tiles import NAMES as TILES
from taipao.tiles import NUMBER

from .situations import situation

RULESETS = (
    "standard",
    "alternate",
    {"base": "standard", "set": {"ready": "locked", "ready_tai": 3}},
)


def dealt(ruleset: object, secret: bytes, dealer: int) -> Play:
    first = header(
        load_ruleset(ruleset),  # type: ignore[arg-type]
        [Seat("bot", "bot")] * SEATS,
        number=1,
        dealer=dealer,
        secret=secret,
        contributions=(None,) * SEATS,
    )
    return Play(first)


def chosen(players: list[Bot], play: Play) -> list[tuple[int, Action]]:
    """Play a round to its end and return every choice that was made, in order."""
    choices: list[tuple[int, Action]] = []
    while not play.over:
        for seat in play.decision.waiting:
            while seat in play.decision.waiting:
                decision = play.decision
                action = players[seat].choose(project(play.round, seat), decision.offers[seat])
                choices.append((seat, action))
                if isinstance(action, CancelReady):
                    play.cancel_ready(seat, "bot")
                else:
                    play.answer(seat, decision.id, action, "bot")
        play.go_on()
    return choices


def reshuffled(round_: Round, seat: int, random: Random) -> Round:
    """Deal all tiles that a seat does not see anew: the other hands and what is left to draw."""
    board = round_.board
    others = [other for other in range(SEATS) if other != seat]
    start, stop = board.head, board.head + board.left
    hidden = list(round_.wall[start:stop])
    for other in others:
        hidden += (TILES[tile] for tile in round_.owns[other].hand.tiles())
    random.shuffle(hidden)
    wall = [*round_.wall]
    wall[start:stop] = [hidden.pop() for _ in range(stop - start)]
    owns = list(round_.owns)
    for other in others:
        own = owns[other]
        tiles = [NUMBER[hidden.pop()] for _ in range(own.hand.size)]
        owns[other] = type(own)(Hand.of(tiles, own.hand.wild), None, own.hidden, own.ready)
    assert not hidden
    return Round(board, tuple(owns), tuple(wall))


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=25)
@given(
    secret=st.binary(min_size=32, max_size=32),
    ruleset=st.sampled_from(RULESETS),
    dealer=st.integers(0, 3),
    seed=st.integers(0, 2**32),
)
def test_a_bot_decides_the_same_when_tiles_it_does_not_see_are_reshuffled(
    name: str, secret: bytes, ruleset: object, dealer: int, seed: int
) -> None:
    random = Random(seed)
    play = dealt(ruleset, secret, dealer)
    players = [make(random.choice(("greedy", "random")), seed + seat) for seat in range(SEATS)]
    while not play.over:
        for seat in play.decision.waiting:
            decision = play.decision
            offers = decision.offers[seat]
            view = project(play.round, seat)
            # Some decisions of many rounds tell more than all of a few.
            if random.random() < 0.2:
                other = project(reshuffled(play.round, seat, random), seat)
                here, there = make(name, seed), make(name, seed)
                assert here.choose(view, offers) == there.choose(other, offers)
            answers = [action for action in offers if not isinstance(action, CancelReady)]
            action = players[seat].choose(view, tuple(answers))
            play.answer(seat, decision.id, action, "bot")
        play.go_on()


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", NAMES)
def test_equal_seeds_play_equal_rounds(name: str, ruleset: object) -> None:
    rounds = [
        chosen([make(name, seat) for seat in range(SEATS)], dealt(ruleset, bytes(32), 2))
        for _ in range(2)
    ]
    assert rounds[0] == rounds[1]


def test_different_seeds_draw_different_lots() -> None:
    rounds = [
        chosen(
            [make("random", seed + seat) for seat in range(SEATS)], dealt("standard", bytes(32), 2)
        )
        for seed in (1, 2)
    ]
    assert rounds[0] != rounds[1]


def test_random_makes_every_legal_choice_equally_often() -> None:
    view = situation("123m456m789m123p55s56p4z", drawn="4z")
    actions = view.legal()
    bot = make("random", 5)
    times = 400 * len(actions)
    counts = Counter(bot.choose(view, actions) for _ in range(times))
    assert set(counts) == set(actions)
    assert max(counts.values()) < 1.3 * 400
    assert min(counts.values()) > 0.7 * 400


def test_a_name_that_is_no_bots_is_refused() -> None:
    with pytest.raises(BadRequest, match="no bot 'strong'; there are greedy, random, solid"):
        make("strong", 0)


def test_every_level_has_a_bot_and_a_bot_is_named_by_either() -> None:
    assert [*LEVELS] == ["easy", "normal", "hard"]
    assert set(LEVELS.values()) <= set(NAMES)
    assert set(NAMES) >= SLOW
    assert bot_named("hard") == LEVELS["hard"]
    assert [bot_named(name) for name in NAMES] == [*NAMES]
    assert bot_named("oracle") == "oracle"
