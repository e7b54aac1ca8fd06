"""How often a kernel is compiled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from taipao.sim.kernel import kernel


def test_a_kernel_is_compiled_once_whatever_constants_it_is_called_with(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # Nothing that an earlier run has kept.
    monkeypatch.setattr("numba.core.config.CACHE_DIR", str(tmp_path))

    @kernel
    def twice(number: int) -> int:
        return 2 * number

    @kernel
    def of_constants(number: int) -> int:
        return twice(3) + twice(4) + twice(number)

    assert of_constants(5) == 24
    compiled: Any = twice
    assert len(compiled.signatures) == 1
