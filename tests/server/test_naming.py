"""Names: what may be one, and which look alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taipao.bots import NAMES
from taipao.errors import BadRequest
from taipao.server.naming import normal_name, skeleton


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Alice", "Alice"),
        ("  Anna   Maria ", "Anna Maria"),
        ("Ａｌｉｃｅ", "Alice"),
        ("Ame\u0301lie", "Amélie"),
        ("麻将　大王", "麻将 大王"),
        ("ひろし", "ひろし"),
        ("सचिन", "सचिन"),
        ("ก็ได้", "ก็ได้"),
        ("🀄 lover", "🀄 lover"),
        ("<b>'; drop--", "<b>'; drop--"),
        ("a" * 16, "a" * 16),
    ],
)
def test_names_are_kept_in_one_form(given: str, kept: str) -> None:
    assert normal_name(given) == kept
    assert normal_name(kept) == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "a" * 17,
        "ﷺ",  # one character, which stands for eighteen
        "a\tb",
        "a\nb",
        "a\u0000b",
        "a\u0085b",
        "a\u2028b",
        "a\u200bb",  # zero-width space
        "a\u200db",  # zero-width joiner
        "a\u00adb",  # soft hyphen
        "a\ufeffb",
        "a\u202eb",  # right-to-left override
        "a\u2066b",  # an isolate
        "a\u061cb",
        "a\u2800",  # blank braille
        "a\u3164",  # Hangul filler
        "a\ufe0f",  # variation selector
        "a\U000e0101",
        "a\ue000",  # private
        "a\U000e0041",  # a tag
        "a\ud800",  # half a character
        "\u0301a",
        "a\u0323\u0324\u0325\u0326",
    ],
)
def test_names_that_nobody_may_have(name: str) -> None:
    with pytest.raises(BadRequest, match=r"^name: "):
        normal_name(name)


@pytest.mark.parametrize(
    "name",
    [*NAMES, "Greedy", "GREEDY", "Gгeedy", "guest-1234", "Guest", "gueѕt‐7", "机器人", "H0use"],
)
def test_names_of_bots_and_guests_are_kept(name: str) -> None:
    with pytest.raises(BadRequest, match="is kept for"):
        normal_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alice", "ALICE"),
        ("Alice", "A1ice"),
        ("Alice", "AIice"),
        ("Alice", "Аlice"),  # Cyrillic
        ("Alice", "Αlice"),  # Greek
        ("Alice", "𝓐𝓵𝓲𝓬𝓮"),
        ("Bob", "Воb"),
        ("Bob", "B0b"),
        ("Marta", "rnarta"),
        ("Anna Maria", "AnnaMaria"),
        ("口才", "囗才"),
        ("カ士", "力士"),
        ("Amélie", "Ame\u0301lie"),
        ("a-b", "a–b"),
        ('x"y', "x''y"),
    ],
)
def test_look_alikes_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alice", "Alicia"),
        ("Bob", "Rob"),
        ("Amélie", "Amelie"),
        ("东风", "西风"),
        ("一万", "二万"),
        ("player 1", "player 2"),
    ],
)
def test_others_have_not(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=20))
def test_whatever_is_a_name_is_kept_as_it_looks(text: str) -> None:
    try:
        name = normal_name(text)
    except BadRequest:
        return
    assert normal_name(name) == name
    assert skeleton(name) == skeleton(text)
    assert skeleton(name)
