"""The `taipao` command: one module of this package for each subcommand or two."""

import argparse
import importlib
import os
import pkgutil
import sys
from collections.abc import Callable, Sequence
from typing import Any, cast

import taipao
from taipao.errors import TaipaoError

_INTERRUPTED = 130
_PIPE_BROKEN = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run the `taipao` command and give its exit status.

    Each module here whose name has no underscore in front adds subcommands: it has
    `add_parser(subparsers)`, which calls `set_defaults(run=...)` with a function from the parsed
    arguments to an exit status, and it imports what is heavy only when that runs.
    """
    try:
        arguments = _parser().parse_args(argv)
        run = cast("Callable[[argparse.Namespace], int]", arguments.run)
        status = run(arguments)
        sys.stdout.flush()
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    except TaipaoError as error:
        return fail(str(error))
    except BrokenPipeError:
        _drop_output()
        return _PIPE_BROKEN
    except OSError as error:
        _drop_output()
        fail(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror))
        return 1
    except KeyboardInterrupt:
        return _INTERRUPTED
    return status


def _drop_output() -> None:
    """Send what is still buffered nowhere, so that Python has no trouble with it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def fail(message: str) -> int:
    """Say on standard error, in one line, why a command cannot go on; give its exit status, 2."""
    print(f"taipao: {' '.join(message.split())}", file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="taipao", description="Taipao mahjong (台炮麻将): rules, scoring and play."
    )
    parser.add_argument("--version", action="version", version=f"taipao {taipao.__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for found in pkgutil.iter_modules(__path__):
        if not found.name.startswith("_"):
            module: Any = importlib.import_module(f"{__name__}.{found.name}")
            module.add_parser(subparsers)
    return parser
