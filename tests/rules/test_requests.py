"""Requests: the worked cases, and every way a request can be wrong."""

import json
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taipao.rules.requests import answer_score, answer_settle

CASES = Path(__file__).parents[1] / "cases"


# c47 has the very request of c46 and other figures: a hand with three wild tiles cannot be a hard
# hand (V4), so c46 is right. What its name is about is tested below, by "nulls".
CONTRADICTED = "c47"


def cases(name: str) -> list[Any]:
    read = map(json.loads, (CASES / name).read_text("utf-8").splitlines())
    return [
        pytest.param(case, id=f"{case['request']['id']}-{case['name']}")
        for case in read
        if case["request"]["id"] != CONTRADICTED
    ]


def test_only_a_case_that_contradicts_another_is_left_out() -> None:
    lines = (CASES / "score.jsonl").read_text("utf-8").splitlines()
    by_id = {case["request"]["id"]: case for case in map(json.loads, lines)}
    left_out = by_id.pop(CONTRADICTED)
    request = {**left_out["request"], "id": "c46"}
    assert by_id["c46"]["request"] == request
    assert by_id["c46"]["expect"] != left_out["expect"]


@pytest.mark.parametrize("case", cases("score.jsonl"))
def test_worked_score(case: dict[str, Any]) -> None:
    answer: Any = answer_score(case["request"])
    expect = dict(case["expect"])
    assert answer["id"] == case["request"]["id"]
    if not expect["legal"]:
        assert answer["legal"] is False
        assert answer["error"]["code"] == expect["code"]
        assert answer["error"]["message"]
        return
    items = sorted([item["rule"], item["tai"]] for item in answer["items"])
    expected_items = expect.pop("items")
    assert {key: answer[key] for key in expect} == expect
    if items != expected_items:
        # Where readings tie, and only wild tiles make that, any of the best may be given.
        assert sum(tai for _, tai in items) == expect["tai"]
        assert answer["reading"]["wilds"]


@pytest.mark.parametrize("case", cases("settle.jsonl"))
def test_worked_settlement(case: dict[str, Any]) -> None:
    assert plain(answer_settle(case["request"])) == {
        "id": case["request"]["id"],
        **case["expect"],
    }


def plain(answer: dict[str, object]) -> Any:
    """Give an answer as its reader gets it."""
    return json.loads(json.dumps(answer))


def winner(**changes: Any) -> dict[str, Any]:
    """Make a request that wins; `win_x` changes a field of the win, `...` takes a field away."""
    request: dict[str, Any] = {
        "id": "w",
        "ruleset": "standard",
        "indicators": ["8m", "3z"],
        "seat_wind": "south",
        "hand": "123456m789p56s55p",
        "melds": [{"kind": "pung", "tiles": "777z"}],
        "bonus": "1f5z",
        "win": {"tile": "7s", "by": "self_draw"},
    }
    for name, value in changes.items():
        holder = request["win"] if name.startswith("win_") else request
        key = name.removeprefix("win_")
        if value is ...:
            del holder[key]
        else:
            holder[key] = value
    return request


def concealed(**changes: Any) -> dict[str, Any]:
    """Make a winning request without melds."""
    return winner(**{"hand": "123456m789p56s555p77z", "melds": [], **changes})


def other(**changes: Any) -> dict[str, Any]:
    """Make a request of another player."""
    return winner(**{"win": None, "hand": "1147m2588p3668s344z2p", "melds": None, **changes})


def meld(kind: str, tiles: str, **changes: Any) -> dict[str, Any]:
    return winner(**{"melds": [{"kind": kind, "tiles": tiles}], **changes})


CHOW = [{"kind": "chow", "tiles": "234p"}]
KONG = [{"kind": "concealed_kong", "tiles": "7777z"}]
NO_SHARE_OUT = {"base": "standard", "set": {"share_out": False}}


