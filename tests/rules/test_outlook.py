from taipao.hand import Hand
from taipao.rules.outlook import discard_options, wait_totals
from taipao.rules.ruleset import load_ruleset
from taipao.tiles import NAMES, NUMBER, parse, wild_faces

STANDARD = load_ruleset("standard")
TURNED = parse("9m9s")


def hand_of(text, turned=TURNED):
    return Hand.of(parse(text), wild_faces(turned))


def test_each_wait_tells_what_is_unseen_and_what_it_would_score():
    hand = hand_of("123456m789p23456s55p")
    seen = parse("1s4s4s")
    waits = wait_totals(STANDARD, TURNED, 1, hand, (), (), seen)
    told = {NAMES[wait.tile]: (wait.unseen, wait.self_draw, wait.discard) for wait in waits}
    assert told == {
        "9m": (3, 3, 2),
        "1s": (3, 42, 40),
        "4s": (1, 42, 40),
        "7s": (4, 42, 40),
        "9s": (3, 3, 2),
    }


def test_ready_tai_counts_if_the_player_is_ready():
    ruleset = load_ruleset({"base": "standard", "set": {"ready_tai": 5}})
    hand = hand_of("123456m789p234567s5p")
    (wait,) = [
        each
        for each in wait_totals(ruleset, TURNED, 1, hand, (), (), ready=True)
        if each.tile == NUMBER["5p"]
    ]
    assert (wait.self_draw, wait.discard) == (52, 50)


def test_a_wild_flower_is_shown_by_a_face_that_is_left():
    turned = parse("1f2f")
    hand = hand_of("123456m789p23467s3f5p", turned)
    waits = wait_totals(STANDARD, turned, 1, hand, (), ())
    flower = next(wait for wait in waits if wait.kind == 34)
    assert (NAMES[flower.tile], flower.unseen) == ("4f", 1)


def test_each_discard_tells_what_would_help():
    hand = hand_of("123456m789p234s679s5p3p")
    options = {
        NAMES[option.discard]: option for option in discard_options(STANDARD, TURNED, hand, ())
    }
    assert options["3p"].distance == 0
    assert [NAMES[kind] for kind, _ in options["3p"].useful] == [
        "9m", "5p", "5s", "8s", "9s",
    ]  # fmt: skip
    assert options["1m"].distance == 1
    seen = discard_options(STANDARD, TURNED, hand, (), parse("5p5p"))
    assert next(each for each in seen if each.discard == NUMBER["3p"]).unseen == (
        options["3p"].unseen - 2
    )
