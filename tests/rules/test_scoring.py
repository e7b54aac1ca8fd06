"""Every rule id, every field that changes a score, and the hands that are easy to count wrong."""

import pytest

from taipao.errors import NotAWin
from taipao.hand import Hand, Meld
from taipao.rules.ruleset import load_ruleset
from taipao.rules.scoring import Win, score_other, score_winner
from taipao.tiles import NUMBER, format_tiles, parse, wild_faces

WINDS = {"E": 0, "S": 1, "W": 2, "N": 3}
MELDS = {
    "c": "chow",
    "p": "pung",
    "e": "exposed_kong",
    "a": "added_kong",
    "k": "concealed_kong",
    "b": "bonus_kong",
}
HOW = {
    "draw": {"by": "self_draw"},
    "discard": {"by": "discard"},
    "rob": {"by": "robbed_kong"},
    "share": {"by": "self_draw", "share_out": True},
    "heaven": {"by": "self_draw", "opening": "heavenly"},
    "earth": {"by": "self_draw", "opening": "earthly"},
    "earth1": {"by": "discard", "opening": "earthly"},
    "flower": {"by": "self_draw", "after": "bonus"},
    "ready": {"by": "discard", "ready": True},
}


def score(base, text, changes=None, *, runner_up=False):
    """Score a line: indicators, wind, hand, melds (c123m), +bonus, how it was won (or ``-``)."""
    indicators, wind, hand, *melds, how = text.split()
    ruleset = load_ruleset({"base": base, "set": changes or {}})
    turned = parse(indicators)
    tiles = parse(hand)
    concealed = Hand.of(tiles, wild_faces(turned))
    bonus = [tile for meld in melds if meld[0] == "+" for tile in parse(meld[1:])]
    laid = [Meld(MELDS[meld[0]], parse(meld[1:])) for meld in melds if meld[0] != "+"]
    given = ruleset, turned, WINDS[wind], concealed, tuple(laid), tuple(bonus)
    if how == "-":
        return score_other(*given)
    name, _, kong = how.partition(":")
    extra = dict(HOW[name])
    if kong:
        extra["kong_tile"] = NUMBER[kong]
        sort = next(meld.kind for meld in laid if NUMBER[kong] in meld.tiles)
        extra["after"] = "concealed_kong" if sort == "concealed_kong" else "exposed_kong"
    return score_winner(*given, Win(tiles[-1], **extra), runner_up=runner_up)


def items(scored):
    return " ".join(
        f"{rule}={tai}" for rule, tai in sorted((each.rule, each.tai) for each in scored.items)
    )


PLAIN = "123456m789p234567s55p"

