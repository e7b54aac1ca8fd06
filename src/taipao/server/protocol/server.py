"""What the server says: how things stand, what happens, what is asked and what is refused."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from taipao.game.actions import Action
from taipao.game.events import Event
from taipao.game.view import WireView
from taipao.rules.settlement import CoinClaim
from taipao.server.protocol.hints import DiscardWaits, Hints, Prize, Wait
from taipao.server.protocol.terms import PROTOCOL, ErrorCode, Id, Phrase, RuleSetSpec, Seat


class Player(Struct, frozen=True):
    """Who sits in a seat; a bot's name is that of its kind, a free seat has none.

    `connected`: whether a person's socket is there, or for a bot true. `autopilot`: whether the
    greedy bot plays for the person. `ready`: whether the person is, for the next round. `account`
    is the person's id, `program` whether that is a bot's account, `leaving` whether the seat is
    given up at the end of the round. `coins`, `rank_points` and `rank` are the person's, in a coin
    room; null where they are not known. `dissolving`: whether the person votes for the end.
    """

    kind: Literal["player", "bot", "free"]
    name: str
    connected: bool = True
    autopilot: bool = False
    ready: bool = False
    account: str | None = None
    program: bool = False
    leaving: bool = False
    coins: int | None = None
    rank_points: int | None = None
    rank: str | None = None
    dissolving: bool = False


class SeatResult(Struct, frozen=True):
    """What a round in a coin room came to for one seat.

    `coins` won or lost and `balance` after it; `gained` rank points and `rank_points` after it;
    the ranks before and after. A bot has neither balance nor rank. `name` is that of who played the
    round there, whoever has the seat now: a bot's is that of its kind, that of a deleted account is
    not known any more. `bot` tells whether it was one. `due` are the seat's points times the room's
    `rate` (C1); its coins are others where somebody could not pay (C3). Who could not, had `had`
    coins before, and `short` tells of what it owed, in the order in which it paid.
    """

    coins: int
    balance: int | None
    gained: int
    rank_points: int | None
    rank_before: str | None
    rank: str | None
    name: str | None = None
    bot: bool = False
    rate: int = 0
    due: int = 0
    had: int | None = None
    short: tuple[CoinClaim, ...] = ()


class MatchState(Struct, frozen=True):
    """How a match stands: rounds and circles counted from 1, points summed over its rounds."""

    ruleset: RuleSetSpec
    round: int
    circle: int
    dealer: Seat
    points: tuple[int, ...]


class Friends(Struct, frozen=True):
    """What a friends' table was opened with: its code, the account of its host, how many rounds.

    `drawn`: the seats are drawn by lot at the first round. Without `hints` nobody is told what a
    hand waits for. Who watches is shown the table with all hands `hidden`, or each round `later`.
    """

    code: str
    host: str
    rounds: int
    drawn: bool
    hints: bool
    watch: Literal["no", "hidden", "later"]


class Welcome(Struct, frozen=True, tag_field="type", tag="welcome"):
    """The answer to `hello`; `next_commitment` is that of the next round to be started.

    `ruleset` is the one to offer first, `table` the id to name in `hello` when coming back.
    `players` is what `seats` tells later. `room` is the coin room that the table belongs to, and
    `friends` what it is where it is a friends' table. Who is `watching` has no seat: `seat` is then
    0, and that of its views -1. It comes again when the own seat at a friends' table has changed.
    `round` is the round that the client is shown next, running or over, None where there is none.
    """

    version: str
    seat: Seat
    rulesets: tuple[str, ...]
    ruleset: RuleSetSpec
    next_commitment: str
    table: str
    players: tuple[Player, ...]
    room: str | None = None
    friends: Friends | None = None
    watching: bool = False
    round: str | None = None
    protocol: int = PROTOCOL


class Whole(Struct, frozen=True, tag_field="type", tag="view"):
    """All a seat may know of the round; later messages are changes to it."""

    view: WireView
    players: tuple[Player, ...]
    match: MatchState
    commitment: str
    next_commitment: str
    round: str


class Resumed(Struct, frozen=True, tag_field="type", tag="resumed"):
    """The client's view still holds: the events after `last` follow, and nothing else changed."""

    round: str
    last: int


