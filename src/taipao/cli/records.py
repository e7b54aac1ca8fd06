"""`taipao replay` and `taipao verify`: check records of rounds."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

_STATUS: Final = """\
Exit status: 0 if nothing differs, 1 at a difference (told with its line), 2 if a FILE could not be
read. All files are looked at, whatever is found in one of them.
"""
MAX_SIZE: Final = 1 << 24
"""The largest file that is read, in bytes; a record has some ten thousand."""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the two subcommands to the command's parser."""
    for name, words, run in (
        ("replay", "play records again through the engine, comparing every event", run_replay),
        ("verify", "recompute the walls of records from their secrets alone", run_verify),
    ):
        parser = subparsers.add_parser(
            name,
            help=words,
            description=f"{words[0].upper()}{words[1:]}.",
            epilog=_STATUS,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a record")
        parser.set_defaults(run=run)


def run_replay(arguments: argparse.Namespace) -> int:
    """Replay every file; give the exit status."""
    from taipao.game.replay import replay

    def told(data: bytes) -> str:
        result = replay(data).board.result
        if result is None or result.winner is None:
            return "replays to an exhaustive draw"
        return f"replays to a win of seat {result.winner}, results {_signed(result.points)}"

    return _each(arguments.files, told)


def run_verify(arguments: argparse.Namespace) -> int:
    """Verify the wall of every file; give the exit status."""
    from taipao.game.replay import verify

    return _each(arguments.files, lambda data: f"the wall gives all {verify(data)} tiles dealt")


def _each(files: list[Path], told: Callable[[bytes], str]) -> int:
    """Print a line for every file: on standard output what was found, on error what differs."""
    import sys

    from taipao.errors import RecordError, VerifyError

    status = 0
    for file in files:
        try:
            data = _read(file)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            print(f"taipao: {file}: cannot be read: {reason}", file=sys.stderr)
            status = 2
            continue
        try:
            print(f"{file}: {told(data)}")
        except (RecordError, VerifyError) as error:
            print(f"taipao: {file}: {' '.join(str(error).split())}", file=sys.stderr)
            status = max(status, 1)
    return status


def _read(file: Path) -> bytes:
    """Read a whole file; ValueError if it is larger than any record."""
    with file.open("rb") as source:
        data = source.read(MAX_SIZE + 1)
    if len(data) > MAX_SIZE:
        raise ValueError(f"larger than {MAX_SIZE} bytes, so not the record of a round")
    return data


def _signed(points: tuple[int, ...]) -> str:
    return " ".join(f"{point:+d}" if point else "0" for point in points)