def test_example_of_the_interfaces() -> None:
    answer: Any = answer_score(winner(id="c1"))
    answer["items"].sort(key=itemgetter("rule"))
    assert answer == {
        "id": "c1",
        "legal": True,
        "role": "winner",
        "shape": "sets",
        "tai": 11,
        "doubled": False,
        "total": 11,
        "items": [
            {"rule": "B3", "tai": 1, "zh": "春", "en": "one season"},
            {"rule": "B3", "tai": 1, "zh": "白板", "en": "one white"},
            {"rule": "B6", "tai": 1, "zh": "中", "en": "pung of red"},
            {"rule": "V1", "tai": 1, "zh": "自摸", "en": "self-draw"},
            {"rule": "V4", "tai": 7, "zh": "硬牌", "en": "hard hand"},
        ],
        "reading": {"sets": ["777z", "123m", "456m", "789p", "567s"], "pair": "55p", "wilds": []},
    }


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    # Fields.
    "no indicators": (winner(indicators=...), "indicators: missing"),
    "no seat": (winner(seat_wind=...), "seat_wind: missing"),
    "no hand": (winner(hand=...), "hand: missing"),
    "one indicator": (winner(indicators=["8m"]), "indicators: expected a list of length 2"),
    "three indicators": (winner(indicators=["8m"] * 3), "indicators: expected a list"),
    "two tiles in an indicator": (winner(indicators=["88m", "1p"]), "indicators[0]: expected one"),
    "indicators as text": (winner(indicators="8m3z"), "indicators: expected a list, got text"),
    "indicator is a number": (winner(indicators=["8m", 3]), "indicators[1]: expected text"),
    "unknown indicator": (winner(indicators=["8m", "8z"]), "indicators[1]: "),
    "unknown seat": (winner(seat_wind="up"), "seat_wind: expected one of east, south, west, north"),
    "seat is a number": (winner(seat_wind=1), "seat_wind: expected text, got an integer"),
    "hand is a list": (winner(hand=["1m"]), "hand: expected text, got a list"),
    "hand is null": (winner(hand=None), "hand: expected text, got null"),
    "melds are an object": (winner(melds={}), "melds: expected a list or null, got an object"),
    "meld is text": (winner(melds=["777z"]), "melds[0]: expected an object, got text"),
    "meld without kind": (winner(melds=[{"tiles": "777z"}]), "melds[0].kind: missing"),
    "meld without tiles": (winner(melds=[{"kind": "pung"}]), "melds[0].tiles: missing"),
    "unknown meld": (meld("kong", "7777z"), "melds[0].kind: expected one of chow, pung"),
    "bonus is a list": (winner(bonus=["1f"]), "bonus: expected text or null, got a list"),
    "win is text": (winner(win="7s"), "win: expected an object or null, got text"),
    "no winning tile": (winner(win_tile=...), "win.tile: missing"),
    "two winning tiles": (winner(win_tile="77s"), "win.tile: expected one tile, got 2"),
    "no winning tile in the text": (winner(win_tile=""), "win.tile: expected one tile, got 0"),
    "no way to win": (winner(win_by=...), "win.by: missing"),
    "unknown way to win": (winner(win_by="tsumo"), "win.by: expected one of self_draw"),
    "unknown after": (winner(win_after="kong"), "win.after: expected one of exposed_kong"),
    "unknown opening": (winner(win_opening="first"), "win.opening: expected one of heavenly"),
    "share-out is a number": (winner(win_share_out=1), "win.share_out: expected true or false"),
    "ready is text": (winner(win_ready="yes"), "win.ready: expected true or false, got text"),
    # Rule sets.
    "unknown rule set": (winner(ruleset="riichi"), "ruleset"),
    "rule set is null": (winner(ruleset=None), "ruleset"),
    "rule set without base": (winner(ruleset={"set": {}}), "base"),
    "unknown field": (winner(ruleset={"base": "standard", "set": {"x": 1}}), '"x"'),
    "field of the other": (
        winner(ruleset={"base": "alternate", "set": {"earthly": []}}),
        '"earthly"',
    ),
    "value out of range": (
        winner(ruleset={"base": "standard", "set": {"tai.V4": 1001}}),
        "tai.V4",
    ),
    # Tiles as text.
    "space": (winner(hand="123456m 789p56s55p"), "hand: "),
    "suit missing": (winner(hand="123456m789p56s55"), "hand: "),
    "no such tile": (winner(hand="123456m789p56s50p"), "hand: there is no tile '0p'"),
    "no such tile in a meld": (meld("pung", "888z"), "melds[0].tiles: there is no tile '8z'"),
    # Counts.
    "one short": (winner(hand="123456m789p6s55p"), "hand: 12 tiles, but a winner has 13"),
    "one over": (winner(hand="123456m789p556s55p"), "hand: 14 tiles, but a winner has 13"),
    "other is one short": (other(hand="1147m2588p3668s344z"), "hand: 15 tiles"),
    "other has two over": (other(hand="1147m2588p3668s344z129s"), "hand: 18 tiles"),
    "other has one over without a share-out": (
        other(hand="1147m2588p3668s344z12s", ruleset=NO_SHARE_OUT),
        "hand: 17 tiles, but there must be 16",
    ),
    "six melds": (other(hand="", melds=CHOW * 4 + KONG * 2), "melds"),
    "five of a kind": (winner(hand="11111m456m789p56s", win_tile="1p"), "1m"),
    "four and the indicator": (winner(hand="8888m456m789p556s"), "8m"),
    "four and the meld": (winner(hand="123456m7z789p56s5p", melds=KONG), "7z"),
    "four and the winning tile": (winner(hand="1234m7777s789p55p"), "7s"),
    "flower twice": (winner(bonus="11f"), "bonus: 2 of 1f"),
    "flower in melds and bonus": (
        winner(ruleset="alternate", bonus="2f", melds=[{"kind": "bonus_kong", "tiles": "1234f"}]),
        "2f",
    ),
    "one flower as both indicators": (winner(indicators=["1f", "1f"]), "1f"),
    "indicator held": (winner(indicators=["1f", "3z"], hand="123456m789p5s55p1f"), "1f"),
    "five whites": (winner(bonus="55555z"), "5z"),
    # Bonus tiles.
    "white in the hand": (winner(hand="123456m789p5s55p5z"), "hand: 5z is a bonus tile"),
    "flower in the hand": (winner(hand="123456m789p5s55p8f"), "hand: 8f is a bonus tile"),
    "suit tile set aside": (winner(bonus="1m"), "bonus: 1m is not a bonus tile"),
    "red set aside": (winner(bonus="7z"), "bonus: 7z is not a bonus tile"),
    "wild white set aside": (winner(indicators=["5z", "8m"], bonus="5z"), "bonus: 5z is wild"),
    "wild flower set aside": (winner(indicators=["1f", "8m"], bonus="2f"), "bonus: 2f is wild"),
    "ordinary white set aside": (
        winner(ruleset={"base": "standard", "set": {"white_is_bonus": False}}),
        "bonus: 5z is not a bonus tile",
    ),
    "win on a flower": (winner(win_tile="8f"), "win.tile: 8f is a bonus tile"),
    "win on a white": (winner(win_tile="5z"), "win.tile: 5z is a bonus tile"),
    # Melds.
    "wild in a chow": (meld("chow", "789m"), "melds[0].tiles: 8m is wild"),
    "wild in a pung": (meld("pung", "333z"), "melds[0].tiles: 3z is wild"),
    "wild in a kong": (meld("concealed_kong", "8888m"), "melds[0].tiles: 8m is wild"),
    "gap in a chow": (meld("chow", "124p"), "melds[0].tiles: 124p is not three tiles in a row"),
    "chow over two suits": (meld("chow", "9m12p"), "melds[0].tiles"),
    "chow of winds": (meld("chow", "124z"), "melds[0].tiles"),
    "chow of dragons": (meld("chow", "67z1m"), "melds[0].tiles"),
    "chow of four": (meld("chow", "1234p"), "melds[0].tiles: a chow has 3 tiles, not 4"),
    "pung of two": (meld("pung", "77z"), "melds[0].tiles: a pung has 3 tiles, not 2"),
    "pung of two kinds": (meld("pung", "667z"), "melds[0].tiles: a pung is of one tile"),
    "pung of whites": (meld("pung", "555z"), "melds[0].tiles: a pung cannot have bonus tiles"),
    "kong of three": (meld("exposed_kong", "777z"), "an exposed_kong has 4 tiles, not 3"),
    "kong of two kinds": (meld("added_kong", "7776z"), "an added_kong is of one tile"),
    "kong of flowers": (meld("concealed_kong", "1234f"), "cannot have bonus tiles"),
    "no tiles": (meld("pung", ""), "melds[0].tiles: a pung has 3 tiles, not 0"),
    "chow where there is none": (
        meld("chow", "123p", ruleset={"base": "standard", "set": {"chow": False}}),
        "melds[0].kind: this rule set has no chow",
    ),
    "bonus kong in standard": (meld("bonus_kong", "1234f"), "melds[0].kind: this rule set has no"),
    "bonus kong of both colours": (
        meld("bonus_kong", "1235f", ruleset="alternate"),
        "melds[0].tiles: a bonus_kong is one of 5555z, 1234f, 5678f",
    ),
    "bonus kong of reds": (meld("bonus_kong", "7777z", ruleset="alternate"), "melds[0].tiles"),
    "wild bonus kong": (
        meld("bonus_kong", "1234f", ruleset="alternate", indicators=["8m", "1f"]),
        "melds[0].tiles: 1f is wild",
    ),
    "bonus kong of ordinary whites": (
        meld(
            "bonus_kong",
            "5555z",
            bonus="",
            ruleset={"base": "alternate", "set": {"white_is_bonus": False}},
        ),
        "melds[0].tiles: a bonus_kong is one of 1234f, 5678f",
    ),
    # Circumstances.
    "heavenly for South": (concealed(win_opening="heavenly"), "win.opening: heavenly is East's"),
    "heavenly by discard": (
        concealed(seat_wind="east", win_opening="heavenly", win_by="discard"),
        "win.opening: heavenly needs win.by self_draw",
    ),
    "heavenly by robbing": (
        concealed(seat_wind="east", win_opening="heavenly", win_by="robbed_kong"),
        "win.opening: heavenly needs win.by self_draw",
    ),
    "heavenly after a bonus tile": (
        concealed(seat_wind="east", win_opening="heavenly", win_after="bonus"),
        "win.opening: heavenly cannot be after bonus",
    ),
    "heavenly with a pung": (
        winner(seat_wind="east", win_opening="heavenly"),
        "win.opening: heavenly, but the melds have a pung",
    ),
    "heavenly with a kong": (
        winner(seat_wind="east", win_opening="heavenly", melds=KONG),
        "win.opening: heavenly, but the melds have a concealed_kong",
    ),
    "earthly for East": (
        concealed(seat_wind="east", win_opening="earthly"),
        "win.opening: earthly is not for East",
    ),
    "earthly by robbing": (
        concealed(win_opening="earthly", win_by="robbed_kong"),
        "win.opening: earthly cannot be by a robbed kong",
    ),
    "earthly with a pung": (winner(win_opening="earthly"), "win.opening: earthly, but the melds"),
    "after by discard": (
        winner(melds=KONG, win_by="discard", win_after="concealed_kong", win_kong_tile="7z"),
        "win.after: concealed_kong needs win.by self_draw",
    ),
    "bonus by discard": (winner(win_by="discard", win_after="bonus"), "win.after: bonus needs"),
    "bonus by robbing": (winner(win_by="robbed_kong", win_after="bonus"), "win.after: bonus needs"),
    "bonus with nothing set aside": (
        winner(bonus="", win_after="bonus"),
        "win.after: bonus, but nothing is set aside",
    ),
    "bonus with a bonus kong alone": (
        winner(
            ruleset="alternate",
            bonus="",
            melds=[{"kind": "bonus_kong", "tiles": "1234f"}],
            win_after="bonus",
        ),
        "win.after: bonus, but nothing is set aside",
    ),
    "kong without its tile": (
        winner(melds=KONG, win_after="concealed_kong"),
        "win.kong_tile: missing",
    ),
    "kong of another tile": (
        winner(melds=KONG, win_after="concealed_kong", win_kong_tile="6z"),
        "win.kong_tile: no concealed_kong of 6z among the melds",
    ),
    "kong of the other sort": (
        winner(melds=KONG, win_after="exposed_kong", win_kong_tile="7z"),
        "win.kong_tile: no exposed_kong or added_kong of 7z",
    ),
    "concealed where it was added": (
        meld("added_kong", "7777z", win_after="concealed_kong", win_kong_tile="7z"),
        "win.kong_tile: no concealed_kong of 7z",
    ),
    "pung where a kong is named": (
        winner(win_after="exposed_kong", win_kong_tile="7z"),
        "win.kong_tile: no exposed_kong or added_kong of 7z",
    ),
    "opening kong where a kong is named": (
        meld(
            "bonus_kong",
            "5555z",
            bonus="",
            ruleset="alternate",
            win_after="concealed_kong",
            win_kong_tile="5z",
        ),
        "win.kong_tile: no concealed_kong of 5z",
    ),
    "kong tile alone": (winner(melds=KONG, win_kong_tile="7z"), "win.kong_tile: only with"),
    "kong tile with bonus": (
        winner(melds=KONG, win_after="bonus", win_kong_tile="7z"),
        "win.kong_tile: only with",
    ),
    "two kong tiles": (
        winner(melds=KONG, win_after="concealed_kong", win_kong_tile="77z"),
        "win.kong_tile: expected one tile, got 2",
    ),
    "share-out by discard": (
        winner(win_by="discard", win_share_out=True),
        "win.share_out: needs win.by self_draw",
    ),
    "share-out by robbing": (
        winner(win_by="robbed_kong", win_share_out=True),
        "win.share_out: needs win.by self_draw",
    ),
    "share-out after a bonus tile": (
        winner(win_after="bonus", win_share_out=True),
        "win.share_out: nothing is replaced",
    ),
    "share-out after a kong": (
        winner(melds=KONG, win_after="concealed_kong", win_kong_tile="7z", win_share_out=True),
        "win.share_out: nothing is replaced",
    ),
    "share-out and earthly": (
        concealed(win_opening="earthly", win_share_out=True),
        "win.share_out: too late",
    ),
    "share-out and heavenly": (
        concealed(seat_wind="east", win_opening="heavenly", win_share_out=True),
        "win.share_out: too late",
    ),
    "share-out where there is none": (
        winner(ruleset="alternate", win_share_out=True),
        "win.share_out: this rule set has no share-out",
    ),
    "share-out where it was taken out": (
        winner(ruleset=NO_SHARE_OUT, win_share_out=True),
        "win.share_out: this rule set has no share-out",
    ),
    "robbed wild tile": (
        winner(win_by="robbed_kong", win_tile="8m"),
        "win.tile: 8m is wild",
    ),
    "robbed tile held": (
        winner(win_by="robbed_kong", win_tile="5p"),
        "win.tile: a robbed kong of 5p needs the other three",
    ),
    "robbed tile melded": (
        winner(win_by="robbed_kong", win_tile="7z"),
        "win.tile: a robbed kong of 7z needs the other three",
    ),
}


