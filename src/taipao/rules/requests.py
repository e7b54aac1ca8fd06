"""Answer requests to score a seat or settle a round, given as decoded JSON."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar, cast

import msgspec

from taipao.errors import BadRequest, NotAWin, RuleSetError, TaipaoError, TileError
from taipao.hand import Hand, Meld, MeldKind
from taipao.rules.position import SEAT_WINDS, Position, check_position
from taipao.rules.ruleset import RuleSet, load_ruleset
from taipao.rules.scoring import Item, Reading, Score, Win
from taipao.rules.settlement import ROOMS, coins, settle
from taipao.tiles import NAMES, Tile, format_tiles, parse, wild_faces

_MELD_KINDS: Final = (
    "chow", "pung", "exposed_kong", "added_kong", "concealed_kong", "bonus_kong",
)  # fmt: skip
_BY: Final = ("self_draw", "discard", "robbed_kong")
_AFTER: Final = ("exposed_kong", "concealed_kong", "bonus")
_OPENINGS: Final = ("heavenly", "earthly")
_SEATS: Final = 4
# The largest integer that every JSON reader keeps exactly.
_MAX_INTEGER: Final = 2**53 - 1
_MAX_MESSAGE: Final = 300

_T = TypeVar("_T")


class ScoreMeld(msgspec.Struct, frozen=True):
    """A meld as a request has it."""

    kind: str
    tiles: str


class ScoreWin(msgspec.Struct, frozen=True):
    """How a hand was won, as a request has it."""

    tile: str
    by: str
    after: str | None = None
    kong_tile: str | None = None
    opening: str | None = None
    share_out: bool = False
    ready: bool = False


class ScoreRequest(msgspec.Struct, frozen=True):
    """One seat to be scored (docs/requests.md); the words in it are not checked yet."""

    indicators: tuple[str, str]
    seat_wind: str
    hand: str
    melds: tuple[ScoreMeld, ...] | None = None
    bonus: str | None = None
    win: ScoreWin | None = None
    ruleset: Any = "standard"


class _SettleRequest(msgspec.Struct, frozen=True):
    totals: tuple[int, int, int, int]
    winner: int | None
    dealer: int
    room: str | None = None
    balances: tuple[int, int, int, int] | None = None
    ruleset: Any = "standard"


def answer_score(request: object) -> dict[str, object]:
    """Score one seat: give the answer of docs/requests.md, an error answer for a bad request."""
    return _answer(
        request, lambda: {"legal": True, **describe_score(read_position(request).score())}
    )


def answer_settle(request: object) -> dict[str, object]:
    """Settle one round: give the answer of docs/requests.md, an error answer for a bad request."""
    return _answer(request, lambda: _settlement(request))


def bad_request(message: str, identity: object = None) -> dict[str, object]:
    """Make the answer to a request that cannot be understood or cannot be."""
    return refusal(identity, "bad_request", message)


def refusal(identity: object, code: str, message: str) -> dict[str, object]:
    """Make the answer to a request that gets none, with the reason."""
    if len(message) > _MAX_MESSAGE:
        message = message[: _MAX_MESSAGE - 1] + "…"
    return {"id": identity, "legal": False, "error": {"code": code, "message": message}}


def read_position(request: object, *, to_discard: bool = False) -> Position:
    """Read and check a request to score, or with ``to_discard`` a hand about to discard.

    Raises BadRequest, its message beginning with the field at fault (`melds[1].tiles: ...`).
    """
    return position_of(_convert(request, ScoreRequest), to_discard=to_discard)


def position_of(fields: ScoreRequest, *, to_discard: bool = False) -> Position:
    """Read and check a request of the right form, as `read_position` does."""
    indicators = (
        _tile(fields.indicators[0], "indicators[0]"),
        _tile(fields.indicators[1], "indicators[1]"),
    )
    position = Position(
        ruleset=_ruleset(fields.ruleset),
        indicators=indicators,
        seat_wind=SEAT_WINDS.index(_choice(fields.seat_wind, SEAT_WINDS, "seat_wind")),
        hand=Hand.of(_tiles(fields.hand, "hand"), wild_faces(indicators)),
        melds=tuple(_meld(meld, place) for place, meld in enumerate(fields.melds or ())),
        bonus=_tiles(fields.bonus or "", "bonus"),
        win=None if fields.win is None else _win(fields.win),
    )
    check_position(position, to_discard=to_discard)
    return position


def describe_score(score: Score) -> dict[str, object]:
    """Write a score as docs/requests.md has it."""
    return {
        "role": score.role,
        "shape": score.shape,
        "tai": score.tai,
        "doubled": score.doubled,
        "total": score.total,
        "items": describe_items(score.items),
        "reading": None if score.reading is None else describe_reading(score.reading),
    }


def describe_items(items: Sequence[Item]) -> list[dict[str, object]]:
    """Write the items of a score, one object each."""
    return [{"rule": item.rule, "tai": item.tai, "zh": item.zh, "en": item.en} for item in items]


def describe_reading(reading: Reading) -> dict[str, object]:
    """Write a reading: the five sets, the pair, and what each wild tile stands for."""
    return {
        "sets": [format_tiles(tiles) for tiles in reading.sets],
        "pair": format_tiles(reading.pair),
        "wilds": [{"tile": NAMES[held], "as": NAMES[shown]} for held, shown in reading.wilds],
    }


def _answer(request: object, work: Callable[[], dict[str, object]]) -> dict[str, object]:
    identity = request.get("id") if isinstance(request, dict) else None
    try:
        return {"id": identity, **work()}
    except NotAWin as error:
        return refusal(identity, "not_a_win", str(error))
    except TaipaoError as error:
        return bad_request(str(error), identity)
    except RecursionError:
        return bad_request("the request is nested too deeply", identity)


def _settlement(request: object) -> dict[str, object]:
    fields = _convert(request, _SettleRequest)
    _ruleset(fields.ruleset)
    for seat, total in enumerate(fields.totals):
        _bounded(total, _MAX_INTEGER, f"totals[{seat}]")
    for seat, balance in enumerate(fields.balances or ()):
        _bounded(balance, _MAX_INTEGER, f"balances[{seat}]")
    if fields.winner is not None:
        _bounded(fields.winner, _SEATS - 1, "winner")
    _bounded(fields.dealer, _SEATS - 1, "dealer")
    points = settle(fields.totals, fields.winner, fields.dealer)
    if fields.room is None:
        return {"points": points}
    room = ROOMS[_choice(fields.room, tuple(ROOMS), "room")]
    moved = coins(fields.totals, fields.winner, fields.dealer, room.rate, fields.balances)
    return {"points": points, "coins": moved}


def _ruleset(spec: object) -> RuleSet:
    try:
        return _loaded(msgspec.json.encode(spec, order="deterministic"))
    except (RuleSetError, msgspec.ValidationError) as error:
        what = str(error)
        raise BadRequest(what if what.startswith("ruleset") else f"ruleset: {what}") from error


@lru_cache(maxsize=64)
def _loaded(spec: bytes) -> RuleSet:
    """Load a rule set once for all the lines that name it alike."""
    return load_ruleset(msgspec.json.decode(spec))


def _meld(meld: ScoreMeld, place: int) -> Meld:
    kind = _choice(meld.kind, _MELD_KINDS, f"melds[{place}].kind")
    return Meld(cast("MeldKind", kind), _tiles(meld.tiles, f"melds[{place}].tiles"))


def _win(win: ScoreWin) -> Win:
    if win.after is not None:
        _choice(win.after, _AFTER, "win.after")
    if win.opening is not None:
        _choice(win.opening, _OPENINGS, "win.opening")
    return Win(
        tile=_tile(win.tile, "win.tile"),
        by=cast("Any", _choice(win.by, _BY, "win.by")),
        after=cast("Any", win.after),
        kong_tile=None if win.kong_tile is None else _tile(win.kong_tile, "win.kong_tile"),
        opening=cast("Any", win.opening),
        share_out=win.share_out,
        ready=win.ready,
    )


def _tiles(text: str, where: str) -> tuple[Tile, ...]:
    try:
        return parse(text)
    except TileError as error:
        raise BadRequest(f"{where}: {error}") from error


def _tile(text: str, where: str) -> Tile:
    tiles = _tiles(text, where)
    if len(tiles) != 1:
        raise BadRequest(f"{where}: expected one tile, got {len(tiles)}")
    return tiles[0]


def _choice(value: str, choices: tuple[str, ...], where: str) -> str:
    if value not in choices:
        raise BadRequest(f"{where}: expected one of {', '.join(choices)}, got {value!r}")
    return value


def _bounded(value: int, most: int, where: str) -> None:
    if not 0 <= value <= most:
        raise BadRequest(f"{where}: expected an integer from 0 to {most}")


_PLACED = re.compile(r"(?P<what>.*?)(?: - at `\$\.?(?P<where>.*)`)?", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<field>.*)`")
_TYPE_WORDS: Final = {
    "str": "text",
    "int": "an integer",
    "float": "a number with a fraction or exponent",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "raw": "a number out of range",
    "null": "null",
}


def _convert(request: object, kind: type[_T]) -> _T:
    """Decode a request into `kind`, wording what msgspec has against it for people."""
    if not isinstance(request, dict):
        raise BadRequest("the request must be an object")
    try:
        return msgspec.convert(request, kind)
    except msgspec.ValidationError as error:
        raise BadRequest(_worded(str(error))) from error


def _worded(complaint: str) -> str:
    """Turn ``Expected `str`, got `int` - at `$.hand` `` into `hand: expected text, got ...`."""
    placed = cast("re.Match[str]", _PLACED.fullmatch(complaint))
    what, where = placed["what"], placed["where"] or ""
    missing = _MISSING.fullmatch(what)
    if missing:
        path = f"{where}.{missing['field']}" if where else missing["field"]
        return f"{path}: missing"
    words = re.sub(r"`([^`]*)`", lambda quoted: _type_words(quoted[1]), what)
    words = words[:1].lower() + words[1:]
    return f"{where}: {words}" if where else words


def _type_words(types: str) -> str:
    return " or ".join(_TYPE_WORDS.get(name, name) for name in types.split(" | "))
