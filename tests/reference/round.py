"""A second reader of records: every line against RULES 3, from the bytes alone.

It makes its own wall, plays the round on a table of its own and says what the next event has to be.
Whatever differs is `Wrong`, with the line. A record may break off after any decision.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from . import ruleset as rulesets
from .lines import Lines, Wrong, canonical
from .options import CANCEL, PASS, WIN, Action, Meld, Offer, Table, in_order, options
from .sheets import difference, ending, request
from .tiles import FLOWERS, WHITE
from .wall import commitment, wall

Stop = Callable[[int, Table], None]

CHOOSERS = ("player", "bot", "autopilot", "clock", "ready")
QUARTETS = ([WHITE] * 4, list(FLOWERS[:4]), list(FLOWERS[4:]))


def check(
    data: bytes, *, tiles: list[str] | None = None, stop: Stop | None = None, whole: bool = True
) -> Table:
    """Check a record and return the table as it ends.

    `tiles` is the wall of a scripted round, whose header does not give it. `stop` is called with
    the last line read and the table wherever somebody may act or nobody can. With `whole` false
    the record may break off.
    """
    reader = Reader(data, tiles, stop, whole)
    reader.play()
    return reader.table


def digest(ruleset: rulesets.Ruleset) -> str:
    """Return the digest of a rule set (docs/record.md)."""
    fields: dict[str, Any] = {"name": ruleset.base, "earthly": [], **ruleset.fields}
    ways = ("first_discard", "first_draw")
    fields["earthly"] = [way for way in ways if way in fields["earthly"]]
    fields["tai"] = {
        rule: value if isinstance(value, list) else [value] for rule, value in ruleset.tai.items()
    }
    return sha256(canonical(fields).encode()).hexdigest()


class Reader(Lines):
    def __init__(
        self, data: bytes, tiles: list[str] | None, stop: Stop | None, whole: bool
    ) -> None:
        super().__init__(data, whole=whole)
        self.stop = stop
        self.floor = 0
        header = self.take()
        self.spec = header["ruleset"]
        ruleset = rulesets.load(self.spec)
        self.require(header["format"] == "taipao-record", "not a record")
        self.require(header["version"] == 1, "version 1 expected")
        self.require(header["digest"] == digest(ruleset), "the digest is another rule set's")
        secret = bytes.fromhex(header["secret"])
        self.require(header["commitment"] == commitment(secret), "the commitment does not fit")
        if tiles is None:
            given = header["contributions"]
            tiles = wall(secret, [None if c is None else bytes.fromhex(c) for c in given])
        self.table = Table(ruleset, header["dealer"], tiles)

    # The round.

    def play(self) -> None:
        self.deal()
        self.opening()
        while self.table.phase != "ended":
            if self.stop is not None:
                self.stop(self.at, self.table)
            if self.at == len(self.lines):
                self.require(not self.whole, "the record breaks off")
                return
            if "action" in self.lines[self.at]:
                self.act()
            else:
                self.nobody()
        if self.stop is not None:
            self.stop(self.at, self.table)
        self.require(self.at == len(self.lines), "lines after the end of the round")

    def deal(self) -> None:
        """P2: four times four to each, from the dealer on, one more to the dealer."""
        table = self.table
        for _ in range(4):
            for step in range(4):
                seat = table.seats[(table.dealer + step) % 4]
                seat.hand += table.wall[table.head : table.head + 4]
                table.head += 4
        table.seats[table.dealer].hand.append(table.wall[table.head])
        table.head += 1
        self.event(
            "dealt",
            dealer=table.dealer,
            indicators=list(table.indicators),
            hands=[in_order(seat.hand) for seat in table.seats],
            limit=table.limit,
        )

    def opening(self) -> None:
        """P2, A4k: rounds of replacement until one replaces nothing."""
        table = self.table
        round_ = 0
        replaced = True
        while replaced:
            replaced = False
            for step in range(4):
                number = (table.dealer + step) % 4
                if round_ == 0 and table.ruleset["opening_four_kong"]:
                    replaced |= self.opening_kongs(number)
                hand = table.seats[number].hand
                aside = in_order([tile for tile in hand if table.is_bonus(tile)])
                if aside:
                    replaced = True
                    self.set_aside(number, aside)
                    for _ in aside:
                        self.draw_one(number, "tail", "opening")
            round_ += 1
        for seat in table.seats:
            seat.drawn = None
        table.phase, table.turn, table.since = "turn", table.dealer, "start"
        # A reserve larger than what the opening left cannot be kept.
        self.floor = min(table.ruleset["reserve"], table.left - 4)
        self.event("play_began", seat=table.dealer)

    def opening_kongs(self, number: int) -> bool:
        table = self.table
        seat = table.seats[number]
        dealt = list(seat.hand)
        made = False
        for quartet in QUARTETS:
            if sum(tile in quartet for tile in dealt) == 4 and all(map(table.is_bonus, quartet)):
                made = True
                seat.hand = [tile for tile in seat.hand if tile not in quartet]
                seat.melds.append(Meld("bonus_kong", list(quartet)))
                self.event("opening_kong_made", seat=number, tiles=list(quartet), limit=table.limit)
                self.draw_one(number, "tail", "opening")
        return made

    def set_aside(self, number: int, tiles: list[str]) -> None:
        seat = self.table.seats[number]
        for tile in tiles:
            seat.hand.remove(tile)
        seat.bonus += tiles
        seat.drawn = None
        self.event("bonus_set_aside", seat=number, tiles=tiles)

    def draw_one(self, number: int, end: str, why: str) -> str:
        table = self.table
        if end == "head":
            tile = table.wall[table.head]
            table.head += 1
        else:
            tile = table.wall[141 - table.tail]
            table.tail += 1
        self.require(why == "opening" or table.left >= self.floor, "a tile of the reserve (P9)")
        seat = table.seats[number]
        seat.hand.append(tile)
        seat.drawn = tile
        self.event(
            "drawn",
            seat=number,
            end=end,
            why=why,
            after=table.after,
            kong_tile=table.kong_tile,
            tile=tile,
        )
        return tile

    def draw(self, number: int, end: str, why: str) -> None:
        """P3, P9, P11: draw, replace a bonus tile; the wall may have come to its end before."""
        table = self.table
        while table.left > table.limit:
            tile = self.draw_one(number, end, why)
            if not table.is_bonus(tile):
                table.phase, table.turn, table.since, table.offer = "turn", number, "draw", None
                return
            self.set_aside(number, [tile])
            # V18: the bloom of a kong passes through a bonus tile only where the field says so.
            if table.kong_tile is None or not table.ruleset["bloom_through_bonus"]:
                table.after, table.kong_tile = "bonus", None
            end, why = "tail", "bonus"
        table.offer = table.after = table.kong_tile = None
        if table.ruleset["share_out"]:
            table.phase = "share_out"
            self.event("share_out_began", seat=number)
            self.share_out(number)
        else:
            self.end(None)

    def share_out(self, number: int) -> None:
        """P9: four tiles, one at a time; who gets a bonus tile is not asked."""
        table = self.table
        while table.shared < 4:
            table.shared += 1
            table.turn = number
            tile = self.draw_one(number, "head", "share_out")
            if not table.is_bonus(tile):
                return
            self.set_aside(number, [tile])
            number = (number + 1) % 4
        self.end(None)

    def nobody(self) -> None:
        """Go on where nobody took the tile, or won with it."""
        table = self.table
        offer = table.offer
        if table.phase == "share_out":
            choices = options(table, table.turn)
            self.require(WIN not in choices or PASS in choices, "a seat had to win (P7)")
            self.share_out((table.turn + 1) % 4)
        elif offer is None:
            raise Wrong(self.at + 1, f"seat {table.turn} has to act")
        elif offer.robbing:
            self.make_added_kong(offer)
        else:
            table.after = table.kong_tile = None
            self.draw((offer.source + 1) % 4, "head", "turn")

    def act(self) -> None:
        line = self.take()
        self.require(set(line) <= {"action", "seat", "by", "time"}, f"unknown keys {sorted(line)}")
        number, action = line["seat"], line["action"]
        choices = options(self.table, number)
        self.require(action in choices, f"seat {number} may not {action}, only {choices}")
        self.require(line["by"] in CHOOSERS, f"nobody is called {line['by']}")
        alone = [choice for choice in choices if choice != CANCEL] == [PASS]
        if action != CANCEL:
            self.require((line["by"] == "ready") == alone, "chosen by ready: a lone pass, no other")
        getattr(self, f"act_{action['type']}")(number, action)

    def act_win(self, number: int, action: Action) -> None:
        table = self.table
        seat, offer = table.seats[number], table.offer
        share_out = table.phase == "share_out"
        fields: dict[str, Any] = {
            "seat": number,
            "source": None,
            "after": None,
            "kong_tile": None,
            "opening": None,
            "share_out": share_out,
            "ready": seat.ready,
        }
        if offer is not None:
            fields["by"] = "robbed_kong" if offer.robbing else "discard"
            fields["tile"], fields["source"] = offer.tile, offer.source
            seat.hand.append(offer.tile)
            first = offer.source == table.dealer and len(table.seats[table.dealer].river) == 1
            if first and not table.called and "first_discard" in table.ruleset["earthly"]:
                fields["opening"] = "earthly"
            if not offer.robbing:
                table.seats[offer.source].river[-1] = "taken"
        else:
            fields["by"] = "self_draw"
            fields["tile"] = seat.drawn or in_order(seat.hand)[0]
            if not share_out:
                fields["after"], fields["kong_tile"] = table.after, table.kong_tile
                fields["opening"] = self.opening_of(number)
        self.event("won", **fields)
        self.end(fields)

    def opening_of(self, number: int) -> str | None:
        """P8, for a win with the own tiles."""
        table = self.table
        if number == table.dealer:
            return "heavenly" if table.since == "start" else None
        first = not table.called and not table.seats[number].river
        return "earthly" if first and "first_draw" in table.ruleset["earthly"] else None

    def act_kong(self, number: int, action: Action) -> None:
        table, tile = self.table, action["tile"]
        seat, offer = table.seats[number], table.offer
        if offer is not None:
            for _ in range(3):
                seat.hand.remove(tile)
            table.seats[offer.source].river[-1] = "taken"
            self.lay(number, Meld("exposed_kong", [tile] * 4), tile, offer.source)
        elif seat.hand.count(tile) == 4:
            seat.hand = [held for held in seat.hand if held != tile]
            self.lay(number, Meld("concealed_kong", [tile] * 4), tile, None)
        else:
            seat.hand.remove(tile)
            seat.drawn = None
            table.phase, table.offer = "claims", Offer(tile, number, robbing=True)
            self.event("added_kong_declared", seat=number, tile=tile)

    def make_added_kong(self, offer: Offer) -> None:
        seat = self.table.seats[offer.source]
        pung = next(meld for meld in seat.melds if meld.tiles == [offer.tile] * 3)
        at = seat.melds.index(pung)
        seat.melds.remove(pung)
        self.lay(offer.source, Meld("added_kong", [offer.tile] * 4), offer.tile, None, at)

    def lay(
        self, number: int, kong: Meld, tile: str, source: int | None, at: int | None = None
    ) -> None:
        """P3: a kong counts, and then draws from the tail."""
        table = self.table
        seat = table.seats[number]
        seat.melds.insert(len(seat.melds) if at is None else at, kong)
        seat.drawn = None
        self.event(
            "kong_made", seat=number, kind=kong.kind, tile=tile, source=source, limit=table.limit
        )
        table.offer = None
        table.after = "concealed_kong" if kong.kind == "concealed_kong" else "exposed_kong"
        table.kong_tile = tile
        self.draw(number, "tail", "kong")

    def act_pung(self, number: int, action: Action) -> None:
        offer = self.claimed(number)
        for _ in range(2):
            self.table.seats[number].hand.remove(offer.tile)
        self.table.seats[number].melds.append(Meld("pung", [offer.tile] * 3))
        self.event("pung_made", seat=number, source=offer.source, tile=offer.tile)

    def act_chow(self, number: int, action: Action) -> None:
        offer = self.claimed(number)
        for tile in action["tiles"]:
            self.table.seats[number].hand.remove(tile)
        run = in_order([*action["tiles"], offer.tile])
        self.table.seats[number].melds.append(Meld("chow", run))
        self.event("chow_made", seat=number, source=offer.source, tile=offer.tile, tiles=run)

    def claimed(self, number: int) -> Offer:
        """Take the offered tile; the seat acts without a draw (P4)."""
        table = self.table
        offer = table.offer
        assert offer is not None
        table.seats[offer.source].river[-1] = "taken"
        table.offer = table.after = table.kong_tile = None
        table.phase, table.turn, table.since = "turn", number, "claim"
        return offer

    def act_discard(self, number: int, action: Action) -> None:
        table = self.table
        seat = table.seats[number]
        if action["ready"]:
            seat.ready = True
            locked = table.ruleset["ready"] == "locked"
            self.event("ready_declared" if locked else "ready_noted", seat=number)
        self.put_down(number, action["tile"])

    def act_pass(self, number: int, action: Action) -> None:
        """P7: a ready seat lets the drawn tile go; other passes have no effect to record."""
        drawn = self.table.seats[number].drawn
        self.require(self.table.phase == "turn" and drawn is not None, "a pass without effect")
        self.put_down(number, str(drawn))

    def put_down(self, number: int, tile: str) -> None:
        table = self.table
        seat = table.seats[number]
        was_drawn = seat.drawn == tile
        seat.hand.remove(tile)
        seat.river.append(tile)
        seat.drawn = None
        table.phase, table.offer = "claims", Offer(tile, number, robbing=False)
        self.event("discarded", seat=number, tile=tile, drawn=was_drawn)

    def act_cancel_ready(self, number: int, action: Action) -> None:
        self.table.seats[number].ready = False
        self.event("ready_cancelled", seat=number)

    def end(self, win: dict[str, Any] | None) -> None:
        """Check the end: hands, sheets, payments, next dealer (P10, P12, S1-S4)."""
        table = self.table
        table.phase = "ended"
        event = self.take_event("round_ended")
        sheets = event.pop("sheets")
        totals = None
        if win is None:
            self.require(sheets is None, "a draw has no sheets (P10)")
        else:
            self.require(len(sheets) == 4, "four sheets expected")
            for number, sheet in enumerate(sheets):
                wrong = difference(request(table, self.spec, number, win), sheet)
                self.require(wrong is None, f"seat {number}: {wrong}")
            totals = [sheet["total"] for sheet in sheets]
        self.same(event, ending(table, win, totals))
        self.count_tiles()

    def count_tiles(self) -> None:
        """T1: all 144 are somewhere, once."""
        table = self.table
        rest = table.wall[table.head : 142 - table.tail]
        there = [*rest, *table.indicators]
        for seat in table.seats:
            there += [*seat.hand, *seat.bonus, *(t for tiles in seat.meld_tiles for t in tiles)]
            there += [tile for tile in seat.river if tile != "taken"]
        for tile in table.wall:
            self.require(tile in there, f"{tile} is lost")
            there.remove(tile)
        self.require(not there, f"too many tiles: {there}")
