"""A server as a process on one core, and what it and the machine have used."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


class Process:
    """A server pinned to one core, and what it and the machine have used."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.port = port

    def seconds(self) -> float:
        """Return the processor time of all its threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Return its resident memory in bytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


class Meter:
    """Processor time between two moments: the server's, this program's, and everybody's."""

    def __init__(self, server: Process) -> None:
        self._server = server
        self._before = self._read()

    def _read(self) -> tuple[float, float, float, float, float]:
        first = Path("/proc/stat").read_text().splitlines()[0].split()[1:]
        ticks = [int(field) / TICKS for field in first[:8]]
        busy = sum(ticks) - ticks[3] - ticks[4] - ticks[7]
        return time.perf_counter(), self._server.seconds(), time.process_time(), busy, ticks[7]

    def stop(self) -> None:
        after = self._read()
        self.took, self.server, self.own, busy, steal = (
            now - before for now, before in zip(after, self._before, strict=True)
        )
        cores = self.took * (os.cpu_count() or 1)
        self.steal = 100 * steal / cores
        self.others = 100 * max(0.0, busy - self.server - self.own) / cores

    def __str__(self) -> str:
        return (
            f"server {100 * self.server / self.took:.0f} % and generator "
            f"{100 * self.own / self.took:.0f} % of a core, "
            f"others {self.others:.0f} %, steal {self.steal:.1f} % of the machine"
        )


@contextmanager
def pinned(core: int, *command: str) -> Iterator[Process]:
    """Run a server on one core until it is not needed any more."""
    own = os.sched_getaffinity(0)
    # A process is born to its parent's cores.
    os.sched_setaffinity(0, {core})
    with subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True) as process:
        os.sched_setaffinity(0, own)
        try:
            assert process.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:(\d+)", process.stdout.readline())
            if found is None:
                raise SystemExit("the server did not start")
            yield Process(process, int(found[1]))
        finally:
            process.kill()
