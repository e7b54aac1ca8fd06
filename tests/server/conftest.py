"""Tables for the tests of the server: at once, with seeded bots, and watched from within."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any

import pytest

from taipao.game.actions import Action, Discard, Pass
from taipao.game.view import View
from tests.server.chance import SeededChance
from tests.server.room import Room, room

Open = Callable[..., AbstractAsyncContextManager[Room]]


def opened(**options: Any) -> AbstractAsyncContextManager[Room]:
    return room(**{"chance": SeededChance(), **options})


@pytest.fixture
def open_room() -> Open:
    """Open a table of random bots that never wait, repeatable."""
    return opened


@pytest.fixture
def open_kept_room(database_url: str) -> Open:
    """Open a table as `open_room` does, but on both kinds of database."""
    return partial(opened, database_url=database_url)


class PassiveBot:
    """Takes nothing and discards what it draws."""

    def choose(self, view: View, actions: tuple[Action, ...]) -> Action:
        if Pass() in actions:
            return Pass()
        discards = [a for a in actions if isinstance(a, Discard) and not a.ready]
        return next((a for a in discards if a.tile == view.own.drawn), discards[-1])


@pytest.fixture
def passive_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taipao.server.dealing.make", lambda kind, seed: PassiveBot())
