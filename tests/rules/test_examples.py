"""The guide's examples: one for every figure, and what they are worth by both implementations."""

from typing import Any

import msgspec
import pytest

from taipao.rules.examples import Example, examples
from taipao.rules.requests import answer_score
from taipao.rules.ruleset import NAMES, load_ruleset
from taipao.tiles import parse
from tests.reference.compare import difference


def by_figure(ruleset: Any) -> dict[tuple[str, int], Example]:
    return {(one.rule, one.part): one for one in examples(load_ruleset(ruleset))}


def figure(tai: tuple[int, ...], rule: str, part: int) -> int:
    """Return what an example of a figure gives; that of V11's last adds it to the first."""
    return tai[0] + tai[2] if (rule, part) == ("V11", 2) else tai[part]


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_of_every_item_has_an_example_that_the_engine_scores_so(name: str) -> None:
    shown = by_figure(name)
    tai = load_ruleset(name).tai
    for rule, figures in tai.items():
        for part in range(len(figures)):
            assert (rule, part) in shown, f"{rule}, figure {part} has no example"
            example = shown[rule, part]
            assert example.tai == figure(figures, rule, part), (rule, part)
            assert sum(one.tai for one in example.score.items if one.rule == rule) == example.tai
    assert {rule for rule, _ in shown} == set(tai)


@pytest.mark.parametrize("name", NAMES)
def test_what_an_example_shows_is_in_it(name: str) -> None:
    for example in by_figure(name).values():
        request = example.request
        held = [*parse(request.hand), *parse(request.bonus or "")]
        held += [tile for meld in request.melds or () for tile in parse(meld.tiles)]
        if request.win is not None:
            held += parse(request.win.tile)
        for tile in parse(example.shows):
            held.remove(tile)


@pytest.mark.parametrize("name", NAMES)
def test_the_second_implementation_scores_the_examples_alike(name: str) -> None:
    for example in by_figure(name).values():
        body = msgspec.json.decode(msgspec.json.encode(example.request))
        answer = msgspec.json.decode(msgspec.json.encode(answer_score(body)))
        assert answer["total"] == example.score.total
        assert difference(body, answer) is None


@pytest.mark.parametrize(
    ("field", "value", "rule", "part", "tai"),
    [
        ("tai.V4", 5, "V4", 0, 5),
        ("tai.B1", [3, 6, 9], "B1", 1, 6),
        ("earthly", ["first_draw"], "V3", 0, 13),
        ("four_winds_pair", False, "V10", 0, 13),
        ("kill_pig", "off", "V14", 2, 100),
        ("ready_tai", 2, "P7", 0, 2),
    ],
)
def test_a_changed_rule_set_changes_the_examples(
    field: str, value: object, rule: str, part: int, tai: int
) -> None:
    changed = by_figure({"base": "standard", "set": {field: value}})
    assert changed[rule, part].tai == tai
    assert changed[rule, part] != by_figure("standard").get((rule, part))


@pytest.mark.parametrize(
    ("base", "field", "value", "gone"),
    [
        ("standard", "share_out", False, "V16"),
        ("standard", "tai.V9", 0, "V9"),
        ("alternate", "opening_four_kong", False, "A4k"),
        ("alternate", "white_is_bonus", False, "A3"),
    ],
)
def test_what_a_rule_set_does_not_have_or_pay_is_not_shown(
    base: str, field: str, value: object, gone: str
) -> None:
    assert (gone, 0) in by_figure(base)
    assert (gone, 0) not in by_figure({"base": base, "set": {field: value}})
