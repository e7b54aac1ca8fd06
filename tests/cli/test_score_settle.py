"""`taipao score` and `taipao settle` as commands: exit statuses, pipes, files."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from taipao.cli import main

CASES = Path(__file__).parents[1] / "cases"
TAIPAO = (sys.executable, "-c", "import sys, taipao.cli; sys.exit(taipao.cli.main())")


def taipao(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*TAIPAO, *arguments], input=stdin, capture_output=True, check=False)


def requests(name: str) -> tuple[list[dict[str, Any]], bytes]:
    """Give the worked cases, and their requests as JSON Lines."""
    cases = [json.loads(line) for line in (CASES / name).read_text("utf-8").splitlines()]
    return cases, b"".join(json.dumps(case["request"]).encode() + b"\n" for case in cases)


def test_score_answers_line_by_line() -> None:
    cases, lines = requests("score.jsonl")
    done = taipao("score", "-", stdin=lines)
    assert done.returncode == 0
    assert done.stderr == b""
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(cases)
    for case, answer in zip(cases, answers, strict=True):
        expect = case["expect"]
        assert answer["id"] == case["request"]["id"]
        assert answer["legal"] == expect["legal"]
        assert answer.get("role") == expect.get("role")
        assert answer.get("error", {}).get("code") == expect.get("code")


def test_settle_answers_line_by_line(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    cases, lines = requests("settle.jsonl")
    (tmp_path / "in.jsonl").write_bytes(lines)
    assert main(["settle", str(tmp_path / "in.jsonl")]) == 0
    captured = capfdbinary.readouterr()
    assert captured.err == b""
    answers = [json.loads(line) for line in captured.out.splitlines()]
    assert answers == [{"id": case["request"]["id"], **case["expect"]} for case in cases]


@pytest.mark.parametrize("command", ["score", "settle"])
def test_bad_lines_are_answered_with_status_0(
    command: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "in.jsonl"
    path.write_bytes(b'{"id": 7}\n\nnot JSON\n[1]\n' + b"[" * 200_000 + b"\n\xff\n{}")
    assert main([command, str(path)]) == 0
    captured = capfdbinary.readouterr()
    assert captured.err == b""
    answers = [json.loads(line) for line in captured.out.splitlines()]
    assert [answer["id"] for answer in answers] == [7, *[None] * 6]
    assert {answer["error"]["code"] for answer in answers} == {"bad_request"}


def test_an_empty_file_has_no_answers(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    (tmp_path / "empty").touch()
    assert main(["score", str(tmp_path / "empty")]) == 0
    assert capfdbinary.readouterr() == (b"", b"")


def test_input_that_cannot_be_read_is_status_2(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for command in ("score", "settle"):
        for name in (str(tmp_path / "missing"), str(tmp_path), "nul\0byte", ""):
            assert main([command, name]) == 2
            captured = capfd.readouterr()
            assert captured.out == ""
            assert captured.err.startswith(f"taipao: cannot read {name}: ")
            assert captured.err.count("\n") == 1


def test_closed_standard_input_is_status_2() -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *TAIPAO, "score", "-"], capture_output=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == b"taipao: cannot read -: Bad file descriptor\n"


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root"
)
def test_a_file_without_permission_is_status_2(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "closed"
    path.touch(mode=0)
    assert main(["score", str(path)]) == 2
    assert capfd.readouterr().err == f"taipao: cannot read {path}: Permission denied\n"


@pytest.mark.parametrize("arguments", [[], ["score"], ["score", "a", "b"], ["x"], ["score", "-x"]])
def test_wrong_arguments_are_status_2(
    arguments: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert "usage: taipao" in capfd.readouterr().err


@pytest.mark.parametrize("command", ["score", "settle", "explain"])
def test_help_has_an_example(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert "example" in capfd.readouterr().out
    assert main(["--help"]) == 0
    assert f"    {command} " in capfd.readouterr().out


def test_version(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capfd.readouterr().out.startswith("taipao ")


def test_a_conversation_through_pipes() -> None:
    process = subprocess.Popen(
        [*TAIPAO, "settle", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for number in range(3):
        process.stdin.write(b'{"id": %d}\n' % number)
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == number
    process.stdin.close()
    assert process.stdout.read() == b""
    process.stdout.close()
    assert process.wait() == 0


def test_a_reader_that_goes_is_no_error() -> None:
    process = subprocess.Popen(
        [*TAIPAO, "settle", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, err = process.communicate(b"{}\n" * 1000)
    assert err == b""
    assert process.returncode == 141


# Whoever runs the tests in the background may have SIGINT ignored, and a child inherits that.
INTERRUPTIBLE = """\
import signal
import sys
from taipao.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main(["settle", "-"]))
"""


def test_an_interrupt_is_quiet() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"{}\n")
    process.stdin.flush()
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert err == b""
    assert process.returncode == 130


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_answers_that_cannot_be_written_are_status_1() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*TAIPAO, "settle", "-"],
            input=b"{}\n",
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == b"taipao: No space left on device\n"
