"""What a long run has come to so far, as JSON Lines: a run that broke off goes on from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from taipao.errors import BadRequest

_Row = TypeVar("_Row", bound=msgspec.Struct)


class Journal(Generic[_Row]):
    """A file whose first line says what was run, and each further one is a row.

    `rows` are those it has. A last line that was not written to its end is dropped.
    """

    def __init__(self, path: Path, run: Mapping[str, Any], row: type[_Row]) -> None:
        """Open a journal, or begin it; `BadRequest` if the file is of another run, or of none."""
        self._path = path
        self.rows: list[_Row] = []
        path.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_bytes() if path.exists() else b""
        whole = text[: text.rfind(b"\n") + 1]
        first = msgspec.json.encode(run) + b"\n"
        if not whole:
            path.write_bytes(first)
            return
        head, *rest = whole.splitlines()
        self._check(head, run)
        try:
            self.rows += [msgspec.json.decode(line, type=row) for line in rest]
        except msgspec.MsgspecError as error:
            raise BadRequest(f"{path}: not a line of results: {error}") from None
        if len(text) > len(whole):
            path.write_bytes(whole)

    def add(self, rows: Sequence[_Row]) -> None:
        """Write rows down."""
        with self._path.open("ab") as file:
            file.write(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
        self.rows += rows

    def _check(self, head: bytes, run: Mapping[str, Any]) -> None:
        try:
            kept: object = msgspec.json.decode(head)
        except msgspec.MsgspecError:
            kept = None
        if not isinstance(kept, dict) or kept.keys() != run.keys():
            raise BadRequest(f"{self._path}: not the results of such a run")
        for name, value in run.items():
            if kept[name] != value:
                raise BadRequest(
                    f"{self._path}: these results have {name} {kept[name]!r}, this run {value!r}; "
                    "choose another folder"
                )
