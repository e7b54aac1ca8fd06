"""How messages are read and written, and their JSON Schema."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from taipao.errors import BadRequest
from taipao.server.protocol.client import ClientMessage
from taipao.server.protocol.server import ServerMessage

_decoder: Final = msgspec.json.Decoder(ClientMessage)
_encoder: Final = msgspec.json.Encoder()


def decode(data: bytes | str) -> ClientMessage:
    """Read one client message.

    Raises `BadRequest` saying what is wrong and where: no JSON, nested too deeply, an unknown
    type, a field missing or of the wrong kind.
    """
    try:
        return _decoder.decode(data)
    except RecursionError:
        raise BadRequest("the message is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadRequest(str(error)) from None


def encode(message: ServerMessage) -> bytes:
    """Write one server message as the text to be sent, in UTF-8."""
    return _encoder.encode(message)


def protocol_schema() -> dict[str, Any]:
    """Return the protocol as JSON Schema: `ClientMessage`, `ServerMessage` and all they hold."""
    (client, server), components = msgspec.json.schema_components(
        (ClientMessage, ServerMessage), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {"ClientMessage": client, "ServerMessage": server, **components},
    }
