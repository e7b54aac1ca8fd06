"""`taipao play`: a table in the browser, against three bots."""

import argparse
import asyncio
import logging
import socket
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from litestar import Litestar

_HELP = "play at a table in the browser, against three bots"
_EXAMPLE = """\
examples:
  taipao play
  taipao play --ruleset alternate --bots greedy,greedy,random --records records
  taipao play --ruleset '{"base": "standard", "set": {"double_from": 10}}'

The table answers on this machine alone, for as long as the command runs: Ctrl-C ends it.
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand to the command's parser."""
    parser = subparsers.add_parser(
        "play",
        help=_HELP,
        description="Open a table in the browser.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--port", type=_port, default=0, help="port to listen at (default: free)")
    parser.add_argument(
        "--ruleset",
        metavar="RULESET",
        default="standard",
        help="rule set offered first: a name, or an object with base and set",
    )
    parser.add_argument(
        "--bots",
        metavar="A,B,C",
        default="greedy,greedy,greedy",
        help="the bots on the right, opposite and on the left (default: %(default)s)",
    )
    parser.add_argument(
        "--records", metavar="DIR", type=Path, help="folder to write every round's record to"
    )
    parser.add_argument("--lang", choices=("zh", "en"), help="language of the page")
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve the table until Ctrl-C; give the exit status."""
    from taipao.cli import fail
    from taipao.cli._options import read_ruleset
    from taipao.server.app import bind, create_app
    from taipao.server.store import MemoryStore

    bots = arguments.bots.split(",")
    if len(bots) != 3:
        return fail(f"--bots: three names expected, got {len(bots)}: {arguments.bots}")
    records: Path | None = arguments.records
    if records is not None:
        try:
            records.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            return fail(f"--records: cannot make the folder {records}: {error.strerror}")
    logging.basicConfig(format="taipao: %(message)s")
    app = create_app(ruleset=read_ruleset(arguments.ruleset), bots=bots, store=MemoryStore(records))
    try:
        listening = bind(arguments.port)
    except OSError as error:
        return fail(f"--port: cannot listen at port {arguments.port}: {error.strerror}")
    # Ctrl-C is how a table ends, so it is no failure.
    with listening, suppress(KeyboardInterrupt):
        asyncio.run(_serve(app, listening, _address(listening, arguments), arguments.no_browser))
    return 0


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"a number from 0 to 65535 expected, not {text!r}")
    return int(text)


def _address(listening: socket.socket, arguments: argparse.Namespace) -> str:
    host, port = listening.getsockname()
    language = f"?lang={arguments.lang}" if arguments.lang else ""
    return f"http://{host}:{port}/{language}"


async def _serve(app: "Litestar", listening: socket.socket, address: str, no_browser: bool) -> None:
    """Serve until a signal to stop, which uvicorn catches and hands on once it has stopped."""
    from taipao.server.app import server_of

    server = server_of(app)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        print(f"Taipao mahjong: {address}  (Ctrl-C ends it)", flush=True)
        if not no_browser:
            await asyncio.to_thread(webbrowser.open, address)
    await serving
