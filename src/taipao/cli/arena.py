"""`taipao arena`: bots against one another, and how sure the difference is."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.console import Console

    from taipao.rules.ruleset import RuleSet
    from taipao.trials.arena import Contest, Summary
    from taipao.trials.intervals import Estimate
    from taipao.trials.players import Engine

_EXAMPLES: Final = """\
examples:
  taipao arena greedy random
  taipao arena greedy random --walls 25000 --ruleset alternate --results results --plot greedy.svg
  taipao arena greedy random --format 1v3 --json

Each bot plays all that are named after it. 1v3: one of the first among three of the second, in the
four seats of every wall; 2v2: two and two, in all six ways. Intervals are of 95 %, from the spread
among walls. With --results a run that broke off goes on, and a longer one takes the shorter in.
Compiled bots need the extra taipao[sim]; without it bots in Python play, slowly. The same arguments
give the same figures.
"""
_FEWEST_WALLS: Final = 10
_MOST_WALLS: Final = 100_000_000
_AT_ONCE: Final = 128


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand to the command's parser."""
    parser = subparsers.add_parser(
        "arena",
        help="let bots play one another on the same walls",
        description="Let bots play one another on the same walls, each in every seat.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("bots", nargs="+", metavar="BOT", help="two or more, the first first")
    parser.add_argument(
        "--walls",
        default="1000",
        metavar="N",
        help="how many a contest; 1v3 plays 4 rounds of each, 2v2 6 (default: %(default)s)",
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
        "--format", default="1v3,2v2", metavar="F", help="1v3, 2v2 or both (default: %(default)s)"
    )
    parser.add_argument(
        "--engine", choices=("compiled", "python"), help="who plays (default: compiled if it can)"
    )
    parser.add_argument(
        "--cores", default=None, metavar="N", help="for compiled bots (default: all)"
    )
    parser.add_argument(
        "--results", type=Path, metavar="DIR", help="keep results there, and go on from them"
    )
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the points, as SVG")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play every contest and print what it shows; give the exit status."""
    from taipao.cli._options import read_cores, read_integer, read_ruleset, read_seed
    from taipao.errors import BadRequest
    from taipao.trials.arena import contests
    from taipao.trials.players import engine_for

    walls = read_integer("--walls", arguments.walls, _FEWEST_WALLS, _MOST_WALLS)
    seed = read_seed(arguments.seed)
    cores = read_cores(arguments.cores)
    ruleset = read_ruleset(arguments.ruleset)
    chosen = contests(arguments.bots, _read_formats(arguments.format))
    engine = engine_for(arguments.bots, arguments.engine)
    plot: Path | None = arguments.plot
    if plot is not None and not plot.parent.is_dir():
        raise BadRequest(f"--plot: there is no folder {plot.parent}")
    summaries = _play(chosen, ruleset, seed, walls, engine, cores, arguments.results)
    if plot is not None:
        plot.write_text(_plot(summaries, ruleset), "utf-8")
    if arguments.json:
        import msgspec

        told = {
            "ruleset": ruleset.spec(),
            "seed": seed,
            "engine": engine,
            "contests": summaries,
        }
        sys.stdout.write(msgspec.json.encode(told).decode() + "\n")
    else:
        from rich.console import Console

        _print(summaries, Console(highlight=False))
    return 0


def _play(
    chosen: "Sequence[Contest]",
    ruleset: "RuleSet",
    seed: int,
    walls: int,
    engine: "Engine",
    cores: int,
    folder: Path | None,
) -> "list[Summary]":
    """Play contests one after the other, with a bar for each."""
    import taipao
    from taipao.cli._progress import rounds_bar
    from taipao.trials.arena import WallResult, hold, seatings, summarize
    from taipao.trials.journal import Journal
    from taipao.trials.players import player

    at_once = _AT_ONCE if engine == "compiled" else 1
    summaries = []
    with rounds_bar() as bar:
        for contest in chosen:
            journal = None
            if folder is not None:
                name = f"{contest.first}-{contest.second}-{contest.format}-{ruleset.digest[:8]}"
                told = {
                    "format": "taipao-arena",
                    "taipao": taipao.__version__,
                    "contest": f"{contest.first} {contest.second} {contest.format}",
                    "ruleset": ruleset.spec(),
                    "digest": ruleset.digest,
                    "seed": seed,
                    "engine": engine,
                }
                journal = Journal(folder / f"{name}.jsonl", told, WallResult)
            each = len(seatings(contest.format))
            what = f"{contest.first} and {contest.second}, {contest.format}"
            task = bar.add_task(what, total=walls * each)
            play = player(engine, contest, ruleset, seed, cores=cores)
            results: list[WallResult] = []
            for some in hold(walls, play, journal, at_once=at_once):
                results += some
                bar.advance(task, each * len(some))
            summaries.append(summarize(contest, results))
    return summaries


def _read_formats(text: str) -> list[str]:
    from taipao.errors import BadRequest
    from taipao.trials.arena import FORMATS

    formats = text.split(",")
    for form in formats:
        if form not in FORMATS:
            known = " and ".join(FORMATS)
            raise BadRequest(f"--format: there is no format {form[:40]!r}; there are {known}")
    return list(dict.fromkeys(formats))


def _print(summaries: "Sequence[Summary]", console: "Console") -> None:
    """Print what contests show, for a person."""
    from rich.table import Table

    for one in summaries:
        contest = one.contest
        console.print(
            f"{contest.first} against {contest.second}, {contest.format}: "
            f"{one.rounds} rounds on {one.walls} walls"
        )
        console.print(f"  {contest.first} gains {_number(one.points)} points a round and seat")
        console.print(f"  {_share(one.draws)} of the rounds are draws")
        table = Table(box=None, pad_edge=False, padding=(0, 3))
        for name in ("  a round and seat", contest.first, contest.second):
            table.add_column(name)
        first, second = one.first, one.second
        table.add_row("  wins", _share(first.wins), _share(second.wins))
        table.add_row("  mean total of wins", _number(first.total), _number(second.total))
        table.add_row("  claims", _number(first.claims), _number(second.claims))
        table.add_row("  declared ready", _share(first.ready), _share(second.ready))
        console.print(table)


def _plot(summaries: "Sequence[Summary]", ruleset: "RuleSet") -> str:
    from taipao.trials.chart import intervals

    rows = [
        (f"{one.contest.first} – {one.contest.second} {one.contest.format}", one.points)
        for one in summaries
        if one.points is not None
    ]
    return intervals(
        f"Points a round and seat, {ruleset.name}", rows, "points of the first, 95 % intervals"
    )


def _number(one: "Estimate | None") -> str:
    return "–" if one is None else f"{one.mean:.2f} [{one.low:.2f}, {one.high:.2f}]"


def _share(one: "Estimate | None") -> str:
    if one is None:
        return "–"
    return f"{one.mean:.1%} [{max(0.0, one.low):.1%}, {min(1.0, one.high):.1%}]"
