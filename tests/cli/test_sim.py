"""`taipao sim` as a command: its summary, its records, its errors."""

import hashlib
import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from taipao.bots import simulation
from taipao.cli import main
from taipao.errors import RoundFault
from tests.reference.round import check

TAIPAO = (sys.executable, "-c", "import sys, taipao.cli; sys.exit(taipao.cli.main())")
Captured = pytest.CaptureFixture[str]


def digests(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


@pytest.mark.parametrize("ruleset", ["standard", "alternate"])
def test_equal_arguments_give_equal_files(ruleset: str, tmp_path: Path, capsys: Captured) -> None:
    for name in ("a", "b"):
        arguments = f"sim --rounds 4 --seed 9 --ruleset {ruleset} --records {tmp_path / name}"
        assert main(arguments.split()) == 0
    assert digests(tmp_path / "a") == digests(tmp_path / "b")
    assert sorted(digests(tmp_path / "a")) == [f"round-{n:06d}.jsonl" for n in range(1, 5)]
    for path in (tmp_path / "a").iterdir():
        check(path.read_bytes())
    assert capsys.readouterr().err == ""


def test_the_summary_for_people(capsys: Captured) -> None:
    assert (
        main(["sim", "--rounds", "5", "--seed", "1", "--bots", "greedy,random,random,random"]) == 0
    )
    captured = capsys.readouterr()
    assert captured.err == ""
    for words in ("rounds", "all checks passed", "wins", "draws", "mean tai", "discards", "rule"):
        assert words in captured.out


def test_the_summary_as_json(capsys: Captured) -> None:
    assert main(["sim", "--rounds", "6", "--seed", "-1", "--json"]) == 0
    summary: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert summary["rounds"] == summary["wins"] + summary["draws"] == 6
    assert summary["rounds_per_second"] > 0
    assert summary["rules"]


def test_a_rule_set_given_field_by_field(tmp_path: Path, capsys: Captured) -> None:
    spec = {"base": "standard", "set": {"share_out": False, "tai.V1": 3}}
    arguments = ["--rounds", "2", "--ruleset", json.dumps(spec), "--records", str(tmp_path)]
    assert main(["sim", *arguments]) == 0
    first = json.loads((tmp_path / "round-000001.jsonl").read_bytes().splitlines()[0])
    assert first["ruleset"] == spec


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--rounds", "0"], "--rounds: a whole number from 1 to"),
        (["--rounds", "many"], "not 'many'"),
        (["--rounds", "-3"], "--rounds:"),
        (["--rounds", "1.5"], "--rounds:"),
        (["--rounds", "９"], "--rounds:"),
        (["--rounds", "9" * 5000], "--rounds:"),
        (["--seed", "x"], "--seed: a whole number"),
        (["--seed", str(2**63)], "--seed:"),
        (["--seed", ""], "--seed:"),
        (["--ruleset", "riichi"], 'unknown rule set "riichi"'),
        (["--ruleset", "{"], "--ruleset is not JSON"),
        (["--ruleset", '{"base":' * 5000], "--ruleset"),
        (["--ruleset", '{"base": "standard", "set": {"tai.V9": ' + "9" * 5000 + "}}"], "--ruleset"),
        (["--ruleset", '{"base": "standard", "set": {"V4": 1}}'], "V4"),
        (["--ruleset", '{"base": "standard", "set": {"reserve": 1001}}'], "reserve"),
        (["--ruleset", '{"base": "standard", "set": {"reserve": "\\ud800"}}'], "--ruleset"),
        (["--bots", "greedy"], "--bots: four names"),
        (["--bots", "greedy,greedy,greedy,strong"], "no bot 'strong'"),
        (["--bots", "greedy,,greedy,greedy"], "no bot ''"),
    ],
)
def test_bad_arguments_are_told_in_one_line(
    arguments: list[str], words: str, capsys: Captured
) -> None:
    assert main(["sim", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("taipao: ")
    assert captured.err.count("\n") == 1
    assert words in captured.err


def test_a_folder_that_cannot_be_written(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        assert main(["sim", "--rounds", "1", "--records", str(folder)]) == 2
        error = capsys.readouterr().err
        assert error.startswith("taipao: --records: cannot write to ")
        assert error.count("\n") == 1


def test_a_fault_is_told_with_its_round_and_kept(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(*_: object) -> None:
        raise RoundFault("tiles: there are 5 of 1m")

    monkeypatch.setattr(simulation, "check", wrong)
    assert main(["sim", "--rounds", "3", "--records", str(tmp_path)]) == 1
    error = capsys.readouterr().err
    assert "a fault in the program: round 1: tiles: there are 5 of 1m" in error
    assert "Traceback" not in error
    assert (tmp_path / "fault.jsonl").read_bytes().startswith(b'{"commitment":')

    def stumbles(*_: object) -> None:
        raise KeyError("9z")

    monkeypatch.setattr(simulation, "check", stumbles)
    assert main(["sim", "--rounds", "3"]) == 1
    error = capsys.readouterr().err
    assert "Traceback" in error
    assert "round 1: KeyError: '9z'" in error


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
def test_a_bar_is_shown_on_a_terminal_alone() -> None:
    ours, theirs = pty.openpty()
    command = [*TAIPAO, "sim", "--rounds", "20", "--json"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=theirs, env=environment
    ) as running:
        os.close(theirs)
        assert running.stdout is not None
        out = running.stdout.read()
        shown = b""
        while True:
            try:
                more = os.read(ours, 4096)
            except OSError:  # Linux's way to say that the other side is closed
                break
            if not more:
                break
            shown += more
    os.close(ours)
    assert json.loads(out)["rounds"] == 20
    assert b"20/20" in shown
