"""`taipao serve`: tables for many, behind one address."""

import argparse
import os

from taipao.server.settings import CONFIG, PREFIX, read_settings, settings

_HELP = "serve tables to many players"
_DESCRIPTION = """\
Serve tables to many players. Every round is kept before anyone sees it and goes on after a restart.

Each setting may be given as a flag, as an environment variable or as a key in a TOML file, in this
order of precedence.
"""
_EXAMPLE = """\
examples:
  taipao serve --port 8000
  taipao serve --config taipao.toml --log-format json
  TAIPAO_DATABASE_URL=postgresql://taipao:secret@localhost/taipao taipao serve

Ctrl-C or SIGTERM lets the rounds go on for some seconds more and then ends the server; a second one
ends it at once. Nothing is lost either way.
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand to the command's parser."""
    parser = subparsers.add_parser(
        "serve",
        help=_HELP,
        description=_DESCRIPTION,
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--config", metavar="FILE", help=f"TOML file with settings [{PREFIX}{CONFIG.upper()}]"
    )
    for setting in settings():
        default = f"default: {setting.default}; " if setting.default else ""
        parser.add_argument(
            setting.flag,
            metavar=setting.kind,
            help=f"{setting.help} [{default}{setting.variable}]",
        )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until told to end; give the exit status."""
    from taipao.cli import fail
    from taipao.server import logs
    from taipao.server.service import bind, run_until_told

    chosen = read_settings(vars(arguments), os.environ)
    logs.set_up(chosen.log_format, chosen.log_level)
    try:
        listening = bind(chosen.host, chosen.port)
    except OSError as error:
        return fail(f"cannot listen at {chosen.host} port {chosen.port}: {error.strerror}")
    with listening:
        return run_until_told(chosen, listening, ready=_say)


def _say(address: str) -> None:
    print(f"Taipao mahjong: {address}  (Ctrl-C ends it)", flush=True)
