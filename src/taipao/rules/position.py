"""One seat's tiles at the end of a round, and whether they can be at all."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

import msgspec

from taipao.errors import BadRequest
from taipao.hand import Hand, Meld
from taipao.rules.ruleset import RuleSet
from taipao.rules.scoring import Score, Win, score_other, score_winner
from taipao.tiles import COPIES, FACES_OF, NAMES, PLANTS, SEASONS, WHITE, Tile, format_tiles

SEAT_WINDS: Final = ("east", "south", "west", "north")
MAX_MELDS: Final = 5

_HAND_SIZE: Final = 16
_SUITS_END: Final = 27
_FLOWERS: Final = (FACES_OF[SEASONS], FACES_OF[PLANTS])
# The melds whose kong each `after` may name. A bonus kong is among none: its replacement is
# drawn in the opening, before anybody can win, and is no bloom (P2).
_BLOOMING_MELDS: Final = {
    "exposed_kong": ("exposed_kong", "added_kong"),
    "concealed_kong": ("concealed_kong",),
}


class Position(msgspec.Struct, frozen=True):
    """Hold what scoring a seat needs: its tiles and, for the winner, how it won.

    `hand` is concealed tiles without the winning tile; `seat_wind` counts from 0, East.
    """

    ruleset: RuleSet
    indicators: tuple[Tile, Tile]
    seat_wind: int
    hand: Hand
    melds: tuple[Meld, ...] = ()
    bonus: tuple[Tile, ...] = ()
    win: Win | None = None

    def score(self, *, runner_up: bool = False) -> Score:
        """Score the seat, as the winner if it has a win.

        Raises NotAWin where the tiles do not win. `runner_up` asks for the best other reading.
        """
        if self.win is None:
            return score_other(
                self.ruleset, self.indicators, self.seat_wind, self.hand, self.melds, self.bonus
            )
        return score_winner(
            self.ruleset,
            self.indicators,
            self.seat_wind,
            self.hand.add(self.win.tile),
            self.melds,
            self.bonus,
            self.win,
            runner_up=runner_up,
        )


def check_position(position: Position, *, to_discard: bool = False) -> None:
    """Refuse a position that no round can reach.

    With ``to_discard`` the hand is one about to discard, a tile more than a waiting one.
    Raises BadRequest, its message beginning with the field at fault (`melds[1].tiles: ...`).
    """
    bonus_faces = _bonus_faces(position.ruleset)
    for place, meld in enumerate(position.melds):
        _check_meld(position, place, meld, bonus_faces)
    _check_concealed(position, bonus_faces)
    _check_copies(position)
    _check_size(position, to_discard=to_discard)
    if position.win is not None:
        _check_win(position, position.win, bonus_faces)


def _bonus_faces(ruleset: RuleSet) -> frozenset[Tile]:
    """Give the faces that are set aside when drawn, unless wild (T3)."""
    whites = (WHITE,) if ruleset.white_is_bonus else ()
    return frozenset((*_FLOWERS[0], *_FLOWERS[1], *whites))


def _check_meld(position: Position, place: int, meld: Meld, bonus_faces: frozenset[Tile]) -> None:
    """Check a meld's shape and that its tiles may be melded (W3, A4k)."""
    tiles = tuple(sorted(meld.tiles))
    where = f"melds[{place}].tiles"
    wild = [tile for tile in tiles if tile in position.hand.wild]
    if wild:
        raise BadRequest(f"{where}: {NAMES[wild[0]]} is wild, and no meld has a wild tile")
    if meld.kind == "bonus_kong":
        _check_bonus_kong(position.ruleset, place, tiles, bonus_faces)
        return
    if meld.kind == "chow" and not position.ruleset.chow:
        raise BadRequest(f"melds[{place}].kind: this rule set has no chow (chow is false)")
    size = 4 if meld.is_kong else 3
    if len(tiles) != size:
        raise BadRequest(f"{where}: {_named(meld)} has {size} tiles, not {len(tiles)}")
    if any(tile in bonus_faces for tile in tiles):
        raise BadRequest(f"{where}: {_named(meld)} cannot have bonus tiles ({format_tiles(tiles)})")
    if meld.kind == "chow":
        if not _is_run(tiles):
            raise BadRequest(
                f"{where}: {format_tiles(tiles)} is not three tiles in a row of one suit"
            )
    elif len(set(tiles)) != 1:
        raise BadRequest(f"{where}: {_named(meld)} is of one tile, not of {format_tiles(tiles)}")


