"""`taipao stats`: what happens in very many rounds, as a page with plots."""

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from taipao.rules.ruleset import RuleSet
    from taipao.trials.census import Census

_EXAMPLES: Final = """\
examples:
  taipao stats --rounds 20000
  taipao stats --rounds 200000 --seed 1 --write docs

Needs the extra taipao[sim]. The page is Markdown; with --write it goes to DIR/statistics.md and its
plots to DIR/statistics/. The same arguments give the same page.
"""
_BOTS: Final = "greedy,greedy,greedy,greedy"
_FEWEST_ROUNDS: Final = 100
_MOST_ROUNDS: Final = 1_000_000_000


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand to the command's parser."""
    parser = subparsers.add_parser(
        "stats",
        help="count what happens in very many compiled rounds",
        description="Count what happens in very many compiled rounds.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--rounds", default="20000", metavar="N", help="under each rule set (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", default="0", metavar="S", help="a whole number that decides everything"
    )
    parser.add_argument(
        "--ruleset",
        action="append",
        metavar="R",
        help="standard, alternate, or a JSON object; may be repeated (default: both)",
    )
    parser.add_argument(
        "--bots",
        default=_BOTS,
        metavar="A,B,C,D",
        help="who plays, in seat order (default: %(default)s)",
    )
    parser.add_argument("--cores", default=None, metavar="N", help="how many (default: all)")
    parser.add_argument("--write", type=Path, metavar="DIR", help="write page and plots there")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play the rounds and write the page; give the exit status."""
    from importlib.util import find_spec

    from taipao.cli._options import read_bots, read_cores, read_integer, read_ruleset, read_seed
    from taipao.errors import BadRequest

    rounds = read_integer("--rounds", arguments.rounds, _FEWEST_ROUNDS, _MOST_ROUNDS)
    seed = read_seed(arguments.seed)
    cores = read_cores(arguments.cores)
    bots = read_bots(arguments.bots)
    rulesets = [read_ruleset(text) for text in arguments.ruleset or ("standard", "alternate")]
    if find_spec("numba") is None:
        raise BadRequest("statistics need compiled rounds: pip install 'taipao[sim]'")
    from taipao.trials.report import page, plots

    folder: Path | None = arguments.write
    if folder is not None:
        (folder / "statistics").mkdir(parents=True, exist_ok=True)
    counted = _count(rulesets, bots, seed, rounds, cores)
    company = f"four {bots[0]}" if len(set(bots)) == 1 else ", ".join(bots)
    how = (
        f"{rounds:,} rounds of each rule set among {company}, played by compiled code; "
        f"`{_command(arguments, rounds, seed)}` gives this page again."
    )
    if folder is None:
        sys.stdout.write(page(counted, how))
        return 0
    names = {ruleset: f"{place}-{ruleset.name}" for place, ruleset in enumerate(rulesets, start=1)}
    for ruleset, census in counted:
        for plot, drawn in plots(ruleset, census).items():
            (folder / "statistics" / f"{names[ruleset]}-{plot}.svg").write_text(drawn, "utf-8")
    text = page(counted, how, lambda ruleset, plot: f"statistics/{names[ruleset]}-{plot}.svg")
    (folder / "statistics.md").write_text(text, "utf-8")
    return 0


def _command(arguments: argparse.Namespace, rounds: int, seed: int) -> str:
    """Return the command that comes to the same figures."""
    words = ["taipao", "stats", "--rounds", str(rounds), "--seed", str(seed)]
    if arguments.bots != _BOTS:
        words += ["--bots", arguments.bots]
    for ruleset in arguments.ruleset or ():
        words += ["--ruleset", ruleset]
    return shlex.join(words)


def _count(
    rulesets: "list[RuleSet]", bots: list[str], seed: int, rounds: int, cores: int
) -> "list[tuple[RuleSet, Census]]":
    """Play rounds under each rule set, with a bar for each, and count."""
    from taipao.cli._progress import rounds_bar
    from taipao.sim import batch
    from taipao.trials.census import Census

    counted = []
    with rounds_bar() as bar:
        for ruleset in rulesets:
            census = Census()
            task = bar.add_task(ruleset.name, total=rounds)
            for tables in batch.rounds(ruleset, bots, seed, rounds, cores=cores):
                census.add(tables)
                bar.advance(task, len(tables))
            counted.append((ruleset, census))
    return counted
