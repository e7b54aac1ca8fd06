"""The guide: rules, lessons and examples under one rule set, written once and then kept.

Everything in it comes from the rule set and the engine; whoever shows it needs to know no rule.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct

from taipao.game.sheet import Sheet, sheet_of
from taipao.rules.examples import Example, examples
from taipao.rules.explained import Explanation, explain_rules
from taipao.rules.lessons import Chapter, Figure, Lesson, Payments, Text, chapters, lessons
from taipao.rules.requests import ScoreRequest
from taipao.rules.ruleset import RuleSet
from taipao.server.desk import Desk
from taipao.server.protocol import RuleSetSpec

_KEPT: Final = 32
"""So many guides are kept, those used last."""


class WorkedHand(Struct, frozen=True):
    """A hand to be scored, and its sheet."""

    request: ScoreRequest
    sheet: Sheet


class ShownExample(WorkedHand, frozen=True):
    """A hand that has a rule: `tai` is what the rule gives it, `shows` the tiles it is about."""

    rule: str
    part: int
    shows: str
    tai: int


class ShownLesson(Struct, frozen=True):
    """A lesson for who has never played; see `taipao.rules.lessons`."""

    id: str
    zh: str
    en: str
    sentences: tuple[Text, ...]
    figures: tuple[Figure, ...]
    worked: WorkedHand | None
    payments: Payments | None


class Guide(Struct, frozen=True):
    """All that there is to read about a rule set."""

    ruleset: RuleSetSpec
    lessons: tuple[ShownLesson, ...]
    chapters: tuple[Chapter, ...]
    rules: tuple[Explanation, ...]
    examples: tuple[ShownExample, ...]


class Written(Struct, frozen=True):
    """An answer as it is sent, and its entity tag."""

    body: bytes
    etag: str


class Library:
    """Keeps the guides to the rule sets asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Written] = OrderedDict()
        self._writing: dict[str, asyncio.Task[Written]] = {}
        """What is being written, by the rule set's digest."""

    def find(self, ruleset: RuleSet) -> Written | None:
        """Return the guide to a rule set, if it is kept."""
        found = self._kept.get(ruleset.digest)
        if found is not None:
            self._kept.move_to_end(ruleset.digest)
        return found

    def keep(self, ruleset: RuleSet, written: Written) -> None:
        """Keep a guide, and let go of the one that was longest not asked for."""
        self._kept[ruleset.digest] = written
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    async def write(self, ruleset: RuleSet, desk: Desk) -> Written:
        """Write a guide and keep it; all who ask meanwhile get the same. Raises `TooBusy`."""
        writing = self._writing.get(ruleset.digest)
        if writing is None:
            writing = asyncio.create_task(self._write(ruleset, desk))
            self._writing[ruleset.digest] = writing
        # Whoever asked first may go; the others wait for it all the same.
        return await asyncio.shield(writing)

    async def _write(self, ruleset: RuleSet, desk: Desk) -> Written:
        try:
            written = await desk.do(partial(write_guide, ruleset))
        finally:
            del self._writing[ruleset.digest]
        self.keep(ruleset, written)
        return written


def write_guide(ruleset: RuleSet) -> Written:
    """Write the guide to a rule set; some forty hands are scored for it."""
    guide = Guide(
        ruleset.spec(),
        tuple(_lesson(lesson) for lesson in lessons(ruleset)),
        chapters(ruleset),
        explain_rules(ruleset),
        tuple(_example(example) for example in examples(ruleset)),
    )
    body = msgspec.json.encode(guide)
    return Written(body, f'"{hashlib.sha256(body).hexdigest()[:32]}"')


def _lesson(lesson: Lesson) -> ShownLesson:
    worked = lesson.worked
    return ShownLesson(
        lesson.id,
        lesson.zh,
        lesson.en,
        lesson.sentences,
        lesson.figures,
        None if worked is None else WorkedHand(worked.request, sheet_of(worked.score)),
        lesson.payments,
    )


def _example(example: Example) -> ShownExample:
    return ShownExample(
        example.request,
        sheet_of(example.score),
        example.rule,
        example.part,
        example.shows,
        example.tai,
    )
