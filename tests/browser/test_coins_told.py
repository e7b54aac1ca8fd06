"""The sheet of a coin room says how its coins come about, and who could not pay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.browser.conftest import Shown

pytestmark = pytest.mark.browser

SAID = {
    "zh": [
        "对家 robot-7：金币不够，应付 19,800，只有 15,500。",
        "付你 15,000",
        "付下家 平阳老王 500（应付 3,600）",
        "付上家 电脑 0（应付 1,200）",
    ],
    "en": [
        "Across robot-7 owed 19,800 coins and had 15,500.",
        "You: 15,000 paid",
        "Right 平阳老王: 500 paid of 3,600",
        "Left Computer: 0 paid of 1,200",
    ],
}


@pytest.mark.parametrize("language", SAID)
def test_who_could_not_pay_is_told_of_with_the_figures(show: Shown, language: str) -> None:
    page, _ = show("short_of_coins", language=language)
    told = page.locator("[data-short]")
    assert told.count() == 1
    assert told.get_attribute("data-short") == "2"
    assert [part.strip() for part in told.locator("> *").all_inner_texts()] == SAID[language]
    instead = page.locator("[data-seat-result] .instead")
    assert instead.count() == 3, "those who could not pay, and those who were not paid"
    assert page.locator("[data-coin-results] ~ .rule [data-rule-text]").evaluate_all(
        "lines => lines.map(line => line.dataset.ruleText)"
    ) == ["C1", "C3", "C2"]


def test_where_all_could_pay_nothing_is_said_of_it(show: Shown) -> None:
    page, _ = show("coin_sheet")
    assert "+200 点 × 300" in page.locator("[data-seat-result='0']").inner_text()
    assert page.locator("[data-short], .instead").count() == 0
    assert page.locator("[data-rule-text=C3]").count() == 0
    page.locator("[data-rule-text=C1]").click()
    assert page.locator("[data-rule-text=C1]").get_attribute("aria-expanded") == "true"
