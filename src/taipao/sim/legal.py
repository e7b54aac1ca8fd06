"""What a seat may do: `game/legal.py`, compiled. `table.py` numbers the actions."""

from __future__ import annotations

from taipao.sim.kernel import kernel
from taipao.sim.ruledata import CHOW as CHOW_FIELD
from taipao.sim.ruledata import DISCARD_WILD, LOCKED, WHITE_IS_BONUS, RuleData
from taipao.sim.score import Seat, held_of, kill_pig_allowed
from taipao.sim.shape import (
    KIND_OF,
    Counts,
    Flags,
    is_complete,
    missing,
    read_keys,
    waits,
)
from taipao.sim.table import (
    ACTIONS,
    CANCEL,
    CLAIM,
    CLAIM_CHOW,
    CLAIM_PUNG,
    CLAIMS,
    DEALER,
    DECLARE,
    ENDED,
    FIRST,
    KONG,
    KONG_OFFER,
    NO_TILE,
    OFFER_KIND,
    OFFER_SOURCE,
    OFFER_TILE,
    PASS,
    PHASE,
    PUNG,
    SECOND,
    SHARE_OUT,
    SINCE,
    TURN,
    TURN_PHASE,
    WIN,
    Table,
)
from taipao.sim.tables import Tables


@kernel
def seat_at(table: Table, seat: int) -> Seat:
    """Return a seat as scoring takes it."""
    numbers = table.numbers
    return Seat(
        (seat - numbers[DEALER]) % 4,
        numbers[FIRST],
        numbers[SECOND],
        table.wild,
        table.melds[seat],
        table.meld_kinds[seat],
        table.meld_tiles[seat],
        table.aside[seat],
    )


@kernel
def count_taken(table: Table, seat: int, counts: Counts) -> None:
    """Count by kind, into `taken`, a hand, the seat's melds and the indicators."""
    taken, numbers = table.taken, table.numbers
    for kind in range(36):
        taken[kind] = 0
    for face in range(42):
        taken[KIND_OF[face]] += counts[face]
    for meld in range(table.melds[seat]):
        kind, tile = table.meld_kinds[seat, meld], int(table.meld_tiles[seat, meld])
        if kind == 0:
            for place in range(tile, tile + 3):
                taken[place] += 1
        else:
            taken[KIND_OF[tile]] += 3 if kind == PUNG else 4
    taken[numbers[FIRST]] += 1
    taken[numbers[SECOND]] += 1


@kernel
def _waits(
    tables: Tables, data: RuleData, table: Table, counts: Counts, melds: int, kinds: Flags
) -> int:
    """Tell what a hand waits for; `taken` has been counted."""
    white_is_bonus = data.fields[WHITE_IS_BONUS] != 0
    return waits(
        tables,
        counts,
        table.wild,
        melds,
        table.taken,
        white_is_bonus,
        table.room.keys,
        table.found,
        kinds,
    )


@kernel
def can_win_now(tables: Tables, data: RuleData, table: Table, seat: int) -> bool:
    """Tell whether a seat can win with the tiles it holds, shape or not (P6, V15)."""
    counts = table.counts[seat]
    if is_complete(tables, counts, table.wild, table.melds[seat], table.room.keys):
        return True
    wilds = read_keys(counts, table.wild, table.room.keys)
    held = held_of(counts, table.numbers[FIRST])
    return kill_pig_allowed(data, seat_at(table, seat), held, wilds)


@kernel
def legal(tables: Tables, data: RuleData, table: Table, seat: int, mask: Flags) -> int:
    """Tell of each action whether a seat may take it now; return how many of them answer."""
    for action in range(ACTIONS):
        mask[action] = False
    numbers = table.numbers
    phase = numbers[PHASE]
    number = 0
    if phase == TURN_PHASE and numbers[TURN] == seat:
        if table.ready[seat]:
            number = _ready_turn(tables, data, table, seat, mask)
        else:
            number = _turn(tables, data, table, seat, mask)
    elif phase == CLAIMS and numbers[TURN] != seat:
        number = _claims(tables, data, table, seat, mask)
        if number:
            mask[PASS] = True
            number += 1
    elif phase == SHARE_OUT and numbers[TURN] == seat and table.drawn[seat] != NO_TILE:
        number = _share_out(tables, data, table, seat, mask)
    if table.ready[seat] and not data.fields[LOCKED] and phase != ENDED:
        mask[CANCEL] = True
    return number


@kernel
def _share_out(tables: Tables, data: RuleData, table: Table, seat: int, mask: Flags) -> int:
    if not can_win_now(tables, data, table, seat):
        return 0
    mask[WIN] = True
    # Ready for good, a seat has to win with a wild tile (P7).
    if table.ready[seat] and data.fields[LOCKED] != 0 and table.wild[table.drawn[seat]]:
        return 1
    mask[PASS] = True
    return 2


