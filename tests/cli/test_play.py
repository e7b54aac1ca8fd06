"""`taipao play`, up to the browser it would open."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from websockets.sync.client import connect

from taipao.cli import main
from taipao.server.app import bind


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--bots", "greedy,greedy"], "three names expected, got 2"),
        (["--bots", "greedy,greedy,oracle"], "'oracle'"),
        (["--ruleset", "classic"], "classic"),
        (["--ruleset", "{"], "--ruleset is not JSON"),
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
    assert main(["play", "--no-browser", "--records", str(tmp_path / "file/records")]) == 2
    assert "cannot make the folder" in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to another process")
def test_it_says_where_it_is_and_ends_cleanly_by_ctrl_c(tmp_path: Path) -> None:
    program = "import sys; from taipao.cli import main; sys.exit(main())"
    arguments = ["play", "--no-browser", "--lang", "en", "--records", str(tmp_path / "records")]
    with subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/\?lang=en", process.stdout.readline())
        assert found
        try:
            with urllib.request.urlopen(found[0]) as answer:
                assert answer.status == 200
        except urllib.error.HTTPError as error:
            assert error.code == 503, "neither the page nor word that it is not built"
            error.close()
        port = found[0].split(":")[2].split("/")[0]
        with connect(f"ws://127.0.0.1:{port}/ws") as playing:
            playing.send('{"type":"hello","protocol":1}')
            playing.send('{"type":"start","ruleset":"standard"}')
            assert "welcome" in str(playing.recv())
            process.send_signal(signal.SIGINT)
            _, complaints = process.communicate()
    assert process.returncode == 0
    assert complaints == ""
    assert (tmp_path / "records").is_dir()


def test_a_port_that_is_taken_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with bind() as taken:
        port = str(taken.getsockname()[1])
        assert main(["play", "--no-browser", "--port", port]) == 2
    assert port in capsys.readouterr().err
