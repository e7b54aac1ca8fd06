"""What all tests share: Hypothesis's settings, and what a test may need from the machine.

A test that asks for the fixture `browser` needs Chromium and is skipped, with the reason, on a
machine without it; one that asks for `postgresql` needs PostgreSQL's programs, with which it gets
a cluster of its own. `TAIPAO_REQUIRE=chromium,postgresql` forbids that: the run stops at once,
saying what is missing. More such needs are rows of `NEEDS`.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import settings

from tests import postgresql as pg
from tests.sharing import Sharing, rank_of, share_of
from tests.temporary import keep_in_memory

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright
    from xdist.remote import Producer
    from xdist.scheduler import Scheduling

# No test is timed: the machine may be busy with something else.
settings.register_profile("taipao", deadline=None, print_blob=True)
settings.load_profile("taipao")

# The first is Chromium without windows: a page takes a third less of the processor in it.
CHROMIUMS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
)


@cache
def chromium() -> str | None:
    """Return the path of a Chromium; `TAIPAO_CHROMIUM` names one outside PATH."""
    names = (os.environ.get("TAIPAO_CHROMIUM", ""), *CHROMIUMS)
    return next(filter(None, map(shutil.which, names)), None)


@cache
def chromium_missing() -> str | None:
    """Return why no browser test can run here, or None."""
    if importlib.util.find_spec("playwright") is None:
        return "the package playwright is not installed"
    if chromium() is None:
        return f"no Chromium: none of {', '.join(CHROMIUMS)} is on PATH"
    return None


def launch(playwright: Playwright) -> Browser:
    """Start a headless Chromium."""
    # Without windows its letters would else be of other widths than with them.
    args = ["--font-render-hinting=none"]
    # It refuses its sandbox to root, which is who runs tests in containers.
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        args.append("--no-sandbox")
    return playwright.chromium.launch(executable_path=chromium(), args=args)


class Need(NamedTuple):
    """What some tests need from the machine, and how to find out why it is missing."""

    marker: str
    missing: Callable[[], str | None]


NEEDS = {
    "chromium": Need("browser", chromium_missing),
    "postgresql": Need("postgresql", pg.missing),
}


def pytest_configure(config: pytest.Config) -> None:
    """Stop before the first test when something that `TAIPAO_REQUIRE` names is missing."""
    keep_in_memory()
    for name in filter(None, os.environ.get("TAIPAO_REQUIRE", "").split(",")):
        if name not in NEEDS:
            raise pytest.UsageError(
                f"TAIPAO_REQUIRE: unknown name {name!r}; known: {', '.join(NEEDS)}"
            )
        if reason := NEEDS[name].missing():
            raise pytest.UsageError(f"TAIPAO_REQUIRE names {name}, but {reason}")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by what they need, skip those whose need is not met; begin with the longest."""
    for item in items:
        for need in NEEDS.values():
            # What gives it is a fixture of the marker's name.
            if need.marker in getattr(item, "fixturenames", ()):
                item.add_marker(need.marker)
            if item.get_closest_marker(need.marker) is None:
                continue
            reason = need.missing()
            item.add_marker(pytest.mark.skipif(reason is not None, reason=str(reason)))
    items.sort(key=lambda item: rank_of(share_of(item.nodeid)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Start one process more than there are cores: tests wait for timers, pages and processes."""
    return 1 + (os.cpu_count() or 1)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling | None:
    """Let several processes share the tests as `tests.sharing` says."""
    return Sharing(config, log) if config.getvalue("dist") == "loadfile" else None


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start a headless Chromium for the tests of one module.

    Not for all, since Playwright's event loop must not outlive them: tests of the server run event
    loops of their own in the same thread.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


@pytest.fixture(scope="session")
def cluster() -> Iterator[pg.Cluster]:
    """Start a PostgreSQL cluster that all tests share."""
    made = pg.Cluster()
    try:
        made.start()
        yield made
    finally:
        made.remove()


@pytest.fixture
def postgresql(cluster: pg.Cluster) -> Iterator[str]:
    """Make an empty PostgreSQL database; return its URL."""
    url = cluster.database()
    yield url
    cluster.drop(url)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of an empty database: a test that asks for it runs on both kinds."""
    if request.param == "postgresql":
        url: str = request.getfixturevalue("postgresql")
        return url
    return f"sqlite:///{tmp_path / 'taipao.db'}"
