"""The decorator of everything that is compiled."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

try:
    import numba
    from numba.core.types import unliteral
except ImportError as error:
    raise ImportError(
        "the compiled rules need Numba; install it with: pip install 'taipao[sim]'"
    ) from error

_P = ParamSpec("_P")
_T = TypeVar("_T")


_HERE = Path(__file__).parent
_RULES = [_HERE.parent / "rules" / name for name in ("counting.py", "honours.py")]
"""What kernels take numbers from."""


@cache
def _sources() -> str:
    """Return the digest of all that compiled code is made of."""
    digest = hashlib.sha256()
    for path in sorted([*_HERE.glob("*.py"), *_RULES]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def kernel(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Compile a function at its first call, and keep what was compiled for later processes.

    A kernel never calls itself: what is kept of such a function cannot be loaded again.
    """
    compiled: Any = numba.njit(cache=True, nogil=True)(function)
    if hasattr(compiled, "get_call_template"):
        # Else it would be compiled anew, with all it calls, for each constant it is called with.
        plain: Any = unliteral
        found = compiled.get_call_template
        compiled.get_call_template = lambda args, kws: found(
            tuple(map(plain, args)), {name: plain(one) for name, one in kws.items()}
        )
    if hasattr(compiled, "_cache"):
        # Numba asks for the time of a function's own file alone, but what it calls is in it too.
        file, inside = compiled._cache._cache_file, function.__module__.startswith("taipao.sim.")
        file._source_stamp = _sources() if inside else (file._source_stamp, _sources())
    typed: Callable[_P, _T] = compiled
    return typed
