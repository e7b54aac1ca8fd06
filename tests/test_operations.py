"""docs/operations.md says what the server does: its settings and its figures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from taipao.cli import main
from taipao.server.metrics import Figures, Metrics
from taipao.server.settings import Setting, read_settings, settings

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/operations.md").read_text("utf-8")
_HEAD = "| flag | variable | TOML key | value | default | what |\n|---|---|---|---|---|---|\n"


def row(setting: Setting) -> str:
    kind = setting.kind.replace("|", r"\|")
    default = f"`{setting.default}`" if setting.default else ""
    return (
        f"| `{setting.flag}` | `{setting.variable}` | `{setting.name}` | `{kind}` "
        f"| {default} | {setting.help} |\n"
    )


def test_the_page_has_the_table_of_settings() -> None:
    assert _HEAD + "".join(map(row, settings())) + "\n" in PAGE


def test_help_lists_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--help"]) == 0
    told = re.sub(r"\s+", "", capsys.readouterr().out)
    for setting in settings():
        for part in (setting.flag, setting.variable, setting.help, setting.default):
            assert re.sub(r"\s+", "", part) in told
    assert "TAIPAO_CONFIG" in told


def test_the_page_names_every_figure() -> None:
    metrics = Metrics()
    metrics.watch(lambda: Figures(0, 0, 0, 0, 0, 0))
    names = re.findall(r"^# HELP (taipao_\w+)", metrics.text().decode(), re.M)
    # When a counter was made, which the library adds by itself.
    named = [name for name in names if not name.endswith("_created")]
    assert named
    assert [name for name in named if f"`{name}`" not in PAGE] == []


@pytest.mark.parametrize("name", ["deploy/taipao.service", "deploy/Containerfile"])
def test_deploy_uses_only_settings_that_exist(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    used = set(re.findall(r"\bTAIPAO_[A-Z_]+", text))
    assert used
    assert used <= {setting.variable for setting in settings()}


def test_the_example_file_on_the_page_is_right(tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", PAGE, re.S)
    assert example
    (tmp_path / "taipao.toml").write_text(example[1])
    assert read_settings({"config": str(tmp_path / "taipao.toml")}, {}).secure
