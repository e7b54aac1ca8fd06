"""The engine: `start` deals, `decide` checks an action, `evolve` applies an event.

Pure functions of values. What an action causes is a run of events up to the next point where
somebody can choose; a run ends in claims after every discard and every added kong, so that the
steps of a table do not depend on hidden tiles. Nothing here knows the time or draws at random.
"""

from __future__ import annotations

from collections.abc import Sequence

from taipao.errors import IllegalAction
from taipao.game.actions import Action, CancelReady, Chow, Discard, Kong, Pass, Pung, Win
from taipao.game.claims import Outcome
from taipao.game.ending import limit_of, round_ended, won
from taipao.game.events import (
    AddedKongDeclared,
    After,
    BonusSetAside,
    ChowMade,
    Dealt,
    Discarded,
    Drawn,
    End,
    Event,
    KongKind,
    KongMade,
    OpeningKongMade,
    PlayBegan,
    PungMade,
    ReadyCancelled,
    ReadyDeclared,
    ReadyNoted,
    ShareOutBegan,
    Why,
)
from taipao.game.fold import fold_board, fold_owns
from taipao.game.legal import CANCEL, PASS, WIN, is_bonus, legal
from taipao.game.state import SEATS, Board, Offer, Round, empty_own
from taipao.game.wall import is_whole
from taipao.rules.ruleset import RuleSet
from taipao.tiles import NAMES, NUMBER, WHITE, Tile, TileName

_SHARED = 4
_BONUS_KINDS: tuple[tuple[Tile, ...], ...] = (
    (WHITE,) * 4,
    tuple(range(34, 38)),
    tuple(range(38, 42)),
)
"""What makes an opening kong, in the order in which they are laid (P2)."""


def evolve(round_: Round, event: Event) -> Round:
    """Return the round after an event."""
    return Round(fold_board(round_.board, event), fold_owns(round_.owns, event), round_.wall)


def undealt(ruleset: RuleSet, wall: tuple[TileName, ...]) -> Round:
    """Return a round before its first event."""
    return Round(Board(ruleset), (empty_own(),) * SEATS, wall)


def start(
    ruleset: RuleSet, dealer: int, wall: Sequence[TileName]
) -> tuple[Round, tuple[Event, ...]]:
    """Deal a round from a wall of 144 tiles, head first, and play its opening (P2).

    Returns the round with the dealer to act and the events that led there. Raises `ValueError` if
    the tiles are not the 144 of the game or the dealer is no seat.
    """
    if dealer not in range(SEATS):
        raise ValueError(f"dealer: a seat from 0 to 3 expected, got {dealer}")
    if not is_whole(wall):
        raise ValueError("wall: not the 144 tiles of the game")
    run = _Run(undealt(ruleset, tuple(wall)))
    run.deal(dealer)
    run.replace_in_opening()
    run.emit(PlayBegan(dealer))
    return run.round, tuple(run.events)


def decide(round_: Round, seat: int, action: Action) -> tuple[Event, ...]:
    """Return the events that an action of `seat` causes.

    Raises `IllegalAction` if it is not among the seat's legal actions (S5). A pass on a claim or a
    share-out tile causes nothing by itself: see `proceed`.
    """
    return tuple(_decided(round_, seat, action).events)


def proceed(round_: Round) -> tuple[Event, ...]:
    """Return what follows when nobody takes the offered tile or wins in the share-out.

    Raises `IllegalAction` where a seat has to act first.
    """
    return tuple(_proceeded(round_).events)


def step(round_: Round, outcome: Outcome) -> tuple[Round, tuple[Event, ...]]:
    """Return the round after a closed decision, and the events that led there.

    The action is not checked again: a `Decision` takes none that is not legal.
    """
    if outcome.seat is None or outcome.action is None:
        run = _proceeded(round_)
    else:
        run = _taken(round_, outcome.seat, outcome.action)
    return run.round, tuple(run.events)