STANDARD = [
    # Base tai.
    ("9m9s S 9m123456m789p23467s55p discard", "B1=2"),
    ("9m9s S 99m123456m789p2346s55p discard", "B1=5"),
    ("1z9s S 1z123456m789p23467s55p discard", "B2=3"),
    ("1f9s S 23f123456m789p2346s55p discard", "B2=7"),
    ("9m9s S " + PLAIN + " +1f discard", "B3=1 V4=7"),
    ("9m9s S " + PLAIN + " +12f5z discard", "B3=1 B3=3 V4=7"),
    ("9m9s S " + PLAIN + " +5555z1234f discard", "B3=10 B3=10 V4=7"),
    ("9m9s S 123456m234s55p e1111p k6666z discard", "B4=3 B5=5 V4=7"),
    ("9m9s S 123456m234s55p a2222z k1111z discard", "B4=4 B5=4 V4=7"),
    ("9m9s S 123456m234s55p p777z c123p discard", "B6=1 V4=7"),
    ("9m9s S 123456m234s222z777z55p discard", "B6=1 B6=1 V4=7"),
    ("9m9s S 123456m789p234678s22z discard", "B7=1 V4=7"),
    ("9m9s S 123456m789p234678s11z discard", "V4=7 V5=13"),
    ("9m9s S 123456m789p234s2z9m p222z discard", "B1=2 B6=1"),
    ("9m9s S 123456m789p234s99m k2222z discard", "B1=5 B5=5"),  # no pair beside the kong
    # The winner's.
    ("9m9s S " + PLAIN + " draw", "V1=1 V4=7 V5=13"),
    ("9m9s E " + PLAIN + " heaven", "V1=1 V2=13 V4=7 V5=13"),
    ("9m9s S " + PLAIN + " earth", "V1=1 V3=13 V4=7 V5=13"),
    ("9m9s S " + PLAIN + " earth1", "V3=13 V4=7 V5=13"),
    ("9m9s S " + PLAIN + " rob", "V12=3 V4=7 V5=13"),
    ("9m9s S " + PLAIN + " share", "V1=1 V16=3 V4=7 V5=13"),
    ("9m9s S " + PLAIN + " ready", "V4=7 V5=13"),
    ("9m9s S 222333444666s666z88s discard", "B6=1 V4=7 V6=26 V8=7 V9=7"),
    ("9m9p S 223344223344s66688s discard", "V4=7 V6=26 V7=13"),
    ("9p9s S 11122233344455m678m discard", "V4=7 V7=13"),
    ("9p9s S 111222333444m111z55m discard", "V4=7 V8=7 V9=7"),
    ("9m9s S 111z222z333z444z666z77z discard", "B6=1 B6=1 V10=13 V4=7 V9=7"),  # no suit
    ("9m9s S 111z222z333z44z123m456p discard", "B6=1 V10=13 V4=7"),
    ("9m9s S 123456m234s55p e1111p p777z draw:1p", "B4=3 B6=1 V1=1 V11=7 V4=7"),
    ("9m9s S 123456m234s55p k7777z p111p draw:7z", "B5=5 V1=1 V11=9 V4=7"),
    ("9m9s S 123456m234s55p k2222z p111p draw:2z", "B5=5 V1=1 V11=9 V4=7"),
    ("9m9s S 123456m234s55p k6666z p111p draw:6z", "B5=5 V1=1 V11=8 V4=7"),
    ("9m9s S 123456m234s55p k6666z p111p +1f flower", "B3=1 B5=5 V1=1 V4=7"),
    ("9m1z S 999m123456p234789s55m discard", "B1=8 V13=7"),
    ("5z9m S 555z123456m789p234s55p discard", "B2=11 V13=7"),
    ("1f9m S 234f123456m789p234s55p discard", "B2=11 V13=7"),
    ("1f9m S 234f111222333444m55m discard", "B2=11 V13=7 V7=13 V9=7"),  # flowers are neutral
    ("5z9p S 555z111222333444m55m discard", "B2=11 V13=7 V8=7 V9=7"),  # white is an honour
    ("9m9s S 999m999s11p p222z c123s p777z discard", "B1=8 B1=8 B6=1 B6=1 B6=1 V13=7 V14=100"),
    # Equal indicators leave two wild tiles; they are not special here.
    ("1f3f S 24f123456m789p23467s8s discard", "B2=7 B7=1"),
]

