"""Settings: where a value comes from, and what is said of one that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from taipao.errors import SettingsError
from taipao.server.settings import Settings, read_settings, settings


@pytest.fixture
def toml(tmp_path: Path) -> Path:
    return tmp_path / "taipao.toml"


def test_without_anything_there_are_defaults() -> None:
    assert read_settings({}, {}) == Settings()


def test_a_flag_beats_the_environment_that_beats_the_file(toml: Path) -> None:
    toml.write_text("port = 1\nseconds = 1\nreserve = 1\n")
    environment = {"TAIPAO_PORT": "2", "TAIPAO_SECONDS": "2", "TAIPAO_CHROMIUM": "elsewhere"}
    read = read_settings({"config": str(toml), "port": "3", "seconds": None}, environment)
    assert (read.port, read.seconds, read.reserve) == (3, 2, 1)
    assert read.max_tables == Settings().max_tables


def test_the_environment_may_name_the_file(toml: Path) -> None:
    toml.write_text('pause = [0, 0.5]\norigins = ["https://mahjong.example"]\nsecure = true\n')
    read = read_settings({}, {"TAIPAO_CONFIG": str(toml)})
    assert read == Settings(pause=(0, 0.5), origins=("https://mahjong.example",), secure=True)


def test_texts_are_read_by_the_settings_kind() -> None:
    read = read_settings(
        {
            "pause": "0, 0.25",
            "hosts": "a.example, b.example:8000",
            "proxies": "",
            "metrics": "false",
            "drain": "1.5",
            "log_format": "json",
        },
        {},
    )
    assert read == Settings(
        pause=(0, 0.25),
        hosts=("a.example", "b.example:8000"),
        metrics=False,
        drain=1.5,
        log_format="json",
    )


@pytest.mark.parametrize(
    ("flags", "environment", "told"),
    [
        ({"port": "70000"}, {}, "--port: a whole number from 0 to 65535 expected, not '70000'"),
        ({"port": "1.5"}, {}, "--port: a whole number from 0 to 65535 expected, not '1.5'"),
        ({}, {"TAIPAO_PORT": ""}, "TAIPAO_PORT: a whole number from 0 to 65535 expected, not ''"),
        # A value that would be overruled is an error all the same.
        ({"port": "1"}, {"TAIPAO_PORT": "http"}, "TAIPAO_PORT: a whole number"),
        ({"pause": "1,0.5"}, {}, "--pause: the shortest first, not 1,0.5"),
        ({"pause": "1"}, {}, "--pause: two numbers from 0 to 60 expected, not '1'"),
        ({"drain": "nan"}, {}, "--drain: a number from 0 to 3600 expected, not 'nan'"),
        ({"secure": "yes"}, {}, "--secure: true or false expected, not 'yes'"),
        ({"log_level": "loud"}, {}, "--log-level: debug or info or warning or error expected"),
        ({"origins": "https://a.example/play"}, {}, "--origins: http:// or https://, a host"),
        ({"origins": "a.example"}, {}, "got 'a.example'"),
        ({"workers": "2"}, {}, "--workers: one process holds every table"),
        ({"database_url": "mysql://u:secret@h/d"}, {}, "--database-url: postgresql://… or"),
        ({"config": "none.toml"}, {}, "none.toml: cannot be read: No such file"),
    ],
)
def test_what_cannot_be_is_named_with_its_source(
    flags: dict[str, str], environment: dict[str, str], told: str
) -> None:
    with pytest.raises(SettingsError) as refused:
        read_settings(flags, environment)
    assert told in str(refused.value)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ports = 1", "ports: no such setting; there are host, port,"),
        ("[server]\nport = 1", "server: no such setting"),
        ('port = "8000"', "port: a whole number from 0 to 65535 expected, not '8000'"),
        ("pause = [1, 0.5]", "pause: the shortest first"),
        ('hosts = "a.example"', "hosts: a list of texts expected, not 'a.example'"),
        ("port =", "not TOML: "),
        ("workers = 4", "workers: one process"),
    ],
)
def test_a_file_with_a_fault_is_named_with_its_key(toml: Path, text: str, told: str) -> None:
    toml.write_text(text)
    with pytest.raises(SettingsError) as refused:
        read_settings({"config": str(toml)}, {})
    assert f"{toml}: {told}" in str(refused.value)


def test_the_data_folder_is_the_users_own_unless_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().folder.name == "taipao"
    monkeypatch.setenv("HOME", "/somewhere")
    assert Settings(data="~/games").folder == Path("/somewhere/games")


def test_every_setting_says_what_it_is_for() -> None:
    shown = settings()
    assert [one.name for one in shown] == list(Settings.__struct_fields__)
    assert all(one.help for one in shown)
    port = next(one for one in shown if one.name == "max_tables")
    assert (port.flag, port.variable, port.default) == (
        "--max-tables",
        "TAIPAO_MAX_TABLES",
        "2000",
    )
