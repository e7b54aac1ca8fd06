"""Who gives up a seat of a coin room, and who has it next (C6)."""

from __future__ import annotations

import logging
from functools import partial
from typing import Literal

from msgspec.structs import replace

from taipao.errors import StoreFault
from taipao.server.audience import Audience, Seat
from taipao.server.keeper import Keeper
from taipao.server.outbox import CLOSE_FREED
from taipao.server.owned import owned
from taipao.server.protocol import Freed
from taipao.server.queues import Waiting
from taipao.server.supplies import Supplies
from taipao.server.tablestate import bot, person

_log = logging.getLogger(__name__)

When = Literal["now", "ended", "dealt"]


class Succession:
    """Frees seats between two rounds, and gives them to who waits for the room, else to a bot.

    Whoever has left, has no coins left (C3) or has gone away gives the seat up. Deal and place stay
    with the seat. At a table of no coin room nothing happens.
    """

    def __init__(self, table_id: str, seats: Audience, keeper: Keeper, supplies: Supplies) -> None:
        self._table_id = table_id
        self._seats = seats
        self._keeper = keeper
        self._supplies = supplies

    async def look_at_purses(self) -> None:
        """Read what the persons own, to be shown with their seats."""
        if self._keeper.state.setup.room is None:
            return
        persons = {seat.chair.account: seat for seat in self._seats.persons}
        try:
            wanted = [account for account in persons if account is not None]
            found = await self._supplies.store.read(partial(owned, wanted=wanted))
        except StoreFault as fault:
            # The next round's end tells it.
            _log.warning("what players own cannot be shown yet: %s", fault)
            return
        for account, own in found.items():
            persons[account].coins, persons[account].rank_points = own.coins, own.rank_points

    async def look(self, when: When) -> bool:
        """See who gives a seat up, none being in a round; tell whether anybody did.

        Leavers go at any time. When a round has just `ended`, who is away and on autopilot has gone
        too, and when the next is to be `dealt` all who are away: then bots have their seats, since
        whoever waits for one would not be there either.
        """
        if when == "dealt":
            # Since the last round's end a refill or a correction may have changed them.
            await self.look_at_purses()
        room, ruleset = self._keeper.state.setup.room, self._keeper.state.setup.ruleset
        if room is None or not isinstance(ruleset, str):
            return False
        freed = [(seat, why) for seat in self._seats.persons if (why := _why(seat, when))]
        if not freed:
            return False
        before = [(seat, seat.chair, seat.outbox) for seat, _ in freed]
        staying = [seat for seat in self._seats.persons if seat not in {one for one, _ in freed}]
        taken = self._take(room, ruleset, 0 if when == "dealt" else len(freed), staying)
        for place, (seat, _) in enumerate(freed):
            if place < len(taken):
                _give(seat, taken[place])
            else:
                seat.give_to(bot(self._supplies.room_bots))
        try:
            await self._keeper.commit()
        except BaseException:
            # The table stops: those are told who sat there, and who waited waits on.
            for seat, chair, outbox in before:
                seat.chair, seat.outbox = chair, outbox
            self._supplies.queues.put_back(taken)
            raise
        for (_, chair, outbox), (_, why) in zip(before, freed, strict=True):
            if chair.account is not None:
                self._supplies.places.forget(chair.account, self._table_id)
            if outbox is not None:
                outbox.post(Freed(why))
                outbox.close(CLOSE_FREED)
        for waiting in taken:
            self._supplies.places.note(waiting.account.id, self._table_id)
        self._supplies.queues.seated(taken, self._table_id)
        self._seats.show_players()
        return True

    def _take(self, room: str, ruleset: str, most: int, staying: list[Seat]) -> list[Waiting]:
        # Who is taken joins somebody: a table of bots alone is closed.
        if not staying:
            return []
        there = {seat.chair.address for seat in staying}
        chosen = self._supplies.queues.choose((room, ruleset), most, there)
        self._supplies.queues.take(chosen)
        return chosen


def _why(seat: Seat, when: When) -> Literal["left", "broke", "gone"] | None:
    if seat.leaving:
        return "left"
    if seat.coins == 0:
        return "broke"
    if when == "dealt" and seat.outbox is None:
        return "gone"
    return "gone" if when == "ended" and seat.outbox is None and seat.autopilot else None


def _give(seat: Seat, waiting: Waiting) -> None:
    seat.give_to(replace(person(waiting.account, waiting.address), newcomer=True))
    seat.coins, seat.rank_points = waiting.coins, waiting.rank_points
