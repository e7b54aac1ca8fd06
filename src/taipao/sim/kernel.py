"""The decorator of everything that is compiled."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

try:
    import numba
except ImportError as error:
    raise ImportError(
        "the compiled rules need Numba; install it with: pip install 'taipao[sim]'"
    ) from error

_P = ParamSpec("_P")
_T = TypeVar("_T")


@cache
def _sources() -> tuple[tuple[str, int, int], ...]:
    """Return what tells one state of the sources from another: names, times, sizes."""
    here = Path(__file__).parent
    found = [(path.name, path.stat()) for path in sorted([*here.glob("*.py"), *_RULES])]
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in found)


_RULES = [Path(__file__).parent.parent / "rules" / name for name in ("counting.py", "honours.py")]
"""What kernels take numbers from."""


def kernel(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Compile a function at its first call, and keep what was compiled for later processes.

    A kernel never calls itself: what is kept of such a function cannot be loaded again.
    """
    compiled: Any = numba.njit(cache=True, nogil=True)(function)
    if hasattr(compiled, "_cache"):
        # Numba looks at a function's own file alone, and what it calls is compiled into it.
        file = compiled._cache._cache_file
        file._source_stamp = (file._source_stamp, _sources())
    typed: Callable[_P, _T] = compiled
    return typed