def _decided(round_: Round, seat: int, action: Action) -> _Run:
    if action not in legal(round_, seat):
        raise IllegalAction(f"seat {seat} may not {_words(action)} now")
    return _taken(round_, seat, action)


def _taken(round_: Round, seat: int, action: Action) -> _Run:
    """Return what a legal action causes."""
    run = _Run(round_)
    board = round_.board
    match action:
        case Win():
            run.win(seat)
        case Kong(tile):
            run.kong(seat, tile)
        case Pung():
            offer = run.offer()
            run.emit(PungMade(seat, offer.source, offer.tile))
        case Chow(tiles):
            offer = run.offer()
            first, second, third = sorted((*tiles, offer.tile), key=NUMBER.__getitem__)
            run.emit(ChowMade(seat, offer.source, offer.tile, (first, second, third)))
        case Discard(tile, ready):
            if ready:
                locked = board.ruleset.ready == "locked"
                run.emit(ReadyDeclared(seat) if locked else ReadyNoted(seat))
            run.discard(seat, tile)
        case Pass():
            drawn = round_.owns[seat].drawn
            if board.phase == "turn" and drawn is not None:
                run.discard(seat, drawn)
        case CancelReady():
            run.emit(ReadyCancelled(seat))
    return run


def _proceeded(round_: Round) -> _Run:
    run = _Run(round_)
    board = round_.board
    if board.phase == "claims":
        offer = run.offer()
        if offer.kind == "added_kong":
            run.make_kong(offer.source, "added_kong", offer.tile, None)
        else:
            run.draw((offer.source + 1) % SEATS, "head", "turn")
    elif board.phase == "share_out":
        if legal(round_, board.turn) == (WIN,):
            raise IllegalAction(f"seat {board.turn} has to win with the tile it got")
        run.share((board.turn + 1) % SEATS)
    else:
        raise IllegalAction(f"nothing to proceed from in phase {board.phase}")
    return run


def automatic(round_: Round) -> Outcome | None:
    """Return the pass that a ready seat makes by itself on its turn, if it has no choice (P7)."""
    board = round_.board
    if board.phase != "turn" or not round_.owns[board.turn].ready:
        return None
    choices = [action for action in legal(round_, board.turn) if action != CANCEL]
    return Outcome(board.turn, PASS) if choices == [PASS] else None


def _words(action: Action) -> str:
    fields = " ".join(str(getattr(action, name)) for name in action.__struct_fields__)
    return f"{type(action).__name__} {fields}".strip().lower()


