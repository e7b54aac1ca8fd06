"""The lessons and chapters of the guide."""

import re
from typing import Any

import pytest

from taipao.rules.explained import explain_rules
from taipao.rules.fields import fields
from taipao.rules.lessons import chapters, lessons
from taipao.rules.ruleset import NAMES, load_ruleset
from taipao.tiles import parse


def told(ruleset: Any) -> str:
    return " ".join(
        text
        for lesson in lessons(load_ruleset(ruleset))
        for one in (lesson, *lesson.sentences, *lesson.figures)
        for text in (one.zh, one.en)
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_stands_in_one_chapter(name: str) -> None:
    ruleset = load_ruleset(name)
    listed = [rule for chapter in chapters(ruleset) for rule in chapter.rules]
    assert sorted(listed) == sorted(one.rule for one in explain_rules(ruleset))


@pytest.mark.parametrize("name", NAMES)
def test_the_lessons_are_whole(name: str) -> None:
    assert not re.search(r"[{}\[\]]", told(name))
    for lesson in lessons(load_ruleset(name)):
        assert lesson.sentences
        for figure in lesson.figures:
            tiles = [tile for group in figure.groups for tile in parse(group)]
            assert set(parse(figure.wild)) <= set(tiles)
    shown = {figure.button for lesson in lessons(load_ruleset(name)) for figure in lesson.figures}
    assert shown - {None} == {"chow", "pung", "kong", "ready", "win", "pass"}


@pytest.mark.parametrize("field", [field for field in fields() if field.options])
def test_the_lessons_are_whole_in_every_mode(field: Any) -> None:
    for option in field.options:
        value = [option] if field.type == "list" else option
        changed = load_ruleset({"base": "standard", "set": {field.name: value}})
        assert all(lesson.sentences for lesson in lessons(changed))


def test_the_worked_hand_is_counted_and_paid_for() -> None:
    by_id = {lesson.id: lesson for lesson in lessons(load_ruleset("standard"))}
    worked, paid = by_id["counting"].worked, by_id["payment"].payments
    assert worked is not None
    assert paid is not None
    assert worked.score.doubled
    assert worked.score.total == 2 * worked.score.tai
    assert paid.tai == (4, worked.score.total, 1, 0)
    assert paid.matrix[0] == (0, 2 * worked.score.total, 0, 0)
    assert paid.matrix[2] == (6, worked.score.total, 0, 0)
    assert sum(paid.points) == 0


@pytest.mark.parametrize(
    ("field", "value", "zh", "en"),
    [
        ("double_from", 9, "满 9 台", "total of 9 tai"),
        ("reserve", 30, "30 张", "the 30 that stay"),
        ("chow", False, "杠和碰其次。", "then kong and pung."),
    ],
)
def test_a_changed_field_changes_the_lessons(field: str, value: object, zh: str, en: str) -> None:
    changed = {"base": "standard", "set": {field: value}}
    assert zh in told(changed)
    assert en in told(changed)
    assert zh not in told("standard")
    assert en not in told("standard")


def test_without_chows_there_is_no_such_button() -> None:
    changed = load_ruleset({"base": "standard", "set": {"chow": False}})
    shown = [figure.button for lesson in lessons(changed) for figure in lesson.figures]
    assert "pung" in shown
    assert "chow" not in shown
