from __future__ import annotations

from taipao.server.supplies import Pace


def test_a_contribution_is_waited_for_two_seconds() -> None:
    assert Pace().seal == 2.0
