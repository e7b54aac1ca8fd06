"""Scripted rounds, each read again by the second implementation when its test is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from .scripted import Scripted


@pytest.fixture
def table() -> Iterator[Callable[..., Scripted]]:
    """Return a maker of scripted rounds."""
    made: list[Scripted] = []

    def make(*args: Any, **kwargs: Any) -> Scripted:
        made.append(Scripted(*args, **kwargs))
        return made[-1]

    yield make
    for scripted in made:
        scripted.check()
