"""Writes the TypeScript types of the protocol, and the codes of refusals over HTTP.

`python tools/protocol_ts.py` rewrites `web/src/wire/generated.ts`; a test fails where the file is
not what this would write.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, get_args

from taipao.server.protocol import protocol_schema
from taipao.server.refusals import RefusalCode
from taipao.tiles import NAMES

TARGET: Final = Path(__file__).resolve().parent.parent / "web/src/wire/generated.ts"

_HEADING: Final = """\
// Written by tools/protocol_ts.py from the server's own types. Do not edit: run it again.

import type { Tile } from './tiles';
"""
_SIMPLE: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}
_ANY_OBJECT: Final = "Record<string, unknown>"
# The one object that the schema leaves open: a rule set, described in docs/rules.md.
_RULE_SET: Final = f"{{ base: string; set: {_ANY_OBJECT} }}"


def generate() -> str:
    """Return the file's contents."""
    parts = [_HEADING]
    for name, schema in sorted(protocol_schema()["$defs"].items()):
        if "properties" in schema:
            fields = "".join(
                f"  {field}{_mark(schema, field)}: {_type(value)};\n"
                for field, value in schema["properties"].items()
            )
            parts.append(f"export interface {name} {{\n{fields}}}\n")
        else:
            parts.append(f"export type {name} ={_alternatives(schema)};\n")
    codes = "".join(f"\n  | '{code}'" for code in get_args(RefusalCode))
    parts.append(f"export type RefusalCode ={codes};\n")
    return "\n".join(parts)


def _alternatives(schema: dict[str, Any]) -> str:
    return "".join(f"\n  | {_type(one)}" for one in schema["anyOf"])


def _mark(schema: dict[str, Any], field: str) -> str:
    """Mark a field that may be absent, and says nothing then.

    One that has a default is written all the same, by the server and by the page.
    """
    required = field in schema.get("required", ())
    return "" if required or "default" in schema["properties"][field] else "?"


def _type(schema: dict[str, Any]) -> str:
    """Write one schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(_type(one) for one in schema["anyOf"])
    if "enum" in schema:
        values = schema["enum"]
        if sorted(values) == sorted(NAMES):
            return "Tile"
        return " | ".join(json.dumps(value) for value in values).replace('"', "'")
    kind = schema["type"]
    if kind == "array":
        return _array(schema)
    if kind == "object":
        return _RULE_SET
    return _SIMPLE[kind]


def _array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(item) for item in schema['prefixItems'])}]"
    item = _type(schema["items"])
    return f"({item})[]" if "|" in item else f"{item}[]"


if __name__ == "__main__":
    TARGET.write_text(generate(), encoding="utf-8")
