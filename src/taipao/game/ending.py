"""The end of a round: where the wall stops, who won with what, and who pays whom."""

from __future__ import annotations

from taipao.game.events import By, Opening, RoundEnded, Won
from taipao.game.sheet import sheet_of
from taipao.game.state import SEATS, Board, Own, Round, bonus_of, melds_of
from taipao.hand import MeldKind
from taipao.rules import scoring
from taipao.rules.scoring import Score, score_other, score_winner
from taipao.rules.settlement import dues, payments, settle
from taipao.tiles import NAMES, NUMBER

_CONCEALED = ("concealed_kong", "bonus_kong")


def limit_of(board: Board, more: MeldKind | None = None) -> int:
    """Return the tiles left at which play stops, `more` being a kong about to count (P9, P11).

    An opening kong counts as a concealed one (P11); a robbed kong was never made.
    """
    ruleset = board.ruleset
    kinds = [meld.kind for seat in board.seats for meld in seat.melds if meld.kind.endswith("kong")]
    concealed = sum(kind in _CONCEALED for kind in kinds)
    exposed = len(kinds) - concealed
    if more is not None:
        concealed, exposed = concealed + (more in _CONCEALED), exposed + (more not in _CONCEALED)
    if ruleset.reserve_per_kong == "each":
        extra = 2 * (concealed + exposed)
    else:
        extra = 2 * (concealed // 2) + 2 * (exposed // 2)
    return ruleset.reserve + (SEATS if ruleset.share_out else 0) + extra


def won(board: Board, own: Own, seat: int) -> Won:
    """Return the win of `seat` with the circumstances it happens in; it must be legal."""
    ready = own.ready
    if board.offer is not None:
        offer = board.offer
        by: By = "discard" if offer.kind == "discard" else "robbed_kong"
        opening: Opening | None = "earthly" if _earthly_discard(board) else None
        return Won(seat, by, offer.tile, offer.source, None, None, opening, False, ready)
    share_out = board.phase == "share_out"
    tile = own.drawn or NAMES[own.hand.tiles()[0]]
    return Won(
        seat,
        "self_draw",
        tile,
        None,
        None if share_out else board.after,
        None if share_out else board.kong_tile,
        None if share_out else _opening_self_draw(board, seat),
        share_out,
        ready,
    )


def _earthly_discard(board: Board) -> bool:
    """Tell whether the offer is the dealer's first discard, nothing having been called (P8)."""
    offer = board.offer
    return (
        "first_discard" in board.ruleset.earthly
        and offer is not None
        and offer.source == board.dealer
        and len(board.seats[board.dealer].river) == 1
        and not board.called
    )


def _opening_self_draw(board: Board, seat: int) -> Opening | None:
    if seat == board.dealer:
        return "heavenly" if board.since == "start" else None
    first = "first_draw" in board.ruleset.earthly and not board.seats[seat].river
    return "earthly" if first and not board.called else None


def round_ended(round_: Round, win: Won | None) -> RoundEnded:
    """Return the end of the round: sheets and payments after `win`, none after a draw (P10)."""
    board = round_.board
    hands = tuple(tuple(NAMES[tile] for tile in own.hand.tiles()) for own in round_.owns)
    hidden = tuple(own.hidden for own in round_.owns)
    if win is None:
        stays = board.ruleset.dealer_stays_on_draw
        nothing = (0,) * SEATS
        return RoundEnded(
            None,
            hands,
            hidden,
            None,
            (nothing,) * SEATS,
            nothing,
            _next_dealer(board, stays=stays),
            (),
        )
    scores = [
        score_win(board, own, win, runner_up=True)
        if seat == win.seat
        else _score_other(board, own, seat)
        for seat, own in enumerate(round_.owns)
    ]
    totals = [score.total for score in scores]
    stays = board.ruleset.dealer_stays_on_win and win.seat == board.dealer
    return RoundEnded(
        win.seat,
        hands,
        hidden,
        tuple(sheet_of(score) for score in scores),
        payments(totals, win.seat, board.dealer),
        settle(totals, win.seat, board.dealer),
        _next_dealer(board, stays=stays),
        dues(totals, win.seat, board.dealer),
    )


def _next_dealer(board: Board, *, stays: bool) -> int:
    return board.dealer if stays else (board.dealer + 1) % SEATS


def score_win(board: Board, own: Own, win: Won, *, runner_up: bool = False) -> Score:
    """Score a win at the table; the winner's hand holds the winning tile."""
    circumstances = scoring.Win(
        NUMBER[win.tile],
        win.by,
        win.after,
        None if win.kong_tile is None else NUMBER[win.kong_tile],
        win.opening,
        win.share_out,
        win.ready,
    )
    return score_winner(
        board.ruleset,
        board.indicator_faces,
        board.wind(win.seat),
        own.hand,
        melds_of(board, own, win.seat),
        bonus_of(board, win.seat),
        circumstances,
        runner_up=runner_up,
    )


def _score_other(board: Board, own: Own, seat: int) -> Score:
    return score_other(
        board.ruleset,
        board.indicator_faces,
        board.wind(seat),
        own.hand,
        melds_of(board, own, seat),
        bonus_of(board, seat),
    )
