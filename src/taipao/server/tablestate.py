"""What a table is opened with, and what is kept of it besides the lines of its round."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, field

from taipao.bots import NAMES, Level, bot_named
from taipao.errors import BadRequest
from taipao.game.match import Match
from taipao.game.state import SEATS
from taipao.rules.ruleset import load_ruleset
from taipao.server.keeping import Account
from taipao.server.protocol import Friends, Rematch

ChairKind = Literal["player", "bot", "free"]
Watch = Literal["no", "hidden", "later"]
"""Whether a table may be watched: not, with all hands hidden, or once a round is over."""


class Chair(Struct, frozen=True):
    """Who a seat belongs to: a person, a bot, or whoever comes first.

    `name` is shown to all, a bot's being that of its kind; `account` is the person's id. Where that
    is a bot's account it is a `program`. In a coin room `address` is where the person came from, so
    that nobody is seated there twice; a `newcomer` has followed somebody else there, and the round
    before was not its own.
    """

    kind: ChairKind
    name: str = ""
    account: str | None = field(default=None, name="guest")
    address: str = ""
    program: bool = False
    newcomer: bool = False

    @property
    def known_name(self) -> str | None:
        """The name of who sits here; None where nobody does, or the account has been deleted."""
        return None if self.kind == "free" or self.name == NOBODY else self.name


FREE: Final = Chair("free")

NOBODY: Final = "guest"
"""What a seat shows whose account has been deleted, as long as it has not passed on."""


def person(account: Account, address: str = "") -> Chair:
    """Return the chair of a person."""
    return Chair("player", account.name, account.id, address, account.kind == "bot")


def bot(kind: str) -> Chair:
    """Return the chair of a bot, named by its kind or its level.

    Raises `BadRequest` for one that does not exist.
    """
    kind = bot_named(kind)
    if kind not in NAMES:
        raise BadRequest(f"there is no bot {kind[:40]!r}; there are {' and '.join(NAMES)}")
    return Chair("bot", kind)


class Clock(Struct, frozen=True):
    """Thinking time in seconds: for each decision, and after that a reserve for each round.

    With 0 `seconds` nothing times out.
    """

    seconds: float = 20.0
    reserve: float = 60.0


NO_CLOCK: Final = Clock(0.0, 0.0)


class Setup(Struct, frozen=True):
    """What a table is opened with.

    `ruleset` is what several persons play under, and what one person is offered first. Once one
    person is ready for a round, the others are waited for `patience` seconds. `room` is the coin
    room that the table belongs to; `code` is that of a friends' table and `host` the account that
    opened it. A match has `length` rounds, or no end. With `drawn` the seats are drawn by lot once
    all are taken; without `hints` nobody is told what a hand waits for. Bots that have a
    free seat there are of a `level`.
    """

    chairs: tuple[Chair, Chair, Chair, Chair]
    ruleset: str | dict[str, Any] = "standard"
    clock: Clock = Clock()
    patience: float = 30.0
    room: str | None = None
    code: str | None = None
    host: str | None = None
    length: int | None = None
    drawn: bool = False
    hints: bool = True
    watch: Watch = "no"
    level: Level = "normal"

    @property
    def fixed(self) -> bool:
        """Whether the rule set is not for a lone person to choose."""
        return self.room is not None or self.code is not None

    @property
    def friends(self) -> Friends | None:
        """What all are told of a friends' table; None for any other."""
        if self.code is None or self.host is None or self.length is None:
            return None
        return Friends(self.code, self.host, self.length, self.drawn, self.hints, self.watch)


class KeptMatch(Struct, frozen=True):
    """A match as it is kept: `Match` with its rule set written out."""

    ruleset: str | dict[str, Any]
    dealer: int
    round: int
    passes: int
    points: tuple[int, ...]
    length: int | None = None


class KeptRound(Struct, frozen=True):
    """The round that a table shows, running or over, and its match as it stood before it."""

    id: str
    before: KeptMatch


class TableState(Struct, frozen=True):
    """All of a table that outlives the process, as JSON.

    `secret` is that of the next round, whose commitment has been published; `reserves` are what is
    left of each seat's time for the running round; who is `leaving` goes at its end. A match that
    was `dissolved` is over. `rematch` tells of the table that was opened for another.
    """

    setup: Setup
    secret: str
    match: KeptMatch | None = None
    shown: KeptRound | None = None
    reserves: tuple[float, ...] = (0.0,) * SEATS
    autopilots: tuple[bool, ...] = (False,) * SEATS
    leaving: tuple[bool, ...] = (False,) * SEATS
    dissolved: bool = False
    rematch: Rematch | None = None


_decoder: Final = msgspec.json.Decoder(TableState)
_encoder: Final = msgspec.json.Encoder()


def encode_state(state: TableState) -> bytes:
    """Write a state down to be kept."""
    return _encoder.encode(state)


def decode_state(data: bytes) -> TableState:
    """Read a state back. Raises `msgspec.DecodeError` if it is none."""
    return _decoder.decode(data)


class Place(Struct, frozen=True):
    """Who a seat belongs to, as far as it can be read of any state."""

    kind: ChairKind = "free"
    name: str = ""
    account: str | None = field(default=None, name="guest")
    address: str = ""


class Sketch(Struct, frozen=True):
    """What can be read of any state, also of one that names what there is no more."""

    chairs: tuple[Place, ...] = ()
    room: str | None = None
    code: str | None = None


class _Sketched(Struct):
    setup: Sketch


_sketcher: Final = msgspec.json.Decoder(_Sketched)


def sketch(state: str) -> Sketch | None:
    """Return what can be read of a state; None if it is none at all."""
    try:
        return _sketcher.decode(state).setup
    except msgspec.DecodeError:
        return None


def coin_players(state: str) -> tuple[str, ...] | None:
    """Return the accounts that sit at a table of a coin room; None if it is no such table."""
    setup = sketch(state)
    if setup is None or setup.room is None:
        return None
    return tuple(chair.account for chair in setup.chairs if chair.account is not None)


def known_persons(state: str) -> tuple[str, ...]:
    """Return the accounts of which a state says by what name or from where they came."""
    setup = sketch(state)
    return tuple(
        chair.account
        for chair in (() if setup is None else setup.chairs)
        if chair.account is not None and (chair.name not in {"", NOBODY} or chair.address)
    )


def forgetting(state: str, account_ids: AbstractSet[str]) -> str:
    """Return a state without the names and addresses of some accounts, all else as it was."""
    kept = msgspec.json.decode(state)
    for chair in kept["setup"]["chairs"]:
        if chair.get("guest") in account_ids:
            chair |= {"name": NOBODY, "address": ""}
    return msgspec.json.encode(kept).decode()


def keep_match(match: Match) -> KeptMatch:
    """Write a match down to be kept."""
    return KeptMatch(
        match.ruleset.spec(), match.dealer, match.round, match.passes, match.points, match.length
    )


def load_match(kept: KeptMatch) -> Match:
    """Read a match back. Raises `RuleSetError` if its rule set is not known any more."""
    return Match(
        load_ruleset(kept.ruleset), kept.dealer, kept.round, kept.passes, kept.points, kept.length
    )