class Happened(Struct, frozen=True, tag_field="type", tag="event"):
    """One event as the seat may see it, with its public number if it has one."""

    number: int | None
    event: Event


class Decision(Struct, frozen=True, tag_field="type", tag="decision"):
    """The seat is asked: the legal actions in their order, and what each discard would leave.

    `win` is what the win would come to, if it is among them; both are kept back without hints.

    `seconds` are left for this decision, and after those `reserve` for the rest of the round; both
    are null at a table without a clock.
    """

    id: int
    actions: tuple[Action, ...]
    waits: tuple[DiscardWaits, ...]
    seconds: float | None = None
    reserve: float | None = None
    win: Prize | None = None


class Waits(Struct, frozen=True, tag_field="type", tag="waits"):
    """What the own hand waits for, the tile just drawn left out."""

    waits: tuple[Wait, ...]
    can_cancel_ready: bool


class Seats(Struct, frozen=True, tag_field="type", tag="seats"):
    """Who sits where has changed, or who is there, on autopilot or ready for the next round."""

    players: tuple[Player, ...]


class Said(Struct, frozen=True, tag_field="type", tag="said"):
    """A seat has said a phrase: no event of the round, and in no record."""

    seat: Seat
    phrase: Phrase


class Seal(Struct, frozen=True, tag_field="type", tag="seal"):
    """The next round is dealt as soon as this seat's contribution is there, or two seconds on."""

    commitment: str


class Draining(Struct, frozen=True, tag_field="type", tag="draining"):
    """The server is about to stop: no round begins any more, and the client comes back later."""

    message: str


class RoundOver(Struct, frozen=True, tag_field="type", tag="round_over"):
    """The match after the round, and where the record is; in a coin room what it came to."""

    match: MatchState
    record: str
    next_commitment: str
    results: tuple[SeatResult, ...] | None = None


class Place(Struct, frozen=True):
    """How a seat came out of a match: `place` from 1, shared where points are equal."""

    seat: Seat
    place: int
    points: int


class Standings(Struct, frozen=True, tag_field="type", tag="standings"):
    """The match of a friends' table is over: all its rounds are `played`, or it was `dissolved`.

    `rounds` have been played, a round that was let go not counted; `places` begin with the first.
    """

    why: Literal["played", "dissolved"]
    rounds: int
    places: tuple[Place, ...]


class Rematch(Struct, frozen=True, tag_field="type", tag="rematch"):
    """Somebody at a friends' table that is over has opened another for the same players.

    `seat` is whose it is here and there, `table` its id and `code` its code: the others sit down
    there as at any friends' table, and no seat is kept for them.
    """

    table: Id
    code: str
    seat: Seat


class Freed(Struct, frozen=True, tag_field="type", tag="freed"):
    """The seat is somebody else's from now on, and the socket is closed.

    `why`: the person has `left`, is `broke`, or was `gone` when a round was over or to be dealt.
    """

    why: Literal["left", "broke", "gone"]


class Banned(Struct, frozen=True, tag_field="type", tag="banned"):
    """Whose socket it is may not play until a time in UTC milliseconds, and why; it is closed."""

    until: int
    reason: str


class Frozen(Struct, frozen=True, tag_field="type", tag="frozen"):
    """The table has stopped, by a fault of the program or on an operator's word.

    What was played is kept.
    """

    message: str
    record: str | None
    why: Literal["fault", "operator"] = "fault"


class Refused(Struct, frozen=True, tag_field="type", tag="error"):
    """Something sent was not accepted and has changed nothing."""

    code: ErrorCode
    message: str
    decision: int | None = None


ServerMessage = (
    Welcome
    | Whole
    | Resumed
    | Happened
    | Decision
    | Waits
    | Hints
    | Seats
    | Said
    | Seal
    | RoundOver
    | Standings
    | Rematch
    | Freed
    | Banned
    | Frozen
    | Draining
    | Refused
)
