"""Keeps other web sites away, and whoever asks too much."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send
from msgspec import Struct
from msgspec.structs import replace

_LOOPBACK: Final = ("127.0.0.1", "localhost")

# Nothing is inline: the page moves tiles by the properties of their styles, which are its script's.
_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "style-src 'self'",
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

_ADDRESSES: Final = 10_000
"""Addresses remembered at most; of more than that the longest unseen are forgotten."""

_BURST_SECONDS: Final = 4
"""What may be saved up: so many seconds' worth at once."""

_HOUR: Final = 3600

_READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_JSON: Final = "application/json"
_FOR_OPERATORS: Final = frozenset(("/healthz", "/readyz", "/metrics"))
"""What is asked from within, by whatever name or address the server has there."""

Clock = Callable[[], float]


class Allowed(Struct, frozen=True):
    """Who may call: by which names of ours, and from whose pages.

    `hosts` are names with their port where it is not the scheme's own; empty allows any. A page may
    call if it comes from the very host that it calls, by `scheme`, or from one of `origins`.
    """

    hosts: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()
    scheme: str = "http"
    refusal: str = "This page may not call here."

    def admits(self, hosts: list[str], origins: list[str]) -> bool:
        """Tell whether a call with these `Host` and `Origin` headers may pass."""
        if len(hosts) != 1 or not hosts[0]:
            return False
        host = hosts[0].lower()
        if self.hosts and host not in self.hosts:
            return False
        own = f"{self.scheme}://{host}"
        return all(origin == own or origin in self.origins for origin in map(str.lower, origins))


def loopback(port: int) -> Allowed:
    """Allow this machine alone, by its own names.

    A page of another site can make a browser call here, by its own name for this address or by
    ours; its `Host` or its `Origin` then gives it away.
    """
    suffix = "" if port == 80 else f":{port}"
    return Allowed(
        hosts=frozenset(name + suffix for name in _LOOPBACK),
        refusal="Taipao answers only on this machine: open the address that `taipao play` printed.",
    )


class Bucket:
    """A token bucket: `rate` a second, and what was not used for a while at once; 0: no limit.

    So many `seconds`' worth may be saved up, and no less than one token.
    """

    def __init__(
        self, rate: float, clock: Clock = time.monotonic, *, seconds: float = _BURST_SECONDS
    ) -> None:
        self._rate = rate
        self._most = max(1.0, rate * seconds)
        self._clock = clock
        self._left = self._most
        self._at = clock()

    def try_take(self) -> float:
        """Take a token if there is one and return 0, or else the seconds until there will be."""
        wait = self._refill()
        if wait == 0:
            self._left -= 1
        return wait

    def _refill(self) -> float:
        if self._rate == 0:
            return 0.0
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        return 0.0 if self._left >= 1 else (1 - self._left) / self._rate


class Addresses:
    """A bucket for each address, IPv6 addresses by the network of a household; bounded."""

    def __init__(
        self, rate: float, clock: Clock = time.monotonic, *, seconds: float = _BURST_SECONDS
    ) -> None:
        self._rate = rate
        self._clock = clock
        self._seconds = seconds
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def try_take(self, address: str) -> float:
        """Take a token of an address and return 0, or else the seconds until there will be one."""
        if self._rate == 0:
            return 0.0
        home = household(address)
        bucket = self._buckets.get(home)
        if bucket is None:
            bucket = self._buckets[home] = Bucket(self._rate, self._clock, seconds=self._seconds)
            if len(self._buckets) > _ADDRESSES:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(home)
        return bucket.try_take()

    def __len__(self) -> int:
        return len(self._buckets)


class Limits:
    """How often one address may come anew, sign up, sign in and report somebody.

    Each may come as an hour's worth at once.
    """

    def __init__(
        self,
        *,
        guests: float,
        sign_ups: float,
        sign_ins: float,
        reports: float,
        clock: Clock = time.monotonic,
    ) -> None:
        """Set them up; the figures are an hour's, 0: no limit."""
        self.guests = Addresses(guests / _HOUR, clock, seconds=_HOUR)
        self.sign_ups = Addresses(sign_ups / _HOUR, clock, seconds=_HOUR)
        self.sign_ins = Addresses(sign_ins / _HOUR, clock, seconds=_HOUR)
        self.reports = Addresses(reports / _HOUR, clock, seconds=_HOUR)


def household(address: str) -> str:
    """Return what addresses of one household have in common: of IPv6 the network."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed), 64), strict=False))


class Guard:
    """An ASGI application around another: passes what is allowed, and not too much of it.

    Every HTTP answer gets the headers that keep the page to itself.
    """

    def __init__(self, app: ASGIApp, *, allowed: Allowed, addresses: Addresses) -> None:
        self._app = app
        self._allowed = allowed
        self._by_any_name = replace(allowed, hosts=frozenset())
        self._addresses = addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a call on, or answer it with 403, 415 or 429."""
        allowed = self._by_any_name if scope["path"] in _FOR_OPERATORS else self._allowed
        if not allowed.admits(_values(scope, b"host"), _values(scope, b"origin")):
            await _refuse(scope, receive, send, 403, self._allowed.refusal)
            return
        client = scope["client"]
        if client is not None and (wait := self._addresses.try_take(client[0])):
            await _refuse(scope, receive, send, 429, "Too many requests from your address.", wait)
            return

        if scope["type"] == ScopeType.WEBSOCKET:
            await self._app(scope, receive, send)
            return
        if _is_simple(scope):
            why = "What changes something is sent as application/json."
            await _refuse(scope, receive, send, 415, why)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        await self._app(scope, receive, send_guarded)


def _values(scope: Scope, wanted: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in scope["headers"] if name == wanted]


def _is_simple(scope: HTTPScope) -> bool:
    """Tell whether a request that changes something could be any page's form.

    Browsers ask first before they send JSON to another site, and are refused then: so a page
    elsewhere can do nothing in a player's name, even where its `Origin` were not sent.
    """
    kinds = _values(scope, b"content-type")
    return scope["method"] not in _READING and (
        len(kinds) != 1 or kinds[0].partition(";")[0].strip().lower() != _JSON
    )


async def _refuse(
    scope: Scope, receive: Receive, send: Send, status: int, why: str, wait: float = 0.0
) -> None:
    if scope["type"] == ScopeType.WEBSOCKET:
        await receive()
        # Before the handshake, closing is answered with 403.
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *_HEADERS]
    if wait:
        headers.append((b"retry-after", str(int(wait) + 1).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": why.encode() + b"\n", "more_body": False})
