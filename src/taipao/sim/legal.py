"""What a seat may do: `game/legal.py`, compiled. `table.py` numbers the actions."""

from __future__ import annotations

from taipao.sim.kernel import kernel
from taipao.sim.ruledata import CHOW as CHOW_FIELD
from taipao.sim.ruledata import DISCARD_WILD, LOCKED, WHITE_IS_BONUS, RuleData
from taipao.sim.score import Seat, held_of, kill_pig_allowed
from taipao.sim.shape import KIND_OF, SHARE, Flags, Keys, missing, missing_with, waits
from taipao.sim.table import (
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
        table.wild[:],
        table.melds[seat],
        table.meld_kinds[seat],
        table.meld_tiles[seat],
        table.aside[seat],
    )


@kernel
def has_pung(table: Table, seat: int, tile: int) -> bool:
    """Tell whether a seat has an exposed pung of a tile."""
    for meld in range(table.melds[seat]):
        if table.meld_kinds[seat, meld] == PUNG and table.meld_tiles[seat, meld] == tile:
            return True
    return False


@kernel
def count_taken(table: Table, seat: int) -> None:
    """Count by kind, into `taken`, a seat's hand and melds and the indicators."""
    taken, numbers = table.taken, table.numbers
    taken[:] = 0
    for face in range(42):
        taken[KIND_OF[face]] += table.counts[seat, face]
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
    tables: Tables,
    data: RuleData,
    table: Table,
    seat: int,
    keys: Keys,
    wilds: int,
    melds: int,
    kinds: Flags,
) -> int:
    """Tell what a seat's hand with these keys waits for; `taken` has been counted."""
    return waits(
        tables,
        table.counts[seat],
        table.wild,
        keys,
        wilds,
        melds,
        table.taken,
        data.fields[WHITE_IS_BONUS] != 0,
        table.found,
        kinds,
    )


