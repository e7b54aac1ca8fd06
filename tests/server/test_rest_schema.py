"""The REST part against its own description: whatever Schemathesis thinks of asking."""

from __future__ import annotations

import os
import subprocess
import sysconfig
import urllib.request
from pathlib import Path

import pytest

from tests.cli.processes import started


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no signals to another process")
def test_answers_are_as_described(tmp_path: Path) -> None:
    with started(
        "serve",
        *("--port", "0", "--data", str(tmp_path), "--drain", "0"),
        *("--address-rate", "0", "--log-format", "json"),
    ) as server:
        asking = urllib.request.Request(f"{server.address}api/guest", method="POST")
        with urllib.request.urlopen(asking) as answer:
            cookie = answer.headers["set-cookie"].split(";")[0]
        done = subprocess.run(
            [
                Path(sysconfig.get_path("scripts"), "st"),
                "run",
                f"{server.address}api/schema/openapi.json",
                *("--header", f"Cookie: {cookie}", "--no-color"),
                *("--seed", "1", "--max-examples", "20", "--phases", "coverage,fuzzing,stateful"),
                # A rule set is described as any object: which fields it has is the rules' to say.
                *("--exclude-checks", "positive_data_acceptance"),
            ],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        status, log = server.end()
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
    assert status == 0
    assert '"level":"error"' not in log
