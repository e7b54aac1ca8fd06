"""The repository's own laws, each a test: they hold for every file that git keeps."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sysconfig
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CODE = frozenset({".py", ".ts", ".svelte", ".js", ".mjs", ".css"})
LONGEST = 600
BASES = frozenset({"standard", "alternate"})
IN_GIT = (ROOT / ".git").exists() and shutil.which("git") is not None
GENERATED = frozenset(
    {".venv", "node_modules", "dist", "build", "records", "test-results", "coverage"}
)


@cache
def kept() -> tuple[Path, ...]:
    """Return every file that git keeps; without git, every file that looks like a source."""
    if IN_GIT:
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        paths = [ROOT / name for name in listed.split("\0") if name]
    else:
        paths = []
        for folder, folders, names in os.walk(ROOT):
            folders[:] = [f for f in folders if f not in GENERATED and not f.startswith(".")]
            paths += [Path(folder, name) for name in names]
    return tuple(path for path in paths if path.is_file())


@cache
def lines() -> list[tuple[str, str]]:
    """Return every line of every kept text file, with its place."""
    found = []
    for path in kept():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        place = path.relative_to(ROOT)
        found += [(f"{place}:{number}", line) for number, line in enumerate(text.splitlines(), 1)]
    return found


def places(pattern: str, *, under: str = "") -> list[str]:
    """Return where `pattern` is found, below the folder `under`."""
    expression = re.compile(pattern)
    return [place for place, line in lines() if place.startswith(under) and expression.search(line)]


def test_no_package_registry_is_named() -> None:
    hosts = (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("debian", "org"))
    assert places("|".join(r"\.".join(host) for host in hosts)) == []


def test_no_path_of_one_machine_is_named() -> None:
    # Spelled in parts, so that this file passes its own test.
    homes = "|".join(("home", "Users", "root", "work"))
    assert places(rf"""(?<![\w./~$}}])/({homes})/\w""") == []
    assert places(re.escape(f"{ROOT}/")) == []


@pytest.mark.skipif(not IN_GIT, reason="not a git checkout")
def test_lock_files_that_name_hosts_are_not_kept() -> None:
    assert not any(path.name == "uv.lock" for path in kept())


def test_the_npm_lock_file_names_no_host() -> None:
    for path in kept():
        if path.name == "package-lock.json":
            packages = json.loads(path.read_text())["packages"]
            assert [name for name, package in packages.items() if "resolved" in package] == []


def test_nothing_is_left_unfinished() -> None:
    marks = "|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X", "NotImplemented" + "Error"))
    assert places(rf"\b({marks})\b", under="src/") == []
    assert places(rf"\b({marks})\b", under="web/src/") == []


def test_no_test_is_skipped_without_a_condition() -> None:
    assert places(r"pytest\.mark\.(skip|xfail)" + r"\b", under="tests/") == []


def test_pages_are_waited_for_by_functions() -> None:
    """An expression is evaluated again and again, which the page's policy forbids."""
    assert places(r"""wait_for_function\(["'](?!\(?\w*\)? =>)""", under="tests/") == []


def test_files_stay_short() -> None:
    lengths = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8").count("\n")
        for path in kept()
        if path.suffix in CODE
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def compared_constants(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield every string that some comparison or `match` case of the code mentions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            sides = [node.value]
        else:
            continue
        for side in sides:
            for leaf in ast.walk(side):
                if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str):
                    yield leaf.lineno, leaf.value


@pytest.mark.parametrize(
    "code",
    [
        "if ruleset.name == 'standard': pass",
        "x = 1 if 'alternate' != name else 2",
        "if name in ('standard', 'other'): pass",
        "match name:\n    case 'alternate': pass",
    ],
)
def test_branches_on_a_rule_sets_name_are_recognised(code: str) -> None:
    assert [value for _, value in compared_constants(ast.parse(code)) if value in BASES]


def test_no_code_branches_on_a_rule_sets_name() -> None:
    """Rule sets are data: what differs between them is a field, never a comparison."""
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in kept()
        if path.suffix == ".py" and path.is_relative_to(ROOT / "src")
        for line, value in compared_constants(ast.parse(path.read_text(encoding="utf-8")))
        if value in BASES
    ]
    found += places(r"""[!=]==?\s*["'](standard|alternate)["']""", under="web/src/")
    found += places(r"""["'](standard|alternate)["']\s*[!=]==?""", under="web/src/")
    assert found == []


def commands(readme: str) -> list[str]:
    """Return the command lines of a page's `sh` blocks, without their comments."""
    blocks = re.findall(r"^```sh\n(.*?)^```", (ROOT / readme).read_text("utf-8"), re.S | re.M)
    stripped = (line.split("  #")[0].strip() for block in blocks for line in block.splitlines())
    return [line for line in stripped if line and not line.startswith("#")]


def test_both_readmes_list_the_same_commands() -> None:
    english = commands("README.md")
    assert "make play" in english
    assert "make test" in english
    assert commands("README.zh-CN.md") == english


@pytest.mark.skipif(os.name == "nt", reason="the examples are written for a POSIX shell")
def test_the_examples_in_the_readme_run(tmp_path: Path) -> None:
    # In one folder and in order: one example replays what another recorded.
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)])
    for line in commands("README.md"):
        if not line.startswith(("make ", "taipao play", "taipao serve", "uv run taipao play")):
            done = subprocess.run(
                ["sh", "-c", line],
                cwd=tmp_path,
                env={**os.environ, "PATH": path},
                capture_output=True,
                text=True,
                check=False,
            )
            assert (line, done.returncode, done.stderr) == (line, 0, "")
            assert '"legal":false' not in done.stdout


def test_links_between_documents_lead_somewhere() -> None:
    broken = [
        f"{path.relative_to(ROOT)}: {target}"
        for path in kept()
        if path.suffix == ".md"
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)", path.read_text("utf-8"))
        if "://" not in target and not (path.parent / target).exists()
    ]
    assert broken == []


def headings(path: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    text = re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.M | re.S)
    words = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in words}


def test_links_to_a_part_of_a_document_lead_to_a_heading() -> None:
    broken = [
        f"{path.relative_to(ROOT)}: {target}#{part}"
        for path in kept()
        if path.suffix == ".md"
        for target, part in re.findall(r"\]\(([^)#\s]*)#([^)\s]+)\)", path.read_text("utf-8"))
        if "://" not in target
        and (other := path.parent / target if target else path).suffix == ".md"
        and part not in headings(other)
    ]
    assert broken == []


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no executable bit")
def test_ci_can_be_run() -> None:
    assert os.access(ROOT / ".ci/run", os.X_OK)


RULES = (ROOT / "docs/rules.md").read_text("utf-8")
# | **B1** | words | 2 / 5 / 8 |
ROWS = {
    identifier: tuple(map(int, re.findall(r"\d+", figures)))
    for identifier, figures in re.findall(
        r"^\| \*\*([A-Z]\d+k?)\*\* \|.*\| ([-+/ \d]+) \|$", RULES, re.M
    )
}


@pytest.mark.parametrize("base", sorted(BASES))
def test_the_rules_page_gives_every_figure_of_the_rule_sets(base: str) -> None:
    values = tomllib.loads((ROOT / f"src/taipao/rules/{base}.toml").read_text("utf-8"))
    del values["name"]
    for identifier, tai in values.pop("tai").items():
        figures = tuple(tai) if isinstance(tai, list) else (tai,)
        assert (identifier, ROWS.get(identifier)) == (identifier, figures)
    for field in values:
        assert f"`{field}`" in RULES, f"docs/rules.md does not explain the field {field}"