def _check_bonus_kong(
    ruleset: RuleSet, place: int, tiles: tuple[Tile, ...], bonus_faces: frozenset[Tile]
) -> None:
    """Check an opening kong: all four whites, seasons or plants (A4k)."""
    if not ruleset.opening_four_kong:
        raise BadRequest(
            f"melds[{place}].kind: this rule set has no bonus_kong (opening_four_kong is false)"
        )
    whites = ((WHITE,) * 4,) if WHITE in bonus_faces else ()
    if tiles not in (*whites, *_FLOWERS):
        allowed = ", ".join(format_tiles(four) for four in (*whites, *_FLOWERS))
        raise BadRequest(
            f"melds[{place}].tiles: a bonus_kong is one of {allowed}, not {format_tiles(tiles)!r}"
        )


def _is_run(tiles: tuple[Tile, ...]) -> bool:
    """Tell whether three sorted tiles follow one another in one suit."""
    first = tiles[0]
    return first < _SUITS_END and first % 9 <= 6 and tiles == (first, first + 1, first + 2)


def _named(meld: Meld) -> str:
    article = "an" if meld.kind[0] in "ae" else "a"
    return f"{article} {meld.kind}"


def _check_concealed(position: Position, bonus_faces: frozenset[Tile]) -> None:
    """Check that bonus tiles, and they alone, were set aside, unless wild (T3, W4)."""
    wild = position.hand.wild
    for tile in position.hand.tiles():
        if tile in bonus_faces and tile not in wild:
            raise BadRequest(
                f"hand: {NAMES[tile]} is a bonus tile that is not wild: it belongs in bonus"
            )
    for tile in position.bonus:
        if tile not in bonus_faces:
            raise BadRequest(f"bonus: {NAMES[tile]} is not a bonus tile, it is never set aside")
        if tile in wild:
            raise BadRequest(f"bonus: {NAMES[tile]} is wild, and a wild tile is not set aside")


def _check_copies(position: Position) -> None:
    """Check that no tile is there more often than it exists, the indicators counted."""
    places: dict[str, Iterable[Tile]] = {
        "hand": position.hand.tiles(),
        "melds": [tile for meld in position.melds for tile in meld.tiles],
        "bonus": position.bonus,
        "indicators": position.indicators,
    }
    if position.win is not None:
        places["win.tile"] = (position.win.tile,)
    counts = {place: Counter(tiles) for place, tiles in places.items()}
    for tile, held in sorted(sum(counts.values(), Counter()).items()):
        if held > COPIES[tile]:
            named = {place: count[tile] for place, count in counts.items() if count[tile]}
            listed = ", ".join(f"{place} {count}" for place, count in named.items())
            raise BadRequest(
                f"{next(iter(named))}: {held} of {NAMES[tile]} ({listed}), "
                f"but only {COPIES[tile]} {'exists' if COPIES[tile] == 1 else 'exist'}"
            )


def _check_size(position: Position, *, to_discard: bool) -> None:
    """Check the number of concealed tiles: 16 less 3 a meld, a kong counting as 3 too."""
    melds = len(position.melds)
    if melds > MAX_MELDS:
        raise BadRequest(f"melds: {melds} melds, but a hand has at most {MAX_MELDS}")
    size = position.hand.size
    expected = _HAND_SIZE - 3 * melds + to_discard
    if size == expected:
        return
    beside = f"beside {melds} meld{'' if melds == 1 else 's'}" if melds else "without melds"
    if position.win is not None:
        raise BadRequest(
            f"hand: {size} tiles, but a winner has {expected} {beside}, the winning tile apart"
        )
    if to_discard:
        raise BadRequest(f"hand: {size} tiles, but there must be {expected} {beside} to discard")
    if not position.ruleset.share_out:
        raise BadRequest(f"hand: {size} tiles, but there must be {expected} {beside}")
    if size != expected + 1:
        raise BadRequest(
            f"hand: {size} tiles, but there must be {expected} {beside}, "
            f"or {expected + 1} with a tile from the share-out"
        )


