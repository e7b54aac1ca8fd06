"""The browser tests are of the page that these sources make, or they fail at once."""

from __future__ import annotations

from pathlib import Path

import pytest

import hatch_build
from tests.browser.conftest import require_page

SOURCE = "web/src/main.ts"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """Return a checkout whose page is built."""
    for name in (SOURCE, hatch_build.PAGE / "index.html"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    (tmp_path / hatch_build.PAGE_STAMP).write_text(hatch_build.hash_sources(tmp_path))
    return tmp_path


def test_a_page_of_these_sources_is_used(built: Path) -> None:
    require_page(built)


@pytest.mark.parametrize("gone", [hatch_build.PAGE / "index.html", hatch_build.PAGE_STAMP])
def test_a_page_that_is_not_there_is_none(built: Path, gone: Path) -> None:
    (built / gone).unlink()
    with pytest.raises(pytest.fail.Exception, match="make --always-make venv"):
        require_page(built)


def test_a_page_of_older_sources_is_told(built: Path) -> None:
    (built / SOURCE).write_text("changed")
    with pytest.raises(pytest.fail.Exception, match="from other sources than these"):
        require_page(built)
