"""What each rule says, in words and with the figures of a rule set (docs/rules.md).

The words stand in `explained.toml`, part by part, and a part may hold under some values of a field
only. So whoever shows them needs to know neither the figures nor the modes.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct

from taipao.rules.fields import fields, values
from taipao.rules.ruleset import NAMES, RuleSet, load_ruleset

_TAI: Final = "tai."

Language = Literal["zh", "en"]


class Wording(Struct, frozen=True):
    """A rule in one language: its name, a sentence, and what goes on from there."""

    name: str
    sentence: str
    more: tuple[str, ...]


class Explanation(Struct, frozen=True):
    """What a rule says under a rule set; `rule` is its id in docs/rules.md.

    `tai` are its figures in the order of its row, none where it gives no tai by itself.
    """

    rule: str
    tai: tuple[int, ...]
    zh: Wording
    en: Wording


def explain_rules(ruleset: RuleSet) -> tuple[Explanation, ...]:
    """Explain every rule that a rule set has, those that give tai first."""
    known = _known()
    plain = values(ruleset)
    zh, en = figures_of(ruleset, "zh"), figures_of(ruleset, "en")
    return tuple(
        Explanation(
            rule,
            ruleset.tai.get(rule, ()),
            _wording(known.names[rule], parts, zh, "zh"),
            _wording(known.names[rule], parts, en, "en"),
        )
        for rule, all_parts in known.rules.items()
        if (rule in ruleset.tai or rule not in known.tai)
        and (parts := [part for part in all_parts if part.holds(plain)])
    )


def figures_of(ruleset: RuleSet, language: Language) -> dict[str, Any]:
    """Return what a text may name in braces: fields, figures of rules with tai, and phrases."""
    plain = values(ruleset)
    phrases = {
        name: getattr(next(part for part in parts if part.holds(plain)), language)
        for name, parts in _known().phrases.items()
    }
    return {**plain, **ruleset.tai, **phrases}


class Passage(Struct, frozen=True, forbid_unknown_fields=True):
    """One or a few sentences, and the values of fields under which they hold."""

    zh: str
    en: str
    when: dict[str, Any] = {}
    unless: dict[str, Any] = {}

    def holds(self, plain: dict[str, Any]) -> bool:
        """Tell whether they hold where the fields have these values."""
        return all(plain.get(field) == value for field, value in self.when.items()) and not any(
            plain.get(field) == value for field, value in self.unless.items()
        )


class _Known(Struct, frozen=True):
    """All that is known of the rules; `tai` are the ids of those that give tai in some rule set.

    `phrases` are parts of sentences, of each of which one form holds under any rule set.
    """

    names: dict[str, dict[str, str]]
    rules: dict[str, list[Passage]]
    phrases: dict[str, list[Passage]]
    tai: frozenset[str]


@cache
def _known() -> _Known:
    text = Path(__file__).with_name("explained.toml").read_text("utf-8")
    known = tomllib.loads(text)
    named = {
        field.rule: {"zh": field.zh, "en": field.en}
        for field in fields()
        if field.name.startswith(_TAI)
    }
    return _Known(
        {**named, **known["names"]},
        _passages(known["rules"]),
        _passages(known["phrases"]),
        frozenset(rule for name in NAMES for rule in load_ruleset(name).tai),
    )


def _passages(texts: dict[str, list[dict[str, Any]]]) -> dict[str, list[Passage]]:
    return {name: [Passage(**part) for part in parts] for name, parts in texts.items()}


def _wording(
    names: dict[str, str], parts: list[Passage], figures: dict[str, Any], language: Language
) -> Wording:
    sentence, *more = (getattr(part, language).format_map(figures) for part in parts)
    return Wording(names[language], sentence, tuple(more))
