"""`taipao play`: a table in the browser, against three bots."""

import argparse
import threading
import webbrowser
from pathlib import Path

_HELP = "play at a table in the browser, against three bots"
_EXAMPLE = """\
examples:
  taipao play
  taipao play --ruleset alternate --bots hard,hard,easy --records records
  taipao play --ruleset '{"base": "standard", "set": {"double_from": 10}}'

The table answers on this machine alone, for as long as the command runs: Ctrl-C ends it. Every move
is kept first, so a round that was broken off goes on with the next `taipao play`.
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
        help="rule set offered first: a name, or an object with base and set (default: standard)",
    )
    parser.add_argument(
        "--bots",
        metavar="A,B,C",
        help="the bots on the right, opposite and on the left: easy, normal or hard, "
        "or greedy or random (default: normal,normal,normal)",
    )
    parser.add_argument(
        "--data",
        metavar="DIR",
        default="",
        help="folder where the table is kept (default: your data folder)",
    )
    parser.add_argument(
        "--fresh", action="store_true", help="let go of the round that was being played"
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
    from taipao.server import logs
    from taipao.server.alone import BOTS, OneTable
    from taipao.server.service import bind, run_until_told
    from taipao.server.settings import Settings

    bots = BOTS if arguments.bots is None else tuple(arguments.bots.split(","))
    if len(bots) != 3:
        return fail(f"--bots: three names expected, got {len(bots)}: {arguments.bots}")
    ruleset = None if arguments.ruleset is None else read_ruleset(arguments.ruleset).spec()
    records: Path | None = arguments.records
    if records is not None:
        try:
            records.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            return fail(f"--records: cannot make the folder {records}: {error.strerror}")
    one = OneTable(None if arguments.bots is None else bots, ruleset, arguments.fresh, records)
    one.setup()
    try:
        listening = bind(port=arguments.port)
    except OSError as error:
        return fail(f"--port: cannot listen at port {arguments.port}: {error.strerror}")
    language = f"?lang={arguments.lang}" if arguments.lang else ""

    def ready(address: str) -> None:
        print(f"Taipao mahjong: {address}{language}  (Ctrl-C ends it)", flush=True)
        if not arguments.no_browser:
            # Some browsers are only back once they are closed.
            threading.Thread(
                target=webbrowser.open, args=(address + language,), daemon=True
            ).start()

    logs.set_up("text", "warning")
    settings = Settings(
        data=arguments.data, drain=0, idle=0, address_rate=0, socket_rate=0, metrics=False
    )
    with listening:
        return run_until_told(settings, listening, ready=ready, one=one)


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"a number from 0 to 65535 expected, not {text!r}")
    return int(text)
