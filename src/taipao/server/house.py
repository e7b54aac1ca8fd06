"""What every request and every socket of one server shares."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from taipao.bots import Level
from taipao.server.accounts import Accounts, Ban
from taipao.server.alone import OneTable
from taipao.server.chance import Chance, SystemChance
from taipao.server.committer import Committer
from taipao.server.copies import CopyingStore
from taipao.server.database import Item
from taipao.server.desk import Desk
from taipao.server.friends import Friends
from taipao.server.guard import Allowed, Limits, loopback
from taipao.server.guide import Library
from taipao.server.keeping import Account, Store
from taipao.server.ledger import Ledger
from taipao.server.lobby import Lobby
from taipao.server.metrics import Metrics
from taipao.server.operators import Operators
from taipao.server.page import PAGE
from taipao.server.passwords import Passwords
from taipao.server.pool import TURN
from taipao.server.privacy import forget_deleted
from taipao.server.reports import Reports
from taipao.server.rooms import Rooms
from taipao.server.sessions import (
    Cookies,
    OnePerson,
    Sessions,
    TokenSessions,
    hashed,
    new_token,
)
from taipao.server.settings import Settings
from taipao.server.sockets import Sockets
from taipao.server.standings import Standings
from taipao.server.store import DatabaseStore
from taipao.server.supplies import Pace, Supplies
from taipao.server.sweep import Sweep
from taipao.server.table import Table
from taipao.server.tablestate import Clock, Setup, bot, person


@dataclass
class House:
    """One server's parts. `allowed` says who may call, `page` is the folder of the built page.

    A server for one person has no accounts.
    """

    settings: Settings
    store: Store
    committer: Committer[Item]
    lobby: Lobby
    rooms: Rooms
    friends: Friends
    sessions: Sessions
    cookies: Cookies
    limits: Limits
    accounts: Accounts | None
    ledger: Ledger
    metrics: Metrics
    allowed: Allowed
    own_setup: Callable[[Account, Level], Setup]
    page: Path
    desk: Desk
    sockets: Sockets = field(default_factory=Sockets)
    library: Library = field(default_factory=Library)
    standings: Standings = field(init=False)
    operators: Operators = field(init=False)
    reports: Reports = field(init=False)
    _opening: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self.standings = Standings(self.store)
        self.operators = Operators(self.store)
        self.reports = Reports(self.store)

    async def own_table(self, guest: Account, level: Level | None = None) -> Table:
        """Return the table at which a guest sat down last, or open one with three bots.

        Where a `level` is named it is a table with three such bots; a table with others stays open.

        Raises `BadRequest` if none can be opened, `StoreFault` if it cannot be kept.
        """
        # Two windows of somebody new shall meet at one table.
        async with self._opening:
            mine = [
                table
                for table in self.lobby.of(guest.id)
                if not (table.frozen or table.setup.fixed)
                and (self.accounts is None or level is None or _is_against(table, level))
            ]
            if mine:
                return mine[-1]
            return await self.lobby.create(self.own_setup(guest, level or "normal"))

    async def ban(self, account_id: str, until: int, reason: str, operator: str) -> None:
        """Ban an account from playing until a time in UTC milliseconds, and have it leave.

        Raises `BadRequest` as `Operators.ban` does.
        """
        await self.operators.ban(account_id, until, reason, operator)
        self.standings.forget()
        await self.rooms.leave(account_id)
        self.sockets.ban(account_id, Ban(until, reason))
        self._vacate(account_id)

    async def give_token(self, account_id: str, reason: str, operator: str) -> str:
        """Give a program's account a new token and return it; whoever came by another is let go.

        Raises `BadRequest` as `Operators.give_token` does.
        """
        token = new_token()
        await self.operators.give_token(account_id, hashed(token), reason, operator)
        await self.disconnect(account_id)
        return token

    async def expel(self, account_id: str) -> None:
        """Have an account leave: its sockets, its queue and the seats that can be left."""
        await self.disconnect(account_id)
        self._vacate(account_id)

    def rename(self, account: Account) -> None:
        """Show an account by the name that it has now, wherever it sits, waits or stands."""
        self.standings.forget()
        self.rooms.rename(account)
        for table in self.lobby.of(account.id):
            table.rename(account)

    def forget(self, account_id: str) -> None:
        """Show and keep of a deleted account neither name nor address, wherever it is shown."""
        self.standings.forget()
        for table in self.lobby.of(account_id):
            table.forget(account_id)

    async def disconnect(self, account_id: str) -> None:
        """Have an account wait for no seat any more, and close its sockets; it keeps its seats."""
        await self.rooms.leave(account_id)
        self.sockets.close(account_id)

    def _vacate(self, account_id: str) -> None:
        for table in self.lobby.of(account_id):
            table.vacate(account_id)


@asynccontextmanager
async def opened(
    settings: Settings,
    database: DatabaseStore,
    port: int,
    *,
    one: OneTable | None = None,
    chance: Chance | None = None,
    pace: Pace | None = None,
    page: Path = PAGE,
) -> AsyncIterator[House]:
    """Make a server's parts and resume its tables; at the end they stop, the database staying open.

    With `one` it is a server for one person at one table, which is open when this begins. A test
    hands in `chance` and `pace`.
    """
    sys.setswitchinterval(TURN)
    metrics = Metrics()
    metrics.measure(database.committer)
    store: Store = database
    if one is not None and one.records is not None:
        store = CopyingStore(database, one.records)
    supplies = Supplies(
        store,
        chance or SystemChance(),
        pace or Pace(settings.thought, settings.pause),
        metrics,
        room_bots=settings.room_bots,
    )
    lobby = Lobby(supplies, limit=settings.max_tables)
    rooms = Rooms(
        lobby,
        supplies,
        clock=Clock(settings.seconds, settings.reserve),
        bot_wait=settings.bot_wait,
        one_address=settings.one_address,
        bots=settings.bots_in_rooms,
    )
    metrics.watch(lobby.figures)
    if one is not None:
        await one.prepare(store)
    sweeping = _sweeping(lobby, settings.idle)
    passwords, desk = Passwords(), Desk()
    try:
        if one is None:
            await store.write(forget_deleted)
        await lobby.resume()
        friends, accounts = Friends(lobby, supplies.chance), Accounts(store, passwords)
        house = _for_many(
            settings,
            store,
            database.committer,
            lobby,
            rooms,
            friends,
            accounts,
            metrics,
            page,
            desk,
        )
        if one is not None:
            house.sessions, house.accounts = OnePerson(), None
            house.allowed = loopback(port)
            house.own_setup = lambda *_: one.setup()
        yield house
    finally:
        if sweeping is not None:
            sweeping.cancel()
            await asyncio.gather(sweeping, return_exceptions=True)
        await rooms.close()
        await lobby.close()
        supplies.thinkers.close()
        supplies.choosing.close()
        passwords.close()
        desk.close()


def _is_against(table: Table, level: Level) -> bool:
    bots = [chair for chair in table.setup.chairs if chair.kind != "player"]
    return bots == [bot(level)] * 3


def _sweeping(lobby: Lobby, idle_hours: float) -> asyncio.Task[None] | None:
    return asyncio.create_task(Sweep(lobby, idle_hours * 3600).run()) if idle_hours else None


def _for_many(
    settings: Settings,
    store: Store,
    committer: Committer[Item],
    lobby: Lobby,
    rooms: Rooms,
    friends: Friends,
    accounts: Accounts,
    metrics: Metrics,
    page: Path,
    desk: Desk,
) -> House:
    clock = Clock(settings.seconds, settings.reserve)
    cookies = Cookies(secure=settings.secure)
    limits = Limits(
        guests=settings.guest_rate,
        sign_ups=settings.sign_up_rate,
        sign_ins=settings.sign_in_rate,
        reports=settings.report_rate,
    )

    def against_bots(guest: Account, level: Level) -> Setup:
        return Setup((person(guest), bot(level), bot(level), bot(level)), clock=clock)

    return House(
        settings,
        store,
        committer,
        lobby,
        rooms,
        friends,
        TokenSessions(accounts, cookies, limits.guests),
        cookies,
        limits,
        accounts,
        Ledger(store),
        metrics,
        Allowed(
            frozenset(map(str.lower, settings.hosts)),
            frozenset(map(str.lower, settings.origins)),
            "https" if settings.secure else "http",
        ),
        against_bots,
        page,
        desk,
    )