ALTERNATE = [
    ("9m9s S " + PLAIN + " discard", "A1=10"),
    ("9m9s S " + PLAIN + " +1f discard", ""),
    ("9m9s S " + PLAIN + " +5z discard", ""),
    ("9m9s S " + PLAIN + " draw", "A1=10 A17=1"),
    ("9m9s S " + PLAIN + " earth1", "A1=10"),
    ("9m9s S " + PLAIN + " rob", "A1=10 A18=1"),
    ("9m9s S " + PLAIN + " +55z567f discard", "A3=1 A4=2"),
    ("9m9s S " + PLAIN + " +5555z5678f discard", "A3=5 A4=5"),
    ("9m9s S 123456m789p234s55p b1234f discard", "A4k=10"),
    ("9m9s S 111m222p444s777p55p b5555z discard", "A14=5 A4k=10"),
    ("9p9s S 111222333444m55m b5678f discard", "A12=10 A14=5 A4k=10"),
    ("9m9s S 123456m789p222z777z55p +1f discard", "A2=1 A2=1"),
    ("9m9s S 123456m789p22z234678s +1f discard", ""),
    ("9m9s S 9m123456m789p23467s55p discard", "A5=1"),
    ("1z9s S 1z123456m789p23467s55p discard", "A5=1"),
    ("2z9s S 22z123456m789p2346s55p discard", "A8=5"),
    ("7z9s S 77z123456m789p2346s55p discard", "A7=5"),
    ("5z9s S 555z123456m789p234s55p discard", "A2=1 A7=7"),
    ("7z2z S 777z222z123m456p789s11p discard", "A2=1 A2=1 A7=7 A8=7"),  # worth more than A6
    ("9m9s S 123456m234s55p e2222p a1111p discard", "A9=2 A9=3"),
    ("9m9s S 123456m234s55p k2222p k7777z discard", "A11=3 A11=4"),
    ("9m9s S 123456m234s55p e2222z e6666z discard", "A10=3 A9=3"),
    ("9m9s S 123456m234s55p k2222z p111p discard", "A10=4"),
    ("9p9s S 11122233344455m678m discard", "A1=10 A12=10"),
    ("9p9s S 111222333444m111z55m discard", "A1=10 A13=5 A14=5"),
    ("9m9s W 111z222z444z123m55p p333z discard", "A15=5 A2=1"),
    ("9m9s W 111z222z44z123m456p p333z discard", "A2=1"),
    ("9m9s S 123456m234s55p k2222p p111p draw:2p", "A11=3 A16=2 A17=1"),
    ("9m9s S " + PLAIN + " +1f flower", "A16=2 A17=1"),
    ("9m9m S 9m123456m789p23467s55p discard", "A19=5"),
    ("9m9m S 99m123456m789p234567s discard", "A19=15"),
    ("9m9m S 99m123456m789p2346s55p discard", "A19=10"),
    ("5z5z S 55z123456m789p234567s discard", "A19=15"),
    ("1f3f S 24f123456m789p234567s discard", "A19=15"),
    ("9m9s S 55p c123m p111p e2222s k3333z c456m discard", "A11=4 A20=5 A9=2"),
    ("9m9s S 9m5p b1234f c123m c123p c123s c456s discard", "A20=5 A4k=10 A5=1"),
]

OTHERS = [
    ("standard", "9m9s E 11z9m147m258p369p3468s +1f -", "B1=2 B3=1 B6=1"),
    ("standard", "9m9s S 99m1147m2588p366s134z -", "B1=5"),
    ("standard", "7z9s S 77z9s1147m258p366s134z -", "B1=2 B2=7 B6=1"),  # two wild 中 and another
    ("standard", "2z9m S 22z1147m2588p366s134z -", "B2=7 B7=1"),
    ("standard", "2z9m S 2z9m1147m2588p366s134z -", "B1=2 B2=3 B7=1"),
    ("standard", "9m9s S 9m2z7z7z147m258p36s134z -", "B1=2 B6=1"),  # one wild tile, once
    ("standard", "9m9s S 99m22z77z147m258p36s1z -", "B1=5 B6=1 B6=1"),
    ("standard", "9m9s S 147m258p36s14z e7777z -", "B4=4"),
    ("standard", "9m9s S 147m258p36s7z9m9m p222z -", "B1=5 B6=1 B6=1"),
    ("standard", "9m9s S 147m258p36s9m9s22z3z -", "B1=2 B1=2 B6=1"),
    ("alternate", "9m9s S 999m9s22z147m258p36s1z -", "A2=1 A5=1 A5=5"),
    ("alternate", "9m9m S 99m22z147m258p36s134z7z -", "A19=10 A2=1"),
    ("alternate", "9m9s S 22z147m2588p3668s1z -", ""),
]


@pytest.mark.parametrize(("text", "wanted"), STANDARD)
def test_standard(text, wanted):
    assert items(score("standard", text)) == wanted


@pytest.mark.parametrize(("text", "wanted"), ALTERNATE)
def test_alternate(text, wanted):
    assert items(score("alternate", text)) == wanted


@pytest.mark.parametrize(("base", "text", "wanted"), OTHERS)
def test_those_who_have_not_won(base, text, wanted):
    scored = score(base, text)
    assert items(scored) == wanted
    assert (scored.role, scored.shape, scored.reading) == ("non_winner", None, None)
    assert scored.total == scored.tai


