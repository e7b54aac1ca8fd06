"""The bot `greedy` of `bots/greedy.py`, compiled: it chooses the same of every choice.

A hand is looked at by changing the table and changing it back.
"""

from __future__ import annotations

from taipao.sim.holding import gain
from taipao.sim.kernel import kernel
from taipao.sim.legal import seat_at
from taipao.sim.ruledata import LOCKED, READY_TAI, WHITE_IS_BONUS, RuleData
from taipao.sim.score import base_tai, score_winner
from taipao.sim.shape import KIND_OF, SEASONS, missing, missing_with, useful
from taipao.sim.table import (
    ADDED_KONG,
    BONUS_KONG,
    CANCEL,
    CHOW,
    CLAIM_CHOW,
    CLAIM_PUNG,
    CLAIMS,
    CONCEALED_KONG,
    DECLARE,
    EXPOSED_KONG,
    HEAD,
    KONG,
    LIMIT,
    NO_TILE,
    OFFER_TILE,
    PASS,
    PHASE,
    PUNG,
    TAIL,
    TURN_PHASE,
    WIN,
    Table,
)
from taipao.sim.tables import Tables

GOOD_WAIT = 8
PATIENCE = 4
DRAWABLE = 142
NEVER = 99


@kernel
def choose_greedy(tables: Tables, data: RuleData, table: Table, seat: int) -> int:
    """Return what the bot chooses for a seat that is asked."""
    hidden = _look_around(table, seat)
    if table.choices[seat, 0] == WIN and _takes_win(tables, data, table, seat, hidden):
        return WIN
    if table.numbers[PHASE] == CLAIMS:
        return _claim(tables, data, table, seat)
    return _turn(tables, data, table, seat)


@kernel
def _look_around(table: Table, seat: int) -> int:
    """Count the tiles of each kind that a seat sees nowhere into `unseen`; return all of them."""
    unseen = table.unseen
    for kind in range(36):
        unseen[kind] = 4 - table.seen[kind]
    for face in range(42):
        unseen[KIND_OF[face]] -= table.counts[seat, face]
    for meld in range(table.melds[seat]):
        if table.meld_kinds[seat, meld] == BONUS_KONG:
            unseen[KIND_OF[table.meld_tiles[seat, meld]]] -= 4
    hidden = 0
    for kind in range(36):
        hidden += unseen[kind]
    return hidden


@kernel
def mark_discards(table: Table, seat: int) -> int:
    """Mark in `able` what a seat is offered to discard; return how many faces."""
    table.able[:] = 0
    number = 0
    for place in range(table.offered[seat]):
        action = table.choices[seat, place]
        if action < DECLARE:
            table.able[action] = 1
            number += 1
    return number


@kernel
def mark_held(table: Table, seat: int) -> None:
    """Mark in `able` what may be discarded after a claim: wild tiles where nothing else is (W3)."""
    real = 0
    for face in range(42):
        table.able[face] = table.counts[seat, face] > 0 and not table.wild[face]
        real += table.able[face]
    if not real:
        for face in range(42):
            table.able[face] = table.counts[seat, face] > 0


@kernel
def _distance(tables: Tables, table: Table, seat: int) -> int:
    lacking = missing(tables, table.keys[seat], table.melds[seat]) - table.wilds[seat]
    return int(max(lacking, 0) - 1)


@kernel
def _tai(data: RuleData, table: Table, seat: int) -> int:
    return base_tai(data, seat_at(table, seat), table.counts[seat], table.wilds[seat])


@kernel
def _suited(table: Table, seat: int) -> int:
    """Count the tiles of the longest suit and the honours: how near a flush is."""
    longest, honours = 0, 0
    for group in range(4):
        tiles = 0
        for tile in range(9 * group, min(9 * group + 9, SEASONS)):
            tiles += table.counts[seat, tile]
        for meld in range(table.melds[seat]):
            bonus = table.meld_kinds[seat, meld] == BONUS_KONG
            if not bonus and table.meld_tiles[seat, meld] // 9 == group:
                tiles += 3
        if group == 3:
            honours = tiles
        else:
            longest = max(longest, tiles)
    return longest + honours


