"""Log lines: for people and for programs."""

from __future__ import annotations

import io
import json
import logging
import sys
from collections.abc import Iterator

import pytest

from taipao.server.logs import JsonLines, TextLines, set_up


def logged(message: str, *arguments: object, **about: object) -> logging.LogRecord:
    logger = logging.getLogger("taipao.test")
    return logger.makeRecord(
        logger.name, logging.ERROR, "", 0, message, arguments, None, extra=about
    )


def with_fault(record: logging.LogRecord) -> logging.LogRecord:
    try:
        raise ValueError("no such tile")
    except ValueError:
        record.exc_info = sys.exc_info()
    return record


def test_a_line_for_people_says_what_it_is_about() -> None:
    line = TextLines().format(logged("stopped after %d rounds", 3, table="t1", number=41))
    assert line.endswith("ERROR   [table=t1 number=41] stopped after 3 rounds")
    assert TextLines().format(logged("up")).endswith("ERROR   up")


def test_a_line_for_programs_is_one_object() -> None:
    record = with_fault(logged("stopped: 坏\n", table="t1", number=0, seat=object))
    text = JsonLines().format(record)
    assert "\n" not in text
    line = json.loads(text)
    assert line["message"] == "stopped: 坏\n"
    assert (line["level"], line["logger"], line["table"], line["number"]) == (
        "error",
        "taipao.test",
        "t1",
        0,
    )
    assert line["time"] == int(record.created * 1000)
    assert line["fault"].endswith("ValueError: no such tile")
    assert "round" not in line


@pytest.fixture
def restored() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.mark.usefixtures("restored")
def test_setting_up_twice_writes_once_and_from_the_level_on() -> None:
    stream = io.StringIO()
    set_up("text", "debug", stream)
    set_up("json", "warning", stream)
    logging.getLogger("taipao.test").info("unheard")
    logging.getLogger("taipao.test").warning("heard", extra={"table": "t1"})
    assert [json.loads(line)["table"] for line in stream.getvalue().splitlines()] == ["t1"]
