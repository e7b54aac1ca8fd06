"""One seat's tiles at the end of a round, and whether they can be at all."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

import msgspec

from taipao.errors import Impossible
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
    Raises Impossible, its message beginning with the field at fault (`melds[1].tiles: ...`).
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
        name = NAMES[wild[0]]
        raise Impossible(
            "wild_melded", where, f"{name} is wild, and no meld has a wild tile", tile=name
        )
    if meld.kind == "bonus_kong":
        _check_bonus_kong(position.ruleset, place, tiles, bonus_faces)
        return
    if meld.kind == "chow" and not position.ruleset.chow:
        raise Impossible(
            "no_chow", f"melds[{place}].kind", "this rule set has no chow (chow is false)"
        )
    size = 4 if meld.is_kong else 3
    if len(tiles) != size:
        raise Impossible(
            "meld_size",
            where,
            f"{_named(meld)} has {size} tiles, not {len(tiles)}",
            count=len(tiles),
            expected=size,
        )
    bonus = [tile for tile in tiles if tile in bonus_faces]
    if bonus:
        raise Impossible(
            "bonus_melded",
            where,
            f"{_named(meld)} cannot have bonus tiles ({format_tiles(tiles)})",
            tile=NAMES[bonus[0]],
        )
    if meld.kind == "chow":
        if not _is_run(tiles):
            raise Impossible(
                "not_a_run",
                where,
                f"{format_tiles(tiles)} is not three tiles in a row of one suit",
                tile=NAMES[tiles[0]],
            )
    elif len(set(tiles)) != 1:
        raise Impossible(
            "not_alike",
            where,
            f"{_named(meld)} is of one tile, not of {format_tiles(tiles)}",
            tile=NAMES[tiles[-1]],
        )


def _check_bonus_kong(
    ruleset: RuleSet, place: int, tiles: tuple[Tile, ...], bonus_faces: frozenset[Tile]
) -> None:
    """Check an opening kong: all four whites, seasons or plants (A4k)."""
    if not ruleset.opening_four_kong:
        raise Impossible(
            "no_bonus_kong",
            f"melds[{place}].kind",
            "this rule set has no bonus_kong (opening_four_kong is false)",
        )
    whites = ((WHITE,) * 4,) if WHITE in bonus_faces else ()
    if tiles not in (*whites, *_FLOWERS):
        allowed = ", ".join(format_tiles(four) for four in (*whites, *_FLOWERS))
        raise Impossible(
            "not_a_bonus_kong",
            f"melds[{place}].tiles",
            f"a bonus_kong is one of {allowed}, not {format_tiles(tiles)!r}",
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
            raise Impossible(
                "bonus_in_hand",
                "hand",
                f"{NAMES[tile]} is a bonus tile that is not wild: it belongs in bonus",
                tile=NAMES[tile],
            )
    for tile in position.bonus:
        if tile not in bonus_faces:
            raise Impossible(
                "not_bonus",
                "bonus",
                f"{NAMES[tile]} is not a bonus tile, it is never set aside",
                tile=NAMES[tile],
            )
        if tile in wild:
            raise Impossible(
                "wild_aside",
                "bonus",
                f"{NAMES[tile]} is wild, and a wild tile is not set aside",
                tile=NAMES[tile],
            )


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
            raise Impossible(
                "too_many",
                next(iter(named)),
                f"{held} of {NAMES[tile]} ({listed}), "
                f"but only {COPIES[tile]} {'exists' if COPIES[tile] == 1 else 'exist'}",
                tile=NAMES[tile],
                count=held,
                expected=COPIES[tile],
            )


def _check_size(position: Position, *, to_discard: bool) -> None:
    """Check the number of concealed tiles: 16 less 3 a meld, a kong counting as 3 too."""
    melds = len(position.melds)
    if melds > MAX_MELDS:
        raise Impossible(
            "too_many_melds",
            "melds",
            f"{melds} melds, but a hand has at most {MAX_MELDS}",
            count=melds,
            expected=MAX_MELDS,
        )
    size = position.hand.size
    expected = _HAND_SIZE - 3 * melds + to_discard
    if size == expected:
        return
    beside = f"beside {melds} meld{'' if melds == 1 else 's'}" if melds else "without melds"
    if position.win is not None:
        wanted = f"a winner has {expected} {beside}, the winning tile apart"
    elif to_discard:
        wanted = f"there must be {expected} {beside} to discard"
    elif not position.ruleset.share_out:
        wanted = f"there must be {expected} {beside}"
    elif size != expected + 1:
        wanted = (
            f"there must be {expected} {beside}, or {expected + 1} with a tile from the share-out"
        )
    else:
        return
    raise Impossible(
        "hand_size", "hand", f"{size} tiles, but {wanted}", count=size, expected=expected
    )


def _check_win(position: Position, win: Win, bonus_faces: frozenset[Tile]) -> None:
    """Check the winning tile and that what happened can happen together."""
    if win.tile in bonus_faces and win.tile not in position.hand.wild:
        raise Impossible(
            "won_on_bonus",
            "win.tile",
            f"{NAMES[win.tile]} is a bonus tile that is not wild: nobody wins on it",
            tile=NAMES[win.tile],
        )
    if win.after is None or win.after == "bonus":
        if win.kong_tile is not None:
            raise Impossible(
                "kong_without_bloom",
                "win.kong_tile",
                "only with win.after exposed_kong or concealed_kong",
            )
    else:
        _check_bloom(position, win, win.after)
    if win.after is not None and win.by != "self_draw":
        raise Impossible(
            "bloom_not_drawn", "win.after", f"{win.after} needs win.by self_draw, not {win.by}"
        )
    if win.after == "bonus" and not position.bonus:
        raise Impossible("nothing_aside", "win.after", "bonus, but nothing is set aside in bonus")
    if win.by == "robbed_kong":
        _check_robbed(position, win.tile)
    if win.opening is not None:
        _check_opening(position, win)
    if win.share_out:
        _check_share_out(position.ruleset, win)


def _check_bloom(position: Position, win: Win, after: str) -> None:
    """Check that the kong whose replacement won is among the melds (V11, A16)."""
    if win.kong_tile is None:
        raise Impossible(
            "no_such_kong", "win.kong_tile", f"missing, but win.after is {after}: say which kong"
        )
    kinds = _BLOOMING_MELDS[after]
    if not any(meld.kind in kinds and win.kong_tile in meld.tiles for meld in position.melds):
        raise Impossible(
            "no_such_kong",
            "win.kong_tile",
            f"no {' or '.join(kinds)} of {NAMES[win.kong_tile]} among the melds",
            tile=NAMES[win.kong_tile],
        )


def _check_robbed(position: Position, tile: Tile) -> None:
    """Check that another player can have added this tile to a pung of it (P5)."""
    if tile in position.hand.wild:
        raise Impossible(
            "robbed_wild",
            "win.tile",
            f"{NAMES[tile]} is wild, and no kong of a wild tile is robbed",
            tile=NAMES[tile],
        )
    melded = sum(meld.tiles.count(tile) for meld in position.melds)
    own = position.hand.counts[tile] + melded
    if own:
        raise Impossible(
            "robbed_held",
            "win.tile",
            f"a robbed kong of {NAMES[tile]} needs the other three, but hand and melds have {own}",
            tile=NAMES[tile],
            count=own,
            expected=0,
        )


def _check_opening(position: Position, win: Win) -> None:
    """Check a heavenly or earthly win (P8)."""
    east = position.seat_wind == 0
    claimed = [meld.kind for meld in position.melds if meld.kind != "bonus_kong"]
    if claimed:
        raise Impossible(
            "opening_melded", "win.opening", f"{win.opening}, but the melds have a {claimed[0]}"
        )
    if win.opening == "heavenly":
        if not east:
            raise Impossible(
                "heavenly_not_east", "win.opening", "heavenly is East's alone (seat_wind)"
            )
        if win.by != "self_draw":
            raise Impossible(
                "heavenly_not_drawn",
                "win.opening",
                f"heavenly needs win.by self_draw, not {win.by}",
            )
        if win.after is not None:
            raise Impossible(
                "heavenly_bloom",
                "win.opening",
                f"heavenly cannot be after {win.after} (win.after)",
            )
        return
    if east:
        raise Impossible(
            "earthly_east", "win.opening", "earthly is not for East, the dealer (seat_wind)"
        )
    if win.by == "robbed_kong":
        raise Impossible(
            "earthly_robbed", "win.opening", "earthly cannot be by a robbed kong (win.by)"
        )


def _check_share_out(ruleset: RuleSet, win: Win) -> None:
    """Check a win in the share-out (P9)."""
    where = "win.share_out"
    if not ruleset.share_out:
        raise Impossible(
            "no_share_out", where, "this rule set has no share-out (share_out is false)"
        )
    if win.by != "self_draw":
        raise Impossible("share_out_not_drawn", where, f"needs win.by self_draw, not {win.by}")
    if win.after is not None:
        raise Impossible(
            "share_out_bloom", where, f"nothing is replaced then, yet win.after is {win.after}"
        )
    if win.opening is not None:
        raise Impossible("share_out_opening", where, f"too late for win.opening {win.opening}")
