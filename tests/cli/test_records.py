"""`taipao replay` and `taipao verify`: what they say of sound records, and of any other bytes."""

import contextlib
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taipao.bots.simulation import simulate
from taipao.cli import main
from taipao.cli.records import MAX_SIZE
from taipao.errors import RecordError, VerifyError
from taipao.game.replay import replay, verify
from taipao.rules.ruleset import load_ruleset

Captured = pytest.CaptureFixture[str]

MIXED = ("greedy", "random", "greedy", "random")
RECORDS = [
    played.record
    for name in ("standard", "alternate")
    for played in simulate(load_ruleset(name), MIXED, 5, 3)
]
RECORD = RECORDS[0]
LINES = RECORD.splitlines(keepends=True)


def closed(lines: list[bytes]) -> bytes:
    """Put the right digest under lines, so that what they say is looked at."""
    body = b"".join(lines)
    return body + b'{"sha256":"%s"}\n' % hashlib.sha256(body).hexdigest().encode()


def line(value: Any) -> bytes:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass") + b"\n"


def refused(data: bytes) -> str:
    """Return why a record does not replay; anything but a clear error fails the test."""
    with pytest.raises(RecordError) as error:
        replay(data)
    message = str(error.value)
    assert message
    assert len(message) < 2000
    return message


def told(data: bytes, path: Path, capsys: Captured, *, command: str = "replay") -> tuple[int, str]:
    path.write_bytes(data)
    status = main([command, str(path)])
    captured = capsys.readouterr()
    assert (captured.out == "") == (status != 0)
    assert captured.err.count("\n") == (status != 0)
    return status, captured.err or captured.out


def test_sound_records_get_a_line_each(tmp_path: Path, capsys: Captured) -> None:
    paths = []
    for number, record in enumerate(RECORDS):
        paths.append(tmp_path / f"{number}.jsonl")
        paths[-1].write_bytes(record)
    for command in ("replay", "verify"):
        assert main([command, *map(str, paths)]) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        printed = captured.out.splitlines()
        assert len(printed) == len(RECORDS)
        for path, said in zip(paths, printed, strict=True):
            assert said.startswith(f"{path}: ")


