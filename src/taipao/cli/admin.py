"""`taipao admin`: what an operator sees and does at a running server."""

import argparse
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from taipao.cli._terminal import clean

if TYPE_CHECKING:
    from taipao.server.acts import OperatorAct
    from taipao.server.admin_rest import TableRow
    from taipao.server.ledger import LedgerLine
    from taipao.server.operators import AccountRow
    from taipao.server.reports import Report
    from taipao.server.settings import Settings

_HELP = "see and do what operators may, at a running server"
_DESCRIPTION = """\
See and do what operators may, at a running server. It is the one that the same settings are for:
host, port, hosts and admin_token, from flags, the environment or the TOML file. The token is taken
from TAIPAO_ADMIN_TOKEN or the file alone, since others can read a command line.

Whatever changes something is kept by the server with who did it and why. Times are UTC.
"""
_EPILOG = """\
examples:
  taipao admin --config /etc/taipao.toml reports
  taipao admin accounts alice
  taipao admin ban 8dQ2kf0bTq1xW4Zr --days 7 --reason "two at one table"
  taipao admin correct 8dQ2kf0bTq1xW4Zr -5000 --reason "coins of a fault given back"
  taipao admin account -- -idWithADash

Exit status: 0 if it was done, 2 if the server refused or did not answer.
"""
_SECONDS = 30
_SOURCES = ("host", "port")
_T = TypeVar("_T")
_Parser = argparse.ArgumentParser


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand to the command's parser."""
    from taipao.server.settings import CONFIG, PREFIX, settings

    parser = subparsers.add_parser(
        "admin",
        help=_HELP,
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--config", metavar="FILE", help=f"TOML file with settings [{PREFIX}{CONFIG.upper()}]"
    )
    for setting in settings():
        if setting.name in _SOURCES:
            parser.add_argument(
                setting.flag, metavar=setting.kind, help=f"{setting.help} [{setting.variable}]"
            )
    acts = parser.add_subparsers(title="acts", metavar="ACT", required=True)

    def act(
        name: str, words: str, run: Callable[[argparse.Namespace], int], *names: str
    ) -> _Parser:
        added = acts.add_parser(name, help=words, description=f"{words.capitalize()}.")
        for argument in names:
            added.add_argument(argument, metavar=argument.upper(), help=f"the {argument}'s id")
        added.set_defaults(run=run)
        return added

    search = act("accounts", "list accounts, the newest first", run_accounts)
    search.add_argument("search", metavar="TEXT", nargs="?", default="", help="id, or part of name")
    act("account", "show an account, its coins, reports of it and acts", run_account, "account")
    act("tables", "list the open tables", run_tables)
    act("table", "show a table, its rounds and acts", run_table, "table")
    act("reports", "list what players have reported, the latest first", run_reports)
    act("acts", "list what operators have done, the latest first", run_acts)
    freeze = act("freeze", "freeze a table, its round being kept as it stands", run_freeze, "table")
    ban = act("ban", "ban an account from playing", run_ban, "account")
    end = ban.add_mutually_exclusive_group(required=True)
    end.add_argument("--days", metavar="N", help="for so many days")
    end.add_argument("--until", metavar="TIME", help="until 2027-01-31, or 2027-01-31T18:00 (UTC)")
    unban = act("unban", "lift a ban", run_unban, "account")
    correct = act("correct", "move coins between the house and an account", run_correct, "account")
    correct.add_argument("amount", metavar="COINS", help="what the account gets; below 0: loses")
    correct.add_argument("--id", help="what it is known by: by one id it is done once")
    bot = act("bot", "make the account of a program, and tell its token this once", run_bot)
    bot.add_argument("name", metavar="NAME", help="what the program is called")
    token = act(
        "bot-token", "give a program a new token, its old one ending", run_bot_token, "account"
    )
    for changing in (freeze, ban, unban, correct, bot, token):
        changing.add_argument(
            "--reason", required=True, help="why; of a ban or a correction the player reads it"
        )
        changing.add_argument("--operator", help="who does it (default: your name at this machine)")


def run_accounts(arguments: argparse.Namespace) -> int:
    """List accounts; give the exit status."""
    from urllib.parse import quote

    from taipao.server.operators import AccountRow

    path = f"accounts?search={quote(arguments.search)}"
    return _print(map(_account, _ask(arguments, path, list[AccountRow])))


