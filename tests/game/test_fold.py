"""Folding: the board is folded alike for all, what is private only where it is known."""

from __future__ import annotations

from taipao.game.events import Drawn, ReadyCancelled, ReadyNoted
from taipao.game.fold import fold_board, fold_own


def test_a_private_event_leaves_the_board_alone(table):
    board = table().board
    assert fold_board(board, ReadyNoted(1)) is board
    assert fold_board(board, ReadyCancelled(1)) is board


def test_a_hidden_draw_moves_the_board_and_no_hand(table):
    made = table()
    event = Drawn(1, "head", "turn", None, None, None)
    board = fold_board(made.board, event)
    assert (board.seats[1].size, board.left) == (17, 76)
    for seat in range(4):
        assert fold_own(made.round.owns[seat], seat, event) is made.round.owns[seat]


def test_an_event_of_another_seat_changes_nothing_of_ones_own(table):
    made = table()
    event = Drawn(1, "tail", "turn", None, None, "5m")
    assert fold_own(made.round.owns[2], 2, event) == made.round.owns[2]
    mine = fold_own(made.round.owns[1], 1, event)
    assert mine.drawn == "5m"
    assert mine.hand.size == 17


def test_a_taken_discard_stays_in_the_river_and_is_marked(table):
    made = table(hands={0: "4s", 2: "44s1z"}).play("0 discard 4s", "2 pung")
    assert [(thrown.tile, thrown.taken) for thrown in made.board.seats[0].river] == [("4s", True)]


def test_an_added_kong_keeps_where_its_pung_came_from(table):
    made = table(hands={0: "4s", 1: "44s7z"}, draws="7z8p8p4s")
    made.play("0 discard 4s", "1 pung", "1 discard 7z", "2 discard 7z", "3 discard 8p")
    made.play("0 discard 8p", "1 kong 4s", "pass")
    (meld,) = made.board.seats[1].melds
    assert (meld.kind, meld.tiles, meld.tile, meld.source) == ("added_kong", ("4s",) * 4, "4s", 0)
