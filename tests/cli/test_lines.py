"""JSON Lines: any bytes get one answer a line, in order, in bounded memory."""

import io
import json
import sys
import tracemalloc
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taipao.cli._lines import MAX_LINE, ReadError, answer_line, answer_stream


def echo(request: object) -> dict[str, object]:
    """Answer an object with its id, anything else with what it is."""
    if isinstance(request, dict):
        return {"id": request.get("id"), "legal": True}
    return {"id": None, "legal": True}


def answers(data: bytes) -> list[Any]:
    sink = io.BytesIO()
    answer_stream(io.BytesIO(data), sink, echo)
    written = sink.getvalue()
    assert not written or written.endswith(b"\n")
    return [json.loads(line) for line in written.splitlines()]


def ids(data: bytes) -> list[object]:
    return [answer["id"] for answer in answers(data)]


def refused(data: bytes) -> str:
    (answer,) = answers(data)
    assert answer["id"] is None
    assert answer["legal"] is False
    assert answer["error"]["code"] == "bad_request"
    message: str = answer["error"]["message"]
    return message


def test_answers_keep_their_order() -> None:
    assert ids(b'{"id": 1}\n{"id": 2}\n{"id": 3}\n') == [1, 2, 3]


def test_the_last_line_needs_no_newline() -> None:
    assert ids(b'{"id": 1}\n{"id": 2}') == [1, 2]


def test_lines_may_end_as_on_windows() -> None:
    assert ids(b'{"id": 1}\r\n{"id": 2}\r\n') == [1, 2]


def test_nothing_is_answered_with_nothing() -> None:
    assert answers(b"") == []


@pytest.mark.parametrize("data", [b"\n", b"\r\n", b"  \t\n", b" "])
def test_an_empty_line_is_answered(data: bytes) -> None:
    assert refused(data) == "the line is empty"


@pytest.mark.parametrize(
    "data",
    [
        b"{",
        b'{"id": 1',
        b"{'id': 1}",
        b'{"id": 1} {"id": 2}',
        b'{"id": NaN}',
        b'{"id": Infinity}',
        b'{"id": 1e999, "x": NaN}',
        b'{"id": 01}',
        b'{"id": 1,}',
        b'{"id": "\xff"}',
        b'{"id": 1e999, "x": "\xff"}',
        b'{"id": "\xed\xa0\x80"}',
        b"\x00",
        b'{"id": "\\ud800"}',
        b'{"id": "\\ud800", "x": 1e999}',
        "﻿中".encode(),
    ],
)
def test_what_is_not_json_is_answered(data: bytes) -> None:
    assert refused(data).startswith("the line is not JSON: ")


