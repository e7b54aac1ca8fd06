"""Builds what the package ships and git does not keep: the suit tables and the web page.

Hatchling runs this for wheels and for editable installs alike. Both results are written into
`src/taipao/`, where an editable install finds them and a wheel takes them from.

`TAIPAO_SKIP_WEB=1` leaves the page as it is, for work on the Python side alone.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path("src/taipao/web")
PAGE_STAMP = PAGE / "sources.sha256"
PAGE_SOURCES = ("web", "tools/tiles")
NOT_SOURCES = frozenset({"node_modules", "dist", "coverage", "test-results", "tests", ".vite"})
TABLES = Path("src/taipao/rules/tables.bin")
TABLES_SOURCE = Path("src/taipao/rules/build_tables.py")
TABLES_STAMP = Path("build/tables.sha256")
TAIL_LINES = 40


class BuildError(Exception):
    """Says why a part of the package cannot be built, in words for whoever installs it."""


class ArtifactHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs both builds before hatchling collects files."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the tables and, unless told to skip it, the page; abort with the reason."""
        root = Path(self.root)
        try:
            build_tables(root)
            if os.environ.get("TAIPAO_SKIP_WEB") == "1":
                self.app.display_info("TAIPAO_SKIP_WEB=1: the web page is left as it is")
            else:
                build_page(root)
        except BuildError as error:
            self.app.abort(str(error))


def build_tables(root: Path) -> None:
    """Write `tables.bin`, unless it is there and was made by this very source (4 s)."""
    source, target, stamp = root / TABLES_SOURCE, root / TABLES, root / TABLES_STAMP
    if stamp.exists() and target.exists() and stamp.read_text() == hash_files(source, target):
        return
    # The new file appears whole: a process that is reading the old one keeps its contents.
    fresh = target.with_suffix(f".{os.getpid()}.bin")
    try:
        load_module(source).build(fresh)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(hash_files(source, target))


def build_page(root: Path) -> None:
    """Build the page with npm into `PAGE`, unless it was built from these very sources."""
    if is_built(root):
        return
    digest = hash_sources(root)
    if not dependencies_installed(root / "web"):
        run_npm(root, "ci", "--omit=dev", "--no-audit", "--no-fund")
    run_npm(root, "run", "build")
    if not (root / PAGE / "index.html").exists():
        raise BuildError(f"`npm run build` in web/ succeeded but left no {PAGE}/index.html")
    (root / PAGE_STAMP).write_text(digest)


def is_built(root: Path) -> bool:
    """Tell whether the page is there and was built from the sources as they are now."""
    stamp = root / PAGE_STAMP
    there = (root / PAGE / "index.html").exists() and stamp.exists()
    return there and stamp.read_text() == hash_sources(root)


def hash_sources(root: Path) -> str:
    """Return one SHA-256 over the names and contents of everything the page is made from."""
    found = []
    for top in PAGE_SOURCES:
        for folder, folders, names in os.walk(root / top):
            folders[:] = [name for name in folders if name not in NOT_SOURCES]
            found += [Path(folder, name) for name in names]
    names_read = "\n".join(path.relative_to(root).as_posix() for path in sorted(found))
    return hashlib.sha256(f"{names_read}\n{hash_files(*sorted(found))}".encode()).hexdigest()


def hash_files(*paths: Path) -> str:
    """Return one SHA-256 over the contents of files, each counted apart."""
    total = hashlib.sha256()
    for path in paths:
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def dependencies_installed(web: Path) -> bool:
    """Tell whether `node_modules` already holds every package the build needs.

    `npm ci --omit=dev` would throw away a developer's test tools; it runs only when a package
    that the lock file wants is absent or has another version.
    """
    try:
        wanted = json.loads((web / "package-lock.json").read_text())["packages"]
        present = json.loads((web / "node_modules/.package-lock.json").read_text())["packages"]
    except (OSError, ValueError, KeyError):
        return False
    # Optional packages are the ones made for other platforms; npm chose among them already.
    return all(
        present.get(path, {}).get("version") == package.get("version")
        for path, package in wanted.items()
        if path and not (package.get("dev") or package.get("optional"))
    )


def run_npm(root: Path, *arguments: str) -> None:
    """Run npm in `web/`; raise with the end of its output when it fails."""
    result = load_module(root / "tools/npm.py").npm(arguments, web=root / "web", capture=True)
    if result.returncode != 0:
        tail = "\n".join((result.stdout + result.stderr).splitlines()[-TAIL_LINES:])
        raise BuildError(
            f"The web page could not be built: `npm {' '.join(arguments)}` in web/ "
            f"ended with status {result.returncode}. The end of its output:\n\n{tail}\n\n"
            "TAIPAO_SKIP_WEB=1 installs everything but the page."
        )


def load_module(path: Path) -> ModuleType:
    """Import one file by its path, without the package that it may be part of."""
    if not path.exists():
        raise BuildError(f"{path} is missing: these are not the complete sources of taipao")
    spec = importlib.util.spec_from_file_location(f"_taipao_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
