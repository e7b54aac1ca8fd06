"""Keeps other web sites away from a server that only this machine may use."""

from __future__ import annotations

from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

_NAMES: Final = frozenset({"127.0.0.1", "localhost"})
_HTTP_PORT: Final = 80
_REFUSAL: Final = (
    b"Taipao answers only on this machine: open the address that `taipao play` printed.\n"
)

# Styles of single elements may be inline, since the page moves tiles by them; scripts never.
_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS: Final = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class LoopbackGuard:
    """ASGI middleware: only `127.0.0.1` and `localhost` with the server's port pass.

    A page of another site can make a browser call here, by its own name for this address or by
    ours; its `Host` or its `Origin` then gives it away. Every HTTP answer gets the headers that
    keep the page to itself.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a call on, or answer it with 403."""
        if not _is_ours(scope):
            await _refuse(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        await self._app(scope, receive, send_guarded)


def _is_ours(scope: Scope) -> bool:
    headers = scope["headers"]
    hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
    origins = [value.decode("latin-1") for name, value in headers if name == b"origin"]
    server = scope["server"]
    port = server[1] if server is not None else None
    return (
        len(hosts) == 1
        and _is_own_name(hosts[0], port)
        and all(
            origin.startswith("http://") and _is_own_name(origin.removeprefix("http://"), port)
            for origin in origins
        )
    )


def _is_own_name(authority: str, port: int | None) -> bool:
    name, _, given = authority.partition(":")
    return name.lower() in _NAMES and given == ("" if port == _HTTP_PORT else str(port))


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == ScopeType.WEBSOCKET:
        await receive()
        # Before the handshake, closing is answered with 403.
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    await send(
        {
            "type": "http.response.start",
            "status": 403,
            "headers": [(b"content-type", b"text/plain; charset=utf-8")],
        }
    )
    await send({"type": "http.response.body", "body": _REFUSAL, "more_body": False})
