"""The server's log: lines for people, or JSON lines for programs, with table and number.

Whoever logs says what it is about by `extra`: `_log.error("…", extra={"table": id, "number": 41})`.
"""

from __future__ import annotations

import logging
import sys
import time
from typing import Final, Literal, TextIO

import msgspec

Format = Literal["text", "json"]

ABOUT: Final = ("table", "round", "seat", "number")
"""What a line may be about, in the order in which it is shown."""


class TextLines(logging.Formatter):
    """Lines for people: time, level, what it is about, the message; a traceback below."""

    def __init__(self) -> None:
        super().__init__("%(time)s %(levelname)-7s %(about)s%(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Write one record, which may be several lines."""
        about = [f"{name}={value}" for name, value in _about(record).items()]
        record.time = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))
        record.about = f"[{' '.join(about)}] " if about else ""
        return super().format(record)


class JsonLines(logging.Formatter):
    """One JSON object a record: `time`, `level`, `logger`, `message`, what it is about, `fault`."""

    def format(self, record: logging.LogRecord) -> str:
        """Write one record as one line; times are UTC milliseconds."""
        line: dict[str, object] = {
            "time": int(record.created * 1000),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= _about(record)
        if record.exc_info:
            line["fault"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def set_up(form: Format, level: str, stream: TextIO | None = None) -> None:
    """Let every logger of this process write to `stream`, standard error unless given."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # What these say at every start, or of every request that is none, is of no use to an operator.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("uvicorn").setLevel(logging.ERROR)


def _about(record: logging.LogRecord) -> dict[str, object]:
    found = {name: getattr(record, name, None) for name in ABOUT}
    return {name: value for name, value in found.items() if value is not None}
