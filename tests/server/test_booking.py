"""What is booked of a round, read from its board."""

from __future__ import annotations

import pytest

from taipao.errors import RecordError
from taipao.game.actions import Discard, Pass, Win
from taipao.game.play import Play
from taipao.game.record import Seat, header
from taipao.rules.ruleset import load_ruleset
from taipao.server.booking import booking_of
from tests.server.walls import wall_of

STANDARD = load_ruleset("standard")
ACCOUNTS = ("a", None, "c", None)
HEAVENLY = wall_of({0: "123m456m789m123p456s5p5p", 1: "2468m2468p1177s2256z"})


def dealt(wall: tuple[str, ...]) -> Play:
    first = header(
        STANDARD,
        [Seat("player")] * 4,
        number=1,
        dealer=0,
        secret=bytes(32),
        contributions=[None] * 4,
    )
    return Play(first, ruleset=STANDARD, wall=wall)


def play_out(play: Play, *, win: bool) -> Play:
    """Let everybody pass and discard what comes last, and win or not."""
    while not play.over:
        decision = play.decision
        for seat in decision.waiting:
            offers = decision.offers[seat]
            discards = [a for a in offers if isinstance(a, Discard) and not a.ready]
            wanted = [Win()] if win else []
            action = next(a for a in [*wanted, Pass(), *discards[::-1]] if a in offers)
            play.answer(seat, decision.id, action, "player")
        play.go_on()
    return play


def test_a_win_is_booked_with_its_sheet() -> None:
    booking = booking_of(play_out(dealt(HEAVENLY), win=True).round.board, "novice", ACCOUNTS)
    assert (booking.room, booking.ruleset, booking.accounts) == ("novice", "standard", ACCOUNTS)
    assert (booking.winner, booking.dealer, booking.by) == (0, 0, "self_draw")
    assert booking.totals == (68, 5, 0, 0)
    assert booking.points == (408, -126, -141, -141)
    assert sum(tai for _, tai in booking.items) == booking.tai == 34


def test_a_draw_moves_nothing() -> None:
    booking = booking_of(play_out(dealt(HEAVENLY), win=False).round.board, None, ACCOUNTS)
    assert (booking.room, booking.winner, booking.by) == (None, None, None)
    assert booking.totals == booking.points == (0, 0, 0, 0)
    assert (booking.tai, booking.items) == (0, ())


def test_a_round_that_is_not_over_is_not_booked() -> None:
    with pytest.raises(RecordError, match="not over"):
        booking_of(dealt(HEAVENLY).round.board, "novice", ACCOUNTS)
