"""Actions on the wire: tagged objects, and nothing else."""

from __future__ import annotations

import msgspec
import pytest

from taipao.game.actions import Action, CancelReady, Chow, Discard, Kong, Pass, Pung, Win

ACTIONS = [
    (Win(), {"type": "win"}),
    (Kong("5m"), {"type": "kong", "tile": "5m"}),
    (Pung(), {"type": "pung"}),
    (Chow(("4s", "6s")), {"type": "chow", "tiles": ["4s", "6s"]}),
    (Discard("1z"), {"type": "discard", "tile": "1z", "ready": False}),
    (Discard("1z", ready=True), {"type": "discard", "tile": "1z", "ready": True}),
    (Pass(), {"type": "pass"}),
    (CancelReady(), {"type": "cancel_ready"}),
]


@pytest.mark.parametrize(("action", "plain"), ACTIONS)
def test_every_action_goes_there_and_back(action, plain):
    encoded = msgspec.json.encode(action)
    assert msgspec.json.decode(encoded) == plain
    assert msgspec.json.decode(encoded, type=Action) == action


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        '{"type":"fly"}',
        '{"type":"kong"}',
        '{"type":"kong","tile":"0m"}',
        '{"type":"discard","tile":"9f"}',
        '{"type":"discard","tile":"1m","ready":1}',
        '{"type":"chow","tiles":["1m"]}',
        '{"type":"chow","tiles":["1m","2m","3m"]}',
    ],
)
def test_what_is_no_action_is_refused(text):
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Action)
