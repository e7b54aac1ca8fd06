import pytest
from hypothesis import given
from hypothesis import strategies as st

from taipao.errors import TileError
from taipao.tiles import (
    COPIES,
    FACES,
    FACES_OF,
    KIND,
    KINDS,
    NAMES,
    NUMBER,
    ZH,
    format_tiles,
    parse,
    wild_faces,
)

tiles = st.lists(st.integers(0, FACES - 1))


@given(tiles)
def test_notation_round_trips(faces):
    assert list(parse(format_tiles(faces))) == sorted(faces)


@given(tiles)
def test_chinese_names_round_trip(faces):
    assert list(parse("".join(ZH[face] for face in faces))) == faces


@given(tiles)
def test_single_tiles_round_trip(faces):
    assert list(parse("".join(NAMES[face] for face in faces))) == faces


@given(st.text())
def test_any_text_is_read_or_refused_with_its_place(text):
    try:
        faces = parse(text)
    except TileError as error:
        assert text[error.position :].startswith(error.offending)
        assert f"character {error.position + 1}" in str(error)
    else:
        assert all(0 <= face < FACES for face in faces)


def test_names_numbers_and_order():
    assert len(NAMES) == len(ZH) == FACES == len(KIND)
    assert (NAMES[0], NAMES[9], NAMES[18], NAMES[31], NAMES[34]) == ("1m", "1p", "1s", "5z", "1f")
    assert (ZH[0], ZH[17], ZH[26], ZH[27], ZH[31], ZH[33], ZH[38]) == (
        "一万", "九筒", "九条", "东", "白", "中", "梅",
    )  # fmt: skip
    assert all(NUMBER[name] == face for face, name in enumerate(NAMES))


def test_faces_and_kinds_agree():
    assert sum(COPIES) == 144
    assert [KIND[face] for face in range(34)] == list(range(34))
    assert len(FACES_OF) == KINDS
    for kind, faces in enumerate(FACES_OF):
        assert all(KIND[face] == kind for face in faces)
        assert sum(COPIES[face] for face in faces) == 4


@pytest.mark.parametrize(
    ("text", "offending", "position"),
    [
        ("1x", "1x", 0),
        ("123", "123", 0),
        ("0m", "0m", 0),
        ("19m8z", "8z", 3),
        ("9f", "9f", 0),
        ("1m 2m", " ", 2),
        ("１m", "１", 0),
        ("一", "一", 0),
        ("一万九", "九", 2),
        ("m", "m", 0),
        ("東", "東", 0),
        ("1M", "1M", 0),
    ],
)
def test_offending_characters_and_place_are_named(text, offending, position):
    with pytest.raises(TileError) as caught:
        parse(text)
    assert (caught.value.offending, caught.value.position) == (offending, position)
    assert str(position + 1) in str(caught.value)


def test_a_flower_makes_its_whole_colour_wild():
    assert format_tiles(wild_faces((NUMBER["1f"], NUMBER["8m"]))) == "8m1234f"
    assert format_tiles(wild_faces((NUMBER["5f"], NUMBER["8f"]))) == "5678f"
    assert format_tiles(wild_faces((NUMBER["5z"], NUMBER["5z"]))) == "5z"


def test_groups_are_written_short():
    assert format_tiles(parse("7z4p3m4p1m2m")) == "123m44p7z"
    assert format_tiles([]) == ""
