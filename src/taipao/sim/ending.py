"""The end of a round: where the wall stops, who won how, and who pays whom: compiled."""

from __future__ import annotations

from taipao.sim.kernel import kernel
from taipao.sim.legal import seat_at
from taipao.sim.log import ROUND_OVER, note
from taipao.sim.ruledata import (
    EARTHLY_DISCARD,
    EARTHLY_DRAW,
    RESERVE,
    RESERVE_EACH,
    STAYS_ON_DRAW,
    STAYS_ON_WIN,
    RuleData,
)
from taipao.sim.ruledata import SHARE_OUT as SHARE_OUT_FIELD
from taipao.sim.score import score_other, score_winner
from taipao.sim.table import (
    AFTER,
    CALLED,
    CONCEALED,
    DEALER,
    DISCARD_OFFER,
    ENDED,
    EXPOSED,
    KONG_TILE,
    NEXT_DEALER,
    NO_OFFER,
    NOBODY,
    OFFER_KIND,
    OFFER_SOURCE,
    PHASE,
    SHARE_OUT,
    SINCE,
    START,
    WINNER,
    WON,
    Table,
)
from taipao.sim.tables import Tables

RED = 33
SELF_DRAWN = 4 * 2 * 3 * 2 * 2
"""The keys of a self-draw are below this."""


@kernel
def limit_of(data: RuleData, table: Table) -> int:
    """Return the tiles left at which play stops (P9, P11)."""
    fields, exposed, concealed = data.fields, table.numbers[EXPOSED], table.numbers[CONCEALED]
    if fields[RESERVE_EACH]:
        extra = 2 * (exposed + concealed)
    else:
        extra = 2 * (concealed // 2) + 2 * (exposed // 2)
    return int(fields[RESERVE] + (4 if fields[SHARE_OUT_FIELD] else 0) + extra)


@kernel
def end_round(tables: Tables, data: RuleData, table: Table, winner: int) -> None:
    """Settle the round (S1 to S4); nobody wins: nothing moves (P10)."""
    numbers, fields, dealer = table.numbers, data.fields, table.numbers[DEALER]
    numbers[PHASE], numbers[WINNER], numbers[OFFER_KIND] = ENDED, winner, NO_OFFER
    note(table, ROUND_OVER, max(winner, 0), winner, 0, 0, 0)
    if winner == NOBODY:
        stays = fields[STAYS_ON_DRAW] != 0
    else:
        stays = winner == dealer and fields[STAYS_ON_WIN] != 0
        on_turn = numbers[WON] < SELF_DRAWN
        for seat in range(4):
            counts, row = table.counts[seat], table.rows[seat]
            if seat == winner:
                total = score_winner(
                    tables,
                    data,
                    seat_at(table, seat),
                    counts,
                    table.keys[seat],
                    table.wilds[seat],
                    numbers[WON],
                    on_turn,
                    table.plan[:],
                    row,
                )
            else:
                total = score_other(data, seat_at(table, seat), counts, table.wilds[seat], row)
            table.totals[seat] = total
        for payer in range(4):
            for receiver in range(4):
                if payer in (receiver, winner):
                    continue
                owed = table.totals[receiver]
                if receiver != winner:
                    owed = max(0, owed - table.totals[payer])
                if dealer in (payer, receiver):
                    owed *= 2
                table.payments[payer, receiver] = owed
                table.points[payer] -= owed
                table.points[receiver] += owed
    numbers[NEXT_DEALER] = dealer if stays else (dealer + 1) % 4


@kernel
def way_won(data: RuleData, table: Table, seat: int) -> int:
    """Return the key of the way in which a seat wins now."""
    numbers = table.numbers
    by, after, own, opening, share_out = 0, 0, 0, 0, 0
    if numbers[OFFER_KIND] != NO_OFFER:
        by = 1 if numbers[OFFER_KIND] == DISCARD_OFFER else 2
        source = numbers[OFFER_SOURCE]
        if (
            data.fields[EARTHLY_DISCARD]
            and source == numbers[DEALER]
            and table.discards[source] == 1
            and not numbers[CALLED]
        ):
            opening = 2
    elif numbers[PHASE] == SHARE_OUT:
        share_out = 1
    else:
        after = numbers[AFTER]
        wind = 27 + (seat - numbers[DEALER]) % 4
        own = 1 if numbers[KONG_TILE] in (RED, wind) else 0
        if seat == numbers[DEALER]:
            opening = 1 if numbers[SINCE] == START else 0
        elif data.fields[EARTHLY_DRAW] and not table.discards[seat] and not numbers[CALLED]:
            opening = 2
    ready = 1 if table.ready[seat] else 0
    return ((((by * 4 + after) * 2 + own) * 3 + opening) * 2 + share_out) * 2 + ready
