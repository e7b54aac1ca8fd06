"""A PostgreSQL cluster of the tests' own: made, started, stopped and thrown away by them."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

USER = "taipao"
PORT = "5432"
"""Only the name of the socket: the cluster listens on no network."""


@cache
def programs() -> Path | None:
    """Return the folder with initdb and pg_ctl, of the newest version there is."""
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4])
    )
    found = [*map(str, debian[-1:]), shutil.which("initdb")]
    return next((Path(path).parent for path in found if path), None)


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


@cache
def missing() -> str | None:
    """Return why no cluster can be made here, or None."""
    if programs() is None:
        return "no PostgreSQL: neither /usr/lib/postgresql/*/bin/initdb nor initdb on PATH"
    if is_root():
        # PostgreSQL refuses to run as root.
        import pwd

        if "postgres" not in {entry.pw_name for entry in pwd.getpwall()}:
            return "PostgreSQL does not run as root, and there is no user postgres"
        if shutil.which("runuser") is None:
            return "PostgreSQL does not run as root, and there is no runuser"
    return None


class Cluster:
    """A cluster in a folder under the system's temporary one, which postgres may read."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="taipao-pg-"))
        self._databases = 0
        if is_root():
            shutil.chown(self.folder, "postgres")
        data = str(self.folder / "data")
        self.run("initdb", "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "-N")

    def run(self, program: str, *arguments: str) -> str:
        """Run one of PostgreSQL's programs to its end; return its output."""
        folder = programs()
        assert folder is not None
        command = [*(("runuser", "-u", "postgres", "--") if is_root() else ())]
        command += [str(folder / program), *arguments]
        # A file, since a started server keeps what it inherits open.
        with tempfile.TemporaryFile("w+") as output:
            result = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                check=False,
            )
            output.seek(0)
            said = output.read()
        assert result.returncode == 0, f"{' '.join(command)}: {said}"
        return said

    def control(self, *arguments: str) -> None:
        data, log = str(self.folder / "data"), str(self.folder / "log")
        # It is thrown away, so it need not survive a failing disk; a unit is timed nowhere.
        options = "-c listen_addresses='' -c fsync=off -c max_wal_size=96MB"
        options += f" -k '{self.folder}' -p {PORT}"
        self.run("pg_ctl", "-D", data, "-l", log, "-o", options, "-w", "-t", "60", *arguments)

    def start(self) -> None:
        self.control("start")

    def stop(self, mode: str = "fast") -> None:
        self.control("-m", mode, "stop")

    def database(self) -> str:
        """Make an empty database; return its URL."""
        self._databases += 1
        name = f"test{self._databases}"
        self.run("createdb", *self.connection, name)
        return self.url(name)

    def drop(self, url: str) -> None:
        """Throw a database away, whoever is still connected to it."""
        self.run("dropdb", *self.connection, "--force", url.partition("@/")[2].partition("?")[0])

    @property
    def connection(self) -> tuple[str, ...]:
        """What PostgreSQL's own programs take to connect."""
        return "-h", str(self.folder), "-p", PORT, "-U", USER

    def url(self, name: str) -> str:
        return f"postgresql://{USER}@/{name}?host={self.folder}&port={PORT}"

    def remove(self) -> None:
        """Stop if it runs, and throw everything away."""
        if (self.folder / "data" / "postmaster.pid").exists():
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)