@kernel
def _mark_useful(tables: Tables, data: RuleData, table: Table, seat: int) -> int:
    """Tell in `kinds` what brings a hand nearer; return how many unseen tiles do."""
    number = useful(
        tables,
        table.counts[seat],
        table.wild,
        table.keys[seat],
        table.wilds[seat],
        table.melds[seat],
        data.fields[WHITE_IS_BONUS] != 0,
        table.found,
        table.kinds,
    )
    total = 0
    if number:
        for kind in range(36):
            if table.kinds[kind]:
                total += table.unseen[kind]
    return total


@kernel
def _best_discard(tables: Tables, data: RuleData, table: Table, seat: int) -> tuple[int, int, int]:
    """Return the best of the tiles that `able` marks, the distance it leaves, and what helps then.

    Nearest, then most that helps, then most tai. Wild tiles go last. A hand that no unseen tile
    helps counts as farther than one that is helped.
    """
    keys, wilds, melds = table.keys[seat], table.wilds[seat], table.melds[seat]
    real = False
    for face in range(42):
        if table.able[face] and not table.wild[face]:
            real = True
    for face in range(42):
        if not table.able[face] or (real and table.wild[face]):
            table.far[face] = NEVER
        elif table.wild[face]:
            table.far[face] = max(missing(tables, keys, melds) - wilds + 1, 0) - 1
        else:
            table.far[face] = max(missing_with(tables, keys, melds, face, -1) - wilds, 0) - 1
    best, number, least, most = NO_TILE, 0, -2, 0
    while True:
        nearest = NEVER
        for face in range(42):
            if least < table.far[face] < nearest:
                nearest = table.far[face]
        if nearest == NEVER:
            break
        least, most, number = nearest, -1, 0
        for face in range(42):
            if table.far[face] == least:
                gain(table, seat, face, -1)
                helping = _mark_useful(tables, data, table, seat)
                gain(table, seat, face, 1)
                table.helping[face] = helping
                if helping > most:
                    best, most, number = face, helping, 1
                elif helping == most:
                    number += 1
        if most:
            break
    if number > 1:
        best_tai, best_suited = -1, -1
        for face in range(42):
            if table.far[face] == least and table.helping[face] == most:
                gain(table, seat, face, -1)
                tai, suited = _tai(data, table, seat), _suited(table, seat)
                gain(table, seat, face, 1)
                if tai > best_tai or (tai == best_tai and suited > best_suited):
                    best, best_tai, best_suited = face, tai, suited
    return best, least, most


@kernel
def _takes_win(tables: Tables, data: RuleData, table: Table, seat: int, hidden: int) -> bool:
    """Tell whether to win now: always with the shape, else unless waiting promises more."""
    numbers = table.numbers
    number = mark_discards(table, seat)
    if not number and numbers[PHASE] == TURN_PHASE and table.drawn[seat] != NO_TILE:
        for place in range(table.offered[seat]):
            if table.choices[seat, place] == PASS:
                table.able[table.drawn[seat]] = 1
                number = 1
    if not number or _distance(tables, table, seat) < 0:
        return True
    discard, distance, unseen = _best_discard(tables, data, table, seat)
    if distance > 0 or not unseen:
        return True
    certain = _self_drawn(tables, data, table, seat)
    gain(table, seat, discard, -1)
    _mark_useful(tables, data, table, seat)
    kind, most = 0, -1
    for other in range(36):
        if table.kinds[other] and table.unseen[other] > most:
            kind, most = other, table.unseen[other]
    face = kind if kind <= SEASONS else 38
    gain(table, seat, face, 1)
    promised = _self_drawn(tables, data, table, seat)
    gain(table, seat, face, -1)
    gain(table, seat, discard, 1)
    draws = max(DRAWABLE - numbers[HEAD] - numbers[TAIL] - numbers[LIMIT], 0) // 4
    missed = (1 - unseen / hidden) ** float(min(draws, PATIENCE))
    return bool(certain >= (1 - missed) * promised)


@kernel
def _self_drawn(tables: Tables, data: RuleData, table: Table, seat: int) -> int:
    """Return the total of winning with a hand by a plain self-draw."""
    return score_winner(
        tables,
        data,
        seat_at(table, seat),
        table.counts[seat],
        table.keys[seat],
        table.wilds[seat],
        0,
        True,
        table.plan[:],
        table.row[:],
    )


