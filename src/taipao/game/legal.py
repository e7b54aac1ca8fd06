"""What a seat may do: one function for engine, server, bots and environment.

`legal_actions` reads the board and the seat's own tiles alone, so it gives a `View` the same list
as a `Round`, in the order fixed in docs/events.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from taipao.game.actions import Action, CancelReady, Chow, Discard, Kong, Pass, Pung, Win
from taipao.game.melding import without
from taipao.game.state import SEATS, Board, OpenMeld, Own, Round, melds_of
from taipao.hand import Hand, Meld
from taipao.rules.ruleset import RuleSet
from taipao.rules.waits import distance, is_complete, is_ready, kill_pig_allowed, waits
from taipao.tiles import NAMES, NUMBER, WHITE, Tile, TileName

WIN, PUNG, PASS, CANCEL = Win(), Pung(), Pass(), CancelReady()
_FLOWERS = 34
_DISCARD = tuple(Discard(name) for name in NAMES)
_DECLARE = tuple(Discard(name, ready=True) for name in NAMES)


def is_bonus(ruleset: RuleSet, wild: frozenset[Tile], tile: Tile) -> bool:
    """Tell whether a tile is set aside and replaced when drawn (T3, W4)."""
    return (tile >= _FLOWERS or (tile == WHITE and ruleset.white_is_bonus)) and tile not in wild


def legal(round_: Round, seat: int) -> tuple[Action, ...]:
    """Return everything `seat` may do now, in the fixed order."""
    return legal_actions(round_.board, round_.owns[seat], seat)


def legal_actions(board: Board, own: Own, seat: int) -> tuple[Action, ...]:
    """Return everything `seat` may do now, from what it sees."""
    if board.phase == "turn" and board.turn == seat:
        actions = list(_ready_turn(board, own, seat)) if own.ready else _turn(board, own, seat)
    elif board.phase == "claims" and board.turn != seat:
        actions = list(_claims(board, own, seat))
    elif board.phase == "share_out" and board.turn == seat and own.drawn is not None:
        actions = [WIN] if _can_win_now(board, own, seat) else []
    else:
        actions = []
    if actions and board.phase != "turn" and not _must_win(board, own):
        actions.append(PASS)
    if can_cancel(board, own):
        actions.append(CANCEL)
    return tuple(actions)


def can_cancel(board: Board, own: Own) -> bool:
    """Tell whether the seat may take a declaration back (P7)."""
    return own.ready and board.ruleset.ready == "assist" and board.phase not in ("opening", "ended")


def is_answer(action: Action) -> bool:
    """Tell whether an action answers an open decision; cancelling ready does not."""
    return not isinstance(action, CancelReady)


def asked(round_: Round) -> dict[int, tuple[Action, ...]]:
    """Return the legal actions of each seat that has a decision to make, in seat order."""
    board = round_.board
    offers = {}
    # Only a claim window asks several seats.
    for seat in range(SEATS) if board.phase == "claims" else (board.turn,):
        actions = legal(round_, seat)
        if actions and is_answer(actions[0]):
            offers[seat] = actions
    return offers


def _must_win(board: Board, own: Own) -> bool:
    """Tell whether a share-out tile has to be won with: a wild one, ready being locked (P7)."""
    bound = own.ready and board.ruleset.ready == "locked" and board.phase == "share_out"
    return bound and own.drawn is not None and NUMBER[own.drawn] in board.wild


def _can_win_now(board: Board, own: Own, seat: int) -> bool:
    """Tell whether the seat can win with the tiles it holds, shape or not (P6, V15)."""
    if is_complete(own.hand, len(board.seats[seat].melds)):
        return True
    return kill_pig_allowed(board.ruleset, board.indicator_faces, own.hand)


def _turn(board: Board, own: Own, seat: int) -> list[Action]:
    hand, melds = own.hand, board.seats[seat].melds
    actions: list[Action] = []
    if board.since != "claim":
        if _can_win_now(board, own, seat):
            actions.append(WIN)
        actions += _own_kongs(hand, melds)
    tiles = discardable(board.ruleset, hand)
    actions += [_DISCARD[tile] for tile in tiles]
    if distance(hand, len(melds)) <= 0:
        known = _Known(board, own, seat)
        actions += [_DECLARE[tile] for tile in tiles if known.is_ready(hand.remove(tile))]
    return actions


def _own_kongs(hand: Hand, melds: tuple[OpenMeld, ...]) -> list[Kong]:
    """Return the concealed and added kongs that the hand allows (P3, W3)."""
    counts = hand.counts
    pungs = {NUMBER[meld.tiles[0]] for meld in melds if meld.kind == "pung"}
    if not pungs and 4 not in counts:
        return []
    return [
        Kong(NAMES[tile])
        for tile in range(_FLOWERS)
        if (counts[tile] == 4 or (counts[tile] and tile in pungs)) and tile not in hand.wild
    ]


def discardable(ruleset: RuleSet, hand: Hand) -> list[Tile]:
    """Return the tiles that may be discarded: wild ones only where nothing else may (W3)."""
    held = [tile for tile, count in enumerate(hand.counts) if count]
    if ruleset.discard_wild or hand.wilds == hand.size:
        return held
    return [tile for tile in held if tile not in hand.wild]


def _ready_turn(board: Board, own: Own, seat: int) -> Iterator[Action]:
    """Yield what a declared seat may do with the tile it drew (P7)."""
    if own.drawn is None:
        # Right after a claimed kong whose replacement is still to come: nothing to decide.
        return
    if _can_win_now(board, own, seat):
        yield WIN
    drawn = NUMBER[own.drawn]
    if drawn in own.hand.wild:
        return
    known = _Known(board, own, seat)
    before = known.waits(own.hand.remove(drawn))
    if own.hand.counts[drawn] == 4:
        after = without(own.hand, drawn, 4)
        kong = Meld("concealed_kong", (drawn,) * 4)
        if known.with_meld(kong).waits(after) == before:
            yield Kong(own.drawn)
    elif (
        any(meld.kind == "pung" and meld.tile == own.drawn for meld in board.seats[seat].melds)
        and known.with_added(drawn).waits(own.hand.remove(drawn)) == before
    ):
        yield Kong(own.drawn)
    yield PASS


def _claims(board: Board, own: Own, seat: int) -> Iterator[Action]:
    offer = board.offer
    if offer is None:
        return
    hand, tile = own.hand, NUMBER[offer.tile]
    if is_complete(hand.add(tile), len(board.seats[seat].melds)):
        yield WIN
    if offer.kind == "added_kong" or tile in hand.wild:
        return
    held = hand.counts[tile]
    if own.ready:
        if held == 3:
            known = _Known(board, own, seat)
            kong = Meld("exposed_kong", (tile,) * 4)
            after = without(hand, tile, 3)
            if known.with_meld(kong).waits(after) == known.waits(hand):
                yield Kong(offer.tile)
        return
    if held == 3:
        yield Kong(offer.tile)
    if held >= 2:
        yield PUNG
    if board.ruleset.chow and seat == (offer.source + 1) % SEATS and tile < 27:
        yield from _chows(hand, tile)


def _chows(hand: Hand, tile: Tile) -> Iterator[Chow]:
    number = tile % 9
    for low, high in ((-2, -1), (-1, 1), (1, 2)):
        pair = tile + low, tile + high
        in_suit = number + low >= 0 and number + high < 9
        if in_suit and all(hand.counts[own] and own not in hand.wild for own in pair):
            yield Chow(_names(pair))


def _names(pair: tuple[Tile, Tile]) -> tuple[TileName, TileName]:
    return NAMES[pair[0]], NAMES[pair[1]]


class _Known:
    """What the waits of a seat depend on besides its hand: rule set, indicators, own melds."""

    def __init__(self, board: Board, own: Own, seat: int) -> None:
        self.ruleset = board.ruleset
        self.indicators = board.indicator_faces
        self.melds = melds_of(board, own, seat)

    def with_meld(self, meld: Meld) -> _Known:
        """Return the same with one more meld."""
        return self._of((*self.melds, meld))

    def with_added(self, tile: Tile) -> _Known:
        """Return the same with the pung of `tile` made a kong."""
        kong = Meld("added_kong", (tile,) * 4)
        pung = Meld("pung", (tile,) * 3)
        return self._of(tuple(kong if meld == pung else meld for meld in self.melds))

    def _of(self, melds: tuple[Meld, ...]) -> _Known:
        new = object.__new__(_Known)
        new.ruleset, new.indicators, new.melds = self.ruleset, self.indicators, melds
        return new

    def waits(self, hand: Hand) -> tuple[int, ...]:
        """Return the kinds the hand waits for (P7)."""
        return waits(self.ruleset, self.indicators, hand, self.melds)

    def is_ready(self, hand: Hand) -> bool:
        """Tell whether the hand waits for anything (P7)."""
        return is_ready(self.ruleset, self.indicators, hand, self.melds)
