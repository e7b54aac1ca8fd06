"""`taipao arena` as a command."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from taipao.cli import main

Captured = pytest.CaptureFixture[str]


def test_the_table_for_people_and_the_plot(tmp_path: Path, capsys: Captured) -> None:
    plot = tmp_path / "plot.svg"
    assert main(["arena", "greedy", "random", "--walls", "10", "--plot", str(plot)]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    for words in (
        "greedy against random, 1v3: 40 rounds on 10 walls",
        "greedy against random, 2v2: 60 rounds on 10 walls",
        "greedy gains",
        "wins",
        "mean total",
        "claims",
        "declared ready",
        "of the rounds are draws",
    ):
        assert words in captured.out
    ElementTree.fromstring(plot.read_text("utf-8"))


def test_a_longer_run_takes_the_shorter_in(tmp_path: Path, capsys: Captured) -> None:
    arguments = ["arena", "greedy", "random", "--format", "2v2", "--seed", "4", "--json"]
    kept = ["--results", str(tmp_path)]
    assert main([*arguments, "--walls", "12"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert main([*arguments, "--walls", "10", *kept]) == 0
    capsys.readouterr()
    assert main([*arguments, "--walls", "12", "--cores", "2", *kept]) == 0
    assert json.loads(capsys.readouterr().out) == whole
    (contest,) = whole["contests"]
    assert contest["contest"] == {"first": "greedy", "second": "random", "format": "2v2"}
    assert contest["rounds"] == 72
    assert contest["points"]["low"] <= contest["points"]["mean"] <= contest["points"]["high"]
    (path,) = tmp_path.iterdir()
    assert len(path.read_bytes().splitlines()) == 1 + 12

    assert main([*arguments, "--walls", "10", "--seed", "5", *kept]) == 2
    assert "have seed 4, this run 5" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["greedy"], "needs two bots"),
        (["greedy", "strong"], "no bot 'strong'"),
        (["greedy", "random", "--walls", "9"], "--walls: a whole number from 10"),
        (["greedy", "random", "--seed", "x"], "--seed:"),
        (["greedy", "random", "--cores", "0"], "--cores:"),
        (["greedy", "random", "--format", "3v1"], "--format: there is no format '3v1'"),
        (["greedy", "random", "--ruleset", "riichi"], "unknown rule set"),
        (["greedy", "random", "--plot", "nowhere/plot.svg"], "--plot: there is no folder nowhere"),
    ],
)
def test_bad_arguments_are_told_in_one_line(
    arguments: list[str], words: str, capsys: Captured
) -> None:
    assert main(["arena", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("taipao: ")
    assert captured.err.count("\n") == 1
    assert words in captured.err
