"""`taipao play`, up to the browser it would open: a round that goes on after whatever happens."""

from __future__ import annotations

import os
import signal
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from taipao.cli import main
from taipao.server.service import bind
from tests.cli.processes import Talk, started, talking

SIGNALS = pytest.mark.skipif(os.name == "nt", reason="Windows sends no signals to another process")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--bots", "greedy,greedy"], "three names expected, got 2"),
        (["--bots", "greedy,greedy,oracle"], "'oracle'"),
        (["--ruleset", "classic"], "classic"),
        (["--ruleset", "{"], "not JSON: "),
        (["--ruleset", '{"base": "standard", "set": {"chow": 3}}'], "chow must be true or false"),
        (["--port", "65536"], "from 0 to 65535"),
        (["--port", "-1"], "from 0 to 65535"),
        (["--port", "http"], "'http'"),
        (["--lang", "fr"], "fr"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_served(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--no-browser", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    below = str(tmp_path / "file/folder")
    assert main(["play", "--no-browser", "--records", below]) == 2
    assert "cannot make the folder" in capsys.readouterr().err
    assert main(["play", "--no-browser", "--data", below]) == 2
    assert "--data: cannot make" in capsys.readouterr().err


def test_a_port_that_is_taken_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with bind() as taken:
        port = str(taken.getsockname()[1])
        assert main(["play", "--no-browser", "--port", port]) == 2
    assert port in capsys.readouterr().err


@SIGNALS
def test_it_says_where_it_is_and_ends_cleanly_by_ctrl_c(tmp_path: Path) -> None:
    records = tmp_path / "records"
    with started(
        "play", "--no-browser", "--lang", "en", "--records", str(records), "--data", str(tmp_path)
    ) as table:
        assert table.address.endswith("/?lang=en")
        try:
            with urllib.request.urlopen(table.address) as answer:
                assert answer.status == 200
        except urllib.error.HTTPError as error:
            assert error.code == 503, "neither the page nor word that it is not built"
            error.close()
        with talking(table.port) as talk:
            assert talk.until("welcome")["seat"] == 0
            assert talk.cookie == "", "there is no sign-in"
            begin(talk)
            assert table.end(signal.SIGINT) == (0, "")
    assert records.is_dir()


def begin(talk: Talk, ruleset: str = "standard") -> str:
    """Begin a match; return its round's id once something has been played."""
    talk.send(type="start", ruleset=ruleset)
    view, decision = talk.asked()
    talk.discard(decision)
    talk.until("event")
    return str(view["round"])


@SIGNALS
@pytest.mark.parametrize("how", ["interrupted", "killed"])
def test_a_round_that_was_broken_off_goes_on(tmp_path: Path, how: str) -> None:
    arguments = ("play", "--no-browser", "--data", str(tmp_path))
    with started(*arguments, "--ruleset", "alternate") as table, talking(table.port) as talk:
        assert talk.until("welcome")["ruleset"] == "alternate"
        begun = begin(talk, "alternate")
        if how == "interrupted":
            assert table.end(signal.SIGINT) == (0, "")
        else:
            table.process.kill()
            table.process.wait()
    # A browser that comes back, without anything it knew.
    with started(*arguments) as table, talking(table.port) as talk:
        talk.until("welcome")
        view = talk.until("view")
        assert (view["round"], view["match"]["ruleset"]) == (begun, "alternate")
        _, decision = talk.asked(view)
        talk.discard(decision)
        talk.until("event")
        assert table.end()[0] == 0


@SIGNALS
def test_a_round_is_let_go_only_if_that_is_said(tmp_path: Path) -> None:
    arguments = ("play", "--no-browser", "--data", str(tmp_path))
    with started(*arguments) as table, talking(table.port) as talk:
        talk.until("welcome")
        begin(talk)
        assert table.end()[0] == 0
    with (
        pytest.raises(AssertionError, match="a round is still being played with the bots"),
        started(*arguments, "--bots", "greedy,greedy,random"),
    ):
        pass
    with started(*arguments, "--bots", "greedy,greedy,random", "--fresh") as table:
        with talking(table.port) as talk:
            welcome = talk.until("welcome")
            assert [player["name"] for player in welcome["players"][1:]] == [
                "greedy",
                "greedy",
                "random",
            ]
            talk.send(type="start")
            assert talk.until("view", "error")["code"] == "no_match"
        assert table.end()[0] == 0


@SIGNALS
def test_a_second_one_is_told_that_the_table_is_open(tmp_path: Path) -> None:
    arguments = ("play", "--no-browser", "--data", str(tmp_path))
    with started(*arguments) as table:
        with (
            pytest.raises(AssertionError, match="in use by another taipao server"),
            started(*arguments),
        ):
            pass
        assert table.end() == (0, "")
