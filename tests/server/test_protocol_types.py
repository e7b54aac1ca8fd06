"""The page's types are those of the server."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.protocol_ts import generate

FILES = generate()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_generated_types_are_fresh(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == FILES[path], "run: python tools/protocol_ts.py"
