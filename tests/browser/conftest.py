"""A page in Chromium: at a real table, or shown scenes laid out by hand."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from hatch_build import is_built
from taipao.server.alone import OneTable
from tests.browser.coin_scenes import SCENES, WATCHED
from tests.browser.messages import Message
from tests.browser.sheet_scenes import SHEETS
from tests.browser.staging import lay, prefer
from tests.server.conftest import PassiveBot
from tests.server.serving import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebSocketRoute

ROOT = Path(__file__).resolve().parents[2]
PHONE = (667, 375)
LOST = ("WebSocket connection to", "Failed to load resource: net::")
"""How the browser's own complaints begin where there is no server."""
LOCALES = {"zh": "zh-CN", "en": "en-GB"}

Open = Callable[..., "Page"]
Serve = Callable[..., str]
Shown = Callable[..., tuple["Page", list[Message]]]
ShownLine = Callable[..., tuple["Page", "WebSocketRoute"]]


def require_page(root: Path) -> None:
    """Fail unless the page of a checkout is built from its sources as they are now."""
    if not is_built(root):
        pytest.fail(
            "the page is not built, or from other sources than these: build it with "
            "`make --always-make venv`, without TAIPAO_SKIP_WEB"
        )


@pytest.fixture(scope="session")
def _page_built() -> None:
    require_page(ROOT)


@contextmanager
def serving_in_a_thread(**options: Any) -> Iterator[str]:
    """Serve tables of bots that never wait, from a thread of its own; options are `serving`'s."""
    address: Future[str] = Future()
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()

    async def serve() -> None:
        async with serving(**options) as served:
            address.set_result(f"{served.address}/")
            await stop.wait()

    def run() -> None:
        try:
            loop.run_until_complete(serve())
        except BaseException as fault:
            if address.done():
                raise
            address.set_exception(fault)
        finally:
            loop.run_until_complete(loop.shutdown_default_executor())
            loop.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    yield address.result(timeout=30)
    loop.call_soon_threadsafe(stop.set)
    thread.join(timeout=30)


@pytest.fixture
def _bots_end_no_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taipao.server.dealing.make", lambda kind, seed: PassiveBot())


class Opened:
    """What a test has opened in the browser, and of what the pages complain until it is closed."""

    def __init__(self) -> None:
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []
        self._closed = False

    def complain(self, fault: str) -> None:
        """Note a complaint, unless it comes of being closed."""
        if not self._closed:
            self.faults.append(fault)

    def close(self) -> None:
        """Close everything."""
        self._closed = True
        for context in self.contexts:
            context.close()


@pytest.fixture
def _opened() -> Opened:
    return Opened()


@pytest.fixture
def serve(_page_built: None, _opened: Opened) -> Iterator[Serve]:
    """Serve with options of `tests.server.serving`; return the address.

    Pages are closed before their server is, in whatever order a test asks for both: left alone they
    would complain.
    """
    with ExitStack() as stack:
        yield lambda **options: stack.enter_context(serving_in_a_thread(**options))
        _opened.close()


@pytest.fixture
def played_address(serve: Serve) -> str:
    """Serve one table for one person; the bots may end a round before it asked anything."""
    return serve(one=OneTable())


@pytest.fixture
def table_address(serve: Serve, _bots_end_no_round: None) -> str:
    """Serve one table for one person; the bots end no round."""
    return serve(one=OneTable())


@pytest.fixture
def house_address(serve: Serve, _bots_end_no_round: None) -> str:
    """Serve tables for whoever comes; the bots end no round."""
    return serve()


def is_fault(said: ConsoleMessage) -> bool:
    """Tell whether the console complains; a refusal by the REST part is for the page to explain."""
    asked = said.location["url"]
    return said.type == "error" and "/api/" not in asked and "/records/" not in asked


@pytest.fixture
def open_page(browser: Browser, _opened: Opened) -> Iterator[Open]:
    """Open pages in a language and size; a fault in any page's console fails the test.

    All but a `newcomer` have declined to be taught.
    Each is a browser of its own, whose further tabs are listened to as well. Where a page loses its
    server the browser itself complains, and may.
    """

    def opened(
        language: str = "zh",
        size: tuple[int, int] = PHONE,
        *,
        loses_its_server: bool = False,
        newcomer: bool = False,
        **options: Any,
    ) -> Page:
        def listen(said: ConsoleMessage) -> None:
            expected = loses_its_server and said.text.startswith(LOST)
            if is_fault(said) and not expected:
                _opened.complain(said.text)

        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=LOCALES[language],
            reduced_motion="reduce",
            # What it would answer, no test could answer instead.
            **({"service_workers": "block"} | options),
        )
        _opened.contexts.append(context)
        # The machine may be busy with something else.
        context.set_default_timeout(60_000)
        context.on("weberror", lambda fault: _opened.complain(str(fault.error)))
        context.on("console", listen)
        if not newcomer:
            prefer(context, hints_beginner="off")
        return context.new_page()

    yield opened
    # The next test has the same Chromium.
    _opened.close()
    assert _opened.faults == []


@pytest.fixture
def show_line(open_page: Open, table_address: str) -> ShownLine:
    """Show a scene; return the page and the line to it, to send more or to close it."""

    def shown(
        name: str, said: list[Message] | None = None, query: str = "", **options: Any
    ) -> tuple[Page, WebSocketRoute]:
        page = open_page(**options)
        scene = (SCENES | WATCHED | SHEETS)[name]
        lines = lay(page, table_address + query, scene, said)
        return page, lines[0]

    return shown


@pytest.fixture
def show(show_line: ShownLine) -> Shown:
    """Show a scene; return the page and the list of what it sends from then on."""

    def shown(name: str, **options: Any) -> tuple[Page, list[Message]]:
        said: list[Message] = []
        page, _ = show_line(name, said, **options)
        return page, said

    return shown
