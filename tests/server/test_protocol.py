from __future__ import annotations

import json

import msgspec
import pytest

from taipao.game.actions import Chow, Discard
from taipao.server.protocol import (
    Act,
    ClientMessage,
    Hello,
    Refused,
    ServerMessage,
    Start,
    decode,
    encode,
    protocol_schema,
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"type":"hello","protocol":1}', Hello(1)),
        ('{"type":"start"}', Start()),
        ('{"type":"start","ruleset":null,"contribution":null}', Start()),
        (
            '{"type":"start","ruleset":{"base":"standard","set":{}},"contribution":"0aFF"}',
            Start({"base": "standard", "set": {}}, "0aFF"),
        ),
        (
            '{"type":"act","decision":41,"action":{"type":"discard","tile":"5m"}}',
            Act(Discard("5m"), 41),
        ),
        (
            '{"type":"act","decision":7,"action":{"type":"chow","tiles":["1m","2m"]}}',
            Act(Chow(("1m", "2m")), 7),
        ),
    ],
)
def test_client_messages_are_read(text: str, message: ClientMessage) -> None:
    assert decode(text) == message
    assert decode(text.encode()) == message


def test_every_field_is_written() -> None:
    assert json.loads(encode(Refused("illegal", "no"))) == {
        "type": "error",
        "code": "illegal",
        "message": "no",
        "decision": None,
    }


def test_the_schema_holds_every_message_and_all_they_refer_to() -> None:
    schema = protocol_schema()
    definitions = schema["$defs"]
    for union in (ClientMessage, ServerMessage):
        tags = {kind.__struct_config__.tag for kind in union.__args__}
        assert tags <= {
            definition["properties"]["type"]["enum"][0]
            for definition in definitions.values()
            if "type" in definition.get("properties", {})
        }
    references = set(json.dumps(schema).split('"#/$defs/')[1:])
    assert {reference.split('"')[0] for reference in references} <= definitions.keys()
    assert msgspec.json.encode(schema)
