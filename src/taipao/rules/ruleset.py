"""Rule sets: values are data (docs/rules.md, section 10), read from TOML, overridden by field."""

import hashlib
import json
import tomllib
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import fields

from taipao.errors import RuleSetError

NAMES: Final = ("standard", "alternate")
LARGEST: Final = 1000

Spec = str | dict[str, Any]


class RuleSet(Struct, frozen=True, kw_only=True, dict=True):
    """One way to play and to count. Every field of docs/rules.md, section 10, under its own name.

    ``name`` is the base it was made from. ``tai`` maps a rule id to its values in the order of the
    rule's row; an id that the base does not have is absent. ``earthly`` is empty where the base has
    no such field.
    """

    name: str
    double_from: int
    chow: bool
    white_is_bonus: bool
    discard_wild: bool
    share_out: bool
    reserve: int
    reserve_per_kong: Literal["each", "second"]
    dealer_stays_on_win: bool
    dealer_stays_on_draw: bool
    kill_pig: Literal["three_and_one", "any_four", "off"]
    four_winds_pair: bool
    bloom_through_bonus: bool
    opening_four_kong: bool
    ready: Literal["assist", "locked"]
    ready_tai: int
    tai: dict[str, tuple[int, ...]]
    earthly: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash(self.digest)

    @cached_property
    def digest(self) -> str:
        """Hex SHA-256 of the canonical JSON of every field."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()

    def spec(self) -> Spec:
        """Return the name, or the smallest object, that ``load_ruleset`` makes this from."""
        base = load_ruleset(self.name)
        if self is base:
            return self.name
        changed: dict[str, Any] = {}
        for field in self.__struct_fields__:
            value = getattr(self, field)
            if field == "tai" or value == getattr(base, field):
                continue
            changed[field] = list(value) if isinstance(value, tuple) else value
        for rule, values in self.tai.items():
            if values != base.tai[rule]:
                changed[f"tai.{rule}"] = list(values) if len(values) > 1 else values[0]
        if not changed:
            return self.name
        return {"base": self.name, "set": dict(sorted(changed.items()))}


def load_ruleset(spec: Spec) -> RuleSet:
    """Make a rule set from its name or from ``{"base": name, "set": {field: value}}``.

    Raises ``RuleSetError`` naming the field and the value.

    >>> load_ruleset({"base": "standard", "set": {"tai.V4": 5}}).tai["V4"]
    (5,)
    """
    if isinstance(spec, str):
        return _base(spec)
    if not isinstance(spec, dict):
        raise RuleSetError(f"ruleset must be a name or an object, not {_show(spec)}", "ruleset")
    for key in spec:
        if key not in ("base", "set"):
            raise RuleSetError(f"ruleset has no key {_show(key)}; it has base and set", str(key))
    if "base" not in spec:
        raise RuleSetError("ruleset: base is missing", "base")
    base = _base(spec["base"])
    changes = spec.get("set", {})
    if not isinstance(changes, dict):
        raise RuleSetError(f"ruleset: set must be an object, not {_show(changes)}", "set")
    return _changed(base, changes)


def _base(name: object) -> RuleSet:
    if not isinstance(name, str) or name not in NAMES:
        raise RuleSetError(
            f"unknown rule set {_show(name)}; there are {' and '.join(NAMES)}", "base"
        )
    return _read(name)


@cache
def _read(name: str) -> RuleSet:
    values = tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text("utf-8"))
    values["tai"] = {
        rule: tuple(tai) if isinstance(tai, list) else (tai,) for rule, tai in values["tai"].items()
    }
    if "earthly" in values:
        values["earthly"] = tuple(values["earthly"])
    return RuleSet(**values)


def _changed(base: RuleSet, changes: Mapping[Any, Any]) -> RuleSet:
    values = {field.name: getattr(base, field.name) for field in fields(base)}
    values["tai"] = dict(base.tai)
    for field, value in changes.items():
        if isinstance(field, str) and field.startswith("tai."):
            rule = field.removeprefix("tai.")
            if rule not in base.tai:
                raise RuleSetError(f"{base.name} has no rule {_show(rule)} ({_cut(field)})", field)
            values["tai"][rule] = _tai(field, value, len(base.tai[rule]))
        elif field in _CHECKS and (field != "earthly" or base.earthly):
            values[field] = _CHECKS[field](field, value)
        else:
            raise RuleSetError(f"{base.name} has no field {_show(field)}", str(field))
    return RuleSet(**values)


def _number(field: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LARGEST:
        raise RuleSetError(
            f"{field} must be a whole number from 0 to {LARGEST}, not {_show(value)}", field
        )
    return value


def _tai(field: str, value: object, length: int) -> tuple[int, ...]:
    if length == 1:
        return (_number(field, value),)
    if not isinstance(value, list | tuple) or len(value) != length:
        raise RuleSetError(f"{field} must be a list of {length} numbers, not {_show(value)}", field)
    return tuple(_number(field, number) for number in value)


def _flag(field: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise RuleSetError(f"{field} must be true or false, not {_show(value)}", field)
    return value


def _one_of(*allowed: str) -> Callable[[str, Any], str]:
    def check(field: str, value: object) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise RuleSetError(
                f"{field} must be one of {', '.join(allowed)}, not {_show(value)}", field
            )
        return value

    return check


EARTHLY: Final = ("first_discard", "first_draw")


def _earthly(field: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise RuleSetError(f"{field} must be a list, not {_show(value)}", field)
    for entry in value:
        if entry not in EARTHLY:
            raise RuleSetError(
                f"{field} may list {' and '.join(EARTHLY)}, not {_show(entry)}", field
            )
    return tuple(entry for entry in EARTHLY if entry in value)


_CHECKS: Final[dict[str, Callable[[str, Any], Any]]] = {
    "double_from": _number,
    "chow": _flag,
    "white_is_bonus": _flag,
    "discard_wild": _flag,
    "earthly": _earthly,
    "share_out": _flag,
    "reserve": _number,
    "reserve_per_kong": _one_of("each", "second"),
    "dealer_stays_on_win": _flag,
    "dealer_stays_on_draw": _flag,
    "kill_pig": _one_of("three_and_one", "any_four", "off"),
    "four_winds_pair": _flag,
    "bloom_through_bonus": _flag,
    "opening_four_kong": _flag,
    "ready": _one_of("assist", "locked"),
    "ready_tai": _number,
}


def _show(value: object) -> str:
    return _cut(json.dumps(value, ensure_ascii=False, default=str))


def _cut(text: str) -> str:
    return text if len(text) <= 60 else text[:60] + "…"