def test_every_file_is_looked_at(tmp_path: Path, capsys: Captured) -> None:
    sound, broken, absent = (tmp_path / name for name in ("sound", "broken", "absent"))
    sound.write_bytes(RECORD)
    broken.write_bytes(RECORD[:-9])
    for command in ("replay", "verify"):
        assert main([command, str(broken), str(sound)]) == 1
        captured = capsys.readouterr()
        assert str(sound) in captured.out
        assert captured.err.startswith(f"taipao: {broken}: line {len(LINES)}: ")
        assert main([command, str(absent), str(broken), str(tmp_path)]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 3
        assert f"{absent}: cannot be read: No such file or directory" in error
        assert "Traceback" not in error


def test_a_file_larger_than_any_record_is_not_read(tmp_path: Path, capsys: Captured) -> None:
    status, error = told(b"x" * (MAX_SIZE + 1), tmp_path / "large", capsys)
    assert status == 2
    assert "larger than" in error


@settings(max_examples=300)
@given(number=st.integers(0, len(RECORDS) - 1), where=st.integers(0), byte=st.integers(1, 255))
def test_any_changed_byte_is_noticed(number: int, where: int, byte: int) -> None:
    changed = bytearray(RECORDS[number])
    changed[where % len(changed)] ^= byte
    refused(bytes(changed))
    with pytest.raises((RecordError, VerifyError)):
        verify(bytes(changed))


def test_a_changed_byte_of_the_last_line_is_noticed() -> None:
    for place in range(len(RECORD) - len(LINES[-1]), len(RECORD)):
        changed = bytearray(RECORD)
        changed[place] ^= 1
        refused(bytes(changed))


@given(length=st.integers(0, len(RECORD) - 1))
def test_a_record_cut_anywhere_is_noticed(length: int) -> None:
    refused(RECORD[:length])


@pytest.mark.parametrize("kept", range(1, len(LINES) - 1, 7))
def test_a_record_that_ends_early_is_noticed_under_a_digest_of_its_own(kept: int) -> None:
    message = refused(closed(LINES[:kept]))
    assert message.startswith(f"line {kept + 1}: ")


@given(st.binary(max_size=200))
def test_any_other_bytes_are_refused(data: bytes) -> None:
    refused(data)
    with pytest.raises((RecordError, VerifyError)):
        verify(data)


STRANGE = st.sampled_from(
    (
        *(None, True, False, -1, 0, 4, 2**63, 10**40, -(10**40), 1.5),
        *("", "x", "9z", "\ud800", "中", "a" * 70_000),
        *([], [[]], [None] * 4, ["1m"] * 99, {}, {"type": "won"}, {"x": {"y": []}}),
    )
)


def places(value: Any, so_far: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to every value inside a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    found = []
    for key, part in inside:
        found.append((*so_far, key))
        if isinstance(part, dict | list):
            found += places(part, (*so_far, key))
    return found


def disturbed(value: Any, data: st.DataObject) -> Any:
    """Change, remove or add one thing somewhere in a JSON value."""
    *way, key = data.draw(st.sampled_from(places(value)))
    inside = value
    for step in way:
        inside = inside[step]
    how = data.draw(st.sampled_from(["change", "change", "remove", "add"]))
    if how == "remove":
        del inside[key]
    elif how == "change":
        inside[key] = data.draw(STRANGE)
    elif isinstance(inside, dict):
        inside["unknown"] = data.draw(STRANGE)
    else:
        inside.insert(key, data.draw(STRANGE))
    return value


@settings(max_examples=400)
@given(st.data())
def test_no_line_can_say_anything_else(data: st.DataObject) -> None:
    """Under a digest of its own: no field changed, removed or added, whatever the value."""
    at = data.draw(st.integers(0, len(LINES) - 2))
    value = disturbed(json.loads(LINES[at]), data)
    lines = [*LINES[:at], line(value), *LINES[at + 1 : -1]]
    record = closed(lines)
    try:
        replay(record)
    except RecordError:
        pass
    else:
        # Only what the round does not depend on: names, who chose, its place in a match, times.
        before = json.loads(LINES[at])
        for free in ("seats", "by", "round", "time"):
            before.pop(free, None)
            value.pop(free, None)
        assert value == before
    with contextlib.suppress(RecordError, VerifyError):
        verify(record)


@given(st.data())
def test_no_line_can_be_missing_doubled_or_elsewhere(data: st.DataObject) -> None:
    last = len(LINES) - 2
    one, other = data.draw(st.integers(1, last)), data.draw(st.integers(1, last))
    lines = LINES[:-1]
    how = data.draw(st.sampled_from(["remove", "double", "swap"]))
    if how == "remove":
        del lines[one]
    elif how == "double":
        lines.insert(one, lines[one])
    else:
        lines[one], lines[other] = lines[other], lines[one]
    if lines != LINES[:-1]:
        refused(closed(lines))


def header_with(**changes: Any) -> bytes:
    return closed([line({**json.loads(LINES[0]), **changes}), *LINES[1:-1]])


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "the record is empty"),
        (b"\n", "line 1: "),
        (b"\xff\xfe\n" + RECORD, "line 1: "),
        (b"[" * 200_000, "line 1: cannot be read"),
        (closed([b'{"event":' * 50_000 + b"\n"]), "line 1: "),
        (closed([LINES[0], b'{"event":' * 50_000 + b"\n", *LINES[2:-1]]), "line 2: "),
        (header_with(version=2), "line 1: version 2 is unknown"),
        (header_with(format="other"), "line 1: "),
        (header_with(unknown=1), "line 1: "),
        (header_with(dealer=4), "line 1: "),
        (header_with(dealer=-1), "line 1: "),
        (header_with(round=0), "line 1: round"),
        (header_with(secret="00" * 31), "line 1: "),
        (header_with(secret="0" * 64), "line 1: commitment"),
        (header_with(secret="zz" * 32), "line 1: secret: not hexadecimal"),
        (header_with(contributions=[None] * 3), "line 1: "),
        (header_with(contributions=["", None, None, None]), "line 1: contributions[0]"),
        (header_with(ruleset="riichi"), 'line 1: unknown rule set "riichi"'),
        (header_with(ruleset={"base": "standard", "set": {}}), "line 1: ruleset"),
        (
            header_with(ruleset={"base": "standard", "set": {"tai.V4": 8}}),
            "line 1: rule set digest",
        ),
        (header_with(ruleset={"base": "standard", "set": {"V4": 8}}), "line 1: "),
        (closed(LINES[:-1]).replace(b"\n", b"\r\n"), "line 1: "),
        (closed(LINES[:-1]) + b"\n", "line "),
        (closed(LINES[:-1]) + LINES[-2], "line "),
    ],
)
def test_each_fault_is_told_with_its_line(
    data: bytes, words: str, tmp_path: Path, capsys: Captured
) -> None:
    status, error = told(data, tmp_path / "record", capsys)
    assert status == 1
    assert words in error
    assert told(data, tmp_path / "record", capsys, command="verify")[0] in (0, 1)


def test_a_tile_the_wall_does_not_give_is_found_without_the_engine(
    tmp_path: Path, capsys: Captured
) -> None:
    at, drawn = next(
        (at, json.loads(text)) for at, text in enumerate(LINES) if b'"why":"turn"' in text
    )
    drawn["event"]["tile"] = "1m" if drawn["event"]["tile"] != "1m" else "2m"
    data = closed([*LINES[:at], line(drawn), *LINES[at + 1 : -1]])
    status, error = told(data, tmp_path / "record", capsys, command="verify")
    assert status == 1
    assert f"line {at + 1}: the wall has " in error
    status, error = told(data, tmp_path / "record", capsys)
    assert status == 1
    assert f"line {at + 1}: drawn.tile: " in error