@kernel
def _turn(tables: Tables, data: RuleData, table: Table, seat: int, mask: Flags) -> int:
    counts, wild, melds = table.counts[seat], table.wild, table.melds[seat]
    number = 0
    if table.numbers[SINCE] != CLAIM:
        if can_win_now(tables, data, table, seat):
            mask[WIN] = True
            number += 1
        for tile in range(34):
            if counts[tile] and not wild[tile]:
                able = counts[tile] == 4
                if not able:
                    for meld in range(melds):
                        if (
                            table.meld_kinds[seat, meld] == PUNG
                            and table.meld_tiles[seat, meld] == tile
                        ):
                            able = True
                if able:
                    mask[KONG + tile] = True
                    number += 1
    keys = table.room.keys
    wilds = read_keys(counts, wild, keys)
    size = 17 - 3 * melds
    free = data.fields[DISCARD_WILD] != 0 or wilds == size
    lacking = missing(tables, keys, melds) - wilds
    if lacking <= 1:
        count_taken(table, seat, counts)
    for face in range(42):
        if counts[face] and (free or not wild[face]):
            mask[face] = True
            number += 1
            if lacking <= 1:
                counts[face] -= 1
                table.taken[KIND_OF[face]] -= 1
                if _waits(tables, data, table, counts, melds, table.kinds):
                    mask[DECLARE + face] = True
                    number += 1
                counts[face] += 1
                table.taken[KIND_OF[face]] += 1
    return number


@kernel
def _ready_turn(tables: Tables, data: RuleData, table: Table, seat: int, mask: Flags) -> int:
    """Tell what a declared seat may do with the tile it drew (P7)."""
    drawn = table.drawn[seat]
    if drawn == NO_TILE:
        return 0
    number = 0
    if can_win_now(tables, data, table, seat):
        mask[WIN] = True
        number = 1
    if table.wild[drawn]:
        return number
    counts, melds = table.counts[seat], table.melds[seat]
    able = counts[drawn] == 4
    used, sets = 4, melds + 1
    if not able:
        for meld in range(melds):
            if table.meld_kinds[seat, meld] == PUNG and table.meld_tiles[seat, meld] == drawn:
                able, used, sets = True, 1, melds
    if able and _same_waits(tables, data, table, seat, drawn, 1, used, sets):
        mask[KONG + drawn] = True
        number += 1
    mask[PASS] = True
    return number + 1


@kernel
def _same_waits(
    tables: Tables,
    data: RuleData,
    table: Table,
    seat: int,
    tile: int,
    apart: int,
    used: int,
    sets: int,
) -> bool:
    """Tell whether a kong leaves the waits the same.

    Before it the hand is without `apart` of the tile, after it without `used`, with so many sets.
    All four of the tile are seen then.
    """
    counts, melds = table.counts[seat], table.melds[seat]
    counts[tile] -= apart
    count_taken(table, seat, counts)
    _waits(tables, data, table, counts, melds, table.before)
    counts[tile] -= used - apart
    table.taken[tile] = 4
    _waits(tables, data, table, counts, sets, table.kinds)
    counts[tile] += used
    differing = 0
    for kind in range(36):
        differing += table.before[kind] != table.kinds[kind]
    return differing == 0


@kernel
def _claims(tables: Tables, data: RuleData, table: Table, seat: int, mask: Flags) -> int:
    numbers, counts, wild = table.numbers, table.counts[seat], table.wild
    tile = numbers[OFFER_TILE]
    number = 0
    counts[tile] += 1
    if is_complete(tables, counts, wild, table.melds[seat], table.room.keys):
        mask[WIN] = True
        number += 1
    counts[tile] -= 1
    if numbers[OFFER_KIND] == KONG_OFFER or wild[tile]:
        return number
    held = counts[tile]
    if table.ready[seat]:
        if held == 3 and _same_waits(tables, data, table, seat, tile, 0, 3, table.melds[seat] + 1):
            mask[KONG + tile] = True
            number += 1
        return number
    if held == 3:
        mask[KONG + tile] = True
        number += 1
    if held >= 2:
        mask[CLAIM_PUNG] = True
        number += 1
    if data.fields[CHOW_FIELD] and tile < 27 and seat == (numbers[OFFER_SOURCE] + 1) % 4:
        place = tile % 9
        for chow in range(3):
            low = -2 if chow == 0 else -1 if chow == 1 else 1
            high = -1 if chow == 0 else 1 if chow == 1 else 2
            if place + low < 0 or place + high > 8:
                continue
            one, two = tile + low, tile + high
            if counts[one] and counts[two] and not wild[one] and not wild[two]:
                mask[CLAIM_CHOW + chow] = True
                number += 1
    return number
