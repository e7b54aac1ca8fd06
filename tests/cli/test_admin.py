"""`taipao admin` at a running server: what it shows, what it does, and how it is refused."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from taipao.cli import main
from tests.cli.processes import Process, started

TOKEN = "a token for operators"
Captured = pytest.CaptureFixture[str]


class Operator:
    """Runs `taipao admin` against a server, as Ann."""

    def __init__(self, server: Process, config: Path, capsys: Captured) -> None:
        self.server = server
        self.config = config
        self._capsys = capsys

    def run(self, *arguments: str) -> tuple[int, str]:
        where = ("--config", str(self.config), "--port", str(self.server.port))
        status = main(["admin", *where, *arguments])
        told = self._capsys.readouterr()
        assert (told.err == "") == (status == 0)
        return status, told.out or told.err

    def done(self, *arguments: str) -> str:
        status, told = self.run(*arguments)
        assert status == 0, told
        return told

    def refused(self, *arguments: str) -> str:
        status, told = self.run(*arguments)
        assert status == 2
        return told


class Player:
    """A guest of a server."""

    def __init__(self, server: Process) -> None:
        self._server = server
        self.cookie = ""
        self.call("POST", "api/guest")
        self.id: str = self.call("GET", "api/me")["id"]

    def call(self, method: str, path: str, body: object = None) -> Any:
        headers = {
            "content-type": "application/json",
            "cookie": self.cookie,
            "host": "mahjong.example",
        }
        data = None if body is None else json.dumps(body).encode()
        address = f"{self._server.address}{path}"
        request = urllib.request.Request(address, data, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            self.cookie = answer.headers.get("set-cookie", self.cookie).partition(";")[0]
            text = answer.read()
        return json.loads(text) if text else None


@pytest.fixture
def operator(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Operator]:
    for name in ("USER", "LOGNAME", "USERNAME"):
        monkeypatch.setenv(name, "ann")
    config = tmp_path / "taipao.toml"
    config.write_text(
        f'admin_token = "{TOKEN}"\nhosts = ["mahjong.example"]\ndata = "{tmp_path.as_posix()}"\n'
    )
    with started("serve", "--config", str(config), "--port", "0") as server:
        yield Operator(server, config, capsys)


def test_accounts_coins_and_bans(operator: Operator) -> None:
    player = Player(operator.server)
    row = operator.done("accounts", "guest-")
    assert row.startswith(f"{player.id} guest guest-")
    assert row.endswith(": 30,000 coins, rank 0\n")
    assert operator.done("accounts", "nobody at all") == ""

    dashed = ("--", player.id)
    assert operator.done("correct", "--reason", "a fault", *dashed, "-5000") == (
        f"{player.id} has 25,000 coins\n"
    )
    assert operator.done("correct", "--reason", "too much", *dashed, "+100").endswith(
        "25,100 coins\n"
    )
    again = ("correct", "--reason", "too much", "--id", "one", *dashed, "+7")
    assert [operator.done(*again)[-13:] for _ in range(2)] == ["25,107 coins\n"] * 2
    assert "something else" in operator.refused(*again[:-1], "+8")
    lost = operator.refused("--port", "1", "correct", "--reason", "x", "--id", "one", *dashed, "1")
    assert lost.endswith("it is done once if you ask again with --id one\n")
    assert operator.done("correct", "--reason", "too much", *dashed, "-7")
    assert "has only 25100 coins" in operator.refused("correct", "--reason", "x", *dashed, "-25101")
    assert "COINS: a whole number" in operator.refused("correct", "--reason", "x", *dashed, "1e3")

    ban = ("ban", "--until", "2099-01-31T18:00", "--reason", "a red\u202e one")
    escaped = r"a red\u202e one"
    told = operator.done(*ban, "--operator", "Ben", *dashed)
    assert told.endswith(f", banned until 2099-01-31 18:00: {escaped}\n")
    banned = player.call("GET", "api/me")["banned"]
    assert banned["reason"] == "a red\u202e one"
    assert "--until: a time" in operator.refused("ban", "--until", "x", "--reason", "x", *dashed)
    assert "--days: a whole" in operator.refused("ban", "--days", "0", "--reason", "x", *dashed)
    assert "a ban ends" in operator.refused(
        "ban", "--until", "2020-01-01", "--reason", "x", *dashed
    )

    shown = operator.done("account", *dashed)
    assert " correction -5,000 25,000 a fault\n" in shown
    assert f" Ben: ban until 2099-01-31 18:00 {player.id}: {escaped}\n" in shown
    assert "banned" not in operator.done("unban", "--reason", "served", *dashed)
    operator.done("ban", "--days", "7", "--reason", "again", *dashed)
    acts = operator.done("acts").splitlines()
    assert [act[17:].split(" ")[0] for act in acts] == [
        *("ann:", "ann:", "Ben:"),
        *["ann:"] * 4,
    ]
    assert "there is no account nobody" in operator.refused("account", "nobody")


def test_a_programs_account(operator: Operator) -> None:
    account, token = operator.done("bot", "--reason", "for research", "Deep Taipao").splitlines()
    kind, made = account.split()
    assert kind == "account"
    assert token.startswith("token ")
    assert "somebody has this one" in operator.refused("bot", "--reason", "x", "deep taipao")
    assert operator.done("accounts", "deep").startswith(f"{made} bot Deep Taipao: 30,000 coins")
    again = operator.done("bot-token", "--reason", "it was lost", "--", made)
    assert again.startswith("token ")
    assert again.strip() != token
    assert f": token {made}: it was lost\n" in operator.done("acts")


def test_tables_and_reports(operator: Operator) -> None:
    one, other = Player(operator.server), Player(operator.server)
    table = one.call("POST", "api/tables", {})["id"]
    said = {"account": other.id, "table": table, "text": "slow\nand \u202eloud"}
    one.call("POST", "api/reports", said)
    (report,) = operator.done("reports").splitlines()
    assert report.endswith(rf" by {one.id} of {other.id}, table {table}: slow\nand \u202eloud")
    (row,) = operator.done("tables").splitlines()
    assert row.startswith(f"{table} waiting, 0 there: guest-")
    shown = operator.done("table", "--", table)
    assert f"seat 0: player {one.call('GET', 'api/me')['name']} {one.id}\n" in shown
    assert "seat 1: bot normal\n" in shown
    frozen = operator.done("freeze", "--reason", "looked into", "--", table)
    assert frozen.startswith(f"{table} frozen")
    assert f" ann: freeze {table}: looked into\n" in operator.done("table", "--", table)
    assert "there is no such table" in operator.refused("table", "none")


def test_without_server_or_token(tmp_path: Path, capsys: Captured) -> None:
    config = tmp_path / "taipao.toml"
    config.write_text("port = 1\n")
    assert main(["admin", "--config", str(config), "acts"]) == 2
    assert "admin_token: the server's is needed" in capsys.readouterr().err
    config.write_text(f'port = 1\nadmin_token = "{TOKEN}"\nhost = "0.0.0.0"\n')
    assert main(["admin", "--config", str(config), "acts"]) == 2
    assert "http://127.0.0.1:1 does not answer" in capsys.readouterr().err
    config.write_text('admin_token = "short"\n')
    assert main(["admin", "--config", str(config), "acts"]) == 2
    assert "admin_token: 16 characters or more" in capsys.readouterr().err


def test_a_wrong_token_is_refused(operator: Operator) -> None:
    operator.config.write_text('admin_token = "another token, a wrong one"\n')
    operator.config.write_text(operator.config.read_text() + 'hosts = ["mahjong.example"]\n')
    assert "the token is missing or wrong" in operator.refused("acts")
