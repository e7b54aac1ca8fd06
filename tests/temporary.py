"""Where tests keep what they throw away: in memory, where there is room.

Databases are written there as carefully as anywhere; but what a test waits for, a disk's word that
all is down, it would wait for thousands of times, and nothing that it finds out depends on it: the
machine does not fail while it runs.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 2 * 2**30
"""How much has to be free there, in bytes: a container may have 64 MB."""


def keep_in_memory() -> None:
    """Let temporary files, of this process and of those it starts, lie in memory if they may.

    `TMPDIR` names another place for them.
    """
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return
    if shutil.disk_usage(MEMORY).free >= ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
