"""`taipao explain`: one hand typed by a person, and a sheet that says what it is worth and why."""

import argparse
import os
import re
import sys
from typing import Any, Final

_EXAMPLES = """\
examples:
  taipao explain --indicators 8m3z --seat south --hand 123456m789p56s55p --meld pung:777z \\
      --bonus 1f5z --win 7s --by self-draw
  taipao explain --ruleset alternate --lang zh --indicators 九万九条 --seat 东 \\
      --hand 一万九万三万678p22233s77z --meld 碰:发发发
  taipao explain --indicators 9m9s --seat south --hand 9m123456m79p234s56s555p --discards

Tiles: 123m 一二三万, p 筒, s 条, 1234567z 东南西北白发中, 12345678f 春夏秋冬梅兰竹菊. Spaces and
stars are skipped, so that what a sheet shows can be typed in again. --hand leaves out the melds and
the winning tile: 16 tiles less 3 a meld. Without --win the hand counts as another player's, and its
waits are shown if it is ready.
With --discards it has one tile more, and what each discard would leave is shown.
Exit status: 0 for a sheet, 1 for a hand that does not win, 2 for tiles that cannot be.
"""

_SEATS: Final = {"东": "east", "南": "south", "西": "west", "北": "north"}
_RULESETS: Final = {"标准": "standard", "另计": "alternate"}
_KINDS: Final = {
    "吃": "chow",
    "碰": "pung",
    "明杠": "exposed_kong",
    "补杠": "added_kong",
    "暗杠": "concealed_kong",
    "花杠": "bonus_kong",
}
_RUN: Final = re.compile("([一二三四五六七八九]+)([万筒条])")
_SKIPPED: Final = re.compile(r"[\s*]+")
_MELDS: Final = "chow, pung, exposed-kong, added-kong, concealed-kong, bonus-kong"


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand to the command's parser."""
    parser = subparsers.add_parser(
        "explain",
        help="explain one hand: its items, its reading, what it pays, or its waits",
        description="Explain one hand: its items, its reading, what it pays, or its waits.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    tiles = parser.add_argument_group("tiles")
    tiles.add_argument("--hand", required=True, metavar="TILES", help="concealed tiles")
    tiles.add_argument(
        "--indicators", required=True, metavar="TILES", help="the two tiles turned up: 9m9s"
    )
    tiles.add_argument(
        "--seat", required=True, metavar="WIND", help="east (dealer), south, west or north"
    )
    tiles.add_argument(
        "--meld",
        action="append",
        default=[],
        metavar="KIND:TILES",
        help=f"a meld, as pung:777z or 碰:中中中; may be repeated. Kinds: {_MELDS}",
    )
    tiles.add_argument("--bonus", default="", metavar="TILES", help="tiles set aside: 1f5z")
    win = parser.add_argument_group("the win")
    win.add_argument("--win", metavar="TILE", help="the winning tile")
    win.add_argument(
        "--by",
        metavar="HOW",
        help="self-draw, discard (if nothing is said) or robbed-kong",
    )
    win.add_argument(
        "--after",
        metavar="WHAT",
        help="what the drawn tile replaced: exposed-kong, concealed-kong or bonus",
    )
    win.add_argument("--kong-tile", metavar="TILE", help="the tile of that kong")
    win.add_argument("--opening", metavar="NAME", help="heavenly or earthly")
    win.add_argument("--share-out", action="store_true", help="won in the share-out")
    win.add_argument("--ready", action="store_true", help="had declared ready")
    win.add_argument(
        "--discards",
        action="store_true",
        help="the hand has one tile more and did not win: show what each discard leaves",
    )
    rules = parser.add_argument_group("rules")
    rules.add_argument(
        "--ruleset",
        default="standard",
        metavar="R",
        help="standard, alternate, or JSON with base and set",
    )
    rules.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="FIELD=VALUE",
        help="another value for a field of the rule set, as tai.V4=5; may be repeated",
    )
    output = parser.add_argument_group("output")
    output.add_argument("--lang", choices=("zh", "en"), help="language of the sheet")
    output.add_argument("--json", action="store_true", help="print JSON instead of a sheet")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Explain the hand; give the exit status."""
    from taipao.errors import NotAWin
    from taipao.rules.appraisal import appraise
    from taipao.rules.requests import read_position

    position = read_position(_request(arguments), to_discard=arguments.discards)
    try:
        appraisal = appraise(position, to_discard=arguments.discards)
    except NotAWin as error:
        print(f"taipao: not a win: {error}", file=sys.stderr)
        return 1
    if arguments.json:
        import msgspec

        sys.stdout.write(msgspec.json.encode(appraisal.as_json()).decode() + "\n")
        return 0
    from taipao.cli._sheet import print_sheet

    print_sheet(appraisal, arguments.lang or _language())
    return 0


def _request(arguments: argparse.Namespace) -> dict[str, Any]:
    """Write the flags as a request to score, to be checked like any other."""
    from taipao.errors import BadRequest

    given = ("by", "after", "kong_tile", "opening", "share_out", "ready")
    win: dict[str, Any] | None = None
    if arguments.win is not None:
        win = {
            "tile": _written_out(arguments.win),
            "by": _underscored(arguments.by or "discard"),
            "after": _underscored(arguments.after),
            "kong_tile": arguments.kong_tile,
            "opening": arguments.opening,
            "share_out": arguments.share_out,
            "ready": arguments.ready,
        }
        if arguments.discards:
            raise BadRequest("--discards is for a hand that did not win: leave out --win")
    else:
        for name in given:
            if getattr(arguments, name):
                flag = name.replace("_", "-")
                raise BadRequest(f"--{flag} says how a hand won: name the tile with --win")
    return {
        "ruleset": _ruleset(arguments.ruleset, arguments.set),
        "indicators": _indicators(arguments.indicators),
        "seat_wind": _SEATS.get(arguments.seat, arguments.seat.lower()),
        "hand": _written_out(arguments.hand),
        "melds": [_meld(text) for text in arguments.meld],
        "bonus": _written_out(arguments.bonus),
        "win": win,
    }


def _underscored(word: str | None) -> str | None:
    return None if word is None else word.replace("-", "_")


def _written_out(text: str) -> str:
    """Write tiles as requests have them: 一二三万 tile by tile, and nothing between them."""
    return _RUN.sub(
        lambda run: "".join(number + run[2] for number in run[1]), _SKIPPED.sub("", text)
    )


def _indicators(text: str) -> list[str]:
    from taipao.errors import BadRequest, TileError
    from taipao.tiles import NAMES, parse

    try:
        tiles = parse(_written_out(text))
    except TileError as error:
        raise BadRequest(f"--indicators: {error}") from error
    if len(tiles) != 2:
        raise BadRequest(f"--indicators: expected two tiles, as 9m9s, got {len(tiles)}")
    return [NAMES[tile] for tile in tiles]


def _meld(text: str) -> dict[str, Any]:
    from taipao.errors import BadRequest

    kind, colon, tiles = text.replace("：", ":").partition(":")
    if not colon:
        raise BadRequest(f"--meld: expected KIND:TILES, as pung:777z, got {text!r}")
    return {"kind": _KINDS.get(kind, _underscored(kind)), "tiles": _written_out(tiles)}


def _ruleset(text: str, settings: list[str]) -> str | dict[str, Any]:
    """Write --ruleset and every --set as one rule set; BadRequest where they make none."""
    from taipao.cli._options import read_ruleset
    from taipao.errors import BadRequest

    spec = read_ruleset(_RULESETS.get(text, text)).spec()
    if not settings:
        return spec
    base, fields = (spec, {}) if isinstance(spec, str) else (spec["base"], dict(spec["set"]))
    for setting in settings:
        field, equals, value = setting.partition("=")
        if not equals:
            raise BadRequest(f"--set: expected FIELD=VALUE, as tai.V4=5, got {setting!r}")
        fields[field.strip()] = _value(value.strip())
    return {"base": base, "set": fields}


def _value(text: str) -> object:
    """Read a field's value: JSON, or a plain word, or several of these between commas."""
    import msgspec

    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return [_value(part.strip()) for part in text.split(",")] if "," in text else text


def _language() -> str:
    """Choose the language as other programs do, by the environment."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "zh" if next(filter(None, names), "").startswith("zh") else "en"
