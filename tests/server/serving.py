"""An application served over real sockets, for tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar

from taipao.server.app import bind, server_of


@asynccontextmanager
async def serving(app: Litestar) -> AsyncIterator[int]:
    """Serve an application on a free port, as `taipao play` does, and yield the port."""
    listening = bind()
    server = server_of(app)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        while not server.started:
            assert not task.done()
            await asyncio.sleep(0.001)
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        await task
        listening.close()
