"""The build hook, without building: what is made anew, and what is said when npm fails."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hatch_build
from hatch_build import BuildError, dependencies_installed, hash_sources

MAKER = "def build(path):\n    with open(path, 'wb') as file:\n        file.write(b'tables')\n"


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    for name, text in {
        "web/package.json": "{}",
        "web/src/main.ts": "1",
        "tools/tiles/build.mjs": "2",
        "src/taipao/rules/build_tables.py": MAKER,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


@pytest.mark.parametrize("name", ["web/src/main.ts", "tools/tiles/build.mjs", "web/src/new.ts"])
def test_a_changed_or_new_source_changes_the_hash(sources: Path, name: str) -> None:
    before = hash_sources(sources)
    (sources / name).write_text("changed")
    assert hash_sources(sources) != before


def test_a_renamed_source_changes_the_hash(sources: Path) -> None:
    before = hash_sources(sources)
    (sources / "web/src/main.ts").rename(sources / "web/src/other.ts")
    assert hash_sources(sources) != before


def test_what_is_installed_or_tested_is_no_source(sources: Path) -> None:
    before = hash_sources(sources)
    for folder in ("web/node_modules/vite", "web/tests"):
        (sources / folder).mkdir(parents=True)
        (sources / folder / "index.js").write_text("")
    assert hash_sources(sources) == before


def test_tables_are_made_once_and_again_when_their_source_changes(sources: Path) -> None:
    source = sources / hatch_build.TABLES_SOURCE
    target = sources / hatch_build.TABLES
    hatch_build.build_tables(sources)
    first = target.stat().st_mtime_ns
    hatch_build.build_tables(sources)
    assert target.stat().st_mtime_ns == first
    source.write_text(MAKER.replace("b'tables'", "b'other'"))
    hatch_build.build_tables(sources)
    assert target.read_bytes() == b"other"


def test_tables_that_were_damaged_are_made_again(sources: Path) -> None:
    hatch_build.build_tables(sources)
    (sources / hatch_build.TABLES).write_bytes(b"tab")
    hatch_build.build_tables(sources)
    assert (sources / hatch_build.TABLES).read_bytes() == b"tables"


def test_tables_that_fail_leave_nothing_behind(sources: Path) -> None:
    source = sources / hatch_build.TABLES_SOURCE
    source.write_text(MAKER + "        raise ValueError\n")
    with pytest.raises(ValueError):
        hatch_build.build_tables(sources)
    assert list(source.parent.glob("*.bin")) == []


def write_locks(web: Path, wanted: object, present: object) -> None:
    (web / "node_modules").mkdir()
    (web / "package-lock.json").write_text(json.dumps({"packages": wanted}))
    (web / "node_modules/.package-lock.json").write_text(json.dumps({"packages": present}))


@pytest.mark.parametrize(
    ("present", "expected"),
    [
        ({"node_modules/vite": {"version": "8.3.8"}}, True),
        ({"node_modules/vite": {"version": "8.4.0"}}, False),
        ({}, False),
    ],
)
def test_npm_installs_only_what_is_missing(
    sources: Path, present: object, *, expected: bool
) -> None:
    wanted = {
        "": {"name": "taipao-web"},
        "node_modules/vite": {"version": "8.3.8"},
        "node_modules/vitest": {"version": "4.1.12", "dev": True},
        "node_modules/binding-for-another-system": {"version": "1.0.0", "optional": True},
    }
    write_locks(sources / "web", wanted, present)
    assert dependencies_installed(sources / "web") is expected


def test_an_unreadable_lock_file_means_install(sources: Path) -> None:
    assert not dependencies_installed(sources / "web")
    (sources / "web/package-lock.json").write_text("{")
    assert not dependencies_installed(sources / "web")


def test_a_page_built_from_these_sources_is_left_alone(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[tuple[str, ...]] = []

    def pretend(root: Path, *arguments: str) -> None:
        ran.append(arguments)
        (root / hatch_build.PAGE).mkdir(parents=True, exist_ok=True)
        (root / hatch_build.PAGE / "index.html").write_text("")

    monkeypatch.setattr(hatch_build, "run_npm", pretend)
    hatch_build.build_page(sources)
    assert [arguments[0] for arguments in ran] == ["ci", "run"]
    hatch_build.build_page(sources)
    assert len(ran) == 2
    (sources / "web/src/main.ts").write_text("changed")
    hatch_build.build_page(sources)
    assert len(ran) == 4


def test_npms_own_words_are_shown_when_it_fails(sources: Path) -> None:
    tools = Path(hatch_build.__file__).parent / "tools/npm.py"
    (sources / "tools/npm.py").write_bytes(tools.read_bytes())
    with pytest.raises(BuildError, match='Missing script: "build"') as failure:
        hatch_build.run_npm(sources, "run", "build")
    assert "`npm run build` in web/ ended with status 1" in str(failure.value)
    assert "TAIPAO_SKIP_WEB=1" in str(failure.value)


def test_missing_sources_are_named(sources: Path) -> None:
    with pytest.raises(BuildError, match=r"npm\.py is missing"):
        hatch_build.run_npm(sources, "ci")