class _Run:
    """A run of events under construction, with the round as it stands after the last of them."""

    def __init__(self, round_: Round) -> None:
        self.round = round_
        self.events: list[Event] = []

    @property
    def board(self) -> Board:
        return self.round.board

    def offer(self) -> Offer:
        offer = self.board.offer
        assert offer is not None, "a claim is legal only where a tile is offered"
        return offer

    def emit(self, event: Event) -> None:
        self.events.append(event)
        self.round = evolve(self.round, event)

    def deal(self, dealer: int) -> None:
        hands: list[list[TileName]] = [[] for _ in range(SEATS)]
        wall = self.round.wall
        for turn in range(16):
            hands[(dealer + turn) % SEATS] += wall[4 * turn : 4 * turn + 4]
        hands[dealer].append(wall[64])
        self.emit(
            Dealt(
                dealer,
                (wall[143], wall[142]),
                tuple(_sorted(hand) for hand in hands),
                limit_of(self.board),
            )
        )

    def replace_in_opening(self) -> None:
        dealer = self.board.dealer
        first = True
        replaced = True
        while replaced:
            replaced = False
            for turn in range(SEATS):
                seat = (dealer + turn) % SEATS
                kongs = first and self.board.ruleset.opening_four_kong
                replaced |= self.replace_once(seat, kongs=kongs)
            first = False

    def replace_once(self, seat: int, *, kongs: bool) -> bool:
        """Play one replacement turn; return whether it replaced anything.

        Whether a kong may be laid is settled before any tile is drawn: A4k is for dealt tiles only.
        """
        counts = self.round.owns[seat].hand.counts
        made = [
            kind
            for kind in _BONUS_KINDS
            if kongs
            and all(is_bonus(self.board.ruleset, self.board.wild, tile) for tile in kind)
            and all(counts[tile] == kind.count(tile) for tile in kind)
        ]
        for kind in made:
            tiles = tuple(NAMES[tile] for tile in kind)
            counted = limit_of(self.board, more="bonus_kong")
            self.emit(OpeningKongMade(seat, tiles, counted))
            self.take(seat, "tail", "opening")
        aside = tuple(
            NAMES[tile]
            for tile in self.round.owns[seat].hand.tiles()
            if is_bonus(self.board.ruleset, self.board.wild, tile)
        )
        if aside:
            self.emit(BonusSetAside(seat, aside))
            for _ in aside:
                self.take(seat, "tail", "opening")
        return bool(made or aside)

    def take(
        self,
        seat: int,
        end: End,
        why: Why,
        after: After | None = None,
        kong_tile: TileName | None = None,
    ) -> bool:
        """Move one tile from the wall to a hand; return whether it is a bonus tile."""
        board = self.board
        name = self.round.wall[board.head if end == "head" else 141 - board.tail]
        self.emit(Drawn(seat, end, why, after, kong_tile, name))
        return is_bonus(board.ruleset, board.wild, NUMBER[name])

    def draw(
        self,
        seat: int,
        end: End,
        why: Why,
        after: After | None = None,
        kong_tile: TileName | None = None,
    ) -> None:
        """Draw in play, replacing bonus tiles, or come to the wall's end first (P3, P9, P11)."""
        blooms_on = self.board.ruleset.bloom_through_bonus
        while self.board.left > self.board.limit:
            if not self.take(seat, end, why, after, kong_tile):
                return
            self.emit(BonusSetAside(seat, (self.last_drawn(),)))
            end, why = "tail", "bonus"
            if kong_tile is None or not blooms_on:
                after, kong_tile = "bonus", None
        if self.board.ruleset.share_out:
            self.emit(ShareOutBegan(seat))
            self.share(seat)
        else:
            self.emit(round_ended(self.round, None))

    def last_drawn(self) -> TileName:
        event = self.events[-1]
        assert isinstance(event, Drawn)
        assert event.tile is not None
        return event.tile

    def share(self, seat: int) -> None:
        """Deal share-out tiles up to the next that may be won with, or end the round (P9)."""
        while self.board.shared < _SHARED:
            if not self.take(seat, "head", "share_out"):
                return
            self.emit(BonusSetAside(seat, (self.last_drawn(),)))
            seat = (seat + 1) % SEATS
        self.emit(round_ended(self.round, None))

    def discard(self, seat: int, tile: TileName) -> None:
        self.emit(Discarded(seat, tile, tile == self.round.owns[seat].drawn))

    def win(self, seat: int) -> None:
        event = won(self.board, self.round.owns[seat], seat)
        self.emit(event)
        self.emit(round_ended(self.round, event))

    def kong(self, seat: int, tile: TileName) -> None:
        if self.board.phase == "claims":
            self.make_kong(seat, "exposed_kong", tile, self.offer().source)
        elif self.round.owns[seat].hand.counts[NUMBER[tile]] == 4:
            self.make_kong(seat, "concealed_kong", tile, None)
        else:
            self.emit(AddedKongDeclared(seat, tile))

    def make_kong(self, seat: int, kind: KongKind, tile: TileName, source: int | None) -> None:
        """Count a kong and draw from the tail (P3); its own count may end the wall (P9, P11)."""
        self.emit(KongMade(seat, kind, tile, source, limit_of(self.board, more=kind)))
        after: After = "concealed_kong" if kind == "concealed_kong" else "exposed_kong"
        self.draw(seat, "tail", "kong", after, tile)


def _sorted(hand: list[TileName]) -> tuple[TileName, ...]:
    return tuple(sorted(hand, key=NUMBER.__getitem__))
