"""What a test opens in the browser is closed in time, and complaints of pages are heard."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any, cast

import pytest

from taipao.server.alone import OneTable
from tests.browser.conftest import Open, Opened, Serve


@pytest.fixture
def ended() -> Iterator[list[str]]:
    """Give a list into which goes what has ended; check it when all has."""
    found: list[str] = []
    yield found
    assert found == ["page", "server"]


def test_pages_are_closed_before_their_server(
    # In the order in which fixtures would be undone the other way round.
    ended: list[str],
    monkeypatch: pytest.MonkeyPatch,
    open_page: Open,
    serve: Serve,
) -> None:
    # What pytest has loaded as its conftest is a module of its own.
    known = cast("FunctionType", serve).__globals__
    whole = known["serving_in_a_thread"]

    @contextmanager
    def noted(**options: Any) -> Iterator[str]:
        with whole(**options) as address:
            yield address
        ended.append("server")

    monkeypatch.setitem(known, "serving_in_a_thread", noted)
    page = open_page()
    page.on("close", lambda _: ended.append("page"))
    page.goto(serve(one=OneTable()))
    page.locator("[data-button=start]:enabled").wait_for()


def test_complaints_count_until_pages_are_closed() -> None:
    opened = Opened()
    opened.complain("of a mistake")
    opened.close()
    opened.complain("of being closed")
    assert opened.faults == ["of a mistake"]


def test_a_fault_in_a_page_is_heard(open_page: Open, table_address: str, _opened: Opened) -> None:
    page = open_page()
    page.goto(table_address)
    page.evaluate("setTimeout(() => { throw new Error('a mistake'); })")
    page.wait_for_function("() => true")
    page.evaluate("console.error('another')")
    page.evaluate("new Promise(done => setTimeout(done, 50))")
    heard = _opened.faults.copy()
    _opened.faults.clear()
    assert heard == ["a mistake", "another"]
