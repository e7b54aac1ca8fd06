"""`taipao score`: what a hand is worth, for many hands."""

import argparse

_HELP = "score hands, one JSON request a line"
_EXAMPLE = """\
example:
  echo '{"id": 1, "indicators": ["8m", "3z"], "seat_wind": "south", "hand": "123456m789p56s55p",
         "melds": [{"kind": "pung", "tiles": "777z"}], "bonus": "1f5z",
         "win": {"tile": "7s", "by": "self_draw"}}' | tr -d '\\n' | taipao score -

Without "win" the hand is scored as one of the other three players'. "taipao explain" scores one
hand typed by hand. Exit status: 0 if every line was answered, 2 if FILE could not be read.
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand to the command's parser."""
    parser = subparsers.add_parser(
        "score",
        help=_HELP,
        description="Read one JSON request a line and write one JSON answer a line, in order.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="file of requests, or - for standard input")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Answer the requests; give the exit status."""
    from taipao.cli._lines import answer_file
    from taipao.rules.requests import answer_score

    return answer_file(arguments.file, answer_score)
