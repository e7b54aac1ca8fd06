"""The lines of a record, one after the other, each as docs/record.md says it is written."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

Line = dict[str, Any]


class Wrong(Exception):  # noqa: N818 (named for what it is)
    """What a record says and the rules do not."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")


def canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class Lines:
    """A record's lines, and how far they have been read; a fault is `Wrong`, with its line.

    With `whole` false the record may break off, and has no digest.
    """

    def __init__(self, data: bytes, *, whole: bool) -> None:
        self.lines = self.decoded(data, whole)
        self.whole = whole
        self.at = 0
        self.number = 0

    def decoded(self, data: bytes, whole: bool) -> list[Line]:
        """Check every line's form, and the digest of a whole record."""
        texts = data.decode().splitlines(keepends=True)
        lines = [json.loads(text) for text in texts]
        for number, (text, line) in enumerate(zip(texts, lines, strict=True), start=1):
            if canonical(line) + "\n" != text:
                raise Wrong(number, "not canonical JSON")
        if whole:
            body = "".join(texts[:-1]).encode()
            if lines.pop() != {"sha256": sha256(body).hexdigest()}:
                raise Wrong(len(texts), "not the digest of the lines before")
        return lines

    def require(self, condition: bool, message: str) -> None:
        if not condition:
            raise Wrong(self.at, message)

    def take(self) -> Line:
        if self.at == len(self.lines):
            raise Wrong(self.at, "the record breaks off")
        self.at += 1
        return self.lines[self.at - 1]

    def event(self, type_: str, **fields: Any) -> None:
        self.same(self.take_event(type_), {"type": type_, **fields})

    def take_event(self, type_: str) -> dict[str, Any]:
        """Take the next event, checking its type and its number."""
        line = self.take()
        self.require("event" in line, f"an action where {type_} has to follow")
        self.require(set(line) <= {"event", "number", "time"}, f"unknown keys {sorted(line)}")
        event: dict[str, Any] = line["event"]
        self.require(event["type"] == type_, f"{type_} expected, got {event['type']}")
        if type_ in ("ready_noted", "ready_cancelled"):
            self.require(line["number"] is None, "a private event has no number")
        else:
            self.number += 1
            self.require(line["number"] == self.number, f"number {self.number} expected")
        return event

    def same(self, found: object, expected: object) -> None:
        self.require(found == expected, f"expected {expected}, got {found}")