@pytest.mark.parametrize(("request_", "message"), WRONG.values(), ids=WRONG.keys())
def test_what_cannot_be_is_refused(request_: dict[str, Any], message: str) -> None:
    answer: Any = answer_score(request_)
    assert answer["legal"] is False
    assert answer["error"]["code"] == "bad_request"
    assert message in answer["error"]["message"]
    assert answer.keys() == {"id", "legal", "error"}
    assert answer["id"] == "w"


POSSIBLE: dict[str, dict[str, Any]] = {
    "plain": winner(),
    "tiles in any order": winner(hand="5p65s9m9p8p65m21m3m4m7p5p".replace("9m", "")),
    "Chinese names": winner(hand="一万二万三万四万五万六万七筒八筒九筒五条六条五筒五筒"),
    "no melds, bonus or rule set": concealed(melds=..., bonus=..., ruleset=...),
    "nulls": concealed(melds=None, bonus=None),
    "no bonus": winner(bonus=""),
    "nulls in the win": winner(win_after=None, win_kong_tile=None, win_opening=None),
    "unknown keys": winner(comment={"a": [1]}, win_note=1),
    "earthly by discard": concealed(win_opening="earthly", win_by="discard"),
    "earthly after a bonus tile": concealed(win_opening="earthly", win_after="bonus"),
    "earthly and declared": concealed(win_opening="earthly", win_ready=True),
    "earthly under the other": concealed(win_opening="earthly", ruleset="alternate"),
    "heavenly": concealed(seat_wind="east", win_opening="heavenly"),
    "heavenly with an opening kong": winner(
        seat_wind="east",
        win_opening="heavenly",
        ruleset="alternate",
        bonus="",
        melds=[{"kind": "bonus_kong", "tiles": "1234f"}],
    ),
    "opening kong in standard": winner(
        ruleset={"base": "standard", "set": {"opening_four_kong": True}},
        bonus="",
        melds=[{"kind": "bonus_kong", "tiles": "8765f"}],
    ),
    "after a concealed kong": winner(melds=KONG, win_after="concealed_kong", win_kong_tile="7z"),
    "after an exposed kong": meld(
        "exposed_kong", "7777z", win_after="exposed_kong", win_kong_tile="7z"
    ),
    "after an added kong": meld(
        "added_kong", "7777z", win_after="exposed_kong", win_kong_tile="7z"
    ),
    "after a bonus tile": winner(win_after="bonus"),
    "share-out": winner(win_share_out=True),
    "share-out put into the other": winner(
        ruleset={"base": "alternate", "set": {"share_out": True}}, win_share_out=True
    ),
    "robbed": winner(win_by="robbed_kong"),
    "wild flower in the hand": winner(indicators=["1f", "3z"], hand="123456m789p5s55p2f", bonus=""),
    "won on a wild flower": winner(indicators=["1f", "3z"], win_tile="4f", bonus=""),
    "wild white in the hand": winner(indicators=["5z", "3z"], hand="123456m789p5s55p5z", bonus=""),
    "won on a discarded wild tile": winner(win_tile="8m", win_by="discard"),
    "ordinary whites": meld(
        "pung",
        "555z",
        bonus="",
        ruleset={"base": "standard", "set": {"white_is_bonus": False}},
    ),
    "other": other(),
    "other with a tile from the share-out": other(hand="1147m2588p3668s344z12s"),
    "other with five melds": other(
        hand="1m",
        melds=[*CHOW, *CHOW, *KONG, *({"kind": "pung", "tiles": t} for t in ("999s", "111z"))],
    ),
}


