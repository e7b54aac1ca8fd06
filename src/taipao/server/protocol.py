"""What a client and the table say to each other (docs/protocol.md): one tagged struct a message.

JSON objects, one a WebSocket text message, tagged by `type`. The structs are the codec, the
validator and, by `protocol_schema`, the source of the page's types.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from taipao.errors import BadRequest
from taipao.game.actions import Action
from taipao.game.events import Event
from taipao.game.view import WireView
from taipao.game.wall import CONTRIBUTION_BYTES
from taipao.tiles import TileName

PROTOCOL: Final = 1
"""Raised whenever the meaning of a field changes; fields that are only added leave it."""

MAX_MESSAGE_BYTES: Final = 16 * 1024

RuleSetSpec = str | dict[str, Any]
"""The name of a rule set, or `{"base", "set"}` as `load_ruleset` reads it."""

Seat = Annotated[int, Meta(ge=0, le=3)]
DecisionId = Annotated[int, Meta(ge=0, le=2**31)]
EventNumber = Annotated[int, Meta(ge=0, le=2**31)]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
# Python's `$` also matches before a last newline.
Contribution = Annotated[
    str, Meta(pattern=rf"^([0-9a-fA-F]{{2}}){{1,{CONTRIBUTION_BYTES}}}$(?!\n)")
]

Phrase = Literal[
    # Words.
    "hello",
    "thanks",
    "well_played",
    "what_luck",
    "so_close",
    "let_me_think",
    "hurry",
    "one_more",
    # Faces.
    "smiling",
    "laughing",
    "winking",
    "amazed",
    "sweating",
    "crying",
]
"""All that one player can say to the others; there is no free text."""

ErrorCode = Literal[
    "bad_message",
    "hello_expected",
    "already_greeted",
    "wrong_protocol",
    "bad_ruleset",
    "round_running",
    "no_match",
    "no_round",
    "stale_decision",
    "already_answered",
    "illegal",
    "frozen",
    "replaced",
    "no_table",
    "not_alone",
    "fixed_ruleset",
    "not_in_room",
    "leaving",
    "not_friends",
    "not_host",
    "match_begun",
    "other_seat",
    "match_over",
    "not_watched",
    "watching",
    "too_late",
    "draining",
    "too_fast",
]


class Hello(Struct, frozen=True, tag_field="type", tag="hello"):
    """The first message: which protocol the client speaks, and at which table it plays.

    A client that comes back names the `round` that it shows and the number of the `last` public
    event it has seen of it. Who wants to `watch` names the table and takes no seat.
    """

    protocol: int
    table: Id | None = None
    round: Id | None = None
    last: EventNumber | None = None
    watch: bool = False


class Start(Struct, frozen=True, tag_field="type", tag="start"):
    """Begin a match under `ruleset`, or without it say that one is ready for the next round.

    `contribution` is hex of 1 to 64 bytes that go into the wall.
    """

    ruleset: RuleSetSpec | None = None
    contribution: Contribution | None = None


class Act(Struct, frozen=True, tag_field="type", tag="act"):
    """Answer the open decision; `cancel_ready` answers none and needs no `decision`."""

    action: Action
    decision: DecisionId | None = None


class Autopilot(Struct, frozen=True, tag_field="type", tag="autopilot"):
    """Leave the own seat to the autopilot, or take it back, at any time."""

    on: bool


class Contribute(Struct, frozen=True, tag_field="type", tag="contribute"):
    """Answer a `seal`: hex of 1 to 64 bytes that go into the wall."""

    contribution: Contribution


class Leave(Struct, frozen=True, tag_field="type", tag="leave"):
    """Give the own seat up.

    In a coin room at once, or at the end of the round being played; at a friends' table before its
    first round.
    """


class Dissolve(Struct, frozen=True, tag_field="type", tag="dissolve"):
    """Vote for ending a friends' table now, or withdraw the vote.

    It ends when all persons who are there want it, programs aside, and somebody says so.
    """

    on: bool


class Fill(Struct, frozen=True, tag_field="type", tag="fill"):
    """Let a bot have a free seat of a friends' table, or with `on` false take it out again.

    Its host may, from the own seat and before the first round.
    """

    seat: Seat
    on: bool


class Say(Struct, frozen=True, tag_field="type", tag="say"):
    """Say one of the phrases to all at the table."""

    phrase: Phrase


TableMessage = Start | Act | Autopilot | Contribute | Leave | Dissolve | Fill | Say
"""What a client says to its table once it has been greeted."""

ClientMessage = Hello | Start | Act | Autopilot | Contribute | Leave | Dissolve | Fill | Say


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
    not known any more. `bot` tells whether it was one.
    """

    coins: int
    balance: int | None
    gained: int
    rank_points: int | None
    rank_before: str | None
    rank: str | None
    name: str | None = None
    bot: bool = False


class MatchState(Struct, frozen=True):
    """How a match stands: rounds and circles counted from 1, points summed over its rounds."""

    ruleset: RuleSetSpec
    round: int
    circle: int
    dealer: Seat
    points: tuple[int, ...]


class Wait(Struct, frozen=True):
    """A tile that completes the hand, how many are unseen, and the totals it would score.

    A wild flower stands for its colour, of which all four are wild.
    """

    tile: TileName
    unseen: int
    self_draw: int
    discard: int


class DiscardWaits(Struct, frozen=True):
    """What the hand waits for once `tile` is discarded."""

    tile: TileName
    waits: tuple[Wait, ...]


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

    `win_total` is what winning now would score, null where it is not legal or hints are not given.
    `seconds` are left for this decision, and after those `reserve` for the rest of the round; both
    are null at a table without a clock.
    """

    id: int
    actions: tuple[Action, ...]
    waits: tuple[DiscardWaits, ...]
    win_total: int | None = None
    seconds: float | None = None
    reserve: float | None = None


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

_decoder: Final = msgspec.json.Decoder(ClientMessage)
_encoder: Final = msgspec.json.Encoder()


def decode(data: bytes | str) -> ClientMessage:
    """Read one client message.

    Raises `BadRequest` saying what is wrong and where: no JSON, nested too deeply, an unknown
    type, a field missing or of the wrong kind.
    """
    try:
        return _decoder.decode(data)
    except RecursionError:
        raise BadRequest("the message is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadRequest(str(error)) from None


def encode(message: ServerMessage) -> str:
    """Write one server message as the text to be sent."""
    return _encoder.encode(message).decode()


def protocol_schema() -> dict[str, Any]:
    """Return the protocol as JSON Schema: `ClientMessage`, `ServerMessage` and all they hold."""
    (client, server), components = msgspec.json.schema_components(
        (ClientMessage, ServerMessage), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {"ClientMessage": client, "ServerMessage": server, **components},
    }
