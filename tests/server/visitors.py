"""Browsers for tests: HTTP with cookies of their own, and what they send with a socket."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

import httpx

from tests.server.serving import Served

JSON: Final = {"content-type": "application/json"}
"""What every call needs that changes something."""


@dataclass
class Visitor:
    """A browser of its own, with its cookies."""

    http: httpx.AsyncClient
    served: Served

    @property
    def token(self) -> str:
        return self.http.cookies["taipao"]

    @property
    def cookie(self) -> dict[str, str]:
        return {"cookie": "; ".join(f"{one}={value}" for one, value in self.http.cookies.items())}

    def hold(self, token: str) -> None:
        """Have a token that somebody else has put there."""
        self.http.cookies.set("taipao", token, domain="127.0.0.1")

    async def get(self, path: str) -> Any:
        return (await self.http.get(path)).raise_for_status().json()

    async def post(self, path: str, body: object = None) -> Any:
        answer = (await self.http.post(path, json=body)).raise_for_status()
        return answer.json() if answer.content else None

    async def delete(self, path: str, body: object = None) -> None:
        (await self.http.request("DELETE", path, json=body)).raise_for_status()

    async def refused(
        self, path: str, body: object = None, method: str = "POST"
    ) -> tuple[int, str]:
        answer = await self.http.request(method, path, json=body)
        told = answer.json()
        assert told["status_code"] == answer.status_code
        return answer.status_code, f"{told['detail']} {told.get('extra', '')}"


@asynccontextmanager
async def visiting(served: Served, *, guest: bool = True) -> AsyncIterator[Visitor]:
    async with httpx.AsyncClient(base_url=served.address, headers=JSON) as http:
        visitor = Visitor(http, served)
        if guest:
            await visitor.post("/api/guest")
        yield visitor


@asynccontextmanager
async def member(
    served: Served, name: str, password: str = "correct horse"
) -> AsyncIterator[Visitor]:
    async with visiting(served) as visitor:
        await visitor.post("/api/account", {"name": name, "password": password})
        yield visitor