@pytest.mark.parametrize("request_", POSSIBLE.values(), ids=POSSIBLE.keys())
def test_what_can_be_is_scored(request_: dict[str, Any]) -> None:
    answer: Any = answer_score(request_)
    assert answer["legal"] is True, answer["error"]["message"]
    assert answer["tai"] == sum(item["tai"] for item in answer["items"])


def test_not_a_win() -> None:
    answer: Any = answer_score(winner(win_tile="9s"))
    assert answer["legal"] is False
    assert answer["error"]["code"] == "not_a_win"
    assert answer["error"]["message"]


@pytest.mark.parametrize("request_", [None, 5, "x", [], [{}], True, 1.5])
def test_a_request_is_an_object(request_: object) -> None:
    for answer in (answer_score, answer_settle):
        reply: Any = answer(request_)
        assert reply["id"] is None
        assert reply["error"] == {
            "code": "bad_request",
            "message": "the request must be an object",
        }


@pytest.mark.parametrize("identity", [None, 0, 1.5, "é", [1, {"a": None}], {"b": []}, False])
def test_the_id_comes_back(identity: object) -> None:
    for request_ in (winner(id=identity), winner(id=identity, hand="")):
        assert answer_score(request_)["id"] == identity
    assert answer_settle({"id": identity})["id"] == identity
    assert answer_score(winner(id=...))["id"] is None