@pytest.mark.parametrize("opening", [b"[", b'{"id":', b'{"id":[1e999,'])
def test_deep_nesting_is_answered(opening: bytes) -> None:
    assert refused(opening * (MAX_LINE // len(opening))) == "the line is nested too deeply"


def test_nesting_near_the_limit_is_answered() -> None:
    for depth in range(sys.getrecursionlimit() - 200, sys.getrecursionlimit() + 10):
        line = answer_line(b'{"id": ' + b"[" * depth + b"]" * depth + b"}", echo)
        assert line.startswith((b'{"id":[', b'{"id":null,'))


@pytest.mark.parametrize(
    "number",
    ["0", "-1", "1.5", "1e999", "-1e999", "123456789012345678901234567890", "9" * 5000, "1e-999"],
)
def test_an_id_may_be_any_number(number: str) -> None:
    line = answer_line(f'{{"id": {number}, "other": 1e999}}'.encode(), echo)
    expected = number if number != "1e-999" else "0.0"
    assert line.startswith(f'{{"id":{expected},'.encode())


def test_of_a_doubled_key_the_last_counts() -> None:
    assert ids(b'{"id": 1, "id": 2}') == [2]


def test_what_is_no_object_is_passed_on() -> None:
    assert [answer["legal"] for answer in answers(b"1\n[]\nnull\n")] == [True] * 3


def padded(length: int) -> bytes:
    """Make a line of a number of bytes."""
    return b'{"id": 1}' + b" " * (length - 9)


def test_a_line_of_one_mebibyte_is_read() -> None:
    assert ids(padded(MAX_LINE) + b"\n" + b'{"id": 2}') == [1, 2]
    assert ids(padded(MAX_LINE)) == [1]


@pytest.mark.parametrize("length", [MAX_LINE + 1, MAX_LINE + 70_000, 5 * MAX_LINE])
@pytest.mark.parametrize("end", [b"\n", b""])
def test_a_longer_line_is_answered_and_skipped(length: int, end: bytes) -> None:
    data = b'{"id": 1}\n' + padded(length) + end
    assert ids(data) == [1, None]
    assert "longer than 1048576 bytes" in answers(data)[1]["error"]["message"]
    if end:
        assert ids(data + b'{"id": 2}\n') == [1, None, 2]


class Endless(io.RawIOBase):
    """Give a number of chunks, made as they are read."""

    def __init__(self, chunks: int, chunk: bytes) -> None:
        self.left = chunks
        self.chunk = chunk

    def read1(self, _size: int = -1) -> bytes:
        self.left -= 1
        return self.chunk if self.left >= 0 else b""


class Counting(io.RawIOBase):
    """Count what is written, and keep none of it."""

    def __init__(self) -> None:
        self.lines = 0

    def write(self, data: Any) -> int:
        self.lines += bytes(data).count(b"\n")
        return len(data)


@pytest.mark.parametrize(
    ("chunk", "expected"), [(b'{"id": 1}\n' * 100, 100_000), (b"[" * 65_536, 1)]
)
def test_memory_is_bounded(chunk: bytes, expected: int) -> None:
    sink = Counting()
    tracemalloc.start()
    answer_stream(Endless(1000, chunk), sink, echo)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sink.lines == expected
    assert peak < 4 * MAX_LINE


def test_an_answer_goes_out_before_more_is_waited_for() -> None:
    sink = io.BytesIO()
    out = io.BufferedWriter(sink, 1 << 20)
    seen: list[int] = []

    class Conversation(io.RawIOBase):
        def read1(self, _size: int = -1) -> bytes:
            seen.append(sink.getvalue().count(b"\n"))
            return b'{"id": 1}\n{"id"' if len(seen) == 1 else b": 2}\n" if len(seen) == 2 else b""

    answer_stream(Conversation(), out, echo)
    assert seen == [0, 1, 2]


def test_a_fault_in_one_line_leaves_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    def fragile(request: object) -> dict[str, object]:
        if echo(request)["id"] == 2:
            raise KeyError("boom")
        return echo(request)

    sink = io.BytesIO()
    answer_stream(io.BytesIO(b'{"id": 1}\n{"id": 2}\n{"id": 3}\n'), sink, fragile)
    first, second, third = (json.loads(line) for line in sink.getvalue().splitlines())
    assert (first["id"], second["id"], third["id"]) == (1, 2, 3)
    assert second["error"]["code"] == "internal"
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "boom" in err


def test_reading_that_breaks_off_is_not_writing_that_does() -> None:
    class Broken(io.RawIOBase):
        def read1(self, _size: int = -1) -> bytes:
            raise OSError(5, "Input/output error")

    with pytest.raises(ReadError, match="Input/output error"):
        answer_stream(Broken(), io.BytesIO(), echo)


@given(st.binary(max_size=200), st.integers(1, 50))
def test_any_bytes_get_an_answer_a_line(data: bytes, step: int) -> None:
    class Dribble(io.RawIOBase):
        at = 0

        def read1(self, _size: int = -1) -> bytes:
            self.at += step
            return data[self.at - step : self.at]

    sink = io.BytesIO()
    answer_stream(Dribble(), sink, echo)
    lines = data.split(b"\n")
    expected = len(lines) - (not lines[-1])
    assert sink.getvalue().count(b"\n") == expected
    for line in sink.getvalue().splitlines():
        assert msgspec.json.decode(line)["legal"] in (True, False)


def test_the_answerers_are_what_lines_are_for() -> None:
    from taipao.rules.requests import answer_score, answer_settle

    answerers: list[Callable[[object], dict[str, object]]] = [answer_score, answer_settle]
    for answer in answerers:
        reply = json.loads(answer_line(b'{"id": "a", "hand": 1e999, "totals": [1e999]}', answer))
        assert reply["id"] == "a"
        assert reply["error"]["code"] == "bad_request"