KILL_PIG = "147m258p36s1234z7z"
FIELDS = [
    ("standard", "9m9s S " + PLAIN + " discard", {"tai.V4": 0, "tai.V5": 1}, "V5=1"),
    ("standard", "9m9s S " + PLAIN + " ready", {"ready_tai": 4}, "P7=4 V4=7 V5=13"),
    ("alternate", "9m9s S " + PLAIN + " ready", {"ready_tai": 4}, "A1=10 P7=4"),
    ("standard", "9m9s S " + PLAIN + " earth", {"earthly": ["first_discard"]}, "V1=1 V4=7 V5=13"),
    ("standard", "9m9s S " + PLAIN + " earth1", {"earthly": ["first_draw"]}, "V4=7 V5=13"),
    (
        "standard",
        "9m9s S 111z222z333z44z123m456p discard",
        {"four_winds_pair": False},
        "B6=1 V4=7",
    ),
    (
        "alternate",
        "9m9s W 111z222z44z123m456p p333z discard",
        {"four_winds_pair": True},
        "A15=5 A2=1",
    ),
    (
        "standard",
        "9m9s S 123456m789p234s55p b1234f discard",
        {"opening_four_kong": True},
        "B3=10 V4=7",
    ),
    ("alternate", "9m9s S " + PLAIN + " share", {"share_out": True}, "A1=10 A17=1"),
    # White as an ordinary tile: a large head, no B3 or A3, and a wild tile may stand for it.
    (
        "standard",
        "9m9s S 123456m234s55p9m55z p111p discard",
        {"white_is_bonus": False},
        "B1=2",
    ),
    (
        "alternate",
        "9m9s S 123456m234s55p e5555z p111p discard",
        {"white_is_bonus": False},
        "A9=3",
    ),
    (
        "alternate",
        "9m9s S 123456m234s55p k5555z p111p discard",
        {"white_is_bonus": False},
        "A11=4",
    ),
    (
        "standard",
        "5z9p S 55z9p111222333m44455m discard",
        {"white_is_bonus": False},
        "B1=2 B2=7 V7=13 V9=7",
    ),
    # Base tai of nothing: a wild tile no longer spoils the plain hand, own wind still does.
    ("standard", "9m9s S 9m123456m789p23467s55p discard", {"tai.B1": [0, 1, 1]}, "V5=13"),
    (
        "standard",
        "9m9s S 9m123456m789p23467s22z discard",
        {"tai.B1": [0, 1, 1], "tai.B7": 0},
        "V5=13",
    ),
    ("standard", "9m9s S 9m123456m789p23467s22z discard", {"tai.B1": [0, 1, 1]}, "B7=1"),
    # A pair that pays more than the triplet is read as one where wild tiles allow it.
    ("standard", "9m9s S 123m789p234s9m2z p222z c456p discard", {"tai.B7": 9}, "B1=2 B7=9"),
    # Spare wild tiles that pay less.
    (
        "alternate",
        "9m9m S 99m123456m789p234567s discard",
        {"tai.A19": [5, 10, 2]},
        "A19=10",
    ),
    # A6 in place of A5 only while worth as much.
    (
        "alternate",
        "9m9s S 999m9s123m456p678s234p1p discard",
        {"tai.A6": 5},
        "A2=1 A5=1 A5=5",
    ),
]


@pytest.mark.parametrize(("base", "text", "changes", "wanted"), FIELDS)
def test_fields(base, text, changes, wanted):
    assert items(score(base, text, changes)) == wanted


@pytest.mark.parametrize(
    ("base", "double_from", "tai", "total"),
    [
        ("standard", 13, 20, 40),
        ("standard", 20, 20, 40),
        ("standard", 21, 20, 20),
        ("standard", 0, 20, 20),
        ("alternate", 10, 10, 20),
        ("alternate", 11, 10, 10),
    ],
)
def test_doubling_once_from_the_field(base, double_from, tai, total):
    scored = score(base, "9m9s S " + PLAIN + " discard", {"double_from": double_from})
    assert (scored.tai, scored.total, scored.doubled) == (tai, total, total > tai)


@pytest.mark.parametrize(
    ("base", "text", "changes", "wanted"),
    [
        ("standard", "9m9s S 999m9s" + KILL_PIG + " draw", {}, "V14=13"),
        ("standard", "9m9s S 999m99s47m258p36s1234z7z draw", {}, "V14=30"),
        ("standard", "9m9s S 999m999s7m258p36s1234z7z draw", {}, "V14=100"),
        ("standard", "9m9s E 999m9s" + KILL_PIG + " heaven", {}, "V14=13"),
        ("standard", "9m9s S 99m99s" + KILL_PIG + " draw", {"kill_pig": "any_four"}, "V14=13"),
        ("alternate", "9m9s S 999m9s" + KILL_PIG + " draw", {}, "A6=10"),
        ("alternate", "9m9s S 99m99s" + KILL_PIG + " draw", {"kill_pig": "any_four"}, "A6=10"),
        ("alternate", "9m9m S 99m68s" + KILL_PIG + " draw", {}, "A19=10"),
    ],
)
def test_wins_without_the_shape(base, text, changes, wanted):
    scored = score(base, text, changes)
    assert (items(scored), scored.shape, scored.reading) == (wanted, "kill_pig", None)


