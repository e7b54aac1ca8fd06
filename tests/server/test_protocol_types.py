"""The page's types are those of the server."""

from __future__ import annotations

from tools.protocol_ts import TARGET, generate


def test_the_generated_types_are_fresh() -> None:
    assert TARGET.read_text(encoding="utf-8") == generate(), "run: python tools/protocol_ts.py"
