"""Who sits where at a table: sitting down, changing places, standing up, drawing lots."""

from __future__ import annotations

from msgspec.structs import replace

import taipao
from taipao.rules.ruleset import NAMES
from taipao.server.audience import Audience, Seat
from taipao.server.dealing import Dealing
from taipao.server.keeper import Keeper
from taipao.server.keeping import Account
from taipao.server.outbox import CLOSE_FREED
from taipao.server.protocol import Freed, Welcome
from taipao.server.supplies import Supplies
from taipao.server.tablestate import FREE, NOBODY, Chair, bot, person


class Seating:
    """The places at one table, which at a friends' table may change until its match begins."""

    def __init__(
        self, table_id: str, seats: Audience, keeper: Keeper, dealing: Dealing, supplies: Supplies
    ) -> None:
        self._table_id = table_id
        self._seats = seats
        self._keeper = keeper
        self._dealing = dealing
        self._supplies = supplies

    @property
    def open(self) -> bool:
        """Whether places may still change."""
        state = self._keeper.state
        friends = state.setup.code is not None
        return friends and self._dealing.match is None and not state.dissolved

    def of(self, account_id: str) -> Seat | None:
        """Return the seat of an account that sits here."""
        owned = (seat for seat in self._seats.persons if seat.chair.account == account_id)
        return next(owned, None)

    def welcome(self, seat: Seat | None, shown: str | None = None) -> Welcome:
        """Return what greets a person in a seat, or without one somebody who watches.

        `shown` is the round that is shown next, if one is.
        """
        setup = self._keeper.state.setup
        return Welcome(
            taipao.__version__,
            0 if seat is None else seat.index,
            NAMES,
            self._dealing.offered.spec(),
            self._keeper.next_commitment,
            self._table_id,
            self._seats.players if seat is None else self._seats.players_for(seat),
            setup.room,
            setup.friends,
            seat is None,
            shown,
        )

    async def sit(self, account: Account, wanted: int | None) -> int | None:
        """Give an account a free seat, or its own again; None if there is none.

        Who wants a certain seat gets it or none, and gives up the one it has for it.
        """
        own = self.of(account.id)
        if own is not None and wanted in (None, own.index):
            self._supplies.places.note(account.id, self._table_id)
            return own.index
        chosen = self._seats if wanted is None else (self._seats[wanted],)
        free = next((seat for seat in chosen if seat.chair.kind == "free"), None)
        if free is None or self._keeper.state.dissolved or (own is not None and not self.open):
            return None
        if own is None:
            free.give_to(person(account))
        else:
            order = [0, 1, 2, 3]
            order[own.index], order[free.index] = free.index, own.index
            self._seats.arrange(order)
        await self._keeper.commit()
        self._supplies.places.note(account.id, self._table_id)
        if own is None:
            self._seats.show_players()
            return free.index
        own.post(self.welcome(own))
        self._seats.show_players(but=own)
        return own.index

    async def rename(self, account: Account) -> None:
        """Show an account by the name that it has now, if it sits here."""
        seat = self.of(account.id)
        if seat is not None:
            await self._change(seat, replace(seat.chair, name=account.name))

    async def forget(self, account_id: str) -> None:
        """Show and keep of a deleted account neither name nor address, if it sits here."""
        seat = self.of(account_id)
        if seat is not None:
            await self._change(seat, replace(seat.chair, name=NOBODY, address=""))

    async def _change(self, seat: Seat, chair: Chair) -> None:
        seat.chair = chair
        await self._keeper.commit()
        self._seats.show_players()

    async def stand_up(self, seat: Seat) -> None:
        """Free a person's seat, while places may change."""
        account, outbox = seat.chair.account, seat.outbox
        seat.give_to(FREE)
        await self._keeper.commit()
        if account is not None:
            self._supplies.places.forget(account, self._table_id)
        if outbox is not None:
            outbox.post(Freed("left"))
            outbox.close(CLOSE_FREED)
        self._seats.show_players()

    async def fill(self, wanted: int, *, on: bool) -> bool:
        """Let a bot have a free seat, or free a bot's, while places may change; tell if it could.

        No bot is made yet: the match makes its own as it begins.
        """
        seat = self._seats[wanted]
        if seat.chair.kind != ("free" if on else "bot"):
            return False
        seat.give_to(bot(self._keeper.state.setup.level) if on else FREE)
        await self._keeper.commit()
        self._seats.show_players()
        return True

    def draw(self) -> bool:
        """Draw lots for the seats where that is agreed on and not done; tell whether it was."""
        if not (self.open and self._keeper.state.setup.drawn):
            return False
        self._seats.arrange(self._supplies.chance.order())
        self._dealing.change_bots()
        return True
