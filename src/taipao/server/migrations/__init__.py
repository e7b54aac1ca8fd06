"""Brings a database to this program's schema with Alembic; the steps are in `versions/`.

A new step is written by hand: a file `NNNN_what.py` there with `revision` and `down_revision`.
Tests compare what the steps make with `METADATA`, on both databases.
"""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from taipao.errors import StoreFault

VERSION_TABLE = "schema_version"


def migrate(connection: Connection) -> None:
    """Run the steps that are missing, within the connection's transaction.

    The caller sees to it that nobody else does at the same time.

    Raises `StoreFault` if the database is newer than this program.
    """
    config = _config(connection)
    script = ScriptDirectory.from_config(config)
    known = {step.revision for step in script.walk_revisions()}
    current = _current(connection)
    if unknown := sorted(set(current) - known):
        raise StoreFault(
            f"the database has schema {unknown[0]}, which taipao {version('taipao')} does not know "
            f"(it knows {script.get_current_head()}): a newer version has used it; run that one"
        )
    if set(current) != set(script.get_heads()):
        command.upgrade(config, "head")


def check_version(connection: Connection) -> None:
    """Raise `StoreFault` unless a database has exactly this program's schema."""
    head = ScriptDirectory.from_config(_config(connection)).get_current_head()
    current = _current(connection)
    if current != (head,):
        raise StoreFault(
            f"the database has schema {', '.join(current) or 'none of ours'}, "
            f"taipao {version('taipao')} reads {head}; a server that opens it brings it up to date"
        )


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _current(connection: Connection) -> tuple[str, ...]:
    options = {"version_table": VERSION_TABLE}
    return MigrationContext.configure(connection, opts=options).get_current_heads()
