"""The record (docs/record.md) of a round that compiled code has played.

Every event and every figure in it is read off the table and its log; the engine takes no part. Only
the words on the score sheets come from `taipao.rules`, which has to come to the same figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from taipao.errors import RoundFault
from taipao.game import events as happened
from taipao.game.events import Event
from taipao.game.record import Recorder, Seat, header
from taipao.game.sheet import sheet_of
from taipao.game.state import SEATS
from taipao.hand import Hand, Meld
from taipao.rules import scoring
from taipao.rules.ruleset import RuleSet
from taipao.rules.scoring import Score
from taipao.rules.settlement import Due, dues, payments
from taipao.sim import log
from taipao.sim.actions import action_of
from taipao.sim.ruledata import AFTER, BY, IDS, MELD_KINDS, OPENING
from taipao.sim.table import DEALER, ENDED, LOGGED, NEXT_DEALER, PHASE, Table
from taipao.tiles import FACES_OF, KIND, NAMES, NUMBER, WHITE, Tile, TileName, wild_faces

_WHY: Final[dict[int, happened.Why]] = {
    log.IN_OPENING: "opening",
    log.IN_TURN: "turn",
    log.AFTER_KONG: "kong",
    log.FOR_BONUS: "bonus",
    log.IN_SHARE_OUT: "share_out",
}
_KONGS: Final[dict[int, happened.KongKind]] = {
    2: "exposed_kong",
    3: "added_kong",
    4: "concealed_kong",
}


def export(table: Table, ruleset: RuleSet, number: int, bots: Sequence[str]) -> bytes:
    """Return the record of an ended round; `number` is its place in its match, from 1.

    Raises `RoundFault` if it has not ended, or if `taipao.rules` counts otherwise.
    """
    if table.numbers[PHASE] != ENDED:
        raise RoundFault("the round has not ended: it has no record")
    recorder = Recorder(
        header(
            ruleset,
            [Seat(name, name) for name in bots],
            number=number,
            dealer=int(table.numbers[DEALER]),
            secret=table.secret.tobytes(),
            contributions=(None,) * SEATS,
        )
    )
    reader = _Reader(table, ruleset)
    rows = table.log[: table.numbers[LOGGED]].tolist()
    for place, (what, seat, a, b, c, d) in enumerate(rows):
        if what == log.ACTED:
            recorder.action(seat, action_of(a, reader.offered), "ready" if b else "bot")
        elif what == log.SET_ASIDE:
            tiles = [NAMES[a]] * b
            for more, _, face, copies, _, _ in rows[place + 1 :]:
                if more != log.MORE_ASIDE:
                    break
                tiles += [NAMES[face]] * copies
            recorder.events((happened.BonusSetAside(seat, tuple(tiles)),))
        elif what != log.MORE_ASIDE:
            recorder.events((reader.read(what, seat, a, b, c, d),))
    return recorder.finish()


class _Reader:
    """Reads the rows of a table's log, which knows what was offered last and how it was won."""

    def __init__(self, table: Table, ruleset: RuleSet) -> None:
        self._table = table
        self._ruleset = ruleset
        self._wall = [NAMES[tile] for tile in table.wall.tolist()]
        self._dealer = int(table.numbers[DEALER])
        self.offered: Tile | None = None
        self._won: happened.Won | None = None

    def read(self, what: int, seat: int, a: int, b: int, c: int, d: int) -> Event:
        """Return the event of a row (log.py)."""
        match what:
            case log.DEALT:
                return happened.Dealt(seat, (self._wall[143], self._wall[142]), self._dealt(), a)
            case log.OPENING_KONG:
                tiles = tuple(NAMES[tile] for tile in _bonus_kong(a))
                return happened.OpeningKongMade(seat, tiles, b)
            case log.DRAWN:
                end: happened.End = "head" if b & log.FROM_HEAD else "tail"
                why = _WHY[b & ~log.FROM_HEAD]
                return happened.Drawn(seat, end, why, AFTER[c], _name(d), NAMES[a])
            case log.PLAY_BEGAN:
                return happened.PlayBegan(seat)
            case log.DECLARED:
                return happened.ReadyDeclared(seat)
            case log.NOTED:
                return happened.ReadyNoted(seat)
            case log.CANCELLED:
                return happened.ReadyCancelled(seat)
            case log.DISCARDED:
                self.offered = a
                return happened.Discarded(seat, NAMES[a], b == 1)
            case log.CHOW_MADE:
                three = NAMES[c], NAMES[c + 1], NAMES[c + 2]
                return happened.ChowMade(seat, a, NAMES[b], three)
            case log.PUNG_MADE:
                return happened.PungMade(seat, a, NAMES[b])
            case log.KONG_MADE:
                return happened.KongMade(seat, _KONGS[a], NAMES[b], None if c < 0 else c, d)
            case log.KONG_DECLARED:
                self.offered = a
                return happened.AddedKongDeclared(seat, NAMES[a])
            case log.SHARED_OUT:
                return happened.ShareOutBegan(seat)
            case log.WON_BY:
                self._won = _won(seat, a, NAMES[b], None if c < 0 else c, _name(d))
                return self._won
            case log.ROUND_OVER:
                return self._ended()
        raise RoundFault(f"the log has a row of an unknown sort, {what}")

    def _dealt(self) -> tuple[tuple[TileName, ...], ...]:
        hands: list[list[Tile]] = [[] for _ in range(SEATS)]
        for place, tile in enumerate(self._table.wall[:64].tolist()):
            hands[(self._dealer + place // 4) % SEATS].append(tile)
        hands[self._dealer].append(int(self._table.wall[64]))
        return tuple(tuple(NAMES[tile] for tile in sorted(hand)) for hand in hands)

    def _ended(self) -> Event:
        table, numbers = self._table, self._table.numbers
        sheets = None
        winner = None if self._won is None else self._won.seat
        if self._won is not None:
            sheets = tuple(sheet_of(self._score(self._won, seat)) for seat in range(SEATS))
        hands = [self._tiles(seat) for seat in range(SEATS)]
        return happened.RoundEnded(
            winner,
            tuple(tuple(NAMES[tile] for tile in hand) for hand in hands),
            tuple(
                tuple(
                    tuple(NAMES[tile] for tile in meld.tiles)
                    for meld in self._melds(seat)
                    if meld.kind == "bonus_kong"
                )
                for seat in range(SEATS)
            ),
            sheets,
            tuple(tuple(row) for row in table.payments.tolist()),
            tuple(table.points.tolist()),
            int(numbers[NEXT_DEALER]),
            self._dues(winner),
        )

    def _dues(self, winner: int | None) -> tuple[Due, ...]:
        """Say what the payments are for by `taipao.rules`, which has to agree with the table."""
        known = self._table.totals.tolist(), winner, self._dealer
        paid, counted = payments(*known), self._table.payments.tolist()
        if [list(row) for row in paid] != counted:
            raise RoundFault(f"payments: {paid} by the rules, {counted} by compiled code")
        return dues(*known)

    def _tiles(self, seat: int) -> list[Tile]:
        counts = self._table.counts[seat].tolist()
        return [tile for tile, count in enumerate(counts) for _ in range(count)]

    def _melds(self, seat: int) -> tuple[Meld, ...]:
        table = self._table
        melds: list[Meld] = []
        for place in range(int(table.melds[seat])):
            kind = MELD_KINDS[table.meld_kinds[seat, place]]
            tile = int(table.meld_tiles[seat, place])
            if kind == "bonus_kong":
                tiles = _bonus_kong(tile)
            elif kind == "chow":
                tiles = tile, tile + 1, tile + 2
            else:
                tiles = (tile,) * (3 if kind == "pung" else 4)
            melds.append(Meld(kind, tiles))
        return tuple(melds)

    def _score(self, won: happened.Won, seat: int) -> Score:
        """Count a seat's tiles by `taipao.rules`, which has to agree with the table."""
        table = self._table
        indicators = int(table.wall[143]), int(table.wall[142])
        bonus = tuple(
            tile for tile, count in enumerate(table.bonus[seat].tolist()) for _ in range(count)
        )
        hand = Hand.of(self._tiles(seat), wild_faces(indicators))
        known = self._ruleset, indicators, (seat - self._dealer) % SEATS, hand, self._melds(seat)
        if seat == won.seat:
            score = scoring.score_winner(*known, bonus, _circumstances(won), runner_up=True)
        else:
            score = scoring.score_other(*known, bonus)
        row = table.rows[seat].tolist()
        rules = Counter[str]()
        for item in score.items:
            rules[item.rule] += item.tai
        counted = {rule: tai for rule, tai in zip(IDS, row[1:], strict=True) if tai}
        # Where readings of a winner tie, either may be taken.
        same = seat == won.seat or counted == {rule: tai for rule, tai in rules.items() if tai}
        if not same or (score.tai, score.total) != (row[0], table.totals[seat]):
            raise RoundFault(
                f"seat {seat}: {dict(rules)} in all {score.total} by the rules, "
                f"{counted} in all {table.totals[seat]} by compiled code"
            )
        return score


def _name(tile: int) -> TileName | None:
    return None if tile < 0 else NAMES[tile]


def _bonus_kong(lowest: Tile) -> tuple[Tile, ...]:
    return (WHITE,) * 4 if lowest == WHITE else FACES_OF[KIND[lowest]]


def _won(
    seat: int, key: int, tile: TileName, source: int | None, kong_tile: TileName | None
) -> happened.Won:
    """Return the event of a win from the key that `ruledata.won_key` gives its way."""
    key, ready = divmod(key, 2)
    key, share_out = divmod(key, 2)
    key, opening = divmod(key, len(OPENING))
    by, after = divmod(key // 2, len(AFTER))
    return happened.Won(
        seat,
        BY[by],
        tile,
        source,
        AFTER[after],
        kong_tile,
        OPENING[opening],
        bool(share_out),
        bool(ready),
    )


def _circumstances(won: happened.Won) -> scoring.Win:
    return scoring.Win(
        NUMBER[won.tile],
        won.by,
        won.after,
        None if won.kong_tile is None else NUMBER[won.kong_tile],
        won.opening,
        won.share_out,
        won.ready,
    )
