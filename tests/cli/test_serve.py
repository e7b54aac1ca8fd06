"""`taipao serve` as a process: settings, the drain before the end, a kill that loses nothing."""

from __future__ import annotations

import json
import os
import signal
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from taipao.cli import main
from taipao.server.service import bind
from tests.cli.processes import started, talking

FAST = {"TAIPAO_PAUSE": "0,0", "TAIPAO_THOUGHT": "0,0", "TAIPAO_DRAIN": "0"}

pytestmark = pytest.mark.skipif(
    os.name == "nt", reason="Windows sends no signals to another process"
)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--workers", "2"], "--workers: one process holds every table"),
        (["--port", "http"], "--port: a whole number from 0 to 65535 expected"),
        (["--config", "none.toml"], "none.toml: cannot be read"),
        (["--database-url", "mysql://x"], "--database-url: postgresql://"),
        (["--host", "256.0.0.1"], "cannot listen at 256.0.0.1 port 8000"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_served(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_a_port_that_is_taken_and_a_folder_that_cannot_be_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with bind() as taken:
        port = str(taken.getsockname()[1])
        assert main(["serve", "--port", port, "--data", str(tmp_path)]) == 2
        assert f"cannot listen at 127.0.0.1 port {port}: " in capsys.readouterr().err
    (tmp_path / "file").touch()
    assert main(["serve", "--port", "0", "--data", str(tmp_path / "file/data")]) == 2
    assert "--data: cannot make" in capsys.readouterr().err


def test_a_database_that_another_server_has_is_refused(tmp_path: Path) -> None:
    with started("serve", "--port", "0", "--data", str(tmp_path), **FAST) as first:
        with (
            pytest.raises(AssertionError, match="in use by another taipao server"),
            started("serve", "--port", "0", "--data", str(tmp_path), **FAST),
        ):
            pass
        assert first.end()[0] == 0


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_told_to_end_it_drains_and_ends_with_0(tmp_path: Path, sent: signal.Signals) -> None:
    config = tmp_path / "taipao.toml"
    config.write_text(f'port = 0\ndata = "{tmp_path}/data"\nlog_format = "json"\n')
    environment = FAST | {"TAIPAO_CONFIG": str(config)}
    with started("serve", **environment) as server:
        with urllib.request.urlopen(f"{server.address}readyz") as answer:
            assert answer.status == 200
        with talking(server.port) as talk:
            talk.until("welcome")
            talk.send(type="start", ruleset="standard")
            talk.asked()
            status, log = server.end(sent)
            assert talk.until("draining")
            assert talk.closed() == 1012
    assert status == 0
    lines = [json.loads(line) for line in log.splitlines()]
    assert "draining" in [line["message"] for line in lines]
    assert {line["level"] for line in lines} == {"info"}


def test_a_kill_loses_nothing_that_was_shown(database_url: str) -> None:
    arguments = ("serve", "--port", "0")
    environment = FAST | {"TAIPAO_DATABASE_URL": database_url}
    with started(*arguments, **environment) as server, talking(server.port) as talk:
        table = talk.until("welcome")["table"]
        talk.send(type="start", ruleset="standard")
        view, decision = talk.asked()
        talk.discard(decision)
        view, decision = talk.asked(view)
        server.process.kill()
        server.process.wait()
    with started(*arguments, **environment) as server:
        with talking(server.port, talk.cookie, table=table) as again:
            assert again.until("welcome")["seat"] == 0
            resumed = again.until("view")
            assert (resumed["round"], resumed["commitment"]) == (view["round"], view["commitment"])
            asked = again.until("decision")
            assert (asked["id"], asked["actions"]) == (decision["id"], decision["actions"])
            again.discard(asked)
            again.until("event")
        with talking(server.port, table=table) as stranger:
            assert stranger.until("error")["code"] == "no_table"
        assert server.end()[0] == 0


def test_the_figures_can_be_turned_off(tmp_path: Path) -> None:
    arguments = ("serve", "--port", "0", "--data", str(tmp_path), "--metrics", "false")
    with started(*arguments, **FAST) as server:
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{server.address}metrics")
        refused.value.close()
        assert refused.value.code == 404
        assert server.end()[0] == 0