def _check_win(position: Position, win: Win, bonus_faces: frozenset[Tile]) -> None:
    """Check the winning tile and that what happened can happen together."""
    if win.tile in bonus_faces and win.tile not in position.hand.wild:
        raise BadRequest(
            f"win.tile: {NAMES[win.tile]} is a bonus tile that is not wild: nobody wins on it"
        )
    if win.after is None or win.after == "bonus":
        if win.kong_tile is not None:
            raise BadRequest("win.kong_tile: only with win.after exposed_kong or concealed_kong")
    else:
        _check_bloom(position, win, win.after)
    if win.after is not None and win.by != "self_draw":
        raise BadRequest(f"win.after: {win.after} needs win.by self_draw, not {win.by}")
    if win.after == "bonus" and not position.bonus:
        raise BadRequest("win.after: bonus, but nothing is set aside in bonus")
    if win.by == "robbed_kong":
        _check_robbed(position, win.tile)
    if win.opening is not None:
        _check_opening(position, win)
    if win.share_out:
        _check_share_out(position.ruleset, win)


def _check_bloom(position: Position, win: Win, after: str) -> None:
    """Check that the kong whose replacement won is among the melds (V11, A16)."""
    if win.kong_tile is None:
        raise BadRequest(f"win.kong_tile: missing, but win.after is {after}: say which kong")
    kinds = _BLOOMING_MELDS[after]
    if not any(meld.kind in kinds and win.kong_tile in meld.tiles for meld in position.melds):
        raise BadRequest(
            f"win.kong_tile: no {' or '.join(kinds)} of {NAMES[win.kong_tile]} among the melds"
        )


def _check_robbed(position: Position, tile: Tile) -> None:
    """Check that another player can have added this tile to a pung of it (P5)."""
    if tile in position.hand.wild:
        raise BadRequest(f"win.tile: {NAMES[tile]} is wild, and no kong of a wild tile is robbed")
    melded = sum(meld.tiles.count(tile) for meld in position.melds)
    own = position.hand.counts[tile] + melded
    if own:
        raise BadRequest(
            f"win.tile: a robbed kong of {NAMES[tile]} needs the other three, "
            f"but hand and melds have {own}"
        )


def _check_opening(position: Position, win: Win) -> None:
    """Check a heavenly or earthly win (P8)."""
    east = position.seat_wind == 0
    claimed = [meld.kind for meld in position.melds if meld.kind != "bonus_kong"]
    if claimed:
        raise BadRequest(f"win.opening: {win.opening}, but the melds have a {claimed[0]}")
    if win.opening == "heavenly":
        if not east:
            raise BadRequest("win.opening: heavenly is East's alone (seat_wind)")
        if win.by != "self_draw":
            raise BadRequest(f"win.opening: heavenly needs win.by self_draw, not {win.by}")
        if win.after is not None:
            raise BadRequest(f"win.opening: heavenly cannot be after {win.after} (win.after)")
        return
    if east:
        raise BadRequest("win.opening: earthly is not for East, the dealer (seat_wind)")
    if win.by == "robbed_kong":
        raise BadRequest("win.opening: earthly cannot be by a robbed kong (win.by)")


def _check_share_out(ruleset: RuleSet, win: Win) -> None:
    """Check a win in the share-out (P9)."""
    if not ruleset.share_out:
        raise BadRequest("win.share_out: this rule set has no share-out (share_out is false)")
    if win.by != "self_draw":
        raise BadRequest(f"win.share_out: needs win.by self_draw, not {win.by}")
    if win.after is not None:
        raise BadRequest(f"win.share_out: nothing is replaced then, yet win.after is {win.after}")
    if win.opening is not None:
        raise BadRequest(f"win.share_out: too late for win.opening {win.opening}")