@kernel
def is_ready_without(tables: Tables, data: RuleData, table: Table, seat: int, face: int) -> bool:
    """Tell whether a seat waits for anything once it has discarded a tile (P7)."""
    counts, keys, wilds = table.counts[seat], table.keys[seat], table.wilds[seat]
    melds, wild = table.melds[seat], table.wild[face]
    if wild:
        wilds -= 1
        if missing(tables, keys, melds) > wilds + 1:
            return False
    elif missing_with(tables, keys, melds, face, -1) > wilds + 1:
        return False
    # Near enough, a hand waits for every wild kind of which there are tiles that it does not see.
    first, second = table.numbers[FIRST], table.numbers[SECOND]
    if first == second:
        if held_of(counts, first) < 2:
            return True
    elif held_of(counts, first) < 3 or held_of(counts, second) < 3:
        return True
    if wild:
        # It holds every wild tile but the one that it discards.
        return True
    count_taken(table, seat)
    counts[face] -= 1
    keys[face // 9] -= SHARE[face]
    table.taken[face] -= 1
    found = _waits(tables, data, table, seat, keys, wilds, melds, table.kinds)
    counts[face] += 1
    keys[face // 9] += SHARE[face]
    return found > 0


@kernel
def can_win_now(tables: Tables, data: RuleData, table: Table, seat: int) -> bool:
    """Tell whether a seat that is to act can win with its tiles, shape or not (P6, V15)."""
    wilds = table.wilds[seat]
    if missing(tables, table.keys[seat], table.melds[seat]) <= wilds:
        return True
    if wilds < 2:
        return False
    held = held_of(table.counts[seat], table.numbers[FIRST])
    return kill_pig_allowed(data, seat_at(table, seat), held, wilds)


@kernel
def completes(tables: Tables, table: Table, seat: int, face: int) -> bool:
    """Tell whether one tile more gives a seat the winning shape (P6)."""
    keys, wilds, melds = table.keys[seat], table.wilds[seat], table.melds[seat]
    if table.wild[face]:
        return bool(missing(tables, keys, melds) <= wilds + 1)
    return bool(missing_with(tables, keys, melds, face, 1) <= wilds)


@kernel
def _offer(table: Table, seat: int, action: int) -> None:
    place = table.offered[seat]
    table.choices[seat, place] = action
    table.offered[seat] = place + 1


@kernel
def legal(tables: Tables, data: RuleData, table: Table, seat: int) -> int:
    """Write what a seat may do now into `choices`; return how many of these are answers.

    They stand in the order of docs/events.md: the win first, cancelling ready last.
    """
    numbers = table.numbers
    phase = numbers[PHASE]
    table.offered[seat] = 0
    if phase == TURN_PHASE and numbers[TURN] == seat:
        if table.ready[seat]:
            _ready_turn(tables, data, table, seat)
        else:
            _turn(tables, data, table, seat)
    elif phase == CLAIMS and numbers[TURN] != seat:
        _claims(tables, data, table, seat)
        if table.offered[seat]:
            _offer(table, seat, PASS)
    elif phase == SHARE_OUT and numbers[TURN] == seat and table.drawn[seat] != NO_TILE:
        _share_out(tables, data, table, seat)
    number = table.offered[seat]
    if table.ready[seat] and not data.fields[LOCKED] and phase != ENDED:
        _offer(table, seat, CANCEL)
    return int(number)


@kernel
def _share_out(tables: Tables, data: RuleData, table: Table, seat: int) -> None:
    if can_win_now(tables, data, table, seat):
        _offer(table, seat, WIN)
        # Ready for good, a seat has to win with a wild tile (P7).
        bound = table.ready[seat] != 0 and data.fields[LOCKED] != 0
        if not (bound and table.wild[table.drawn[seat]]):
            _offer(table, seat, PASS)


@kernel
def _turn(tables: Tables, data: RuleData, table: Table, seat: int) -> None:
    counts, wild, melds = table.counts[seat], table.wild, table.melds[seat]
    if table.numbers[SINCE] != CLAIM:
        if can_win_now(tables, data, table, seat):
            _offer(table, seat, WIN)
        for tile in range(34):
            held = counts[tile]
            if held and not wild[tile] and (held == 4 or (melds and has_pung(table, seat, tile))):
                _offer(table, seat, KONG + tile)
    wilds = table.wilds[seat]
    free = data.fields[DISCARD_WILD] != 0 or wilds == 17 - 3 * melds
    for face in range(42):
        if counts[face] and (free or not wild[face]):
            _offer(table, seat, face)
    if missing(tables, table.keys[seat], melds) <= wilds + 1:
        for face in range(42):
            if (
                counts[face]
                and (free or not wild[face])
                and is_ready_without(tables, data, table, seat, face)
            ):
                _offer(table, seat, DECLARE + face)


@kernel
def _ready_turn(tables: Tables, data: RuleData, table: Table, seat: int) -> None:
    """Offer what a declared seat may do with the tile it drew (P7)."""
    drawn = table.drawn[seat]
    if drawn == NO_TILE:
        return
    if can_win_now(tables, data, table, seat):
        _offer(table, seat, WIN)
    if table.wild[drawn]:
        return
    counts, melds = table.counts[seat], table.melds[seat]
    if counts[drawn] == 4:
        if _same_waits(tables, data, table, seat, drawn, 1, 4, melds + 1):
            _offer(table, seat, KONG + drawn)
    elif has_pung(table, seat, drawn) and _same_waits(
        tables, data, table, seat, drawn, 1, 1, melds
    ):
        _offer(table, seat, KONG + drawn)
    _offer(table, seat, PASS)


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
    counts, keys, wilds = table.counts[seat], table.keys[seat], table.wilds[seat]
    share, group = SHARE[tile], tile // 9
    counts[tile] -= apart
    keys[group] -= apart * share
    count_taken(table, seat)
    _waits(tables, data, table, seat, keys, wilds, table.melds[seat], table.before)
    counts[tile] -= used - apart
    keys[group] -= (used - apart) * share
    table.taken[tile] = 4
    _waits(tables, data, table, seat, keys, wilds, sets, table.kinds)
    counts[tile] += used
    keys[group] += used * share
    differing = 0
    for kind in range(36):
        differing += table.before[kind] != table.kinds[kind]
    return differing == 0


@kernel
def _claims(tables: Tables, data: RuleData, table: Table, seat: int) -> None:
    numbers, counts, wild = table.numbers, table.counts[seat], table.wild
    tile = numbers[OFFER_TILE]
    if completes(tables, table, seat, tile):
        _offer(table, seat, WIN)
    if numbers[OFFER_KIND] == KONG_OFFER or wild[tile]:
        return
    held = counts[tile]
    if table.ready[seat]:
        if held == 3 and _same_waits(tables, data, table, seat, tile, 0, 3, table.melds[seat] + 1):
            _offer(table, seat, KONG + tile)
        return
    if held == 3:
        _offer(table, seat, KONG + tile)
    if held >= 2:
        _offer(table, seat, CLAIM_PUNG)
    if data.fields[CHOW_FIELD] and tile < 27 and seat == (numbers[OFFER_SOURCE] + 1) % 4:
        place = tile % 9
        for chow in range(3):
            low = -2 if chow == 0 else -1 if chow == 1 else 1
            high = -1 if chow == 0 else 1 if chow == 1 else 2
            if place + low < 0 or place + high > 8:
                continue
            one, two = tile + low, tile + high
            if counts[one] and counts[two] and not wild[one] and not wild[two]:
                _offer(table, seat, CLAIM_CHOW + chow)
