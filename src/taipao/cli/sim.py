"""`taipao sim`: whole rounds among bots, each checked, and what happened in them."""

import argparse
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from rich.console import Console

    from taipao.errors import RoundFault

_EXAMPLES: Final = """\
examples:
  taipao sim --rounds 1000 --seed 7
  taipao sim --rounds 100 --ruleset alternate --bots greedy,random,random,random --records records
  taipao sim --ruleset '{"base": "standard", "set": {"share_out": false}}' --json

After every round: the 144 tiles are counted, the results add to zero, the record is replayed and
its wall verified, and each seat's view is put together from what that seat was told. The same
arguments give the same rounds and the same records. Exit status: 0, 1 if a round was at fault, 2
for arguments that cannot be.
"""
_MOST_ROUNDS: Final = 1_000_000_000


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand to the command's parser."""
    parser = subparsers.add_parser(
        "sim",
        help="play whole rounds among bots, checking every one",
        description="Play whole rounds among bots, checking every one.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--rounds", default="100", metavar="N", help="how many (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", default="0", metavar="S", help="a whole number that decides everything"
    )
    parser.add_argument(
        "--ruleset",
        default="standard",
        metavar="R",
        help="standard, alternate, or a JSON object with base and set",
    )
    parser.add_argument(
        "--bots",
        default="greedy,greedy,greedy,greedy",
        metavar="A,B,C,D",
        help="who plays, in seat order (default: %(default)s)",
    )
    parser.add_argument("--records", type=Path, metavar="DIR", help="write one record a file there")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play the rounds and print the summary; give the exit status."""
    from time import perf_counter

    from rich.console import Console

    from taipao.bots.simulation import simulate
    from taipao.bots.tally import Tally
    from taipao.cli._options import read_bots, read_integer, read_ruleset, read_seed
    from taipao.cli._progress import rounds_bar
    from taipao.errors import RoundFault

    rounds = read_integer("--rounds", arguments.rounds, 1, _MOST_ROUNDS)
    seed = read_seed(arguments.seed)
    ruleset = read_ruleset(arguments.ruleset)
    bots = read_bots(arguments.bots)
    folder: Path | None = arguments.records
    tally = Tally()
    began = perf_counter()
    try:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        simulation = simulate(ruleset, bots, seed, rounds)
        with rounds_bar() as bar:
            for played in bar.track(simulation, total=rounds, description="rounds"):
                tally.add(played)
                if folder is not None:
                    (folder / f"round-{played.number:06d}.jsonl").write_bytes(played.record)
    except RoundFault as fault:
        return _report(fault, folder)
    except OSError as error:
        from taipao.cli import fail

        return fail(f"--records: cannot write to {folder}: {error.strerror or error}")
    summary = tally.summary()
    summary["rounds_per_second"] = round(rounds / (perf_counter() - began), 1)
    if arguments.json:
        import msgspec

        sys.stdout.write(msgspec.json.encode(summary).decode() + "\n")
    else:
        _print(summary, Console(highlight=False))
    return 0


def _report(fault: "RoundFault", folder: Path | None) -> int:
    """Say what is wrong with a round and keep its record; give the exit status, 1."""
    from taipao.errors import TaipaoError

    if not isinstance(fault.__cause__, TaipaoError):
        # No law was broken knowingly: the traceback says where the program stumbled.
        traceback.print_exception(fault.__cause__)
    print(f"taipao: a fault in the program: {fault}", file=sys.stderr)
    if folder is not None:
        path = folder / "fault.jsonl"
        path.write_bytes(fault.record)
        print(f"taipao: the record as far as it goes: {path}", file=sys.stderr)
    return 1


def _print(summary: dict[str, Any], console: "Console") -> None:
    """Print a summary for a person."""
    from rich.table import Table

    rounds, wins = summary["rounds"], summary["wins"]
    grid = Table.grid(padding=(0, 2))
    for name, value in (
        ("rounds", f"{rounds}, {summary['rounds_per_second']} a second, all checks passed"),
        ("wins", f"{wins} ({_share(wins, rounds)}), by seat {_row(summary['wins_by_seat'])}"),
        ("draws", f"{summary['draws']} ({_share(summary['draws'], rounds)})"),
        (
            "won by",
            f"discard {summary['discard']}, robbed kong {summary['robbed_kong']}, "
            f"self-draw {summary['self_draw']}",
        ),
        (
            "of these",
            f"share-out {summary['share_out']}, without the shape {summary['without_shape']}",
        ),
        (
            "winner",
            f"mean tai {summary['mean_tai']}, mean total {summary['mean_total']}, "
            f"doubled {_share(summary['doubled'], wins)}",
        ),
        (
            "length",
            f"mean {summary['mean_discards']} discards, longest {summary['longest_discards']}",
        ),
        ("points", f"by seat {_row(summary['points_by_seat'])}"),
    ):
        grid.add_row(name, value)
    console.print(grid)
    rules = Table(title="items on score sheets", title_justify="left")
    rules.add_column("rule")
    rules.add_column("winner", justify="right")
    rules.add_column("others", justify="right")
    for rule, times in summary["rules"].items():
        rules.add_row(rule, str(times["winner"]), str(times["others"]))
    console.print(rules)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "0.0%"


def _row(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))
