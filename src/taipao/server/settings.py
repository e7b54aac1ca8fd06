"""Every setting of the server, once: its name, its kind, its default and what it is for.

A setting is a field of `Settings`. Its flag (`--max-tables`), its environment variable
(`TAIPAO_MAX_TABLES`), its key in a TOML file (`max_tables`), the help and the table in
docs/operations.md all follow from that. A flag comes before the environment, the environment before
the file, the file before the default.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from taipao.bots import Level
from taipao.errors import SettingsError

PREFIX: Final = "TAIPAO_"
CONFIG: Final = "config"
"""The one flag (and variable) that is no setting: the TOML file to read."""

_TOKEN_CHARACTERS: Final = 16

Seconds = tuple[Annotated[float, Meta(ge=0, le=60)], Annotated[float, Meta(ge=0, le=60)]]
"""A shortest and a longest time."""


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How one server runs."""

    host: Annotated[str, Meta(description="address to listen at")] = "127.0.0.1"
    port: Annotated[
        int, Meta(ge=0, le=65535, description="port to listen at; 0 takes any free one")
    ] = 8000
    data: Annotated[
        str, Meta(description="folder for the SQLite file; empty: the user's own data folder")
    ] = ""
    database_url: Annotated[
        str,
        Meta(
            description="PostgreSQL database, as postgresql://USER:PASSWORD@HOST/NAME; "
            "empty: SQLite in the data folder"
        ),
    ] = ""
    max_tables: Annotated[
        int, Meta(ge=1, le=100_000, description="tables that may be open at once")
    ] = 2000
    seconds: Annotated[
        int,
        Meta(ge=0, le=3600, description="thinking time for each decision in seconds; 0: no clock"),
    ] = 20
    reserve: Annotated[
        int,
        Meta(ge=0, le=3600, description="more thinking time for each player and round, in seconds"),
    ] = 60
    pause: Annotated[
        Seconds,
        Meta(description="shortest and longest pause after a discard, in seconds"),
    ] = (0.3, 1.0)
    thought: Annotated[
        Seconds,
        Meta(description="shortest and longest time before a bot's turn, in seconds"),
    ] = (0.2, 0.7)
    bot_wait: Annotated[
        float,
        Meta(
            ge=0,
            le=3600,
            description="seconds after which bots have the free seats in a coin room",
        ),
    ] = 20.0
    one_address: Annotated[
        bool,
        Meta(description="no two that come from one address sit at one table of a coin room"),
    ] = True
    room_bots: Annotated[
        Level, Meta(description="how strong the bots are that have free seats in a coin room")
    ] = "normal"
    bots_in_rooms: Annotated[
        bool, Meta(description="bots' accounts may play in the coin rooms")
    ] = False
    idle: Annotated[
        float,
        Meta(
            ge=0,
            le=10_000,
            description="hours after which a table where nobody is, is closed; 0: never",
        ),
    ] = 12.0
    drain: Annotated[
        float,
        Meta(
            ge=0, le=3600, description="seconds that rounds may go on for once the server is to end"
        ),
    ] = 1.0
    hosts: Annotated[
        tuple[str, ...],
        Meta(description="host names that the server answers to, with their port; none: to any"),
    ] = ()
    origins: Annotated[
        tuple[str, ...],
        Meta(
            description="origins of pages, as https://mahjong.example, that may play here besides "
            "the server's own"
        ),
    ] = ()
    secure: Annotated[
        bool,
        Meta(description="players come by https, through a proxy: cookies are for https alone"),
    ] = False
    proxies: Annotated[
        tuple[str, ...],
        Meta(
            description="addresses of proxies whose X-Forwarded-For and X-Forwarded-Proto are "
            "believed; none: nobody's"
        ),
    ] = ()
    address_rate: Annotated[
        float,
        Meta(ge=0, le=1e6, description="requests a second from one address; 0: no limit"),
    ] = 20.0
    guest_rate: Annotated[
        float,
        Meta(ge=0, le=1e6, description="new guests an hour from one address; 0: no limit"),
    ] = 30.0
    sign_up_rate: Annotated[
        float,
        Meta(ge=0, le=1e6, description="new names an hour from one address; 0: no limit"),
    ] = 10.0
    sign_in_rate: Annotated[
        float,
        Meta(ge=0, le=1e6, description="passwords tried an hour from one address; 0: no limit"),
    ] = 60.0
    report_rate: Annotated[
        float,
        Meta(ge=0, le=1e6, description="reports of players an hour from one address; 0: no limit"),
    ] = 20.0
    socket_rate: Annotated[
        float,
        Meta(ge=0, le=1e6, description="messages a second from one socket; 0: no limit"),
    ] = 10.0
    admin_token: Annotated[
        str,
        Meta(
            description="what `taipao admin` shows the server, 16 characters or more; "
            "empty: nobody is an operator"
        ),
    ] = ""
    metrics: Annotated[bool, Meta(description="answer /metrics, for Prometheus")] = True
    log_format: Annotated[
        Literal["text", "json"], Meta(description="lines for people or for programs")
    ] = "text"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="from where on to log")
    ] = "info"
    workers: Annotated[
        int, Meta(description="processes: always 1, since one process holds every table")
    ] = 1

    @property
    def folder(self) -> Path:
        """The folder for the SQLite file, which may not be there yet."""
        return Path(self.data).expanduser() if self.data else data_folder()