def test_messages_stay_short() -> None:
    for request_ in (
        winner(seat_wind="x" * 100_000),
        winner(hand="1" * 100_000),
        winner(ruleset={"base": "standard", "set": {"y" * 100_000: 1}}),
    ):
        answer: Any = answer_score(request_)
        assert len(answer["error"]["message"]) <= 300


def settlement(**changes: Any) -> dict[str, Any]:
    request: dict[str, Any] = {
        "id": "s",
        "totals": [42, 3, 0, 1],
        "winner": 0,
        "dealer": 1,
        "room": "novice",
        "balances": [0, 1000, 4500, 4200],
        **changes,
    }
    return {key: value for key, value in request.items() if value is not ...}


WRONG_SETTLEMENTS: dict[str, tuple[dict[str, Any], str]] = {
    "no totals": (settlement(totals=...), "totals: missing"),
    "three totals": (settlement(totals=[1, 2, 3]), "totals: expected a list of length 4, got 3"),
    "five totals": (settlement(totals=[1] * 5), "totals: expected a list of length 4, got 5"),
    "totals as text": (settlement(totals="1234"), "totals: expected a list, got text"),
    "negative total": (settlement(totals=[1, 2, -3, 4]), "totals[2]: expected an integer from 0"),
    "huge total": (settlement(totals=[1, 2, 10**40, 4]), "totals[2]: expected an integer from 0"),
    "fraction": (settlement(totals=[1, 2, 3, 4.5]), "totals[3]: expected an integer"),
    "truth": (settlement(totals=[1, True, 3, 4]), "totals[1]: expected an integer, got true or"),
    "no winner": (settlement(winner=...), "winner: missing"),
    "winner out of range": (settlement(winner=4), "winner: expected an integer from 0 to 3"),
    "negative winner": (settlement(winner=-1), "winner: expected an integer from 0 to 3"),
    "winner as text": (settlement(winner="0"), "winner: expected an integer or null, got text"),
    "no dealer": (settlement(dealer=...), "dealer: missing"),
    "dealer is null": (settlement(dealer=None), "dealer: expected an integer, got null"),
    "dealer out of range": (settlement(dealer=4), "dealer: expected an integer from 0 to 3"),
    "unknown room": (settlement(room="x"), "room: expected one of novice, intermediate, expert"),
    "three balances": (settlement(balances=[1, 2, 3]), "balances: expected a list"),
    "negative balance": (settlement(balances=[1, 2, 3, -1]), "balances[3]: expected an integer"),
    "unknown rule set": (settlement(ruleset="x"), "ruleset"),
}