@kernel
def lay_meld(table: Table, seat: int, kind: int, tile: int) -> None:
    """Lay a meld down for a while; its tiles have been taken from where they were."""
    place = table.melds[seat]
    table.meld_kinds[seat, place], table.meld_tiles[seat, place] = kind, tile
    table.melds[seat] = place + 1


@kernel
def _turn(tables: Tables, data: RuleData, table: Table, seat: int) -> int:
    """Choose on an own turn: a kong that costs no speed, else the best discard."""
    discard, least, unseen = NO_TILE, NEVER, 0
    if mark_discards(table, seat):
        discard, least, unseen = _best_discard(tables, data, table, seat)
    worth = -1
    declares = False
    for place in range(table.offered[seat]):
        action = int(table.choices[seat, place])
        if KONG <= action < CLAIM_CHOW:
            if worth < 0:
                worth = _tai(data, table, seat)
            near, tai = _with_own_kong(tables, data, table, seat, action - KONG)
            # A declared seat is offered only kongs that leave its waits the same (P7).
            if near <= least and tai >= worth:
                return action
        elif discard != NO_TILE and action == discard + DECLARE:
            declares = True
    if discard == NO_TILE:
        return PASS
    for_good = data.fields[LOCKED] != 0
    if declares and unseen >= GOOD_WAIT and (data.fields[READY_TAI] > 0 or not for_good):
        return discard + DECLARE
    return discard


@kernel
def _with_own_kong(
    tables: Tables, data: RuleData, table: Table, seat: int, tile: int
) -> tuple[int, int]:
    """Return distance and tai after a concealed or an added kong, nothing drawn yet."""
    if table.counts[seat, tile] == 4:
        gain(table, seat, tile, -4)
        lay_meld(table, seat, CONCEALED_KONG, tile)
        near, tai = _distance(tables, table, seat), _tai(data, table, seat)
        table.melds[seat] -= 1
        gain(table, seat, tile, 4)
        return near, tai
    place = 0
    while table.meld_kinds[seat, place] != PUNG or table.meld_tiles[seat, place] != tile:
        place += 1
    gain(table, seat, tile, -1)
    table.meld_kinds[seat, place] = ADDED_KONG
    near, tai = _distance(tables, table, seat), _tai(data, table, seat)
    table.meld_kinds[seat, place] = PUNG
    gain(table, seat, tile, 1)
    return near, tai


@kernel
def _claim(tables: Tables, data: RuleData, table: Table, seat: int) -> int:
    """Claim the offered tile if that brings the hand nearer, or pays and leaves it as near."""
    tile = table.numbers[OFFER_TILE]
    before = _distance(tables, table, seat)
    worth = _tai(data, table, seat)
    best, best_far, best_unseen = PASS, NEVER, 0
    for place in range(table.offered[seat]):
        action = int(table.choices[seat, place])
        if action in (WIN, PASS, CANCEL):
            continue
        kind, lowest, own = PUNG, tile, 2
        if action >= CLAIM_CHOW:
            kind, lowest, own = CHOW, tile - 2 + action - CLAIM_CHOW, 0
        elif action != CLAIM_PUNG:
            kind, own = EXPOSED_KONG, 3
        take_own(table, seat, lowest, tile, own, -1)
        lay_meld(table, seat, kind, lowest)
        # With one tile too many the best discard leaves the distance, if it is no complete hand.
        near, tai = max(_distance(tables, table, seat), 0), _tai(data, table, seat)
        pays = near == before and tai > worth
        takes = kind == EXPOSED_KONG and pays
        if kind != EXPOSED_KONG and (near < before or (pays and before > 0)):
            mark_held(table, seat)
            _, far, unseen = _best_discard(tables, data, table, seat)
            if far < best_far or (far == best_far and unseen > best_unseen):
                best, best_far, best_unseen = action, far, unseen
        table.melds[seat] -= 1
        take_own(table, seat, lowest, tile, own, 1)
        if takes:
            return action
    return best


@kernel
def take_own(table: Table, seat: int, lowest: int, tile: int, own: int, by: int) -> None:
    """Take the own tiles of a claim from a hand, or give them back: equal ones, or a chow's two."""
    if own:
        gain(table, seat, tile, by * own)
    else:
        for other in range(lowest, lowest + 3):
            if other != tile:
                gain(table, seat, other, by)
