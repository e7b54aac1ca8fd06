"""Check a record: by playing it again through the engine, and by its wall alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from taipao.errors import IllegalAction, RecordError, RuleSetError, VerifyError
from taipao.game.engine import decide, evolve, proceed, start, undealt
from taipao.game.events import Dealt, Drawn, Event, RoundEnded, is_numbered
from taipao.game.record import ActionLine, EventLine, Header, Line, Record, read
from taipao.game.state import SEATS, Round
from taipao.game.wall import commitment, wall
from taipao.rules.ruleset import RuleSet, load_ruleset
from taipao.tiles import NUMBER, TileName


class Step(Struct, frozen=True):
    """One line of a replayed record and the round after it."""

    number: int
    line: Line
    round: Round


def replay(data: bytes) -> Round:
    """Play a record again and return the ended round.

    Raises `RecordError` with the line of the first thing that differs from what the engine does.
    """
    record = read(data)
    played = deque(steps(record), maxlen=1)
    if not played or played[0].round.board.phase != "ended":
        raise RecordError("the round is not played to its end", len(record.lines) + 2)
    return played[0].round


def steps(record: Record) -> Iterator[Step]:
    """Yield every line of a record with the round after it, checking each against the engine."""
    first = record.header
    ruleset, tiles = agreed(first)
    _, opening = start(ruleset, first.dealer, tiles)
    round_, pending = undealt(ruleset, tiles), deque(opening)
    for number, line in enumerate(record.lines, start=2):
        if isinstance(line, ActionLine):
            pending = deque(_decided(round_, line, pending, number))
        else:
            if not pending:
                pending = deque(_proceeded(round_, number))
            round_ = _matched(round_, line, pending.popleft(), number)
        yield Step(number, line, round_)
    if pending:
        raise RecordError(
            f"ends before {_tag(pending[0])}, which the last action causes", len(record.lines) + 2
        )


def agreed(first: Header) -> tuple[RuleSet, tuple[TileName, ...]]:
    """Return the rule set and the wall of a round, checking all that its header says of them.

    Raises `RecordError` with line 1.
    """
    try:
        ruleset = load_ruleset(first.ruleset)
    except RuleSetError as error:
        raise RecordError(str(error), 1) from None
    if ruleset.digest != first.digest:
        raise RecordError(f"rule set digest {first.digest}, expected {ruleset.digest}", 1)
    if ruleset.spec() != first.ruleset:
        raise RecordError("ruleset: not in its shortest form", 1)
    if first.round < 1:
        raise RecordError(f"round: from 1 expected, got {first.round}", 1)
    if first.dealer not in range(SEATS):
        raise RecordError(f"dealer: a seat from 0 to 3 expected, got {first.dealer}", 1)
    try:
        tiles = revealed_wall(first)
    except VerifyError as error:
        raise RecordError(str(error), 1) from None
    return ruleset, tiles


def _decided(
    round_: Round, line: ActionLine, pending: Sequence[Event], number: int
) -> tuple[Event, ...]:
    if pending:
        raise RecordError(f"an action where {_tag(pending[0])} has to come first", number)
    if line.seat not in range(SEATS):
        raise RecordError(f"seat: from 0 to 3 expected, got {line.seat}", number)
    try:
        events = decide(round_, line.seat, line.action)
    except IllegalAction as error:
        raise RecordError(str(error), number) from None
    if not events:
        raise RecordError("an action without effect is not recorded", number)
    return events


def _proceeded(round_: Round, number: int) -> tuple[Event, ...]:
    try:
        return proceed(round_)
    except IllegalAction as error:
        raise RecordError(f"an event that nothing causes: {error}", number) from None


def _matched(round_: Round, line: EventLine, expected: Event, number: int) -> Round:
    if line.event != _as_told(expected, line.event):
        raise RecordError(_difference(line.event, expected), number)
    round_ = evolve(round_, expected)
    public = round_.board.number if is_numbered(expected) else None
    if line.number != public:
        raise RecordError(f"number: {public} expected, got {line.number}", number)
    return round_


def _as_told(expected: Event, found: Event) -> Event:
    """Return an event as a record has it that does not say what the payments are for."""
    older = isinstance(found, RoundEnded) and found.dues is UNSET
    if older and isinstance(expected, RoundEnded):
        return replace(expected, dues=UNSET)
    return expected


def _tag(event: Event) -> str:
    return str(type(event).__struct_config__.tag)


def _difference(found: Event, expected: Event) -> str:
    """Say what an event says and what it should: the first field that differs."""
    if type(found) is not type(expected):
        return f"{_tag(expected)} expected, got {_tag(found)}"
    for name in found.__struct_fields__:
        mine, right = getattr(found, name), getattr(expected, name)
        if mine != right:
            return f"{_tag(found)}.{name}: {_short(right)} expected, got {_short(mine)}"
    raise AssertionError("the events are equal")


def _short(value: object) -> str:
    text = msgspec.json.encode(value, order="sorted").decode()
    return text if len(text) <= 200 else text[:200] + "…"


def revealed_wall(first: Header) -> tuple[TileName, ...]:
    """Return the wall that a record's revealed values give.

    Raises `VerifyError` if they are no values of a wall or the commitment is not the secret's.
    """
    secret = _unhex("secret", first.secret)
    contributions = [
        None if value is None else _unhex(f"contributions[{seat}]", value)
        for seat, value in enumerate(first.contributions)
    ]
    try:
        tiles = wall(secret, contributions)
    except ValueError as error:
        raise VerifyError(str(error)) from None
    found = commitment(secret).hex()
    if first.commitment != found:
        raise VerifyError(f"commitment: the secret gives {found}, published was {first.commitment}")
    return tiles


def _unhex(where: str, text: str) -> bytes:
    try:
        value = bytes.fromhex(text)
    except ValueError:
        raise VerifyError(f"{where}: not hexadecimal") from None
    if value.hex() != text:
        raise VerifyError(f"{where}: lower-case hexadecimal without spaces expected")
    return value


def verify(data: bytes) -> int:
    """Recompute a record's wall from its revealed values alone and compare every tile dealt.

    Returns the number of tiles compared. Raises `VerifyError` with the first difference,
    `RecordError` if the record cannot be read. The engine takes no part in this.
    """
    record = read(data)
    tiles = revealed_wall(record.header)
    compared, head, tail = 0, 0, 0
    for number, line in enumerate(record.lines, start=2):
        event = line.event if isinstance(line, EventLine) else None
        if isinstance(event, Dealt):
            compared, head = _verify_deal(tiles, event, number), 65
        elif isinstance(event, Drawn):
            place = head if event.end == "head" else 141 - tail
            head, tail = head + (event.end == "head"), tail + (event.end == "tail")
            if not head <= place + 1 <= 142 or event.tile != tiles[place]:
                expected = tiles[place] if 0 <= place < len(tiles) else "no tile"
                raise VerifyError(
                    f"line {number}: the wall has {expected} at {place}, drawn was {event.tile}"
                )
            compared += 1
    if not compared:
        raise VerifyError("no tiles were dealt")
    return compared


def _verify_deal(tiles: tuple[TileName, ...], event: Dealt, number: int) -> int:
    """Compare the deal: four times four tiles from the dealer on, and one more (P2)."""
    if event.indicators != (tiles[143], tiles[142]):
        raise VerifyError(
            f"line {number}: the wall ends with {tiles[142]} {tiles[143]}, "
            f"turned up were {event.indicators[1]} {event.indicators[0]}"
        )
    hands: list[list[TileName]] = [[] for _ in range(SEATS)]
    for turn in range(16):
        hands[(event.dealer + turn) % SEATS] += tiles[4 * turn : 4 * turn + 4]
    hands[event.dealer % SEATS].append(tiles[64])
    for seat, hand in enumerate(hands):
        expected = tuple(sorted(hand, key=NUMBER.__getitem__))
        dealt = event.hands[seat] if seat < len(event.hands) else None
        if dealt != expected:
            raise VerifyError(
                f"line {number}: the wall deals {' '.join(expected)} to seat {seat}, "
                f"dealt was {' '.join(dealt or ())}"
            )
    return 67
