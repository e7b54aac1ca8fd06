"""How events change what all see (`fold_board`) and what one seat sees (`fold_own`).

Nothing here decides anything: the events carry the results. Both functions read only what the
seat concerned may know, so they serve rounds and views alike.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from msgspec.structs import replace

from taipao.game.events import (
    AddedKongDeclared,
    BonusSetAside,
    ChowMade,
    Dealt,
    Discarded,
    Drawn,
    Event,
    KongMade,
    OpeningKongMade,
    PlayBegan,
    PungMade,
    ReadyCancelled,
    ReadyDeclared,
    ReadyNoted,
    RoundEnded,
    ShareOutBegan,
    Won,
    is_numbered,
)
from taipao.game.state import Board, Offer, OpenMeld, Own, RiverTile, SeatBoard
from taipao.hand import Hand
from taipao.tiles import NUMBER, TileName, wild_faces


def fold_board(board: Board, event: Event) -> Board:
    """Return the board after an event, redacted or not."""
    if not is_numbered(event):
        return board
    change = _BOARD[type(event)](board, event)
    return replace(board, number=board.number + 1, **change)


def fold_own(own: Own, seat: int, event: Event) -> Own:
    """Return what `seat` has to itself after an event that shows what is private to it."""
    if isinstance(event, Dealt):
        return _own_dealt(seat, event)
    change = _OWN.get(type(event))
    if change is None or getattr(event, "seat", None) != seat:
        return own
    return change(own, event)


def fold_owns(owns: tuple[Own, ...], event: Event) -> tuple[Own, ...]:
    """Return what all seats have to themselves after an event; only the deal concerns them all."""
    seat = getattr(event, "seat", None)
    if seat is not None:
        mine = fold_own(owns[seat], seat, event)
        return owns if mine is owns[seat] else (*owns[:seat], mine, *owns[seat + 1 :])
    return tuple(fold_own(own, each, event) for each, own in enumerate(owns))


def _with_seat(board: Board, seat: int, new: SeatBoard) -> tuple[SeatBoard, ...]:
    return (*board.seats[:seat], new, *board.seats[seat + 1 :])


def _dealt(board: Board, event: Dealt) -> dict[str, Any]:
    dealer = event.dealer
    first, second = (NUMBER[name] for name in event.indicators)
    return {
        "dealer": dealer,
        "turn": dealer,
        "indicators": event.indicators,
        "wild": wild_faces((first, second)),
        "limit": event.limit,
        "head": 65,
        "seats": tuple(SeatBoard(size=17 if seat == dealer else 16) for seat in range(4)),
    }


def _opening_kong_made(board: Board, event: OpeningKongMade) -> dict[str, Any]:
    seat = board.seats[event.seat]
    meld = OpenMeld("bonus_kong", ())
    new = replace(seat, size=seat.size - 4, melds=(*seat.melds, meld))
    return {"limit": event.limit, "seats": _with_seat(board, event.seat, new)}


def _bonus_set_aside(board: Board, event: BonusSetAside) -> dict[str, Any]:
    seat = board.seats[event.seat]
    new = replace(seat, size=seat.size - len(event.tiles), bonus=seat.bonus + event.tiles)
    return {"seats": _with_seat(board, event.seat, new)}


def _drawn(board: Board, event: Drawn) -> dict[str, Any]:
    seat = board.seats[event.seat]
    change: dict[str, Any] = {
        "seats": _with_seat(board, event.seat, replace(seat, size=seat.size + 1)),
        event.end: getattr(board, event.end) + 1,
    }
    if event.why == "opening":
        return change
    change["turn"] = event.seat
    change["offer"] = None
    change["since"] = "draw"
    change["after"] = event.after
    change["kong_tile"] = event.kong_tile
    if event.why == "share_out":
        change["shared"] = board.shared + 1
    else:
        change["phase"] = "turn"
    return change


def _play_began(board: Board, event: PlayBegan) -> dict[str, Any]:
    return {"phase": "turn", "turn": event.seat, "since": "start"}


def _ready_declared(board: Board, event: ReadyDeclared) -> dict[str, Any]:
    return {"seats": _with_seat(board, event.seat, replace(board.seats[event.seat], ready=True))}


def _discarded(board: Board, event: Discarded) -> dict[str, Any]:
    seat = board.seats[event.seat]
    river = (*seat.river, RiverTile(event.tile, event.drawn))
    return {
        "phase": "claims",
        "offer": Offer(event.tile, event.seat, "discard"),
        "seats": _with_seat(board, event.seat, replace(seat, size=seat.size - 1, river=river)),
    }


def _take(board: Board, source: int) -> Board:
    """Mark the last discard of `source` as taken."""
    seat = board.seats[source]
    river = (*seat.river[:-1], replace(seat.river[-1], taken=True))
    return replace(board, seats=_with_seat(board, source, replace(seat, river=river)))


def _claimed(board: Board, seat: int, source: int, meld: OpenMeld, used: int) -> dict[str, Any]:
    board = _take(board, source)
    mine = board.seats[seat]
    new = replace(mine, size=mine.size - used, melds=(*mine.melds, meld))
    return {
        "phase": "turn",
        "turn": seat,
        "since": "claim",
        "after": None,
        "kong_tile": None,
        "offer": None,
        "seats": _with_seat(board, seat, new),
    }


def _chow_made(board: Board, event: ChowMade) -> dict[str, Any]:
    meld = OpenMeld("chow", event.tiles, event.tile, event.source)
    return _claimed(board, event.seat, event.source, meld, 2)


def _pung_made(board: Board, event: PungMade) -> dict[str, Any]:
    meld = OpenMeld("pung", (event.tile,) * 3, event.tile, event.source)
    return _claimed(board, event.seat, event.source, meld, 2)


def _kong_made(board: Board, event: KongMade) -> dict[str, Any]:
    tiles = (event.tile,) * 4
    if event.kind == "exposed_kong":
        meld = OpenMeld(event.kind, tiles, event.tile, event.source)
        change = _claimed(board, event.seat, cast("int", event.source), meld, 3)
    else:
        mine = board.seats[event.seat]
        if event.kind == "concealed_kong":
            new = replace(
                mine, size=mine.size - 4, melds=(*mine.melds, OpenMeld(event.kind, tiles))
            )
        else:
            melds = tuple(
                replace(meld, kind=event.kind, tiles=tiles)
                if meld.kind == "pung" and meld.tile == event.tile
                else meld
                for meld in mine.melds
            )
            new = replace(mine, melds=melds)
        change = {"phase": "turn", "turn": event.seat, "offer": None}
        change["seats"] = _with_seat(board, event.seat, new)
    change["limit"] = event.limit
    return change


def _added_kong_declared(board: Board, event: AddedKongDeclared) -> dict[str, Any]:
    seat = board.seats[event.seat]
    return {
        "phase": "claims",
        "offer": Offer(event.tile, event.seat, "added_kong"),
        "seats": _with_seat(board, event.seat, replace(seat, size=seat.size - 1)),
    }


def _share_out_began(board: Board, event: ShareOutBegan) -> dict[str, Any]:
    return {"phase": "share_out", "turn": event.seat, "offer": None}


def _won(board: Board, event: Won) -> dict[str, Any]:
    if event.by == "discard":
        board = _take(board, cast("int", event.source))
    seats = board.seats
    if event.by != "self_draw":
        seat = board.seats[event.seat]
        seats = _with_seat(board, event.seat, replace(seat, size=seat.size + 1))
    return {"phase": "ended", "turn": event.seat, "seats": seats, "won": event}


def _round_ended(board: Board, event: RoundEnded) -> dict[str, Any]:
    seats = []
    for seat, hidden in zip(board.seats, event.hidden, strict=True):
        kongs = iter(hidden)
        melds = tuple(
            replace(meld, tiles=next(kongs)) if meld.kind == "bonus_kong" else meld
            for meld in seat.melds
        )
        seats.append(replace(seat, melds=melds))
    return {"phase": "ended", "offer": None, "seats": tuple(seats), "result": event}


def _without(hand: Hand, names: tuple[TileName, ...]) -> Hand:
    for name in names:
        hand = hand.remove(NUMBER[name])
    return hand


def _own_dealt(seat: int, event: Dealt) -> Own:
    first, second = (NUMBER[name] for name in event.indicators)
    tiles = event.hands[seat] or ()
    return Own(Hand.of((NUMBER[name] for name in tiles), wild_faces((first, second))))


def _own_opening_kong_made(own: Own, event: OpeningKongMade) -> Own:
    if event.tiles is None:
        return own
    return replace(own, hand=_without(own.hand, event.tiles), hidden=(*own.hidden, event.tiles))


def _own_bonus_set_aside(own: Own, event: BonusSetAside) -> Own:
    return replace(own, hand=_without(own.hand, event.tiles), drawn=None)


def _own_drawn(own: Own, event: Drawn) -> Own:
    if event.tile is None:
        return own
    drawn = None if event.why == "opening" else event.tile
    return replace(own, hand=own.hand.add(NUMBER[event.tile]), drawn=drawn)


def _own_ready(own: Own, _: ReadyDeclared | ReadyNoted) -> Own:
    return replace(own, ready=True)


def _own_ready_cancelled(own: Own, _: ReadyCancelled) -> Own:
    return replace(own, ready=False)


def _own_used(own: Own, event: Discarded | AddedKongDeclared) -> Own:
    return replace(own, hand=own.hand.remove(NUMBER[event.tile]), drawn=None)


def _own_chow_made(own: Own, event: ChowMade) -> Own:
    used = list(event.tiles)
    used.remove(event.tile)
    return replace(own, hand=_without(own.hand, tuple(used)))


def _own_pung_made(own: Own, event: PungMade) -> Own:
    return replace(own, hand=_without(own.hand, (event.tile,) * 2))


_KONG_FROM_HAND = {"exposed_kong": 3, "concealed_kong": 4, "added_kong": 0}


def _own_kong_made(own: Own, event: KongMade) -> Own:
    used = (event.tile,) * _KONG_FROM_HAND[event.kind]
    return replace(own, hand=_without(own.hand, used), drawn=None)


def _own_won(own: Own, event: Won) -> Own:
    if event.by == "self_draw":
        return own
    return replace(own, hand=own.hand.add(NUMBER[event.tile]))


_BOARD: dict[type[Any], Callable[[Board, Any], dict[str, Any]]] = {
    Dealt: _dealt,
    OpeningKongMade: _opening_kong_made,
    BonusSetAside: _bonus_set_aside,
    Drawn: _drawn,
    PlayBegan: _play_began,
    ReadyDeclared: _ready_declared,
    Discarded: _discarded,
    ChowMade: _chow_made,
    PungMade: _pung_made,
    KongMade: _kong_made,
    AddedKongDeclared: _added_kong_declared,
    ShareOutBegan: _share_out_began,
    Won: _won,
    RoundEnded: _round_ended,
}

_OWN: dict[type[Any], Callable[[Own, Any], Own]] = {
    OpeningKongMade: _own_opening_kong_made,
    BonusSetAside: _own_bonus_set_aside,
    Drawn: _own_drawn,
    ReadyDeclared: _own_ready,
    ReadyNoted: _own_ready,
    ReadyCancelled: _own_ready_cancelled,
    Discarded: _own_used,
    AddedKongDeclared: _own_used,
    ChowMade: _own_chow_made,
    PungMade: _own_pung_made,
    KongMade: _own_kong_made,
    Won: _own_won,
}
