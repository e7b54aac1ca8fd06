"""Options that several subcommands take, read into values."""

import os
from typing import Any, Final

import msgspec

from taipao.errors import BadRequest, RuleSetError
from taipao.rules.ruleset import RuleSet, load_ruleset

_MOST_CORES: Final = 1024
_MOST_SEED: Final = 2**63 - 1


def read_ruleset(text: str) -> RuleSet:
    """Make a rule set from its name or from a JSON object with `base` and `set`.

    Raises RuleSetError naming what is wrong.
    """
    if not text.lstrip().startswith("{"):
        return load_ruleset(text)
    try:
        spec: Any = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise RuleSetError(f"--ruleset is not JSON: {error}") from None
    except RecursionError:
        raise RuleSetError("--ruleset is nested too deeply") from None
    return load_ruleset(spec)


def read_integer(option: str, text: str, least: int, most: int) -> int:
    """Read a whole number from `least` to `most`; BadRequest naming the option if it is none."""
    digits = text.removeprefix("-")
    # Longer texts are out of any range, and Python refuses to read very long ones.
    if digits.isascii() and digits.isdigit() and len(digits) <= 20:
        number = int(text)
        if least <= number <= most:
            return number
    shown = text if len(text) <= 40 else text[:40] + "…"
    raise BadRequest(f"{option}: a whole number from {least} to {most} expected, not {shown!r}")


def read_seed(text: str) -> int:
    """Read `--seed`."""
    return read_integer("--seed", text, -_MOST_SEED, _MOST_SEED)


def read_cores(text: str | None) -> int:
    """Read `--cores`, or count those that this process may use."""
    if text is not None:
        return read_integer("--cores", text, 1, _MOST_CORES)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def read_bots(text: str) -> list[str]:
    """Read `--bots`, four names between commas; BadRequest names what is wrong."""
    from taipao.bots import NAMES

    names = text.split(",")
    if len(names) != 4:
        raise BadRequest(f"--bots: four names between commas expected, got {len(names)}")
    for name in names:
        if name not in NAMES:
            known = " and ".join(NAMES)
            raise BadRequest(f"--bots: there is no bot {name[:40]!r}; there are {known}")
    return names
