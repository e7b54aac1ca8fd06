"""The guide as it is written, under whatever rule set."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from taipao.rules.ruleset import NAMES, load_ruleset
from taipao.server import guide
from taipao.server.guide import Library, write_guide
from tests.reference.compare import difference
from tests.reference.random_ruleset import random_ruleset


@pytest.mark.parametrize("seed", range(40))
def test_a_guide_is_written_for_whatever_rule_set(seed: int) -> None:
    written = write_guide(load_ruleset(random_ruleset(Random(seed))))
    told: dict[str, Any] = msgspec.json.decode(written.body)
    ids = {rule["rule"] for rule in told["rules"]}
    assert {rule for chapter in told["chapters"] for rule in chapter["rules"]} == ids
    assert all(lesson["sentences"] for lesson in told["lessons"])
    for example in told["examples"]:
        assert example["rule"] in ids
        answer = {"id": None, "legal": True, **example["sheet"]}
        del answer["runner_up"]
        assert difference(example["request"], answer) is None


def test_guides_are_kept_as_long_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guide, "_KEPT", 2)
    standard, alternate = map(load_ruleset, NAMES)
    changed = load_ruleset({"base": NAMES[0], "set": {"tai.V4": 5}})
    library, written = Library(), write_guide(standard)
    library.keep(standard, written)
    library.keep(alternate, written)
    assert library.find(standard) is written
    library.keep(changed, written)
    assert library.find(standard) is written
    assert library.find(alternate) is None
    assert library.find(changed) is written
