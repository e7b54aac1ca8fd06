"""The REST part against its own description: whatever Schemathesis thinks of asking."""

from __future__ import annotations

import os
import subprocess
import sysconfig
import urllib.request
from pathlib import Path

import pytest

from tests.cli.processes import started
from tests.server.visitors import JSON

# Litestar takes 0 for false, where the description has false alone.
CONFIG = """
[[operations]]
include-name = "POST /api/friends"
checks.negative_data_rejection.enabled = false
"""
LIMITS = ("address", "guest", "sign-up", "sign-in")


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no signals to another process")
@pytest.mark.parametrize(
    "methods",
    # What signs out or deletes the account would leave nothing for the rest.
    [("--exclude-method", "DELETE"), ("--include-method", "DELETE")],
    ids=["all-but-delete", "delete"],
)
def test_answers_are_as_described(tmp_path: Path, methods: tuple[str, str]) -> None:
    (tmp_path / "schemathesis.toml").write_text(CONFIG)
    with started(
        "serve",
        *("--port", "0", "--data", str(tmp_path), "--drain", "0", "--log-format", "json"),
        *(part for limit in LIMITS for part in (f"--{limit}-rate", "0")),
    ) as server:
        asking = urllib.request.Request(f"{server.address}api/guest", method="POST", headers=JSON)
        with urllib.request.urlopen(asking) as answer:
            cookie = answer.headers["set-cookie"].split(";")[0]
        done = subprocess.run(
            [
                Path(sysconfig.get_path("scripts"), "st"),
                "run",
                f"{server.address}api/schema/openapi.json",
                *("--header", f"Cookie: {cookie}", "--header", "Content-Type: application/json"),
                *methods,
                *("--seed", "1", "--max-examples", "20", "--phases", "coverage,fuzzing,stateful"),
                "--no-color",
                # A rule set is described as any object: which fields it has is the rules' to say.
                # Litestar's answer to OPTIONS knows only the first method of a path.
                *("--exclude-checks", "positive_data_acceptance,allow_header_conformance"),
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