@pytest.mark.parametrize(
    ("base", "text", "changes"),
    [
        ("standard", "9m9s S 999m9s" + KILL_PIG + " discard", {}),
        ("standard", "9m9s S 99m99s" + KILL_PIG + " draw", {}),
        ("standard", "9m9s S 999m6s" + KILL_PIG + " draw", {}),
        ("standard", "9m9m S 99m68s" + KILL_PIG + " draw", {}),
        ("standard", "9m9s S 999m9s" + KILL_PIG + " draw", {"kill_pig": "off"}),
        ("alternate", "9m9m S 99m68s" + KILL_PIG + " draw", {"kill_pig": "off"}),
        ("alternate", "9m9m S 99m68s" + KILL_PIG + " rob", {}),
        ("alternate", "9m9m S 9m368s" + KILL_PIG + " draw", {}),
        ("standard", "9m9s S 11335577m1133557p77p draw", {}),
        ("standard", "9m9s S 123m draw", {}),
        ("standard", "9m9s S 1m2p c123m c123p c123s c456m c456p draw", {}),
    ],
)
def test_what_does_not_win(base, text, changes):
    with pytest.raises(NotAWin):
        score(base, text, changes)


def test_a_kill_pig_with_the_shape_counts_everything():
    scored = score("standard", "9m9s S 999m9s123m789p23457s55p draw")
    assert (items(scored), scored.shape) == ("B1=2 B1=8 V1=1 V13=7 V14=13", "sets")


def test_a_hand_with_the_shape_is_counted_by_it():
    # Also where a win without it would pay more: two and two are no A6 with the shape (V15).
    text = "9m9s S 99m99s123m789p234s55p46m draw"
    scored = score("alternate", text, {"kill_pig": "any_four"})
    assert (items(scored), scored.shape) == ("A17=1 A2=1 A5=3 A5=3", "sets")


def test_the_reading_tells_what_wild_tiles_stand_for():
    scored = score("standard", "9m9s S 9m123456m78p234567s55p discard")
    reading = scored.reading
    assert [format_tiles(made) for made in reading.sets] == [
        "123m", "456m", "789p", "234s", "567s",
    ]  # fmt: skip
    assert format_tiles(reading.pair) == "55p"
    assert reading.wilds == ((NUMBER["9m"], NUMBER["9p"]),)


def test_melds_come_first_in_the_reading():
    scored = score("standard", "9m9s S 123456m234s55p k7777z p111p discard")
    assert [format_tiles(made) for made in scored.reading.sets[:2]] == ["7777z", "111p"]


def test_the_runner_up_is_the_best_reading_that_differs():
    text = "9m1z S 999m123456p234789s55m discard"
    scored = score("standard", text, runner_up=True)
    assert items(scored) == "B1=8 V13=7"
    second = scored.runner_up
    assert second.tai == second.total == 9
    assert [item.rule for item in second.items] == ["B1", "B6"]
    assert score("standard", text).runner_up is None
    assert score("standard", "9m9s S " + PLAIN + " draw", runner_up=True).runner_up is None


def test_items_read_well():
    lines = {
        item.rule: (item.zh, item.en)
        for item in score("standard", "9m9s S 123456m234s55p e1111p p777z +1f5z draw:1p").items
    }
    assert lines["B6"] == ("中", "pung of red")
    assert lines["V1"] == ("自摸", "self-draw")
    assert lines["V4"] == ("硬牌", "hard hand")
    assert lines["B4"] == ("明杠一筒", "exposed kong of 1 of circles")
    aside = score("standard", "9m9s S " + PLAIN + " +1f5z draw").items
    assert {(item.zh, item.en) for item in aside if item.rule == "B3"} == {
        ("春", "one season"),
        ("白板", "one white"),
    }
