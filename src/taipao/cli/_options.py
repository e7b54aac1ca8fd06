"""Options that several subcommands take, read into values."""

from typing import Any

import msgspec

from taipao.errors import BadRequest, RuleSetError
from taipao.rules.ruleset import RuleSet, load_ruleset


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
