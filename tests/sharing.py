"""How several processes share the tests: what one of them does as a whole, and what begins first.

pytest-xdist would do it by the mark `xdist_group`, but with pytest 9.2 its release 3.8.0 silently
leaves groups aside; and its longest group is the one of the most tests, not of the most seconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdist.scheduler import LoadScopeScheduling

if TYPE_CHECKING:
    import pytest
    from xdist.remote import Producer

COMPILED = (
    "tests/sim/",
    "tests/env/",
    "tests/trials/",
    "tests/cli/test_arena.py",
    "tests/cli/test_stats.py",
)
"""Tests of compiled rules: compiling takes minutes, and one process does it for all."""
ONE_BY_ONE = ("tests/browser/test_gallery.py",)
"""Files of which each test takes minutes."""
LONGEST = ("compiled", "tests/browser/test_gallery.py::", "tests/browser/")
"""How the names of those shares begin that take longest, in their order: a long one that began late
would leave the other processes idle."""


def share_of(nodeid: str) -> str:
    """Return the name of the share to which a test belongs: the tests of one file, as a rule.

    They have one Chromium, one application, one set of tables in common.
    """
    file = nodeid.partition("::")[0]
    if file.startswith(COMPILED):
        return "compiled"
    return nodeid if file in ONE_BY_ONE else file


def rank_of(share: str) -> int:
    """Return when a share begins: first those of the smallest rank."""
    ranks = (rank for rank, start in enumerate(LONGEST) if share.startswith(start))
    return next(ranks, len(LONGEST))


class Sharing(LoadScopeScheduling):
    """Hands out shares, each as a whole to one process, in the order of their ranks."""

    def __init__(self, config: pytest.Config, log: Producer | None = None) -> None:
        super().__init__(config, log)
        # It would take the share of the most tests first.
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        return share_of(nodeid)