class Setting(Struct, frozen=True):
    """One setting, as help and documentation show it."""

    name: str
    kind: str
    default: str
    help: str

    @property
    def flag(self) -> str:
        """What to write on the command line."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        """What to write in the environment."""
        return PREFIX + self.name.upper()


def data_folder() -> Path:
    """Return where this user's data is by the system's custom."""
    import platformdirs

    return Path(platformdirs.user_data_dir("taipao", appauthor=False))


_TYPES: Final = get_type_hints(Settings, include_extras=True)


def _kind(name: str) -> str:
    kind = get_args(_TYPES[name])[0]
    if get_origin(kind) is Literal:
        return "|".join(get_args(kind))
    if kind is Seconds:
        return "A,B"
    if get_origin(kind) is tuple:
        return "A,B,…"
    return {str: "TEXT", bool: "true|false", int: "N", float: "X"}[kind]


def _written(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(_written(one) for one in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def settings() -> tuple[Setting, ...]:
    """Return every setting, in the order in which help shows them."""
    return tuple(
        Setting(
            field.name,
            _kind(field.name),
            _written(field.default),
            get_args(_TYPES[field.name])[1].description,
        )
        for field in msgspec.structs.fields(Settings)
    )


def read_settings(flags: Mapping[str, str | None], environment: Mapping[str, str]) -> Settings:
    """Make the settings from flags by their setting's name, environment and TOML file.

    A flag that is None was not given. The file is the one that the flag or variable `config` names.
    Raises `SettingsError` naming the flag, variable or key, and the file, that is wrong.
    """
    values: dict[str, Any] = {}
    config = flags.get(CONFIG) or environment.get(PREFIX + CONFIG.upper())
    if config:
        values |= _from_file(Path(config))
    for setting in settings():
        for source, text in (
            (setting.variable, environment.get(setting.variable)),
            (setting.flag, flags.get(setting.name)),
        ):
            if text is not None:
                values[setting.name] = _from_text(source, setting.name, text)
    return Settings(**values)


def _from_file(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            table = tomllib.load(file)
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: not TOML: {error}") from None
    unknown = sorted(table.keys() - _TYPES.keys())
    if unknown:
        raise SettingsError(f"{path}: {unknown[0]}: no such setting; there are {', '.join(_TYPES)}")
    return {name: _value(f"{path}: {name}", name, value) for name, value in table.items()}


def _from_text(source: str, name: str, text: str) -> object:
    several = get_origin(get_args(_TYPES[name])[0]) is tuple
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return _value(source, name, parts if several else text.strip(), strict=False)


def _value(source: str, name: str, given: object, *, strict: bool = True) -> object:
    try:
        value: object = msgspec.convert(given, _TYPES[name], strict=strict)
    except msgspec.ValidationError:
        shown = ",".join(given) if isinstance(given, list) and not strict else given
        raise SettingsError(f"{source}: {_expected(name)} expected, not {shown!r}") from None
    if (wrong := _objection(name, value)) is not None:
        raise SettingsError(f"{source}: {wrong}")
    return value


def _expected(name: str) -> str:
    kind, meta = get_args(_TYPES[name])
    if get_origin(kind) is Literal:
        return " or ".join(get_args(kind))
    if kind is Seconds:
        return "two numbers from 0 to 60"
    if get_origin(kind) is tuple:
        return "a list of texts"
    if kind in (int, float):
        number = "a whole number" if kind is int else "a number"
        return number if meta.ge is None else f"{number} from {meta.ge:g} to {meta.le:g}"
    return {str: "a text", bool: "true or false"}[kind]


def _objection(name: str, value: object) -> str | None:
    """Say what is wrong with a value of the right kind, if anything is."""
    if name == "workers" and value != 1:
        return (
            f"one process holds every table, so there is 1 worker, not {value}; "
            "for more tables run more servers, each with its own database"
        )
    if name == "admin_token" and isinstance(value, str) and 0 < len(value) < _TOKEN_CHARACTERS:
        return f"{_TOKEN_CHARACTERS} characters or more expected, so that nobody guesses them"
    if isinstance(value, tuple):
        if get_args(_TYPES[name])[0] is Seconds and value[0] > value[1]:
            return f"the shortest first, not {_written(value)}"
        if name == "origins":
            return _origin_objection(value)
    if name == "database_url" and isinstance(value, str) and value:
        scheme = value.partition(":")[0]
        if scheme.partition("+")[0] not in ("postgresql", "postgres", "sqlite"):
            # The rest may hold a password.
            return f"postgresql://… or sqlite:///… expected, not {scheme[:20]}…"
    return None


def _origin_objection(origins: Sequence[str]) -> str | None:
    for origin in origins:
        scheme, _, authority = origin.partition("://")
        if scheme not in ("http", "https") or not authority or set(authority) & set("/?#@ "):
            return f"http:// or https://, a host and no path expected, got {origin!r}"
    return None
