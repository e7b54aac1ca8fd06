"""The start of a table for one: what is offered, in words that players know."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from taipao.server.alone import OneTable

if TYPE_CHECKING:
    from tests.browser.conftest import Open, Serve

pytestmark = pytest.mark.browser

CHANGED = {"double_from": 10, "chow": False, "tai.B4": [5, 3], "kill_pig": "any_four"}
TOLD = {
    "zh": {
        "double_from": "满几台翻倍（0 为不翻倍）：10（原为：13）",
        "chow": "可以吃：否（原为：是）",
        "kill_pig": "不看牌型的杀猪：任意四张财神（原为：三张相同财神带一张）",
        "tai.B4": "明杠：中发、自家门风 5，其他 3（原为：中发、自家门风 4，其他 3）",
    },
    "en": {
        "double_from": "Doubled from how many tai (0: never): 10 (otherwise: 13)",
        "chow": "Chows may be claimed: no (otherwise: yes)",
        "kill_pig": (
            "Kill-pig without the shape: any four wild tiles "
            "(otherwise: three equal wild tiles and another)"
        ),
        "tai.B4": (
            "Exposed kong: red, green, own wind 5, others 3 "
            "(otherwise: red, green, own wind 4, others 3)"
        ),
    },
}


@pytest.mark.parametrize("language", TOLD)
def test_changes_of_the_rules_are_told_in_plain_words(
    open_page: Open, serve: Serve, language: str
) -> None:
    page = open_page(language)
    page.goto(serve(one=OneTable(ruleset={"base": "standard", "set": CHANGED})))
    page.locator("[data-change]").first.wait_for()
    told = page.locator("[data-change]").evaluate_all(
        "all => all.map(one => [one.dataset.change, one.innerText.replaceAll('\\u00a0', ' ')])"
    )
    assert {field: text.replace(" （", "（") for field, text in told} == TOLD[language]
    offers = page.locator("fieldset label")
    assert offers.count() == 3, "the one with changes, and both as they are"
    assert offers.first.locator("[data-change]").count() == len(CHANGED)
    for name in CHANGED:
        assert name not in page.locator("fieldset").inner_text()
