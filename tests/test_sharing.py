"""How several processes share the tests."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from xdist.remote import Producer

from tests.sharing import COMPILED, LONGEST, ONE_BY_ONE, Sharing, rank_of, share_of

ROOT = Path(__file__).resolve().parents[1]
FILES = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "tests").rglob("test_*.py"))]


def test_a_file_is_a_share() -> None:
    assert share_of("tests/test_hand.py::test_a[x]") == share_of("tests/test_hand.py::test_b")
    assert share_of("tests/test_hand.py::test_a") != share_of("tests/test_tiles.py::test_a")


def test_all_that_compiles_is_one_share() -> None:
    compiling = re.compile(r"(from|import) taipao\.(sim(?!\.weights)|env|trials)\b")
    found = [file for file in FILES if compiling.search((ROOT / file).read_text("utf-8"))]
    assert len(found) > 5
    assert {share_of(f"{file}::test") for file in found} == {"compiled"}


def test_what_is_named_is_there() -> None:
    for start in (*COMPILED, *ONE_BY_ONE, *LONGEST):
        assert start == "compiled" or any(file.startswith(start.rstrip(":")) for file in FILES)


def test_the_longest_begin_first() -> None:
    shares = ["tests/test_hand.py", "tests/browser/test_gallery.py::test[zh]", "compiled"]
    assert sorted(shares, key=rank_of) == shares[::-1]


class Process:
    """What a scheduler knows of a process: it is given tests by their numbers."""

    def __init__(self) -> None:
        self.gateway = SimpleNamespace(id="a process")
        self.shutting_down = False
        self.given: list[int] = []

    def send_runtest_some(self, numbers: list[int]) -> None:
        self.given += numbers

    def shutdown(self) -> None:
        self.shutting_down = True


def test_each_share_is_done_as_a_whole_by_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("xdist.scheduler.loadscope.parse_tx_spec_config", lambda _: [1, 2])
    config: Any = SimpleNamespace(option=SimpleNamespace(loadscopereorder=True))
    sharing = Sharing(config, Producer("test", enabled=False))
    tests = [f"tests/test_{letter}.py::test_{n}" for letter in "abcd" for n in range(8)]
    tests += [f"tests/sim/test_{n}.py::test" for n in range(3)]
    tests += [f"{ONE_BY_ONE[0]}::test[{language}]" for language in ("zh", "en")]
    tests.sort(key=lambda test: rank_of(share_of(test)))
    processes: list[Any] = [Process(), Process()]
    for process in processes:
        sharing.add_node(process)
        sharing.add_node_collection(process, tests)
    sharing.schedule()
    done: list[list[str]] = [[], []]
    while sharing.has_pending:
        for process, mine in zip(processes, done, strict=True):
            if len(mine) < len(process.given):
                number = process.given[len(mine)]
                mine.append(share_of(tests[number]))
                sharing.mark_test_complete(process, number)
    assert sorted(done[0] + done[1]) == sorted(map(share_of, tests))
    assert not set(done[0]) & set(done[1])
    assert all(process.shutting_down for process in processes)
    assert (done[0][0], done[1][0]) == ("compiled", f"{ONE_BY_ONE[0]}::test[zh]")
