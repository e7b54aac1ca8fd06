"""What the guide says agrees with the engine, whatever the fields of the rule set are."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from taipao.rules.explained import explain_rules
from taipao.rules.fields import fields, values
from taipao.rules.lessons import lessons
from taipao.rules.ruleset import NAMES, load_ruleset

DENIED: dict[tuple[str, Any], str] = {
    ("double_from", 0): "翻倍以后|满 0 台|as doubled|0 tai",
    ("chow", True): "这桌不能吃|Chows may not",
    ("chow", False): "吃最后|吃、碰的亮|吃的、碰的|可以吃|吃只能"
    "|and these before a chow|also to chow|^A chow or",
    ("white_is_bonus", True): "白板当普通|whites are ordinary|四张同色花，|不能当花",
    ("white_is_bonus", False): "花[和或、]白|四张白板|补出去的白|补到的白|whites? (set|dealt)"
    "|flowers (and|or) whites|all (four )?whites|wild white|白板做财神",
    ("discard_wild", True): "不能打财神|不能打出去|only if nothing else|melded or discarded",
    ("discard_wild", False): "财神可以打出来|At this table one may be discarded",
    ("share_out", True): "不分牌|no share-out",
    ("share_out", False): "时分牌|分牌时|分牌和牌|四家一人分|the share-out|dealt out, one to each",
    ("reserve_per_kong", "each"): "每满两次|every second",
    ("reserve_per_kong", "second"): "每开一次杠|for every kong",
    ("dealer_stays_on_win", True): "不管谁和|换下家|有人和了，下家"
    "|Whoever wins|Then the next|After a win",
    ("dealer_stays_on_win", False): "和牌连庄|庄家和了|dealer who wins|after an own win",
    ("dealer_stays_on_draw", True): "庄家下庄|不然下家|换下家"
    "|passes on|otherwise the next|Then the next",
    ("dealer_stays_on_draw", False): "黄牌，庄家连庄|^庄家连庄|when nobody wins|^The dealer deals",
    ("kill_pig", "three_and_one"): "任意四张|Any four|不成牌型不能和|nobody wins without",
    ("kill_pig", "any_four"): "另一种财神，自己的回合"
    "|of the other win on|不成牌型不能和|nobody wins without",
    ("kill_pig", "off"): "不成牌型的|不成牌型也|只算杀猪"
    "|Without them|without the shape,|win on an own turn",
    ("four_winds_pair", True): "四种都成刻子|All four winds",
    ("four_winds_pair", False): "或做将|or as the pair",
    ("bloom_through_bonus", True): "再补到的不算|不算杠上开花|drawn there breaks|breaks the bloom",
    ("bloom_through_bonus", False): "再补一张和也算|也算杠上开花"
    "|not break the bloom|replaced does no harm",
    ("opening_four_kong", True): "没有这一条|no such kong",
    ("opening_four_kong", False): "起手四张|起手就有|起手的暗杠"
    "|opening kongs?|concealed kong of their own",
    ("ready", "assist"): "大家都看得见|It is public",
    ("ready", "locked"): "可以取消|may cancel",
    ("earthly", ()): "是地胡|Earthly: |加 13 台。 在这之前",
    ("earthly", ("first_discard",)): "第一次摸牌|own first draw|不算地胡|do not count",
    ("earthly", ("first_draw",)): "第一张，是地胡|dealer's first discard|不算地胡|do not count",
    ("earthly", ("first_discard", "first_draw")): "不算地胡|do not count",
}
"""For a field with a value, what must not be said: it denies what the engine then does."""

CHANGES = list(DENIED)


@cache
def told(name: str, *changes: tuple[str, Any]) -> tuple[str, ...]:
    """Return every sentence of the guide to a changed rule set, in both languages."""
    changed = {
        field: list(value) if isinstance(value, tuple) else value for field, value in changes
    }
    ruleset = load_ruleset({"base": name, "set": changed})
    said = [
        text
        for lesson in lessons(ruleset)
        for one in (*lesson.sentences, *lesson.figures)
        for text in (one.zh, one.en)
    ]
    for rule in explain_rules(ruleset):
        for words in (rule.zh, rule.en):
            said += (words.sentence, *words.more)
    return tuple(said)


def held(name: str, changes: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Leave out what a rule set does not have."""
    known = values(load_ruleset(name))
    return [one for one in changes if one[0] in known]


def turned(name: str) -> list[tuple[str, Any]]:
    """Return each flag of a rule set turned to what it is not."""
    plain = values(load_ruleset(name))
    return [(field, not value) for field, value in plain.items() if isinstance(value, bool)]


def possible() -> Iterator[tuple[str, Any]]:
    for field in fields():
        if field.type == "flag":
            yield from ((field.name, value) for value in (True, False))
        elif field.type == "choice":
            yield from ((field.name, value) for value in field.options or ())


def test_every_mode_is_looked_at() -> None:
    assert set(possible()) <= set(CHANGES)


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_nothing_is_said_that_a_field_denies(change: tuple[str, Any]) -> None:
    denied = re.compile(DENIED[change], re.IGNORECASE)
    for name in NAMES:
        if not held(name, [change]):
            continue
        beside = [(one,) for one in turned(name) if one[0] != change[0]]
        for changes in ((change,), *((change, *other) for other in beside)):
            assert not [text for text in told(name, *changes) if denied.search(text)], changes


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_what_is_denied_is_said_under_another_value(change: tuple[str, Any]) -> None:
    others = [one for one in CHANGES if one[0] == change[0] and one != change]
    texts = [
        text
        for name in NAMES
        for other in (*held(name, others), None)
        for text in told(name, *(() if other is None else (other,)))
    ]
    assert any(re.search(DENIED[change], text, re.IGNORECASE) for text in texts)