@pytest.mark.parametrize(
    ("request_", "message"), WRONG_SETTLEMENTS.values(), ids=WRONG_SETTLEMENTS.keys()
)
def test_wrong_settlements_are_refused(request_: dict[str, Any], message: str) -> None:
    answer: Any = answer_settle(request_)
    assert answer["legal"] is False
    assert answer["error"]["code"] == "bad_request"
    assert message in answer["error"]["message"]


def test_coins_come_with_a_room_only() -> None:
    assert plain(answer_settle(settlement())) == {
        "id": "s",
        "points": [168, -74, -49, -45],
        "coins": [9400, -700, -4500, -4200],
    }
    for absent in (..., None):
        assert "coins" not in answer_settle(settlement(room=absent))
        uncapped = plain(answer_settle(settlement(balances=absent)))
        assert uncapped["coins"] == [16800, -7400, -4900, -4500]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["kind", "tiles", "tile", "by", "base", "set", "after"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)
SCORE_FIELDS = ["id", "ruleset", "indicators", "seat_wind", "hand", "melds", "bonus", "win"]
SETTLE_FIELDS = ["id", "ruleset", "totals", "winner", "dealer", "room", "balances"]


@given(st.dictionaries(st.sampled_from(SCORE_FIELDS), JSON, max_size=4))
def test_no_score_request_raises(changes: dict[str, Any]) -> None:
    answer: Any = answer_score({**winner(), **changes})
    assert answer["legal"] is True or answer["error"]["code"] in ("bad_request", "not_a_win")


@given(st.dictionaries(st.sampled_from(SETTLE_FIELDS), JSON, max_size=4))
def test_no_settle_request_raises(changes: dict[str, Any]) -> None:
    answer: Any = answer_settle({**settlement(), **changes})
    assert "points" in answer or answer["error"]["code"] == "bad_request"