def run_account(arguments: argparse.Namespace) -> int:
    """Show an account; give the exit status."""
    from taipao.server.admin_rest import InspectedAccount

    found = _ask(arguments, _path("accounts", arguments.account), InspectedAccount)

    def lines() -> Iterator[str]:
        yield _account(found.account)
        yield from (f"sits at {table}" for table in found.tables)
        yield from map(_ledger_line, found.lines)
        yield from map(_report, found.reports)
        yield from map(_act, found.acts)

    return _print(lines())


def run_tables(arguments: argparse.Namespace) -> int:
    """List the open tables; give the exit status."""
    from taipao.server.admin_rest import TableRow

    return _print(map(_table, _ask(arguments, "tables", list[TableRow])))


def run_table(arguments: argparse.Namespace) -> int:
    """Show a table; give the exit status."""
    from taipao.server.admin_rest import InspectedTable

    found = _ask(arguments, _path("tables", arguments.table), InspectedTable)

    def lines() -> Iterator[str]:
        yield _table(found.table)
        for seat, who in enumerate(found.table.seats):
            yield f"seat {seat}: {who.kind} {clean(who.name)} {who.account or ''}".rstrip()
        for one in found.rounds:
            yield f"{_time(one.began)} round {one.number} {one.status} {one.id}"
        yield from map(_act, found.acts)

    return _print(lines())


def run_reports(arguments: argparse.Namespace) -> int:
    """List reports; give the exit status."""
    from taipao.server.reports import Report

    return _print(map(_report, _ask(arguments, "reports", list[Report])))


def run_acts(arguments: argparse.Namespace) -> int:
    """List operators' acts; give the exit status."""
    from taipao.server.acts import OperatorAct

    return _print(map(_act, _ask(arguments, "acts", list[OperatorAct])))


def run_freeze(arguments: argparse.Namespace) -> int:
    """Freeze a table; give the exit status."""
    from taipao.server.admin_rest import TableRow

    path = _path("tables", arguments.table, "freeze")
    return _print([_table(_ask(arguments, path, TableRow, _why(arguments)))])


def run_ban(arguments: argparse.Namespace) -> int:
    """Ban an account; give the exit status."""
    from taipao.server.operators import AccountRow

    body = {**_why(arguments), "until": _until(arguments)}
    path = _path("accounts", arguments.account, "ban")
    return _print([_account(_ask(arguments, path, AccountRow, body))])


def run_unban(arguments: argparse.Namespace) -> int:
    """Lift a ban; give the exit status."""
    from taipao.server.operators import AccountRow

    path = _path("accounts", arguments.account, "unban")
    return _print([_account(_ask(arguments, path, AccountRow, _why(arguments)))])


def run_correct(arguments: argparse.Namespace) -> int:
    """Correct an account's coins; give the exit status."""
    import secrets

    from taipao.cli._options import read_integer
    from taipao.errors import ServerLost
    from taipao.server.admin_rest import Corrected
    from taipao.server.ledger import MOST

    amount = read_integer("COINS", arguments.amount.removeprefix("+"), -MOST, MOST)
    path = _path("accounts", arguments.account, "correction")
    request = arguments.id or secrets.token_hex(8)
    body = {**_why(arguments), "amount": amount, "id": request}
    try:
        done = _ask(arguments, path, Corrected, body)
    except ServerLost as lost:
        raise ServerLost(f"{lost}; it is done once if you ask again with --id {request}") from None
    return _print([f"{arguments.account} has {done.coins:,} coins"])


def run_bot(arguments: argparse.Namespace) -> int:
    """Make a program's account; give the exit status."""
    from taipao.server.admin_rest import MadeBot

    made = _ask(arguments, "bots", MadeBot, {**_why(arguments), "name": arguments.name})
    return _print([f"account {made.id}", f"token {made.token}"])


def run_bot_token(arguments: argparse.Namespace) -> int:
    """Give a program's account a new token; give the exit status."""
    from taipao.server.admin_rest import NewToken

    path = _path("accounts", arguments.account, "token")
    return _print([f"token {_ask(arguments, path, NewToken, _why(arguments)).token}"])


# Asking the server


