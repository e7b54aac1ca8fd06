"""The fields of a rule set (docs/rules.md, section 10): what each may be, and what it is called.

What a field may be follows from `RuleSet`, its names stand in `fields.toml`. So whoever lets people
change a rule set needs to know nothing of the rules.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_type_hints

from msgspec import Struct

from taipao.rules.ruleset import EARTHLY, LARGEST, NAMES, RuleSet, load_ruleset

Kind = Literal["number", "numbers", "flag", "choice", "list"]

_TAI: Final = "tai."


class Part(Struct, frozen=True):
    """What an option, or one of several figures, is called."""

    zh: str
    en: str


class Field(Struct, frozen=True):
    """One field, as `load_ruleset` takes it: its name, what it may be, and what it is called.

    A number, or each of several, is from `min` to `max`; a choice is one of the `options`, a list
    some of them. `parts` are the options, or the figures of several numbers, in their order. `rule`
    is the id in docs/rules.md.
    """

    name: str
    type: Kind
    rule: str
    zh: str
    en: str
    min: int | None = None
    max: int | None = None
    options: tuple[str, ...] | None = None
    parts: tuple[Part, ...] = ()


def values(ruleset: RuleSet) -> dict[str, Any]:
    """Return every field that a rule set has with its value, as `load_ruleset` takes them."""
    base = load_ruleset(ruleset.name)
    plain: dict[str, Any] = {
        name: list(value) if isinstance(value := getattr(ruleset, name), tuple) else value
        for name in RuleSet.__struct_fields__
        if name not in ("name", "tai") and getattr(base, name) != ()
    }
    for rule, tai in ruleset.tai.items():
        plain[_TAI + rule] = list(tai) if len(tai) > 1 else tai[0]
    return plain


@cache
def fields() -> tuple[Field, ...]:
    """Return every field that any rule set has."""
    text = Path(__file__).with_name("fields.toml").read_text("utf-8")
    named: dict[str, dict[str, Any]] = tomllib.loads(text)
    known = {name: value for ruleset in NAMES for name, value in _of(ruleset).items()}
    return tuple(_field(name, value, named[name]) for name, value in known.items())


def _of(name: str) -> dict[str, Any]:
    return values(load_ruleset(name))


def _field(name: str, value: object, named: dict[str, Any]) -> Field:
    kind, options = _kind(name, value)
    numeric = kind in ("number", "numbers")
    parts = tuple(Part(part["zh"], part["en"]) for part in named.get("parts", ()))
    return Field(
        name,
        kind,
        named["rule"],
        named["zh"],
        named["en"],
        0 if numeric else None,
        LARGEST if numeric else None,
        options,
        parts,
    )


def _kind(name: str, value: object) -> tuple[Kind, tuple[str, ...] | None]:
    if isinstance(value, bool):
        return "flag", None
    if isinstance(value, int):
        return "number", None
    if isinstance(value, str):
        return "choice", get_args(get_type_hints(RuleSet)[name])
    return ("numbers", None) if name.startswith(_TAI) else ("list", EARTHLY)
