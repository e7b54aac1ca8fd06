"""The record of a round (牌谱): written as it is played, replayed and verified from its bytes.

The format is docs/record.md: JSON Lines of canonical JSON, a header, every event with its public
number, every action that had effect, and the SHA-256 of all that as the last line.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec import Struct

from taipao.errors import RecordError
from taipao.game.actions import Action, Chooser
from taipao.game.events import Event, is_numbered
from taipao.game.wall import commitment
from taipao.rules.ruleset import RuleSet

FORMAT: Final = "taipao-record"
VERSION = 1


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sat there: a name to show, and the bot's kind if it was one."""

    name: str
    bot: str | None = None


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: what was agreed before the first tile was dealt.

    `secret`, `commitment` and `contributions` are hex; `digest` is the rule set's. `round` counts
    from 1 within its match.
    """

    format: Literal["taipao-record"]
    version: int
    ruleset: str | dict[str, Any]
    digest: str
    seats: tuple[Seat, Seat, Seat, Seat]
    round: int
    dealer: int
    secret: str
    commitment: str
    contributions: tuple[str | None, str | None, str | None, str | None]


class EventLine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An event and its public number, null where it is private as a whole; `time` in ms."""

    event: Event
    number: int | None
    time: int | None = None


class ActionLine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An action that had effect, whose it was, and who or what chose it."""

    action: Action
    seat: int
    by: Chooser
    time: int | None = None


class EndLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: hex SHA-256 of all bytes before it."""

    sha256: str


Line = EventLine | ActionLine
_T = TypeVar("_T", bound=Struct)

_EVENT: Final = b'{"event":'
_ACTION: Final = b'{"action":'
_KINDS: tuple[tuple[bytes, type[EventLine] | type[ActionLine]], ...] = (
    (_EVENT, EventLine),
    (_ACTION, ActionLine),
)
_read_action: Final = msgspec.json.Decoder(ActionLine).decode
_encode: Final = msgspec.json.Encoder(order="sorted").encode


def header(
    ruleset: RuleSet,
    seats: Sequence[Seat],
    *,
    number: int,
    dealer: int,
    secret: bytes,
    contributions: Sequence[bytes | None],
) -> Header:
    """Make a record's first line; four seats and four contributions in seat order.

    `number` is the round's within its match, from 1; `dealer` a seat.
    """
    first, second, third, fourth = seats
    a, b, c, d = (None if value is None else value.hex() for value in contributions)
    return Header(
        FORMAT,
        VERSION,
        ruleset.spec(),
        ruleset.digest,
        (first, second, third, fourth),
        number,
        dealer,
        secret.hex(),
        commitment(secret).hex(),
        (a, b, c, d),
    )


def canonical(value: Struct) -> bytes:
    """Encode a line: sorted keys, no spaces, UTF-8, its newline included."""
    return _encode(value) + b"\n"


class Recorder:
    """Collects a round's record while it is played."""

    def __init__(self, first: Header) -> None:
        self._lines = [canonical(first)]
        self._number = 0

    @classmethod
    def resume(cls, lines: Sequence[bytes], number: int) -> Recorder:
        """Go on where the lines of a round break off; `number` is that of its last public event."""
        recorder = object.__new__(cls)
        recorder._lines = list(lines)
        recorder._number = number
        return recorder

    def __len__(self) -> int:
        """Return the number of lines so far, the header being one."""
        return len(self._lines)

    def action(self, seat: int, action: Action, by: Chooser, time: int | None = None) -> None:
        """Add an action that had effect."""
        self._lines.append(canonical(ActionLine(action, seat, by, time)))

    def events(self, events: Iterable[Event], time: int | None = None) -> None:
        """Add events, numbering the public ones."""
        for event in events:
            self._number += is_numbered(event)
            number = self._number if is_numbered(event) else None
            self._lines.append(canonical(EventLine(event, number, time)))

    def lines(self, after: int = 0) -> tuple[bytes, ...]:
        """Return the lines so far but the first `after`, the header being the first of all."""
        return tuple(self._lines[after:])

    def unfinished(self) -> bytes:
        """Return the record so far, without its last line."""
        return b"".join(self._lines)

    def finish(self) -> bytes:
        """Return the whole record, closed by its digest."""
        body = self.unfinished()
        return body + canonical(EndLine(hashlib.sha256(body).hexdigest()))


class Record(Struct, frozen=True):
    """A record read back: its header and its lines, numbered from 2 in the file."""

    header: Header
    lines: tuple[Line, ...]


def read(data: bytes) -> Record:
    """Read a record and check its digest.

    Raises `RecordError` with the line for anything that is not exactly as a `Recorder` writes it.
    """
    lines = data.splitlines(keepends=True)
    first = _first(lines)
    if len(lines) < 2 or not lines[-1].startswith(b'{"sha256":'):
        raise RecordError("the last line is no digest: the record is cut short", len(lines))
    body = b"".join(lines[:-1])
    end = _decode(lines[-1], len(lines), EndLine)
    parsed = _parsed(lines[1:-1])
    found = hashlib.sha256(body).hexdigest()
    if end.sha256 != found:
        raise RecordError(
            f"the digest is {end.sha256[:80]}, but the lines before it give {found}", len(lines)
        )
    return Record(first, parsed)


def read_running(lines: Sequence[bytes]) -> Record:
    """Read the lines of a round that is not over, which have no digest yet.

    Raises `RecordError` as `read` does.
    """
    return Record(_first(lines), _parsed(lines[1:]))


def read_action(line: bytes) -> ActionLine | None:
    """Read one line after the header if it is an action, in whatever form; None if it is another.

    Raises `msgspec.DecodeError` if it cannot be read.
    """
    return _read_action(line) if line.startswith(_ACTION) else None


def _first(lines: Sequence[bytes]) -> Header:
    if not lines:
        raise RecordError("the record is empty")
    first = _decode(lines[0], 1, Header)
    if first.version != VERSION:
        raise RecordError(f"version {first.version} is unknown; this program reads {VERSION}", 1)
    return first


def _parsed(lines: Sequence[bytes]) -> tuple[Line, ...]:
    """Read the lines after the header."""
    return tuple(_line(line, number) for number, line in enumerate(lines, start=2))


def _line(line: bytes, number: int) -> Line:
    for start, kind in _KINDS:
        if line.startswith(start):
            return _decode(line, number, kind)
    raise RecordError("neither an event nor an action in canonical JSON", number)


def _decode(line: bytes, number: int, kind: type[_T]) -> _T:
    try:
        value = msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"cannot be read: {error}", number) from None
    if canonical(value) != line:
        raise RecordError(_difference(line, canonical(value)), number)
    return value


def _difference(line: bytes, expected: bytes) -> str:
    """Say where a line that means the same is written otherwise."""
    if not line.endswith(b"\n"):
        return "does not end with a newline: the record is cut short"
    column = next(
        (i for i, (a, b) in enumerate(zip(line, expected, strict=False), start=1) if a != b),
        min(len(line), len(expected)),
    )
    return f"is not canonical JSON at column {column}"