def _ask(
    arguments: argparse.Namespace, path: str, kind: type[_T], body: dict[str, Any] | None = None
) -> _T:
    """Return what the server answers. Raises `CallRefused`, `ServerLost` or `SettingsError`."""
    import urllib.error
    import urllib.request

    import msgspec

    from taipao.errors import CallRefused, ServerLost, SettingsError
    from taipao.server.settings import read_settings

    settings = read_settings(vars(arguments), os.environ)
    if not settings.admin_token:
        raise SettingsError("admin_token: the server's is needed, in TAIPAO_ADMIN_TOKEN or a file")
    headers = {
        "authorization": f"Bearer {settings.admin_token}",
        "content-type": "application/json",
    }
    if settings.hosts:
        # The server answers to these names alone.
        headers["host"] = settings.hosts[0]
    address = f"{_address(settings)}/api/admin/{path}"
    data = None if body is None else msgspec.json.encode(body)
    request = urllib.request.Request(address, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=_SECONDS) as answer:
            return msgspec.json.decode(answer.read(), type=kind)
    except urllib.error.HTTPError as error:
        with error:
            raise CallRefused(clean(_detail(error.read())), error.code) from None
    except (OSError, msgspec.DecodeError) as error:
        raise ServerLost(f"{_address(settings)} does not answer as a server: {error}") from None


def _address(settings: "Settings") -> str:
    """Return where the server is: one that listens everywhere is on this machine too."""
    host = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"


def _detail(data: bytes) -> str:
    import json

    try:
        return str(json.loads(data)["detail"])
    except (ValueError, KeyError, TypeError):
        return data.decode(errors="replace").strip()[:200] or "the server has refused"


def _path(*parts: str) -> str:
    from urllib.parse import quote

    return "/".join(quote(part, safe="") for part in parts)


def _why(arguments: argparse.Namespace) -> dict[str, Any]:
    import getpass

    return {
        "operator": arguments.operator or getpass.getuser(),
        "reason": arguments.reason,
    }


def _until(arguments: argparse.Namespace) -> int:
    """Return when a ban ends, in UTC milliseconds. Raises `BadRequest`."""
    import time
    from datetime import UTC, datetime

    from taipao.cli._options import read_integer
    from taipao.errors import BadRequest

    if arguments.until is None:
        days = read_integer("--days", arguments.days, 1, 100_000)
        return time.time_ns() // 1_000_000 + days * 24 * 3600 * 1000
    try:
        end = datetime.fromisoformat(arguments.until)
    except ValueError:
        raise BadRequest("--until: a time expected, as 2027-01-31 or 2027-01-31T18:00") from None
    return int((end if end.tzinfo else end.replace(tzinfo=UTC)).timestamp() * 1000)


# Writing


def _print(lines: "Iterator[str] | map[str] | list[str]") -> int:
    for line in lines:
        print(line)
    return 0


def _account(row: "AccountRow") -> str:
    about = f"{row.id} {row.kind} {clean(row.name)}: {row.coins:,} coins, rank {row.rank_points:,}"
    if row.deleted is not None:
        return f"{about}, deleted {_time(row.deleted)}"
    if row.banned_until is None:
        return about
    return f"{about}, banned until {_time(row.banned_until)}: {clean(row.ban_reason or '')}"


def _table(row: "TableRow") -> str:
    where = f" {row.room}" if row.room else f" friends {row.code}" if row.code else ""
    names = ", ".join(clean(seat.name) or seat.kind for seat in row.seats)
    return f"{row.id}{where} {row.status}, {row.sockets} there: {names}"


def _ledger_line(line: "LedgerLine") -> str:
    about = line.round or clean(line.note or "")
    return f"{_time(line.made)} {line.kind} {line.amount:+,} {line.balance:,} {about}".rstrip()


def _report(one: "Report") -> str:
    where = f"table {one.table}" + (f" round {one.round}" if one.round else "")
    who = f"{one.reporter} of {one.account}"
    return f"{_time(one.made)} report {one.id} by {who}, {where}: {clean(one.text)}"


def _act(one: "OperatorAct") -> str:
    who = clean(one.operator)
    return f"{_time(one.made)} {who}: {one.act} {one.target}: {clean(one.reason)}"


def _time(milliseconds: int) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")
