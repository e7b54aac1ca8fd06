"""The decorator of everything that is compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

try:
    import numba
except ImportError as error:
    raise ImportError(
        "the compiled rules need Numba; install it with: pip install 'taipao[sim]'"
    ) from error

_P = ParamSpec("_P")
_T = TypeVar("_T")


def kernel(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Compile a function at its first call, and keep what was compiled for later processes.

    A kernel never calls itself: what is kept of such a function cannot be loaded again.
    """
    compiled: Callable[_P, _T] = numba.njit(cache=True, nogil=True)(function)
    return compiled
