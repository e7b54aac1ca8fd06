"""What the fields of rule sets may be, and what they are called."""

from __future__ import annotations

from typing import Any

import pytest

from taipao.errors import RuleSetError
from taipao.rules.fields import Field, fields, values
from taipao.rules.ruleset import NAMES, load_ruleset


@pytest.mark.parametrize("name", NAMES)
def test_the_values_of_a_rule_set_make_it_again(name: str) -> None:
    ruleset = load_ruleset(name)
    assert load_ruleset({"base": name, "set": values(ruleset)}) == ruleset


@pytest.mark.parametrize("name", NAMES)
def test_every_field_has_its_names_and_its_parts(name: str) -> None:
    known = {field.name: field for field in fields()}
    for field, value in values(load_ruleset(name)).items():
        about = known[field]
        assert about.zh
        assert about.en
        assert about.rule
        if about.type == "numbers":
            assert len(about.parts) == len(value)
        else:
            assert len(about.parts) == len(about.options or ())


def limits(field: Field, value: Any) -> list[tuple[Any, bool]]:
    """Values that a field may and may not have."""
    assert field.max is None or field.min == 0
    match field.type:
        case "number":
            assert field.max is not None
            return [(0, True), (field.max, True), (-1, False), (field.max + 1, False)]
        case "numbers":
            most = [field.max] * len(value)
            return [(most, True), ([*most, 0], False)]
        case "flag":
            return [(True, True), (False, True), ("maybe", False)]
        case "choice":
            return [*((option, True) for option in field.options or ()), ("maybe", False)]
        case "list":
            return [([], True), (list(field.options or ()), True), (["maybe"], False)]


@pytest.mark.parametrize("name", NAMES)
def test_what_a_field_may_be_is_what_a_table_accepts(name: str) -> None:
    known = {field.name: field for field in fields()}
    for field, value in values(load_ruleset(name)).items():
        for tried, fine in limits(known[field], value):
            spec = {"base": name, "set": {field: tried}}
            if fine:
                assert values(load_ruleset(spec))[field] == tried
            else:
                with pytest.raises(RuleSetError, match=field):
                    load_ruleset(spec)


def test_a_field_that_one_rule_set_lacks_is_not_among_its_values() -> None:
    assert "earthly" in values(load_ruleset("standard"))
    assert "earthly" not in values(load_ruleset("alternate"))
