"""`taipao explain`: the sheet of one hand typed by a person."""

import json
from typing import Any

import pytest

from taipao.cli import main
from taipao.rules.appraisal import appraise
from taipao.rules.requests import answer_score, read_position
from taipao.tiles import NAMES

WON = (
    *("--indicators", "8m3z", "--seat", "south", "--hand", "123456m789p56s55p"),
    *("--meld", "pung:777z", "--bonus", "1f5z", "--win", "7s", "--by", "self-draw"),
)
READY = (
    *("--indicators", "九万九条", "--seat", "东", "--hand", "一万九万三万678p22233s77z"),
    *("--meld", "碰:发发发", "--ruleset", "另计"),
)
KILL_PIG = (
    *("--indicators", "9m9s", "--seat", "south", "--hand", "999m9s147m258p36s1234z"),
    *("--win", "7z", "--by", "self-draw"),
)
FAR = ("--indicators", "9m9s", "--seat", "south", "--hand", "1358m123567p2468s34z")


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")


def sheet(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["explain", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(sheet(capsys, *arguments, "--json"))


def test_a_won_hand(capsys: pytest.CaptureFixture[str]) -> None:
    text = sheet(capsys, *WON)
    for expected in (
        "standard · South · winner",
        "8m 3z  (* = wild)",
        "123456m 55789p 56s",
        "777z  pung",
        "5z 1f",
        "7s  by self-draw",
        "777z  123m  456m  789p  567s  pair 55p",
        "hard hand",
        "硬牌",
        "total 11",
        "East, dealer pays the winner: 22",
        "West pays the winner: 11",
        "North pays the winner: 11",
    ):
        assert expected in text
    assert "South pays" not in text


def test_a_won_hand_in_chinese(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = sheet(capsys, *WON, "--lang", "zh")
    for expected in (
        "台炮麻将 · 标准 · 南家 · 和家",
        "一二三四五六万 五五七八九筒 五六条",
        "中中中  碰",
        "七条  自摸",
        "将 五五筒",
        "总台数 11",
        "东家（庄） 应付和家：22",
    ):
        assert expected in text
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert sheet(capsys, *WON) == text
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert "winner" in sheet(capsys, *WON)


def test_everybody_pays_the_dealer_double(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["east" if word == "south" else word for word in WON]
    answer = as_json(capsys, *arguments)
    assert answer["payments"] == {"east": 0, "south": 22, "west": 22, "north": 22}


def test_doubling_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    text = sheet(capsys, *KILL_PIG)
    assert "sum 13 × 2 (doubled, S1)   total 26" in text
    assert "kill-pig: wins without the shape" in text
    assert "9m* 9m* 9m*" in text


def test_what_wild_tiles_stand_for(capsys: pytest.CaptureFixture[str]) -> None:
    text = sheet(
        capsys,
        *("--indicators", "9m9s", "--seat", "west", "--hand", "123456m789p2345s9s11p", "--win"),
        *("6s", "--lang", "en"),
    )
    assert "9s* → " in text
    assert "by discard" in text


def test_the_runner_up_says_why_it_pays_less(capsys: pytest.CaptureFixture[str]) -> None:
    # Three wild whites as themselves are a half flush with a reunion; as 万 a full flush.
    arguments = ("--indicators", "5z9p", "--seat", "south", "--hand", "555z123456789m2345m")
    text = sheet(capsys, *arguments, "--win", "5m")
    answer = as_json(capsys, *arguments, "--win", "5m")
    other = answer["runner_up"]
    assert (answer["tai"], other["tai"]) == (25, 24)
    assert sorted(item["rule"] for item in other["items"]) == ["B2", "V7"]
    assert "best other reading: " in text
    assert "total 48 (2 less)" in text
    assert "lacks: V8 half flush 7, V13 wild reunion 7" in text
    assert "has instead: V7 full flush 13" in text


def test_a_ready_hand_shows_its_waits(capsys: pytest.CaptureFixture[str]) -> None:
    text = sheet(capsys, *READY, "--lang", "zh")
    assert "台炮麻将 · 另计 · 东家（庄） · 非和家" in text
    assert "自摸总数" in text
    answer = as_json(capsys, *READY)
    assert answer["role"] == "non_winner"
    assert answer["distance"] == 0
    waits = {wait.pop("tile"): wait for wait in answer["waits"]}
    assert list(waits) == ["2m", "9m", "3s", "9s", "7z"]
    assert waits["2m"] == {"unseen": 4, "self_draw": 4, "discard": 3}
    assert waits["9m"]["unseen"] == 2
    assert waits["9s"]["unseen"] == 3


def test_waits_total_what_score_says() -> None:
    request = {
        "indicators": ["2f", "9s"],
        "seat_wind": "north",
        "hand": "123456m789p2345s3f4z4z",
        "bonus": "5z",
    }
    waits = appraise(read_position(request)).waits
    assert waits is not None
    for wait in waits:
        for by, total in (("self_draw", wait.self_draw), ("discard", wait.discard)):
            win = {"tile": NAMES[wait.tile], "by": by}
            answer: Any = answer_score({**request, "win": win})
            assert answer["total"] == total
    # Of the seasons one is turned up and one is held.
    assert {NAMES[wait.tile]: wait.unseen for wait in waits}["1f"] == 2


def test_a_hand_far_from_ready(capsys: pytest.CaptureFixture[str]) -> None:
    text = sheet(capsys, *FAR)
    assert "nothing counts" in text
    assert "tiles from ready: 3" in text
    assert as_json(capsys, *FAR)["waits"] == []


def test_tiles_that_are_gone_are_no_waits(capsys: pytest.CaptureFixture[str]) -> None:
    chows = ("--meld", "chow:123m", "--meld", "chow:456m", "--meld", "chow:123p")
    answer = as_json(
        capsys,
        *("--indicators", "9m9s", "--seat", "south", "--hand", "7z", "--meld", "pung:777z"),
        *(*chows, "--meld", "chow:456p"),
    )
    # The fourth 7z is held; a wild tile completes any ready hand.
    assert [wait["tile"] for wait in answer["waits"]] == ["9m", "9s"]


def test_a_hand_with_a_tile_from_the_share_out(capsys: pytest.CaptureFixture[str]) -> None:
    text = sheet(capsys, *FAR[:-1], FAR[-1] + "1s")
    assert "with a tile from the share-out" in text
    answer = as_json(capsys, *FAR[:-1], FAR[-1] + "1s")
    assert answer["waits"] is None


ABOUT_TO_DISCARD = (
    *("--indicators", "9m9s", "--seat", "south"),
    *("--hand", "9m123456m79p234s56s555p", "--discards"),
)


@pytest.mark.parametrize("ruleset", ["standard", "alternate"])
def test_a_hand_about_to_discard_shows_what_each_discard_leaves(
    ruleset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = as_json(capsys, *ABOUT_TO_DISCARD, "--ruleset", ruleset)
    best, *others = answer["discards"]
    # Left are 5557p, 23456s and a wild tile: five suit kinds and both wild ones finish the hand.
    assert (best["tile"], best["distance"], best["unseen"]) == ("9p", 0, 23)
    assert best["useful"] == {"9m": 2, "6p": 4, "7p": 3, "1s": 4, "4s": 3, "7s": 4, "9s": 3}
    ranks = [(option["distance"], -option["unseen"]) for option in (best, *others)]
    assert ranks == sorted(ranks)
    # The wild tile may not go while anything else may (W3).
    assert "9m" not in {option["tile"] for option in answer["discards"]}


def test_discards_are_laid_out(capsys: pytest.CaptureFixture[str]) -> None:
    text = sheet(capsys, *ABOUT_TO_DISCARD)
    assert "about to discard" in text
    assert "useful tiles (unseen)" in text
    assert "打" in sheet(capsys, *ABOUT_TO_DISCARD, "--lang", "zh")


def test_discards_want_one_tile_more_and_no_win(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", *FAR, "--discards"]) == 2
    assert "hand: 16 tiles, but there must be 17 without melds" in capsys.readouterr().err
    assert main(["explain", *ABOUT_TO_DISCARD, "--win", "5p"]) == 2
    assert "--discards is for a hand that did not win" in capsys.readouterr().err


def test_circumstances_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    text = sheet(
        capsys,
        *("--indicators", "8m3z", "--seat", "south", "--hand", "123456m789p56s55p", "--meld"),
        *("concealed-kong:7777z", "--win", "7s", "--by", "self-draw", "--after"),
        *("concealed-kong", "--kong-tile", "7z", "--ready"),
    )
    assert "by self-draw, after a concealed kong, had declared ready" in text
    text = sheet(
        capsys,
        *("--indicators", "8m3z", "--seat", "south", "--hand", "123456m789p56s55577p", "--win"),
        *("7s", "--by", "self_draw", "--opening", "earthly"),
    )
    assert "by self-draw, earthly" in text
    text = sheet(capsys, *WON, "--share-out")
    assert "in the share-out" in text


def test_fields_of_the_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    answer = as_json(
        capsys,
        *WON,
        *("--set", "tai.V4=5", "--set", "double_from=9", "--set", "tai.B4=[5,2]"),
        *("--set", "kill_pig=off", "--set", "earthly=first_draw,first_discard"),
    )
    assert (answer["tai"], answer["total"]) == (9, 18)
    ruleset = '{"base": "standard", "set": {"tai.V4": 5}}'
    answer = as_json(capsys, *WON, "--ruleset", ruleset, "--set", "double_from=9")
    assert (answer["tai"], answer["total"]) == (9, 18)
    assert "standard (changed)" in sheet(capsys, *WON, "--set", "tai.V4=5")


def test_json_is_the_answer_and_more(capsys: pytest.CaptureFixture[str]) -> None:
    answer = as_json(capsys, *WON)
    request = {
        "indicators": ["8m", "3z"],
        "seat_wind": "south",
        "hand": "123456m789p56s55p",
        "melds": [{"kind": "pung", "tiles": "777z"}],
        "bonus": "1f5z",
        "win": {"tile": "7s", "by": "self_draw"},
    }
    expected = answer_score(request)
    del expected["id"]
    assert {key: answer[key] for key in expected} == json.loads(json.dumps(expected))


def test_no_win_is_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", *FAR, "--win", "1m"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("taipao: not a win: ")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (("--hand", "1x"), "hand: cannot read '1x'"),
        (("--hand", "123m"), "hand: 3 tiles"),
        (("--indicators", "9m"), "--indicators: expected two tiles, as 9m9s, got 1"),
        (("--indicators", "9m9"), "--indicators: cannot read '9'"),
        (("--seat", "up"), "seat_wind: expected one of"),
        (("--meld", "777z"), "--meld: expected KIND:TILES"),
        (("--meld", "kong:7777z"), "melds[1].kind: expected one of"),
        (("--bonus", "1m"), "bonus: 1m is not a bonus tile"),
        (("--by", "luck"), "win.by: expected one of"),
        (("--after", "bonus", "--bonus", ""), "win.after: bonus, but nothing"),
        (("--ruleset", "riichi"), "riichi"),
        (("--set", "tai.V4"), "--set: expected FIELD=VALUE"),
        (("--set", "tai.V99=1"), "tai.V99"),
        (("--set", "double_from=1e999"), "ruleset"),
    ],
)
def test_what_cannot_be_is_status_2(
    changes: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", *WON, *changes]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert message in captured.err


def test_how_it_was_won_needs_the_tile(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", *FAR, "--by", "self-draw"]) == 2
    assert "--by says how a hand won: name the tile with --win" in capsys.readouterr().err


@pytest.mark.parametrize("missing", ["--hand", "--indicators", "--seat"])
def test_the_needed_flags_are_named(missing: str, capsys: pytest.CaptureFixture[str]) -> None:
    place = WON.index(missing)
    assert main(["explain", *WON[:place], *WON[place + 2 :]]) == 2
    assert missing in capsys.readouterr().err


@pytest.mark.parametrize(
    "hand",
    [
        "一二三四五六万 五五五七九筒 二三四五六条 九万*",
        "123456m 9m* 55579p 23456s",
        "一万二万三万456m55579p23456s9m",
    ],
)
def test_what_a_sheet_shows_can_be_typed_in_again(
    hand: str, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = as_json(
        capsys, "--indicators", "九万 九条", "--seat", "南", "--hand", hand, "--discards"
    )
    assert answer["discards"][0]["tile"] == "9p"
