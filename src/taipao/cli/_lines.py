"""JSON Lines in, JSON Lines out: one answer to each line, in order, whatever a line holds."""

import json
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Final, NoReturn, Protocol

import msgspec

from taipao.cli import fail
from taipao.rules.requests import bad_request, refusal

MAX_LINE: Final = 1 << 20
"""The longest line that is read, in bytes, its newline not counted."""

_CHUNK: Final = 1 << 16
# Python's own limit for turning digits into an integer is 4300.
_MOST_DIGITS: Final = 4000

Answerer = Callable[[object], dict[str, object]]


class Source(Protocol):
    """Bytes to read: a buffered binary file or pipe."""

    def read1(self, size: int, /) -> bytes:
        """Give what is there, at most `size` bytes, waiting only if nothing is; b"" at the end."""


class Sink(Protocol):
    """Where bytes go: a buffered binary file or pipe."""

    def write(self, data: bytes, /) -> object:
        """Take bytes."""

    def flush(self) -> object:
        """Hand on what was taken."""


class ReadError(Exception):
    """Reading broke off; told apart here from writing, which raises OSError."""


def answer_file(name: str, answer: Answerer) -> int:
    """Answer every line of a file, or of standard input for `-`, on standard output.

    Gives the exit status: 0 when every line was answered, 2 when the input could not be read.
    Raises OSError when the answers cannot be written.
    """
    standard = name == "-"
    with ExitStack() as stack:
        try:
            # Path.open takes no descriptor, and descriptor 0 tells why it cannot be read.
            source = stack.enter_context(open(0 if standard else name, "rb", closefd=not standard))
        except (OSError, ValueError) as error:
            return fail(f"cannot read {name}: {_reason(error)}")
        try:
            answer_stream(source, sys.stdout.buffer, answer)
        except ReadError as error:
            return fail(f"cannot read {name}: {error}")
    return 0


def answer_stream(source: Source, sink: Sink, answer: Answerer) -> None:
    """Answer every line of `source` in `sink`.

    What can be answered is handed on before more is waited for, so that a person or a program can
    hold a conversation through pipes; no more is held than one line and what one read gave.
    """
    for lines in _batches(source):
        for line in lines:
            sink.write(answer_line(line, answer))
            sink.write(b"\n")
        sink.flush()


def answer_line(line: bytes | None, answer: Answerer) -> bytes:
    """Answer one line; None stands for a line longer than MAX_LINE."""
    if line is None:
        return msgspec.json.encode(bad_request(f"the line is longer than {MAX_LINE} bytes"))
    if not line.strip():
        return msgspec.json.encode(bad_request("the line is empty"))
    try:
        request = _decode(line)
        return msgspec.json.encode(_answered(request, answer))
    except RecursionError:
        reply = bad_request("the line is nested too deeply")
    except (ValueError, msgspec.MsgspecError) as error:
        reply = bad_request(f"the line is not JSON: {error}")
    return msgspec.json.encode(reply)


def _answered(request: object, answer: Answerer) -> dict[str, object]:
    try:
        return answer(request)
    except RecursionError:
        raise
    except Exception as error:
        # A fault of the program in one line must not cost the other lines their answers.
        fault = f"{type(error).__name__}: {error}"
        fail(f"a fault in the program, please report it with the request: {fault}")
        identity = request.get("id") if isinstance(request, dict) else None
        return refusal(identity, "internal", f"this request met a fault in the program: {fault}")


def _batches(source: Source) -> Iterator[list[bytes | None]]:
    """Split a source into lines, all that one read completes at a time; None if too long."""
    held = bytearray()
    too_long = False
    while chunk := _read(source):
        *ends, rest = chunk.split(b"\n")
        lines: list[bytes | None] = []
        for end in ends:
            too_long = too_long or len(held) + len(end) > MAX_LINE
            lines.append(None if too_long else bytes(held + end))
            held.clear()
            too_long = False
        too_long = too_long or len(held) + len(rest) > MAX_LINE
        if too_long:
            held.clear()
        else:
            held += rest
        yield lines
    if too_long or held:
        yield [None if too_long else bytes(held)]


def _read(source: Source) -> bytes:
    try:
        return source.read1(_CHUNK)
    except (OSError, ValueError) as error:
        raise ReadError(_reason(error)) from error


def _reason(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)


def _decode(line: bytes) -> object:
    """Decode one line of JSON.

    Raises ValueError or msgspec.DecodeError for what is not JSON, RecursionError for nesting too
    deep. A number beyond what a float or a sensible integer holds becomes Raw, so that it
    hurts only where it is used and is echoed as it was given.
    """
    try:
        return msgspec.json.decode(line)
    except msgspec.ValidationError:
        return json.loads(
            line.decode(), parse_int=_integer, parse_float=_float, parse_constant=_constant
        )


def _integer(digits: str) -> int | msgspec.Raw:
    return int(digits) if len(digits) < _MOST_DIGITS else msgspec.Raw(digits.encode())


def _float(digits: str) -> float | msgspec.Raw:
    value = float(digits)
    return value if math.isfinite(value) else msgspec.Raw(digits.encode())


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
