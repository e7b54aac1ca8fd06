"""`taipao ledger`: prove that a server's coins add up, and show where an account's come from."""

import argparse
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from taipao.cli._terminal import clean

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from taipao.server.ledger import LedgerLine

_HELP = "prove that a server's coins add up, or show an account's"
_CHECK = """\
Read the ledger of a server's database from the first entry to the last, while the server may be
running, and prove that every entry adds to zero, that all balances follow from the postings, that
nobody has fewer than no coins, and that every round's record, played again, gives what was posted
for it.

Exit status: 0 if all that holds, 1 at the first fault, which is named, 2 if the database could not
be read.
"""
_SHOW = """\
Show every line of an account's ledger, the latest first: the entry's number, its time (UTC), its
kind, the coins that moved and those there were then, and the round or the reason. "house" and
"mint" are accounts too.
"""
_SOURCES = ("data", "database_url")
_T = TypeVar("_T")


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand to the command's parser."""
    parser = subparsers.add_parser("ledger", help=_HELP, description=f"{_HELP.capitalize()}.")
    acts = parser.add_subparsers(title="acts", metavar="ACT", required=True)
    check = _act(acts, "check", "prove that all coins add up", _CHECK, run_check)
    show = _act(acts, "show", "show the ledger of one account", _SHOW, run_show)
    show.add_argument("account", metavar="ACCOUNT", help="the account's id")
    for act in (check, show):
        _add_sources(act)


def _act(
    acts: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    words: str,
    description: str,
    run: Callable[[argparse.Namespace], int],
) -> argparse.ArgumentParser:
    parser = acts.add_parser(
        name,
        help=words,
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def _add_sources(parser: argparse.ArgumentParser) -> None:
    from taipao.server.settings import CONFIG, PREFIX, settings

    parser.add_argument(
        "--config", metavar="FILE", help=f"TOML file with settings [{PREFIX}{CONFIG.upper()}]"
    )
    for setting in settings():
        if setting.name in _SOURCES:
            parser.add_argument(
                setting.flag, metavar=setting.kind, help=f"{setting.help} [{setting.variable}]"
            )


def run_check(arguments: argparse.Namespace) -> int:
    """Check the whole ledger; give the exit status."""
    import sys

    from taipao.errors import LedgerFault
    from taipao.server.audit import audit

    try:
        sound = _looked_into(arguments, audit)
    except LedgerFault as fault:
        print(f"taipao: {fault}", file=sys.stderr)
        return 1
    print(
        f"sound: {sound.entries} entries, {sound.rounds} of them rounds that replay, in "
        f"{sound.purses} purses"
    )
    return 0


def run_show(arguments: argparse.Namespace) -> int:
    """Show an account's ledger; give the exit status."""
    from taipao.cli import fail
    from taipao.server.ledger import lines_of

    lines = _looked_into(
        arguments, lambda connection: lines_of(connection, arguments.account, None, None)
    )
    if not lines:
        return fail(f"there is no account {arguments.account}, or it never had coins")
    for line in lines:
        print(_line(line))
    return 0


def _line(line: "LedgerLine") -> str:
    from datetime import UTC, datetime

    made = datetime.fromtimestamp(line.made / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
    about = line.round or clean(line.note or "")
    moved = f"{line.amount:+12,} {line.balance:14,}"
    return f"{line.id:8} {made} {line.kind:10} {moved}  {about}".rstrip()


def _looked_into(arguments: argparse.Namespace, work: "Callable[[Connection], _T]") -> _T:
    import asyncio

    from taipao.server.engines import look_into
    from taipao.server.service import database_url
    from taipao.server.settings import read_settings

    settings = read_settings(vars(arguments), os.environ)
    return asyncio.run(look_into(database_url(settings), work))
