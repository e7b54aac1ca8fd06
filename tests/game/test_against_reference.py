"""Whole rounds against the second reader of records: every line, and every decision's choices."""

from __future__ import annotations

import hashlib
import json

import msgspec
import pytest

from taipao.game.legal import legal
from taipao.game.state import SEATS
from tests.reference.lines import Wrong, canonical
from tests.reference.options import Table, options
from tests.reference.round import check

from .rounds import round_of

SEEDS = range(100, 148)
SOAKED = range(10_000, 14_000, 50)


def compare(seed: int) -> Table:
    """Read a round again and compare what all four seats may do wherever it stops."""
    game = round_of(seed)
    after = {number: round_ for number, _, round_ in game.after_each()}

    def stop(line: int, table: Table) -> None:
        for seat in range(SEATS):
            mine = msgspec.json.decode(msgspec.json.encode(legal(after[line], seat)))
            assert mine == options(table, seat), f"seed {seed}, line {line}, seat {seat}"

    return check(game.record, tiles=None if game.wall is None else list(game.wall), stop=stop)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_round_is_played_by_the_rules(seed):
    assert compare(seed).phase == "ended"


@pytest.mark.soak
@pytest.mark.parametrize("first", SOAKED)
def test_rounds_are_played_by_the_rules_at_length(first):
    for seed in range(first, first + 50):
        compare(seed)


# The second reader itself.


def closed(lines: list[str]) -> bytes:
    """Put the right digest under lines, so that what they say is looked at."""
    body = "".join(line + "\n" for line in lines).encode()
    digest = canonical({"sha256": hashlib.sha256(body).hexdigest()})
    return body + digest.encode() + b"\n"


def check_lines(seed: int, step: int) -> None:
    """Leave out, double and move every so many lines of a record."""
    lines = round_of(seed).record.decode().splitlines()[:-1]
    check(closed(lines))
    for at in range(2, len(lines), step):
        broken = [lines[:at] + lines[at + 1 :], [*lines[: at + 1], *lines[at:]]]
        if lines[at] != lines[at - 1]:
            broken.append([*lines[: at - 1], lines[at], lines[at - 1], *lines[at + 1 :]])
        for altered in broken:
            with pytest.raises(Wrong):
                check(closed(altered))


def check_fields(seed: int, step: int) -> None:
    """Change every field of every so many events to another value of its kind."""
    lines = round_of(seed).record.decode().splitlines()[:-1]
    for at in range(1, len(lines), step):
        line = json.loads(lines[at])
        for name, value in line.get("event", {}).items():
            if name in ("type", "sheets"):
                continue
            other = {"event": {**line["event"], name: changed(value)}, "number": line["number"]}
            with pytest.raises(Wrong):
                check(closed([*lines[:at], canonical(other), *lines[at + 1 :]]))


def changed(value: object) -> object:
    if isinstance(value, list):
        return value[:-1] if value else [1]
    if isinstance(value, bool) or value is None:
        return not value
    return value + 1 if isinstance(value, int) else "2m" if value != "2m" else "3m"


@pytest.mark.parametrize("seed", [2, 4])
def test_the_second_reader_notices_lines_missing_doubled_or_elsewhere(seed):
    check_lines(seed, 29)


def test_the_second_reader_notices_any_changed_field():
    check_fields(4, 23)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(0, 20, 2))
def test_the_second_reader_notices_everything(seed):
    check_lines(seed, 1)
    check_fields(seed, 1)
