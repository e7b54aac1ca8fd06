"""`taipao stats` as a command."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from taipao.cli import main

Captured = pytest.CaptureFixture[str]


def test_the_page_and_its_plots(tmp_path: Path, capsys: Captured) -> None:
    arguments = ["stats", "--rounds", "600", "--seed", "3", "--write"]
    assert main([*arguments, str(tmp_path / "a")]) == 0
    assert main([*arguments, str(tmp_path / "b"), "--cores", "2"]) == 0
    assert capsys.readouterr().err == ""
    text = (tmp_path / "a" / "statistics.md").read_text("utf-8")
    assert text == (tmp_path / "b" / "statistics.md").read_text("utf-8")
    for words in ("## Standard", "## Alternate", "| rounds | 600 |", "the dealer gains", "| V4 |"):
        assert words in text
    shown = re.findall(r"!\[[^]]*\]\(([^)]+)\)", text)
    assert len(shown) == 4
    for plot in shown:
        ElementTree.fromstring((tmp_path / "a" / plot).read_text("utf-8"))


def test_one_rule_set_on_the_terminal(capsys: Captured) -> None:
    spec = '{"base": "alternate", "set": {"tai.A17": 3}}'
    bots = "random,random,random,random"
    assert main(["stats", "--rounds", "100", "--ruleset", spec, "--bots", bots]) == 0
    out = capsys.readouterr().out
    assert "## Alternate, changed" in out
    assert f"`taipao stats --rounds 100 --seed 0 --bots {bots} --ruleset '{spec}'` gives" in out
    assert "## Standard" not in out
    assert "![" not in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--rounds", "99"], "--rounds: a whole number from 100"),
        (["--seed", "x"], "--seed:"),
        (["--cores", "none"], "--cores:"),
        (["--bots", "greedy"], "--bots: four names"),
        (["--ruleset", "riichi"], "unknown rule set"),
    ],
)
def test_bad_arguments_are_told_in_one_line(
    arguments: list[str], words: str, capsys: Captured
) -> None:
    assert main(["stats", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("taipao: ")
    assert captured.err.count("\n") == 1
    assert words in captured.err


def test_without_numba_it_says_what_to_install(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert main(["stats"]) == 2
    assert "taipao[sim]" in capsys.readouterr().err
