"""The words of the rules: for every rule that can be cited, with the figures of the rule set."""

import re

import pytest

from taipao.rules.explained import Explanation, explain_rules
from taipao.rules.fields import Field, fields, values
from taipao.rules.ruleset import NAMES, Spec, load_ruleset

STANDARD, ALTERNATE = map(load_ruleset, ("standard", "alternate"))


def explained(ruleset: Spec) -> dict[str, Explanation]:
    return {one.rule: one for one in explain_rules(load_ruleset(ruleset))}


def told(one: Explanation) -> str:
    return " ".join(
        text for words in (one.zh, one.en) for text in (words.name, words.sentence, *words.more)
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_that_gives_tai_is_explained_with_its_figures(name: str) -> None:
    known = explained(name)
    ruleset = load_ruleset(name)
    for rule, tai in ruleset.tai.items():
        assert set(map(str, tai)) <= set(re.findall(r"\d+", known[rule].zh.sentence)), rule
        assert set(map(str, tai)) <= set(re.findall(r"\d+", known[rule].en.sentence)), rule
        assert known[rule].zh.more, f"{rule} says nothing more than its sentence"
    for rule in ("P7", "S1", "S2", "S3", "V15", "V19", "W2", "C2"):
        assert rule in known
    others = {rule for other in NAMES for rule in load_ruleset(other).tai} - set(ruleset.tai)
    assert not others & set(known)


def test_names_are_those_of_the_fields() -> None:
    known = explained("standard") | explained("alternate")
    for field in fields():
        if field.name.startswith("tai."):
            assert (known[field.rule].zh.name, known[field.rule].en.name) == (field.zh, field.en)


@pytest.mark.parametrize("field", [field for field in fields() if field.options])
@pytest.mark.parametrize("name", NAMES)
def test_every_mode_of_a_rule_set_has_words(name: str, field: Field) -> None:
    if field.name not in values(load_ruleset(name)):
        return
    for option in field.options or ():
        value = [option] if field.type == "list" else option
        changed: Spec = {"base": name, "set": {field.name: value}}
        assert set(explained(changed)) == set(explained(name))


@pytest.mark.parametrize(
    ("field", "value", "rule", "zh", "en"),
    [
        ("tai.V1", 4, "V1", "加 4 台", "gives 4"),
        ("tai.V11", [20, 21, 22], "V11", "暗杠加 21 台", "21 after a concealed one"),
        ("double_from", 0, "S1", "这桌不翻倍", "Nothing is doubled"),
        ("double_from", 9, "S1", "满 9 台", "9 tai and more"),
        ("earthly", [], "V3", "这桌不算地胡", "do not count"),
        ("four_winds_pair", False, "V10", "四种都成刻子", "All four winds"),
        ("white_is_bonus", False, "W2", "不能当花", "not for a flower"),
        ("ready_tai", 2, "P7", "加 2 台", "gives 2"),
        ("kill_pig", "off", "V15", "不能和", "nobody wins"),
        ("reserve", 30, "P11", "留 30 张", "30 tiles"),
    ],
)
def test_a_changed_field_changes_the_words(
    field: str, value: object, rule: str, zh: str, en: str
) -> None:
    one = explained({"base": "standard", "set": {field: value}})[rule]
    assert zh in one.zh.sentence
    assert en in one.en.sentence
    assert told(one) != told(explained("standard")[rule])


def test_nothing_is_left_to_be_filled_in() -> None:
    for ruleset in (STANDARD, ALTERNATE):
        for one in explain_rules(ruleset):
            assert not re.search(r"[{}\[\]]", told(one)), one.rule
