import pytest

from taipao.errors import RuleSetError
from taipao.rules.ruleset import load_ruleset

CHANGES = {
    "standard": {
        "double_from": 10,
        "chow": False,
        "white_is_bonus": False,
        "discard_wild": True,
        "earthly": ["first_draw"],
        "share_out": False,
        "reserve": 30,
        "reserve_per_kong": "second",
        "dealer_stays_on_win": False,
        "dealer_stays_on_draw": True,
        "kill_pig": "any_four",
        "four_winds_pair": False,
        "bloom_through_bonus": True,
        "opening_four_kong": True,
        "ready": "locked",
        "ready_tai": 4,
    },
    "alternate": {
        "double_from": 0,
        "chow": False,
        "white_is_bonus": False,
        "discard_wild": True,
        "share_out": True,
        "reserve": 0,
        "reserve_per_kong": "each",
        "dealer_stays_on_win": False,
        "dealer_stays_on_draw": True,
        "kill_pig": "off",
        "four_winds_pair": True,
        "bloom_through_bonus": False,
        "opening_four_kong": False,
        "ready": "locked",
        "ready_tai": 1000,
    },
}
EVERY_FIELD = [(base, field) for base, fields in CHANGES.items() for field in fields]
EVERY_TAI = [(base, rule) for base in CHANGES for rule in load_ruleset(base).tai]


def made(base, **changes):
    return load_ruleset({"base": base, "set": changes})


@pytest.mark.parametrize(("base", "field"), EVERY_FIELD)
def test_every_field_can_be_changed_alone(base, field):
    value = CHANGES[base][field]
    before, after = load_ruleset(base), made(base, **{field: value})
    wanted = tuple(value) if isinstance(value, list) else value
    assert getattr(before, field) != wanted == getattr(after, field)
    assert after.spec() == {"base": base, "set": {field: value}}
    assert after.digest != before.digest
    assert load_ruleset(after.spec()) == after


@pytest.mark.parametrize(("base", "rule"), EVERY_TAI)
def test_every_tai_can_be_changed_alone(base, rule):
    before = load_ruleset(base)
    value = [number + 1 for number in before.tai[rule]]
    after = load_ruleset(
        {"base": base, "set": {f"tai.{rule}": value if len(value) > 1 else value[0]}}
    )
    assert after.tai == {**before.tai, rule: tuple(value)}
    assert load_ruleset(after.spec()) == after != before
    assert before.tai[rule] == load_ruleset(base).tai[rule]


def test_the_bases_are_told_by_name_alone():
    for base in CHANGES:
        assert load_ruleset(base).spec() == base
        assert load_ruleset({"base": base}) == load_ruleset(base)
        assert made(base, reserve=20).spec() == base
        assert made(base, reserve=20).digest == load_ruleset(base).digest
    assert load_ruleset("standard").digest != load_ruleset("alternate").digest


def test_values_of_the_tables():
    standard, alternate = load_ruleset("standard"), load_ruleset("alternate")
    assert (standard.tai["B1"], standard.tai["B2"]) == ((2, 5, 8), (3, 7, 11))
    assert (standard.tai["V11"], standard.tai["V14"]) == ((7, 8, 1), (13, 30, 100))
    assert (alternate.tai["A19"], alternate.tai["A4k"]) == ((5, 10, 15), (10,))
    assert (standard.double_from, alternate.double_from) == (13, 10)
    assert (standard.earthly, alternate.earthly) == (("first_discard", "first_draw"), ())
    assert len(standard.tai) == 22
    assert len(alternate.tai) == 21


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("house", ["house", "standard"]),
        (3, ["3"]),
        (None, ["null"]),
        ([], ["[]"]),
        ({"set": {}}, ["base"]),
        ({"base": "house"}, ["house"]),
        ({"base": 1}, ["1"]),
        ({"base": "standard", "more": 1}, ["more"]),
        ({"base": "standard", "set": []}, ["set"]),
        ({"base": "standard", "set": {"tai.V15": 1}}, ["V15"]),
        ({"base": "standard", "set": {"tai.A5": [1, 2, 3]}}, ["A5", "standard"]),
        ({"base": "alternate", "set": {"tai.V1": 1}}, ["V1", "alternate"]),
        ({"base": "alternate", "set": {"earthly": []}}, ["earthly"]),
        ({"base": "standard", "set": {"tai": {}}}, ["tai"]),
        ({"base": "standard", "set": {"name": "x"}}, ["name"]),
        ({"base": "standard", "set": {"colour": 1}}, ["colour"]),
        ({"base": "standard", "set": {"tai.V4": [7]}}, ["tai.V4", "[7]"]),
        ({"base": "standard", "set": {"tai.V4": 1001}}, ["tai.V4", "1001"]),
        ({"base": "standard", "set": {"tai.V4": -1}}, ["tai.V4", "-1"]),
        ({"base": "standard", "set": {"tai.V4": True}}, ["tai.V4", "true"]),
        ({"base": "standard", "set": {"tai.V4": 7.0}}, ["tai.V4", "7.0"]),
        ({"base": "standard", "set": {"tai.B1": [1, 2]}}, ["tai.B1", "3"]),
        ({"base": "standard", "set": {"tai.B1": [1, 2, "3"]}}, ["tai.B1", '"3"']),
        ({"base": "standard", "set": {"tai.B1": 5}}, ["tai.B1", "5"]),
        ({"base": "standard", "set": {"double_from": "13"}}, ["double_from", "13"]),
        ({"base": "standard", "set": {"reserve": 1001}}, ["reserve", "1001"]),
        ({"base": "standard", "set": {"chow": 1}}, ["chow", "1"]),
        ({"base": "standard", "set": {"ready": "open"}}, ["ready", "open"]),
        ({"base": "standard", "set": {"kill_pig": None}}, ["kill_pig", "null"]),
        ({"base": "standard", "set": {"earthly": ["later"]}}, ["earthly", "later"]),
        ({"base": "standard", "set": {"earthly": "first_draw"}}, ["earthly"]),
        ({"base": "standard", "set": {"earthly": [["first_draw"]]}}, ["earthly"]),
    ],
)
def test_what_cannot_be_is_named(spec, words):
    with pytest.raises(RuleSetError) as caught:
        load_ruleset(spec)
    for word in words:
        assert word in str(caught.value)


def test_long_values_are_cut_in_messages():
    with pytest.raises(RuleSetError) as caught:
        load_ruleset({"base": "standard", "set": {"ready": "x" * 10_000}})
    assert len(str(caught.value)) < 200


def test_rule_sets_can_be_keys():
    changed = made("standard", reserve=4)
    assert {changed: 1}[made("standard", reserve=4)] == 1
