"""Writes the TypeScript types of the protocol, and the codes of refusals over HTTP.

`python tools/protocol_ts.py` rewrites `generated.ts` and `refusals.ts` in `web/src/wire`; a test
fails where a file is not what this would write.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, get_args

from taipao.server.protocol import protocol_schema
from taipao.server.refusals import RefusalCode
from taipao.tiles import NAMES

WIRE: Final = Path(__file__).resolve().parent.parent / "web/src/wire"

_HEADING: Final = """\
// Written by tools/protocol_ts.py from the server's own types. Do not edit: run it again.
"""
_TILES: Final = "import type { Tile } from './tiles';\n"
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


def generate() -> dict[Path, str]:
    """Return each file's contents."""
    return {WIRE / "generated.ts": _messages(), WIRE / "refusals.ts": _refusals()}


def _messages() -> str:
    parts = [_HEADING, _TILES]
    for name, schema in sorted(protocol_schema()["$defs"].items()):
        if "properties" in schema:
            fields = "".join(
                f"  {field}{_mark(schema, field)}: {_type(value)};\n"
                for field, value in schema["properties"].items()
            )
            parts.append(f"export interface {name} {{\n{fields}}}\n")
        else:
            parts.append(f"export type {name} ={_alternatives(schema)};\n")
    return "\n".join(parts)


def _refusals() -> str:
    codes = "".join(f"\n  | '{code}'" for code in get_args(RefusalCode))
    return f"{_HEADING}\nexport type RefusalCode ={codes};\n"


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
    for path, text in generate().items():
        path.write_text(text, encoding="utf-8")
