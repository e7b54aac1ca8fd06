"""The fields of a rule set (RULES 10), typed in from the tables of RULES 4, 5, 6 and 10."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .errors import BadRequestError

TAI: dict[str, dict[str, int | list[int]]] = {
    "standard": {
        "B1": [2, 5, 8],
        "B2": [3, 7, 11],
        "B3": [1, 3, 5, 10],
        "B4": [4, 3],
        "B5": [5, 4],
        "B6": 1,
        "B7": 1,
        "V1": 1,
        "V2": 13,
        "V3": 13,
        "V4": 7,
        "V5": 13,
        "V6": 26,
        "V7": 13,
        "V8": 7,
        "V9": 7,
        "V10": 13,
        "V11": [7, 8, 1],
        "V12": 3,
        "V13": 7,
        "V14": [13, 30, 100],
        "V16": 3,
    },
    "alternate": {
        "A1": 10,
        "A2": 1,
        "A3": [1, 2, 5],
        "A4": [1, 2, 5],
        "A4k": 10,
        "A5": [1, 3, 5],
        "A6": 10,
        "A7": [2, 5, 7],
        "A8": [2, 5, 7],
        "A9": [2, 3],
        "A10": [3, 4],
        "A11": [3, 4],
        "A12": 10,
        "A13": 5,
        "A14": 5,
        "A15": 5,
        "A16": 2,
        "A17": 1,
        "A18": 1,
        "A19": [5, 10, 15],
        "A20": 5,
    },
}

FIELDS: dict[str, dict[str, Any]] = {
    "standard": {
        "double_from": 13,
        "chow": True,
        "white_is_bonus": True,
        "discard_wild": False,
        "earthly": ["first_discard", "first_draw"],
        "share_out": True,
        "reserve": 20,
        "reserve_per_kong": "each",
        "dealer_stays_on_win": True,
        "dealer_stays_on_draw": False,
        "kill_pig": "three_and_one",
        "four_winds_pair": True,
        "bloom_through_bonus": False,
        "opening_four_kong": False,
        "ready": "assist",
        "ready_tai": 0,
    },
    "alternate": {
        "double_from": 10,
        "chow": True,
        "white_is_bonus": True,
        "discard_wild": False,
        "share_out": False,
        "reserve": 20,
        "reserve_per_kong": "second",
        "dealer_stays_on_win": True,
        "dealer_stays_on_draw": False,
        "kill_pig": "three_and_one",
        "four_winds_pair": False,
        "bloom_through_bonus": True,
        "opening_four_kong": True,
        "ready": "assist",
        "ready_tai": 0,
    },
}

NAMED_VALUES = {
    "reserve_per_kong": ("each", "second"),
    "kill_pig": ("three_and_one", "any_four", "off"),
    "ready": ("assist", "locked"),
}


@dataclass(frozen=True)
class Ruleset:
    base: str
    tai: dict[str, Any]
    fields: dict[str, Any]

    def __getitem__(self, field: str) -> Any:
        """Return a field's value; one the base does not have is as good as empty."""
        return self.fields.get(field, ())


def load(spec: object) -> Ruleset:
    """Make a rule set from a request's `ruleset`."""
    if isinstance(spec, str):
        base, changes = spec, {}
    elif isinstance(spec, dict):
        unknown = set(spec) - {"base", "set"}
        if unknown:
            raise BadRequestError(f"ruleset: unknown keys {sorted(unknown)}")
        if "base" not in spec:
            raise BadRequestError("ruleset: base is missing")
        base, changes = spec["base"], spec.get("set", {})
    else:
        raise BadRequestError("ruleset: a name or an object is wanted")
    if not isinstance(base, str) or base not in TAI:
        raise BadRequestError(f"ruleset: no such base: {base!r}")
    if not isinstance(changes, dict):
        raise BadRequestError("ruleset: set must be an object")
    tai, fields = dict(TAI[base]), dict(FIELDS[base])
    for name, value in changes.items():
        if name.startswith("tai."):
            rule = name.removeprefix("tai.")
            if rule not in tai:
                raise BadRequestError(f"ruleset: {base} has no {name}")
            check_tai(name, tai[rule], value)
            tai[rule] = value
        else:
            if name not in fields:
                raise BadRequestError(f"ruleset: {base} has no field {name!r}")
            check_field(name, fields[name], value)
            fields[name] = value
    return Ruleset(base, tai, fields)


def is_number(value: object) -> bool:
    """Tell whether a value is an integer from 0 to 1000, "every number" of RULES 10."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 1000


def check_tai(name: str, row: int | list[int], value: object) -> None:
    """A list keeps the length of its row; a single value stays single."""
    if isinstance(row, list):
        good = isinstance(value, list) and len(value) == len(row) and all(map(is_number, value))
    else:
        good = is_number(value)
    if not good:
        raise BadRequestError(f"ruleset: {name} cannot be {value!r}")


def check_field(name: str, default: object, value: object) -> None:
    if name in NAMED_VALUES:
        good = isinstance(value, str) and value in NAMED_VALUES[name]
    elif name == "earthly":
        ways = ("first_discard", "first_draw")
        good = (
            isinstance(value, list)
            and all(isinstance(way, str) and way in ways for way in value)
            and len(set(value)) == len(value)
        )
    elif isinstance(default, bool):
        good = isinstance(value, bool)
    else:
        good = is_number(value)
    if not good:
        raise BadRequestError(f"ruleset: {name} cannot be {value!r}")
