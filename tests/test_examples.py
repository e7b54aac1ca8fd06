"""The examples, run as a reader runs them, against a server of their own."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import pytest

from taipao.client import Guest
from tests.cli.processes import started

ROOT = Path(__file__).resolve().parent.parent
BOT = ROOT / "examples/bot.py"
SERVE = ("serve", "--port", "0", "--pause", "0,0", "--thought", "0,0", "--address-rate", "0")


def bot(address: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, BOT, address, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(process: subprocess.Popen[str]) -> tuple[int, list[str], str]:
    said, complaints = process.communicate(timeout=120)
    return process.returncode, said.splitlines(), complaints


def test_the_bot_plays_whole_rounds_against_the_servers_own(tmp_path: Path) -> None:
    with started(*SERVE, "--data", str(tmp_path)) as server:
        status, said, complaints = ended(bot(server.address, "--rounds", "3"))
    assert (status, complaints) == (0, "")
    rounds = [re.fullmatch(r"seat 0: points \((.*)\), record /records/\S+", line) for line in said]
    assert len(rounds) == 3
    assert all(found and sum(map(int, found[1].split(", "))) == 0 for found in rounds)


async def play_with_three_bots(address: str) -> tuple[str, list[tuple[int, list[str], str]]]:
    """Open a table, call three bots to it and play a round; return its record's address."""
    guest = await Guest.enter(address)
    table_id = await guest.open_table(("me", "free", "free", "free"))
    bots = [bot(address, "--table", table_id) for _ in range(3)]
    async with guest.at(table_id) as table:
        await table.start()
        async for decision in table.decisions():
            await table.answer(decision, decision.actions[-1])
        assert table.over is not None
        return table.over.record, [await asyncio.to_thread(ended, one) for one in bots]


def test_three_bots_play_with_somebody_else(tmp_path: Path) -> None:
    with started(*SERVE, "--data", str(tmp_path)) as server:
        record, bots = asyncio.run(play_with_three_bots(server.address))
    assert [(status, complaints) for status, _, complaints in bots] == [(0, "")] * 3
    said = sorted(line for _, lines, _ in bots for line in lines)
    assert [line[:7] for line in said] == ["seat 1:", "seat 2:", "seat 3:"]
    assert all(line.endswith(record) for line in said)


def test_without_a_server_the_bot_says_so() -> None:
    status, said, complaints = ended(bot("http://127.0.0.1:1"))
    assert (status, said) == (1, [])
    assert "does not answer" in complaints
    assert "Traceback" not in complaints


@pytest.mark.parametrize("page", ["docs/bots.md"])
def test_the_page_shows_the_bot_as_it_is(page: str) -> None:
    assert f"```python\n{BOT.read_text('utf-8')}```" in (ROOT / page).read_text("utf-8")
