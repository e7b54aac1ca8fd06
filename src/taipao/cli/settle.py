"""`taipao settle`: what a round's totals move between the four players."""

import argparse

_HELP = "settle rounds, one JSON request a line"
_EXAMPLE = """\
example:
  echo '{"totals": [42, 3, 0, 1], "winner": 0, "dealer": 1, "room": "novice"}' | taipao settle -

"totals" are as "taipao score" gives them, in seat order; "winner" is null for a draw. Exit status:
0 if every line was answered, 2 if FILE could not be read.
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand to the command's parser."""
    parser = subparsers.add_parser(
        "settle",
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
    from taipao.rules.requests import answer_settle

    return answer_file(arguments.file, answer_settle)
